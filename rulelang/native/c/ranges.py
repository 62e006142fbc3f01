"""What is known about a number when C is generated, so that an index needs no bounds check.

A piece that was found in a mask or in a zone is one of the pieces. Locals that hold such a piece are remembered: each
is assigned in one place only.
"""

from __future__ import annotations

from rulelang.native.plan import ops
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.layout import MISSING
from rulelang.native.plan.nodes import MASK, Node
from rulelang.native.plan.predicates import holds_pieces

FOUND = (ops.FIRST, ops.LAST, ops.ONLY)  # these bail out where there is none


def is_piece(node: Node, pieces: set[str]) -> bool:
    """Is a number surely that of a piece?"""
    if is_op(node, ops.GET):
        return node.data in pieces
    return node.op in FOUND and goes_through_pieces(node.args[0])


def goes_through_pieces(source: Node) -> bool:
    """Is each item of what a loop goes through a piece?"""
    return source.op is ops.ZONE or (source.rep == MASK and holds_pieces(source))


def is_zone(node: Node, zones: int) -> bool:
    """Is a number surely that of a zone?"""
    if is_op(node, ops.NUM):
        return isinstance(node.data, int) and 0 <= node.data < zones
    known = node.data.values if is_op(node, ops.TAB) and not node.data.checked else ()
    return bool(known) and all(each == MISSING or (isinstance(each, int) and 0 <= each < zones) for each in known)
