"""The data of a typed game: options, enums and boards, pieces and tables, zones, variables and resources."""

from __future__ import annotations

import re

from rulelang.base.frozen import Frozen, frozen
from rulelang.base.source import Span
from rulelang.ir.expressions import Expr, Local, Tags
from rulelang.ir.types import Int, Type
from rulelang.ir.types import Piece as PieceOf


@frozen
class Option(Frozen):
    name: str
    type: Type
    default: Expr
    condition: Expr | None
    low: Expr | None
    high: Expr | None
    text: str
    tags: Tags
    span: Span


@frozen
class Constant(Frozen):
    """A named value: one for all numbers of players, or one for each."""

    name: str
    type: Type
    value: Expr | None
    by_players: dict[int, Expr | None]
    text: str
    tags: Tags
    span: Span


@frozen
class EnumType(Frozen):
    name: str
    members: tuple[str, ...]
    text: str
    span: Span


@frozen
class BoardType(Frozen):
    """`shape`: one of SHAPES, with `width` and perhaps `height`; or "spaces", whose names are in the enum with the
    board's name, and whose connections are in `links`, by number.
    """

    name: str
    shape: str
    width: Expr | None
    height: Expr | None
    links: tuple[tuple[int, int], ...]
    text: str
    tags: Tags
    span: Span

    @property
    def is_grid(self) -> bool:
        """Whether its cells are named by column and row."""
        return self.shape in ("square", "hex", "hexagon")

    def could_have(self, cell: str) -> bool:
        """Whether this could be a cell of a grid, as far as its size is known."""
        if not self.is_grid or self.width is None or not CELL.match(cell):
            return False
        sizes = (self.width.type, (self.height or self.width).type)
        factor = 2 if self.shape == "hexagon" else 1
        return all(
            not isinstance(size, Int) or size.high is None or at <= factor * size.high
            for at, size in zip(place_of(cell), sizes)
        )


CELL = re.compile(r"([a-z]{1,2})([1-9][0-9]?)$")


def place_of(name: str) -> tuple[int, int]:
    """The coordinates of a grid cell: `c4` is in the third column and the fourth row."""
    found = CELL.match(name)
    assert found is not None
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column, int(found[2])


SHAPES = {"square": 2, "hex": 2, "hexagon": 1, "path": 1, "ring": 1}
"""The shapes that are defined by their size, and how many numbers that takes."""


@frozen
class FieldType(Frozen):
    name: str
    type: Type
    low: Expr | None
    high: Expr | None


@frozen
class PieceType(Frozen):
    """`copies` pieces for each combination of fields for which `condition` holds (the fields are `locals`), or one set
    of copies per row.

    Ids run in the order of declaration, then of the fields from left to right, then of copies.
    """

    name: str
    fields: tuple[FieldType, ...]
    rolls: FieldType | None
    home: str
    locals: tuple[Local, ...]
    copies: Expr | None
    condition: Expr | None
    rows: tuple[tuple[tuple[Expr, ...], Expr], ...]
    text: str
    tags: Tags
    span: Span

    @property
    def all_fields(self) -> tuple[FieldType, ...]:
        """All fields, the rolled one last."""
        return (*self.fields, self.rolls) if self.rolls else self.fields


@frozen
class GroupType(Frozen):
    name: str
    fields: tuple[FieldType, ...]
    of: PieceOf
    stock: Expr
    text: str
    tags: Tags
    span: Span


@frozen
class TableType(Frozen):
    """Records: `columns` with one row per record, the first column is the key. Grids: `indexes` and `cells`, one
    expression per cell, None for `-`.
    """

    name: str
    columns: tuple[FieldType, ...]
    rows: tuple[tuple[Expr, ...], ...]
    indexes: tuple[tuple[Expr, Expr] | str, ...]
    """For each index of a grid: its bounds, or the name of an enum, or "Seat"."""
    keys: tuple[tuple[Expr, ...], ...]
    cells: tuple[Expr | None, ...]
    """One cell for each entry of `keys`."""
    type: Type
    text: str
    tags: Tags
    span: Span


@frozen
class Index(Frozen):
    """The index of a zone or variable: "Seat", the name of an enum, or a range."""

    kind: str
    low: Expr | None = None
    high: Expr | None = None


@frozen
class ZoneType(Frozen):
    """`order`: pile, row, set or bag. `sight`: open, owner or hidden. The zone `box`, a hidden set, always exists.

    `during`: the mechanism instance it belongs to, or None. Its pieces are there only while that instance runs.
    """

    name: str
    indexes: tuple[Index, ...]
    order: str
    of: PieceOf
    sight: str
    refill: Expr | None
    text: str
    tags: Tags
    span: Span
    during: str | None = None


@frozen
class VarType(Frozen):
    """`sight`: open, owner, hidden. `chosen`: made for the answers of an `each … secretly chooses` or a secret choice.
    """

    name: str
    indexes: tuple[Index, ...]
    type: Type
    low: Expr | None
    high: Expr | None
    start: Expr | None
    sight: str
    text: str
    tags: Tags
    span: Span
    during: str | None = None
    chosen: bool = False


@frozen
class ResourceType(Frozen):
    """`pots`: the holders besides the seats and the bank. At the start the bank has everything."""

    name: str
    pots: tuple[str, ...]
    total: Expr
    sight: str
    text: str
    tags: Tags
    span: Span
