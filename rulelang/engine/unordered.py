"""A shuffled zone whose order is drawn only when it is needed: this keeps shuffles small in trees.

An `Unordered` is a tuple of pieces. Those in `loose` are interchangeable: their positions are not drawn yet. Its
length, and whether it contains a piece, are always known. Anything that depends on the position of a loose piece raises
`Look`. The tree turns that into a chance node, puts a piece into the position (`place`), and runs the instruction
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.program import BLOCK

Slots = list[Any]


class Look(Exception):
    """An instruction needs the piece at a position where `piece` stands for any of `loose`."""

    def __init__(self, piece: int, loose: frozenset[int]) -> None:
        super().__init__(piece)
        self.piece, self.loose = piece, loose


class Unordered(tuple[int, ...]):
    """Pieces whose order is known except for those in `loose`."""

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
        """The remaining pieces. If the loose pieces are adjacent, it does not matter which of them are removed.
        Otherwise, or if the order was `copied`, a loose piece must be located before it is removed.
        """
        places = [at for at, piece in enumerate(plain(self)) if piece in self.loose]
        if copied or places[-1] - places[0] >= len(places):
            gone, loose = set(map(self.look, pieces)), self.loose
        else:
            gone, loose = set(pieces), self.loose.difference(pieces)
        return keep_loose([piece for piece in tuple.__iter__(self) if piece not in gone], loose)

    def place(self, here: int, piece: int) -> tuple[int, ...]:
        """A copy with `piece` fixed at the position of `here`."""
        if here not in self.loose:
            return self
        swap = {here: piece, piece: here}
        return keep_loose([swap.get(each, each) for each in tuple.__iter__(self)], self.loose - {piece})


def plain(pieces: tuple[int, ...]) -> tuple[int, ...]:
    """The pieces in their provisional order, without a `Look`."""
    return tuple(tuple.__iter__(pieces))


def join(left: Any, right: Any) -> tuple[int, ...]:
    """Two lists as one. Loose pieces are interchangeable only within one list, so of two such lists one is
    drawn first.
    """
    if isinstance(left, Unordered) and isinstance(right, Unordered):
        left = tuple(left)
    loose = left.loose if isinstance(left, Unordered) else right.loose
    return keep_loose([*tuple.__iter__(left), *tuple.__iter__(right)], loose)


def keep_loose(pieces: list[int], loose: frozenset[int]) -> tuple[int, ...]:
    """A single loose piece has only one possible position, so it is not loose."""
    return Unordered(tuple(pieces), loose) if len(loose) > 1 else tuple(pieces)


# ---------------------------------------------------------------- in a state


def place_everywhere(slots: Slots, here: int, piece: int) -> None:
    """Puts a piece where another stood for it: in its zone, in copies of it, and in the saved slots of a block."""
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
    """Whether the order of a shuffled zone also occurs elsewhere, as in the saved slots of a block."""
    others = (each for each in (*slots[:at], *slots[at + 1 :]) if isinstance(each, Unordered))
    return slots[BLOCK] is not None or any(not each.loose.isdisjoint(slots[at].loose) for each in others)


def has_loose(slots: Slots) -> bool:
    return Unordered in map(type, slots)


def settle_order(slots: Slots) -> Slots:
    """The same state with every order taken as drawn, for those who cannot see it."""
    if not has_loose(slots):
        return slots
    found = [settle_value(value) for value in slots]
    if found[BLOCK] is not None:
        seats, before, *rest = found[BLOCK]
        found[BLOCK] = (seats, tuple(settle_value(value) for value in before), *rest)
    return found


def settle_value(value: Any) -> Any:
    return plain(value) if isinstance(value, Unordered) else value
