"""Rows to text: lines that fit, with the author's comments and blank lines around them.

A comment on its own line is indented like what follows it; at the end of a block, where the next line is further out,
it stays in the block if it was indented like it. Comments after code are two spaces behind it; those that were aligned
stay aligned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import attrs

from rulelang.base.columns import screen_width
from rulelang.format.layout import Layout, Remark, Written
from rulelang.format.phrase import HANG, WIDTH, fits, lay_out, width_of
from rulelang.format.rows import Row

INDENT = 2
GAP = "  "  # before a comment after code


@attrs.define
class Line:
    """Lines of text for one row: `column` is the author's column, if a line of the author began there."""

    level: int
    text: list[str]
    column: int | None = None
    above: list[Remark] = attrs.Factory(list)
    blank: bool = False
    behind: Remark | None = None


def assemble(rows: Iterable[Row], layout: Layout) -> str:
    """The whole text."""
    lines = list(lay_out_rows(list(rows), layout))
    stops = comment_columns(lines)
    out: list[str] = []
    before: list[Line] = []  # the last line of every level, up to that of the line before
    for line, stop in zip(lines, stops):
        write_remarks(out, line.above, before, line.level)
        if line.blank:
            out.append("")
        out += indent(line)
        if line.behind:
            out[-1] += " " * (stop - screen_width(out[-1])) + line.behind.text
        before = [*before[: line.level], line]
    write_remarks(out, layout.below, before, 0)
    text = "\n".join(out).strip("\n")
    return text + "\n" if text else ""


def write_remarks(out: list[str], remarks: list[Remark], before: list[Line], level: int) -> None:
    for remark in remarks:
        if remark.blank:
            out.append("")
        out.append(" " * INDENT * remark_level(remark, before, level) + remark.text)


def remark_level(remark: Remark, before: list[Line], level: int) -> int:
    """The level of a comment: that of the next line, or of the deepest open block that it was indented like."""
    inside = [line.level for line in before[level:] if line.column is not None and line.column <= remark.column]
    return max([level, *inside])


def indent(line: Line) -> list[str]:
    return [" " * INDENT * line.level + line.text[0], *line.text[1:]]


# ---------------------------------------------------------------- rows to lines


def lay_out_rows(rows: list[Row], layout: Layout) -> Iterator[Line]:
    """The lines of all rows; rows that the author wrote on one line are handled together."""
    starts = [i for i, row in enumerate(rows) if i == 0 or row.start in layout.lines or not layout.lines]
    for first, last in pairwise([*starts, len(rows)]):
        lines = [line for row in rows[first:last] for line in lines_of(row)]
        source = layout.lines.get(rows[first].start)
        if source:
            if as_written(source, lines):
                lines = [Line(lines[0].level, verbatim(source, lines[0].level))]
            lines[0].above, lines[0].blank, lines[0].column = source.above, source.blank, source.column
            lines[-1].behind = source.behind
        yield from lines


def lines_of(row: Row) -> list[Line]:
    """The lines of a row: a block after its colon if it fits, else on the next line."""
    indent = INDENT * row.level
    if row.body is None:
        return [Line(row.level, lay_out(row.words, indent))]
    together = (*row.words, " ", *row.body)
    if fits(together, indent):
        return [Line(row.level, lay_out(together, indent))]
    body = lay_out(row.body, indent + INDENT)
    return [Line(row.level, lay_out(row.words, indent)), Line(row.level + 1, body)]


def as_written(source: Written, lines: list[Line]) -> bool:
    """Whether to keep the author's own line breaks: a comment depends on them, or a formatted line would be too
    long.
    """
    return source.remarked or (source.own_breaks and max(width_of(indent(line)) for line in lines) > WIDTH)


def verbatim(source: Written, level: int) -> list[str]:
    first, *others = source.lines
    return [first, *(" " * (INDENT * level + HANG) + line for line in others if line)]


# ---------------------------------------------------------------- comments behind lines


def comment_columns(lines: list[Line]) -> list[int]:
    """The column of the comment after each line: the same for those that were aligned."""
    stops = [screen_width(indent(line)[-1]) + len(GAP) for line in lines]
    first = 0
    for last in range(1, len(lines) + 1):
        if last == len(lines) or not below_each_other(lines[last - 1], lines[last]):
            stops[first:last] = [max(stops[first:last])] * (last - first)
            first = last
    return stops


def below_each_other(upper: Line, lower: Line) -> bool:
    between = lower.above or lower.blank
    return bool(upper.behind and lower.behind and not between and upper.behind.column == lower.behind.column)
