"""A game for one table: players and options known, pieces and zones numbered, every state slot assigned.

`lower` turns a typed game into a `Program`; the back ends run it. A state of play is one flat list of slots, whose
layout is fixed here. First come the slots of the header (below), then the locals, the variables (one slot per element),
the amounts (one slot per holder), and for each piece its zone, its face, its exception of sight and, for groups, its
fields; then the zones (one slot each: the pieces in canonical order) and the exceptions of sight of variables. Back
ends add their own control slots at the end. Slots hold integers, booleans, None and tuples of these, so that a clone is
a copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import attrs

from rulelang import ir
from rulelang.base.frozen import Frozen, frozen
from rulelang.base.limits import DEFAULT, Limits
from rulelang.program.boards import Board

# The header: the position in the code, the random stream, what is running, and the open secret block.
PC = 0  # the next instruction
KEY = 1  # the random stream …
COUNTER = 2  # … and how many words were taken from it
DRAWS = 3  # elementary draws so far
OVER = 4  # True when the game has ended
WINNERS = 5  # the seats that have won, once it is over
TOGETHER = 6  # how many `together` blocks are open
RUNNING = 7  # the numbers of the procedures that run, outermost first
BLOCK = 8  # None, or (seats, the slots at its beginning) of a secret block or simultaneous choice
BLOCK_SEAT = 9  # the seat whose turn it is in the block, or 0
RESULT = 10  # what the last procedure returned
TESTING = 11  # True in a position built by hand: invariants are not tested
WORK = 12  # how many more items may be processed before the next question; the same at every question
HEADER = 13

BANK = -1  # the bank as a holder; the pots of a resource follow: -2, -3 …


@frozen
class PieceInstance(Frozen):
    """A piece, or a group of the stock. `home`: its zone before set-up."""

    id: int
    kind: str
    fields: tuple[object, ...]
    home: int
    is_group: bool = False


@frozen
class ZoneInstance(Frozen):
    """A zone. `owner`: the seat in its first index. `group`: the group whose inside it is. `of`: the kinds it holds."""

    id: int
    name: str
    indexes: tuple[int, ...]
    order: str
    sight: str
    owner: int | None = None
    group: int | None = None
    during: str | None = None
    of: tuple[str, ...] | None = None


@frozen
class Array(Frozen):
    """Adjacent elements from `base` on: the last index runs fastest. `lows`, `sizes`: the range of each index."""

    base: int
    lows: tuple[int, ...]
    sizes: tuple[int, ...]

    @property
    def length(self) -> int:
        length = 1
        for size in self.sizes:
            length *= size
        return length

    def at(self, indexes: tuple[int, ...]) -> int | None:
        """The slot of an element, or None for an index out of range."""
        place = 0
        for index, low, size in zip(indexes, self.lows, self.sizes):
            if not low <= index < low + size:
                return None
            place = place * size + index - low
        return self.base + place

    def keys(self) -> Iterator[tuple[int, ...]]:
        """Every combination of indexes, in slot order."""
        return product(*(range(low, low + size) for low, size in zip(self.lows, self.sizes)))


@frozen
class VarInstance(Frozen):
    """A variable: its elements, its range, who sees it. `sights`: the slots of its exceptions of sight."""

    name: str
    array: Array
    low: int | None
    high: int | None
    sight: str
    sights: int
    by_seat: bool


@frozen
class ResourceInstance(Frozen):
    """A resource: one slot per holder from `base` on, first the seats, then the bank, then the pots."""

    name: str
    base: int
    players: int
    pots: tuple[str, ...]
    total: int
    sight: str

    def slot(self, holder: int) -> int:
        """The slot of a seat (1..n), the bank (-1) or a pot (-2 …)."""
        return self.base + holder - 1 if holder > 0 else self.base + self.players - 1 - holder

    @property
    def holders(self) -> tuple[int, ...]:
        return (*range(1, self.players + 1), *range(BANK, BANK - len(self.pots) - 1, -1))

    def title(self, holder: int) -> int | str:
        """A holder as events name it: a seat, "bank", or the name of a pot."""
        if holder > 0:
            return holder
        return "bank" if holder == BANK else self.pots[-2 - holder]


@frozen
class Records(Frozen):
    """A table of records: the rows' values, and the row of each key."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    by_key: dict[object, int]


@frozen
class Grid(Frozen):
    """A table by indexes; a `-` cell is missing."""

    cells: dict[tuple[object, ...], object]


@frozen
class Layout(Frozen):
    """The layout of slots: the first of each family, and the total number."""

    locals: int
    places: int
    faces: int
    sights: int
    groups: int
    zones: int
    size: int


@attrs.frozen(eq=False)
class Program:
    """A playable game. `game` is the typed game with its constants folded in."""

    game: ir.Game
    players: int
    options: dict[str, object]
    constants: dict[str, object]
    pieces: tuple[PieceInstance, ...]
    zones: tuple[ZoneInstance, ...]
    zone_arrays: dict[str, Array]
    """By the name of a zone: its instances, as zone ids. A group type's name: the insides of its groups."""
    vars: dict[str, VarInstance]
    resources: dict[str, ResourceInstance]
    tables: dict[str, Records | Grid]
    members: dict[str, tuple[str, ...]]
    """The members of each enum; member k is at k - 1."""
    faces: dict[str, tuple[int, int]]
    """The lowest and highest face of each kind of piece that rolls."""
    stocks: dict[str, int]
    """By group type: the hidden zone of its unused groups."""
    insides: dict[int, int]
    """By group: the zone of what it holds."""
    columns: dict[str, tuple[str, ...]]
    """By kind: the names of its fields, the rolled one last."""
    layout: Layout
    procs: tuple[str, ...]
    """Names of procedures by the number that stands in RUNNING."""
    limits: Limits = DEFAULT
    """The limits that the rules were loaded under, for use in play."""
    boards: dict[str, Board] = attrs.field(factory=dict)
    """By the name of their enum of cells."""

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(1, self.players + 1))

    @property
    def everybody(self) -> int:
        """The mask of all seats and of a spectator."""
        return (1 << (self.players + 1)) - 1

    def blank(self) -> list[object]:
        """Slots for evaluating expressions that read no state."""
        slots: list[object] = [None] * self.layout.size
        slots[WORK] = self.limits.constants
        return slots

    def records(self, name: str) -> Records:
        table = self.tables[name]
        assert isinstance(table, Records)
        return table

    def grid(self, name: str) -> Grid:
        table = self.tables[name]
        assert isinstance(table, Grid)
        return table

    def zone_id(self, name: str, indexes: tuple[int, ...] = ()) -> int:
        """The zone of this name and these indexes."""
        found = self.zone_arrays[name].at(indexes)
        if found is None:
            raise KeyError((name, indexes))
        return found

    def var_slot(self, name: str, indexes: tuple[int, ...] = ()) -> int:
        """The slot of an element of a variable."""
        found = self.vars[name].array.at(indexes)
        if found is None:
            raise KeyError((name, indexes))
        return found
