"""A game that begins with a test: after the answers of the test it stands where the test does."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import GAMES

from rulelang import load
from rulelang.base.source import read_source
from rulelang.engine.testing import Play
from rulelang.play.errors import BadRecord, LoadError
from rulelang.play.from_test import Led, opening, start_at_phase
from rulelang.syntax import nodes, parse


def running_tests() -> list[tuple[str, str]]:
    """The tests that run something and ask of the table alone."""
    found = []
    for game, path in GAMES.items():
        for part in parse(read_source(path))[0].parts:
            own = isinstance(part, nodes.Test) and any(isinstance(each, nodes.When) for each in part.parts)
            if own and not any(word in part.span.text for word in ("winners", "result", "others")):
                found.append((game, str(part.title)))
    return found


@pytest.mark.few(3)
@pytest.mark.parametrize(("name", "title"), running_tests())
def test_what_the_test_expects_holds_at_the_table(name: str, title: str) -> None:
    game = load(GAMES[name], test=title)
    led = Led(game.program, game.test, 0)
    led.run()
    match = game.start(0, chance={number: outcome for number, outcome, _ in led.drawn} or None)
    for index in led.answers:
        match.choose(index)
    there = Play(game.program, game.test)
    there.r = match.core.runner
    assert there.expectations() == []
    assert game.replay(match.record()).record() == match.record()


SMALL = """\
rules 1
game "Small" for 2 players "The higher card wins."
option bonus: 0..9 = 1
piece Card(rank: 1..5) in deck: 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, open
var points[Seat]: Int = 0
variant Double "All counts twice.":
  override step gain(p: Seat, n: Int):
    points[p] += 2 * n
setup:
  shuffle deck
  for p in seats: deal 2 from deck to hand[p]
play:
  run Show
  run Last
phase Show "Each shows a card.":
  for p in seats:
    p chooses c from hand[p] "Show a card"
    run gain(p, c.rank)
phase Last "One more.":
  P1 chooses n from 1..2 "How many"
  run gain(P1, n)
step gain(p: Seat, n: Int):
  points[p] += n
invariant "five cards are about": count(hand[P1]) == 2
winner p: most points[p]
test "one has shown" with bonus = 3:
  given:
    put [Card(1), Card(5), Card(2)] into hand[P1]
    put [Card(3), Card(4)] into hand[P2]
  when Show:
    P1: Card(5)
  expect points[P1] == 5
test "twice" with Double:
  when gain(P2, 3)
  expect points[P2] == 6
test "nothing is run":
  expect points[P1] == 0
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.rules"
    path.write_text(SMALL, encoding="utf-8")
    return path


def test_it_goes_on_after_the_answers_of_the_test(small: Path) -> None:
    game = load(small, test="one has shown")
    match, given = opening(game, 0)
    assert given == 1 and game.options == {"bonus": 3}
    assert match.decision is not None and [each.value for each in match.decision.options] == ["Card(3)", "Card(4)"]
    match.choose(1)
    assert match.over and match.winners == () and match.state.slots  # a part of a game has no winner
    assert match.record()["test"] == "one has shown"
    with pytest.raises(BadRecord, match="test"):
        load(small, options={"bonus": 3}).replay(match.record())


def test_a_test_that_leaves_nothing_open_is_played_from_its_beginning(small: Path) -> None:
    text = SMALL.replace("    P1: Card(5)\n", "    P1: Card(5)\n    P2: Card(3)\n")
    small.write_text(text, encoding="utf-8")
    match, given = opening(load(small, test="one has shown"), 0)
    assert given == 0 and match.decision is not None and match.decision.seat == 1


def test_a_test_is_played_at_its_own_table(small: Path) -> None:
    assert load(small, test="twice").variants == ("Double",)
    for wrong, why in (("ones has shown", "did you mean `one has shown`"), ("nothing is run", "nothing to play")):
        with pytest.raises(LoadError, match=why):
            load(small, test=wrong)
    with pytest.raises(LoadError, match="says itself"):
        load(small, test="twice", players=2)


def test_a_phase_begins_after_random_answers(small: Path) -> None:
    match = start_at_phase(load(small), "Last", 3)
    assert match is not None and len(match.acts) == 2
    assert match.decision is not None and match.decision.name == "Last.n"
    assert start_at_phase(load(small), "Nowhere", 3) is None
