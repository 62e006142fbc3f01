"""Statements: each becomes a typed statement, checked for what it may change, ask and leave.

The readers of the forms are in assignments, effects, blocks and choices, which register them in FORMS.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.base.dispatch import total
from rulelang.check.environment import Context
from rulelang.check.lints import goes_on
from rulelang.syntax import nodes

Form = Callable[[Context, Any, ir.Tags], "ir.Stmt | list[ir.Stmt] | None"]
TABLE = total(nodes.Stmt)
FORMS: dict[type, Form] = TABLE.cases
LEAVING = (nodes.Return, nodes.Break, nodes.Stop, nodes.EndGame)


def suite(ctx: Context, node: nodes.Suite) -> ir.Suite:
    """The statements of a block, in their own scope."""
    with ctx.block():
        return statements(ctx, node.statements)


def statements(ctx: Context, found: tuple[Any, ...]) -> ir.Suite:
    made: list[ir.Stmt] = []
    left: Any = None
    for each in found:
        if left is not None:
            ctx.report("R402", each.span, also=[(left.span, "leaves here")])
            left = None
        found_before = len(ctx.world.problems)
        made += statement(ctx, each)
        sound = len(ctx.world.problems) == found_before
        left = each if sound and not goes_on(each, LEAVING) else None
    return tuple(made)


def statement(ctx: Context, node: Any, tags: ir.Tags = ()) -> list[ir.Stmt]:
    """The typed statements for one statement: none for `nothing` and for a hole, several for `run A, B`."""
    with ctx.allow_reveal(True):
        made = FORMS[type(node)](ctx, node, getattr(node, "tags", ()) or tags)
    if made is None:
        return []
    return list(made) if isinstance(made, list) else [made]


def _line(ctx: Context, node: nodes.Line, tags: ir.Tags) -> list[ir.Stmt]:
    """A statement with rule ids."""
    return statement(ctx, node.statement, node.tags)


FORMS[nodes.Line] = _line
