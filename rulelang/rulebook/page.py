"""A rulebook as one HTML page: it contains its style and the rules, so that every link stays inside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files

from rulelang.base.escape import html_text
from rulelang.ir.appearance import COLORS
from rulelang.rulebook.marks import label
from rulelang.rulebook.model import Block, Book, Item, Listing, Para, Pieces, Ref, Section, Table

PLACE = re.compile(r"\{#([\w-]+)\}")
NUMBER = re.compile(r"[−-]?\d+|–")
LONG = 14  # a narrow table with more rows is set in two columns
TINTS = frozenset(COLORS) - {"black", "white"}  # those two are the page's own
SHOWN = {
    "trick": "trick", "auction": "auction", "draft": "draft", "trade": "trade", "reaction": "reaction",
    "menu": "actions",
}  # fmt: skip


def to_html(book: Book) -> str:
    """The page, with the files whose lines it links to."""
    style = (files("rulelang.rulebook") / "style.css").read_text(encoding="utf-8")
    write = Writer({name: f"L{at}-" if at else "L" for at, name in enumerate(book.sources)})
    body = "\n".join(line for section in book.sections for line in write.section(section, 2))
    sources = "\n".join(source(name, text, write.places[name]) for name, text in book.sources.items())
    lead = f'<p class="lead">{inline(book.text)}</p>' if book.text else ""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{inline(book.title)} – rules</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f'<div class="sheet">\n<header id="top"><h1>{inline(book.title)}</h1>{lead}'
        f'<p class="facts">{inline(" · ".join(book.facts))}{write.mark(book.ref)}</p></header>\n'
        f"<nav>\n{contents(book)}</nav>\n<main>\n{body}\n</main>\n{sources}\n</div>\n</body>\n</html>\n"
    )


def contents(book: Book) -> str:
    """One line per section; the parts of the course have their own lines."""
    lines = []
    for section in book.sections:
        lines.append(f'<a href="#{section.anchor}">{inline(section.title)}</a>\n')
        if section.anchor == "course":
            lines += [f'<a class="sub" href="#{each.anchor}">{inline(each.title)}</a>\n' for each in section.inside]
    return "".join(lines)


class Writer:
    """Writes the parts of a book; `places` names the anchors for the lines of each file."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self.places = places

    def section(self, section: Section, level: int) -> Iterator[str]:
        kind = f' class="{section.kind}"' if section.kind else ""
        shown = SHOWN.get(section.kind, "")
        word = f'<span class="kind">{shown}</span>' if shown and shown not in section.title.lower() else ""
        yield f'<section id="{section.anchor}"{kind}>'
        yield f"<h{level}>{inline(section.title)}{word}{self.mark(section.ref)}</h{level}>"
        for block in section.blocks:
            yield self.block(block)
        for each in section.inside:
            yield from self.section(each, min(level + 1, 4))
        yield "</section>"

    def block(self, block: Block) -> str:
        if isinstance(block, Para):
            return f"<p>{inline(block.text)}{self.mark(block.ref)}</p>"
        if isinstance(block, Listing):
            return self.items(block.items, block.numbered)
        if isinstance(block, Pieces):
            return f'<p class="pieces">{" ".join(draw_piece(*face) for face in block.faces)}</p>'
        return self.table(block)

    def items(self, items: tuple[Item, ...], numbered: bool) -> str:
        tag = "ol" if numbered else "ul"
        return f"<{tag}>{''.join(map(self.item, items))}</{tag}>"

    def item(self, item: Item) -> str:
        found = PLACE.search(item.text)
        place = f' id="{found[1]}"' if found else ""
        inside = self.items(item.inside, item.numbered) if item.inside else ""
        return f"<li{place}>{inline(PLACE.sub('', item.text))}{self.mark(item.ref)}{inside}</li>"

    def table(self, table: Table) -> str:
        numeric = [all(NUMBER.fullmatch(row[at]) for row in table.rows) for at in range(len(table.header))]
        caption = f"<caption>{inline(table.caption)}{self.mark(table.ref)}</caption>" if table.caption else ""
        head = row_of("th", table.header, numeric) if any(table.header) else ""
        body = "".join(row_of("td", row, numeric, self.mark(table.mark(at))) for at, row in enumerate(table.rows))
        wide = max((sum(map(len, row)) for row in table.rows), default=0)
        made = f"<table>{caption}{f'<thead>{head}</thead>' if head else ''}<tbody>{body}</tbody></table>"
        if len(table.rows) > LONG and wide < 44:
            half = (len(table.rows) + 1) // 2
            two = [Table(table.header, table.rows[part], table.caption if not at else "", table.ref, table.marks[part])
                   for at, part in enumerate((slice(half), slice(half, None)))]  # fmt: skip
            parts = "".join(self.table(each) for each in two) if half <= LONG else made
            return f'<div class="long">{parts}</div>'
        return made

    def mark(self, ref: Ref) -> str:
        """The numbers of the rules, linked to the line."""
        said = label(ref)
        if ref.span is None or ref.span.source.is_library or ref.span.source.name not in self.places:
            return f'<span class="ref">{html_text(said)}</span>' if said else ""
        line = ref.span.line
        shown = html_text(said or f"line {line}")
        bare = "" if said else " bare"
        return f'<a class="ref{bare}" href="#{self.places[ref.span.source.name]}{line}" title="line {line}">{shown}</a>'


def draw_piece(face: str, name: str, color: str) -> str:
    """A piece as it lies on the table: its face in its color; its name on hover."""
    tint = f' style="--piece: var(--{color})"' if color in TINTS else ""
    return f'<span class="piece"{tint} title="{inline(name)}">{inline(face)}</span>'


def row_of(tag: str, row: tuple[str, ...], numeric: list[bool], mark: str = "") -> str:
    """A row; the mark is in its last cell."""
    said = [inline(cell) for cell in row]
    said[-1] += mark
    cells = [f"<{tag}{' class=n' if right else ''}>{cell}</{tag}>" for cell, right in zip(said, numeric)]
    return f"<tr>{''.join(cells)}</tr>"


def source(name: str, text: str, place: str) -> str:
    """A file with an anchor for every line."""
    lines = "".join(
        f'<span id="{place}{number}"><i>{number}</i>{html_text(line) or " "}</span>'
        for number, line in enumerate(text.removesuffix("\n").split("\n"), 1)
    )
    return f'<div class="source"><h2>{html_text(name)}</h2><pre>{lines}</pre></div>'


def inline(text: str) -> str:
    """The markup of a sentence as HTML."""
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[1])
        return f"\0{len(kept) - 1}\0"

    text = re.sub(r"\\(&#?\w+;|.)", keep, html_text(text))  # the escaper lets no \0 through
    text = re.sub(r"\[([^\]]*)\]\((#[\w-]+)\)", r'<a href="\2">\1</a>', text)
    text = re.sub(r"\*\*(?=\S)(.+?)(?<=\S)\*\*(?!\*)", r"<strong>\1</strong>", text)
    text = re.sub(r"\*(?=\S)(.+?)(?<=\S)\*", r"<em>\1</em>", text)
    return re.sub(r"\0(\d+)\0", lambda found: kept[int(found[1])], text)
