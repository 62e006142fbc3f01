"""Small plots in the rows of a table, on one scale shown in its head: they stay plots when the table is sorted."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.sim.page.axes import Scale, Write, scale_for
from rulelang.sim.page.marks import Mark, join_marks, place, tag, text
from rulelang.sim.page.parts import Cell

WIDE, HIGH = 150.0, 16.0


def strip_scale(values: Iterable[float]) -> Scale:
    return scale_for(values, 8.0, WIDE - 8)


def strip(value: float, low: float, high: float, scale: Scale, line: float, sure: str, told: str) -> Mark:
    """A dot with its interval, and the line for what is fair or for no difference."""
    x, y = scale(line), HIGH / 2
    mark = {"▲": " more", "▼": " less"}.get(sure, "")
    return small(
        told,
        tag("line", x1=x, x2=x, y1=0.0, y2=HIGH, class_="fair"),
        tag("line", x1=scale(low), x2=scale(high), y1=y, y2=y, class_="bar"),
        tag("circle", cx=scale(value), cy=y, r=3.6, class_="dot"),
        extra=f"row{mark}",
    )


def strip_head(scale: Scale, write: Write, label: str) -> Cell:
    """The scale of a column of strips."""
    ticks = scale.ticks(4)
    marks = [tag("text", text(write(each)), x=scale(each), y=11.0, class_="tick mid") for each in ticks]
    lines = [tag("line", x1=scale(each), x2=scale(each), y1=13.0, y2=HIGH, class_="grid") for each in ticks]
    return Cell(join_marks(text(label), small(f"{label}: the scale", *marks, *lines)))


def portion(part: float, top: float, told: str) -> Mark:
    """A bar as long as its part of the longest."""
    width = 60.0 * part / (top or 1)
    return small(told, tag("rect", x=0.0, y=4.0, width=width, height=8.0, class_="fill"), wide=60.0)


def small(told: str, *inside: Mark, wide: float = WIDE, extra: str = "") -> Mark:
    return tag("svg", tag("title", text(told)), *inside, viewBox=f"0 0 {place(wide)} {place(HIGH)}",
               width=wide, height=HIGH, role="img", class_=f"strip {extra}".strip(),
               xmlns="http://www.w3.org/2000/svg")  # fmt: skip
