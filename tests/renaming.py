"""Renaming over a game and all its mods to a fresh name and back."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from helpers import GAMES, ROOT

from rulelang.base.source import read_source
from rulelang.language.index import edited
from rulelang.language.project import Project
from rulelang.language.rename import Edit, Edits, rename
from rulelang.workspace.problems import examine
from rulelang.workspace.rule_tests import prove


def workspace(game: str, folder: Path) -> Project:
    """A game with all its mods in a folder of their own."""
    for path in [GAMES[game], *sorted((ROOT / "examples/mods").glob(f"{game}_*.rules"))]:
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
        after.texts[file] = edited(source.text, found)
    return after


def round_trip(project: Project, path: Path, starts: list[int], proved: bool = False) -> None:
    """Some names of a file to fresh ones, one after the other, and back, the last first: each is gone without a trace,
    byte for byte. If they are to be `proved`, all tests of the game and its mods pass in between.
    """
    done: list[tuple[Project, int, str]] = []
    while starts:
        start, *starts = starts
        old = name_at(project, path, start)
        there = rename(project, path, start, f"Zq{old}" if old[0].isupper() else f"zq_{old}")
        done.append((project, moved(start, there[path]), old))
        starts = [moved(each, there[path]) for each in starts]
        project = applied(project, there)
    if proved:
        prove_all(project)
    while done:
        before, start, old = done.pop()
        back = applied(project, rename(project, path, start, old))
        for file in project.files():
            was, now = before.source(file), back.source(file)
            assert was is not None and now is not None and now.text == was.text, (old, file)
        project = before


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
