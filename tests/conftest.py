"""Fixtures of more than one test file; a file or test that wants one asks for it by name."""

from __future__ import annotations

import contextlib
import gc
import os
import random
import shlex
import shutil
import sys
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

# What Python makes of a module is kept, whatever the environment says: the workers and the many processes that tests
# start load the same.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

import warm  # noqa: E402
from cli_kit import BREAKS, GUESS  # noqa: E402
from helpers import WHOLE  # noqa: E402
from sharing import share_games  # noqa: E402

from rulelang.link import linker  # noqa: E402
from rulelang.native.host import cc  # noqa: E402
from rulelang.syntax import tables  # noqa: E402

DAYS = 3  # that a library is kept which no test asks for
# The compiler without optimisation: what is compiled for a test runs for less time than it would take to optimise it.
# Nor is it made for this processor, which takes half as long again; QUICK_CC_TUNED asks for that. What the compiler has
# made of a text is kept, for the next run too: many tests begin with an empty cache, and compile the same game.
QUICK_COMPILER = """#!/bin/sh
flags= made= last= source=
for word do
  shift
  case $word in -O[12]) word=-O0 ;; -march=native) [ -n "$QUICK_CC_TUNED" ] || continue ;; esac
  set -- "$@" "$word"
  [ "$last" = -o ] && made=$word
  case $word in -*) flags="$flags $word" ;; *.c) source=$word ;; esac
  last=$word
done
[ -f "$source" ] && [ -n "$made" ] || exec {compiler} "$@"
kept={folder}/$({{ echo "$flags"; cat "$source"; }} | cksum | tr ' ' -)-$(wc -l <"$source")
[ -f "$kept" ] && touch -c "$kept" && exec cp "$kept" "$made"
{compiler} "$@" || exit
[ -f "$made" ] || exit 0
cp "$made" "$kept-$$" && mv "$kept-$$" "$kept"
"""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "few(number): of its parameters so many are tried; `sweep.py suite` tries all")
    if not hasattr(config, "workerinput"):
        tables.load()  # in a fresh clone they are made now, and not by each worker
    linker.read_within = lru_cache(maxsize=200)(linker.read_within.__wrapped__)
    share_games(Now.changed)


class Now:
    """The test that runs."""

    item: pytest.Item | None = None

    @classmethod
    def changed(cls) -> bool:
        """Has it changed the product?"""
        patch = getattr(cls.item, "funcargs", {}).get("monkeypatch")
        return patch is not None and bool(patch._setattr)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if Now.item is None or Now.item.path != item.path:
        settle()
    Now.item = item


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a test that is marked `few`, some of its parameters: others for other tests, the same in every run."""
    if WHOLE or any("::" in argument for argument in config.args):
        return
    families: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("few"):
            families.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left = {id(item) for name, family in families.items() for item in family} - {
        id(family[at])
        for name, family in families.items()
        for at in some(name, len(family), family[0].get_closest_marker("few").args[0])
    }
    items[:] = [item for item in items if id(item) not in left]


def some(name: str, size: int, number: int) -> set[int]:
    """So many places in a list; which depends on the name."""
    return set(random.Random(name).sample(range(size), min(number, size)))


def pytest_unconfigure() -> None:
    """A worker of xdist leaves without further ado: what it has started is ended here."""
    for server in warm.STARTED:
        server.end()


def pytest_collection_finish() -> None:
    gc.collect()
    settle()


def settle() -> None:
    """What is there before the tests of a file stays to the end: nobody need look for garbage in it.

    A test makes many objects and little garbage, and games are kept for the next tests: to look through all of them
    took seconds wherever a server begins.
    """
    gc.collect(1)
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
def quick_compiler(shared: Path, pytestconfig: pytest.Config) -> Iterator[None]:
    """C is compiled quickly, each text once."""
    found = next(filter(None, map(shutil.which, cc.COMPILERS)), None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared))
        patch.delenv("RULELANG_CACHE", raising=False)  # tests of what is kept name a cache of their own
        if found and "RULELANG_CC" not in os.environ:
            kept = kept_libraries(pytestconfig, Path(found).resolve().stat())
            text = QUICK_COMPILER.format(compiler=shlex.quote(found), folder=shlex.quote(str(kept)))
            patch.setenv("RULELANG_CC", str(script(shared / "quick-cc", text)))
        yield


def kept_libraries(config: pytest.Config, about: os.stat_result) -> Path:
    """A folder that lasts, with what this very compiler has made; what no run of the last days asked for goes."""
    folder = config.cache.mkdir(f"quick-cc-{about.st_size}-{about.st_mtime_ns}")
    for each in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another worker was quicker
            if time.time() - each.stat().st_mtime > DAYS * 86_400:
                each.unlink()
    return folder


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
    from rulelang.sim.setup import prepare

    prepare.cache_clear()  # another test may have compiled these very games
    (tmp_path / "guess.rules").write_text(GUESS, encoding="utf-8")
    (tmp_path / "breaks.rules").write_text(BREAKS, encoding="utf-8")
    return tmp_path
