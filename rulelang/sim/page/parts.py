"""The parts of a page: its frame, sections, figures with their texts, tables that can be sorted."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

import attrs

from rulelang.sim.page.marks import NOTHING, Mark, join_marks, tag, text


@attrs.frozen
class Cell:
    """`value`: what a table is sorted by, if it is not the text."""

    shown: Mark
    value: float | None = None
    drawn: bool = False
    """Is it a plot? It stands to the left, as its scale in the head does."""


def words(value: object) -> Cell:
    return Cell(text(value))


def figure(value: float, said: str) -> Cell:
    """A number, sorted by what it is rather than how it is written."""
    return Cell(text(said), value)


EMPTY = Cell(NOTHING)
SPACE = Mark("\u00a0")


# ---------------------------------------------------------------- frame


def page(title: str, facts: Sequence[str], lead: Sequence[str], links: Sequence[tuple[str, str]], *body: Mark) -> str:
    """The whole file. `links`: places in the page, and what they are called."""
    style, script = (read(name) for name in ("style.css", "sort.js"))
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{text(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
    )
    top = [tag("h1", text(title)), *(tag("p", text(each), class_="lead") for each in lead)]
    top.append(tag("p", text(" · ".join(facts)), class_="facts"))
    nav = [tag("a", text(name), href=f"#{place}") for place, name in links]
    sheet = [tag("header", *top), tag("nav", *nav) if nav else NOTHING, tag("main", Mark("\n"), *body)]
    return f"{head}{tag('div', *sheet, class_='sheet')}\n<script>\n{script}</script>\n</body>\n</html>\n"


def read(name: str) -> str:
    return (files("rulelang.sim.page") / name).read_text(encoding="utf-8")


def section(title: str, *inside: Mark, place: str = "", level: int = 2) -> Mark:
    if not any(inside):
        return NOTHING
    named = {"id": place} if place else {}
    return join_marks(tag("section", tag(f"h{level}", text(title)), *inside, **named), Mark("\n"))


def paragraph(words: str) -> Mark:
    return tag("p", text(words))


def listing(items: Sequence[str]) -> Mark:
    return tag("ul", *(tag("li", text(each)) for each in items)) if items else NOTHING


# ---------------------------------------------------------------- figures


def grid(*some: Mark) -> Mark:
    return tag("div", *some, class_="grid-of") if any(some) else NOTHING


def card(title: str, plot: Mark, note: str = "", text_table: Mark = NOTHING) -> Mark:
    """A plot with its title, a sentence, and its figures as a table that can be opened."""
    inside = [tag("figcaption", tag("strong", text(title)), tag("span", text(note)) if note else NOTHING), plot]
    if text_table:
        inside.append(tag("details", tag("summary", text("Figures")), text_table))
    return join_marks(tag("figure", *inside), Mark("\n"))


def tiles(some: Sequence[tuple[str, str, str]]) -> Mark:
    """The main figures in large letters: what, how much, and more on it."""
    found = [
        tag("div", tag("dt", text(name)), tag("dd", text(value), tag("small", text(more)) if more else NOTHING))
        for name, value, more in some
    ]
    return join_marks(tag("dl", *found, class_="tiles"), Mark("\n"))


# ---------------------------------------------------------------- tables


def table(head: Sequence[str | Cell], rows: Sequence[Sequence[Cell]], sorts: bool = False, caption: str = "") -> Mark:
    """Columns without anything in them are left out; numbers stand to the right."""
    kept = [at for at in range(len(head)) if any(row[at] != EMPTY for row in rows)]
    right = [
        all((row[at].value is not None and not row[at].drawn) or row[at] == EMPTY for row in rows)
        for at in range(len(head))
    ]
    heads = [tag("th", heading(head[at], sorts), scope="col", **number(right[at])) for at in kept]
    lines = [tag("tr", *(cell(row[at], right[at], first=at == kept[0]) for at in kept)) + Mark("\n") for row in rows]
    named = tag("caption", text(caption)) if caption else NOTHING
    parts = (named, tag("thead", tag("tr", *heads)), tag("tbody", Mark("\n"), *map(Mark, lines)))
    made = tag("table", *parts, **({"class_": "sorts"} if sorts else {}))
    return join_marks(tag("div", made, class_="scroll"), Mark("\n"))


def heading(name: str | Cell, sorts: bool) -> Mark:
    shown = name.shown if isinstance(name, Cell) else text(name)
    return tag("button", shown, type="button") if sorts and shown else shown or SPACE


def number(right: bool) -> dict[str, str]:
    return {"class_": "n"} if right else {}


def cell(each: Cell, right: bool, first: bool) -> Mark:
    more: dict[str, object] = dict(number(right))
    if each.value is not None:
        more["data_v"] = f"{each.value:.6g}"
    inside = each.shown or SPACE
    return tag("th", inside, scope="row", **more) if first else tag("td", inside, **more)
