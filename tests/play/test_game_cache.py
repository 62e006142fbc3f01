"""Games that are found again in the cache: the same games, only for the same texts, and nothing but data."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from cli_kit import GUESS
from helpers import GAMES

from rulelang.analysis.guards import guards
from rulelang.base.cache import cache_folder, seal
from rulelang.play import game_cache
from rulelang.play.game import load
from rulelang.play.game_cache import load_kept
from rulelang.play.match import Game

SECRET = """\
rules 1
game "Peek" for 2 players
var card[Seat]: 0..9 = 0, owner
var told: 0..9 = 0
play:
  for p in seats:
    p secretly chooses n from 0..9 "Which?"
    card[p] = n
  reveal card[P1]
  told = card[P1]
winner p: most told
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that had to be read."""
    from rulelang.play import game

    found: list[str] = []
    assemble = game.assemble
    monkeypatch.setattr(game, "assemble", lambda source, *more: found.append(source.name) or assemble(source, *more))
    return found


def events(game: Game) -> list[dict]:
    match = game.start(seed=3)
    for number in range(60):
        if match.decision is not None:
            match.choose(number * 7 % len(match.decision.options))
    return match.log(1)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_kept_game_is_the_game(name: str, made: list[str]) -> None:
    usual = load(name)
    made.clear()
    load_kept(name)
    again = load_kept(name)
    assert len(made) == 1
    assert events(again) == events(usual) and dict(again.typed.hashes) == dict(usual.typed.hashes)
    assert (again.title, again.options, again.warnings) == (usual.title, usual.options, usual.warnings)


def test_what_is_guarded_stays_guarded() -> None:
    Path("peek.rules").write_text(SECRET, encoding="utf-8")
    load_kept("peek.rules")
    found, names = guards(load_kept("peek.rules").program)
    first, wanted = guards(load("peek.rules").program)
    assert found.keys() == first.keys() and names == wanted


def test_other_texts_and_settings_are_other_games(made: list[str]) -> None:
    Path("guess.rules").write_text(GUESS, encoding="utf-8")
    tables = [{}, {"players": 3}, {"options": {"top": 3}}]
    for _ in range(2):
        for each in tables:
            load_kept("guess.rules", **each)
    assert len(made) == len(tables)
    Path("guess.rules").write_text(GUESS + "\n# changed\n", encoding="utf-8")
    load_kept("guess.rules")
    assert len(made) == len(tables) + 1


def test_what_a_mod_stands_on_counts(made: list[str]) -> None:
    Path("guess.rules").write_text(GUESS, encoding="utf-8")
    Path("more.rules").write_text('rules 1\nmod "More" extends guess\noverride option top = 4\n', encoding="utf-8")
    for _ in range(2):
        assert load_kept("more.rules").options["top"] == 4
    assert len(made) == 1
    Path("guess.rules").write_text(GUESS.replace("rules 1", "rules 1\n"), encoding="utf-8")
    load_kept("more.rules")
    assert len(made) == 2


class Call:
    def __reduce__(self) -> tuple:
        return os.mkdir, ("owned",)


class Swapped:
    """A class of rulelang that is no data."""

    def __reduce__(self) -> tuple:
        return game_cache.load_kept, ("nokosu",)


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\n", seal(b""), seal(b"\x80\x05"), seal(pickle.dumps(Call())), seal(pickle.dumps(Swapped())),
        seal(pickle.dumps(([], None, ({}, set()), ()))), seal(pickle.dumps(1)), b"0" * 64 + b"\n" + pickle.dumps(1),
    ],
)  # fmt: skip
def test_a_hostile_file_is_as_if_there_were_none(content: bytes, made: list[str]) -> None:
    Path("guess.rules").write_text(GUESS, encoding="utf-8")
    load_kept("guess.rules")
    (note,) = (cache_folder() / "native").glob("*.game")
    note.write_bytes(content)
    assert load_kept("guess.rules").title == "Guess" and len(made) == 2 and not Path("owned").exists()
    note.write_bytes(content)
    note.chmod(0o666)
    load_kept("guess.rules")
    assert len(made) == 3


LOADED = """
import sys
from rulelang.cli.options.load import ready_game
ready_game("nokosu").start(seed=7)
print(*sorted(name for name in sys.modules if name.startswith(("rulelang.syntax", "rulelang.check", "rulelang.lower"))))
"""


def test_neither_parser_nor_checker_is_loaded_again() -> None:
    """So that the first screen stands there at once."""
    runs = [subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True) for _ in "12"]
    assert "rulelang.check" in runs[0].stdout and runs[1].stdout == "\n"
