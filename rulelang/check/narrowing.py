"""Narrowing: facts that a condition implies. `x != none` implies that an optional is there, `x in Card` which kind of
piece x is.
"""

from __future__ import annotations

from rulelang import ir
from rulelang.check.environment import Key
from rulelang.ir.types import Piece, Type, bare


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
    if test.op in ("in", "not_in"):
        return _of_kind(test.arguments[0], test.arguments[1], (test.op == "in") == holds)
    return {}


def _of_kind(left: ir.Expr, right: ir.Expr, within: bool) -> dict[Key, Type]:
    """A piece of several kinds is among all those of some kinds, or is not."""
    key, have = key_of(left), left.type
    if key is None or not isinstance(have, Piece) or not isinstance(right, ir.Pieces):
        return {}
    names = tuple(name for name in have.names if (name in right.names) == within)
    return {key: Piece(names)} if names else {}


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
