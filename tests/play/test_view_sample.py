"""The law of views: what a seat is shown decides its view, its questions and its options.

A sample is another match with the same log for a seat. So the law is tested by comparing the two.
"""

from __future__ import annotations

import pytest
from helpers import examples
from hypothesis import given
from hypothesis import strategies as st
from play_kit import games, plays, small, steps

from rulelang import NoSample, load
from rulelang.play.determinize import log_of


def sampled(match, seat, seed):
    """A sample, or None where there is none."""
    try:
        return match.sample(seat, seed)
    except NoSample as error:
        assert "the game is over" in str(error).lower() or f"No past was found for P{seat}" in str(error)
        return None


def shown(match, seat):
    """All a seat is shown now."""
    return match.view(seat), match.log(seat), [each.seat for each in match.pending if each.seat == seat]


@examples(40)
@given(plays(most=25), st.integers(0, 9))
def test_a_seat_cannot_tell_a_sample(match, seed):
    for seat in match.game.program.seats[:2]:
        if (sample := sampled(match, seat, seed)) is not None:
            assert shown(sample, seat) == shown(match, seat)


@pytest.mark.parametrize("name", games())
def test_the_law_of_views(name):
    """At points of a game: the seat's view, log and questions in samples of it."""
    for number, match in enumerate(steps(games()[name].start(seed=9), 4, most=40)):
        if number % 13 == 5:
            seat = number % match.game.players + 1
            sample = sampled(match, seat, number)
            assert sample is None or shown(sample, seat) == shown(match, seat)


@examples(25)
@given(plays(("packs", "cups"), most=12), st.integers(0, 9))
def test_a_sample_is_a_match_like_any_other(match, seed):
    """It can be played on, undone, recorded and replayed."""
    sample = sampled(match, 1, seed)
    if sample is None:
        return
    assert match.game.replay(sample.record()).events == sample.events
    *_, further = steps(sample.clone(), seed, 8)
    assert further.game.replay(further.record()).events == further.events
    while sample.undo():
        pass
    assert not sample.acts


def test_what_is_hidden_is_dealt_anew():
    match = small("packs").start(1)
    hands = {str(match.sample(1, seed).view(2)["zones"]["hand[P2]"]["pieces"]) for seed in range(12)}
    assert len(hands) > 6
    assert len({str(match.sample(1, seed).state.zone(1)) for seed in range(12)}) > 6
    assert match.sample(1, 5).events == match.sample(1, 5).events


def test_samples_depend_on_nothing_but_match_seat_and_seed():
    *_, match = steps(small("packs").start(1), 4, most=9)
    fresh = [match.clone().sample(1, seed).events for seed in range(4)]
    assert [match.sample(1, seed).events for seed in range(4)] == fresh


@pytest.mark.parametrize("name", ["nokosu", "nosh", "cups", "sweet_nose"])
def test_a_sample_is_a_function_of_the_log_and_the_seed(name):
    """Twins: of another match with the same log for a seat, the samples for that seat are the same."""
    for seed in range(2):
        *_, match = steps(games()[name].start(seed=seed), seed, most=7 + 5 * seed)
        if match.over:
            match.undo()
        seat = seed % match.game.players + 1
        twin = match.sample(seat, 77)
        assert twin.log(seat) == match.log(seat)
        for other in range(2):
            assert twin.sample(seat, other).events == match.sample(seat, other).events


@pytest.mark.few(4)
@pytest.mark.parametrize("name", games())
def test_samples_differ_in_the_middle_of_a_game(name):
    """Where much is hidden from a seat, samples are not the real match."""
    *_, match = steps(games()[name].start(seed=3), 5, most=12)
    hidden = sum(sum(zone["unseen"].values()) for zone in match.view(1)["zones"].values())
    if hidden > 9:
        found = [sampled(match, 1, seed) for seed in range(4)]
        assert any(each is not None and each.events != match.events for each in found)


def test_hidden_variables_are_drawn_anew():
    match = small("packs").start(1)
    assert len({match.sample(1, seed).state.var("lucky", (2,)) for seed in range(20)}) > 2
    assert len({match.sample(1, seed).state.var("fate") for seed in range(20)}) > 2


def test_hidden_faces_are_rolled_anew():
    match = small("cups").start(1)
    assert len({str(match.sample(1, seed).view(2)["zones"]["cup[P2]"]["pieces"]) for seed in range(12)}) > 6


def test_secret_answers_are_given_anew():
    match = small("packs").start(1)
    while match.decision.name != "Bidding.bid":
        match.choose(0)
    packed = {str(match.sample(2, seed).view(1)["zones"]["packs[P1]"]) for seed in range(20)}
    assert len(packed) > 2  # what P1 packed when nobody saw it
    match.choose(2)
    for seed in range(5):
        other = match.sample(2, seed)  # who has answered in an open block is not known: here nobody has
        assert other.state.var("bid", (1,)) is None and len(other.pending) == other.game.players
        assert match.sample(1, seed).state.var("bid", (1,)) == 2


def test_the_future_of_a_sample_is_its_own():
    match = small("cups").start(1)
    futures = set()
    for seed in range(6):
        *_, over = steps(match.sample(1, seed), 1)
        futures.add(tuple(over.scores.values()))
    assert len(futures) > 2


TWICE = """rules 1
game "Twice" for 2 players "A die comes back, or another that looks like it."
piece Die rolls face: 1..2 in bag "Die": 3 each
zone bag: bag of Die, hidden
zone table: set of Die, open
var kept: Die? = none
play:
  deal 1 from bag to table
  kept = first(table)
  move table to bag
  deal 1 from bag to table
  P1 chooses n from 1..2
winner p: most p.number
"""


def test_the_logs_that_samples_are_compared_by_tell_what_a_variable_holds(tmp_path):
    """Which of dice that look alike was drawn again is seen only at the variable that holds one."""
    (tmp_path / "twice.rules").write_text(TWICE, encoding="utf-8")
    match = load(tmp_path / "twice.rules").start(seed=1)
    told, compared = match.log(1), log_of(match, 1)
    assert [each.get("held") for each in compared] == [each.get("held") for each in told]
    assert any("held" in each for each in told)
    sample = sampled(match, 1, 5)
    assert sample is None or sample.log(1) == told
