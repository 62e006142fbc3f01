"""The texts an editor works on: open ones as they are typed, the others as they lie on disk.

    project = Project()
    project.open(path, text)
    project.problems(path), project.index(path)

Nothing is written here. Whatever is worked out is kept until a text changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from rulelang.base.files import Shelf, wanted
from rulelang.base.source import Source, Unreadable, read_source
from rulelang.diagnostics import Diagnostic
from rulelang.language.index import Index, index_of
from rulelang.syntax import nodes, parse
from rulelang.workspace.problems import examine, first_look

read_tree = lru_cache(maxsize=256)(parse)


class Project:
    """Open texts, and what is known of them."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.folders = [folder.resolve() for folder in folders]
        self.texts: dict[Path, str] = {}
        self.indexes: dict[Path, Index] = {}

    # ------------------------------------------------------------ texts

    def open(self, path: Path, text: str) -> None:
        """A text is opened or changed: the index of every file may be another now."""
        if self.texts.get(path.resolve()) != text:
            self.texts[path.resolve()] = text
            self.indexes.clear()

    def close(self, path: Path) -> None:
        self.texts.pop(path.resolve(), None)
        self.indexes.clear()

    def source(self, path: Path) -> Source | None:
        """The text of a file under its whole path, or None if it cannot be read."""
        path = path.resolve()
        if path in self.texts:
            return Source(str(path), self.texts[path])
        try:
            return Source(str(path), read_source(path).text)
        except Unreadable:
            return None

    def tree(self, path: Path) -> nodes.File | None:
        source = self.source(path)
        return read_tree(source)[0] if source is not None else None

    # ------------------------------------------------------------ what is known

    def first_problems(self, path: Path) -> list[Diagnostic]:
        """What is found at a first look, which takes a fraction of the whole."""
        source = self.source(path)
        return first_look(source, read_tree, OpenTexts(self)) if source is not None else []

    def problems(self, path: Path) -> list[Diagnostic]:
        """Everything that is wrong with a file."""
        source = self.source(path)
        return examine(source, (), read_tree, OpenTexts(self)).problems if source is not None else []

    def index(self, path: Path) -> Index:
        """The names of a game or mod."""
        path = path.resolve()
        if path not in self.indexes:
            source = self.source(path)
            self.indexes[path] = index_of(source, (), read_tree, OpenTexts(self)) if source is not None else Index()
        return self.indexes[path]

    def family(self, path: Path) -> list[Path]:
        """The files that share names with a file: what it stands on, and what stands on any of these."""
        path = path.resolve()
        below = {each: self.stands_on(each) for each in self.files()}
        family = {path, *self.stands_on(path)}
        while more := {each for each, on in below.items() if on & family} - family:
            family |= more
        return sorted(family)

    def files(self) -> set[Path]:
        """Every rules file of the workspace, and every open one."""
        found = {path.resolve() for folder in self.folders for path in folder.rglob("*.rules")}
        return found | set(self.texts)

    def stands_on(self, path: Path) -> set[Path]:
        """The files outside the library that a file extends or uses, directly or not."""
        found: set[Path] = set()
        waiting = [path]
        while waiting:
            asking = waiting.pop()
            tree = self.tree(asking)
            for words in wanted_by(tree) if tree is not None else ():
                below = wanted(str(asking), words)
                place = Path(below.name).resolve() if isinstance(below, Source) else None
                if place is not None and place not in found:
                    found.add(place)
                    waiting.append(place)
        return found


def wanted_by(tree: nodes.File) -> Iterable[str]:
    """The words by which a file asks for others, as the linker writes them."""
    for part in tree.parts:
        if isinstance(part, nodes.ModHead):
            yield f"extends {part.base}"
        elif isinstance(part, nodes.Use):
            yield from (f"use {name}" for name in part.modules if not name.startswith("std."))


class OpenTexts(Shelf):
    """What the linker asks for by name, from the project: a text that is not saved counts before its file."""

    def __init__(self, project: Project) -> None:
        super().__init__()
        self.project = project

    def get(self, place: tuple[str, str], default: object = None) -> Source | None:  # type: ignore[override]
        below = wanted(*place) if not place[1].startswith("use std.") else None
        if not isinstance(below, Source):
            return None
        path = Path(below.name).resolve()
        self[place] = Source(str(path), self.project.texts.get(path, below.text))
        return self[place]
