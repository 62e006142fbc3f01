"""Closures of equality and membership: pieces are equal if they look alike, lists of pieces as bags."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.engine.closures import Closures, Eval, Slots
from rulelang.ir.types import has_pieces


def equal(make: Closures, expr: ir.Op) -> Eval:
    """Pieces are equal if they look alike, lists of pieces as bags; everything else as it stands."""
    (left, right), (one, two) = expr.arguments, make.all(expr.arguments)
    if none(right):
        return lambda s: one(s) is None
    if none(left):
        return lambda s: two(s) is None
    if make.testing:
        ids, looks = has_pieces(left.type) or has_pieces(right.type), make.looks
        return lambda s: looks.same(s, one(s), two(s), ids)
    norm = make.looks.norm(left.type) or make.looks.norm(right.type)
    if norm is not None:
        return equal_by_norm(one, two, norm)
    if isinstance(right, ir.Lit):
        value = right.value
        return lambda s: one(s) == value
    return lambda s: one(s) == two(s)


def equal_by_norm(one: Eval, two: Eval, norm: Callable[[Slots, Any], Any]) -> Eval:
    def same(s: Slots) -> bool:
        left, right = one(s), two(s)
        if left is None or right is None:
            return left is right
        return bool(left == right or norm(s, left) == norm(s, right))

    return same


def unequal(make: Closures, expr: ir.Op) -> Eval:
    same = equal(make, expr)
    return lambda s: not same(s)


def none(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Lit) and expr.value is None


def member(make: Closures, expr: ir.Op) -> Eval:
    """Membership: pieces by id, since alike pieces may lie in several places; in tests also by look."""
    if isinstance(expr.arguments[1], ir.Op) and expr.arguments[1].op == "range":
        return between(*make.all((expr.arguments[0], *expr.arguments[1].arguments)))
    one, two = make.all(expr.arguments)
    if make.testing and has_pieces(expr.arguments[1].type):
        looks = make.looks

        def is_member(s: Slots) -> bool:
            item, items = one(s), two(s)
            return item in items or (
                not isinstance(item, int) and any(looks.same(s, item, each, True) for each in items)
            )

        return is_member
    if isinstance(expr.arguments[1], ir.Lit):
        known: Any = expr.arguments[1].value
        return lambda s: one(s) in known
    return lambda s: one(s) in two(s)


def between(value: Eval, low: Eval, high: Eval) -> Eval:
    """Whether a number is in a range, without listing the range."""

    def run(s: Slots) -> bool:
        item, first, last = value(s), low(s), high(s)
        return item is not None and first <= item <= last

    return run


def not_member(make: Closures, expr: ir.Op) -> Eval:
    inside = member(make, expr)
    return lambda s: not inside(s)
