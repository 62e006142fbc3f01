"""Closures of the built-ins, one row each in a table."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from rulelang import ir, types
from rulelang.engine.closures import Closures, Eval, Slots, bare, makes
from rulelang.engine.control import keyed, places
from rulelang.engine.errors import RuleError

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


# ---------------------------------------------------------------- equality


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
        return normed(one, two, norm)
    if isinstance(right, ir.Lit):
        value = right.value
        return lambda s: one(s) == value
    return lambda s: one(s) == two(s)


def normed(one: Eval, two: Eval, norm: Callable[[Slots, Any], Any]) -> Eval:
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


def has_pieces(type_: types.Type) -> bool:
    """Are the values pieces or lists of them?"""
    type_ = bare(type_)
    return isinstance(type_, types.Piece) or (isinstance(type_, types.List) and has_pieces(type_.of))


def member(make: Closures, expr: ir.Op) -> Eval:
    """Membership: pieces by id, since alike pieces may lie in several places; in tests looks fit."""
    one, two = make.all(expr.arguments)
    if make.testing and has_pieces(expr.arguments[1].type):
        looks = make.looks

        def found(s: Slots) -> bool:
            item, items = one(s), two(s)
            return item in items or (not isinstance(item, int) and any(looks.same(s, item, each, True) for each in items))

        return found
    if isinstance(expr.arguments[1], ir.Lit):
        known: Any = expr.arguments[1].value
        return lambda s: one(s) in known
    return lambda s: one(s) in two(s)


def not_member(make: Closures, expr: ir.Op) -> Eval:
    inside = member(make, expr)
    return lambda s: not inside(s)


# ---------------------------------------------------------------- lists


def span_of(low: int, high: int) -> tuple[int, ...]:
    return tuple(range(low, high + 1))


def without(items: tuple[Any, ...], gone: tuple[Any, ...]) -> tuple[Any, ...]:
    """Each item of the second list takes away one equal item of the first."""
    rest = list(items)
    for item in gone:
        if item in rest:
            rest.remove(item)
    return tuple(rest)


def only(make: Closures, expr: ir.Op) -> Eval:
    argument = make.of(expr.arguments[0])

    def run(s: Slots) -> Any:
        value = argument(s)
        if value.__class__ is not tuple:
            return value if value is not None else missing(expr)
        if len(value) != 1:
            raise RuleError("R606", expr.span, count=len(value))
        return value[0]

    return run


def missing(expr: ir.Op) -> Any:
    raise RuleError("R613", expr.span)


def at(make: Closures, expr: ir.Op) -> Eval:
    items, index = make.all(expr.arguments)

    def read(s: Slots) -> Any:
        found, here = items(s), index(s)
        if not 1 <= here <= len(found):
            raise RuleError("R608", expr.span, name="list", index=here)
        return found[here - 1]

    return read


def map_at(make: Closures, expr: ir.Op) -> Eval:
    """An entry of a map; the keys of a map by numbers begin at its variable's lowest index."""
    items, key = make.all(expr.arguments)
    source, low = expr.arguments[0], 1
    if isinstance(source, ir.VarMap):
        low = make.program.vars[source.var].array.lows[0]
    elif isinstance(source.type, types.Map) and isinstance(source.type.key, types.Int):
        low = source.type.key.low or 0

    def read(s: Slots) -> Any:
        found, here = items(s), key(s)
        if not 0 <= here - low < len(found):
            raise RuleError("R608", expr.span, name="map", index=here)
        return found[here - low]

    return read


def distinct(make: Closures, expr: ir.Op) -> Eval:
    """The first of each value; pieces by look."""
    items, kind = make.of(expr.arguments[0]), bare(expr.arguments[0].type)
    norm = make.looks.norm(kind.of) if isinstance(kind, types.List) else None
    if norm is None:
        return lambda s: tuple(dict.fromkeys(items(s)))
    key = norm

    def run(s: Slots) -> Any:
        found: dict[Any, Any] = {}
        for item in items(s):
            found.setdefault(repr(key(s, item)), item)
        return tuple(found.values())

    return run


# ---------------------------------------------------------------- comprehensions under a built-in


def folding(fold: Callable[[Eval, Eval, ir.Op], Eval], listed: Maker) -> Maker:
    """A built-in that goes through a comprehension without making a list of it."""

    def make_fold(make: Closures, expr: ir.Op) -> Eval:
        inner = expr.arguments[0]
        if not isinstance(inner, ir.Each) or inner.key is not None:
            return listed(make, expr)
        return fold(places(make, inner), make.of(inner.element), expr)

    return make_fold


def count_each(found: Eval, element: Eval, expr: ir.Op) -> Eval:
    def count(s: Slots) -> int:
        number = 0
        for _ in found(s):
            number += 1
        return number

    return count


def sum_each(found: Eval, element: Eval, expr: ir.Op) -> Eval:
    return lambda s: sum([element(s) for _ in found(s)])


def any_each(found: Eval, element: Eval, expr: ir.Op) -> Eval:
    return lambda s: any(element(s) for _ in found(s))


def all_each(found: Eval, element: Eval, expr: ir.Op) -> Eval:
    return lambda s: all(element(s) for _ in found(s))


