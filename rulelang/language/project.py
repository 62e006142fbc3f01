"""The texts in an editor: open ones as typed, the others as on disk.

    project = Project()
    project.open(path, text)
    project.problems(path), project.index(path)

Nothing is written here. Results are cached until a text changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from rulelang.base.files import Shelf, resolve_source
from rulelang.base.source import Source, Span, Unreadable, read_source
from rulelang.check.checker import Checker
from rulelang.diagnostics import Diagnostic
from rulelang.ir import Game
from rulelang.language.changes import Key
from rulelang.language.index import Index, Thing, index_of
from rulelang.language.memory import Memory, View
from rulelang.link.linker import Reader
from rulelang.syntax import nodes, parse
from rulelang.syntax.incremental import Rereader
from rulelang.workspace.fixes.edits import Edit, offers
from rulelang.workspace.modules import HEAD
from rulelang.workspace.problems import Examined, Variants, examining

HALF = re.compile("[\\ud800-\\udfff]")
FROM_LIBRARY = re.compile(r"use\s+std\.\w+(\s*,\s*std\.\w+)*\s*(#.*)?")
Written = tuple[int, int, int]
"""When a file was changed last, and its size."""
Resolved = dict[tuple[Path, str], Path | None]
"""The file that a request from a folder means."""


class Examination:
    """The examination of a file, carried on only as far as needed. Each form of the game is checked once, for its
    problems and for its names.
    """

    def __init__(self, source: Source, reader: Reader, shelf: Shelf, memory: Memory) -> None:
        self.source, self.reader, self.shelf = source, reader, shelf
        self.view = View(reader, memory)
        self.steps = examining(source, (), self.view.read, shelf, self.view)
        self.done: list[Examined] = []

    @property
    def checkers(self) -> dict[Variants, Checker]:
        """The checkers so far, by active variants."""
        return {active: form.checker for active, form in self.view.forms.items()}

    def __iter__(self) -> Iterator[list[Diagnostic]]:
        """The problems found so far, after each step; finished steps are not repeated."""
        at = 0
        while at < len(self.done) or self.step():
            yield self.done[at].problems
            at += 1

    def step(self) -> bool:
        """One more step, unless all are done."""
        found = next(self.steps, None)
        self.done += [found] if found is not None else []
        return found is not None

    def first(self) -> Examined:
        """The result of the first step, which takes a fraction of the whole."""
        next(iter(self))
        return self.done[0]

    def rules(self) -> Game | None:
        """The game without its tests, unless the first step finds an error."""
        wrong = any(each.severity == "error" for each in self.first().problems)
        return self.checkers[()].rules if () in self.checkers and not wrong else None

    def problems(self) -> list[Diagnostic]:
        """Everything that is wrong with the file."""
        *_, last = self
        return last

    @cached_property
    def index(self) -> Index:
        """The names of the game or mod."""
        self.first()
        return index_of(self.source, self.reader, self.shelf, self.checkers)


class Project:
    """Open texts, and the results for them."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.folders = [folder.resolve() for folder in folders]
        self.texts: dict[Path, str] = {}
        self.reader, self.trial_reader = Rereader(), Rereader()  # one for the real texts, one for trial edits
        self.other: Project | None = None
        self.examinations: dict[Path, Examination] = {}
        self.memories: dict[Path, Memory] = {}
        self.asked: dict[Path, tuple[Written, tuple[str, ...]]] = {}
        """By file on the disk: what it requested when it was read last."""

    # ------------------------------------------------------------ texts

    def open(self, path: Path, text: str) -> None:
        """Open or change a text: what depends on it must be examined again. Half a letter (a lone surrogate), as an
        editor sends it for a moment, counts as one letter that is not known.
        """
        text = HALF.sub("\N{REPLACEMENT CHARACTER}", text)
        if self.texts.get(path.resolve()) != text:
            self.forget(path.resolve())
            self.texts[path.resolve()] = text

    def close(self, path: Path) -> None:
        self.forget(path.resolve())
        self.texts.pop(path.resolve(), None)
        self.memories.pop(path.resolve(), None)

    def forget(self, path: Path) -> None:
        """Drop the results for a file and for those that depend on it."""
        for each in [each for each in self.examinations if each == path or path in self.stands_on(each)]:
            del self.examinations[each]

    def with_texts(self, texts: dict[Path, str]) -> Project:
        """The project as if some files had other texts. There is one such object, which parses again only what
        differs.
        """
        self.other = self.other or Project()
        self.other.folders, self.other.texts = self.folders, {**self.texts, **texts}
        self.other.examinations.clear()
        return self.other

    def source(self, path: Path) -> Source | None:
        """The text of a file under its absolute path, or None if it cannot be read."""
        path = path.resolve()
        if path in self.texts:
            return Source(str(path), self.texts[path])
        try:
            return Source(str(path), read_source(path).text)
        except Unreadable:
            return None

    def tree(self, path: Path) -> nodes.File | None:
        source = self.source(path)
        return self.reader(source)[0] if source is not None else None

    # ------------------------------------------------------------ what is known

    def examination(self, path: Path) -> Examination:
        path = self.user(path.resolve())
        if path not in self.examinations:
            source = self.source(path) or Source(str(path), "")
            memory = self.memories.setdefault(path, Memory())
            self.examinations[path] = Examination(source, self.reader, OpenTexts(self), memory)
        return self.examinations[path]

    def problems(self, path: Path) -> list[Diagnostic]:
        """Everything that is wrong with a file."""
        return self.examination(path).problems()

    def fixes(self, path: Path, problem: Diagnostic) -> Iterator[Edit]:
        """The edits that remove a problem of the file without a new one on its line."""
        before, text = self.in_line(path, problem), problem.span.source.text
        for edit in offers(problem):
            after = self.with_texts({path.resolve(): edit.apply(text)})
            if after.in_line(path, problem) < before:
                yield edit

    def in_line(self, path: Path, problem: Diagnostic) -> int:
        """The number of problems on the line of a problem."""
        places = ((each.span.source.name, each.line) for each in self.problems(path))
        return sum(place == (problem.span.source.name, problem.line) for place in places)

    def index(self, path: Path) -> Index:
        """The names of a game or mod."""
        return self.examination(path).index

    def alike(self, path: Path, thing: Thing, spelled: bool = False) -> Iterator[tuple[Index, Thing]]:
        """The things that a name of a file stands for, in the index of each file of its family: those that share a
        place with it, and those with the same name in files that depend on one where it is mentioned. `spelled`: only
        where the name can have a place that no other index has.
        """
        name = self.index(path).key_of(thing)
        homes = {file for file in (path.resolve(), *self.stands_on(path)) if self.names(file, name)}
        for file in self.family(path):
            if spelled and not self.spells(file, thing):
                continue
            index = self.index(file)
            key = index.key_of(thing)
            if key is None and name is not None and homes & {file, *self.stands_on(file)}:
                key = index.root(name)
            if key in index.things:
                yield index, index.things[key]

    def names(self, path: Path, key: Key | None) -> bool:
        """Whether this is a name, and occurs in the text of the file."""
        index = self.index(path)
        found = index.things.get(index.root(key)) if key is not None and key[0] != "at" else None
        return found is not None and any(place[0] == str(path) for place in found.places)

    def spells(self, path: Path, thing: Thing) -> bool:
        """Whether the word of a name is in a game or mod, or in a module that it uses: what a module means by a word
        depends on who uses it.
        """
        word = re.compile(rf"\b{re.escape(thing.name.rpartition('.')[2])}\b", re.IGNORECASE)  # look: {color}
        texts = (source.text for file in (path, *self.stands_on(path)) if (source := self.source(file)) is not None)
        own, *below = texts
        return any(word.search(text) for text in (own, *(each for each in below if not HEAD.search(each))))

    def mentions(self, path: Path, thing: Thing) -> list[Span]:
        """Every mention of a name in the game, its mods and its modules."""
        places = {place for _, same in self.alike(path, thing, spelled=True) for place in same.places}
        sources = {name: self.source(Path(name)) for name, _, _ in places}
        found = ((sources[name], start, end) for name, start, end in sorted(places))
        return [Span(source, start, end) for source, start, end in found if source is not None]

    def user(self, path: Path) -> Path:
        """The file itself; for a module, which is no game by itself, a file of the workspace that uses it."""
        source = self.source(path)
        if source is None or HEAD.search(source.text):
            return path
        return next((each for each in sorted(self.files()) if path in self.stands_on(each)), path)

    def family(self, path: Path) -> list[Path]:
        """The files that share names with a file: its dependencies, and all that depend on any of these."""
        path = path.resolve()
        found: Resolved = {}
        below = {each: self.stands_on(each, found) for each in self.files()}
        family = {path, *self.stands_on(path)}
        while more := {each for each, on in below.items() if on & family} - family:
            family |= more
        return sorted(family)

    def files(self) -> set[Path]:
        """Every rules file of the workspace, and every open one; reading a pipe would block."""
        found = (path for folder in self.folders for path in folder.rglob("*.rules") if path.is_file())
        return {path.resolve() if path.is_symlink() else path for path in found} | set(self.texts)

    def stands_on(self, path: Path, resolved: Resolved | None = None) -> set[Path]:
        """The files outside the library that a file extends or uses, directly or indirectly. `resolved`: requests that
        were resolved a moment ago.
        """
        found: set[Path] = set()
        waiting, known = [path], {} if resolved is None else resolved
        while waiting:
            asking = waiting.pop()
            for words in self.requests(asking):
                request = asking.parent, words
                if request not in known:
                    below = resolve_source(str(asking), words)
                    known[request] = Path(below.name).resolve() if isinstance(below, Source) else None
                place = known[request]
                if place is not None and place not in found:
                    found.add(place)
                    waiting.append(place)
        return found

    def requests(self, path: Path) -> tuple[str, ...]:
        """The words by which a file requests others. A file on the disk is read again only if it has changed."""
        if path.resolve() in self.texts:
            return requests_in(self.texts[path.resolve()])
        try:
            about = path.stat()
        except OSError:
            return ()
        written = about.st_mtime_ns, about.st_ctime_ns, about.st_size
        known = self.asked.get(path)
        if known is None or known[0] != written:
            source = self.source(path)
            known = self.asked[path] = written, requests_in(source.text) if source is not None else ()
        return known[1]


