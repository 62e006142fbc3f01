"""The decision protocol of the five games: which questions are asked, how often, in which order, with which options."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise

import pytest
from helpers import GAMES, Play, Setup, counts, examples, plays
from hypothesis import given
from hypothesis import strategies as st

from rulelang.program.events import Chose, Entered, Left

# game: every question there is, and the most options it can have at a usual table
QUESTIONS = {
    "nokosu": {"PickDice.c": 13, "Declare.d": 6, "Trick.c": 15},
    "nosh": {"Fair.here": 5, "StandSale.n": 30, "Nosh": 6},
    "nuts": {
        "Grab.bid": 31,
        "TableCard": 30,
        "TableCard.other_floor.c": 2,
        "Coffee.gift": 35,
        "Coffee.ask": 35,
        "Coffee.Answer": 2,
        "Pack+GoldPack": 60,
        "Pack": 60,
        "Cleanup.keep": 20,
        "Brooms.c": 6,
    },
    "pretzel": {"Combination": 4, "steal_from.victim": 4, "Turn.victim": 4, "Turn.d": 5, "Space": 4},
    "sweet_nose": {
        "Climb.n": 31,
        "SetMarkers.order": 120,
        "Swaps": 92,
        "Swaps+UseStore": 400,
        "UseStore": 300,
        "Shop": 10,
    },
}
SECRET = {"Grab.bid", "SetMarkers.order"}


def answers(match):
    return [event for event in match.events if isinstance(event, Chose)]


def tables():
    return [(name, players) for name in GAMES for players in counts(name)]


@pytest.mark.few(4)
@pytest.mark.parametrize(("name", "players"), tables())
def test_nothing_else_is_asked(name, players):
    chosen = {"sweet_nose": ("Shopkeeper",), "nuts": ("MixedNuts",)}.get(name, ())
    golds = (("gold_types", "gloves coffee_break mixed_nuts"),) if name == "nuts" else ()
    for seed in range(2):
        for event in answers(Play(Setup(name, players, chosen, golds), seed).end()):
            assert len(event.options) <= QUESTIONS[name][event.name], event.name
            assert event.secret == (event.name in SECRET)


@examples(10)
@given(plays(tuple(GAMES)))
def test_questions_are_those_of_the_protocol_in_every_setting(play):
    known = QUESTIONS[play.setup.name]
    for event in answers(play.end()):
        top = event.name.split(".")[0]
        assert event.name in known or (top in ("Coffee", "TableCard") and play.setup.name == "nuts"), event.name


# ---------------------------------------------------------------- Nokosu


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_nokosu(players, seed):
    """Per round: 12 picks, 4 declarations, 56 plays; with three players 9, 3, 36. In turn from the dealer's left."""
    match = Play(Setup("nokosu", players), seed).end()
    draft, zero, play = (12, 4, 56) if players == 4 else (9, 3, 36)
    asked = answers(match)
    runs = [(name, len(list(some))) for name, some in groupby(event.name for event in asked)]
    assert runs == [("PickDice.c", draft), ("Declare.d", zero), ("Trick.c", play)] * 4
    assert all(event.asked or len(event.options) == 1 for event in asked)
    assert all(event.asked for event in asked if event.name == "Trick.c"), "hands are secret: always asked"
    assert all(len(event.options) >= 2 for event in asked if event.name == "Declare.d")
    for at in range(0, len(asked), draft + zero + play):
        seats = [event.seat for event in asked[at : at + draft + zero]]
        first = seats[0]
        assert seats == [(first - 1 + k) % players + 1 for k in range(draft)] + [
            (first - 1 + k) % players + 1 for k in range(zero)
        ]


# ---------------------------------------------------------------- Nosh


@examples(8)
@given(st.sampled_from((3, 4, 5)), st.integers(0, 999), st.booleans())
def test_nosh(players, seed, claims):
    """7(n-1) stands are chosen and sold, 7n taken; who opens does not pass; each bid beats the last; one is left."""
    match = Play(Setup("nosh", players, (), (("free_taker_may_claim", claims),)), seed).end()
    asked = answers(match)
    names = Counter(event.name for event in asked)
    assert names["Fair.here"] == 7 * (players - 1)
    assert names["Nosh"] == 7 * (players if claims else players - 1)
    assert sum(isinstance(event, Entered) and event.proc == "serve" for event in match.events) == 7 * players
    for event in asked:
        if event.name == "Fair.here":
            assert event.asked and 2 <= len(event.options) <= players
        if event.name == "Nosh":
            assert event.options[-1] == "pass" and event.asked == (len(event.options) > 1)
    for bids in sales(match):
        opening, *later = bids
        assert "pass" not in opening.options and opening.options[0] == 0
        assert opening.options == tuple(range(len(opening.options)))
        high, passed = opening.options[opening.taken], set()
        for event in later:
            assert event.seat not in passed
            assert event.options[-1] == "pass" and (len(event.options) == 1) == (not event.asked)
            assert event.options[:-1] == tuple(range(high + 1, high + len(event.options)))
            if event.taken == len(event.options) - 1:
                passed.add(event.seat)
            else:
                high = event.options[event.taken]
        bidders = {event.seat for event in bids}
        assert len(bidders - passed) == 1, "the sale is over when one is left"


