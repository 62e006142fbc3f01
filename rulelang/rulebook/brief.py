"""The short form of a rulebook: one page, for players who know the game or want to see what it is about.

It has what is in the box, the set-up, the course with each part in the author's own words, the scoring and the end.
What readers only look up – places, terms, tables, rulings – is in the full book.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from rulelang.rulebook.english import sentence
from rulelang.rulebook.marks import LETTER
from rulelang.rulebook.model import Block, Book, Item, Listing, Para, Ref, Section, Table, texts, walk, with_links

KEPT = ("about", "components", "set-up", "course", "scoring", "end")


def brief(book: Book) -> Book:
    """The book on one page."""
    sections = [shorten(section) for section in book.sections if section.anchor in KEPT]
    return attrs.evolve(book, sections=tuple(with_links([each for each in sections if each])), ref=Ref(), sources={})


def shorten(section: Section) -> Section:
    """A section without its subsections; in the course and the scoring, each part becomes an entry."""
    blocks = [strip_refs(block) for block in section.blocks]
    if section.anchor == "components":
        blocks = [block for block in blocks if isinstance(block, Table)]
    elif section.anchor == "course":
        blocks += listing(part(each) for each in walk(section.inside) if not is_told(each, section))
    elif section.anchor == "scoring":
        blocks += [strip_refs(block) for each in section.inside for block in each.blocks if isinstance(block, Listing)]
    return Section(section.title, section.anchor, tuple(blocks))


def listing(items: Iterable[Item]) -> Iterator[Block]:
    made = tuple(items)
    if made:
        yield Listing(made)


def is_told(part: Section, course: Section) -> bool:
    """Whether the course itself says all that the short form would say about a part."""
    text = text_of(part).rstrip(".")
    return bool(text) and not actions_of(part) and any(text[1:] in each for each in texts(course))


def part(section: Section) -> Item:
    """A part of the game in a line: its text, and the names of its actions."""
    actions = "; ".join(actions_of(section))
    return Item(" ".join(filter(None, (f"**{section.title}:**", text_of(section), sentence(actions)))))


def text_of(section: Section) -> str:
    return next((block.text for block in section.blocks if isinstance(block, Para)), "")


def actions_of(section: Section) -> list[str]:
    """The labels of the actions of a menu; parameters that are chosen stay open."""
    listed = [item for block in section.blocks if isinstance(block, Listing) for item in block.items]
    labels = [LETTER.sub("…", item.text.replace("**", "").removesuffix(":")) for item in listed]
    return labels if section.kind == "menu" else []


def strip_refs(block: Block) -> Block:
    """A block without the numbers of rules."""
    if isinstance(block, Listing):
        return Listing(tuple(map(strip_item_refs, block.items)), block.numbered)
    return attrs.evolve(block, ref=Ref(), marks=()) if isinstance(block, Table) else attrs.evolve(block, ref=Ref())


def strip_item_refs(item: Item) -> Item:
    return attrs.evolve(item, ref=Ref(), inside=tuple(map(strip_item_refs, item.inside)))
