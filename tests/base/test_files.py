"""What rules may read, and how files are written: nothing from elsewhere, nothing by halves."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest
from cli_kit import rulelang

from rulelang.base import files
from rulelang.base.files import Refusal, Unwritable, resolve_source, write_whole
from rulelang.base.source import Source

SECRET = "root:x:0:0:a secret of somebody else:/root:/bin/sh\n"
GAME = 'rules 1\ngame "G" for 2 players\nplay: nothing\nwinner p: most p.number\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


# ---------------------------------------------------------------- reading


@pytest.mark.parametrize("head", ["", "# rules 1\n", "rules\n", "rulez 1\n", "game rules 1\n", "\x0crules 1\n"])
@pytest.mark.parametrize("way", ["extends foreign", 'extends "foreign.rules"', "use foreign", "named", "mod", "link"])
def test_nothing_of_a_file_that_is_no_rules_is_shown(here: Path, head: str, way: str) -> None:
    if way == "link":
        (here.parent / "passwd").write_text(head + SECRET)
        (here / "foreign.rules").symlink_to(here.parent / "passwd")
    else:
        (here / "foreign.rules").write_text(head + SECRET)
    use = f"{way}\n" if way.startswith("use") else ""
    (here / "game.rules").write_text(GAME.replace("play:", f"{use}play:"))
    (here / "mod.rules").write_text(f'rules 1\nmod "M" {way if way.startswith("extends") else "extends foreign"}\n')
    asked = {"named": ["foreign.rules"], "mod": ["game.rules", "--mod", "foreign.rules"], "use foreign": ["game.rules"]}
    for verb in ("check", "run", "rulebook", "test", "sim"):
        said = rulelang(verb, *asked.get(way, ["mod.rules"]))
        assert said.code != 0 and "mistake in rulelang" not in said.err
        assert not any(word in said.text for word in ("root", "secret", "/bin/sh"))
    for line in ("fmt --diff foreign.rules", "check --fix foreign.rules", "check --json ."):
        assert "secret" not in rulelang(*line.split()).text
    assert (here / "foreign.rules").read_text() == head + SECRET


def test_a_file_that_is_exchanged_for_a_link_while_it_is_opened(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "below").mkdir()
    (here / "below" / "base.rules").write_text(GAME)
    (here.parent / "base.rules").write_text(GAME.replace("G", "secret"))
    real = files.open_below
    for name, step in (("base.rules", here / "below" / "base.rules"), ("below", here / "below")):

        def exchange(root: str, below: list[str], step: Path = step) -> int:
            step.rename(here / f"was-{step.name}")
            step.symlink_to(here.parent / "base.rules" if step.suffix else here.parent)
            return real(root, below)

        monkeypatch.setattr(files, "open_below", exchange)
        found = resolve_source("mod.rules", "extends below/base.rules")
        assert isinstance(found, Refusal) and found.code == "R205", name
        step.unlink()
        (here / f"was-{step.name}").rename(step)
    monkeypatch.setattr(files, "open_below", real)
    assert resolve_source("mod.rules", "extends below/base.rules") == Source("below/base.rules", GAME)


def test_what_the_caller_gives_may_lie_anywhere(here: Path) -> None:
    (here / "mods").mkdir()
    given = Source("base.rules", GAME)
    (here / "base.rules").write_text(GAME)
    for words in ("extends ../base.rules", f"extends {here}/base.rules", "extends base"):
        assert resolve_source("mods/mod.rules", words, [given]) is given
        assert (
            resolve_source("mods/mod.rules", words) is None or resolve_source("mods/mod.rules", words) == files.OUTSIDE
        )
    (here / "mods" / "base.rules").write_text(GAME.replace("G", "Nearer"))
    nearer = resolve_source("mods/mod.rules", "extends base", [given])
    assert isinstance(nearer, Source) and "Nearer" in nearer.text


def test_a_link_inside_the_folder_is_followed(here: Path) -> None:
    (here / "old.rules").write_text(GAME)
    (here / "new.rules").symlink_to("old.rules")
    assert resolve_source("mod.rules", "extends new") == Source("new.rules", GAME)


# ---------------------------------------------------------------- writing


def test_a_file_keeps_its_mode_and_a_link_stays_one(here: Path) -> None:
    (here / "real").write_text("old")
    (here / "real").chmod(0o640)
    (here / "link").symlink_to("real")
    write_whole("link", "new ü")
    assert (here / "link").is_symlink() and (here / "real").read_text() == "new ü"
    assert stat.S_IMODE((here / "real").stat().st_mode) == 0o640
    before = os.umask(0o027)
    write_whole(here / "made", b"bytes")
    os.umask(before)
    assert stat.S_IMODE((here / "made").stat().st_mode) == 0o640
    write_whole(os.devnull, "nothing to replace")
    assert not Path(os.devnull).is_file() and sorted(os.listdir(here)) == ["link", "made", "real"]


@pytest.mark.parametrize("name", ["fsync", "replace", "open"])
def test_a_write_that_fails_leaves_what_was_there(here: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (here / "file").write_text("old")

    def fail(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched, pytest.raises(Unwritable) as caught:
        patched.setattr(files.os, name, fail)
        write_whole("file", "new")
    assert str(caught.value) == "`file` cannot be written (no space left on device); nothing there was changed."
    assert (here / "file").read_text() == "old" and os.listdir(here) == ["file"]


def test_ctrl_c_as_soon_as_the_new_file_is_there_leaves_no_part_of_it(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, opened = here / "old.txt", os.open
    path.write_text("old", encoding="utf-8")

    def interrupted(*words: object) -> int:
        os.close(opened(*words))
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "open", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "new")
    assert [each.name for each in here.glob(".*")] == [] and path.read_text(encoding="utf-8") == "old"


def test_a_verb_says_why_it_could_not_write(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "game.rules").write_text(GAME.replace("most p.number", "most   p.number"))

    def fail(*_: object) -> None:
        raise OSError(errno.EDQUOT, "Disk quota exceeded")

    monkeypatch.setattr(files, "replace", fail)
    for arguments in (("fmt", "game.rules"), ("rulebook", "game.rules", "-o", "b.md"), ("new", "mine"),
                      ("run", "game.rules", "--trace", "t.jsonl")):  # fmt: skip
        said = rulelang(*arguments)
        assert said.code == 1 and "cannot be written (disk quota exceeded); nothing there was changed." in said.err
    assert os.listdir(here) == ["game.rules"]
