"""What a typed game declares, and the game itself."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulelang.base.frozen import Frozen, field, frozen
from rulelang.base.source import Span
from rulelang.ir.appearance import Appearance
from rulelang.ir.expressions import Expr, Local, Message, Tags
from rulelang.ir.statements import Suite
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
    """A named value: one for every number of players, or one for each."""

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
    """`shape`: one of SHAPES, with `width` and perhaps `height`; or "spaces", with the names in the enum of the board's
    name and `links` between them, by number.
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
        """Are its cells named by column and row?"""
        return self.shape in ("square", "hex", "hexagon")

    def could_have(self, cell: str) -> bool:
        """Could this be a cell of a grid, as far as its size is known?"""
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
    """Where the cell `c4` of a grid lies: in the third column and the fourth row."""
    found = CELL.match(name)
    assert found is not None
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column, int(found[2])


SHAPES = {"square": 2, "hex": 2, "hexagon": 1, "path": 1, "ring": 1}
"""The shapes that are known by their size, and how many numbers say it."""


@frozen
class FieldType(Frozen):
    name: str
    type: Type
    low: Expr | None
    high: Expr | None


@frozen
class PieceType(Frozen):
    """`copies` pieces for each combination of fields for which `condition` holds (the fields are `locals`), or one
    set of copies a row.

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
    """Records: `columns` with a row a record, the first column is the key. Grids: `indexes` and `cells`, one
    expression a cell, None for `-`.
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
    """What a zone or variable is indexed by: "Seat", the name of an enum, or a range."""

    kind: str
    low: Expr | None = None
    high: Expr | None = None


@frozen
class ZoneType(Frozen):
    """`order`: pile, row, set or bag. `sight`: open, owner or hidden. The zone `box`, a hidden set, is always there.

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
    """`pots`: the holders besides the seats and the bank. All begins in the bank."""

    name: str
    pots: tuple[str, ...]
    total: Expr
    sight: str
    text: str
    tags: Tags
    span: Span


@frozen
class Fn(Frozen):
    name: str
    params: tuple[Local, ...]
    body: Expr
    text: str
    tags: Tags
    span: Span


@frozen
class Proc(Frozen):
    """`kind`: setup, play, phase, step, or mechanism. A mechanism's own variables start afresh at each run.

    `name` is its own in the game; what an override, `before` or `after` has kept is `declared` with another's.
    """

    name: str
    kind: str
    params: tuple[Local, ...]
    until: Expr | None
    body: Suite
    result: Type | None
    text: str
    tags: Tags
    span: Span
    kept: str = field(default="")
    by_hand: bool = field(default=False)
    """Does it lay out the position of a test? Then a look stands for any piece that looks so, and invariants rest."""

    @property
    def declared(self) -> str:
        """The name that players, views and records know it by."""
        return self.kept or self.name


@frozen
class Action(Frozen):
    """`key`: the value of the menu's `by` expression for which it is offered, or None for every one."""

    name: str
    key: object | None
    binders: tuple[tuple[Local, Expr], ...]
    guard: Expr | None
    reason: Message | None
    label: Message | None
    body: Suite
    tags: Tags
    span: Span


@frozen
class Menu(Frozen):
    name: str
    params: tuple[Local, ...]
    key: Expr | None
    condition: Expr | None
    actions: tuple[Action, ...]
    finally_: Suite
    text: str
    tags: Tags
    span: Span


@frozen
class ScoreLine(Frozen):
    label: str
    value: Expr
    condition: Expr | None
    tags: Tags
    span: Span


@frozen
class Score(Frozen):
    name: str
    seat: Local
    into: str | None
    lines: tuple[ScoreLine, ...]
    text: str
    tags: Tags
    span: Span


@frozen
class Winner(Frozen):
    """Criteria in order: (True for most, False for least, value)."""

    seat: Local
    criteria: tuple[tuple[bool, Expr], ...]
    text: str
    tags: Tags
    span: Span


