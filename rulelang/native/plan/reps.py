"""Representations of values: conversions between them, and what a table can hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulelang import ir
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.ir.walk import walk
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import Bounds, is_op
from rulelang.native.plan.layout import MISSING
from rulelang.native.plan.nodes import INT, LIST, MASK, TUPLE, Node, is_number, number, number_of, op


def is_piece(type_: types.Type) -> bool:
    return isinstance(bare(type_), types.Piece)


def offset(node: Node, by: int) -> Node:
    if node.op is ops.ADD and is_number(node.args[1]):
        node, by = node.args[0], by + number_of(node.args[1])
    if by == 0:
        return node
    return number(number_of(node) + by) if is_number(node) else op(ops.ADD, node, number(by))


def within(node: Node, low: int, high: int) -> Node:
    """A number that must be in a range; a sum that is in it needs no other check."""
    return op(ops.WITHIN, drop_test(node), data=Bounds(low, high))


def drop_test(node: Node) -> Node:
    """A sum or difference without its overflow check, if a narrower check follows; a product may be too large for C."""
    return node.args[0] if node.op is ops.FIT and node.args[0].op in (ops.ADD, ops.SUB) else node


def as_list(node: Node) -> Node:
    return op(ops.IDS, node, rep=LIST) if node.rep == MASK else node


def as_mask(node: Node) -> Node | None:
    """A mask, where a list is one."""
    if node.rep == MASK:
        return node
    if is_op(node, ops.CONST) and list(node.data) == sorted(set(node.data)):
        return op(ops.MCONST, rep=MASK, data=sum(1 << piece for piece in node.data))
    if node.op is ops.IDS:
        return node.args[0]
    return None


def list_depth(type_: types.Type) -> int:
    """How deep the lists of a type go: 2 for a list of lists; 0: its values are no lists."""
    type_ = bare(type_)
    return 1 + list_depth(type_.of) if isinstance(type_, types.List | types.Map) else 0


class Parts(tuple[Any, ...]):
    """A tuple that is known: a single value, where other tuples are lists."""


def constant_value(value: Any, type_: types.Type) -> Any:
    """A value that is known, with its tuples told from its lists, and tuples in tuples as parts in their place."""
    type_ = bare(type_)
    if isinstance(type_, types.Tuple) and isinstance(value, tuple):
        parts = map(constant_value, value, type_.parts)
        return Parts(each for part in parts for each in (part if isinstance(part, Parts) else (part,)))
    if isinstance(type_, types.List | types.Map) and isinstance(value, tuple):
        return tuple(constant_value(each, type_.of) for each in value)
    return value


def rep_of_known(values: Iterable[Any]) -> str:
    """How values of one type that are known are kept."""
    made = next((value for value in values if isinstance(value, tuple)), None)
    return INT if made is None else TUPLE if isinstance(made, Parts) else LIST


def storable(values: Any) -> bool:
    """Are these values a table can hold: numbers, or lists of numbers?"""
    known = [value for value in values if value is not MISSING]
    if any(isinstance(value, tuple) for value in known):
        return all(isinstance(v, tuple) and all(isinstance(x, int) for x in v) for v in known)
    return bool(known) and all(value is None or isinstance(value, int) for value in known)


def once(body: Any, param: ir.Local) -> bool:
    """Is a parameter read at most once, and not in a loop?"""
    found = list(walk(body))
    reads = sum(isinstance(node, ir.Get) and node.local is param for node in found)
    return reads <= 1 and not any(isinstance(node, ir.Each | ir.MenuOptions) for node in found)


def is_within(value: Node, low: int | None, high: int | None) -> bool:
    """Is it a number within bounds?"""
    if not is_op(value, ops.NUM) or value.data is None:
        return value.op is ops.NUM
    return (low is None or value.data >= low) and (high is None or value.data <= high)
