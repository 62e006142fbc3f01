"""What generated Python needs at run time regardless of the program: sets of pieces, lists, bags."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, factorial
from typing import Any

from rulelang.base.numbers import LEAST, MOST
from rulelang.engine.bags import BITS, SELECTION, count_bags, groups, split, sub_bags
from rulelang.native.plan.nodes import LISTED
from rulelang.program.boards import connected as connected
from rulelang.program.boards import longest_line as longest_line

Items = tuple[Any, ...]


class Bail(Exception):
    """Something that only the reference can tell: the game is played again there."""


class Over(Exception):
    """The game has ended."""


class StopPhase(Exception):
    """The innermost phase is left."""


FAILURES = (Bail, TypeError, LookupError, ValueError, AttributeError, ArithmeticError, MemoryError)


def bail(*_: Any) -> Any:
    raise Bail


class Unrolled:
    """Stands for the face of a die that shows none, and of a piece that has none: to work with it bails out."""

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = __index__ = bail
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = bail
    __floordiv__ = __rfloordiv__ = __neg__ = bail


UNROLLED = Unrolled()


# ---------------------------------------------------------------- sets of pieces


ROWS: list[tuple[Items, ...]] = []
"""By byte of a mask and its value: the pieces."""


def ids(mask: int) -> Items:
    """The pieces of a mask, by id."""
    if mask.bit_count() > 6:
        size = mask.bit_length() + 7 >> 3
        while len(ROWS) < size:
            ROWS.append(row_of(8 * len(ROWS)))
        return tuple([piece for row, byte in zip(ROWS, mask.to_bytes(size, "little")) for piece in row[byte]])
    found = []
    while mask:
        piece = mask.bit_length() - 1
        found.append(piece)
        mask ^= 1 << piece
    return tuple(found[::-1])


def row_of(first: int) -> tuple[Items, ...]:
    return tuple(tuple(first + bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


def lowest_piece(mask: int) -> int:
    if not mask:
        raise Bail
    return (mask & -mask).bit_length() - 1


def last_piece(mask: int) -> int:
    if not mask:
        raise Bail
    return mask.bit_length() - 1


def lowest_or_none(mask: int) -> int | None:
    return lowest_piece(mask) if mask else None


def last_or_none(mask: int) -> int | None:
    return last_piece(mask) if mask else None


def up_to(rows: Items, value: int, low: int) -> Any:
    """The pieces whose property is at most a value; the first row is of those below `low`."""
    return rows[max(0, min(value - low + 1, len(rows) - 1))]


def some_of(mask: int, low: int, high: int) -> Iterator[int]:
    """The subsets of these sizes, as masks."""
    pieces, number = ids(mask), 0
    for size in range(max(low, 0), min(high, len(pieces)) + 1):
        number += comb(len(pieces), size)
        few(max(number, number * size // 10))
        for some in combinations(pieces, size):
            yield sum([1 << piece for piece in some])


def low_pieces(mask: int, number: int) -> int:
    """The first so many pieces."""
    rest = mask
    for _ in range(number):
        rest &= rest - 1
        if not rest:
            break
    return mask ^ rest if number > 0 else 0


# ---------------------------------------------------------------- numbers and lists


def within(value: int, low: int, high: int) -> int:
    if low <= value <= high:
        return value
    raise Bail


def fit(number: int) -> int:
    """A result of arithmetic, if rulelang counts so far."""
    if LEAST <= number <= MOST:
        return number
    raise Bail


def upto(low: int, high: int) -> range:
    """The numbers from one to another, unless they are very many."""
    if high - low >= LISTED:
        raise Bail
    return range(low, high + 1)


def need(value: Any) -> Any:
    if value is None:
        raise Bail
    return value


def default(value: Any, other: Callable[[], Any]) -> Any:
    return other() if value is None else value


def same(value: Any) -> Any:
    return value


def only(items: Items) -> Any:
    (item,) = items
    return item


def at(items: Items, index: int, low: int) -> Any:
    if index < low:
        raise Bail
    return items[index - low]


def highest(pairs: list[tuple[Any, Any]]) -> Items:
    if not pairs:
        return ()
    best = max([key for key, _ in pairs])
    return tuple([item for key, item in pairs if key == best])


def lowest(pairs: list[tuple[Any, Any]]) -> Items:
    if not pairs:
        return ()
    best = min([key for key, _ in pairs])
    return tuple([item for key, item in pairs if key == best])


def in_order(pairs: list[tuple[Any, Any]]) -> Items:
    return tuple([item for _, item in sorted(pairs, key=lambda pair: pair[0])])


def without(items: Items, gone: Items) -> Items:
    rest = list(items)
    for item in gone:
        if item in rest:
            rest.remove(item)
    return tuple(rest)


def bags(items: Items, sizes: Iterable[int]) -> Items:
    kinds = tuple(dict.fromkeys(items))
    found: list[Items] = []
    for size in sizes:
        if size >= 0:
            few(comb(max(len(kinds) + size - 1, 0), size) if min(len(kinds), size) <= BITS else LONGEST + 1)
            found += combinations_with_replacement(kinds, size)
    return tuple(found)


def subsets(items: Items, sizes: Iterable[int], key: Callable[[Any], Any]) -> Items:
    alike = groups(items, key)
    found: list[Items] = []
    for size in sizes:
        few(count_bags(alike, size, LONGEST))
        found += sub_bags(alike, size) if size >= 0 else ()
    return tuple(found)


def orders(items: Items) -> Items:
    few(factorial(min(len(items), BITS)))
    return tuple(dict.fromkeys(permutations(items)))


def best_split(pairs: list[tuple[int, Items]]) -> Items:
    left = SELECTION * LONGEST

    def spend(number: int) -> None:
        nonlocal left
        left -= number
        if left < 0:
            bail()

    return split(pairs, spend)


LONGEST = 100_000  # items of a list; more is for the reference, which counts before


def few(number: int) -> None:
    if number > LONGEST:
        bail()


# ---------------------------------------------------------------- choices


def steps(
    alike: list[Items], chosen: Items, sizes: range, guard: Callable[[Items], Any] | None
) -> tuple[list[Any], bool]:
    """One by one: the items that may come next, and whether one may stop here."""
    rest = rest_of(alike, chosen)
    if guard is not None:
        ways = [(group, [group[1:], *rest[n + 1 :]]) for n, group in enumerate(rest) if group]
        found = [group[0] for group, more in ways if leads_on((*chosen, group[0]), more, sizes, guard)]
        return found, len(chosen) in sizes and bool(guard(chosen))
    size = len(chosen) + 1
    least, left, found = max(sizes.start, size), size + sum(map(len, rest)), []
    for group in rest if least < sizes.stop else ():
        if left <= least:
            break
        found += group[:1]
        left -= len(group)
    return found, size - 1 in sizes


def rest_of(alike: list[Items], chosen: Items) -> list[Items]:
    """What may follow a beginning: more of the last group, and the groups behind it."""
    if not chosen:
        return alike
    for at, group in enumerate(alike):
        if chosen[-1] in group:
            used = sum([item in group for item in chosen])
            return [group[used:], *alike[at + 1 :]]
    return alike


def leads_on(chosen: Items, rest: list[Items], sizes: range, guard: Callable[[Items], Any] | None) -> bool:
    """Can this beginning be completed?"""
    wanted = [size - len(chosen) for size in sizes if size >= len(chosen)]
    if guard is None:
        return any(size <= sum(map(len, rest)) for size in wanted)
    return any(guard(chosen + more) for size in wanted for more in sub_bags(rest, size))


def bag_asked(there: int, want: int, guarded: bool, up_to: bool, passing: bool) -> bool:
    """Must a lone bag, or a lone pass, be put to the seat?"""
    if want > there and not up_to:
        return not passing
    one = want == 0 or there == 0 or (want == there and not up_to)
    return passing or not one or guarded