def empty_each(found: Eval, element: Eval, expr: ir.Op) -> Eval:
    def run(s: Slots) -> bool:
        for _ in found(s):
            return False
        return True

    return run


def first_each(found: Eval, element: Eval, expr: ir.Op) -> Eval:
    softly = expr.op == "first_or_none"

    def run(s: Slots) -> Any:
        for _ in found(s):
            return element(s)
        return None if softly else nothing(expr)

    return run


def nothing(expr: ir.Op) -> Any:
    raise RuleError("R607", expr.span, what=expr.op)


# ---------------------------------------------------------------- items by a key


def by_key(pick: Callable[[list[tuple[Any, Any]], ir.Op], Any]) -> Maker:
    """A built-in that orders items by their key, or by themselves."""

    def make_keyed(make: Closures, expr: ir.Op) -> Eval:
        inner = expr.arguments[0]
        if isinstance(inner, ir.Each) and inner.key is not None:
            pairs = keyed(make, inner)
            return lambda s: pick(pairs(s), expr)
        items = make.all(expr.arguments)
        if len(items) > 1 or not isinstance(bare(inner.type), types.List | types.Map):
            return lambda s: pick([(value, value) for value in [item(s) for item in items]], expr)
        one = items[0]
        return lambda s: pick([(value, value) for value in one(s)], expr)

    return make_keyed


def highest(pairs: list[tuple[Any, Any]], expr: ir.Op) -> Any:
    if not pairs:
        return ()
    best = max([key for key, _ in pairs])
    return tuple([item for key, item in pairs if key == best])


def lowest(pairs: list[tuple[Any, Any]], expr: ir.Op) -> Any:
    if not pairs:
        return ()
    best = min([key for key, _ in pairs])
    return tuple([item for key, item in pairs if key == best])


def in_order(pairs: list[tuple[Any, Any]], expr: ir.Op) -> Any:
    return tuple([item for _, item in sorted(pairs, key=lambda pair: pair[0])])


def greatest(pairs: list[tuple[Any, Any]], expr: ir.Op) -> Any:
    return highest(pairs, expr)[0] if pairs else nothing(expr)


def least(pairs: list[tuple[Any, Any]], expr: ir.Op) -> Any:
    return lowest(pairs, expr)[0] if pairs else nothing(expr)


def end_of(at: int) -> Maker:
    """The first or last item; with a key, of the items in order of their keys."""
    ordered = by_key(lambda pairs, expr: ending(in_order(pairs, expr), at, expr))

    def make_end(make: Closures, expr: ir.Op) -> Eval:
        inner = expr.arguments[0]
        if isinstance(inner, ir.Each) and inner.key is not None:
            return ordered(make, expr)
        items = make.of(inner)
        return lambda s: ending(items(s), at, expr)

    return make_end


def ending(items: tuple[Any, ...], at: int, expr: ir.Op) -> Any:
    if items:
        return items[at]
    return None if expr.op.endswith("_or_none") else nothing(expr)


# ---------------------------------------------------------------- the table


def owner(make: Closures, expr: ir.Op) -> Eval:
    piece, places_ = make.of(expr.arguments[0]), make.layout.places
    owners = [zone.owner for zone in make.program.zones]
    return lambda s: owners[s[places_ + piece(s)]]


def round_table(shift: int) -> Maker:
    """A seat so many places on, wrapping round the table."""

    def make_seat(make: Closures, expr: ir.Op) -> Eval:
        one, players = make.of(expr.arguments[0]), make.program.players
        return lambda s: (one(s) + shift - 1) % players + 1

    return make_seat


def itself(make: Closures, expr: ir.Op) -> Eval:
    return make.of(expr.arguments[0])


def looked_up(name: str) -> Maker:
    """A built-in with a page of its own: sub-bags, multisets and orders."""

    def make_bags(make: Closures, expr: ir.Op) -> Eval:
        from rulelang.engine import bags

        return bags.MAKERS[name](make, expr)

    return make_bags


OPS: dict[str, Maker] = {
    "neg": plain(operator.neg),
    "add": plain(operator.add),
    "sub": plain(operator.sub),
    "mul": plain(operator.mul),
    "div": divide(operator.floordiv),
    "mod": divide(operator.mod),
    "eq": equal,
    "ne": unequal,
    "lt": plain(operator.lt),
    "le": plain(operator.le),
    "gt": plain(operator.gt),
    "ge": plain(operator.ge),
    "and": and_,
    "or": or_,
    "not": plain(operator.not_),
    "default": default,
    "in": member,
    "not_in": not_member,
    "range": plain(span_of),
    "join": plain(operator.add),
    "without": plain(without),
    "count": folding(count_each, plain(len)),
    "empty": folding(empty_each, plain(operator.not_)),
    "sum": folding(sum_each, plain(sum)),
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
    "subsets": looked_up("subsets"),
    "bags": looked_up("bags"),
    "permutations": looked_up("permutations"),
    "owner": owner,
    "seat": round_table(0),
    "left": round_table(1),
    "right": round_table(-1),
    "number": itself,
    "at": at,
    "map_at": map_at,
    "values": itself,
}

