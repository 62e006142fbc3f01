"""Tests in the language: what passes, and what a failure says."""

from __future__ import annotations

import pytest
from engine_kit import AT, CARD, COLOR, lit, program

from rulelang import ir
from rulelang.engine.patterns import fits, text
from rulelang.engine.testing import TestResult, flat, run_test
from rulelang.ir import types

GAME = """
piece Card(color: Color, number: 1..3) in deck "Card": 1 each
piece Die rolls face: 1..6 in cup "Die": 2 each
zone deck: pile of Card, open
zone cup: bag of Die, open
zone table: set of Die, open
zone line: row of Card, open
zone hand[Seat]: set of Card, owner
menu Say(p: Seat, q: Seat):
  more(n in 1..2, c in hand[p]) "More": score[p] += n
  swap_all(ps in permutations(1..3)): score[p] = ps[1]
  enough: nothing
phase Turn(p: Seat):
  p chooses c from hand[p]
  p may choose d from table: move d to cup
  p chooses from Say(p, p.left)
step rolling() -> Int:
  deal 2 from cup to table
  roll table
  shuffle deck
  deal 1 from deck to line
  return sum(d.face for d in table)
step only_one(p: Seat):
  p chooses c from hand[p]
  score[p] = 5
step keeping(p: Seat):
  p chooses 2 cs from hand[p]
  score[p] = sum(c.number for c in cs)
play:
  score[P2] = 3
"""


def tried(test: str) -> TestResult:
    made = program(GAME + 'test "t" for 2 players:\n' + test)
    return run_test(made, made.game.tests[0])


def cases(text: str) -> list[str]:
    return [case.strip("\n") for case in text.split("---\n")]


PASSING = """
  given: nothing
  expect empty(hand[P1])
---
  given: put [Card(red, 1), Card(red, 2)] into hand[P1]
  expect hand[P1] == [Card(red), Card(red, 1)]
---
  given: put Die(4) into table
  expect only(table).face == 4
---
  given: put [Die(3), Die(4)] into cup
  expect sorted(d.face for d in cup) == [3, 4]
---
  given:
    put Die(3) into cup
    put Die(4) into table
  expect [d.face for d in cup] == [3] and [d.face for d in table] == [4]
---
  given: put [Card(red, 3), Card(red, 1)] into line
  expect line[1] == Card(red, 3)
  expect Card(red, 1) in line
---
  given: put [Card(red, 1), Card(blue, 2)] into hand[P1]
  when Turn(P1):
    P1: Card(blue, 2)
    P1: enough
  expect asked == none
---
  given: put [Card(red, 1), Card(blue, 2)] into hand[P1]
  when Turn(P1):
    P1: Card(blue)
    P1: more(2, Card(red, 1))
  expect score[P1] == 2
---
  given: put Card(red, 1) into hand[P1]
  when Turn(P1):
    P1: Card(red, 1)
    P1: swap_all([3, 1, 2])
  expect score[P1] == 3
---
  given: put [Card(red, 1), Card(blue, 2)] into hand[P1]
  when Turn(P1):
    P1 may: Card(blue, 2), Card(red, 1)
  expect options == 2
  expect asked == P1
---
  given: put [Card(red, 1), Card(blue, 2)] into hand[P1]
  when Turn(P1):
    P1 may not: Card(blue, 3)
---
  given: put Card(red, 1) into hand[P1]
  when only_one(P1):
    P1 may: Card(red, 1)
  expect score[P1] == 5
---
  given:
    put Card(red, 1) into hand[P1]
    put Die(3) into table
  when Turn(P1):
    P1 may: Die(3), pass
---
  when rolling():
    chance: Die, Die, 3, 5, Card(blue, 2), Card(red, 1)
  expect result == 8
  expect line == [Card(blue, 2)]
---
  given: put [Card(red, 1), Card(red, 2), Card(red, 3)] into hand[P1]
  when keeping(P1):
    P1: [Card(red, 3), Card(red, 1)]
  expect score[P1] == 4
---
  given: put [Card(red, 1), Card(blue, 2)] into hand[P1]
  when Turn(P1):
    others: first
  expect score[P1] == 1
---
  when play
  expect winners == [P2]
---
  given: score = [4, 2]
  expect winners == [P1]
  expect score[P2] == 2
"""


@pytest.mark.parametrize("test", cases(PASSING))
def test_passing(test: str) -> None:
    assert tried(test).failures == ()


TWO = "  given: put [Card(red, 1), Card(blue, 2)] into hand[P1]\n  when Turn(P1):\n    "
ONE = "  given: put Card(red, 1) into hand[P1]\n"

FAILING = [
    ("  expect score[P1] == 4", "this does not hold", "4", "0"),
    (ONE + "  expect hand[P1] == [Card(blue, 1)]", "", "[Card(blue, 1)]", "[Card(red, 1)]"),
    ("  expect only(table).face == 1", "cannot be worked out: [R606]", "", ""),
    (TWO + "P1: Card(blue, 1)", "P1 is asked", "Card(blue, 1)", "Card(red, 1), Card(blue, 2)"),
    (TWO + "P2: Card(blue, 2)", "P1 is asked (Turn.c), and the script says P2", "", ""),
    (TWO + "P1 may: Card(blue, 2)", "other options", "Card(blue, 2)", ""),
    (TWO + "P1 may not: Card(blue, 2)", "may not be offered", "", ""),
    ("  when play:\n    P1: 3", "the run is over before this line", "3", ""),
    ("  when rolling():\n    chance: 7", "chance cannot give 7", "", ""),
    ("  when play:\n    chance: 7", "the chance result 7 is not used", "", ""),
    ("  given: put [Card(red, 1), Card(red, 1)] into line", "[R622] no piece like Card(red, 1)", "", ""),
    (ONE + "  expect hand[P1] == [Card(red, 1)] and P1.left == P1", "", "P1", "P2"),
    ("  when rolling()\n  expect winners == [P1]", "the game has not ended, so nobody has won", "[P1]", "[]"),
    ("  when Turn(P1)", "[R601]", "", ""),
]


@pytest.mark.parametrize(("test", "message", "expected", "actual"), FAILING)
def test_failing(test: str, message: str, expected: str, actual: str) -> None:
    (failure,) = tried(test).failures
    assert message in failure.message
    assert expected in failure.expected and actual in failure.actual
    assert failure.span.line > 0


def test_invariants_rest_in_positions_built_by_hand() -> None:
    position = 'test "t" for 2 players:\n  given: put Card(red, 1) into line\n  when Turn(P1)\n'
    made = program(GAME + 'invariant "i": empty(line)\n' + position)
    (failure,) = run_test(made, made.game.tests[0]).failures
    assert "R601" in failure.message  # the empty hand, not the invariant


def test_patterns_are_written_as_they_were_read() -> None:
    pattern = ("list", (("call", "Card", ("red", 1)), "P2", None, True))
    assert text(pattern) == "[Card(red, 1), P2, none, true]"
    assert [each.value for each in flat((ir.Pattern(("list", (1, 2)), AT),))] == [1, 2]


def test_patterns_fit_values() -> None:
    made = program(GAME)
    from rulelang.engine.match import Match

    state = Match(made).state
    assert fits(("call", "Card", ("blue",)), 3, CARD, state) and not fits(("call", "Card", ("red",)), 3, CARD, state)
    assert fits("blue", 2, COLOR, state) and fits("P2", 2, types.SEAT, state) and fits(None, None, COLOR, state)
    assert fits("true", True, types.BOOL, state) and not fits(1, None, types.Optional(types.INT), state)
    assert lit(1).value == 1
