"""Many files in a workspace: what has no name of a game is not parsed, and nothing that has one is passed over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers import ALL, GAMES
from renaming import names_of, workspace

from rulelang.base.files import bundled_mods
from rulelang.base.source import Source
from rulelang.language.index import Thing
from rulelang.language.project import Project, requests_in, requests_of
from rulelang.lsp.positions import position
from rulelang.syntax import parse

GAME = 'rules 1\ngame "G" for 2 players\n{}\nplay: nothing\nwinner p: most p.number\n'
AMOUNT = "use parts\nfn amount() -> Int = 1"


def spans(project: Project, path: Path, thing: Thing) -> set[tuple[str, int, int]]:
    """Every mention, in whatever index it is."""
    return {place for _, same in project.alike(path, thing) for place in same.places}


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES)
def test_mentions_are_found_in_all_files(game: str, tmp_path: Path) -> None:
    project, path = workspace(game, tmp_path, 2), (tmp_path / f"{game}.rules").resolve()
    for offset in sorted(names_of(project, path))[::5]:
        thing = project.index(path).at(str(path), offset)
        assert thing is not None
        assert {span.place for span in project.mentions(path, thing)} == spans(project, path, thing), thing.name


def test_what_a_module_means_depends_on_who_uses_it(tmp_path: Path) -> None:
    """A mod that does not write the word may stand on a module that does."""
    for name, text in {
        "parts": "rules 1\nfn twice() -> Int = 2 * amount()\n",
        "a": GAME.format(AMOUNT),
        "c": GAME.format(AMOUNT),
        "b": 'rules 1\nmod "B" extends c\nconst K = twice()\n',
    }.items():
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
    project, path = Project([tmp_path]), tmp_path.resolve() / "c.rules"
    thing = project.index(path).at(str(path), GAME.format(AMOUNT).index("amount"))
    assert thing is not None
    found = {Path(span.source.name).stem for span in project.mentions(path, thing)}
    assert found == {"a", "c", "parts"} and len(spans(project, path, thing)) == 3


@pytest.mark.parametrize("path", [*ALL.values(), *sorted(bundled_mods().glob("*.rules"))], ids=lambda path: path.stem)
def test_what_a_text_requests_is_read_from_its_first_lines(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert requests_in(text) == tuple(requests_of(parse(Source(path.name, text))[0]))


def test_a_file_without_the_name_is_not_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a pipe is not waited for."""
    (tmp_path / "g.rules").write_text(GAME.format("fn amount() -> Int = 1"), encoding="utf-8")
    for number in range(5):
        (tmp_path / f"other{number}.rules").write_text(GAME.format("use std.french"), encoding="utf-8")
        (tmp_path / f"mod{number}.rules").write_text('rules 1\nmod "M" extends g\nconst K = 1\n', encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.rules")
    project, path = Project([tmp_path]), tmp_path.resolve() / "g.rules"
    parsed: list[str] = []
    reader = project.reader
    monkeypatch.setattr(project, "reader", lambda source: parsed.append(Path(source.name).stem) or reader(source))
    thing = project.index(path).at(str(path), GAME.index("{}") + 3)
    assert thing is not None and len(project.family(path)) == 6
    assert [span.line for span in project.mentions(path, thing)] == [3]
    assert not [name for name in parsed if name.startswith(("other", "mod"))]


def test_a_request_that_was_changed_on_the_disk_is_read_again(tmp_path: Path) -> None:
    for name in ("g", "h"):
        (tmp_path / f"{name}.rules").write_text(GAME.format(""), encoding="utf-8")
    mod, project = tmp_path.resolve() / "m.rules", Project([tmp_path])
    for base in ("g", "h"):
        mod.write_text(f'rules 1\nmod "M" extends {base}\n', encoding="utf-8")
        os.utime(mod, ns=(1, 2 if base == "g" else 3))
        assert project.stands_on(mod) == {tmp_path.resolve() / f"{base}.rules"}
    project.open(mod, 'rules 1\nmod "M" extends g\n')
    assert project.stands_on(mod) == {tmp_path.resolve() / "g.rules"}


def test_half_a_letter_is_a_letter(tmp_path: Path) -> None:
    """An editor sends it while somebody deletes an emoji; what comes behind it stays where it is."""
    project, path = Project([]), tmp_path.resolve() / "g.rules"
    project.open(path, GAME.format('const A = "\ud83d" ; n'))
    (found,) = project.problems(path)
    assert position(found.span.source, found.span.start).character == 14
