"""What designers ask: every question is understood, answered on every game, and answered rightly where the answer is
known beforehand.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from cli_kit import GAMES, rulelang

from rulelang.sim.luck import decided_by_deals, replayed
from rulelang.sim.questions import QUESTIONS, Inquiry, meant
from rulelang.sim.report import report_of
from rulelang.sim.run import simulate
from rulelang.sim.setup import setup_of

ASKED = {
    "first player": "first player",
    "Is it good to start?": "first player",
    "is the first seat too strong": "seats",
    "Which goals are dominated?": "dominated",
    "is anything overpowered": "strong",
    "is the game too long": "too long",
    "How long is it?": "too long",
    "are there dead cards": "unused",
    "runaway leader": "decided early",
    "Can a player catch up?": "comebacks",
    "what is the price of a stand": "prices",
    "is it just luck": "luck",
    "does skill matter": "skill",
    "how often is it a draw": "ties",
}
PLAY = """\
rules 1
game "Draws" for 2 players
var points[Seat]: 0..1000 = 0

play:
  for p in seats:
    p chooses n from 1..1000 "How much?"
    let drawn = random 1..1000
    points[p] = {value}

winner p: most points[p]
"""


@pytest.mark.parametrize("text", ASKED)
def test_a_question_is_understood(text: str) -> None:
    assert [each.name for each in meant(text)][:1] == [ASKED[text]]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: each.name)
def test_a_question_is_found_by_its_name_and_by_its_text(question: object) -> None:
    name, text = question.name, question.text  # type: ignore[attr-defined]
    assert meant(name) == meant(text) == meant(text.upper()) == [question]


def test_what_is_not_understood_is_refused() -> None:
    assert meant("xyzzy") == [] and meant("") == []
    said = rulelang("ask", "nosh", "xyzzy")
    assert said.code == 2 and "ask --list" in said.err
    assert rulelang("ask").code == 2


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_an_answer(game: str) -> None:
    """One simulation answers all but the last two, each with a number or a reason."""
    setup = setup_of(game)
    inquiry = Inquiry(setup, 1, 60, 1, report_of(simulate(setup, 1, 60)))
    for question in QUESTIONS[:-2]:
        answer = question.answer(inquiry)
        assert answer.sentence.endswith(".") and "nan" not in answer.sentence, question.name
        assert bool(answer.figures) == bool(re.search(r"\d|No option|Everything", answer.sentence)), answer


# ---------------------------------------------------------------- luck


def luck_of(tmp_path: Path, value: str) -> tuple[float, float, float]:
    path = tmp_path / "draws.rules"
    path.write_text(PLAY.format(value=value), encoding="utf-8")
    found = decided_by_deals(replayed(setup_of(str(path)), 5, 120))
    assert found is not None
    return found.low, found.value, found.high


def test_a_game_of_chance_is_decided_by_the_deal(tmp_path: Path) -> None:
    assert luck_of(tmp_path, "drawn") == (1.0, 1.0, 1.0)


def test_a_game_of_choices_is_not(tmp_path: Path) -> None:
    low, value, high = luck_of(tmp_path, "n")
    assert low == 0.0 and value < 0.1 and high < 0.2


def test_half_of_both_is_between(tmp_path: Path) -> None:
    """The sum of a choice and of an equally wide draw: by symmetry neither decides more of the difference."""
    low, value, high = luck_of(tmp_path, "(n + drawn) div 2")
    assert 0.2 < low < value < high < 0.6


def test_where_nothing_differs_nothing_decides(tmp_path: Path) -> None:
    path = tmp_path / "draws.rules"
    path.write_text(PLAY.format(value="7"), encoding="utf-8")
    assert decided_by_deals(replayed(setup_of(str(path)), 5, 10)) is None


# ---------------------------------------------------------------- the verb


def test_the_verb_repeats_itself() -> None:
    """The command below an answer gives that answer again."""
    said = rulelang("ask", "nosh", "who starts", "-n", "100", "--seed", "3", "--players", "4")
    assert said.code == 0, said.text
    again = re.search(r"Again: rulelang (.*)", said.out.replace("\n    ", " "))
    assert again is not None
    assert rulelang(*shlex.split(again[1])).out == said.out


def test_all_questions_at_once() -> None:
    said = rulelang("ask", "pretzel", "-n", "50")
    assert said.code == 0
    assert [each.text in said.out for each in QUESTIONS] == [True] * (len(QUESTIONS) - 2) + [False] * 2
    assert max(map(len, said.out.splitlines())) <= 80
