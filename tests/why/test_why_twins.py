"""A reason tells no secret: at tables that a seat cannot tell apart it is given the same ones."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import GAMES, Setup, counts, loaded
from law_kit import unproven
from made_secrets import made_secrets, program_of, told_apart

from rulelang.engine.data import piece_text
from rulelang.engine.match import Decision
from rulelang.present.english import Reader
from rulelang.present.speech import Speech
from rulelang.present.vocabulary import Vocabulary
from rulelang.program import Program
from rulelang.prove import twins
from rulelang.why import why

OTHERS = ("0", "5", "red", "P1")  # moves that many questions do not offer
PIECES = 3


def words_for(side: twins.Side) -> list[str]:
    """Some of the pieces that the seat sees, and what is no piece."""
    state = side.runner.state
    seen = (piece.id for piece in state.program.pieces if state.piece_sight(piece.id) >> side.seat & 1)
    return [*list(dict.fromkeys(piece_text(state, piece) for piece in seen))[:PIECES], *OTHERS]


def reasons(side: twins.Side, words: list[str]) -> list[str]:
    question = side.runner.question
    assert question is not None
    decision = Decision(side.runner.program, side.runner.s, question)
    speech = Speech(Vocabulary(side.runner.program.game), Reader(decision.seat))
    return [str(why(decision, each, speech)) for each in words]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every reason given; twins that are given different ones are told apart."""
    given: list[str] = []
    offers = twins.compare_offers

    def compare(one: twins.Side, other: twins.Side) -> Any:
        words = words_for(one)
        mine, its = reasons(one, words), reasons(other, words)
        given.extend(each for each in mine if each != "None")
        return offers(one, other) or (twins.Difference("reasons", mine, its) if mine != its else None)

    monkeypatch.setattr(twins, "compare_offers", compare)
    return given


def programs() -> dict[str, Program]:
    made = {f"made {seed}": program_of(made_secrets(seed), 2 + seed % 2) for seed in range(4)}
    return made | {name: loaded(Setup(name, counts(name)[0])).program for name in GAMES}


def test_reasons_are_the_same_for_twins(asked: list[str]) -> None:
    for name, program in programs().items():
        found, _ = told_apart(program, games=1, tries=1, seed=1, most=6, guarded=True)
        assert found is None, f"{name}: {found}"
    assert len(asked) > 50


LEAK = """rules 1
game "Leak" for 2 players
enum Suit: red, blue
piece Card(suit: Suit, rank: 1..6) in deck: 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
fn high(p: Seat) -> list of Card:
  [for c in hand[p] where c.rank > 3] when any(c.rank == 6 for c in hand[p.left]) "the other has a six"
  else [for c in hand[p] where c.rank > 3] "nobody has a six"
play:
  shuffle deck
  for p in seats: deal 5 from deck to hand[p]
  for p in seats: p chooses c from high(p) "Which?"
winner p: most p.number
"""


def test_a_reason_that_tells_a_secret_is_found(asked: list[str]) -> None:
    """The options are the same in both cases, so `check` alone would know; here it was not asked."""
    game = unproven(LEAK)
    assert game is not None
    found, _ = told_apart(game.program, games=6, tries=4)
    assert found is not None and found.what == "reasons"
