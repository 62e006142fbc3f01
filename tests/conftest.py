"""Fixtures of more than one test file; a file or test that wants one asks for it by name."""

from __future__ import annotations

import gc
import os
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_kit import BREAKS, GUESS

from rulelang.native.host import cc

# The compiler without optimisation: what is compiled for a test runs for less time than it would take to optimise it.
# What it has made of a text it keeps beside itself: many tests begin with an empty cache, and compile the same game.
QUICK_COMPILER = """#!/bin/sh
flags= made= last= source=
for word do
  shift
  [ "$word" = -O2 ] && word=-O0
  set -- "$@" "$word"
  [ "$last" = -o ] && made=$word
  case $word in -*) flags="$flags $word" ;; *.c) source=$word ;; esac
  last=$word
done
[ -f "$source" ] && [ -n "$made" ] || exec {compiler} "$@"
kept={folder}/$({{ echo "$flags"; cat "$source"; }} | cksum | tr ' ' -)-$(wc -l <"$source")
[ -f "$kept" ] && exec cp "$kept" "$made"
{compiler} "$@" || exit
[ -f "$made" ] || exit 0
cp "$made" "$kept-$$" && mv "$kept-$$" "$kept"
"""


def pytest_collection_finish() -> None:
    """What is there before the first test stays to the end: nobody need look for garbage in it.

    A test makes many objects and little garbage, and what is kept for the next tests is looked through each time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this run: what one worker has made the others find."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own) / "shared"
    folder.mkdir(exist_ok=True, mode=0o700)
    return folder


@pytest.fixture(scope="session", autouse=True)
def quick_compiler(shared: Path) -> Iterator[None]:
    """C is compiled quickly, each text once in a run."""
    found = next(filter(None, map(shutil.which, cc.COMPILERS)), None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared))
        if found and "RULELANG_CC" not in os.environ:
            text = QUICK_COMPILER.format(compiler=shlex.quote(found), folder=shlex.quote(str(shared)))
            patch.setenv("RULELANG_CC", str(script(shared / "quick-cc", text)))
        yield


@pytest.fixture(scope="session", autouse=True)
def bytecode() -> Iterator[None]:
    """The many processes that tests start keep what Python compiles for them: it is the same for all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


def script(path: Path, text: str) -> Path:
    """A script that can be run; two workers may write it at once."""
    if not path.exists():
        made = path.with_name(f"{path.name}-{os.getpid()}")
        made.write_text(text, encoding="utf-8")
        made.chmod(0o700)
        made.replace(path)
    return path


@pytest.fixture
def two_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two small games, in which nothing is compiled."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("RULELANG_CC", "no-such-compiler")
    monkeypatch.setattr("rulelang.cli.options.simulate.LONG", float("inf"))  # on a busy machine any game is long
    (tmp_path / "guess.rules").write_text(GUESS, encoding="utf-8")
    (tmp_path / "breaks.rules").write_text(BREAKS, encoding="utf-8")
    return tmp_path
