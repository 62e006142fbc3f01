"""How pieces look: kind, fields, face. Pieces that look alike are one option; equal pieces look alike.

A look in a test is a `Wanted`: it matches any value for the fields that are left out at its end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.base.frozen import Frozen, frozen
from rulelang.ir import types
from rulelang.program import Program

Slots = list[Any]
Key = Callable[[Slots, Any], Any]


@frozen
class Wanted(Frozen):
    """`Card(blue, 3)` in a test: any piece that matches."""

    kind: str
    fields: tuple[object, ...]


class Looks:
    """Compares the pieces of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        numbers: dict[object, int] = {}
        self.ids = [numbers.setdefault((piece.kind, piece.fields), len(numbers)) for piece in program.pieces]
        self.plain = [not piece.is_group and piece.kind not in program.faces for piece in program.pieces]

    def key(self, s: Slots, piece: int) -> Any:
        """A key that is equal for pieces that look alike."""
        if self.plain[piece]:
            return self.ids[piece]
        if self.program.pieces[piece].is_group:
            return (self.ids[piece], s[self.layout.groups + piece])
        return (self.ids[piece], s[self.layout.faces + piece])

    def alike(self, s: Slots, piece: int) -> Any:
        """A key that is equal for pieces that are one option: alike, in one zone; groups must also hold alike
        pieces.
        """
        place = s[self.layout.places + piece]
        if not self.program.pieces[piece].is_group:
            return place, self.key(s, piece)
        held = s[self.layout.zones + self.program.insides[piece]]
        return place, self.key(s, piece), tuple(sorted(repr(self.key(s, each)) for each in held))

    def pattern(self, kind: str, fields: tuple[object, ...]) -> Wanted:
        return Wanted(kind, fields)

    def fields(self, s: Slots, piece: int) -> tuple[object, ...]:
        """All fields, the rolled one last."""
        instance = self.program.pieces[piece]
        if instance.is_group:
            return s[self.layout.groups + piece] or ()
        if instance.kind in self.program.faces:
            return (*instance.fields, s[self.layout.faces + piece])
        return instance.fields

    def fits(self, s: Slots, piece: int, wanted: Wanted) -> bool:
        """Whether a piece matches a look; fields left out at the end match anything."""
        if self.program.pieces[piece].kind != wanted.kind:
            return False
        return self.fields(s, piece)[: len(wanted.fields)] == wanted.fields

    # ------------------------------------------------------------ equality

    def norm(self, type_: types.Type) -> Key | None:
        """The key for comparing values of a type; None if they compare as they are."""
        if isinstance(type_, types.Piece):
            return self.key
        if isinstance(type_, types.Optional):
            inner = self.norm(type_.of)
            return inner and (lambda s, value: None if value is None else inner(s, value))
        if isinstance(type_, types.List):
            return self.norm_list(type_)
        if isinstance(type_, types.Tuple):
            parts = [self.norm(part) for part in type_.parts]
            if any(parts):
                return lambda s, value: tuple(part(s, v) if part else v for part, v in zip(parts, value))
        return None

    def norm_list(self, type_: types.List) -> Key | None:
        """Lists of pieces are bags of looks; other lists have an order."""
        inner = self.norm(type_.of)
        if inner is None:
            return None
        if isinstance(type_.of, types.Piece):
            return lambda s, value: sorted((inner(s, each) for each in value), key=repr)
        return lambda s, value: [inner(s, each) for each in value]

    def same(self, s: Slots, one: Any, other: Any, ids: bool) -> bool:
        """Equality in tests, where a look may stand for a piece; `ids`: integers are pieces."""
        if isinstance(one, Wanted) and isinstance(other, Wanted):
            size = min(len(one.fields), len(other.fields))
            return one.kind == other.kind and one.fields[:size] == other.fields[:size]
        if isinstance(one, Wanted) or isinstance(other, Wanted):
            wanted, piece = (one, other) if isinstance(one, Wanted) else (other, one)
            return isinstance(piece, int) and self.fits(s, piece, wanted)
        if isinstance(one, tuple) and isinstance(other, tuple):
            return self.same_bag(s, one, other) if ids else same_list(self, s, one, other)
        if ids and isinstance(one, int) and isinstance(other, int):
            return bool(self.key(s, one) == self.key(s, other))
        return bool(one == other)

    def same_bag(self, s: Slots, one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
        """Compare bags of pieces and looks: the most specific looks are matched first."""
        rest = list(other)
        for each in sorted(one, key=lambda item: -len(item.fields) if isinstance(item, Wanted) else -99):
            exact = sorted(rest, key=lambda item: -len(item.fields) if isinstance(item, Wanted) else -99)
            found = next((item for item in exact if self.same(s, each, item, True)), None)
            if found is None:
                return False
            rest.remove(found)
        return not rest


def same_list(looks: Looks, s: Slots, one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    return len(one) == len(other) and all(looks.same(s, a, b, False) for a, b in zip(one, other))