def sales(match):
    """The bids of each sale."""
    found, open_ = [], False
    for event in match.events:
        if isinstance(event, Entered | Left) and event.proc == "StandSale":
            open_ = isinstance(event, Entered)
            found += [[]] if open_ else []
        if isinstance(event, Chose) and event.name == "StandSale.n":
            found[-1].append(event)
    return found


# ---------------------------------------------------------------- Mixed Nuts


@examples(8)
@given(
    st.sampled_from((2, 3, 4, 5)),
    st.sampled_from(("honey_roasted raisin broom", "gloves coffee_break broom")),
    st.integers(0, 999),
)
def test_nuts(players, golds, seed):
    """Bids from 0 to the cards left by all who are in; packages until done by all; who holds too many keeps three."""
    setup = Setup("nuts", players, (), (("gold_types", golds),))
    play, before, last = Play(setup, seed), None, 0
    program = setup.game.program
    for match in play.steps():
        decision = match.decision
        if decision is None:
            break
        season = match.state.var("season")
        belt = len(match.state.zone(program.zone_id("belt", (season,))))
        if decision.name == "Grab.bid":
            assert [option.raw for option in decision.options] == list(range(belt + 1))
            inside = [seat for seat in program.seats if match.state.var("inside", (seat,))]
            assert decision.seat in inside and len(inside) > 1 and belt > 0
            if before == "Grab.bid":
                assert belt <= last
            last = belt
        else:
            assert belt == 0
        if decision.name == "Cleanup.keep":
            hand = match.state.zone(program.zone_id("hand", (decision.seat,)))
            assert len(hand) > 3 and len(decision.options) <= 20
            assert all(len(option.raw) == 3 for option in decision.options)
        if decision.name in ("Pack+GoldPack", "TableCard", "Brooms.c", "TableCard.other_floor.c"):
            assert decision.options[-1].value == "pass"
        before = decision.name
    asked = answers(match)
    packed = [event.seat for event in asked if event.name == "Pack+GoldPack" and event.options[event.taken] == "pass"]
    assert Counter(packed) == dict.fromkeys(program.seats, 4), "everybody is done once a season"
    for event in asked:
        if event.name in ("TableCard.other_floor.c", "Coffee.Answer"):
            assert event.asked, "asked even if there is one answer: silence would tell"
    if "gloves" not in golds:
        assert not any(event.name.startswith(("TableCard", "Coffee")) for event in asked)


# ---------------------------------------------------------------- Pretzel


@examples(8)
@given(st.sampled_from((2, 3, 4, 5)), st.integers(0, 999))
def test_pretzel(players, seed):
    """Per turn at most: two actions (and being done), a victim, a push, five dice, five spaces; seats in turn."""
    match = Play(Setup("pretzel", players), seed).end()
    turns, now = [], None
    for event in match.events:
        if isinstance(event, Entered) and event.proc == "Turn":
            now = []
            turns.append((event.arguments[0], now))
        if isinstance(event, Chose):
            now.append(event)
    for (seat, _), (after, _) in pairwise(turns):
        assert after == seat % players + 1
    for seat, asked in turns:
        number = Counter(event.name for event in asked)
        taken = [e for e in asked if e.name == "Combination" and e.options[e.taken] != "pass"]
        assert len(taken) <= 2 and number["steal_from.victim"] <= 1 and number["Turn.victim"] <= 1
        assert number["Turn.d"] <= 5 and number["Space"] <= 10
        assert all(event.seat == seat for event in asked if event.name != "Space")
        assert all(event.asked == (len(event.options) > 1) for event in asked), "all is public"
        order = [name for name, _ in groupby(e.name for e in asked)]
        walked = [at for at, name in enumerate(order) if name in ("Turn.d", "Turn.victim")]
        acted = [at for at, name in enumerate(order) if name in ("Combination", "steal_from.victim")]
        assert not walked or not acted or max(acted) < min(walked), "actions come before walking"


# ---------------------------------------------------------------- Sweet Nose


@examples(8)
@given(st.sampled_from((3, 4, 5)), st.integers(0, 999), st.booleans())
def test_sweet_nose(players, seed, shopkeeper):
    """Markers by all, 120 ways each, three times; one exchange a turn in order; stores only where some are allowed."""
    chosen = ("Shopkeeper",) if shopkeeper else ()
    match = Play(Setup("sweet_nose", players, chosen), seed).end()
    asked = answers(match)
    names = Counter(event.name for event in asked)
    assert names["SetMarkers.order"] == 3 * players
    assert (names["Climb.n"] > 0) == shopkeeper
    assert names["Shop"] <= (3 if shopkeeper else 2) * players
    for event in asked:
        if event.name == "SetMarkers.order":
            assert event.asked and len(event.options) == 120
        if event.name == "Climb.n":
            assert event.options[-1] == "pass"
        if event.name == "Shop":
            assert "pass" not in event.options and event.asked == (len(event.options) > 1)
        if event.name == "UseStore":
            assert event.options[-1] == "pass" and len(event.options) > 1
    turns = [event.seat for event in asked if event.name in ("Swaps", "Swaps+UseStore", "UseStore")]
    steps = Counter((b - a) % players for a, b in pairwise(turns))
    assert steps[0] <= names["UseStore"] + names["Swaps"] + 3
