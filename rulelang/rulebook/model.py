"""The data model of a rulebook: sections of paragraphs, lists and tables. Every part may have the line it comes
from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

import attrs

from rulelang.base.source import Span


@attrs.frozen
class Ref:
    """The place of a rule: the numbers of the printed rules, and the line."""

    tags: tuple[str, ...] = ()
    span: Span | None = None

    def __add__(self, other: Ref) -> Ref:
        return Ref(tuple(dict.fromkeys(self.tags + other.tags)), self.span or other.span)


NOWHERE = Ref()


@attrs.frozen
class Para:
    text: str
    ref: Ref = NOWHERE


@attrs.frozen
class Item:
    """An entry of a list, with its subentries."""

    text: str
    ref: Ref = NOWHERE
    inside: tuple[Item, ...] = ()
    numbered: bool = False
    """Whether the subentries are numbered."""


@attrs.frozen
class Listing:
    items: tuple[Item, ...]
    numbered: bool = False


@attrs.frozen
class Table:
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    ref: Ref = NOWHERE
    marks: tuple[Ref, ...] = ()
    """The place of each row in the rules, if rows have their own."""

    def mark(self, at: int) -> Ref:
        return self.marks[at] if self.marks else NOWHERE


@attrs.frozen
class Pieces:
    """Pieces to draw: the face, name and color of each."""

    faces: tuple[tuple[str, str, str], ...]
    ref: Ref = NOWHERE


Block = Para | Listing | Table | Pieces


@attrs.frozen
class Section:
    title: str
    anchor: str
    blocks: tuple[Block, ...] = ()
    inside: tuple[Section, ...] = ()
    ref: Ref = NOWHERE
    kind: str = ""
    """`phase`, `action`, …, for the style."""

    def __bool__(self) -> bool:
        return bool(self.blocks or self.inside)


@attrs.frozen
class Book:
    title: str
    text: str
    facts: tuple[str, ...]
    sections: tuple[Section, ...]
    sources: Mapping[str, str]
    """The texts of the files by name, as they were read; the game first."""
    ref: Ref = NOWHERE


def walk(sections: Iterable[Section]) -> Iterator[Section]:
    """Every section, each before those inside it."""
    for section in sections:
        yield section
        yield from walk(section.inside)


def refs(section: Section) -> Iterator[Ref]:
    """Every place that a section names, without its subsections."""
    yield section.ref
    for block in section.blocks:
        if isinstance(block, Listing):
            for item in block.items:
                yield from item_refs(item)
        else:
            yield block.ref
            yield from getattr(block, "marks", ())


def item_refs(item: Item) -> Iterator[Ref]:
    yield item.ref
    for each in item.inside:
        yield from item_refs(each)


# ---------------------------------------------------------------- links

PLACE = re.compile(r"\{#([\w-]+)\}")
LINK = re.compile(r"\[([^\]]*)\]\(#([\w-]+)\)")


def with_links(sections: list[Section]) -> list[Section]:
    """The sections without dead links, for example to what only a variant has."""
    places = {"top"}
    for section in walk(sections):
        places |= {section.anchor, *(place for text in texts(section) for place in PLACE.findall(text))}

    def keep(text: str) -> str:
        return LINK.sub(lambda found: found[0] if found[2] in places else found[1], text)

    return [map_texts(section, keep) for section in sections]


def texts(section: Section) -> Iterator[str]:
    """The texts of a section that may contain links."""
    for block in section.blocks:
        if isinstance(block, Listing):
            for item in block.items:
                yield from item_texts(item)


def item_texts(item: Item) -> Iterator[str]:
    yield item.text
    for each in item.inside:
        yield from item_texts(each)


def map_texts(section: Section, keep: Callable[[str], str]) -> Section:
    """A section with a function applied to all its texts."""
    blocks = tuple(map_block(block, keep) for block in section.blocks)
    inside = tuple(map_texts(each, keep) for each in section.inside)
    return attrs.evolve(section, blocks=blocks, inside=inside)


def map_block(block: Block, keep: Callable[[str], str]) -> Block:
    if isinstance(block, Para):
        return attrs.evolve(block, text=keep(block.text))
    if isinstance(block, Listing):
        return attrs.evolve(block, items=tuple(map_item(each, keep) for each in block.items))
    if isinstance(block, Table):
        return attrs.evolve(block, rows=tuple(tuple(map(keep, row)) for row in block.rows))
    return block


def map_item(item: Item, keep: Callable[[str], str]) -> Item:
    return attrs.evolve(item, text=keep(item.text), inside=tuple(map_item(each, keep) for each in item.inside))
