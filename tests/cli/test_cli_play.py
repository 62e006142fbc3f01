"""Playing at a terminal: what you see, what you may type, and how you leave."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from cli_kit import GAMES, GUESS, rulelang, terminal

GAME = GAMES[0]
SGR = re.compile(r"\x1b\[([0-9;]*)m")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "guess.rules").write_text(GUESS)
    return tmp_path


def test_you_hold_seat_1_and_play_to_the_end(here: Path) -> None:
    with terminal(here, "run", "guess.rules", "--seed", 3) as screen:
        first = screen.prompt()
        assert "seed 3" in first and "You are Player 1" in first and "\nYou\n" in first and "Which number?" in first
        assert re.search(r"^  1   2   3   4   5   6$", first, re.M)
        screen.type("4\n")
        assert "You choose 4" in screen.prompt()
        for _ in range(2):
            screen.type("4\n")
        assert screen.end() == 0
    assert "The game is over" in screen.seen and "Scores" in screen.seen
    assert all((len(line) <= 80 and line == line.rstrip()) or line == "> " for line in screen.seen.split("\n"))


def test_a_long_question_is_broken_into_lines(here: Path) -> None:
    long = "Which number is it, of all the numbers that anybody could ever think of on a day like this?"
    (here / "guess.rules").write_text(GUESS.replace("Which number?", long))
    with terminal(here, "run", "guess.rules", "--seed", 3) as screen:
        first = screen.prompt().split("\n")
        assert long in " ".join(first) and all(len(line) <= 80 for line in first)


def test_keys_numbers_and_filters(here: Path) -> None:
    with terminal(here, "run", "guess.rules", "--seed", 3, "--set", "top=30") as screen:
        first = screen.prompt()
        assert re.search(r"^  1   2   3 .* 18$", first, re.M)
        screen.type("?\n")
        page = screen.prompt()
        assert "takes back" in page and "quits" in page and "Each says a number; near is good" in page
        screen.type("99\n")
        assert "Type one of the numbers shown" in screen.prompt()
        screen.type("zebra\n")
        assert "`zebra` is not on the list" in screen.prompt()
        screen.type("u\n")
        assert "nothing to take back" in screen.prompt()
        screen.type("\n")
        assert "Which number?" not in screen.prompt()
        screen.type("q\n")
        assert screen.end() == 0
    assert "--resume guess-3.record.json" in screen.seen


def test_letters_narrow_and_enter_takes(here: Path) -> None:
    with terminal(here, "run", GAME, "--seed", 7, "--players", 3) as screen:
        screen.prompt()
        screen.type("red\n")
        assert "Enter shows all options again" in screen.prompt()
        screen.type("6\n")
        assert re.search(r"red,? 6\)?\nEnter takes it", screen.prompt())
        screen.type("\n")
        assert "You take the red 6" in screen.prompt()
        screen.type("q\n")
        assert screen.end() == 0


def test_only_your_own_cards_are_shown(here: Path) -> None:
    """What the screen names of hidden zones is what the view of seat 1 names."""
    with terminal(here, "run", GAME, "--seed", 7, "--players", 3) as screen:
        seen = screen.prompt()
        screen.type("q\n")
        assert screen.end() == 0
    from rulelang.play.game import load

    view = load(GAME, players=3).start(seed=7).view(1)
    mine = view["zones"]["cards[P1]"]["pieces"]
    row = next(line for line in seen.split("\n") if line.startswith("  cards"))
    assert len(re.findall(r"\d", row)) == len(mine)
    assert re.search(r"^Player 2  cards 9;", seen, re.M) and "Player 2 and Player 3 get 9 cards each" in seen.replace(
        "\n ", ""
    )


def test_u_takes_back_and_says_what_was_seen(here: Path) -> None:
    with terminal(here, "run", "guess.rules", "--seed", 3, "--record", "r.json") as screen:
        screen.prompt()
        screen.type("4\n")
        screen.prompt()
        screen.type("u\n")
        back = " ".join(screen.prompt().split())
        assert "Your last answer is taken back" in back
        assert "given back too: what Player 2 did and what was revealed" in back
        assert "Round 1" not in back
        for number in (5, 4, 4):
            screen.type(f"{number}\n")
            screen.wait(r"\n> |The record is in")
        assert screen.end() == 0
    answers = json.loads((here / "r.json").read_text())["answers"]
    assert [each["value"] for each in answers if each["seat"] == 1] == [5, 4, 4]
    typed = rulelang(
        "run", "guess.rules", "--seed", 3, "--seats", "you,medium", "--record", "s.json", typed="5\n4\n4\n"
    )
    assert typed.code == 0
    assert json.loads((here / "s.json").read_text()) == json.loads((here / "r.json").read_text())


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_ctrl_c_and_the_end_of_input_leave_a_clean_terminal_and_a_record(here: Path, key: str) -> None:
    with terminal(here, "run", GAME, "--seed", 7, "--players", 3, color=True) as screen:
        before = screen.modes()
        screen.prompt()
        screen.type("#1\n")
        screen.prompt()
        screen.type("re")  # half an answer
        if key == "\x04":
            screen.type("\x15")  # which Ctrl-U takes away: Ctrl-D ends the input only on an empty line
        time.sleep(0.3)
        screen.type(key)
        screen.wait(r"--seats \S+\n")
        assert screen.modes() == before
        assert screen.end() == 130
    assert "Traceback" not in screen.seen
    styles = SGR.findall(screen.seen)
    assert styles and styles[-1] in ("0", "")
    command = screen.seen.strip().splitlines()[-1].split()
    assert command[:3] == ["rulelang", "run", GAME]
    assert command[-2:] == ["--seats", "you,medium,medium"]
    kept = json.loads((here / command[4]).read_text())
    assert [answer["seat"] for answer in kept["answers"]][:1] == [1]
    with terminal(here, *command[1:]) as screen:
        assert f"goes on after {len(kept['answers'])} answers" in screen.prompt()
        screen.type("q\n")
        assert screen.end() == 0
    assert json.loads((here / command[4]).read_text())["answers"] == kept["answers"]


def test_ctrl_c_while_bots_play_keeps_the_game(here: Path) -> None:
    """Heard between two moves, so that the record is of a real position."""
    long = GUESS.replace("repeat 3 times", "repeat 2000 times")
    (here / "long.rules").write_text(long)
    with terminal(here, "run", "long.rules", "--seed", 3, "--seats", "random,random") as screen:
        screen.wait("Round 3")
        screen.type("\x03")
        assert screen.end() == 130
    assert "Traceback" not in screen.seen
    kept = json.loads((here / "long-3.record.json").read_text())
    assert len(kept["answers"]) >= 4 and rulelang("replay", "long-3.record.json").code == 0


def test_colours_only_on_a_terminal(here: Path) -> None:
    with terminal(here, "run", GAME, "--seed", 7, color=True) as screen:
        assert SGR.search(screen.prompt())
        screen.type("q\n")
        screen.end()
    with terminal(here, "run", GAME, "--seed", 7, color=False) as screen:
        assert not SGR.search(screen.prompt())
        screen.type("q\n")
        screen.end()
