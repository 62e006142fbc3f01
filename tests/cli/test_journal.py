"""A game is kept while it is played: killed, hung up, shut down or cut off, it can be resumed."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import signal
import tempfile
from pathlib import Path
from typing import Any

import pytest
from cli_kit import GUESS, Terminal, rulelang, terminal
from kills import kill_once

from rulelang import read_record
from rulelang.base import files
from rulelang.play import journal


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "guess.rules").write_text(GUESS, encoding="utf-8")
    return tmp_path


def values(path: str) -> list[object]:
    return [answer["value"] for answer in read_record(path)["answers"] if answer["seat"] == 1]


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(5))
def test_kill_9_loses_no_answer(here: Path, seed: int) -> None:
    assert kill_once(here, seed)[0] == []


@pytest.mark.parametrize("record", ["g.json", None])
def test_answers_are_on_the_disk_before_the_next_question(here: Path, record: str | None) -> None:
    asked = ["--record", record] if record else []
    name = record or "guess-3.record.json"
    with terminal(here, "run", "guess.rules", "--seed", 3, *asked) as screen:
        screen.prompt()
        assert values(name) == []
        for number, answer in enumerate((5, 4), 1):
            screen.type(f"{answer}\n")
            screen.prompt()
            assert values(name) == [5, 4][:number]
        screen.type("u\n")
        screen.prompt()
        assert values(name) == [5]
        os.kill(screen.pid, signal.SIGKILL)
    said = rulelang("run", "--resume", name, "--seats", "you,random", typed="4\n4\n")
    assert said.code == 0 and "goes on after 2 answers" in said.out
    assert values(name) == [5, 4, 4] and json.loads(Path(name).read_text())["result"]["winners"]


def test_a_game_that_is_over_leaves_nothing_that_was_not_asked_for(here: Path) -> None:
    assert rulelang("run", "guess.rules", "--seed", 3, "--seats", "you,random", typed="5\n4\n4\n").code == 0
    assert os.listdir(here) == ["guess.rules"]


def send_until_heard(screen: Terminal, number: signal.Signals, pattern: str) -> None:
    """Send a signal, again if nothing comes of it: readline is deaf to one just before it waits for a key."""
    for _ in range(20):
        os.kill(screen.pid, number)
        with contextlib.suppress(AssertionError):
            screen.wait(pattern, 15)
            return
    raise AssertionError(f"signal {number} is not heard")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signals_are_heard_like_ctrl_c(here: Path, number: signal.Signals) -> None:
    with terminal(here, "run", "guess.rules", "--seed", 3) as screen:
        screen.prompt()
        screen.type("5\n")
        screen.prompt()
        send_until_heard(screen, number, r"--resume guess-3.record.json --seats you,medium\n")
        assert screen.end() == 128 + number
    assert "Traceback" not in screen.seen
    assert json.loads(Path("guess-3.record.json").read_text())["format"] == "rulelang record"
    assert values("guess-3.record.json") == [5]


def test_a_terminal_that_is_closed(here: Path) -> None:
    """Nobody can be told, and the game is kept."""
    with terminal(here, "run", "guess.rules", "--seed", 3) as screen:
        screen.prompt()
        screen.type("5\n")
        screen.prompt()
        os.close(screen.fd)
        assert screen.process.wait() in (129, 130)
    assert json.loads(Path("guess-3.record.json").read_text())["format"] == "rulelang record"
    assert values("guess-3.record.json") == [5]


def test_a_torn_line_is_left_out_and_that_is_said(here: Path) -> None:
    rulelang("run", "guess.rules", "--seed", 3, "--seats", "you,random", "--record", "r.json", typed="5\n4\n4\n")
    record = json.loads(Path("r.json").read_text())
    head = {**record, "format": journal.FORMAT}
    lines = [json.dumps(each) for each in (head, *record["answers"][:4])]
    Path("j.json").write_text("\n".join(lines)[:-9])
    said = rulelang("replay", "j.json")
    assert said.code == 0 and "The last line of `j.json` was cut off and is left out: 3 answers are whole." in said.err
    assert said.out.count("The record ends here") == 1
    said = rulelang("run", "--resume", "j.json", "--seats", "random,random")
    assert said.code == 0 and "3 answers are whole" in said.err
    assert len(json.loads(Path("j.json").read_text())["answers"]) == 6


def test_a_full_disk_is_said_and_the_game_goes_on(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(journal.os, "fsync", fail)
        said = rulelang("run", "guess.rules", "--seed", 3, "--seats", "you,random", typed="5\n4\n4\n")
    assert said.code == 0 and said.err.count("cannot be written (no space left on device)") == 1
    assert "The game goes on, but is not kept." in said.err and "win" in said.out


def test_a_game_is_played_in_one_place_at_a_time(here: Path) -> None:
    """Two that are kept in one file would write over each other."""
    with terminal(here, "run", "guess.rules", "--seed", 3, "--record", "g.json") as screen:
        screen.prompt()
        screen.type("5\n")
        screen.prompt()
        for words in (("--resume", "g.json"), ("guess.rules", "--record", "g.json")):
            said = rulelang("run", *words, "--seats", "random,random")
            assert said.code == 2 and "another game is kept in `g.json` now; end it first" in said.err
        assert rulelang("replay", "g.json").code == 0 and values("g.json") == [5]
        os.kill(screen.pid, signal.SIGKILL)
    assert rulelang("run", "--resume", "g.json", "--seats", "random,random").code == 0


def test_a_game_on_a_full_disk_is_kept_elsewhere(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said to be in a file that could not be written."""
    replaced, spare = files.replace, here / "spare"
    spare.mkdir()

    def full(path: str, *rest: Any) -> None:
        if not Path(path).is_relative_to(spare):
            raise OSError(errno.ENOSPC, "No space left on device")
        replaced(path, *rest)

    monkeypatch.setattr(files, "replace", full)
    monkeypatch.setattr(tempfile, "tempdir", str(spare))
    said = rulelang("run", "guess.rules", "--seed", 3, "--seats", "you,random", typed="5\n4\nq\n")
    (kept,) = spare.glob("*/guess-3.record.json")
    assert said.code == 0 and f"kept in {kept}" in said.out and len(values(str(kept))) == 2
    said = rulelang("run", "guess.rules", "--seed", 3, "--seats", "random,random", "--record", "r.json")
    assert said.code == 1 and "`r.json` cannot be written" in said.err and "The record is in" not in said.out
