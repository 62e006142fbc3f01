"""Lists of lists in C: they last as long as the expression that makes them, and are never compared.

An item of a list is one number; for an inner list that is where it lies. A list that is kept in a variable or local is
copied, but not what lies in it, and two lists are compared number by number. So games that keep or compare lists of
lists are left to Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang import ir
from rulelang.ir import types
from rulelang.ir.walk import walk
from rulelang.native.plan.layout import bare
from rulelang.native.plan.nodes import Unsupported

WAITING = (ir.Run, ir.Choose, ir.ChooseAction, ir.Resolve, ir.EachChooses, ir.EachSecretly)
COMPARING = ("eq", "ne", "in", "not_in", "distinct", "without")


def refuse_nested(game: ir.Game) -> None:
    """Raises Unsupported at the first place that keeps or compares lists of lists."""
    for var in game.vars.values():
        if nested(var.type):
            raise Unsupported("a variable that holds lists of lists").at(var.span)
    parts = (game.fns, game.procs, game.menus, game.scores, game.endings, game.invariants)
    for node in walk(parts):
        if isinstance(node, ir.Op) and node.op in COMPARING and any(nested(each.type) for each in node.arguments):
            raise Unsupported("lists of lists that are compared").at(node.span)
        if any(map(nested, kept(node))):
            raise Unsupported("lists of lists that are kept").at(node.span)


def kept(node: Any) -> Iterator[types.Type]:
    """The types of what lasts longer than an expression: locals, parameters, a list while somebody is asked."""
    if isinstance(node, ir.Assign | ir.Draw) and isinstance(node.target, ir.LocalTarget):
        yield node.target.local.type
    elif isinstance(node, ir.Run) and isinstance(node.into, ir.LocalTarget):
        yield node.into.local.type
    elif isinstance(node, ir.For):
        yield node.local.type
        if any(isinstance(each, WAITING) for each in walk(node.body)):
            yield node.source.type
    elif isinstance(node, ir.Proc | ir.Menu):
        yield from (local.type for local in node.params)


def nested(type_: types.Type) -> bool:
    """Is it a list of lists, or a map of them?"""
    type_ = bare(type_)
    return isinstance(type_, types.List | types.Map) and isinstance(bare(type_.of), types.List | types.Map)
