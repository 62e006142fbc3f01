"""Renaming over a game and all its mods to a fresh name and back."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from helpers import GAMES, ROOT

from rulelang.base.source import read_source
from rulelang.language.index import apply_edits
from rulelang.language.project import Project
from rulelang.language.rename import Edit, Edits, rename
from rulelang.workspace.problems import examine
from rulelang.workspace.rule_tests import prove


def workspace(game: str, folder: Path, mods: int | None = None) -> Project:
    """A game with all its mods, or the first of them, in a folder of their own."""
    for path in [GAMES[game], *sorted((ROOT / "examples/mods").glob(f"{game}_*.rules"))[:mods]]:
        shutil.copy(path, folder)
    return Project([folder])


def names_of(project: Project, path: Path) -> Iterator[int]:
    """The place of every name that a game declares itself."""
    source = project.source(path)
    assert source is not None
    for thing in project.index(path).things.values():
        own = thing.declared is not None and thing.declared.source.name == source.name
        if own and thing.declared is not None and thing.kind not in ("setup", "play"):
            yield thing.declared.start


def applied(project: Project, edits: Edits) -> Project:
    after = Project(project.folders)
    after.texts = dict(project.texts)
    for file, found in edits.items():
        source = project.source(file)
        assert source is not None
        after.texts[file] = apply_edits(source.text, found)
    return after


def round_trip(project: Project, path: Path, starts: list[int], proved: bool = False) -> None:
    """Some names of a file to fresh ones, and back: gone without a trace, byte for byte. If they are to be `proved`,
    all tests of the game and its mods pass in between.

    Each name is renamed for itself in the texts as they are, and all are changed at once, so that names and uses are
    looked up once for all of them; where two would change the same place, one comes after the other.
    """
    before = texts_of(project)
    names = {start: name_at(project, path, start) for start in starts}
    there = merged([rename(project, path, start, fresh(name)) for start, name in names.items()])
    if there is None:
        round_trip(project, path, starts[::2], proved)
        round_trip(project, path, starts[1::2], proved)
        return
    apply(project, there)
    assert texts_of(project) != before
    if proved:
        prove_all(project)
    back = merged([rename(project, path, moved(start, there[path]), name) for start, name in names.items()])
    assert back is not None
    apply(project, back)
    for file, text in texts_of(project).items():
        assert text == before[file], (names, file)


def fresh(name: str) -> str:
    return f"Zq{name}" if name[0].isupper() else f"zq_{name}"


def merged(changes: list[Edits]) -> Edits | None:
    """Several changes as one; None if they do not go together."""
    found: Edits = {}
    for edits in changes:
        for file, some in edits.items():
            found.setdefault(file, []).extend(some)
    for some in found.values():
        some.sort()
        if any(two[0] < one[1] or one[0] == two[0] for one, two in pairwise(some)):
            return None
    return found


def texts_of(project: Project) -> dict[Path, str]:
    return {file: source.text for file in project.files() if (source := project.source(file)) is not None}


def apply(project: Project, edits: Edits) -> None:
    """The texts as they are after some edits."""
    for file, found in edits.items():
        source = project.source(file)
        assert source is not None
        project.open(file, apply_edits(source.text, found))


def name_at(project: Project, path: Path, start: int) -> str:
    source = project.source(path)
    assert source is not None
    thing = project.index(path).at(source.name, start)
    assert thing is not None
    return thing.name.rpartition(".")[2]


def moved(start: int, edits: list[Edit]) -> int:
    """Where something stands after some edits of its file."""
    return start + sum(len(new) - (last - first) for first, last, new in edits if first < start)


def prove_all(project: Project) -> None:
    """Every test of every file of a workspace with the texts as they are now, written down somewhere else."""
    with tempfile.TemporaryDirectory() as folder:
        files = {Path(folder) / path.name: project.source(path) for path in project.files()}
        for path, source in files.items():
            assert source is not None
            path.write_text(source.text, encoding="utf-8")
        for path in files:
            found = examine(read_source(path))
            assert not found.errors, (path.name, found.errors[0].title)
            failed = [each.test.title for each in prove(found) if not each.passed and not each.on_purpose]
            assert not failed, (path.name, failed)
