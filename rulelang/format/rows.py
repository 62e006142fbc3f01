"""The tree as rows: one for each future line, with its indentation and its place in the text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulelang.base.columns import screen_width
from rulelang.format.blocks import BLOCKS, PREFIXES, Block
from rulelang.format.phrase import Phrase, flat
from rulelang.format.writing import fill_template, letter_before, phrase
from rulelang.syntax import nodes as n


@attrs.frozen
class Row:
    """A future line, `level` blocks deep, for the node at `start` of the text.

    `body` is the only statement of its block, if the author wrote it after the colon.
    """

    level: int
    words: Phrase
    start: int
    body: Phrase | None = None


def rows_of(node: n.Node, level: int = 0) -> Iterator[Row]:
    """The rows of a construct and of all that is in it."""
    cls: Any = type(node)
    if isinstance(node, n.File):
        for part in node.parts:
            yield from rows_of(part, level)
    elif cls in PREFIXES:
        yield from prefix_rows(node, *PREFIXES[cls], level)
    elif cls in BLOCKS:
        yield from block(node, BLOCKS[cls], level)
    else:
        yield Row(level, phrase(node), node.span.start)


def prefix_rows(node: n.Node, prefix: str, field: str, level: int) -> Iterator[Row]:
    """A declaration behind `override` or `extend`."""
    first, *others = rows_of(getattr(node, field), level)
    yield attrs.evolve(first, words=(*fill_template(prefix, node), *first.words), start=node.span.start)
    yield from others


def block(node: n.Node, how: Block, level: int) -> Iterator[Row]:
    """The first line, then the block, then what follows it."""
    head, start = fill_template(how.head, node), node.span.start
    first, *others = [getattr(node, name) for name in how.inside]
    if isinstance(first, n.Suite):
        yield from suite(head, start, first, level)
    elif isinstance(first, n.Node) and not isinstance(first, n.Ladder | n.Rows):
        yield Row(level, (*head, how.joined, *phrase(first)), start)
    elif parts := [each for value in (first, *others) for each in contents(value)]:
        yield Row(level, (*head, ":"), start)
        yield from inner(parts, level + 1)
    else:
        yield Row(level, head, start)
    for name in how.after:
        for each in contents(getattr(node, name)):
            yield from rows_of(each, level)


def suite(head: Phrase, start: int, body: n.Suite, level: int) -> Iterator[Row]:
    if on_one_line(body):
        yield Row(level, (*head, ":"), start, phrase(body.statements[0]))
    else:
        yield Row(level, (*head, ":"), start)
        yield from inner(list(body.statements), level + 1)


def on_one_line(body: n.Suite) -> bool:
    """Whether the author wrote the block behind its colon."""
    text, at = body.span.source.text, body.statements[0].span.start
    return letter_before(text, at) == ":" and "\n" not in text[text.rfind(":", 0, at) : at]


def contents(value: Any) -> list[n.Node]:
    """The nodes of a field."""
    if isinstance(value, n.Ladder):
        return list(value.parts)
    if isinstance(value, n.Rows):
        return [value.header, *value.rows]
    if value is None:
        return []
    return list(value) if isinstance(value, tuple) else [value]


def inner(parts: list[n.Node], level: int) -> Iterator[Row]:
    """The rows inside a block; the cells of a table are aligned."""
    tabular: list[Any] = [part for part in parts if isinstance(part, n.TableRow | n.HeaderRow)]
    cells = [[flat(phrase(cell)) for cell in part.cells] for part in tabular]
    lines = iter(align(cells))
    for part in parts:
        if isinstance(part, n.TableRow | n.HeaderRow):
            yield Row(level, (next(lines),), part.span.start)
        else:
            yield from rows_of(part, level)


def align(table: list[list[str]]) -> list[str]:
    """Rows of cells as lines, every column as wide as its widest cell."""
    columns = max(map(len, table), default=0)
    widths = [max(screen_width(row[k]) for row in table if k < len(row)) for k in range(columns)]
    return [f"| {' | '.join(pad(cell, widths[k]) for k, cell in enumerate(row))} |" for row in table]


def pad(cell: str, width: int) -> str:
    return cell + " " * (width - screen_width(cell))
