"""Links files into one game.

Order: the library, then the file (for a mod: its base), then the mods in the given order, then the variants in the
order of their declaration. `changes` applies their changes. Options are values, not changes: they are set when a game
is loaded.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import attrs

from rulelang.base import limits
from rulelang.base.files import Refusal, Shelf, known_games, module_names, resolve_source
from rulelang.base.frozen import Frozen, frozen
from rulelang.base.source import Source
from rulelang.diagnostics import Diagnostic, nearest, problem
from rulelang.link import library
from rulelang.link.changes import apply
from rulelang.link.merge import Merger, Touch, Weaves
from rulelang.syntax import nodes, parse
from rulelang.syntax.file_checks import holes
from rulelang.syntax.scan import check_words


@frozen
class Linked(Frozen):
    """One game: every declaration in effect, in order, after all changes."""

    source: Source
    head: nodes.Game
    declarations: tuple[nodes.Decl, ...]
    library: frozenset[int]
    """Ids of the declarations that come from the standard library."""
    originals: dict[int, nodes.Node]
    """By id of an overriding node: what it replaced."""
    weaves: Weaves
    variants: dict[str, nodes.Variant]
    active: tuple[str, ...]
    mods: tuple[nodes.ModHead, ...]
    tests: tuple[nodes.Test, ...]
    breaks: tuple[nodes.Word, ...]
    """Tests of the base that a mod fails on purpose, by title or leading id."""
    touched: tuple[Touch, ...]
    """The changes of mods and variants, in order."""
    lost: frozenset[str]
    """Words in parts that could not be parsed: they may have been declared there."""
    unsound: frozenset[str]
    """What is declared twice, or could not be changed as asked: its uses are not judged."""

    def declared(self, *kinds: type) -> list[Any]:
        """The declarations of some kinds, in order."""
        return [each for each in self.declarations if isinstance(each, kinds)]


Reader = Callable[[Source], tuple[nodes.File, list[Diagnostic]]]

KEPT = 100_000  # texts of up to this many letters are cached


def read_once(source: Source) -> tuple[nodes.File, list[Diagnostic]]:
    """`parse` with a cache of the last few texts of usual size: a game is often loaded for several tables."""
    if len(source.text) > KEPT:
        return parse(source)
    tree, problems = read_within(source, limits.current())
    return tree, problems.copy()


@functools.lru_cache(maxsize=8)
def read_within(source: Source, bounds: limits.Limits) -> tuple[nodes.File, list[Diagnostic]]:
    """The tree of a text, cached together with the limits."""
    return parse(source)


def link(
    source: Source,
    variants: Sequence[str] = (),
    mods: Sequence[Source] = (),
    reader: Reader = read_once,
    shelf: Shelf | None = None,
) -> tuple[Linked | None, list[Diagnostic]]:
    """The game that a file describes, with these variants and mods. A `reader` may cache what it has parsed.

    Files on the `shelf` are taken from there; the others are read, and put there.
    """
    linker = Linker(reader, (source, *mods), {} if shelf is None else shelf)
    chain = linker.chain(source)
    if chain is None:
        return None, linker.problems
    base, own_mods = chain
    for mod in mods:
        files = linker.mod_files(mod)
        if files is not None and linker.fits(base, files):
            own_mods = [*own_mods, *(files[1:] or files)]  # the first is the base, which is there already
    linked = linker.build(base, drop_duplicates(own_mods), variants)
    return linked, linker.problems


def drop_duplicates(files: Iterable[nodes.File]) -> list[nodes.File]:
    """Keep the first occurrence of each file: two mods may have the same base."""
    found: dict[str, nodes.File] = {}
    for file in files:
        found.setdefault(os.path.realpath(file.span.source.name), file)
    return list(found.values())


@attrs.define
class Linker:
    """What was read and found while files are linked."""

    reader: Reader
    given: tuple[Source, ...] = ()
    """What the caller names: it may be extended wherever it lies."""
    shelf: Shelf = attrs.field(factory=dict)
    problems: list[Diagnostic] = attrs.field(factory=list)
    files: dict[str, Source] = attrs.field(factory=dict)
    """What was read so far, by name."""

    def read(self, source: Source) -> nodes.File:
        if source.is_rules and source.name not in self.files:
            self.files[source.name] = source
            limits.check(len(self.files), "files", source.line_span())
            check_words(self.files.values())
        file, problems = self.reader(source)
        self.problems += problems
        return file

    # ------------------------------------------------------------ which files

    def chain(self, source: Source) -> tuple[nodes.File, list[nodes.File]] | None:
        """The base game and the mods on the way to this file."""
        files = self.mod_files(source)
        if files is None:
            return None
        if not _heads(files[0], nodes.Game):
            if not _unreadable_head(files[0]) and not any(each.code == "R120" for each in self.problems):
                self.problems += [problem("R201", files[0].span)]
            return None
        return files[0], files[1:]

    def mod_files(self, source: Source, seen: tuple[str, ...] = ()) -> list[nodes.File] | None:
        """For a mod: the files it is based on, and itself; for a game, itself alone."""
        file = self.read(source)
        heads = _heads(file, nodes.ModHead)
        if not heads:
            return [file]
        head = heads[0]
        base = self.base_of(head, source)
        if base is None or base.name in seen:
            if base is not None:
                self.problems += [problem("R204", head.base.span, name=head.base)]
            return None
        below = self.mod_files(base, (*seen, source.name))
        return [*below, file] if below else None

    def base_of(self, head: nodes.ModHead, source: Source) -> Source | None:
        return self.fetch(source.name, "extends", head.base, "R203", known_games())

    def fetch(
        self, asking: str, verb: str, name: nodes.Word, missing: str, known: Iterable[str]
    ) -> Source | None:
        """Fetch a file that another asks for by name, and put it on the shelf; if that fails, report why."""
        place = asking, f"{verb} {name}"
        found = self.shelf.get(place) or resolve_source(*place, self.given)
        if isinstance(found, Source):
            self.shelf[place] = found
            return found
        if isinstance(found, Refusal):
            self.problems += [problem(found.code, name.span, name=name, why=found.why)]
            return None
        close = nearest(name, known)
        self.problems += [problem(missing, name.span, name=name, help=f"did you mean `{close}`?" if close else "")]
        return None

    def fits(self, base: nodes.File, files: list[nodes.File]) -> bool:
        """Whether a mod belongs to this game: the file names decide, wherever the files lie."""
        head = _heads(files[-1], nodes.ModHead)
        game, other = (Path(file.span.source.name).name for file in (base, files[0]))
        if head and game != other:
            also = [(each.title.span, "the game that is played") for each in _heads(base, nodes.Game)]
            self.problems += [problem("R220", head[0].base.span, mod=head[0].title, also=also)]
            return False
        return True

    # ------------------------------------------------------------ one game

    def build(self, base: nodes.File, mods: Sequence[nodes.File], variants: Sequence[str]) -> Linked:
        merger = Merger(self.problems)
        std = self.library_declarations([base, *mods])
        apply(merger, [*std, *_own(base)])
        titles = _titles(mods)
        merger.mods = {titles[id(mod)]: self.below(mod, mods, titles) for mod in mods}
        for mod in mods:
            apply(merger, _own(mod), titles[id(mod)])
        limits.check(len(merger.order), "declarations", base.span.source.line_span())
        self.check_names(merger, mods)
        active = self.choose_variants(merger.variants, variants)
        for name in active:
            apply(merger, merger.variants[name].changes, name)
        heads = _heads(base, nodes.Game)
        return Linked(
            base.span.source,
            attrs.evolve(heads[0], players=merger.game.players) if merger.game else heads[0],
            tuple(merger.declarations()),
            frozenset(id(decl) for decl in std),
            merger.originals,
            merger.weaves,
            merger.variants,
            active,
            tuple(head for mod in mods for head in _heads(mod, nodes.ModHead)),
            tuple(merger.tests.values()),
            tuple(test for mod in mods for each in _heads(mod, nodes.Breaks) for test in each.tests),
            tuple(merger.touched),
            frozenset(word for each in (base, *mods) for word in hole_words(each)) if self.problems else frozenset(),
            frozenset(merger.unsound),
        )

    def below(self, mod: nodes.File, mods: Sequence[nodes.File], titles: dict[int, str]) -> frozenset[str]:
        """The mods that a mod is based on: their changes are part of its base."""
        found: set[str] = set()
        by_path = {os.path.realpath(each.span.source.name): each for each in mods}
        while head := _heads(mod, nodes.ModHead):
            base = self.shelf.get((mod.span.source.name, f"extends {head[0].base}"))
            under = by_path.get(os.path.realpath(base.name)) if base else None
            if under is None or titles[id(under)] in found:
                break
            found.add(titles[id(under)])
            mod = under
        return frozenset(found)

    def check_names(self, merger: Merger, mods: Sequence[nodes.File]) -> None:
        """Check names outside changes: the tests that a mod breaks, the variants that one excludes."""
        for mod in mods:
            for name in (name for each in _heads(mod, nodes.Breaks) for name in each.tests):
                if not any(names_test(name, title) for title in merger.tests):
                    merger.missing(name, "test", "break", merger.tests, f"test {name}")
        for variant in merger.variants.values():
            for other in variant.excludes:
                if str(other) not in merger.variants and str(other) not in merger.removed:
                    merger.missing(other, "variant", "exclude", merger.variants)

    def choose_variants(self, known: dict[str, nodes.Variant], wanted: Iterable[str]) -> tuple[str, ...]:
        """The requested variants, in the order of their declaration. The caller reports unknown names."""
        chosen = set(wanted)
        return tuple(name for name in known if name in chosen)

    def library_declarations(self, files: Sequence[nodes.File]) -> list[nodes.Decl]:
        """The prelude, the used modules, and the families in play."""
        found: list[nodes.Decl] = list(library.library_file("prelude")[0].declarations)
        seen: set[str] = set()
        for file in files:
            found += self.used_declarations(file, seen)
        for family in library.FAMILIES:
            if any(_plays(part, family) for file in files for part in file.parts):
                found += library.library_file(family)[0].declarations
        return found

    def used_declarations(self, file: nodes.File, seen: set[str]) -> list[nodes.Decl]:
        """The declarations of the modules that a file uses, directly or through others; each module once."""
        found: list[nodes.Decl] = []
        for name in (name for use in _heads(file, nodes.Use) for name in use.modules):
            module = self.module(name)
            if module is None or module.span.source.name in seen:
                continue
            seen.add(module.span.source.name)
            if heads := [*_heads(module, nodes.Game), *_heads(module, nodes.ModHead)]:
                self.problems += [not_a_module(name, heads[0])]
            else:
                own = (each for each in _own(module) if isinstance(each, nodes.Decl))
                found += [*self.used_declarations(module, seen), *own]
        return found

    def module(self, name: nodes.Word) -> nodes.File | None:
        """The file that `use NAME` means."""
        if str(name) in module_names():
            return library.library_file(name.removeprefix("std."))[0]
        text = self.fetch(name.span.source.name, "use", name, "R202", module_names())
        return self.read(text) if text is not None else None


def not_a_module(name: nodes.Word, head: nodes.Node) -> Diagnostic:
    """A game or a mod cannot be used as a module."""
    what = "a game" if isinstance(head, nodes.Game) else "a mod"
    help_ = f"Put what both need into a file without a line `{what[2:]}`, and use that."
    why = f"it is {what} of its own"
    return problem("R205", name.span, name=name, why=why, help=help_, also=[(head.span, f"{what} begins here")])


def _heads(file: nodes.File, kind: type) -> list:
    return [part for part in file.parts if isinstance(part, kind)]


def _unreadable_head(file: nodes.File) -> bool:
    """Whether a `game` or `mod` line could not be parsed, which is reported already."""
    return any(re.match(r"(game|mod)\b", hole.span.text) for hole in _heads(file, nodes.Hole))


def hole_words(file: nodes.File) -> list[str]:
    """The words in the holes of a file."""
    return [word for hole in holes(file) for word in re.findall(r"[A-Za-z_]\w*", hole.span.text)]


def names_test(name: str, title: str) -> bool:
    """Whether a `breaks` entry means this test: by its title, or by the id at the beginning of the title."""
    return name == title or re.match(rf"{re.escape(name)}(?![\w-])", title) is not None


def _titles(mods: Sequence[nodes.File]) -> dict[int, str]:
    """The name of each mod in messages, by id; mods with equal titles are distinguished by their files."""
    found: dict[int, str] = {}
    for mod in mods:
        heads = _heads(mod, nodes.ModHead)
        title = str(heads[0].title) if heads else mod.span.source.name
        found[id(mod)] = f"{title} ({mod.span.source.name})" if title in found.values() else title
    return found


def _own(file: nodes.File) -> list[nodes.Node]:
    skip = (nodes.Game, nodes.ModHead, nodes.Use, nodes.Version, nodes.Breaks)
    return [part for part in file.parts if not isinstance(part, skip)]


def _plays(part: nodes.Node, family: str) -> bool:
    """Whether this declaration, or one inside a variant or an override, belongs to the family."""
    if isinstance(part, nodes.Instance | nodes.Mechanism):
        return part.family.name == family
    if isinstance(part, nodes.Variant):
        return any(_plays(change, family) for change in part.changes)
    return isinstance(part, nodes.Override) and _plays(part.declaration, family)
