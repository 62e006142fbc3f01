"""What is quicker to have at hand than to find out whether it is needed: a branch that nobody can foresee is dear.

It may not be trouble to have it, unless it was asked for before anyway. So a condition proves what it asks for in any case,
for both sides of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.native.plan import LIST, Node, nodes
from rulelang.native.sharing import safe

MOST = 40  # nodes
FREE = ("num", "get", "const", "mconst")
PLAIN = ("add", "sub", "mul", "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "if", "mand", "mor", "mandnot",
         "mnot", "count", "empty", "bit", "isnone")  # fmt: skip

Keys = frozenset[Any]


def key_of(node: Node) -> Any:
    """Equal for nodes that have the same value."""
    data = node.data if isinstance(node.data, str | int | tuple | None.__class__) else id(node.data)
    return (node.op, node.rep, data, *map(key_of, node.args))


def certain(node: Node) -> Iterator[Node]:
    """What is asked for whenever a node is."""
    yield node
    some = node.args[:1] if node.op in ("and", "or", "if", "default") else () if node.op == "each" else node.args
    for arg in some:
        yield from certain(arg)


def proven(node: Node, before: Keys) -> Keys:
    return before | {key_of(each) for each in certain(node) if each.op not in FREE}


def at_hand(node: Node, before: Keys) -> bool:
    """May it be worked out although it may not be needed, and is that cheap?"""
    if node.rep == LIST or sum(each.op not in FREE for each in nodes(node)) > MOST:
        return False
    return harmless(node, before)


def harmless(node: Node, before: Keys) -> bool:
    if safe(node) or (before and key_of(node) in before):
        return True
    if node.op == "tab":
        return not node.data.checked and node.rep != LIST and harmless(node.args[0], before)
    if node.op == "tuple":
        return all(small(arg) and harmless(arg, before) for arg in node.args)
    return node.op in PLAIN and all(harmless(arg, before) for arg in node.args)


def small(node: Node) -> bool:
    """Is a part of a tuple within what can be packed?"""
    return node.op in ("num", "face", "tab")
