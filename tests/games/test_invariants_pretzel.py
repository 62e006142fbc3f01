"""Nom Nom Pretzel: what its specification says of every course of a game (§6), read off the games that were played."""

from __future__ import annotations

from itertools import pairwise, takewhile

from helpers import examples, plays
from hypothesis import given
from walking import keeps

from rulelang.program import events as ev

SPACES, LAST = 24, 23
SLIDES = {10: 12, 21: 18}
TAKES = {1: 1, 4: 1, 8: 2, 12: 1, 13: 1, 17: 1}  # by space: what its lander takes from the bag
STEALS_AND_GIVES = (5, 16, 22)
TOUCH_OTHERS = (5, 13, 16, 18, 22)

# ---------------------------------------------------------------- reading


def turns(walk):
    return walk.runs("Turn")


def roll(turn):
    """The faces that were rolled."""
    return [moment.event.face for moment in turn.of(ev.Rolled)]


def actions(walk, turn):
    """The names of the actions that were taken."""
    taken = [moment.answer for moment in turn.answers("Combination") if moment.answer != "pass"]
    return [walk.option_name("Combination", answer[1]) for answer in taken]


def groups(turn):
    """The dice that were set aside, spent on each action, and walked, in order."""
    found, kind = [], "aside"
    for moment in turn.moments:
        if isinstance(moment.event, ev.Chose) and moment.event.name in ("Combination", "Turn.d"):
            kind = moment.event.name
        elif isinstance(moment.event, ev.Moved) and moment.target == ("spent",):
            found.append((kind, moment.event.pieces, [look[-1] for look in moment.event.looks]))
    return found


def piles(table, seats):
    return [table.amount("pretzels", seat) for seat in seats]


def pawns(table, seats):
    return [table.var("pawn", seat) for seat in seats]


def paid(stretch, source=None, target=None):
    """What was paid in all from one to another."""
    events = [moment.event for moment in stretch.paid()]
    return sum(event.amount for event in events if source in (None, event.source) and target in (None, event.target))


def landing(stretch):
    """Where a walk leads: the space, and where it slides to."""
    seat, die = stretch.arguments
    space = (stretch.before.var("pawn", seat) + die) % SPACES
    return SLIDES.get(space, space)


# ---------------------------------------------------------------- the invariants


def nommed_is_gone(walk):
    """5: what was nommed stays so, and nothing goes back into the bag."""
    for moment in walk.paid():
        assert moment.event.source != "nommed" and moment.event.target != "bank", "pretzels come back"


def five_dice(walk):
    """6: each die is set aside, spent or walked, once a turn, and only a 1 is set aside."""
    for turn in turns(walk):
        dice = [piece for _, pieces, _ in groups(turn) for piece in pieces]
        assert len(dice) == len(set(dice)), "a die serves twice"
        assert not turn.whole or len(dice) == 5, "a die is not used"
        for kind, _, faces in groups(turn):
            assert all((face == 1) == (kind == "aside") for face in faces), "a 1 is spent, or another set aside"


def one_pawn_a_turn(walk):
    """7: one pawn moves at most; after a run not the active player's."""
    for turn in turns(walk):
        moved = {moment.event.indexes[0] for moment in turn.of(ev.Wrote, var="pawn")}
        assert len(moved) <= 1, "two pawns move"
        assert "straight" not in actions(walk, turn) or not moved & set(turn.arguments), "a run moves its own player"


def pawns_walk_as_the_dice_say(walk):
    """8: old space, dice and slides make the new one."""
    for turn in turns(walk):
        at = pawns(turn.before, walk.seats)
        for stretch in turn.runs("walk"):
            seat, die = stretch.arguments
            space = (at[seat - 1] + die) % SPACES
            goal_reached = not stretch.whole  # a game that ends with the award does not evaluate the space
            ends = {SLIDES.get(space, space)} | ({space} if goal_reached else set())
            assert stretch.after.var("pawn", seat) in ends, "a pawn is elsewhere"
            at[seat - 1] = stretch.after.var("pawn", seat)
        assert pawns(turn.after, walk.seats) == at, "a pawn moves without a die"
        walked = [face for kind, _, faces in groups(turn) if kind == "Turn.d" for face in faces]
        assert [stretch.arguments[1] for stretch in turn.runs("walk")] == walked, "other dice are walked"


