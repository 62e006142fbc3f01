"""The types of the language, for the checker and the back ends.

Every type is finite once a game is loaded. `Int` has the least and greatest value over all settings (None: unknown);
the exact bounds of a declared range are expressions in the declaration.
"""

from __future__ import annotations

from rulelang.base.frozen import Frozen, frozen


@frozen
class Type(Frozen):
    """A set of values."""


@frozen
class Int(Type):
    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return "Int"
        return str(self.low) if self.low == self.high else f"{self.low}..{self.high}"


@frozen
class Bool(Type):
    def __str__(self) -> str:
        return "Bool"


@frozen
class Seat(Type):
    def __str__(self) -> str:
        return "Seat"


@frozen
class Text(Type):
    def __str__(self) -> str:
        return "Text"


@frozen
class Nothing(Type):
    """The type of `none`."""

    def __str__(self) -> str:
        return "none"


@frozen
class Unknown(Type):
    """The type of something already reported; it fits everywhere, so that one mistake is one error."""

    def __str__(self) -> str:
        return "?"


@frozen
class Enum(Type):
    name: str

    def __str__(self) -> str:
        return self.name


@frozen
class Piece(Type):
    """Pieces (and groups) of one or several declared kinds, sorted by name."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return " | ".join(self.names)


@frozen
class Row(Type):
    """A row of a record table."""

    table: str

    def __str__(self) -> str:
        return self.table


@frozen
class Optional(Type):
    of: Type

    def __str__(self) -> str:
        return f"{self.of}?"


@frozen
class List(Type):
    of: Type

    def __str__(self) -> str:
        return f"list of {self.of}"


@frozen
class Map(Type):
    key: Type
    of: Type

    def __str__(self) -> str:
        return f"map {self.key} to {self.of}"


@frozen
class Zone(Type):
    """A zone as a value: where to move to, or its contents."""

    of: Piece

    def __str__(self) -> str:
        return f"zone of {self.of}"


@frozen
class Tuple(Type):
    """Several values as one; a record has a name, and names for its parts."""

    parts: tuple[Type, ...]
    name: str = ""
    fields: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name or "(" + ", ".join(map(str, self.parts)) + ")"


@frozen
class Holder(Type):
    """Who can hold a resource: a seat, the bank, or a named pot."""

    resource: str

    def __str__(self) -> str:
        return f"holder of {self.resource}"


@frozen
class Actions(Type):
    """The options of a menu, as a value: they can be counted."""

    def __str__(self) -> str:
        return "options of a menu"


@frozen
class Param(Type):
    """A type parameter of a mechanism that is checked by itself: `P` in `trick[P]`."""

    name: str

    def __str__(self) -> str:
        return self.name


def bare(type_: Type) -> Type:
    """A type without its `?`."""
    return type_.of if isinstance(type_, Optional) else type_


def item(type_: Type) -> Type:
    """A type without its `?` and the lists around it."""
    return item(type_.of) if isinstance(type_, Optional | List) else type_


def kinds(type_: Type) -> tuple[str, ...] | None:
    """The kinds of the pieces that a value of this type is, lists or holds; None if it has none."""
    inner = item(type_)
    inner = inner.of if isinstance(inner, Zone) else inner
    return inner.names if isinstance(inner, Piece) else None


def kinds_within(type_: Type) -> tuple[str, ...]:
    """The kinds of all pieces in a value of this type, also in maps and tuples."""
    if isinstance(type_, Piece):
        return type_.names
    parts = type_.parts if isinstance(type_, Tuple) else ()
    parts = (type_.of,) if isinstance(type_, Optional | List | Map | Zone) else parts
    return tuple(dict.fromkeys(name for part in parts for name in kinds_within(part)))


def has_pieces(type_: Type) -> bool:
    """Is a value of this type a piece, or a list of pieces?"""
    return isinstance(item(type_), Piece)


INT, BOOL, SEAT, TEXT, NOTHING, UNKNOWN = Int(), Bool(), Seat(), Text(), Nothing(), Unknown()
