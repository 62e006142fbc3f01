"""Narrowing: facts that a condition implies about optionals. `x != none` implies that x is there."""

from __future__ import annotations

from rulelang import ir
from rulelang.check.environment import Key
from rulelang.ir.types import Type, bare


def facts_of(test: ir.Expr | None, holds: bool) -> dict[Key, Type]:
    """The facts known when a condition holds, or when it does not."""
    if not isinstance(test, ir.Op):
        return {}
    if test.op == "not":
        return facts_of(test.arguments[0], not holds)
    if test.op == ("and" if holds else "or"):
        return {**facts_of(test.arguments[0], holds), **facts_of(test.arguments[1], holds)}
    if test.op == ("ne" if holds else "eq"):
        return _not_none(*test.arguments)
    return {}


def _not_none(left: ir.Expr, right: ir.Expr) -> dict[Key, Type]:
    if isinstance(left, ir.Lit) and left.value is None:
        left, right = right, left
    if not (isinstance(right, ir.Lit) and right.value is None):
        return {}
    key = key_of(left)
    return {key: bare(left.type)} if key else {}


def key_of(made: ir.Expr) -> Key | None:
    """The key for facts about this expression."""
    if isinstance(made, ir.Get):
        return ("local", made.local.number)
    if isinstance(made, ir.VarAt) and not made.indexes:
        return ("var", made.var)
    return None
