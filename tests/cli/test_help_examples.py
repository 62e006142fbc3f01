"""Every example of every `--help` as a command of its own: in its process no other verb has loaded what it needs."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
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


LINES = [line for verb in VERBS for line in examples(verb)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game that was played, as the examples of `run` leave it."""
    folder = tmp_path_factory.mktemp("played")
    line = next(line for line in LINES if "--record game.json" in line)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert rulelang(*shlex.split(line)[1:]).code == 0
    return folder


@pytest.mark.parametrize("line", LINES)
def test_it_works(line: str, played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    (tmp_path / "games").symlink_to(ROOT / "games")
    words = shlex.split(line)[1:]
    verb = words[0]
    if verb == "arena":  # a game in which bots of every strength are done at once
        words = ["kuhn" if word == "nokosu" else word for word in words]
    more = [] if "--list" in words else LESS.get(verb, [])
    env = {**os.environ, "PYTHONPATH": str(ROOT), "BROWSER": "true", "PYTHONUNBUFFERED": "1"}
    if not THINKS & set(words):
        env["RULELANG_CC"] = "no-such-compiler"  # to compile takes longer than so few games
    if verb == "learn":  # what is learned here is not for the bots of other tests
        env["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    if (verb == "serve" and "--host-link" not in words) or "--websocket" in words:
        serves([*words, *more], env, tmp_path)
        return
    done = run([*words, *more], env, tmp_path)
    ended = 1 if "--host-link" in words else 130 if "you" in line else 0  # no such table; nobody is there to answer
    assert done.returncode == ended, done.stderr
    assert "Traceback" not in done.stderr


def run(words: list[str], env: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rulelang", *words]
    return subprocess.run(command, cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def serves(words: list[str], env: dict[str, str], folder: Path) -> None:
    """A server runs until somebody stops it: it says where it is, or can be reached there."""
    port = free_port()
    more = ["--websocket", f"127.0.0.1:{port}"] if "--websocket" in words else []
    command = [sys.executable, "-m", "rulelang", *words, *more]
    with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            assert reached(server, port) if more else any("http" in line for line in server.stdout)
        finally:
            server.terminate()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def reached(server: subprocess.Popen[str], port: int) -> bool:
    """Can somebody connect? A server that is still starting is waited for."""
    while server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.1)
        else:
            return True
    return False
