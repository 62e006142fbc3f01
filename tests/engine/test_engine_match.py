"""Matches: the same seed gives the same game, clones and undo come back to the same state, chance can be scripted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from engine_kit import events, lying, play, program
from helpers import examples
from hypothesis import given
from hypothesis import strategies as st

from rulelang.engine.match import Match
from rulelang.engine.runner import Draw
from rulelang.program.events import Began, Drew, Ended

GAME = """
piece Card(color: Color, number: 1..3) in deck "Card": 1 each
piece Die rolls face: 1..6 in cup "Die": 2 each
zone deck: pile of Card, hidden
zone cup: bag of Die, hidden
zone table: set of Die, open
zone hand[Seat]: set of Card, owner
zone taken[Seat]: pile of Card, open
group Pair(made: 1..3) of Card, at most 4
zone pairs[Seat]: set of Pair, owner
resource coins[Seat]: 99, open
setup: shuffle deck
play:
  for p in seats: deal 2 from deck to hand[p]
  for r in 1..3:
    deal 2 from cup to table
    roll table
    for p in seats: run Turn(p, r)
    move table to cup
    each p in seats secretly chooses bid from 0..2
    reveal bid
    for p in seats: pay bid[p] coins from bank to p
phase Turn(p: Seat, r: 1..3):
  p may choose c from hand[p] "Lay a card": move c to taken[p]
  else: pay 1 coins from bank to p
  p may choose from Use(p, r)
menu Use(p: Seat, r: 1..3):
  pair(c in hand[p]) where count(hand[p]) > 1: form Pair(r) from hand[p] to pairs[p]
  undo_it(g in pairs[p]): move [for c in g] to hand[p]
  die(d in table) where d.face > 3 "A {d}": pay d.face coins from bank to p
winner p: most coins[p] then most count(taken[p])
invariant "coins": sum(coins[p] for p in seats) <= 99
"""
PROGRAM = program(GAME)
Choices = list[int]


def follow(match: Match, choices: Choices) -> None:
    for choice in choices:
        if match.decision is None:
            return
        match.choose(choice % len(match.decision.options))


def shape(match: Match) -> tuple[Any, ...]:
    decision = match.decision
    asked = None if decision is None else (decision.seat, decision.name, [o.value for o in decision.options])
    return match.state.slots, match.events, asked


plays = st.lists(st.integers(0, 20), max_size=40)


@examples(60)
@given(seed=st.integers(0, 99), before=plays, after=plays)
def test_a_clone_goes_its_own_way(seed: int, before: Choices, after: Choices) -> None:
    match = Match(PROGRAM, seed)
    follow(match, before)
    kept = [list(shape(match)[0]), list(match.events), shape(match)[2]]
    other = match.clone()
    follow(other, after)
    assert [match.state.slots, match.events, shape(match)[2]] == kept
    follow(match, after)
    assert shape(match) == shape(other)


@examples(60)
@given(seed=st.integers(0, 99), choices=plays)
def test_undo_goes_back_answer_by_answer(seed: int, choices: Choices) -> None:
    match = Match(PROGRAM, seed)
    shapes = []
    for choice in choices:
        if match.decision is None:
            break
        slots, found, asked = shape(match)
        shapes.append((list(slots), list(found), asked))
        match.choose(choice % len(match.decision.options))
    for slots, found, asked in reversed(shapes):
        assert match.undo()
        assert shape(match) == (slots, found, asked)
    assert not match.undo()


@examples(40)
@given(seed=st.integers(0, 10**30), choices=plays)
def test_pieces_and_amounts_are_conserved(seed: int, choices: Choices) -> None:
    match = Match(PROGRAM, seed)
    board = match.runner.code.extra["board"]
    for choice in choices:
        assert board.audit(match.state.slots) == []
        follow(match, [choice])


@examples(30)
@given(seed=st.integers(0, 99), choices=plays)
def test_the_same_answers_give_the_same_game(seed: int, choices: Choices) -> None:
    one, other = Match(PROGRAM, seed), Match(program(GAME), seed)
    follow(one, choices)
    follow(other, choices)
    assert one.state.slots == other.state.slots and one.events == other.events


def test_a_whole_game_begins_and_ends() -> None:
    match = Match(PROGRAM, 3)
    while match.decision:
        match.choose(0)
    assert isinstance(match.events[0], Began) and isinstance(match.events[-1], Ended)
    assert match.winners and match.over and match.pending == []


def test_a_decision_stays_true_after_its_answer() -> None:
    match = Match(PROGRAM, 3)
    decision = match.decision
    assert decision is not None
    match.choose(0)
    later = [option.value for option in decision.options]
    match.undo()
    assert match.decision is not None and later == [option.value for option in match.decision.options]


def test_each_game_of_a_run_has_its_own_chance() -> None:
    assert Match(PROGRAM, 3, game=0).state != Match(PROGRAM, 3, game=1).state


# ---------------------------------------------------------------- chance

SHUFFLE = "play:\n  shuffle deck"


def test_chance_can_be_scripted_by_number_function_or_list() -> None:
    scripts: list[Any] = [{0: 5, 2: 0}, lambda draw: 5 if draw.number == 0 else None, [5, None, None]]
    for script in scripts:
        match = play(SHUFFLE, chance=script)
        assert events(match, Drew)[0].outcome == 5 and lying(match, "deck")[0] == "Card(blue, 3)"


def test_a_script_sees_what_each_draw_is_of() -> None:
    seen: list[Draw] = []
    play("play:\n  shuffle deck\n  let p = random seats\n  let q = random [p]", chance=lambda draw: seen.append(draw))
    assert [(draw.number, draw.n, draw.what) for draw in seen] == [
        (0, 6, "shuffle"),
        (1, 5, "shuffle"),
        (2, 4, "shuffle"),
        (3, 3, "shuffle"),
        (4, 2, "shuffle"),
        (5, 2, "random"),
    ]


def test_an_outcome_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="one of 6"):
        play(SHUFFLE, chance=[6])


def vectors() -> dict[str, list[int]]:
    """The statements of docs/determinism.md, from `stream(7)`."""
    text = (Path(__file__).parents[2] / "docs" / "determinism.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    words = ("shuffle", "roll", "bag", "random")
    return {row[0]: [int(n) for n in row[1].split()] for row in rows if row[0].split()[0] in words}


COUNTED = """
piece Token(number: 0..{top}) in heap "Token": 1 each
piece Die(number: 0..{top}) rolls face: 1..6 in cup "Die": 1 each
zone heap: pile of Token, open
zone sack: bag of Token, open
zone cup: set of Die, open
zone line: row of Token, open
"""


@pytest.mark.parametrize(
    ("vector", "statement"),
    [
        ("shuffle 5", "shuffle heap\n  deal 5 from heap to line"),
        ("shuffle 10", "shuffle heap\n  deal 10 from heap to line"),
        ("bag 6", "move heap to sack\n  deal 6 from sack to line"),
    ],
)
def test_orders_are_those_of_the_page_on_determinism(vector: str, statement: str) -> None:
    top = int(vector.split()[1]) - 1
    match = play(COUNTED.format(top=top) + f"play:\n  {statement}", seed=7)
    assert lying(match, "line") == [f"Token({n})" for n in vectors()[vector]]


def test_rolls_are_those_of_the_page_on_determinism() -> None:
    match = play(COUNTED.format(top=4) + "play: roll cup", seed=7)
    faces = [match.state.face(piece.id) for piece in match.program.pieces if piece.kind == "Die"]
    assert faces == vectors()["roll 5"]
