"""Closures of the built-ins, one row each in a table."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.engine.closures import Closures, Eval, Slots, makes
from rulelang.engine.equality import equal, member, not_member, unequal
from rulelang.engine.errors import RuleError, check_number
from rulelang.engine.listing import (
    all_each,
    any_each,
    at,
    by_key,
    count_each,
    distinct,
    empty_each,
    end_of,
    first_each,
    folding,
    greatest,
    highest,
    in_order,
    join,
    least,
    lowest,
    map_at,
    only,
    span_of,
    sum_each,
    without,
)
from rulelang.ir import types
from rulelang.program import boards
from rulelang.program.boards import Board

Maker = Callable[[Closures, ir.Op], Eval]


@makes(ir.Op)
def op(make: Closures, expr: ir.Op) -> Eval:
    return OPS[expr.op](make, expr)


def plain(function: Callable[..., Any]) -> Maker:
    """A built-in that is a function of its values."""

    def make_plain(make: Closures, expr: ir.Op) -> Eval:
        arguments = make.all(expr.arguments)
        if len(arguments) == 1:
            only = arguments[0]
            return lambda s: function(only(s))
        one, two = arguments
        if isinstance(expr.arguments[1], ir.Lit):
            known = expr.arguments[1].value
            return lambda s: function(one(s), known)
        return lambda s: function(one(s), two(s))

    return make_plain


# ---------------------------------------------------------------- numbers and truth


def inline(both: Callable[[Eval, Eval], Eval], known: Callable[[Eval, Any], Eval]) -> Maker:
    """A built-in with two arguments, inlined; `known`: for a second argument that is known now."""

    def make_inline(make: Closures, expr: ir.Op) -> Eval:
        one, two = make.all(expr.arguments)
        last = expr.arguments[1]
        return known(one, last.value) if isinstance(last, ir.Lit) else both(one, two)

    return make_inline


def arithmetic(plainly: Maker) -> Maker:
    """A built-in whose result is range-checked, unless the analysis knows that it stays in bounds."""

    def make_tested(make: Closures, expr: ir.Op) -> Eval:
        value, span = plainly(make, expr), expr.span
        return value if make.ranges.fits(expr) else lambda s: check_number(value(s), span)

    return make_tested


def divide(by: Callable[[int, int], int]) -> Maker:
    def make_divide(make: Closures, expr: ir.Op) -> Eval:
        one, two = make.all(expr.arguments)

        def run(s: Slots) -> int:
            if (divisor := two(s)) == 0:
                raise RuleError("R611", expr.span)
            return by(one(s), divisor)

        return run

    return make_divide


def and_(make: Closures, expr: ir.Op) -> Eval:
    one, two = make.all(expr.arguments)
    return lambda s: one(s) and two(s)


def or_(make: Closures, expr: ir.Op) -> Eval:
    one, two = make.all(expr.arguments)
    return lambda s: one(s) or two(s)


def default(make: Closures, expr: ir.Op) -> Eval:
    one, two = make.all(expr.arguments)

    def run(s: Slots) -> Any:
        value = one(s)
        return two(s) if value is None else value

    return run


# ---------------------------------------------------------------- the table


def owner(make: Closures, expr: ir.Op) -> Eval:
    piece, places_ = make.of(expr.arguments[0]), make.layout.places
    owners = [zone.owner for zone in make.program.zones]
    return lambda s: owners[s[places_ + piece(s)]]


def round_table(shift: int) -> Maker:
    """The seat a number of places further, wrapping around the table."""

    def make_seat(make: Closures, expr: ir.Op) -> Eval:
        one, players = make.of(expr.arguments[0]), make.program.players
        return lambda s: (one(s) + shift - 1) % players + 1

    return make_seat


def itself(make: Closures, expr: ir.Op) -> Eval:
    return make.of(expr.arguments[0])


def bag_builtin(name: str) -> Maker:
    """A built-in from `bags`: sub-bags, multisets and orders."""

    def make_bags(make: Closures, expr: ir.Op) -> Eval:
        from rulelang.engine import bags

        return bags.MAKERS[name](make, expr)

    return make_bags


def part(make: Closures, expr: ir.Op) -> Eval:
    value, number = expr.arguments
    of, at_ = make.of(value), number.value  # type: ignore[attr-defined]
    return lambda s: of(s)[at_]


def check_range(make: Closures, expr: ir.Op) -> Eval:
    """Check a record field that has a range."""
    of, low, high = make.all(expr.arguments[:3])
    name = expr.arguments[3].value  # type: ignore[attr-defined]

    def run(s: Slots) -> int | None:
        value: int | None = of(s)
        if value is not None and not low(s) <= value <= high(s):
            raise RuleError("R605", expr.span, name=name, value=value, low=low(s), high=high(s))
        return value

    return run


def board_of(make: Closures, expr: ir.Expr) -> Board:
    """The board whose cells a list holds."""
    kind = expr.type
    assert isinstance(kind, types.List) and isinstance(kind.of, types.Enum)
    return make.program.boards[kind.of.name]


def connected(make: Closures, expr: ir.Op) -> Eval:
    (start, among), links = make.all(expr.arguments), board_of(make, expr).links
    make.weight += len(links) // 8
    return lambda s: boards.connected(start(s), among(s), links)


def longest_line(make: Closures, expr: ir.Op) -> Eval:
    cells, axes = make.of(expr.arguments[0]), board_of(make, expr.arguments[0]).axes
    make.weight += len(axes[0]) // 4
    return lambda s: boards.longest_line(cells(s), axes)


OPS: dict[str, Maker] = {
    "neg": plain(operator.neg),
    "add": arithmetic(inline(lambda a, b: lambda s: a(s) + b(s), lambda a, k: lambda s: a(s) + k)),
    "sub": arithmetic(inline(lambda a, b: lambda s: a(s) - b(s), lambda a, k: lambda s: a(s) - k)),
    "mul": arithmetic(inline(lambda a, b: lambda s: a(s) * b(s), lambda a, k: lambda s: a(s) * k)),
    "div": divide(operator.floordiv),
    "mod": divide(operator.mod),
    "eq": equal,
    "ne": unequal,
    "lt": inline(lambda a, b: lambda s: a(s) < b(s), lambda a, k: lambda s: a(s) < k),
    "le": inline(lambda a, b: lambda s: a(s) <= b(s), lambda a, k: lambda s: a(s) <= k),
    "gt": inline(lambda a, b: lambda s: a(s) > b(s), lambda a, k: lambda s: a(s) > k),
    "ge": inline(lambda a, b: lambda s: a(s) >= b(s), lambda a, k: lambda s: a(s) >= k),
    "and": and_,
    "or": or_,
    "not": plain(operator.not_),
    "default": default,
    "in": member,
    "not_in": not_member,
    "range": span_of,
    "join": join,
    "without": without,
    "count": folding(count_each, plain(len)),
    "empty": folding(empty_each, plain(operator.not_)),
    "sum": arithmetic(folding(sum_each, plain(sum))),
    "any": folding(any_each, plain(any)),
    "all": folding(all_each, plain(all)),
    "first": folding(first_each, end_of(0)),
    "last": end_of(-1),
    "first_or_none": folding(first_each, end_of(0)),
    "last_or_none": end_of(-1),
    "only": only,
    "min": by_key(least),
    "max": by_key(greatest),
    "highest": by_key(highest),
    "lowest": by_key(lowest),
    "sorted": by_key(in_order),
    "reverse": plain(lambda items: items[::-1]),
    "distinct": distinct,
    "take": plain(lambda items, number: items[: max(number, 0)]),
    "subsets": bag_builtin("subsets"),
    "bags": bag_builtin("bags"),
    "permutations": bag_builtin("permutations"),
    "best_split": bag_builtin("best_split"),
    "owner": owner,
    "seat": round_table(0),
    "left": round_table(1),
    "right": round_table(-1),
    "number": itself,
    "at": at,
    "map_at": map_at,
    "part": part,
    "ranged": check_range,
    "values": itself,
    "connected": connected,
    "longest_line": longest_line,
}
