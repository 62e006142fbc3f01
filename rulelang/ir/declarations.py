"""The rules that a typed game declares, its tests, and the game itself."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.base.frozen import Frozen, field, frozen
from rulelang.base.source import Span
from rulelang.ir.appearance import Appearance
from rulelang.ir.data import (
    BoardType,
    Constant,
    EnumType,
    GroupType,
    Option,
    PieceType,
    ResourceType,
    TableType,
    VarType,
    ZoneType,
)
from rulelang.ir.expressions import Expr, Local, Message, Tags
from rulelang.ir.statements import Suite
from rulelang.ir.types import Type


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
    """`kind`: setup, play, phase, step, or mechanism. A mechanism's own variables are reset at each run.

    `name` is unique in the game; an original that an override, `before` or `after` has kept is `declared` under
    another's name.
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
    """Whether it builds the position of a test. Then a look stands for any piece that matches it, and invariants are
    not tested.
    """

    @property
    def declared(self) -> str:
        """Its name for players, views and records."""
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
    """A table limit: the game ends where `proc` would begin more than `number` times. `runs` counts; the test is in the
    procedure itself.
    """

    proc: str
    number: Expr
    runs: str
    text: str
    tags: Tags
    span: Span


@frozen
class Invariant(Frozen):
    """`during`: it is tested while one of these procedures runs; empty: always."""

    title: str
    during: tuple[str, ...]
    condition: Expr
    tags: Tags
    span: Span


@frozen
class Instance(Frozen):
    """An instance of a mechanism; `shows` is what a screen may display while it runs, `takes` are the types of its
    arguments, which its mechanism may leave open.
    """

    name: str
    family: str
    mechanism: str
    shows: dict[str, Expr]
    text: str
    tags: Tags
    span: Span
    takes: tuple[Type, ...] = field(default=())


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
    """Options by name, with values as for `load`."""
    variants: tuple[str, ...]
    given: tuple[Suite, ...]
    proc: str | None
    arguments: tuple[Expr, ...]
    script: tuple[ScriptLine, ...]
    names: dict[str, Local]
    """The names for expectations: `result` (what the run returned, or none), `winners` (list of Seat), `options` (how
    many are offered in the open decision, none if nobody is asked) and `asked` (the seat asked, or none).
    """
    expects: tuple[tuple[Expr, Span], ...]
    span: Span


@frozen
class Game(Frozen):
    """Everything that a back end needs, and everything that a screen or rulebook says about it, in file order."""

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
    """The number of locals; all their numbers are below this."""
    tests: tuple[Test, ...] = ()
    """The tests for exactly the variants that this game was linked with."""
    variants: dict[str, str] = field(factory=dict)
    """Every variant in the file, with its text."""
    active: tuple[str, ...] = ()
    """The active variants."""
    limits: tuple[Limit, ...] = ()
    boards: dict[str, BoardType] = field(factory=dict)
    """By the name of their enum of cells."""
    lookups: tuple[str, ...] = ()
    """The board lookups, such as `Grid.neighbours`: each is a table that is computed when the game is loaded."""
    looks: dict[str, Appearance] = field(factory=dict)
    """By the thing: `Suit`, `Card.rank`, `Seat`."""

    @property
    def rules(self) -> tuple[object, ...]:
        """Everything that determines how the game goes and who wins."""
        return (self.fns, self.procs, self.menus, self.scores, self.winner, self.endings, self.invariants)

    def takes(self, proc: Proc) -> tuple[Type, ...]:
        """The types of a procedure's arguments."""
        instance = self.instances.get(proc.declared) if proc.kind == "mechanism" else None
        return instance.takes if instance is not None else tuple(param.type for param in proc.params)
