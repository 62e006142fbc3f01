"""A compiled game is found again by its rules, before any code is made of them; what may be wrong is not believed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers import ROOT, Setup
from native_kit import needs_c

from rulelang import load
from rulelang.base.cache import place
from rulelang.native.host import cache as notes
from rulelang.native.host import cc
from rulelang.native.host.select import Table, stepper

pytestmark = needs_c


@pytest.fixture
def texts(tmp_path, monkeypatch) -> list[str]:
    """The texts that were made, with an empty cache at first."""
    made: list[str] = []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    text_of = notes.text_of
    monkeypatch.setattr(notes, "text_of", lambda *given: made.append(text_of(*given)) or made[-1])
    return made


def played(setup: Setup) -> Table:
    table = stepper(setup.game.program, "c").start(7)
    while not table.over:
        table.choose(table.asked % table.options)
    return table


def of_folder(tmp_path: Path, kind: str) -> Path:
    (found,) = (tmp_path / "cache/rulelang/native").glob(f"*.{kind}")
    return found


def test_a_game_that_was_compiled_is_found_without_its_text(texts):
    first, second = played(Setup("no_thanks", 3)), played(Setup("no_thanks", 3))
    assert len(texts) == 1
    assert (first.scores, first.winners, first.answers) == (second.scores, second.winners, second.answers)


def test_other_rules_settings_and_builds_have_other_notes():
    command, some = cc.compiler(), [Setup("no_thanks", 3), Setup("no_thanks", 4), Setup("liars_dice", 3)]
    some += [Setup("liars_dice", 3, (), (("wild_ones", False),)), Setup("nokosu", 3)]
    programs = [setup.game.program for setup in some]
    mod = ROOT / "examples/mods/nokosu_first.rules"
    programs.append(load(ROOT / "games/nokosu.rules", players=3, mods=[mod]).program)
    keys = {notes.key_of(program, build, command) for program in programs for build in ("step", "other")}
    assert len(keys) == 2 * len(programs)


@pytest.mark.parametrize("how", ["writable by all", "empty", "no text", "elsewhere", "no library"])
def test_what_may_be_wrong_is_made_again(how, texts, tmp_path):
    wanted = played(Setup("no_thanks", 3)).scores
    note, library = of_folder(tmp_path, "of"), of_folder(tmp_path, "so")
    if how == "writable by all":
        note.chmod(0o666)
    elif how == "no library":
        library.unlink()
    else:
        elsewhere = tmp_path / "game.so"
        elsewhere.write_bytes(library.read_bytes())
        note.write_bytes({"empty": b"", "no text": b"\xff\xfe", "elsewhere": str(elsewhere).encode()}[how])
    again = played(Setup("no_thanks", 3))
    assert len(texts) == 2 and again.scores == wanted
    assert Path(again.stepper.lib.kept._name).parent == library.parent


def test_where_nothing_can_be_kept_it_is_compiled_each_time(texts, tmp_path):
    (tmp_path / "cache/rulelang/native").mkdir(parents=True, mode=0o777)
    (tmp_path / "cache/rulelang/native").chmod(0o777)
    assert played(Setup("no_thanks", 3)).scores == played(Setup("no_thanks", 3)).scores
    assert len(texts) == 2


def test_a_cache_that_is_full_is_as_good_as_none(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    compiled = cc.compile_text

    def full(command: list[str], text: str, path: Path, usual: tuple[str, ...]) -> Path:
        if path.is_relative_to(tmp_path):
            raise OSError(28, "No space left on device")
        return compiled(command, text, path, usual)

    monkeypatch.setattr(cc, "compile_text", full)
    assert cc.library("int seven(void) { return 7; }").seven() == 7
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(cc.NoCompiler, match="no place for what the C compiler makes: No space left"):
        cc.library("int eight(void) { return 8; }")


def test_the_cache_lies_where_the_user_says(tmp_path, monkeypatch):
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "own"))
    assert place("a.so") == tmp_path / "own" / "native" / "a.so"
    os.mkfifo(tmp_path / "own" / "native" / "pipe.so")
    assert place("pipe.so") is None
    monkeypatch.delenv("RULELANG_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    assert place("a.so") is None
