"""Tuples in C: one number that compares part by part."""

from __future__ import annotations

from rulelang.native.c.code import Code
from rulelang.native.c.packing import greatest, middle, width
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import NodeOf, Part, is_op
from rulelang.native.plan.nodes import Node


def pack(code: Code, node: Node) -> str:
    """A tuple as one number."""
    size = len(node.args)
    text = part(code, node.args[0], size)
    for arg in node.args[1:]:
        text = f"({text} * {1 << width(size)}LL + {part(code, arg, size)} + {middle(size)})"
    return text


def part(code: Code, node: Node, size: int) -> str:
    """A part of a tuple of this many, tested if it may be too large."""
    if code.may_be_none(node):
        return code.rt("part_or_none", code.of(node), str(greatest(size)))
    return code.of(node) if is_small(code, node, size) else code.rt("part", code.of(node), str(greatest(size)))


def is_small(code: Code, node: Node, size: int) -> bool:
    """Is it a number that surely fits into a tuple with this many parts?"""
    if is_op(node, ops.NUM):
        return node.data is not None and abs(node.data) <= greatest(size)
    known = code.layout.spans.get(node.data.field, ()) if is_op(node, ops.FACE) else None
    return known is not None and all(abs(end) <= greatest(size) for end in known)


def unpack(code: Code, node: NodeOf[Part]) -> str:
    """A part of a tuple."""
    at, size = node.data
    shift = width(size) * (size - 1 - at)
    return code.rt("first_part" if at == 0 else "part_at", code.sure(node.args[0]), str(shift), str(middle(size)))
