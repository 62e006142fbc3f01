"""What designers ask: every question is understood, answered on every game, and answered rightly where the answer is
known beforehand.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from cli_kit import GAMES, rulelang

from rulelang.sim.luck import continue_games, replay_deals, share_decided
from rulelang.sim.questions import QUESTIONS, Inquiry, Question, find_questions
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
    "do buyers overpay": "overpaid",
    "is the first half decisive": "first half",
    "does skill matter": "skill",
    "what do good players do": "thinking",
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
    assert [each.name for each in find_questions(text)][:1] == [ASKED[text]]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: each.name)
def test_a_question_is_found_by_its_name_and_by_its_text(question: object) -> None:
    name, text = question.name, question.text  # type: ignore[attr-defined]
    assert find_questions(name) == find_questions(text) == find_questions(text.upper()) == [question]


def test_what_is_not_understood_is_refused() -> None:
    assert find_questions("xyzzy") == [] and find_questions("") == []
    said = rulelang("ask", "nosh", "xyzzy")
    assert said.code == 2 and "ask --list" in said.err
    assert rulelang("ask").code == 2


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_an_answer(game: str) -> None:
    """One simulation answers most of them, each with a number or a reason."""
    setup = setup_of(game)
    inquiry = Inquiry(setup, 1, 60, 1, report_of(simulate(setup, 1, 60)))
    for question in (each for each in QUESTIONS if not each.own):
        answer = question.answer(inquiry)
        assert answer.sentence.endswith(".") and "nan" not in answer.sentence, question.name
        assert bool(answer.figures) == bool(re.search(r"\d|No option|Everything", answer.sentence)), answer


# ---------------------------------------------------------------- luck


def luck_of(tmp_path: Path, value: str) -> tuple[float, float, float]:
    path = tmp_path / "draws.rules"
    path.write_text(PLAY.format(value=value), encoding="utf-8")
    found = share_decided(replay_deals(setup_of(str(path)), 5, 120))
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
    assert share_decided(replay_deals(setup_of(str(path)), 5, 10)) is None


# ---------------------------------------------------------------- halves

HALVES = """\
rules 1
game "Halves" for 2 players
var points[Seat]: 0..1000 = 0

play:
  for p in seats:
    p chooses n from 1..1000 "How much?"
    let drawn = random 1..1000
    points[p] = {first}
  for p in seats:
    p chooses n from 1..1000 "How much?"
    let drawn = random 1..1000
    points[p] = {second}

winner p: most points[p]
"""


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [("n", "points[p]", 1, 1), ("drawn", "points[p]", 1, 1), ("0", "n", 0, 0.12), ("0", "drawn", 0, 0.12),
     ("n div 2", "points[p] + drawn div 2", 0.25, 0.55)],
)  # fmt: skip
def test_what_the_first_half_decides(tmp_path: Path, first: str, second: str, low: float, high: float) -> None:
    """All where the second half changes nothing, nothing where it begins anew, be it by choices or by dice."""
    path = tmp_path / "halves.rules"
    path.write_text(HALVES.format(first=first, second=second), encoding="utf-8")
    found = share_decided(continue_games(setup_of(str(path)), 5, 120))
    assert found is not None and low <= found.value <= high


# ---------------------------------------------------------------- the verb


@pytest.mark.parametrize("question", [each for each in QUESTIONS if not each.needs_report], ids=lambda each: each.name)
def test_games_that_no_answer_needs_are_not_played(question: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    """A million games would take minutes: only those are played that the question asks for."""
    monkeypatch.setattr("rulelang.sim.questions.DEALS", 5)
    monkeypatch.setattr("rulelang.sim.questions.MATCHES", 1)
    monkeypatch.setattr("rulelang.cli.report.answers.play_with_bar", None)
    said = rulelang("ask", "pretzel", question.name, "-n", "1000000", "--players", "2")
    assert said.code == 0 and question.text in said.out, said.text
    assert question.own in said.out.replace("\n", " ") and "1,000,000 games" not in said.out


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
    assert [each.text in said.out for each in QUESTIONS] == [not each.own for each in QUESTIONS]
    assert max(map(len, said.out.splitlines())) <= 80
