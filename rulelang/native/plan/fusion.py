"""Fusion: lists that need not be built, because what is asked of a comprehension is computed while it is iterated.

The reference builds the whole list first. So if fused code looks at less of it, the rest must never bail out.
"""

from __future__ import annotations

from typing import TypeGuard

from rulelang.native.passes.cse import safe, substitute
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import Fold, NodeOf, is_op
from rulelang.native.plan.nodes import INT, Node, is_number, nodes, number_of, op, simple

STOPPING = ("any", "all", "empty", "first", "first_or_none")  # these are known before the end of a list


def is_made(node: Node) -> TypeGuard[NodeOf[Fold]]:
    """Is it a comprehension that makes a list?"""
    return is_op(node, ops.EACH) and node.data.kind == "list"


def fuse(kind: str, made: Node) -> Node | None:
    """How many items a comprehension has, whether there are any, or the first one, without building a list."""
    if not is_made(made) or not sure(made.args[-2]) or (kind in STOPPING and not may_stop(made)):
        return None
    rep = made.args[-2].rep if kind.startswith("first") else INT
    return op(ops.EACH, *made.args, rep=rep, data=Fold(kind, made.data.names))


def may_stop(made: Node) -> bool:
    """May the rest of a comprehension be left out?"""
    *sources, condition, element, _ = made.args
    return all(map(sure, (*sources[1:], condition, element)))


def is_some_of(made: Node) -> TypeGuard[NodeOf[Fold]]:
    """Is it some of the items of one list, as they are?"""
    return is_made(made) and len(made.data.names) == 1 and is_local(made.args[-2], made.data.names[0])


def is_local(node: Node, name: str) -> bool:
    return is_op(node, ops.GET) and node.data == name


def holds(made: Node, item: Node, values: range | None) -> Node | None:
    """Is an item, which has one of these values, in a comprehension over at least all of them?"""
    if not is_some_of(made) or not simple(item) or not values:
        return None
    source, condition, name = made.args[0], made.args[1], made.data.names[0]
    if not bails_alike(condition, name):
        return None
    if source.op is ops.RANGE and all(map(is_number, source.args)):
        low, high = map(number_of, source.args)
        inside = low <= values[0] and values[-1] <= high
    else:
        inside = is_op(source, ops.CONST) and set(values) <= set(source.data)
    return substitute(condition, {name: item}) if inside else None


def bails_alike(node: Node, name: str) -> bool:
    """Does it bail out for all values of a local, or for none?"""
    if sure(node) or not mentions(node, name):
        return True
    if node.op in (ops.AND, ops.OR, ops.IF) and mentions(node.args[0], name):
        return bails_alike(node.args[0], name) and all(map(sure, node.args[1:]))
    held = node.op in (ops.TAB, ops.MTAB, ops.ZONE, ops.VAR)  # by an index that may be none
    return node.op.safe and not held and all(bails_alike(arg, name) for arg in node.args)


def mentions(node: Node, name: str) -> bool:
    return any(is_local(each, name) for each in nodes(node))


def sure(node: Node) -> bool:
    """Does it never bail out? A table has a value for each index that its type allows, if it need not be checked."""
    if is_op(node, ops.TAB, ops.MTAB):
        return not node.data.checked and all(index(arg) for arg in node.args)
    if node.op in (ops.ZONE, ops.VAR) and node.args:
        return safe(node)
    return (node.op.safe or node.op is ops.RANGE) and all(map(sure, node.args))


def index(node: Node) -> bool:
    """Is it made of locals and numbers alone?"""
    return node.op in (ops.GET, ops.NUM, ops.ADD, ops.MUL) and all(map(index, node.args))
