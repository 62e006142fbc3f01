"""Steps that say who sees what, in the plan of a watched build (`c/watch.py`); other plans have none."""

from __future__ import annotations

from math import prod

from rulelang import ir
from rulelang.native.plan import acts, ops
from rulelang.native.plan.nodes import INT, Node, Step, get, number, op
from rulelang.native.plan.statements import Steps, Writer


def plan_show(writer: Writer, stmt: ir.Show) -> Steps:
    """`reveal`, `hide` or `unreveal` of pieces, or of the elements of a variable whose first indexes are given."""
    to = () if stmt.seats is None else (writer.readers(stmt.seats),)
    if stmt.pieces is not None:
        pieces = writer.planner.items(stmt.pieces, {})
        return [acts.Show((pieces, *to), sight=stmt.sight, var=None, to=bool(to))]
    assert stmt.var is not None
    array = writer.planner.program.vars[stmt.var].array
    count = prod(array.sizes[len(stmt.indexes) :])
    first = op(ops.MUL, writer.planner.flat(array, stmt.indexes, {}), number(count)) if stmt.indexes else number(0)
    return [acts.Show((first, *to), sight=stmt.sight, var=stmt.var, count=count, to=bool(to))]


def show_element(writer: Writer, var: str, at: Node, sight: str) -> Steps:
    return [acts.Show((at,), sight=sight, var=var)] if writer.planner.watched else []


def show_whole(writer: Writer, var: str, sight: str) -> Steps:
    """All of a variable."""
    if not writer.planner.watched:
        return []
    count = max(1, writer.planner.program.vars[var].array.length)
    return [acts.Show((number(0),), sight=sight, var=var, count=count)]


def block(writer: Writer, steps: Steps) -> Steps:
    """What seats do at the same time."""
    if not writer.planner.watched:
        return steps
    return [acts.Block(), *steps, acts.Block((number(0),))]


def in_block(writer: Writer, seat: str, body: tuple[Step, ...]) -> tuple[Step, ...]:
    """What one of them does."""
    return (acts.Block((get(seat, INT),)), *body) if writer.planner.watched else body
