"""Closures for the built-ins on lists, most of which iterate over a comprehension without building a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.engine.closures import Closures, Eval, Slots
from rulelang.engine.control import keyed_pairs, places
from rulelang.engine.errors import RuleError
from rulelang.engine.meter import FREE
from rulelang.ir import types
from rulelang.ir.types import bare

Maker = Callable[[Closures, ir.Op], Eval]


def span_of(make: Closures, expr: ir.Op) -> Eval:
    """The numbers in a range; their count is known before they are made."""
    low, high = make.all(expr.arguments)
    meter, span = make.meter, expr.span

    def run(s: Slots) -> tuple[int, ...]:
        first, last = low(s), high(s)
        if last - first >= FREE:
            meter.length(s, last - first + 1, span)
        return tuple(range(first, last + 1))

    return run


def without(make: Closures, expr: ir.Op) -> Eval:
    """Each item of the second list removes one equal item of the first."""
    one, two = make.all(expr.arguments)

    def run(s: Slots) -> tuple[Any, ...]:
        items, gone = one(s), two(s)
        if len(items) <= FREE:
            return subtract(items, gone)
        make.meter.spend(s, len(items) + len(gone), expr.span)
        return subtract_counted(items, gone)

    return run


def subtract(items: tuple[Any, ...], gone: tuple[Any, ...]) -> tuple[Any, ...]:
    rest = list(items)
    for item in gone:
        if item in rest:
            rest.remove(item)
    return tuple(rest)


def subtract_counted(items: tuple[Any, ...], gone: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same for long lists, by counting: the first occurrences of each value are left out."""
    owed = Counter(gone)
    kept = []
    for item in items:
        if owed[item]:
            owed[item] -= 1
        else:
            kept.append(item)
    return tuple(kept)


def join(make: Closures, expr: ir.Op) -> Eval:
    """Two lists as one."""
    one, two = make.all(expr.arguments)
    meter, span = make.meter, expr.span

    def run(s: Slots) -> Any:
        found = one(s) + two(s)
        if len(found) > FREE:
            meter.length(s, len(found), span)
        return found

    return run


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
    """An entry of a map; integer keys start at the lowest index of its variable."""
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
    """The first item of each value; pieces by look."""
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
    """A built-in that folds over a comprehension without building a list."""

    def make_fold(make: Closures, expr: ir.Op) -> Eval:
        inner = expr.arguments[0]
        if not isinstance(inner, ir.Each) or inner.key is not None:
            return listed(make, expr)
        return fold(*places(make, inner), expr)

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
    def run(s: Slots) -> bool:
        for _ in found(s):  # noqa: SIM110  a loop is faster than a generator in a generator
            if element(s):
                return True
        return False

    return run


def all_each(found: Eval, element: Eval, expr: ir.Op) -> Eval:
    def run(s: Slots) -> bool:
        for _ in found(s):  # noqa: SIM110
            if not element(s):
                return False
        return True

    return run


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

        def in_pairs(pairs: Eval) -> Eval:
            def run(s: Slots) -> Any:
                found = pairs(s)
                make.meter.order(s, len(found), expr.span)
                return pick(found, expr)

            return run

        if isinstance(inner, ir.Each) and inner.key is not None:
            return in_pairs(keyed_pairs(make, inner))
        items = make.all(expr.arguments)
        if len(items) > 1 or not isinstance(bare(inner.type), types.List | types.Map):
            return lambda s: pick([(value, value) for value in [item(s) for item in items]], expr)
        one = items[0]
        return in_pairs(lambda s: [(value, value) for value in one(s)])

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
