"""A problem as people read it, and as programs do.

    error[R201]: no zone is named `hadn`
       ┌─ hearts.rules:14:24
       │
     6 │     zone hand per player
       │          ---- `hand` is declared here
    14 │         move card from hadn to trick
       │                        ^^^^ looked up here
       = help: did you mean `hand`?      more: rulelang explain R201

There is one box for each file, the primary label's first; in a box each marked line stands once, in
order, with its marks below. The label that ends last has its text beside its mark; those before it
hang from a bar, the rightmost first, so that no text crosses a bar. A span of several lines is
marked on its first.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from rulelang.base.columns import Picture, picture, window
from rulelang.base.frozen import Frozen, frozen
from rulelang.base.hidden import clean
from rulelang.base.source import Source, Span
from rulelang.diagnostics.model import Diagnostic, Label

WIDTH = 100
STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "title": "1",
    "gutter": "34",
    "also": "34",
    "help": "36",
}

Row = list[tuple[str, str]]  # pieces of text, each with the name of its style


@frozen
class Mark(Frozen):
    """A label on the screen: the columns it underlines, its text, its sign and its style."""

    start: int
    end: int
    text: str
    sign: str
    style: str


def render(diagnostic: Diagnostic, color: bool = False, width: int = WIDTH) -> str:
    """The problem with its lines, marks and next step; `color` adds colours and changes no letter."""
    gutter = max(len(str(label.span.line)) for label in diagnostic.labels)
    rows: list[Row] = [heading(diagnostic)]
    for number, (source, labels) in enumerate(boxes(diagnostic)):
        if number:
            rows.append(beside(gutter))
        rows += box(diagnostic, source, labels, gutter, width)
    rows += footer(diagnostic, gutter, width)
    return "\n".join(paint(row, color) for row in rows)


def heading(diagnostic: Diagnostic) -> Row:
    kind = f"{diagnostic.severity}[{diagnostic.code}]"
    return [(kind, diagnostic.severity), (f": {clean(diagnostic.title)}", "title")]


def boxes(diagnostic: Diagnostic) -> list[tuple[Source, list[Label]]]:
    """The labels by file, in the order in which the files are first named."""
    files: dict[Source, list[Label]] = {}
    for label in diagnostic.labels:
        files.setdefault(label.span.source, []).append(label)
    return list(files.items())


def box(problem: Diagnostic, source: Source, labels: list[Label], gutter: int, width: int) -> Iterator[Row]:
    """One file: its name and place, then each marked line."""
    yield [(f"{' ' * gutter} ┌─ ", "gutter"), (clean(repr(labels[0].span)), "")]
    if not source.text and not any(label.text for label in labels):
        return  # there is only the name to show
    yield beside(gutter)
    for number in sorted({label.span.line for label in labels}):
        here = [label for label in labels if label.span.line == number]
        line, moved = window(source.line(number), here[0].span.column - 1, max(40, width - gutter - 3))
        shown = picture(line)
        yield [(f"{number:>{gutter}} │ ", "gutter"), (shown.text.rstrip(), "")]
        marks = [mark_of(problem, label, shown, moved) for label in here]
        yield from ([*beside(gutter, " │ "), *row] for row in under(marks))


def mark_of(problem: Diagnostic, label: Label, line: Picture, moved: int) -> Mark:
    """A label under its line, which was shifted to the left by `moved` characters."""
    start, end = (max(0, at - moved) for at in extent(label.span))
    look = ("^", problem.severity) if label is problem.labels[0] else ("-", "also")
    return Mark(*line.stretch(start, end), clean(label.text), *look)


def extent(span: Span) -> tuple[int, int]:
    """The part of a span on its first line."""
    start = span.column - 1
    if span.end_line == span.line:
        return start, span.end_column - 1
    return start, len(span.source.line(span.line).rstrip())


def under(marks: list[Mark]) -> Iterator[Row]:
    """The rows below a line: the marks with the text of the last, then the other texts on their bars."""
    right = max(mark.end for mark in marks)
    ending = [mark for mark in marks if mark.end == right and mark.text]
    beside_mark = max(ending, key=lambda mark: (mark.sign == "^", mark.start), default=None)
    row = draw((at, mark.sign, mark.style) for mark in on_top(marks) for at in range(mark.start, mark.end))
    yield [*row, (f" {beside_mark.text}", beside_mark.style)] if beside_mark else row

    hanging = sorted((mark for mark in marks if mark.text and mark is not beside_mark), key=lambda m: m.start)
    if hanging:
        yield bars(hanging)
    for mark in reversed(hanging):
        left = bars([other for other in hanging if other.start < mark.start])
        yield [*left, (" " * (mark.start - length(left)), ""), (mark.text, mark.style)]


def on_top(marks: list[Mark]) -> list[Mark]:
    """In drawing order: where marks overlap, the shorter covers the longer and the primary covers all."""
    return sorted(marks, key=lambda mark: (mark.sign == "^", mark.start - mark.end))


def bars(marks: list[Mark]) -> Row:
    return draw((mark.start, "│", mark.style) for mark in marks)


def draw(dots: Iterable[tuple[int, str, str]]) -> Row:
    """A row from single signs at columns; later ones cover earlier ones."""
    at = {column: (sign, style) for column, sign, style in dots}
    return [at.get(column, (" ", "")) for column in range(max(at, default=-1) + 1)]


def footer(diagnostic: Diagnostic, gutter: int, width: int) -> Iterator[Row]:
    """The next step, and where to read more."""
    more = f"more: rulelang explain {diagnostic.code}"
    room = max(40, width - gutter - 9)
    lines = textwrap.wrap(clean(diagnostic.help), room, break_long_words=False, break_on_hyphens=False)
    if not lines:
        yield [(f"{' ' * gutter} = ", "gutter"), (more, "help")]
        return
    together = f"{lines[-1]}      {more}"
    lines[-1:] = [together] if len(together) <= room else [lines[-1], more]
    yield [(f"{' ' * gutter} = ", "gutter"), ("help: ", "help"), (lines[0], "")]
    yield from ([(f"{' ' * gutter}         ", ""), (line, "")] for line in lines[1:])


def beside(gutter: int, bar: str = " │") -> Row:
    return [(" " * gutter + bar, "gutter")]


def length(row: Row) -> int:
    return sum(len(text) for text, _ in row)


def paint(row: Row, color: bool) -> str:
    """The text of a row, each part of one style in its colour."""
    runs: Row = []
    for text, style in row:
        if runs and runs[-1][1] == style:
            runs[-1] = (runs[-1][0] + text, style)
        else:
            runs.append((text, style))
    shades = ((text, STYLES.get(style) if color else None) for text, style in runs)
    return "".join(f"\x1b[{shade}m{text}\x1b[0m" if shade else text for text, shade in shades).rstrip()


def to_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """The problem as JSON; lines and columns count from 1, an end is exclusive."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "title": diagnostic.title,
        "help": diagnostic.help,
        "labels": [
            {**place(label.span), "text": label.text, "primary": number == 0}
            for number, label in enumerate(diagnostic.labels)
        ],
    }


def place(span: Span) -> dict[str, Any]:
    """A span as JSON."""
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
