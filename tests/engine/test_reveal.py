"""To reveal an answer that names pieces is to reveal the pieces."""

from __future__ import annotations

import pytest

from rulelang.base.source import Source
from rulelang.engine.testing import run_test
from rulelang.lower import lower
from rulelang.workspace.problems import examine

GAME = """rules 1
game "Sales" for 3 players
piece House(value: 1..9): 1 each
zone own[Seat]: set of House, owner
zone sold: pile of House, open
phase Sell:
  each p in seats secretly chooses {quantity} h from own[p]
  {reveal}
play: run Sell
winner p: most p.number
test "who sees the houses":
  given:
    put [House(1), House(2)] into own[P1]
    put [House(3), House(4)] into own[P2]
    put [House(5), House(6)] into own[P3]
  when Sell:
    P1: {one}
    P2: {two}
    P3: {three}
  {expect}
"""


def passes(quantity: str, reveal: str, expect: str) -> bool:
    answers = ("House(1)", "House(3)", "House(5)")
    if quantity:
        answers = ("[House(1), House(2)]", "[House(3), House(4)]", "[House(5), House(6)]")
    one, two, three = answers
    text = GAME.format(quantity=quantity, reveal=reveal, one=one, two=two, three=three, expect=expect)
    found = examine(Source("case", text))
    assert found.problems == []
    ((game, test),) = found.tests()
    return run_test(lower(game, 3, {})[0], test).passed


@pytest.mark.parametrize(
    ("quantity", "reveal", "expect"),
    [
        ("2", "reveal h", "expect P2 sees own[P1]"),
        ("2", "reveal h[P1]", "expect P2 sees own[P1]"),
        ("2", "reveal h[P1]", "expect P1 cannot see own[P2]"),
        ("2", "nothing", "expect P2 cannot see own[P1]"),
        ("2", "reveal h to [P2]", "expect P2 sees own[P1]"),
        ("2", "reveal h to [P2]", "expect P3 cannot see own[P1]"),
        ("", "reveal h", "expect P2 cannot see own[P1]"),
    ],
)
def test_revealed_answers_show_their_pieces(quantity, reveal, expect):
    assert passes(quantity, reveal, expect)


def test_one_piece_is_revealed_and_moves_openly():
    assert passes("", "reveal h\n  for p in seats: move h[p] to sold", "expect sold == [House(1), House(3), House(5)]")
