"""Nokosu Dice: what its specification says of every course of a game (§6), read off the games that were played."""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise

from helpers import examples, plays
from hypothesis import given
from walking import keeps

from rulelang.program import events as ev

# players: tricks in a round, dice of a color, dice in front of a declarer, cards not dealt, bonus in all by eligibles
TRICKS = {3: 12, 4: 14}
OF_A_COLOR = {3: 4, 4: 5}
IN_FRONT = {3: 3, 4: 4}
UNDEALT = {3: 1, 4: 0}
BONUS = {3: (0, 20, 20, 0), 4: (0, 30, 40, 30, 0)}

# ---------------------------------------------------------------- reading


def rounds(walk):
    """A round goes from a deal to the next."""
    return walk.until(lambda moment: isinstance(moment.event, ev.Entered) and moment.event.proc == "Deal")


def after_draft(round_):
    """From the end of the draft to the end of the round."""
    return [
        moment for phase in ("Declare", "PlayTricks") for stretch in round_.runs(phase) for moment in stretch.moments
    ]


def tricks(walk):
    """The tricks of each round."""
    return [round_.runs("Trick") for round_ in rounds(walk)]


def centre(table):
    """Color and number of the centre die."""
    ((_, color, number),) = table.looks("middle")
    return color, number


def suit(look, middle):
    """The class of a piece: trump, or its color."""
    _, color, number = look
    return "trump" if color == middle[0] or number == middle[1] else color


def rank(look, middle, led):
    """Strength in a trick: both, number only (all alike), color only by number, the lead's color by number."""
    _, color, number = look
    if number == middle[1]:
        return (4, 0) if color == middle[0] else (3, 0)
    if color == middle[0]:
        return (2, number)
    return (1, number) if color == led else (0, 0)


def played(trick):
    """The pieces of a trick as they were played: seat, look, the moment."""
    moves = [moment for moment in trick.moves() if moment.source[0] in ("cards", "dice")]
    return [(moment.source[1], moment.event.looks[0], moment) for moment in moves]


def taker(trick):
    ((seat,),) = {moment.target[1:] for moment in trick.moves(target="taken")}
    return seat


def playable(table, seat):
    dice = table.looks("dice", seat)
    return table.looks("cards", seat) + (dice if table.var("zero", seat) or len(dice) > 1 else [])


def scored(round_):
    """By seat: the lines of the score of a round."""
    return {moment.event.seat: dict(moment.event.lines) for moment in round_.of(ev.Scored)}


def eligible(round_, seat):
    """Tricks as promised: none, or the number on the die left over."""
    table = round_.of(ev.Scored)[0].before
    won, dice = table.var("tricks", seat), table.looks("dice", seat)
    return won == 0 if table.var("zero", seat) else won == dice[0][2]


# ---------------------------------------------------------------- the invariants


def undealt_cards(walk):
    """1: in 4p all cards are dealt, in 3p all but one; the census counts the others."""
    for round_ in rounds(walk):
        for moment in after_draft(round_):
            assert len(moment.after.zone("deck")) == UNDEALT[walk.players], "cards left in the deck"


def dice_of_each_color(walk):
    """2: five of each color, in 3p four of four colors; none is ever lost."""
    counted = Counter(piece.fields[0] for piece in walk.game.program.pieces if piece.kind == "Die")
    assert set(counted.values()) == {OF_A_COLOR[walk.players]}, "dice of a color"


def one_centre_die(walk):
    """3: one die, always the same."""
    for round_ in rounds(walk):
        assert len({moment.after.zone("middle") for moment in after_draft(round_)}) == 1, "another centre die"


def faces_stay(walk):
    """4: a die is rolled once a round, and shows that face wherever it goes."""
    for round_ in rounds(walk):
        shown = {}
        for moment in round_.moments:
            event = moment.event
            if isinstance(event, ev.Rolled):
                assert event.piece not in shown, "a die is rolled twice"
                assert 1 <= event.face <= 6, "a face that no die has"
                shown[event.piece] = event.face
            elif isinstance(event, ev.Moved):
                for piece, look in zip(event.pieces, event.looks):
                    assert piece not in shown or look[-1] == shown[piece], "a face has changed"


def pieces_left_to_play(walk):
    """6: between tricks everybody has as many pieces to play as there are tricks to come."""
    for round_ in tricks(walk):
        for number, trick in enumerate(round_):
            for seat in walk.seats:
                table = trick.before
                pieces = len(table.zone("cards", seat)) + len(table.zone("dice", seat))
                kept = 0 if table.var("zero", seat) else 1
                assert pieces - kept == TRICKS[walk.players] - number, "pieces left do not fit the tricks left"