@frozen
class Ending(Frozen):
    condition: Expr
    text: str
    tags: Tags
    span: Span


@frozen
class Limit(Frozen):
    """A table limit: the game ends where `proc` would begin once more than `number` times. `runs` counts; the test
    stands in the procedure itself.
    """

    proc: str
    number: Expr
    runs: str
    text: str
    tags: Tags
    span: Span


@frozen
class Invariant(Frozen):
    """`during`: procedures while one of which is running it is tested; empty: always."""

    title: str
    during: tuple[str, ...]
    condition: Expr
    tags: Tags
    span: Span


@frozen
class Instance(Frozen):
    """A mechanism fitted to the game; `shows` is what a screen may ask for while it runs."""

    name: str
    family: str
    mechanism: str
    shows: dict[str, Expr]
    text: str
    tags: Tags
    span: Span


@frozen
class Pattern(Frozen):
    """An answer as a test writes it: a number, a name, none, or a call like `Card(blue, 3)`; a list is a bag. Compared
    with an option by `looks`.
    """

    value: object
    """int, str (a name or a seat like "P2"), None, ("call", name, (patterns…)), or ("list", (patterns…))."""
    span: Span


@frozen
class ScriptLine(Frozen):
    """`kind`: answer, may, may_not, chance, others."""

    kind: str
    seat: Expr | None
    patterns: tuple[Pattern, ...]
    policy: tuple[str, int] | None
    span: Span


@frozen
class Test(Frozen):
    title: str
    tags: Tags
    players: int
    settings: dict[str, object]
    """Options by name, as the values a `load` takes."""
    variants: tuple[str, ...]
    given: tuple[Suite, ...]
    proc: str | None
    arguments: tuple[Expr, ...]
    script: tuple[ScriptLine, ...]
    names: dict[str, Local]
    """What expectations may ask for: `result` (what the run returned, or none), `winners` (list of Seat), `options`
    (how many are
    offered in the open decision, none if nobody is asked) and `asked` (the seat asked, or none)."""
    expects: tuple[tuple[Expr, Span], ...]
    span: Span


@frozen
class Game(Frozen):
    """Everything a back end needs, and everything a screen or rulebook says about it, in file order."""

    title: str
    text: str
    credits: tuple[str, ...]
    players: tuple[int, ...]
    options: dict[str, Option]
    constants: dict[str, Constant]
    enums: dict[str, EnumType]
    pieces: dict[str, PieceType]
    groups: dict[str, GroupType]
    tables: dict[str, TableType]
    zones: dict[str, ZoneType]
    vars: dict[str, VarType]
    resources: dict[str, ResourceType]
    fns: dict[str, Fn]
    procs: dict[str, Proc]
    menus: dict[str, Menu]
    scores: dict[str, Score]
    winner: Winner | None
    endings: tuple[Ending, ...]
    invariants: tuple[Invariant, ...]
    instances: dict[str, Instance]
    rulings: tuple[tuple[str, Tags], ...]
    hashes: Mapping[str, str]
    """A hash of each linked declaration by name, so that a record can say what changed."""
    locals: int
    """How many locals there are; their numbers are below this."""
    tests: tuple[Test, ...] = ()
    """The tests that are written for just the variants this game was linked with."""
    variants: dict[str, str] = field(factory=dict)
    """Every variant the file offers, with its text."""
    active: tuple[str, ...] = ()
    """The variants that hold in this game."""
    limits: tuple[Limit, ...] = ()
    boards: dict[str, BoardType] = field(factory=dict)
    """By the name of the enum that their cells are."""
    lookups: tuple[str, ...] = ()
    """What is looked up of boards, as `Grid.neighbours`: a table each, made when the game is loaded."""
    looks: dict[str, Appearance] = field(factory=dict)
    """By what they are of: `Suit`, `Card.rank`, `Seat`."""