def awards(walk):
    """9: an award for each die that reaches or passes the last space, and for no other; as far as the bag goes."""
    for stretch in walk.runs("walk"):
        seat, die = stretch.arguments
        start, bag = stretch.before.var("pawn", seat), stretch.before.amount("pretzels", "bank")
        award = min(walk.options["award"], bag) if start < LAST <= start + die else 0
        space = min(TAKES.get(landing(stretch), 0), bag - award)
        gained = paid(stretch, "bank", seat)
        assert gained == award + space or (not stretch.whole and gained == award), "award or space"


def steals_and_gives_keep_the_sum(walk):
    """10: what is stolen or given goes from pile to pile."""
    for stretch in walk.runs("steal_from"):
        assert sum(piles(stretch.before, walk.seats)) == sum(piles(stretch.after, walk.seats)), "a steal mints"
    for stretch in walk.runs("walk"):
        if landing(stretch) in STEALS_AND_GIVES:
            seat, die = stretch.arguments
            start = stretch.before.var("pawn", seat)
            award = min(walk.options["award"], stretch.before.amount("pretzels", "bank"))
            gained = sum(piles(stretch.after, walk.seats)) - sum(piles(stretch.before, walk.seats))
            assert gained == (award if start < LAST <= start + die else 0), "a space mints"


def pretzels_set_aside(walk):
    """11: a pretzel for each 1, as far as the bag goes; five are not paid."""
    for turn in turns(walk):
        ones = roll(turn).count(1)
        head = takewhile(lambda moment: not isinstance(moment.event, ev.Chose), turn.moments)
        gained = sum(moment.event.amount for moment in head if isinstance(moment.event, ev.Paid))
        assert gained == (0 if ones == 5 else min(ones, turn.before.amount("pretzels", "bank"))), "pretzels set aside"


def few_actions(walk):
    """12: two actions at most, one run, one three or four."""
    for turn in turns(walk):
        taken = actions(walk, turn)
        assert len(taken) <= 2, "more than two actions"
        assert taken.count("straight") <= 1 and taken.count("three") + taken.count("four") <= 1, "too many of a kind"


def turns_go_clockwise(walk):
    """13: the next seat has the next turn."""
    for turn, following in pairwise(turns(walk)):
        assert following.arguments[0] == turn.arguments[0] % walk.players + 1, "somebody is skipped"


def the_game_ends_for_a_reason(walk):
    """14: enough pretzels, five 1s, an empty bag, or the last turn."""
    table = walk.after
    assert (
        max(piles(table, walk.seats)) >= walk.options["goal"]
        or roll(turns(walk)[-1]) == [1] * 5
        or table.amount("pretzels", "bank") == 0
        or len(turns(walk)) == walk.options["turn_limit"]
    ), "the game ends for no reason"
    assert len(turns(walk)) <= walk.options["turn_limit"], "too many turns"


def five_pretzels_pay_nothing(walk):
    """15: five 1s win, and change nothing else."""
    for turn in turns(walk):
        if roll(turn) == [1] * 5:
            assert walk.ended.winners == turn.arguments, "five 1s do not win"
            assert not turn.paid() and not turn.of(ev.Wrote, var="pawn"), "five 1s change something"


def piles_of_others(walk):
    """16: in another's turn a pile changes only by a steal, by being moved, or by a space that touches others."""
    for turn in turns(walk):
        free = {id(moment) for stretch in turn.runs("steal_from") for moment in stretch.moments}
        for stretch in turn.runs("walk"):
            mover = stretch.arguments[0]
            for moment in stretch.paid():
                if landing(stretch) in TOUCH_OTHERS or seats_of(moment.event) <= {mover}:
                    free.add(id(moment))
        for moment in turn.paid():
            assert id(moment) in free or seats_of(moment.event) <= set(turn.arguments), "another's pile changes"


def seats_of(event):
    return {each for each in (event.source, event.target) if isinstance(each, int)}


def the_largest_pile_wins(walk):
    """17: who wins by pretzels has the most of them."""
    held = piles(walk.after, walk.seats)
    if max(held) >= walk.options["goal"]:
        assert walk.ended.winners == tuple(seat for seat in walk.seats if held[seat - 1] == max(held)), "not the most"


PROPERTIES = (
    nommed_is_gone,
    five_dice,
    one_pawn_a_turn,
    pawns_walk_as_the_dice_say,
    awards,
    steals_and_gives_keep_the_sum,
    pretzels_set_aside,
    few_actions,
    turns_go_clockwise,
    the_game_ends_for_a_reason,
    five_pretzels_pay_nothing,
    piles_of_others,
    the_largest_pile_wins,
)


@examples(25)
@given(plays(("pretzel",)))
def test_every_game_keeps_them(play):
    keeps(play, PROPERTIES, seeds=2)