def every_trick_is_won(walk):
    """7: as many tricks won as were played; 14 in all, in 3p 12."""
    for round_ in tricks(walk):
        for number, trick in enumerate(round_, 1):
            assert sum(trick.after.var("tricks", seat) for seat in walk.seats) == number, "a trick too few or many"
        assert len(round_) == TRICKS[walk.players], "tricks in a round"


def a_declarer_starts_with_fewer_dice(walk):
    """8: four dice, in 3p three, in front of a declarer; one more in front of the others."""
    for first, *_ in tricks(walk):
        for seat in walk.seats:
            dice = len(first.before.zone("dice", seat))
            assert dice == IN_FRONT[walk.players] + (not first.before.var("zero", seat)), "dice at the first trick"


def suits_are_followed(walk):
    """9: who can follow does."""
    for trick in chain.from_iterable(tricks(walk)):
        middle, (_, lead, _) = centre(trick.before), played(trick)[0]
        wanted = suit(lead, middle)
        for seat, look, moment in played(trick)[1:]:
            held = [suit(each, middle) for each in playable(moment.before, seat)]
            assert wanted not in held or suit(look, middle) == wanted, "somebody does not follow"


def trumps_win(walk):
    """10: the winning piece is a trump if there is one, else of the led color."""
    for trick in chain.from_iterable(tricks(walk)):
        middle, winner = centre(trick.before), taker(trick)
        suits = {seat: suit(look, middle) for seat, look, _ in played(trick)}
        lead = suit(played(trick)[0][1], middle)
        assert suits[winner] == ("trump" if "trump" in suits.values() else lead), "the wrong suit wins"


def the_last_of_the_strongest_wins(walk):
    """11: nothing as strong was played after the winning piece; nor anything stronger before it."""
    for trick in chain.from_iterable(tricks(walk)):
        middle, pieces = centre(trick.before), played(trick)
        ranks = {seat: rank(look, middle, pieces[0][1][1]) for seat, look, _ in pieces}
        strongest = [seat for seat, _, _ in pieces if ranks[seat] == max(ranks.values())]
        assert taker(trick) == strongest[-1], "a weaker or an earlier piece wins"


def the_winner_leads(walk):
    """12: the winner of a trick leads the next; left of the dealer leads the first."""
    for round_ in tricks(walk):
        dealer = round_[0].before.var("dealer")
        assert played(round_[0])[0][0] == dealer % walk.players + 1, "the wrong seat leads first"
        for trick, following in pairwise(round_):
            assert played(following)[0][0] == taker(trick), "not the winner leads"


def bonus_by_eligible_players(walk):
    """13: what is handed out in bonus depends on how many are eligible."""
    for round_ in rounds(walk):
        number = sum(eligible(round_, seat) for seat in walk.seats)
        handed = sum(lines.get("Bonus", 0) for lines in scored(round_).values())
        assert handed == BONUS[walk.players][number], "bonus handed out"


def points_of_a_round(walk):
    """14: tricks, bonus, and ten for every declarer who kept the promise."""
    for round_ in rounds(walk):
        kept = [seat for seat in walk.seats if eligible(round_, seat) and round_.after.var("zero", seat)]
        number = sum(eligible(round_, seat) for seat in walk.seats)
        gained = [round_.after.var("points", seat) - round_.before.var("points", seat) for seat in walk.seats]
        expected = TRICKS[walk.players] + BONUS[walk.players][number] + 10 * len(kept)
        assert sum(gained) == expected, "points of a round"


def a_die_left_over_is_one_to_six_tricks(walk):
    """15: who is eligible without a declaration has won 1 to 6 tricks."""
    for round_ in rounds(walk):
        table = round_.of(ev.Scored)[0].before
        for seat, lines in scored(round_).items():
            if "Bonus" in lines and not table.var("zero", seat):
                assert 1 <= table.var("tricks", seat) <= 6, "eligible with other than 1 to 6 tricks"


def totals_never_fall(walk):
    """18: no round takes points away."""
    for moment in walk.of(ev.Wrote, var="points"):
        (seat,) = moment.event.indexes
        assert moment.event.value >= moment.before.var("points", seat), "a total falls"


PROPERTIES = (
    undealt_cards,
    dice_of_each_color,
    one_centre_die,
    faces_stay,
    pieces_left_to_play,
    every_trick_is_won,
    a_declarer_starts_with_fewer_dice,
    suits_are_followed,
    trumps_win,
    the_last_of_the_strongest_wins,
    the_winner_leads,
    bonus_by_eligible_players,
    points_of_a_round,
    a_die_left_over_is_one_to_six_tricks,
    totals_never_fall,
)


@examples(20)
@given(plays(("nokosu",)))
def test_every_game_keeps_them(play):
    keeps(play, PROPERTIES)
