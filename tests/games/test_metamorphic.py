"""Metamorphic laws: what a change of seats, of names, of payday or of a losing bid does to a whole game.

A second game is led by the first: each shuffle comes out in an order made from that of the first, each draw as the law
says, and each seat gives the answers of the seat whose part it has. Everything else must follow by the rules.
"""

from __future__ import annotations

import re
from collections import defaultdict

from helpers import Play, Setup, examples
from hypothesis import assume, given
from hypothesis import strategies as st

from rulelang.program.events import Chose, Drew, Formed, Moved, Scored, Shuffled

seeds = st.integers(0, 9999)
deviations = st.dictionaries(st.integers(0, 120), st.integers(0, 40), max_size=3)


# ---------------------------------------------------------------- a game that is led by another


def looks(program, pieces):
    return [(program.pieces[piece].kind, *program.pieces[piece].fields) for piece in pieces]


def shuffles(match):
    """The looks of each shuffle that took a draw, in order."""
    found = [event.order for event in match.events if isinstance(event, Shuffled)]
    return [looks(match.game.program, order) for order in found if len(order) > 1]


def lots(match):
    return [event.outcome for event in match.events if isinstance(event, Drew) and event.what != "shuffle"]


class Led:
    """Chance that follows plans: an order of looks for each shuffle, and a choice among candidates for each draw."""

    def __init__(self, program, orders, picks):
        self.program, self.orders, self.picks = program, iter(orders), iter(picks)
        self.plan = []

    def __call__(self, draw):
        if draw.what != "shuffle":
            return next(self.picks)(draw)
        if len(self.plan) < 2:
            self.plan = list(next(self.orders))
        wanted = self.plan.pop(0)
        return looks(self.program, draw.candidates).index(wanted)


def answers_by_seat(match):
    given = defaultdict(list)
    for answer in match.answers:
        given[answer.seat].append(answer.value)
    return given


def lead(game, chance, answers, word=lambda value: value):
    """A game in which each seat gives its answers, one after another; `word` says them in the new game's words."""
    match = game.start(0, chance=chance)
    waiting = {seat: list(values) for seat, values in answers.items()}
    while match.decision is not None:
        wanted = word(brief(waiting[match.decision.seat].pop(0)))
        values = [brief(option.value) for option in match.decision.options]
        match.choose(values.index(wanted))
    assert not any(waiting.values())
    return match


def brief(value):
    """A goal by its id alone."""
    return value.partition(",")[0] if str(value).startswith("claim(") else value


def turned(seat, by, players):
    return (seat - 1 + by) % players + 1


def rotate_first(order, n, by):
    """The first n of an order go to the seats in turn: turned by some seats."""
    return [order[(at - by) % n] for at in range(n)] + list(order[n:])


# ---------------------------------------------------------------- Nosh


@examples(8)
@given(st.sampled_from((3, 4, 5)), seeds, deviations)
def test_nosh_mt1_the_last_payday_changes_no_winner(players, seed, answers):
    """Income between rounds instead of after each: every score is one lower, the winners are the same."""
    first = Play(Setup("nosh", players), seed, answers=answers).end()
    second = Setup("nosh", players, (), (("income", "between_rounds"),)).game.start(seed)
    for answer in first.answers:
        second.choose([option.value for option in second.decision.options].index(answer.value))
    assert second.over and second.winners == first.winners
    assert {seat: score + 1 for seat, score in second.scores.items()} == first.scores


def next_in_five(number):
    """The next in a family of five: treats, Favorites and goals all come in such families."""
    return (number - 1) // 5 * 5 + number % 5 + 1


@examples(8)
@given(st.sampled_from((3, 4, 5)), st.sampled_from(((), ("GentleDay",))), seeds, deviations)
def test_nosh_mt2_treats_can_change_their_names(players, chosen, seed, answers):
    """All kinds replaced by the next, on treats, Favorites and goals: scores are the same."""
    setup = Setup("nosh", players, chosen)
    first = Play(setup, seed, answers=answers).end()
    program = setup.game.program
    cards = {look[:2]: look for look in looks(program, range(len(program.pieces)))}
    orders = [[cards[look[0], next_in_five(look[1])] for look in order] for order in shuffles(first)]
    picks = [lambda draw, outcome=outcome: outcome for outcome in lots(first)]
    second = lead(setup.game, Led(program, orders, picks), answers_by_seat(first), rename_claim)
    assert second.scores == first.scores and second.winners == first.winners


def rename_claim(value):
    """`claim(Blue(B14` is `claim(Blue(B15` in the other game."""
    if not isinstance(value, str) or not value.startswith("claim("):
        return value
    return re.sub(r"\d\d", lambda number: f"{next_in_five(int(number[0])):02}", value)


