"""A shuffled zone whose order is drawn when somebody looks: how trees keep a shuffle small.

An `Unordered` is a tuple of pieces. Those in `loose` stand for one another: which of them lies where is not drawn yet.
How many there are, and whether a piece is among them, can be asked at any time. Whatever tells where a loose piece lies
raises `Look`; the tree makes a chance node of that, puts a piece into the place (`place`), and runs the instruction
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.program import BLOCK

Slots = list[Any]


class Look(Exception):
    """An instruction wants to know which piece lies where `piece` stands for one of `loose`."""

    def __init__(self, piece: int, loose: frozenset[int]) -> None:
        super().__init__(piece)
        self.piece, self.loose = piece, loose


class Unordered(tuple[int, ...]):
    """Pieces in an order that is known but for those in `loose`."""

    loose: frozenset[int]

    def __new__(cls, pieces: tuple[int, ...], loose: frozenset[int]) -> Unordered:
        made = super().__new__(cls, pieces)
        made.loose = loose
        return made

    def look(self, piece: int) -> int:
        if piece in self.loose:
            raise Look(piece, self.loose)
        return piece

    def __iter__(self) -> Iterator[int]:
        return map(self.look, tuple.__iter__(self))

    def __reversed__(self) -> Iterator[int]:
        return map(self.look, plain(self)[::-1])

    def __getitem__(self, at: Any) -> Any:
        found = plain(self)[at]
        return tuple(map(self.look, found)) if isinstance(at, slice) else self.look(found)

    def index(self, piece: Any, *ends: Any) -> int:
        return plain(self).index(self.look(piece), *ends)

    def __add__(self, other: Any) -> Any:
        return join(self, other)

    def __radd__(self, other: Any) -> Any:
        return join(other, self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unordered) and plain(self) == plain(other) and self.loose == other.loose

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((plain(self), self.loose))

    def __reduce__(self) -> Any:
        return Unordered, (plain(self), self.loose)

    def without(self, pieces: tuple[int, ...], copied: bool) -> tuple[int, ...]:
        """The rest. Where loose pieces lie side by side, it tells nothing which of them are taken out; else, and where
        the order was `copied`, a loose piece that is taken out by name is looked for first.
        """
        places = [at for at, piece in enumerate(plain(self)) if piece in self.loose]
        if copied or places[-1] - places[0] >= len(places):
            gone, loose = set(map(self.look, pieces)), self.loose
        else:
            gone, loose = set(pieces), self.loose.difference(pieces)
        return keep_loose([piece for piece in tuple.__iter__(self) if piece not in gone], loose)

    def place(self, here: int, piece: int) -> tuple[int, ...]:
        """The same with `piece` where `here` stands, for good."""
        if here not in self.loose:
            return self
        swap = {here: piece, piece: here}
        return keep_loose([swap.get(each, each) for each in tuple.__iter__(self)], self.loose - {piece})


def plain(pieces: tuple[int, ...]) -> tuple[int, ...]:
    """The pieces in some order, without a look."""
    return tuple(tuple.__iter__(pieces))


def join(left: Any, right: Any) -> tuple[int, ...]:
    """Two lists as one. Loose pieces stand only for one another, so of two such lists one is looked at first."""
    if isinstance(left, Unordered) and isinstance(right, Unordered):
        left = tuple(left)
    loose = left.loose if isinstance(left, Unordered) else right.loose
    return keep_loose([*tuple.__iter__(left), *tuple.__iter__(right)], loose)


def keep_loose(pieces: list[int], loose: frozenset[int]) -> tuple[int, ...]:
    """One loose piece can lie in one place only."""
    return Unordered(tuple(pieces), loose) if len(loose) > 1 else tuple(pieces)


# ---------------------------------------------------------------- in a state


def place_everywhere(slots: Slots, here: int, piece: int) -> None:
    """Puts a piece where another stood for it: in its zone, in copies of it, and in the past of a block."""
    for at, value in enumerate(slots):
        if isinstance(value, tuple):
            slots[at] = place_in(value, here, piece)
    if slots[BLOCK] is not None:
        seats, before, *rest = slots[BLOCK]
        slots[BLOCK] = (seats, tuple(place_in(value, here, piece) for value in before), *rest)


def place_in(value: Any, here: int, piece: int) -> Any:
    if isinstance(value, Unordered):
        return value.place(here, piece)
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return tuple([place_in(item, here, piece) for item in value])
    return value


def is_copied(slots: Slots, at: int) -> bool:
    """Is the order of a shuffled zone also written elsewhere, as it is in the past of a block?"""
    others = (each for each in (*slots[:at], *slots[at + 1 :]) if isinstance(each, Unordered))
    return slots[BLOCK] is not None or any(not each.loose.isdisjoint(slots[at].loose) for each in others)


def has_loose(slots: Slots) -> bool:
    return Unordered in map(type, slots)


def settle_order(slots: Slots) -> Slots:
    """The same state with every order as if it were drawn, for those who cannot see it."""
    if not has_loose(slots):
        return slots
    found = [settle_value(value) for value in slots]
    if found[BLOCK] is not None:
        seats, before, *rest = found[BLOCK]
        found[BLOCK] = (seats, tuple(settle_value(value) for value in before), *rest)
    return found


def settle_value(value: Any) -> Any:
    return plain(value) if isinstance(value, Unordered) else value
