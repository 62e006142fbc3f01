"""Fixtures of more than one test file; a file or test that wants one asks for it by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_kit import BREAKS, GUESS
from native_kit import QUICK

from rulelang.native.host import cc


@pytest.fixture(scope="module")
def quick_compiler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """C without optimisation, which is compiled sooner, in a cache of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cc, "FLAGS", QUICK)
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
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
