"""A rulebook as lines of text, for a terminal: no markup, no links, no numbers of rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulelang.rulebook.model import Block, Book, Item, Listing, Para, Section, Table

MARK = re.compile(r"\\(.)|\{#[\w-]+\}|\[([^\]]*)\]\(#[\w-]+\)|\*+")
GAP = "  "  # between the cells of a table
APPENDIX = {"index", "credits", "always"}  # what nobody looks up during a game

Wrap = Callable[[str, str], list[str]]
"""Wraps a text; the first line gets a prefix, the others the same indentation."""


def to_lines(book: Book, wrap: Wrap) -> list[str]:
    """The text of the book."""
    lines = [bare(book.title), *wrap(bare(book.text), "")]
    for section in book.sections:
        if section.anchor not in APPENDIX:
            lines += section_lines(section, 1, wrap)
    return lines


def bare(text: str) -> str:
    """A sentence without its markup."""
    return MARK.sub(lambda mark: bare(mark[2]) if mark[2] else mark[1] or "", text)


def section_lines(section: Section, level: int, wrap: Wrap) -> Iterator[str]:
    title = bare(section.title)
    yield ""
    yield title.upper() if level == 1 else title
    for block in section.blocks:
        yield from block_lines(block, wrap)
    for each in section.inside:
        yield from section_lines(each, level + 1, wrap)


def block_lines(block: Block, wrap: Wrap) -> Iterator[str]:
    if isinstance(block, Para):
        yield from wrap(bare(block.text), GAP)
    elif isinstance(block, Listing):
        for number, item in enumerate(block.items, 1):
            yield from item_lines(item, f"{number}." if block.numbered else "•", GAP, wrap)
    elif isinstance(block, Table):
        yield from table_lines(block, wrap)


def item_lines(item: Item, bullet: str, indent: str, wrap: Wrap) -> Iterator[str]:
    yield from wrap(bare(item.text), f"{indent}{bullet} ")
    for number, each in enumerate(item.inside, 1):
        yield from item_lines(each, f"{number}." if item.numbered else "•", indent + GAP, wrap)


def table_lines(table: Table, wrap: Wrap) -> Iterator[str]:
    """Rows in columns; the last column is wrapped."""
    if table.caption:
        yield from wrap(bare(table.caption), GAP)
    rows = [tuple(map(bare, row)) for row in (table.header, *table.rows) if any(row)]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        head = GAP.join(f"{cell:<{wide}}" for cell, wide in zip(row[:-1], widths))
        yield from wrap(row[-1] or "–", f"{GAP}{head}{GAP if head else ''}")