def requests_in(text: str) -> tuple[str, ...]:
    """The words by which a text requests others: only the lines that can do so are parsed."""
    lines = [line for line in text.splitlines() if line.startswith(("use", "mod"))]
    if all(FROM_LIBRARY.fullmatch(line) for line in lines):
        return ()
    return tuple(requests_of(parse(Source("", "rules 1\n" + "\n".join(lines) + "\n"))[0]))


def requests_of(tree: nodes.File) -> Iterable[str]:
    """The words by which a file requests others, as the linker writes them."""
    for part in tree.parts:
        if isinstance(part, nodes.ModHead):
            yield f"extends {part.base}"
        elif isinstance(part, nodes.Use):
            yield from (f"use {name}" for name in part.modules if not name.startswith("std."))


class OpenTexts(Shelf):
    """What the linker requests by name, from the project: an unsaved text takes precedence over its file."""

    def __init__(self, project: Project) -> None:
        super().__init__()
        self.project = project

    def get(self, place: tuple[str, str], default: object = None) -> Source | None:  # type: ignore[override]
        below = resolve_source(*place) if not place[1].startswith("use std.") else None
        if not isinstance(below, Source):
            return None
        path = Path(below.name).resolve()
        self[place] = Source(str(path), self.project.texts.get(path, below.text))
        return self[place]
