"""Which rows of tables a value looks up: those it always needs, and those it needs under some condition.

Functions are followed with their arguments; comprehensions are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.frozen import Frozen, frozen
from rulelang.ir import types

DEPTH = 6  # functions inside functions


@frozen
class Lookup(Frozen):
    """A row of a table that is looked up if all conditions hold. `around` are the locals that its key wants."""

    table: str
    key: tuple[ir.Expr, ...]
    conditions: tuple[ir.Expr, ...] = ()

    def where(self, condition: ir.Expr) -> Lookup:
        return attrs.evolve(self, conditions=(condition, *self.conditions))

    def with_local(self, local: ir.Local, value: ir.Expr) -> Lookup:
        """The same, said outside of a `let`."""

        def inside(expr: ir.Expr) -> ir.Expr:
            return ir.Let(expr.type, expr.span, local, value, expr)

        return Lookup(self.table, tuple(map(inside, self.key)), tuple(map(inside, self.conditions)))


def lookups(game: ir.Game, expr: Any, depth: int = 0) -> Iterator[Lookup]:
    """The lookups of a value, in reading order."""
    if isinstance(expr, ir.RowAt):
        yield Lookup(expr.table, (expr.key,))
        yield from lookups(game, expr.key, depth)
    elif isinstance(expr, ir.CellAt):
        if expr.table in game.tables:
            yield Lookup(expr.table, expr.indexes)
        for index in expr.indexes:
            yield from lookups(game, index, depth)
    elif isinstance(expr, ir.RowField):
        yield from lookups(game, expr.row, depth)
    elif isinstance(expr, ir.Reveal):
        yield from lookups(game, expr.value, depth)
    elif isinstance(expr, ir.Op):
        lazy = expr.op in ("and", "or", "default")  # what stands second may not be looked at
        for part in expr.arguments[: 1 if lazy else None]:
            yield from lookups(game, part, depth)
    elif isinstance(expr, ir.If):
        yield from lookups_in_if(game, expr, depth)
    elif isinstance(expr, ir.Let):
        yield from lookups(game, expr.value, depth)
        yield from (each.with_local(expr.local, expr.value) for each in lookups(game, expr.body, depth))
    elif isinstance(expr, ir.Call):
        yield from lookups_in_call(game, expr, depth)


def lookups_in_if(game: ir.Game, expr: ir.If, depth: int) -> Iterator[Lookup]:
    yield from lookups(game, expr.condition, depth)
    yield from (each.where(expr.condition) for each in lookups(game, expr.then, depth))
    unless = ir.Op(types.BOOL, expr.span, "not", (expr.condition,))
    yield from (each.where(unless) for each in lookups(game, expr.otherwise, depth))


def lookups_in_call(game: ir.Game, expr: ir.Call, depth: int) -> Iterator[Lookup]:
    for argument in expr.arguments:
        yield from lookups(game, argument, depth)
    if expr.fn not in game.fns or depth >= DEPTH:
        return
    fn = game.fns[expr.fn]
    for found in lookups(game, fn.body, depth + 1):
        for param, argument in zip(fn.params, expr.arguments):
            found = found.with_local(param, argument)
        yield found
