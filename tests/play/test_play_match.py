"""Playing: questions, answers, going back, branching off, and seats that act at the same time."""

from __future__ import annotations

import pytest
from helpers import examples
from hypothesis import given
from hypothesis import strategies as st
from play_kit import PACKS, at, game_of, games, plays, readers, small, steps

from rulelang import IllegalChoice, RuleError


@pytest.mark.parametrize("name", games())
def test_a_game_can_be_played_to_its_end(name):
    *_, match = steps(games()[name].start(seed=3), 17)
    assert match.over and match.decision is None and match.pending == []
    assert match.winners and set(match.winners) <= set(match.game.program.seats)
    assert list(match.scores) == list(match.game.program.seats)


def test_a_wrong_answer_changes_nothing():
    match = small("packs").start(1)
    before, options = match.state.slots.copy(), match.decision.options
    match.choose(options[0])
    match.undo()
    for wrong in (-1, len(options), 10**9, "pass", None, 1.0, True):
        with pytest.raises(IllegalChoice):
            match.choose(wrong)
    assert match.state.slots == before and match.decision.options == options
    other = at(small("packs").start(2), "Bidding.bid")
    with pytest.raises(IllegalChoice):
        match.choose(other.decision.options[3])


def test_an_answer_when_it_is_over():
    *_, match = steps(small("cups").start(1))
    with pytest.raises(IllegalChoice, match="over"):
        match.choose(0)


def test_a_mistake_in_the_rules_is_raised_and_changes_nothing():
    match = small("worn").start(0)
    before = match.events
    with pytest.raises(RuleError) as caught:
        match.choose(5)
    assert match.error is caught.value and match.events == before and match.decision.seat == 1
    match.choose(2)
    assert match.error is None and match.decision.seat == 2


@examples(25)
@given(plays(), st.integers(0, 99), st.integers(1, 5))
def test_undo_gives_back_what_was(match, seed, back):
    """Going back and answering alike leads to the same place; a clone is not touched."""
    kept = match.clone()
    *_, match = steps(match, seed, back)
    reached = match.events, [match.view(seat) for seat in readers(match)]
    for _ in range(len(match.acts) - len(kept.acts)):
        assert match.undo()
    assert match.events == kept.events
    assert [match.view(seat) for seat in readers(match)] == [kept.view(seat) for seat in readers(match)]
    *_, match = steps(match, seed, back)
    assert (match.events, [match.view(seat) for seat in readers(match)]) == reached


@examples(15)
@given(plays(), st.integers(0, 99))
def test_a_clone_has_the_same_future(match, seed):
    other = match.clone()
    *_, one = steps(match, seed, 30)
    before = other.events
    *_, two = steps(other, seed, 30)
    assert one.events == two.events and before == one.events[: len(before)]
    assert one.record() == two.record()


def test_undo_at_the_beginning():
    assert not small("packs").start(1).undo()


# ---------------------------------------------------------------- scripted chance


def test_chance_can_be_scripted():
    game = small("cups")
    free = game.start(seed=5)
    assert game.start(seed=5, chance={}).events == free.events
    assert game.start(seed=5, chance=[]).events == free.events
    given_draws = game.start(seed=5, chance={0: 5, 1: 0})
    assert [event.outcome for event in given_draws.events if hasattr(event, "outcome")][:2] == [5, 0]
    asked = []
    game.start(seed=5, chance=lambda draw: asked.append(draw.what))
    assert asked[0] == "deal" and "roll" in asked


def test_games_of_a_run_differ():
    game = small("packs")
    assert game.start(seed=5, index=1).events != game.start(seed=5).events
    assert game.start(seed=5, index=1).index == 1


# ---------------------------------------------------------------- at the same time


def test_all_who_choose_together_are_asked():
    match = at(small("packs", 3).start(4), "Bidding.bid")
    assert [each.seat for each in match.pending] == [1, 2, 3]
    assert match.decision.seat == 1


def test_a_later_seat_may_answer_first():
    """The order in which answers come in changes nothing, and nobody sees one before all have answered."""
    match = at(small("packs", 3).start(4), "Bidding.bid")
    plain = match.clone()
    for answer in (1, 2, 3):
        plain.choose(answer)
    before = match.view(1), match.view(2), match.view(None), match.log(2)
    match.choose(match.pending[2].options[3])
    assert [each.seat for each in match.pending] == [1, 2]
    assert (match.view(1), match.view(2), match.view(None), match.log(2)) == before
    assert match.view(3)["variables"]["bid[P3]"] == 3 and not match.view(3)["asked"]["you"]
    assert match.log(3)[-1] == {"event": "wrote", "variable": "bid[P3]", "value": 3}
    match.choose(match.pending[1].options[2])
    match.choose(1)
    assert match.events == plain.events and match.record() == plain.record()


def test_several_steps_can_be_taken_ahead_and_back():
    match = at(small("packs", 3).start(4), "Packing")
    other = match.clone()
    first = next(each for each in match.pending if each.seat == 3).options[0]
    match.choose(first)
    again = next(each for each in match.pending if each.seat == 3)
    match.choose(again.options[0])
    assert [each.seat for each in match.pending] == [1, 2]
    with pytest.raises(IllegalChoice):
        match.choose(again.options[0])
    assert match.undo() and match.undo()
    assert [each.seat for each in match.pending] == [1, 2, 3]
    assert match.view(3) == other.view(3) and match.events == other.events


def test_undo_crosses_answers_given_ahead():
    match = at(small("packs", 3).start(4), "Bidding.bid")
    match.choose(match.pending[1].options[2])
    match.choose(match.pending[-1].options[3])
    match.choose(1)
    assert match.decision.name != "Bidding.bid"
    match.undo()
    assert [each.seat for each in match.pending] == [1]
    assert match.view(2)["variables"]["bid[P2]"] == 2


# ---------------------------------------------------------------- scores


def test_the_score_sheet_has_a_block_a_tally():
    *_, match = steps(small("cups").start(1))
    sheet = match.score_sheet
    assert [block["score"] for block in sheet] == ["RoundScore", "RoundScore"]
    for seat in (1, 2):
        assert sum(block["seats"][seat]["total"] for block in sheet) == match.scores[seat]
        assert sheet[0]["seats"][seat]["lines"][0]["label"] == "Faces"


def test_a_score_that_is_never_tallied_comes_last():
    match = game_of(PACKS, options={"short": True}).start(1)
    assert match.score_sheet == []
    *_, match = steps(match)
    (block,) = match.score_sheet
    assert {seat: entry["total"] for seat, entry in block["seats"].items()} == match.scores
