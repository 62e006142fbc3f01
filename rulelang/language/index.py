"""Where every name of a game is declared and used: hover, definition, references and rename are lookups in it.

The checker records what each name stands for (`check/environment.Mention`). As in `workspace.problems`, a game is
checked as it stands, with each of its variants and with the variants its tests ask for, so that names in variants are
found too. The names in changes (`remove fn x`, `before Deal`) are read from the tree (`changes`): what they name is
removed or merged before the checker sees the game.

A top-level name is identified by its spelling, since a mod that overrides it declares it again; a local by the place of
its declaration; a member, field, column or action by its owner. If one word stands for several of them (a field of two
kinds of piece), they are renamed together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property

import attrs

from rulelang.base.files import Shelf
from rulelang.base.source import Source, Span
from rulelang.check.checker import Checker
from rulelang.check.environment import CHOSEN, Symbol
from rulelang.language.changes import Key, change_words, part_words
from rulelang.link import link
from rulelang.link.linker import Reader
from rulelang.syntax import nodes, parse
from rulelang.syntax.nodes.base import Word
from rulelang.workspace.problems import Variants, settings

Place = tuple[str, int, int]
"""A file, and the start and end of a word in it."""

NOTHING: dict[Variants, Checker] = {}
PARTS = ("member", "field", "column", "action")


@attrs.define
class Thing:
    """What a name stands for. `places` are all its mentions; `declared` is its declaration."""

    kind: str
    name: str
    type: str
    declared: Span | None
    places: set[Place] = attrs.field(factory=set)


@attrs.frozen
class Implied:
    """A line that a mechanism needs when something it is bound to by name alone is renamed: where it goes, and its
    parts: `hand(p) = NEW[p]`.
    """

    key: Key
    file: str
    start: int
    left: str
    before: str
    after: str

    def line(self, new: str) -> str:
        return f"{self.left} = {self.before}{new}{self.after}\n"


@attrs.define(slots=False)
class Index:
    """The names of one game: by place, and by what they stand for."""

    things: dict[Key, Thing] = attrs.field(factory=dict)
    keys: dict[Place, Key] = attrs.field(factory=dict)
    joined: dict[Key, Key] = attrs.field(factory=dict)
    implied: set[Implied] = attrs.field(factory=set)
    grids: dict[str, tuple[object, ...]] = attrs.field(factory=dict)
    """By table: its indexes, each the name of an enum or a range."""

    def root(self, key: Key) -> Key:
        while key in self.joined:
            key = self.joined[key]
        return key

    def add(self, word: Word, key: Key, symbol: Symbol | None = None) -> None:
        """Record that a word stands for the thing with this key; if it stands for another thing too, the two are
        merged.
        """
        place = word.span.place
        key = self.root(key)
        known = self.root(self.keys[place]) if place in self.keys else None
        if known is not None and known != key:
            self.join(known, key)
            key = known
        thing = self.things.setdefault(key, thing_of(word, symbol))
        thing.places.add(place)
        self.keys[place] = key

    def join(self, one: Key, other: Key) -> None:
        gone = self.things.pop(other, None)
        if gone is not None:
            self.things[one].places |= gone.places
        self.joined[other] = one

    @cached_property
    def places(self) -> dict[str, list[Place]]:
        """The places of all names by file, in reading order; to be called when the index is complete."""
        found: dict[str, list[Place]] = {}
        for place in sorted(self.keys):
            found.setdefault(place[0], []).append(place)
        return found

    def place_at(self, file: str, offset: int) -> Place | None:
        """The word at an offset; between two adjacent ones, the one that begins there."""
        here = self.places.get(file, [])
        at = bisect_right(here, offset, key=start_of) - 1
        return here[at] if at >= 0 and offset <= here[at][2] else None

    def at(self, file: str, offset: int) -> Thing | None:
        """What the word at a place stands for."""
        place = self.place_at(file, offset)
        return self.things[self.root(self.keys[place])] if place is not None else None

    def key_of(self, thing: Thing) -> Key | None:
        """The key in this index for a thing of another index: of a thing that shares a place with it."""
        return next((self.root(self.keys[place]) for place in thing.places if place in self.keys), None)


def start_of(place: Place) -> int:
    return place[1]


def thing_of(word: Word, symbol: Symbol | None) -> Thing:
    if symbol is None:
        return Thing("name", str(word), "", None)
    return Thing(symbol.kind, symbol.name, str(symbol.type), symbol.span)


# ---------------------------------------------------------------- making it


def index_of(
    source: Source,
    reader: Reader = parse,
    shelf: Shelf | None = None,
    checked: Mapping[Variants, Checker] = NOTHING,
) -> Index:
    """The index of a game, or of a mod with its game; what is in `checked` is not checked again."""
    index = Index()
    read = cache(reader)
    shelf = {} if shelf is None else shelf
    linked, _ = link(source, (), (), read, shelf)
    if linked is None:
        return index
    for active in ((), *settings(linked)):
        add_checked(index, checked.get(active) or checker_of(source, active, read, shelf))
    trees = [read(text)[0] for text in {each.name: each for each in (source, *shelf.values())}.values()]
    variants = {str(part.name): part.name for tree in trees for part in tree.parts if isinstance(part, nodes.Variant)}
    for name in variants.values():
        index.add(name, ("variant", str(name)), Symbol("variant", str(name), span=name.span))
    for tree in trees:
        for word, key in change_words(tree, variants.keys()):
            index.add(word, key)
        for word, key in part_words(tree, index.grids):
            if index.root(key) in index.things:
                index.add(word, key)
    return index


def checker_of(source: Source, variants: Variants, reader: Reader, shelf: Shelf) -> Checker:
    linked, _ = link(source, variants, (), reader, shelf)
    assert linked is not None  # it could be linked without variants
    checker = Checker(linked)
    checker.run()
    return checker


def add_checked(index: Index, checker: Checker) -> None:
    for mention in checker.world.mentions:
        name = mention.symbol.name.rpartition(".")[2].rstrip("'")
        if mention.word == mention.word.span.text and mention.word in (name, name.lower()):
            index.add(mention.word, key_of(mention.symbol), mention.symbol)
    for word, key in choice_words(checker):
        index.add(word, key)
    index.grids |= {name: table.indexes for name, table in checker.world.tables.items() if table.indexes}
    for each in checker.world.implied:
        index.implied.add(implied_line(each.instance, each.hook, each.params, each.symbol))


def choice_words(checker: Checker) -> Iterator[tuple[Word, Key]]:
    """The names of chosen values in looks: `d` in `look Declare.d`, and in `look d` if all choose at the same time."""
    mentioned = [mention.symbol for mention in checker.world.mentions]
    keys = {symbol.local: key_of(symbol) for symbol in mentioned if symbol.local is not None}
    together = {symbol.name: key_of(symbol) for symbol in mentioned if symbol.decl == CHOSEN}
    for look in checker.all(nodes.Look):
        span = look.name.span
        if str(look.name) in together:
            yield look.name, together[str(look.name)]
        for local in checker.world.chosen.get(str(look.name), ()):
            if local in keys:
                yield Word(local.name, Span(span.source, span.end - len(local.name), span.end)), keys[local]


def implied_line(instance: nodes.Instance, hook: str, params: tuple[str, ...], symbol: Symbol) -> Implied:
    """The line to insert before the first binding of the instance."""
    source, first = instance.span.source, instance.bindings[0].span.start
    start = source.text.rfind("\n", 0, first) + 1
    given = ", ".join(params)
    left = f"{source.text[start:first]}{hook}{f'({given})' if params else ''}"
    is_field = symbol.kind == "field"
    before, after = (f"{params[0]}.", "") if is_field else ("", f"[{given}]" if params else "")
    return Implied(key_of(symbol), source.name, start, left, before, after)


def key_of(symbol: Symbol) -> Key:
    if symbol.kind in PARTS:
        return (symbol.kind, symbol.name)
    own_place = symbol.local is not None or symbol.decl == CHOSEN or "." in symbol.name
    if own_place and symbol.span is not None:
        return ("at", symbol.span.source.name, str(symbol.span.start))
    return ("game", symbol.name)


# ---------------------------------------------------------------- renaming


def apply_edits(text: str, edits: Sequence[tuple[int, int, str]]) -> str:
    """A text after its edits, which do not overlap."""
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text
