"""Law L3: in an open secret block a seat's log is a function of its log at the start and its own answers.

The order in which seats answer changes nothing, and every option that is offered is accepted.
"""

from __future__ import annotations

import pytest
from helpers import examples
from hypothesis import given
from hypothesis import strategies as st
from made_blocks import order_matters
from play_kit import game_of, readers

from rulelang import LoadError, RuleError


@examples(20)
@given(st.integers(0, 10**6))
def test_the_order_of_answers_changes_nothing(seed):
    assert order_matters(seed) is None


ENDING = """rules 1
game "Ending" for 3 players
piece Card(rank: 1..6) in deck: 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone shown[Seat]: set of Card, open
var rounds: 0..9 = 0
{ending}
setup:
  for p in seats: deal 2 from deck to hand[p]
play:
  repeat 2 times: run Secret
phase Secret{until}:
  rounds += 1
  each p in seats secretly:
    p chooses c from hand[p] "Which?"
    move c to shown[p]
    {leave}
  P1 chooses n from 1..2 "And now?"
winner p: most count(shown[p])
"""


@pytest.mark.parametrize(
    ("ending", "until"),
    [("end when count(shown[P1]) == 1", ""), ("", " until count(shown[P1]) == 1")],
)
def test_what_ends_the_game_or_the_phase_waits_for_the_end_of_the_block(ending, until):
    """Else all would see what one has answered before the others have."""
    match = game_of(ENDING.format(ending=ending, until=until, leave="nothing")).start()
    others = {seat: match.log(seat) for seat in (2, 3, None)}
    match.choose(0)
    assert {seat: match.log(seat) for seat in (3, None)} == {seat: others[seat] for seat in (3, None)}
    assert match.log(2) == others[2] and match.decision.seat == 2
    match.choose(0)
    match.choose(0)
    assert match.over and match.state.var("rounds") == 1


@pytest.mark.parametrize("leave", ["end game", "stop", "return"])
def test_a_block_cannot_be_left_before_all_are_done(leave):
    """The checker refuses it, or else the engine does; nobody is told the answer."""
    try:
        game = game_of(ENDING.format(ending="", until="", leave=leave))
    except LoadError as error:
        assert {each.code for each in error.diagnostics if each.severity == "error"} == {"R397"}
        return
    match = game.start()
    before = {seat: match.log(seat) for seat in readers(match)}
    with pytest.raises(RuleError) as error:
        match.choose(0)
    assert error.value.code == "R632"
    assert {seat: match.log(seat) for seat in readers(match)} == before


def test_a_mistake_in_the_part_of_a_later_seat_is_told_where_it_is_met():
    """Not taken for the part of the seat that is asked first."""
    rules = ENDING.format(ending="", until="", leave="nothing").replace(
        'p chooses c from hand[p] "Which?"', 'p chooses c from hand[p] where c.rank < 3 "Which?"'
    )
    match = game_of(rules).start()
    assert match.decision.seat == 1
    with pytest.raises(RuleError) as error:
        match.view(2)
    assert error.value.code == "R601"
