"""A story on a terminal: its page as lines, and scores as tables with one column per seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from rulelang.cli.terminal import paint, tint, visible, width, wrap
from rulelang.present.english import Reader
from rulelang.story.page import Page
from rulelang.story.sheet import Row, score_rows

INDENT = "  "
LABEL = 20  # columns for the labels of rows
SHORT = 6  # letters of a name when space is short


@attrs.define
class StoryPage(Page[str]):
    """A page of a terminal."""

    def chapter_parts(self, title: str, about: str) -> list[str]:
        return ["", paint(f"━━ {title} ━━", "heading"), *(wrap(about) if about else [])]

    def heading_parts(self, title: str, about: str) -> list[str]:
        first, *rest = wrap(f"{title}: {about}" if about else title)
        return ["", paint(title, "bold") + first[len(title) :], *rest]

    def paragraph_parts(self, label: str, text: str) -> list[str]:
        first, *rest = wrap(f"{label} {text}".lstrip(), INDENT)
        return [INDENT + paint(label, "bold") + tint(first[len(INDENT) + len(label) :]), *map(tint, rest)]

    def score_parts(self, title: str, rows: list[Row]) -> list[str]:
        return ["", *(INDENT + line for line in table(title, rows, self.seats, self.reader))]


def table(title: str, rows: Sequence[Row], seats: Sequence[int], reader: Reader, bold: int = 1) -> list[str]:
    """A table of values by seat; the last `bold` rows are sums. A dash where a seat has no value."""
    heads = [reader.name(seat) for seat in seats]
    if sum(max(4, visible(head)) + 2 for head in heads) > width() - LABEL:
        heads = [reader.name(seat).replace("Player", "Pl.")[:SHORT].rstrip() for seat in seats]
    cells = [[text(values.get(seat)) if values else "" for seat in seats] for _, values in rows]
    wide = max(4, *(len(cell) for row in (heads, *cells) for cell in row))
    label = min(
        max(visible(title), *(visible(name) for name, _ in rows)), max(16, width() - 4 - (wide + 2) * len(seats))
    )
    lines = [f"{paint(cut(title, label), 'bold')}{right(heads, wide)}"]
    for number, ((name, _), row) in enumerate(zip(rows, cells)):
        line = f"{cut(name, label)}{right(row, wide)}"
        lines.append(paint(line, "bold") if number >= len(rows) - bold else line)
    return lines


def final_sheet(
    blocks: Sequence[Mapping[str, Any]],
    scores: Mapping[int, Any],
    seats: Sequence[int],
    reader: Reader,
    heading: Callable[[str], str],
) -> list[str]:
    """All tallies of a game with all labelled lines, and what decides who has won."""
    often = Counter(block["score"] for block in blocks)
    count: Counter[str] = Counter()
    rows: list[Row] = []
    for block in blocks:
        name = block["score"]
        count[name] += 1
        rows.append((f"{heading(name)}{f' {count[name]}' if often[name] > 1 else ''}", {}))
        entries = [{"seat": int(seat), **each} for seat, each in block["seats"].items()]
        rows += [(f"  {label}", values) for label, values in score_rows(entries)]
    decided = any(score is not None for score in scores.values())
    if decided and (len(blocks) != 1 or rows[-1][1] != dict(scores)):
        rows.append(("Score", scores))
    return table("", rows, seats, reader) if rows else []


def right(cells: Sequence[str], wide: int) -> str:
    return "".join(f"  {cell:>{wide}}" for cell in cells)


def cut(name: str, wide: int) -> str:
    """A name cut to a number of columns."""
    if visible(name) > wide:
        name = f"{name[: wide - 1]}…"
    return name + " " * (wide - visible(name))


def text(value: Any) -> str:
    return "–" if value is None else str(value)
