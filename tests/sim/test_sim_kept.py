"""Compiled games that are found again by their texts: soon, and never for other rules."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_kit import BREAKS, GUESS, rulelang
from native_kit import needs_c

from rulelang.base import cache as library_cache
from rulelang.base import files
from rulelang.play.errors import LoadError
from rulelang.sim import cache
from rulelang.sim import setup as setups
from rulelang.sim.instrument import plain_watch, watch_program
from rulelang.sim.report import Report, report_of
from rulelang.sim.run import simulate
from rulelang.sim.sheet import read_sheet

pytestmark = needs_c

FAR = "rules 1\nfn distance(p: Seat) -> Int = if said[p] > goal then said[p] - goal else goal - said[p]\n"
ZERO = "rules 1\nfn distance(p: Seat) -> Int = 0\n"
BASE = GUESS.replace("rules 1\n", "rules 1\nuse parts.far\n")
BASE = "".join(line for line in BASE.splitlines(keepends=True) if not line.startswith("fn distance"))
MORE = 'rules 1\nmod "More" extends base\noverride option top: 2..40 = 3\n'
SLOW = 'rules 1\nmod "Slow" extends base\noverride option top: 2..40 = 9\n'
GAMES = 40


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Iterator[Path]:
    """A game with a module, a mod of it, and a small game by itself; the cache is empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    home = tmp_path / "here"
    (home / "parts").mkdir(parents=True)
    monkeypatch.chdir(home)
    for name, text in {
        "guess": GUESS, "breaks": BREAKS, "base": BASE, "more": MORE, "slow": SLOW, "parts/far": FAR,
    }.items():  # fmt: skip
        Path(f"{name}.rules").write_text(text, encoding="utf-8")
    yield home
    forget()


@pytest.fixture
def loads(monkeypatch) -> list[str]:
    """The rules that were read, checked and lowered."""
    found, load = [], setups.load

    def noted(asked, players):
        found.append(asked.source.name)
        return load(asked, players)

    monkeypatch.setattr(setups, "load", noted)
    return found


def ran(name: str, *more, **settings) -> Report:
    """What a fresh process reports."""
    forget()
    return report_of(simulate(setups.setup_of(name, *more, **settings), 7, GAMES))


def forget() -> None:
    setups.prepare.cache_clear()
    setups.LOADED.clear()


def same(one: Report, other: Report) -> bool:
    """The same figures, whichever engine has played."""
    return {**one.to_json(), "engine": "", "why": ""} == {**other.to_json(), "engine": "", "why": ""}


def fresh(folder: Path, *words: str) -> tuple[str, set[str]]:
    """What a process of its own says, and the parts of rulelang that it has loaded."""
    text = (
        "import sys; from rulelang.cli import main; main(sys.argv[1:]);"
        "print(*(name.split('.')[1] for name in sys.modules if name.startswith('rulelang.')), file=sys.stderr)"
    )
    command = [sys.executable, "-c", text, *words]
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return said.stdout, set(said.stderr.split())


def notes() -> list[Path]:
    return sorted(Path(os.environ["XDG_CACHE_HOME"], "rulelang/native").glob("*.note"))


# ---------------------------------------------------------------- found again


@pytest.mark.parametrize("name", ["guess.rules", "more.rules", "breaks.rules"])
def test_what_was_played_is_played_again_without_its_rules(name, loads):
    first = ran(name)
    assert loads == [name] and first.engine == "c"
    again = ran(name)
    assert again == first and loads == [name] * (2 if first.faulty else 1)  # a mistake is explained by the reference
    assert same(again, ran(name, engine="python"))


def test_the_fewest_players_are_found_however_they_are_asked_for(loads):
    assert ran("guess.rules") == ran("guess.rules", 2) == ran("guess.rules")
    assert loads == ["guess.rules"]
    three = ran("guess.rules", 3)
    assert three.players == 3 == ran("guess.rules", 3).players and loads == ["guess.rules"] * 2


def test_a_process_that_finds_its_game_loads_nothing_that_reads_rules(folder):
    (told, cold), (again, warm) = (fresh(folder, "sim", "more.rules", "-n", "5") for _ in range(2))
    assert again == told and "Played by generated C." in told
    heavy = {"syntax", "link", "check", "ir", "lower", "engine", "program"}
    assert heavy <= cold and heavy.isdisjoint(warm)


