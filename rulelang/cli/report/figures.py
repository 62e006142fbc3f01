"""Figures on the screen: numbers, shares, bars and tables in plain columns."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.cli.terminal import paint, visible, width, wrap
from rulelang.sim.figures import Numbers, columns

BARS = " ▁▂▃▄▅▆▇█"


def histogram(some: Numbers, wide: int, low: int | None = None, high: int | None = None) -> str:
    """A distribution as a row of bars."""
    found = columns(some, wide, low, high)
    top = max(found, default=0)
    return "".join(BARS[-(-8 * each // top)] if top and each else " " for each in found)


def table(rows: Sequence[Sequence[str]], left: int = 1, indent: int = 2) -> list[str]:
    """Columns, the first ones left-aligned and the others right-aligned; the first row is the head."""
    if not rows:
        return []
    wide = [max(visible(row[at]) for row in rows) for at in range(len(rows[0]))]
    spare = width() - indent - sum(wide) - 2 * (len(wide) - 1)
    wide[0] = max(min(4, wide[0]), wide[0] + min(0, spare))
    lines = []
    for number, row in enumerate(rows):
        if visible(row[0]) > wide[0]:  # a label that is too long stands whole on a line above its row
            lines += wrap(row[0].replace("\xa0", " "), " " * indent, " " * (indent + 2))
            row = ["", *row[1:]]
        cells = []
        for at, cell in enumerate(row):
            text = cell.replace("\xa0", " ")
            gap = " " * (wide[at] - visible(text))
            cells.append(text + gap if at < left else gap + text)
        line = " " * indent + "  ".join(cells)
        lines.append(paint(line.rstrip(), "dim") if number == 0 else line.rstrip())
    return lines
