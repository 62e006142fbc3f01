"""Every example of every `--help` as a command of its own: in its process no other verb has loaded what it needs."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import socket
import time
from pathlib import Path

import pytest
import warm
from cli_kit import ROOT, rulelang

from rulelang.cli.group import VERBS

# What is played or thought less for a test than for a person, by verb.
LESS = {verb: ["-n", "20"] for verb in ("sim", "compare", "sweep", "ask")}
LESS |= {"hint": ["--bot", "bot:20"], "review": ["--bot", "easy"], "test": ["--games", "1"], "serve": ["--port", "0"]}
LESS |= {"learn": ["--games", "200"], "arena": ["-n", "2", "--jobs", "1"]}
THINKS = {"--beside", "hint", "review", "arena", "learn", "you,hard,medium"}  # in C: in Python that takes long


def examples(verb: str) -> list[str]:
    said = rulelang(verb, "--help").out.partition("Examples:\n")[2]
    return [line.strip() for line in said.splitlines() if line.strip()]


EXAMPLES = {verb: examples(verb) for verb in VERBS}
LINES = [line for lines in EXAMPLES.values() for line in lines]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game that was played, as the examples of `run` leave it."""
    folder = tmp_path_factory.mktemp("played")
    line = next(line for line in LINES if "--record game.json" in line)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert rulelang(*shlex.split(line)[1:]).code == 0
    return folder


@pytest.mark.parametrize("line", [lines[0] for lines in EXAMPLES.values() if lines])
def test_the_first_example_of_a_verb_works(line: str, played: Path, tmp_path: Path) -> None:
    works(line, played, tmp_path)


@pytest.mark.few(4)
@pytest.mark.parametrize("line", [line for lines in EXAMPLES.values() for line in lines[1:]])
def test_the_others_work(line: str, played: Path, tmp_path: Path) -> None:
    works(line, played, tmp_path)


def works(line: str, played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    (tmp_path / "games").symlink_to(ROOT / "games")
    words = shlex.split(line)[1:]
    verb = words[0]
    if verb == "review":  # of a game that is short
        assert rulelang("run", "kuhn", "--seats", "random,random", "--record", tmp_path / "game.json").code == 0
    if {"arena", "learn", "--beside"} & set(words):  # a game for two in which bots are done at once
        words = [{"nokosu": "kuhn", "4": "2"}.get(word, word) for word in words]
    more = [] if "--list" in words else LESS.get(verb, [])
    env = {**os.environ, "PYTHONPATH": str(ROOT), "BROWSER": "true", "PYTHONUNBUFFERED": "1"}
    if not THINKS & set(words):
        env["RULELANG_CC"] = "no-such-compiler"  # to compile takes longer than so few games
    if verb == "learn":  # what is learned here is not for the bots of other tests
        env["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    if (verb == "serve" and "--host-link" not in words) or "--websocket" in words:
        serves([*words, *more], env, tmp_path)
        return
    done = warm.run([*words, *more], env=env, cwd=tmp_path)
    ended = 1 if "--host-link" in words else 130 if "you" in line else 0  # no such table; nobody is there to answer
    assert done.returncode == ended, done.stderr
    assert "Traceback" not in done.stderr


def serves(words: list[str], env: dict[str, str], folder: Path) -> None:
    """A server runs until somebody stops it: it says where it is, or can be reached there."""
    port = free_port()
    more = ["--websocket", f"127.0.0.1:{port}"] if "--websocket" in words else []
    server = warm.Process([*words, *more], cwd=folder, env=env, lines=True)
    try:
        assert server.stdout is not None
        assert reached(port) if more else any("http" in line for line in server.stdout)
    finally:
        server.send(signal.SIGTERM)
        server.wait()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def reached(port: int, seconds: float = 120) -> bool:
    """Can somebody connect? A server that is still starting is waited for."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port)).close()
            return True
        time.sleep(0.1)
    return False
