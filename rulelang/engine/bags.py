"""Sub-bags, multisets and orders, in canonical order, alike items merged.

Items that count as the same are grouped, groups in order of their first item. Bags of one size come in the order of
combinations of the items so grouped; sizes come as given.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import combinations_with_replacement
from itertools import permutations as orders
from typing import Any

from rulelang import ir
from rulelang.engine.closures import Closures, Eval, Slots, bare
from rulelang.ir import types

Items = tuple[Any, ...]


def groups(items: Items, key: Callable[[Any], Hashable]) -> list[Items]:
    """The items that count as the same, together."""
    found: dict[Hashable, list[Any]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return [tuple(group) for group in found.values()]


def sub_bags(alike: list[Items], size: int, start: int = 0) -> Iterator[Items]:
    """Every bag of this size: of each group its first so many items, the most of the first group first."""
    if size == 0:
        yield ()
        return
    if start == len(alike) or sum(map(len, alike[start:])) < size:
        return
    group = alike[start]
    for number in range(min(len(group), size), -1, -1):
        for rest in sub_bags(alike, size - number, start + 1):
            yield group[:number] + rest


def bags_of(items: Items, key: Callable[[Any], Hashable], sizes: Iterable[int]) -> Iterator[Items]:
    """The distinct bags of some items, for each size."""
    alike = groups(items, key)
    for size in sizes:
        if size >= 0:
            yield from sub_bags(alike, size)


def item_key(make: Closures, type_: types.Type) -> Callable[[Slots, Any], Hashable]:
    """What makes items of a list count as the same: pieces that are one option, equal values."""
    kind = bare(type_)
    if isinstance(kind, types.List) and isinstance(kind.of, types.Piece):
        return make.looks.alike
    return lambda s, item: item


def sizes_of(value: Any) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def subsets(make: Closures, expr: ir.Op) -> Eval:
    items, sizes = make.all(expr.arguments)
    key = item_key(make, expr.arguments[0].type)
    return lambda s: tuple(bags_of(items(s), lambda item: key(s, item), sizes_of(sizes(s))))


def bags(make: Closures, expr: ir.Op) -> Eval:
    items, sizes = make.all(expr.arguments)

    def run(s: Slots) -> Any:
        kinds = tuple(dict.fromkeys(items(s)))
        return tuple(
            bag for size in sizes_of(sizes(s)) if size >= 0 for bag in combinations_with_replacement(kinds, size)
        )

    return run


def permutations(make: Closures, expr: ir.Op) -> Eval:
    items = make.of(expr.arguments[0])
    return lambda s: tuple(dict.fromkeys(orders(items(s))))


MAKERS: dict[str, Callable[[Closures, ir.Op], Eval]] = {"subsets": subsets, "bags": bags, "permutations": permutations}
