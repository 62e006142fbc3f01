"""Which types fit where, and the common types of two."""

from __future__ import annotations

from rulelang.base.numbers import MOST
from rulelang.ir.types import (
    UNKNOWN,
    Bool,
    Enum,
    Holder,
    Int,
    List,
    Map,
    Nothing,
    Optional,
    Param,
    Piece,
    Seat,
    Tuple,
    Type,
    Unknown,
    Zone,
    bare,
)


def fits(have: Type, want: Type) -> bool:
    """Whether a value of one type may stand where the other is expected."""
    if isinstance(have, Unknown) or isinstance(want, Unknown):
        return True
    if isinstance(want, Optional):
        return isinstance(have, Nothing) or fits(have.of if isinstance(have, Optional) else have, want.of)
    if isinstance(have, Int) and isinstance(want, Int):
        return overlap(have, want)
    if isinstance(have, Piece) and isinstance(want, Piece):
        return set(have.names) <= set(want.names)
    if isinstance(have, Zone) and isinstance(want, Zone):
        # Moving in needs room for the pieces, reading needs the pieces that lie there: both are checked where they
        # happen.
        return bool(set(have.of.names) & set(want.of.names))
    if isinstance(have, List) and isinstance(want, List):
        return fits(have.of, want.of)
    if isinstance(have, Map) and isinstance(want, Map):
        return fits(have.key, want.key) and fits(have.of, want.of)
    if isinstance(have, Tuple) and isinstance(want, Tuple):
        return have.name == want.name and len(have.parts) == len(want.parts) and all(map(fits, have.parts, want.parts))
    if isinstance(want, Holder):
        return isinstance(have, Seat) or have == want
    return have == want


def overlap(a: Int, b: Int) -> bool:
    """Whether two ranges overlap, as far as is known."""
    if a.low is not None and b.high is not None and a.low > b.high:
        return False
    return not (b.low is not None and a.high is not None and b.low > a.high)


def join(a: Type, b: Type) -> Type | None:
    """The least type that holds the values of both, or None."""
    if isinstance(a, Unknown):
        return b
    if isinstance(b, Unknown) or a == b:
        return a
    if isinstance(a, Nothing):
        return b if isinstance(b, Optional) else Optional(b)
    if isinstance(b, Nothing):
        return a if isinstance(a, Optional) else Optional(a)
    if isinstance(a, Optional) or isinstance(b, Optional):
        inner = join(bare(a), bare(b))
        return Optional(inner) if inner else None
    if isinstance(a, Int) and isinstance(b, Int):
        return hull(a, b)
    if isinstance(a, Piece) and isinstance(b, Piece):
        return Piece(tuple(sorted({*a.names, *b.names})))
    return _join_shapes(a, b)


def _join_shapes(a: Type, b: Type) -> Type | None:
    if isinstance(a, Zone) and isinstance(b, Zone):
        return Zone(Piece(tuple(sorted({*a.of.names, *b.of.names}))))
    if isinstance(a, List) and isinstance(b, List):
        inner = join(a.of, b.of)
        return List(inner) if inner else None
    if isinstance(a, List | Zone) and isinstance(b, List | Zone):
        inner = join(a.of, b.of)
        return List(inner) if inner else None
    if isinstance(a, Tuple) and isinstance(b, Tuple) and not a.name and not b.name and len(a.parts) == len(b.parts):
        parts = [join(x, y) for x, y in zip(a.parts, b.parts, strict=True)]
        return Tuple(tuple(p for p in parts if p)) if all(parts) else None
    return None


def hull(a: Int, b: Int) -> Int:
    low = None if a.low is None or b.low is None else min(a.low, b.low)
    high = None if a.high is None or b.high is None else max(a.high, b.high)
    return Int(low, high)


def element(type_: Type) -> Type:
    """The element type of a list, zone or map."""
    if isinstance(type_, List | Zone | Map):
        return type_.of
    return UNKNOWN


def comparable(a: Type, b: Type) -> bool:
    """Whether they may be compared with `==`."""
    a, b = bare(a), bare(b)
    if isinstance(a, Int) and isinstance(b, Int):
        return True
    if isinstance(a, Piece) and isinstance(b, Piece):
        return bool(set(a.names) & set(b.names))
    if isinstance(a, List) and isinstance(b, List):
        return comparable(a.of, b.of)
    if isinstance(a, Tuple) and isinstance(b, Tuple):
        return a.name == b.name and len(a.parts) == len(b.parts) and all(map(comparable, a.parts, b.parts))
    return isinstance(a, Unknown | Nothing) or isinstance(b, Unknown | Nothing) or a == b


def is_ordered(type_: Type) -> bool:
    """Whether its values may be compared with `<`."""
    if isinstance(type_, Tuple):
        return all(map(is_ordered, type_.parts))
    return isinstance(type_, Int | Enum | Bool | Seat | Unknown | Param)


def combine(op: str, a: Int, b: Int) -> Int:
    """The range of a sum, difference or product; other operations are not tracked."""
    if None in (a.low, a.high, b.low, b.high):
        return _half_known(op, a, b)
    pairs = [(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    values = [{"add": x + y, "sub": x - y, "mul": x * y}[op] for x, y in pairs]  # type: ignore[operator]
    return within(min(values), max(values))


def _half_known(op: str, a: Int, b: Int) -> Int:
    if op == "add":
        low = None if a.low is None or b.low is None else a.low + b.low
        high = None if a.high is None or b.high is None else a.high + b.high
        return within(low, high)
    return Int()


def within(low: int | None, high: int | None) -> Int:
    """A range within rulelang's numbers. An end beyond them is not tracked: its digits would double with each
    product.
    """
    return Int(*(end if end is None or abs(end) <= MOST else None for end in (low, high)))
