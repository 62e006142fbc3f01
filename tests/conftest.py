"""Fixtures of more than one test file; a file or test that wants one asks for it by name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_kit import BREAKS, GUESS
from native_kit import QUICK

from rulelang.native.host import cc


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder for the whole run: with several workers, what one has compiled the others find."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own) / "cache"
    folder.mkdir(exist_ok=True, mode=0o700)
    return folder


@pytest.fixture(scope="module")
def quick_compiler(shared_cache: Path) -> Iterator[None]:
    """C without optimisation, which is compiled sooner, each text once in a run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cc, "FLAGS", QUICK)
        patch.setenv("XDG_CACHE_HOME", str(shared_cache))
        yield


@pytest.fixture
def two_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two small games, in which nothing is compiled."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("RULELANG_CC", "no-such-compiler")
    (tmp_path / "guess.rules").write_text(GUESS, encoding="utf-8")
    (tmp_path / "breaks.rules").write_text(BREAKS, encoding="utf-8")
    return tmp_path
