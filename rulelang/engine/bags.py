"""Sub-bags, multisets and orders, in canonical order with equal items merged; and the best selection of disjoint lists.

Items that count as the same are grouped, and groups are ordered by their first item. Bags of one size come in the order
of combinations of the grouped items; sizes come as given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import reduce
from itertools import accumulate, chain, combinations, combinations_with_replacement
from itertools import permutations as every_order
from math import comb, factorial, prod
from operator import or_
from typing import Any

from rulelang import ir
from rulelang.base.limits import PLENTY
from rulelang.base.source import Span
from rulelang.engine.closures import Closures, Eval, Slots
from rulelang.engine.control import keyed_pairs
from rulelang.ir import types
from rulelang.ir.types import bare

Items = tuple[Any, ...]


def groups(items: Items, key: Callable[[Any], Hashable]) -> list[Items]:
    """Group the items that count as the same."""
    found: dict[Hashable, list[Any]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return [tuple(group) for group in found.values()]


def sub_bags(alike: list[Items], size: int) -> Iterable[Items]:
    """Every bag of this size: the first items of each group, as many as possible of the earlier groups first."""
    if size < 0:
        return ()
    return mixed_bags(alike, size) if are_mixed(alike) else combinations(chain.from_iterable(alike), size)


def are_mixed(alike: list[Items]) -> bool:
    """Whether any group has several items."""
    return any(len(group) > 1 for group in alike)


def mixed_bags(alike: list[Items], size: int, start: int = 0) -> Iterator[Items]:
    if size == 0:
        yield ()
        return
    if start == len(alike) or sum(map(len, alike[start:])) < size:
        return
    group = alike[start]
    for number in range(min(len(group), size), -1, -1):
        for rest in mixed_bags(alike, size - number, start + 1):
            yield group[:number] + rest


def item_key(make: Closures, type_: types.Type) -> Callable[[Slots, Any], Hashable]:
    """The key by which items of a list count as the same: pieces that are one option, or equal values."""
    kind = bare(type_)
    if isinstance(kind, types.List) and isinstance(kind.of, types.Piece):
        return make.looks.alike
    return lambda s, item: item


def sizes_of(value: Any) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


# ---------------------------------------------------------------- how many there are, before they are made


def count_bags(alike: list[Items], size: int, most: int) -> int:
    """The number of bags of a size; `most` + 1 if there are more than `most`.

    It counts the bags of each size from the first group, then from the first two, and so on. Taking some items means
    leaving out the others, so it counts the smaller side. The loop stops early once there are too many partial bags
    that can still be completed, since each of them can be completed in at least one way.
    """
    rest = sum(map(len, alike))
    if not 0 <= size <= rest:
        return 0
    wanted = min(size, rest - size)
    ways = [1] + [0] * wanted
    for group in alike:
        rest -= len(group)
        window, added = 0, [0] * (wanted + 1)
        for number in range(wanted + 1):
            window += ways[number] - (ways[number - len(group) - 1] if number > len(group) else 0)
            added[number] = window
            if window > most and wanted - number <= rest:
                return most + 1
        ways = added
    return ways[wanted]


def count_orders(items: Items) -> int:
    """The number of different orders."""
    return factorial(len(items)) // prod(map(factorial, Counter(items).values()))


def pay_for_lists(make: Closures, s: Slots, number: int, size: int, span: Span, slowly: bool = False) -> None:
    """Charge for a number of lists of a size. Ten items cost as much as one more list; lists that are built step by
    step (`slowly`) cost several times as much.
    """
    make.meter.length(s, max(number, number * size // 10), span)
    make.meter.spend(s, CALLED + (SLOWLY * number if slowly else 0), span)


CALLED, SLOWLY = 20, 8  # the cost in items of a call, and of building a list step by step


# ---------------------------------------------------------------- built-ins


def subsets(make: Closures, expr: ir.Op) -> Eval:
    items, sizes = make.all(expr.arguments)
    key, most = item_key(make, expr.arguments[0].type), make.meter.limits.list

    def run(s: Slots) -> Any:
        alike = groups(items(s), lambda item: key(s, item))
        found: list[Items] = []
        for size in sizes_of(sizes(s)):
            number = len(found) + count_bags(alike, size, most)
            pay_for_lists(make, s, number, max(size, 0), expr.span, are_mixed(alike))
            found += sub_bags(alike, size) if size >= 0 else ()
        return tuple(found)

    return run


def bags(make: Closures, expr: ir.Op) -> Eval:
    items, sizes = make.all(expr.arguments)

    def run(s: Slots) -> Any:
        kinds = tuple(dict.fromkeys(items(s)))
        found: list[Items] = []
        for size in sizes_of(sizes(s)):
            if size >= 0:
                many = min(len(kinds), size) > BITS  # too many to count, let alone to hold
                number = make.meter.limits.list + 1 if many else comb(max(len(kinds) + size - 1, 0), size)
                pay_for_lists(make, s, len(found) + number, size, expr.span)
                found += combinations_with_replacement(kinds, size)
        return tuple(found)

    return run


BITS = 40


def permutations(make: Closures, expr: ir.Op) -> Eval:
    items = make.of(expr.arguments[0])

    def run(s: Slots) -> Any:
        found = items(s)
        if len(set(found)) <= 1:
            return (found,)
        number = count_orders(found) if len(found) <= MOST_ORDERED else PLENTY
        differ = len(set(found)) == len(found)
        pay_for_lists(make, s, number, len(found), expr.span, not differ)
        return tuple(every_order(found) if differ else orders(found))

    return run


MOST_ORDERED = 200  # the most items to put in order: more have more orders than anybody needs


def orders(items: Items) -> Iterator[Items]:
    """Every different order once, in the order in which `itertools.permutations` first yields it: by position, earliest
    first.
    """
    if not items:
        yield ()
        return
    for at, item in enumerate(items):
        if item not in items[:at]:
            for rest in orders(items[:at] + items[at + 1 :]):
                yield (item, *rest)


# ---------------------------------------------------------------- lists without an item in common


def best_split(make: Closures, expr: ir.Op) -> Eval:
    inner, meter = expr.arguments[0], make.meter
    if isinstance(inner, ir.Each) and inner.key is not None:
        pairs = keyed_pairs(make, inner)
    else:
        items = make.of(inner)
        pairs = lambda s: [(len(item), item) for item in items(s)]  # noqa: E731

    def run(s: Slots) -> Any:
        return split(pairs(s), lambda number: meter.spend(s, number, expr.span))

    return run


SELECTION = 5  # the cost in items of trying a selection of lists


def split(pairs: Iterable[tuple[int, Items]], spend: Callable[[int], None]) -> Items:
    """From lists with values, the disjoint ones with the highest total value.

    It tries selections in the order of the lists, those with an earlier list first, and keeps the first of the best. It
    prunes a selection that cannot beat the best so far even with all the lists that follow. `spend` is called with the
    number of selections tried.
    """
    lists = [(value, items) for value, items in pairs if value > 0]
    holders: dict[Any, int] = {}
    for at, (_, items) in enumerate(lists):
        for item in items:
            holders[item] = holders.get(item, 0) | 1 << at
    clashes = [reduce(or_, (holders[item] for item in items), 0) for _, items in lists]
    rest = [*accumulate((value for value, _ in reversed(lists)), initial=0)][::-1]
    every, best, found, path, blocked, totals, at = (1 << len(lists)) - 1, 0, list[int](), list[int](), [0], [0], 0
    while True:
        spend(SELECTION)
        free = (every & ~blocked[-1]) >> at
        at = at + (free & -free).bit_length() - 1 if free else len(lists)
        if totals[-1] + rest[at] <= best:
            if not path:
                return tuple(lists[each][1] for each in found)
            at = path.pop() + 1
            del blocked[-1], totals[-1]
            continue
        path.append(at)
        blocked.append(blocked[-1] | clashes[at])
        totals.append(totals[-1] + lists[at][0])
        if totals[-1] > best:
            best, found = totals[-1], path.copy()
        at += 1


MAKERS: dict[str, Callable[[Closures, ir.Op], Eval]] = {
    "subsets": subsets,
    "bags": bags,
    "permutations": permutations,
    "best_split": best_split,
}
