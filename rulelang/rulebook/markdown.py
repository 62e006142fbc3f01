"""A rulebook as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

from rulelang.rulebook.model import Block, Book, Item, Listing, Para, Ref, Section, Table

PLACE = re.compile(r"\{#([\w-]+)\}")


def to_markdown(book: Book, paths: dict[str, str]) -> str:
    """The text of the book; `paths` gives the path of each file relative to the book."""
    lines = ['<a id="top"></a>', "", f"# {book.title}", "", *([book.text, ""] if book.text else [])]
    lines += [f"*{' · '.join(book.facts)}*{mark(book.ref, paths)}", ""]
    lines += [f"- [{section.title}](#{section.anchor})" for section in book.sections] + [""]
    for section in book.sections:
        lines += section_lines(section, 2, paths)
    return "\n".join(lines).rstrip() + "\n"


def section_lines(section: Section, level: int, paths: dict[str, str]) -> Iterator[str]:
    yield f'<a id="{section.anchor}"></a>'
    yield ""
    yield f"{'#' * level} {section.title}{mark(section.ref, paths)}"
    yield ""
    for block in section.blocks:
        yield from block_lines(block, paths)
    for each in section.inside:
        yield from section_lines(each, level + 1, paths)


def block_lines(block: Block, paths: dict[str, str]) -> Iterator[str]:
    if isinstance(block, Para):
        yield from (f"{block.text}{mark(block.ref, paths)}", "")
    elif isinstance(block, Listing):
        for number, item in enumerate(block.items, 1):
            yield from item_lines(item, f"{number}." if block.numbered else "-", "", paths)
        yield ""
    elif isinstance(block, Table):
        if block.caption or block.ref.tags:
            yield from (f"{block.caption}{mark(block.ref, paths)}", "")
        yield f"| {' | '.join(map(cell, block.header))} |"
        yield f"|{'---|' * len(block.header)}"
        for at, row in enumerate(block.rows):
            yield f"| {' | '.join(map(cell, row))}{mark(block.mark(at), paths)} |"
        yield ""


def cell(text: str) -> str:
    return PLACE.sub("", text).replace("|", "\\|") or " "


def item_lines(item: Item, bullet: str, indent: str, paths: dict[str, str]) -> Iterator[str]:
    text = PLACE.sub(r'<a id="\1"></a>', item.text)
    yield f"{indent}{bullet} {text}{mark(item.ref, paths)}"
    deeper = indent + " " * (len(bullet) + 1)
    for number, each in enumerate(item.inside, 1):
        yield from item_lines(each, f"{number}." if item.numbered else "-", deeper, paths)


def mark(ref: Ref, paths: dict[str, str]) -> str:
    """The numbers of the rules, with a link to the line."""
    from rulelang.rulebook.marks import label

    if ref.span is None or ref.span.source.is_library:
        return f" <sub>{label(ref)}</sub>" if ref.tags else ""
    path = quote(paths.get(ref.span.source.name, ref.span.source.name), errors="surrogateescape")
    said = label(ref) or f"line {ref.span.line}"
    return f" <sub>[{said}]({path}#L{ref.span.line})</sub>"
