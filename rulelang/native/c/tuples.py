"""Tuples in C: one number, which compares part by part."""

from __future__ import annotations

from rulelang.native.c.code import Code
from rulelang.native.c.packing import GREATEST, LONGEST
from rulelang.native.plan import ops
from rulelang.native.plan.nodes import Node, Unsupported


def packed(code: Code, node: Node) -> str:
    """A tuple as one number."""
    if len(node.args) > LONGEST or any(arg.rep != "i" for arg in node.args):
        raise Unsupported("a long tuple")
    first = node.args[0]
    text = code.sure(first) if is_small(code, first) else code.rt("part", code.sure(first))
    for arg in node.args[1:]:
        text = code.rt("pack_small" if is_small(code, arg) else "pack", text, code.sure(arg))
    return text


def is_small(code: Code, node: Node) -> bool:
    """Is it a number that surely fits into a tuple?"""
    if node.op is ops.NUM:
        return node.data is not None and abs(node.data) <= GREATEST
    return node.op is ops.FACE and all(abs(end) <= GREATEST for end in code.layout.spans.get(node.data[0], ()))
