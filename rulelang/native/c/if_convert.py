"""If-conversion: both sides of a condition are evaluated if that is cheap and safe, since an unpredictable branch is
slow.

A side that is evaluated early must not bail out, unless what it tests was already tested anyway. So a condition
establishes for both of its sides everything that it tests unconditionally.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from rulelang.native.passes.cse import safe
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.nodes import LIST, MASK, Node, Unit, nodes

MOST = 40  # nodes
FEW = 8  # of a function
INDEXED = (ops.FACE, ops.TAB, ops.MTAB)  # once this is found, what it is found by is an index

SMALL = (ops.NUM, ops.FACE, ops.TAB)  # what can be packed into a tuple

Keys = frozenset[Any]


def key_of(node: Node) -> Any:
    """Equal for nodes that have the same value."""
    data = node.data if isinstance(node.data, str | int | tuple | None.__class__) else id(node.data)
    return (node.op, node.rep, data, *map(key_of, node.args))


def certain(node: Node) -> Iterator[Node]:
    """What is asked for whenever a node is."""
    yield node
    first = node.op in (ops.AND, ops.OR, ops.IF, ops.DEFAULT)
    for arg in node.args[:1] if first else () if node.op is ops.EACH else node.args:
        yield from certain(arg)


def proven(node: Node, before: Keys) -> Keys:
    asked = [each for each in certain(node) if not each.op.free]
    indices = {("index", key_of(each.args[0])) for each in asked if each.op in INDEXED and each.args}
    return before | {key_of(each) for each in asked} | indices


@attrs.frozen
class Speculation:
    """What may be evaluated before it is known to be needed. `may_be_none`: the nodes that may be none."""

    fns: dict[str, Unit]
    may_be_none: Callable[[Node], bool]

    def allows(self, node: Node, before: Keys) -> bool:
        """May it be worked out although it may not be needed, and is that cheap?"""
        if node.rep == LIST or sum(not each.op.free for each in nodes(node)) > MOST:
            return False
        return self.harmless(node, before)

    def harmless(self, node: Node, before: Keys) -> bool:
        if safe(node) or (before and key_of(node) in before):
            return True
        if is_op(node, ops.TAB, ops.MTAB):
            return not node.data.checked and node.rep != LIST and self.is_index(node.args[0], before)
        if node.op is ops.TUPLE:
            return all(arg.op in SMALL and self.harmless(arg, before) for arg in node.args)
        if is_op(node, ops.CALL):
            value = self.fns[node.data].value
            some = (value, *node.args) if value is not None and len(list(nodes(value))) <= FEW else ()
            return bool(some) and all(self.harmless(each, before) for each in some)
        if node.op.needs and any(map(self.may_be_none, node.args)):
            return False
        return node.op.plain and all(self.harmless(arg, before) for arg in node.args)

    def is_index(self, node: Node, before: Keys) -> bool:
        """Is it a number that a table without gaps holds? The piece of a set is, once it is found."""
        if before and ("index", key_of(node)) in before:
            return True
        found = node.op in (ops.ONLY, ops.FIRST, ops.LAST) and node.args[0].rep == MASK
        return self.harmless(node, before) and (found or not self.may_be_none(node))
