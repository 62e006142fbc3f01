"""Small games are solved: values that are known, and policies that nobody can beat."""

from __future__ import annotations

import pytest

from rulelang import Tree, load
from rulelang.base.source import Source
from rulelang.cli.verbs.solve import describe_knowledge
from rulelang.play.game import assemble
from rulelang.story import Facts
from rulelang.tree.solve import TooLarge, solve


def test_kuhn_is_worth_a_little_less_than_nothing() -> None:
    found = solve(Tree(load("kuhn"), "margin"), 300)
    assert found.values[0] == pytest.approx(-1 / 18, abs=1e-3) and found.exploitability < 1e-3
    facts = Facts.of(found.tree.game.program)
    policies = {describe_knowledge(each, facts): each.average for each in found.situations}
    lowest, highest = "the 1 in your hand; you: check; Player 2: bet", "the 3 in your hand; Player 1: bet"
    assert policies[lowest][0] == pytest.approx(1, abs=1e-3), "who has the lowest card folds"
    assert policies[highest][1] == pytest.approx(1, abs=1e-3), "who has the highest card calls"


MATCHING = """rules 1
game "Pennies" for 2 players
var shown[Seat]: 1..2? = none
var points[Seat]: -9..9 = 0
play:
  each p in seats secretly chooses shown from 1..2 "Heads or tails"
  reveal shown
  if shown[P1] == shown[P2]: points[P1] += {prize}
  else: points[P2] += 1
winner p: most points[p]
"""


@pytest.mark.parametrize(("prize", "value"), [(1, 0.0), (3, 0.5)])
def test_seats_that_choose_at_the_same_time_do_not_know_of_each_other(prize: int, value: float) -> None:
    """Matching pennies: whoever is asked last would always win if it knew. Half of the time P1 gets
    the prize, else P2 a point; the margin is half of the difference.
    """
    game = assemble(Source("pennies.rules", MATCHING.format(prize=prize)), None, (), {}, ())
    found = solve(Tree(game, "margin"), 400)
    assert len(found.situations) == 2 and found.exploitability < 0.02
    assert found.values[0] == pytest.approx(value, abs=0.03)


@pytest.mark.parametrize("most", [100, 1500])
def test_a_large_game_is_refused(most: int) -> None:
    """However long it lasts: a game of Hearts is deeper than Python calls may be."""
    with pytest.raises(TooLarge):
        solve(Tree(load("hearts")), most=most)