@examples(8)
@given(st.sampled_from((3, 4, 5)), st.integers(1, 4), seeds, deviations)
def test_nosh_mt3_seats_can_be_rotated(players, by, seed, answers):
    """All seats and what is dealt to them moved on by some: the result moves with them."""
    by %= players
    setup = Setup("nosh", players)
    first = Play(setup, seed, answers=answers).end()
    orders = shuffles(first)
    for at, order in enumerate(orders[:4]):
        if order[0][0] in ("Treat", "Favorite"):  # dealt to the seats in order; goals are not
            orders[at] = rotate_first(order, players, by)
    picks = [lambda draw, outcome=outcome: (outcome + by) % draw.n for outcome in lots(first)]  # who starts
    given_ = {turned(seat, by, players): values for seat, values in answers_by_seat(first).items()}
    second = lead(setup.game, Led(setup.game.program, orders, picks), given_)
    assert second.scores == {turned(seat, by, players): score for seat, score in first.scores.items()}
    assert set(second.winners) == {turned(seat, by, players) for seat in first.winners}


# ---------------------------------------------------------------- Mixed Nuts


def payouts(match):
    return {event.seat: (event.lines, event.total) for event in match.events if isinstance(event, Scored)}


@examples(10)
@given(
    st.permutations((1, 2, 3, 4)),
    st.sampled_from(((), ("MoreLuck",), ("LessLuck",), ("Exploding",), ("MixedNuts",))),
    seeds,
    deviations,
)
def test_nuts_mt1_seats_can_change_places(places, chosen, seed, answers):
    """Without Gloves and Coffee Breaks: seats relabelled, with their first cards, play the same game."""
    players = len(places)
    setup = Setup("nuts", players, chosen)
    first = Play(setup, seed, answers=answers).end()
    program = setup.game.program
    new_seat = dict(zip(range(1, players + 1), places))
    first_cards = [event.pieces for event in first.events if isinstance(event, Moved)][:players]
    dealt = {new_seat[at]: looks(program, pieces)[0] for at, pieces in enumerate(first_cards, 1)}
    hands = [lambda draw, look=dealt[seat]: looks(program, draw.candidates).index(look) for seat in sorted(dealt)]
    rest = [lambda draw, outcome=outcome: outcome for outcome in lots(first)[players:]]  # face-down cards
    given_ = {new_seat[seat]: values for seat, values in answers_by_seat(first).items()}
    second = lead(setup.game, Led(program, shuffles(first), hands + rest), given_)
    assert payouts(second) == {new_seat[seat]: lines for seat, lines in payouts(first).items()}
    assert set(second.winners) == {new_seat[seat] for seat in first.winners}


def bidding_round(match):
    """The seats that bid in the round that begins here; empty if none does."""
    return [each.seat for each in match.pending] if match.decision.name == "Grab.bid" else []


def after_bids(match, bids):
    """Where every piece lies when these bids are resolved, and who is still in."""
    other = match.clone()
    for bid in bids:
        other.choose(bid)
    made = [event for event in other.events[len(match.events) :] if isinstance(event, Moved | Shuffled | Formed)]
    return made, [other.state.var("inside", (seat,)) for seat in other.game.program.seats]


@st.composite
def rounds(draw):
    """A match at the beginning of a bidding round of three or more, and bids with at least one Grab."""
    players = draw(st.sampled_from((3, 4, 5)))
    match = Play(Setup("nuts", players), draw(seeds), answers=draw(deviations)).start()
    for _ in range(draw(st.integers(0, 3))):  # rounds that nobody wins: everybody stays in
        tie = draw(st.integers(0, 2))
        for _ in range(players):
            assume(match.decision is not None and match.decision.name == "Grab.bid")
            match.choose(tie)
    assume(len(bidding_round(match)) == players)
    most = len(match.decision.options) - 1
    bids = draw(st.lists(st.integers(0, most), min_size=players, max_size=players))
    assume(any(bids))
    return match, bids


@examples(40)
@given(rounds(), st.data())
def test_nuts_mt2_and_mt3_bids_that_do_not_count(found, data):
    """A Nil bid, or a Grab above the lowest, may be any other such bid: nothing in the round's result changes."""
    match, bids = found
    most = len(match.decision.options) - 1
    lowest = min(bid for bid in bids if bid)
    idle = st.sampled_from([0, *range(lowest + 1, most + 1)])
    others = [bid if bid == lowest else data.draw(idle) for bid in bids]
    assert after_bids(match, others) == after_bids(match, bids)


def test_the_answers_of_a_game_are_asked_answers():
    first = Play(Setup("nosh", 3), 1).end()
    asked = [event for event in first.events if isinstance(event, Chose) and event.asked]
    assert len(list(first.answers)) == len(asked)