def test_compare_and_several_numbers_of_players_find_theirs(loads):
    for words in (["compare", "base.rules", "more.rules"], ["sim", "guess.rules", "--players", "2..3"]):
        first, before = rulelang(*words, "-n", 50), len(loads)
        forget()
        again = rulelang(*words, "-n", 50)
        assert (again.code, again.out) == (0, first.out) and len(loads) == before > 0


@pytest.mark.parametrize("make", [watch_program, plain_watch])
def test_a_sheet_is_read_as_it_was_written(make):
    sheet = make(setups.game_of(setups.setup_of("guess.rules")).program).sheet
    assert read_sheet(sheet.to_json()) == sheet
    texts = [[each.text for each in some.uses] for some in (sheet, read_sheet(sheet.to_json()))]
    assert texts[0] == texts[1]  # texts do not count when uses are compared


# ---------------------------------------------------------------- other rules

CHANGES = {
    "the rules": ("guess.rules", "guess.rules", GUESS.replace("10 when", "20 when")),
    "their name for it": ("guess.rules", "guess.rules", GUESS.replace('"Hit"', '"Bingo"')),
    "the title": ("guess.rules", "guess.rules", GUESS.replace('"Guess"', '"Guess it"')),
    "a line": ("guess.rules", "guess.rules", f"# by us\n{GUESS}"),
    "a mod": ("more.rules", "more.rules", MORE.replace("= 3", "= 4")),
    "the base of a mod": ("more.rules", "base.rules", BASE.replace("10 when", "20 when")),
    "a module of the base": ("more.rules", "parts/far.rules", ZERO),
    "a module": ("base.rules", "parts/far.rules", ZERO),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_seen(change, loads):
    name, changed, text = CHANGES[change]
    first = ran(name)
    Path(changed).write_text(text, encoding="utf-8")
    now = ran(name)
    assert loads == [name] * 2 and not same(first, now)
    assert now == ran(name) and loads == [name] * 2
    assert same(now, ran(name, engine="python"))


def test_a_file_that_is_written_back_is_found_again(loads):
    first = ran("more.rules")
    Path("base.rules").write_text(BASE.replace("10 when", "20 when"), encoding="utf-8")
    ran("more.rules")
    Path("base.rules").write_text(BASE, encoding="utf-8")
    assert ran("more.rules") == first  # one note has one state of the base, the last that was played
    assert ran("more.rules") == first and loads == ["more.rules"] * 3


def test_a_nearer_file_of_the_same_name_is_seen(monkeypatch, tmp_path, loads):
    """`extends` means a file beside the mod, if there is one, and else a game that comes along."""
    bundled = tmp_path / "bundled"
    bundled.mkdir()
    Path("base.rules").rename(bundled / "base.rules")
    Path("parts").rename(bundled / "parts")
    monkeypatch.setattr(files, "bundled_folder", lambda kind: bundled)
    first = ran("more.rules")
    Path("base.rules").write_text(GUESS.replace("10 when", "20 when"), encoding="utf-8")
    assert not same(ran("more.rules"), first) and len(loads) == 2
    Path("base.rules").unlink()
    assert same(ran("more.rules"), first)


def test_the_same_names_elsewhere_are_other_files(tmp_path, monkeypatch, loads):
    first = ran("more.rules")
    there = tmp_path / "there"
    there.mkdir()
    monkeypatch.chdir(there)
    Path("more.rules").write_text(MORE, encoding="utf-8")
    Path("base.rules").write_text(GUESS.replace("10 when", "20 when"), encoding="utf-8")
    assert not same(ran("more.rules"), first) and len(loads) == 2


@pytest.mark.parametrize("gone", ["base.rules", "parts/far.rules"])
def test_a_file_that_is_gone_is_missed(gone):
    ran("more.rules")
    Path(gone).unlink()
    with pytest.raises(LoadError, match=r"base|parts\.far"):
        ran("more.rules")


def test_other_settings_are_other_games(loads):
    asked = [
        {}, {"players": 3}, {"options": {"top": 3}}, {"options": {"top": 4}}, {"statistics": False},
        {"mods": ["more.rules"]}, {"mods": ["slow.rules"]}, {"mods": ["more.rules", "slow.rules"]},
    ]  # fmt: skip
    wrong = asked.pop()
    first = [ran("base.rules", **each) for each in asked]
    assert len(loads) == len(asked)
    assert [ran("base.rules", **each) for each in asked] == first and len(loads) == len(asked)
    assert not any(same(one, other) for at, one in enumerate(first) for other in first[:at])
    with pytest.raises(LoadError, match="top"):
        ran("base.rules", **wrong)  # each mod is kept by itself, and both together are a conflict


def test_another_rulelang_finds_nothing(tmp_path, monkeypatch, loads):
    """Its own files count, those of the standard library among them."""
    home = tmp_path / "rulelang"
    (home / "std").mkdir(parents=True)
    (home / "std/trick.rules").write_text("rules 1\n", encoding="utf-8")
    monkeypatch.setattr(library_cache, "HOME", home)
    cache.version.cache_clear()
    try:
        ran("guess.rules")
        before = cache.version()
        (home / "std/trick.rules").write_text("rules 1\n# new\n", encoding="utf-8")
        cache.version.cache_clear()
        assert cache.version() != before
        ran("guess.rules")
        assert len(loads) == 2
    finally:
        monkeypatch.undo()
        cache.version.cache_clear()


def test_another_compiler_finds_nothing(tmp_path, monkeypatch, loads):
    ran("guess.rules")
    other = tmp_path / "other-cc"
    other.write_text('#!/bin/sh\nexec cc "$@"\n', encoding="utf-8")
    other.chmod(0o755)
    monkeypatch.setenv("RULELANG_CC", str(other))
    assert ran("guess.rules").engine == "c" and len(loads) == 2
    monkeypatch.setenv("RULELANG_CC", "no-such-compiler")
    assert "no-such-compiler" in ran("guess.rules").why and len(loads) == 3


# ---------------------------------------------------------------- notes that do not count


def spoil(note: Path, how: str) -> None:
    data = note.read_bytes()
    if how == "cut short":
        note.write_bytes(data[: len(data) // 2])
    elif how == "a letter changed":
        note.write_bytes(data.replace(b"Hit", b"Hot"))
    elif how == "of another kind":
        note.write_bytes(b"\xff\xfe")
    elif how == "empty":
        note.write_bytes(b"")
    elif how == "writable by others":
        note.chmod(0o622)
    elif how == "a link":
        note.rename(note.with_suffix(".other"))
        note.symlink_to(note.with_suffix(".other"))
    elif how == "a folder":
        note.unlink()
        note.mkdir()
    elif how == "in a folder for all":
        note.parent.chmod(0o777)


HOW = [
    "cut short", "a letter changed", "of another kind", "empty", "writable by others", "a link", "a folder",
    "in a folder for all",
]  # fmt: skip


@pytest.mark.parametrize("how", HOW)
def test_a_note_that_may_be_wrong_is_no_note(how, loads):
    first = ran("guess.rules")
    for note in notes():
        spoil(note, how)
    assert ran("guess.rules") == first and len(loads) == 2


@pytest.mark.parametrize("how", ["gone", "broken", "cut short", "writable by others"])
def test_a_library_that_may_be_wrong_is_made_again(how, folder):
    """In processes of their own: what is loaded once stays."""
    first, _ = fresh(folder, "sim", "guess.rules", "-n", "5")
    (library,) = notes()[0].parent.glob("*.so")
    whole = library.read_bytes()
    library.unlink()
    if how != "gone":
        library.write_bytes(whole[: len(whole) // 2] if how == "cut short" else b"not a library")
        library.chmod(0o722 if how == "writable by others" else 0o700)
    assert fresh(folder, "sim", "guess.rules", "-n", "5")[0] == first
    assert library.stat().st_size > 1000 and library_cache.is_ours(library)


def test_nothing_half_written_is_left():
    ran("guess.rules")
    found = {path.suffix for path in notes()[0].parent.iterdir()}
    assert found == {".note", ".so"} and all(path.stat().st_mode & 0o77 == 0 for path in notes())


def test_where_nothing_can_be_kept_it_is_played_all_the_same(tmp_path, monkeypatch, loads):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert ran("guess.rules").engine == "c" == ran("guess.rules").engine and len(loads) == 2
