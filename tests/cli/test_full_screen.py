"""The full screen at a terminal: what is on it, how it is left, and whole games typed at it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from cli_kit import GAMES, GUESS, Terminal, terminal
from hypothesis import given
from hypothesis import strategies as st

from rulelang.cli.play import display
from rulelang.cli.play.display import NEWS, FullScreen, Lines, best_display, lay_out
from rulelang.cli.play.turn import options
from rulelang.play.game import load
from rulelang.present.speech import Speech
from rulelang.present.vocabulary import Vocabulary

ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
GALLERY = ("blackjack", "connect_four", "kuhn", "pig")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "guess.rules").write_text(GUESS)
    return tmp_path


@given(st.integers(0, 40), st.integers(0, 40), st.integers(1, 3), st.integers(0, 40), st.integers(18, 60))
def test_every_row_is_used_and_the_question_is_in_sight(
    above: int, told: int, posed: int, notes: int, rows: int
) -> None:
    lines = lay_out(["t"] * above, ["s"] * told, ["question"] * posed + ["n"] * notes, rows, posed)
    assert len(lines) == rows and lines.count("question") == posed
    assert lines[-1] == ("n" if notes else "question")
    assert lines.count("s") >= min(told, NEWS)
    assert lines.count("t") >= min(above, rows // 3), "the table stays in sight, however many options there are"


@pytest.mark.parametrize(
    ("size", "term", "asked", "kind"),
    [
        ((80, 24), "xterm", "", FullScreen),
        ((59, 24), "xterm", "", Lines),
        ((80, 19), "xterm", "", Lines),
        ((80, 24), "dumb", "", Lines),
        ((80, 24), "xterm", "1", Lines),
        ((0, 0), "xterm", "", Lines),
    ],
)
def test_a_full_screen_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], term: str, asked: str, kind: type
) -> None:
    monkeypatch.setattr(display, "is_person", lambda: True)
    monkeypatch.setattr(display, "size", lambda: size)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("RULELANG_LINES", asked)
    assert type(best_display()) is kind
    monkeypatch.setattr(display, "is_person", lambda: False)
    assert type(best_display()) is Lines


def test_a_question_of_two_lines_stays_when_its_options_are_narrowed(here: Path) -> None:
    """The second line went with the options: “in this order: mung-bean cake, hawthorn skewer,” was all that stayed."""
    with terminal(here, "run", "sweet_nose", "--seed", 5, full=True) as screen:
        last = "peanut candy, rice cake and osmanthus jelly?"
        assert last in screen.frame()
        for typed in ("3", "3, 1", ""):
            screen.type(f"{typed}\n")
            assert last in screen.frame()


def test_pages_sizes_and_the_end(here: Path) -> None:
    """One game from the first screen to the score sheet."""
    with terminal(here, "run", "guess.rules", "--seed", 3, "--record", "r.json", full=True) as screen:
        first = screen.frame()
        assert screen.seen.count(ENTER) == 1 and LEAVE not in screen.seen
        assert len(first.split("\n")) == 23 and all(len(line) <= 80 for line in first.split("\n"))
        assert first.startswith("Ask\nYou\n") and first.endswith("Which number?\n  1   2   3   4   5   6\n> ")
        for typed, page in (("?", "takes back"), ("history", "Guess · 2 players"), ("rules", "COMPONENTS")):
            screen.type(f"{typed}\n")
            assert page in screen.frame()
            screen.type("q\n")
            assert screen.frame() == first
        screen.type("?\n")
        screen.frame()
        screen.type("zebra\n")  # typed too early: it is an answer all the same
        assert "`zebra` is not on the list" in screen.frame()
        screen.type("\x1b[A\x1b[A")  # the arrow keys: 6, then 5
        screen.wait("6.*5")
        screen.resize(30, 70)
        smaller = screen.wait(r"\x1b\[J> 5", again=screen.tell_size).rpartition("\x1b[H")[2]
        assert smaller.count("\n") == 28 and max(map(len, re.findall("─+", smaller))) == 70
        screen.type("\n")
        assert "You choose 5" in screen.frame()
        screen.type("u\n")
        assert "Your last answer is taken back" in screen.frame()
        for number in "54":
            screen.type(f"{number}\n")
            screen.frame()
        screen.type("4\n")
        assert screen.end() == 0
    after = screen.seen.partition(LEAVE)[2]
    assert "You choose 4" in after and "The game is over" in after and "The record is in r.json" in after
    answers = json.loads((here / "r.json").read_text())["answers"]
    assert [each["value"] for each in answers if each["seat"] == 1] == [5, 4, 4]


def test_ctrl_c_gives_the_terminal_back(here: Path) -> None:
    with terminal(here, "run", "guess.rules", "--seed", 3, full=True) as screen:
        before = screen.modes()
        screen.frame()
        screen.type("?\n")
        screen.frame()
        screen.type("\x03")
        screen.wait(r"--seats \S+\n", again=lambda: screen.type("\x03"))
        assert screen.modes() == before
        assert screen.end() == 130
    assert re.search(r"\x1b\[\?1049l\n*Interrupted\. The game is kept in guess-3", screen.seen)


def test_nothing_of_a_hand_is_left_for_the_next_player(here: Path) -> None:
    with terminal(here, "run", "kuhn", "--seed", 3, "--seats", "you,you", "--names", "Ann,Ben", full=True) as screen:
        first = screen.frame()
        assert "You, Ann" in first and re.search(r"hand +\d", first)
        screen.type("#1\n")
        between = screen.frame()
        assert "Ben, press Enter when Ann has looked away." in between
        assert "You, Ann" not in between and "hand" not in between
        screen.type("\n")
        assert "You, Ben" in screen.frame()
        screen.type("q\n")
        assert screen.end() == 0


SEATS = "you,random,random,random,random"
QUICK = 50  # milliseconds of CPU time from a key to the screen that answers it


def spent(screen: Terminal) -> float:
    """The CPU time of the command so far, in milliseconds."""
    used = [Path(task, "schedstat").read_text().split()[0] for task in Path(f"/proc/{screen.pid}/task").iterdir()]
    return sum(map(int, used)) / 1e6


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="nothing here counts CPU time that finely")
def test_a_key_is_answered_at_once(here: Path) -> None:
    """At Mixed Nuts with five players: what is typed, and the screen after an answer and those of four bots."""
    keys, answers = [], []
    with terminal(here, "run", "nuts", "--players", 5, "--seed", 5, "--seats", SEATS, full=True) as screen:
        screen.frame()
        for _ in range(7):
            before = spent(screen)
            for key in "wxyz":
                screen.type(key)
                screen.wait(key)
            screen.type("\x15#1")
            screen.wait("#1")
            keys.append((spent(screen) - before) / 6)
            before = spent(screen)
            screen.type("\n")
            screen.frame()
            answers.append(spent(screen) - before)
        screen.type("q\n")
        assert screen.end() == 0
    assert sorted(keys)[3] <= QUICK and sorted(answers)[3] <= QUICK


# ---------------------------------------------------------------- whole games, typed


def shown_options(frame: str) -> list[str]:
    """What can be typed, read off the screen."""
    place = re.search(r"Place \d+: (.*)", frame)
    if place:
        return place[1].split(", ")
    below = frame.rpartition("─\n")[2]
    listed = [each.strip() for each in re.findall(r"#\d+  (.+?)(?=\s{2,} *#\d|\n)", below)]
    return listed or re.findall(r"(?:^| {2,})(-?\d+|pass)\b", "\n".join(below.split("\n")[-4:-1]), re.M)


def play_by_typing(screen: Terminal) -> list[str]:
    """Type a value that is shown, another place each time, until the game is over."""
    typed: list[str] = []
    while True:
        screen.wait(r"\x1b\[J> $|\x1b\[\?1049l")
        if LEAVE in screen.seen:
            return typed
        frame = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", screen.seen.rpartition("\x1b[H")[2])
        offered = shown_options(frame)
        assert offered, frame
        typed.append("" if "Enter takes it" in frame else offered[len(typed) * 7 % len(offered)])
        screen.type(f"{typed[-1]}\n")


@pytest.mark.few(3)
@pytest.mark.parametrize("game", [*GAMES, *GALLERY])
def test_a_whole_game_is_played_by_typing_what_is_shown(here: Path, game: str) -> None:
    seats = ",".join(["you", *["random"] * (load(game).players - 1)])
    with terminal(here, "run", game, "--seed", 5, "--seats", seats, "--record", "r.json", full=True) as screen:
        typed = play_by_typing(screen)
        assert screen.end() == 0
    record = json.loads((here / "r.json").read_text())
    assert "#" not in "".join(typed) and screen.seen.count("is over") == 1
    table = load(str(record.get("game") or game), players=record["players"])
    match, speech, lines = table.start(seed=5), Speech(Vocabulary(table.typed)), [each for each in typed if each]
    for answer in record["answers"]:
        if answer["seat"] == 1:
            whole = rest = options(match.decision, speech)[answer["index"]].label
            while lines[0] not in (whole, rest):  # an order, one place after the other
                assert rest.startswith(lines[0])
                rest = rest.removeprefix(lines.pop(0)).removeprefix(", ")
            del lines[0]
        match.choose(answer["index"])
    assert match.over and not lines
