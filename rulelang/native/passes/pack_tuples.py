"""Packs what is compared into integers within known bounds. The parts of a tuple with known bounds become digits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulelang.engine.fields import MISSING as NO_FIELD
from rulelang.engine.fields import field_values
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.nodes import INT, Node, is_number, number, number_of, op

Span = tuple[int, int]
"""The least and the greatest value."""

LARGEST = 1 << 30  # beyond it Python is no faster with numbers


def pack(layout: Any, node: Node) -> Node:
    """A number in place of a tuple, with the same order; or the node itself, if that is not possible."""
    found: list[list[Span]] = []
    if not collect(layout, node, {}, found) or len({len(row) for row in found}) != 1:
        return node
    spans = [(min(low for low, _ in column), max(high for _, high in column)) for column in zip(*found)]
    weights = [1]
    for low, high in spans[:0:-1]:
        weights.append(weights[-1] * (high - low + 1))
    digits = list(zip(weights[::-1], (low for low, _ in spans)))
    return at_leaves(node, lambda leaf: join_parts(leaf.args, digits)) if weights[-1] < LARGEST else node


def collect(layout: Any, node: Node, lets: dict[str, Span | None], found: list[list[Span]]) -> bool:
    """Records the spans of the parts of every tuple that a value may be; False if one is not known."""
    if is_op(node, ops.LET):
        lets = {**lets, node.data: span(layout, node.args[0], lets)}
        return collect(layout, node.args[1], lets, found)
    if node.op is ops.IF:
        return all(collect(layout, each, lets, found) for each in node.args[1:])
    row = [span(layout, part, lets) for part in node.args] if node.op is ops.TUPLE else []
    found.append([each for each in row if each is not None])
    return bool(row) and None not in row


def span(layout: Any, node: Node, lets: dict[str, Span | None]) -> Span | None:
    """The bounds of a number, if they are known."""
    if is_op(node, ops.LET):
        return span(layout, node.args[1], {**lets, node.data: span(layout, node.args[0], lets)})
    if node.op in (ops.IF, ops.ADD):
        one, two = (span(layout, each, lets) for each in node.args[-2:])
        if one is None or two is None:
            return None
        return (min(one[0], two[0]), max(one[1], two[1])) if node.op is ops.IF else (one[0] + two[0], one[1] + two[1])
    if node.op is ops.FIT:
        return span(layout, node.args[0], lets)
    if is_op(node, ops.NUM):
        return None if node.data is None else (node.data, node.data)
    if is_op(node, ops.GET):
        return lets.get(node.data)
    if is_op(node, ops.FACE):
        return bounds(faces(layout, node.data.field))
    if is_op(node, ops.TAB):
        return bounds([value for value in node.data.values if isinstance(value, int) or value is None])
    return None


def faces(layout: Any, field: str) -> list[Any]:
    """Every value that a field of a piece may have, rolled or printed."""
    program = layout.program
    spans = [ends for kind, ends in program.faces.items() if program.columns[kind][-1] == field]
    printed = [value for value in field_values(program, field) if value is not NO_FIELD]
    return [*printed, *(end for ends in spans for end in ends)]


def bounds(values: list[Any]) -> Span | None:
    return (min(values), max(values)) if values and all(isinstance(value, int) for value in values) else None


def at_leaves(node: Node, made: Callable[[Node], Node]) -> Node:
    """A value with others in place of its tuples."""
    if node.op is ops.LET:
        return attrs.evolve(node, rep=INT, args=(node.args[0], at_leaves(node.args[1], made)))
    if node.op is ops.IF:
        return attrs.evolve(node, rep=INT, args=(node.args[0], *(at_leaves(each, made) for each in node.args[1:])))
    return made(node)


def join_parts(parts: tuple[Node, ...], digits: list[tuple[int, int]]) -> Node:
    """One number from the parts, each with its weight and its least value."""
    known, found = 0, list[Node]()
    for part, (weight, low) in zip(parts, digits):
        known -= weight * low
        if part.op is ops.NUM:
            known += weight * number_of(part)
        else:
            found.append(part if weight == 1 else op(ops.MUL, part, number(weight)))
    made = number(known)
    for part in found:
        made = part if is_number(made, 0) else op(ops.ADD, made, part)
    return made
