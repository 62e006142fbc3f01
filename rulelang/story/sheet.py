"""Scores as tables: a column a seat, a row a label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulelang.cli.terminal import paint, visible, width
from rulelang.present.english import Reader

Row = tuple[str, Mapping[int, Any]]
LABEL = 20  # so much room is left for the labels of rows


def table(title: str, rows: Sequence[Row], seats: Sequence[int], reader: Reader, bold: int = 1) -> list[str]:
    """A table of values by seat; the last `bold` rows are the sums. Where a seat has no value, a dash."""
    heads = [reader.name(seat) for seat in seats]
    if sum(max(4, visible(head)) + 2 for head in heads) > width() - LABEL:
        heads = ["you" if seat == reader.me else f"P{seat}" for seat in seats]
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
    """Every tally of a game below one another, with every labelled line, and what decides who has won."""
    often = Counter(block["score"] for block in blocks)
    count: Counter[str] = Counter()
    rows: list[Row] = []
    for block in blocks:
        name = block["score"]
        count[name] += 1
        rows.append((f"{heading(name)}{f' {count[name]}' if often[name] > 1 else ''}", {}))
        entries = [{"seat": int(seat), **each} for seat, each in block["seats"].items()]
        rows += [(f"  {label}", values) for label, values in score_rows(entries)]
    if len(blocks) != 1 or rows[-1][1] != dict(scores):
        rows.append(("Score", scores))
    return table("", rows, seats, reader)


def right(cells: Sequence[str], wide: int) -> str:
    return "".join(f"  {cell:>{wide}}" for cell in cells)


def cut(name: str, wide: int) -> str:
    """A name in so many columns."""
    if visible(name) > wide:
        name = f"{name[: wide - 1]}…"
    return name + " " * (wide - visible(name))


def text(value: Any) -> str:
    return "–" if value is None else str(value)


def score_rows(entries: Sequence[Mapping[str, Any]]) -> list[Row]:
    """One tally: a row a label that some seat has, in the order of the rules, then the total."""
    rows: dict[str, dict[int, Any]] = {}
    order: list[str] = []
    for entry in entries:
        labels = [line["label"] for line in entry["lines"]]
        order = woven(order, labels)
        for line in entry["lines"]:
            values = rows.setdefault(line["label"], {})
            values[entry["seat"]] = values.get(entry["seat"], 0) + line["value"]
    totals = {entry["seat"]: entry["total"] for entry in entries}
    return [*((label, rows[label]) for label in order), ("Total", totals)]


def woven(order: list[str], labels: Sequence[str]) -> list[str]:
    """Two lists with one common order as one: each new label stands after the one before it."""
    order = list(order)
    at = 0
    for label in labels:
        if label in order:
            at = order.index(label) + 1
        else:
            order.insert(at, label)
            at += 1
    return order
