"""What the steps of lowering share: the game, the table, a way to evaluate, and the problems found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulelang import ir
from rulelang.base import limits
from rulelang.base.limits import Excess
from rulelang.base.source import Span
from rulelang.diagnostics import Diagnostic, problem
from rulelang.engine.closures import Closures, Eval
from rulelang.engine.errors import RuleError
from rulelang.ir import types
from rulelang.program import HEADER, WORK, Layout, Program
from rulelang.program.boards import Board
from rulelang.program.text import to_text


class Loading:
    """A game on its way to a program. `constants` and `tables` are computed on first access.

    `work` limits how many items may be processed for that.
    """

    def __init__(
        self,
        game: ir.Game,
        players: int,
        constants: dict[str, Any],
        tables: dict[str, Any],
        boards: dict[str, Board],
        work: int,
    ) -> None:
        self.game = game
        self.players = players
        self.problems: list[Diagnostic] = []
        self.constants = constants
        self.tables = tables
        self.boards = boards
        known = {name: enum.members for name, enum in game.enums.items() if name not in game.boards}
        self.members: dict[str, tuple[str, ...]] = Members(boards, known)
        self.slots: list[Any] = [None] * (HEADER + game.locals)
        self.slots[WORK] = work
        self.draft = empty_program(self)
        self.make = Closures(self.draft)
        self.made: dict[int, Eval] = {}

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(1, self.players + 1))

    def report(self, found: Diagnostic) -> None:
        self.problems.append(found)

    def value(self, expr: ir.Expr, what: str) -> Any:
        """The value of an expression that reads no state; if it has none, a problem and 0."""
        try:
            return self.closure(expr)(self.slots)
        except RuleError as error:
            where = error.span
            if error.code == "R631":
                raise excess_of(error) from None
            also = [(expr.span, "needed here")] if expr.span != where else []
            self.report(problem("R507", where, also=also, what=what, why=error.message))
        except (TypeError, KeyError, IndexError, ValueError):
            self.report(problem("R507", expr.span, what=what, why="a value it needs is missing"))
        return 0

    def closure(self, expr: ir.Expr) -> Eval:
        """The closure of an expression, cached: a condition is tried for every possible piece."""
        made = self.made.get(id(expr))
        if made is None:
            made = self.made[id(expr)] = self.make.of(expr)
        return made

    def spend(self, number: int, where: Span) -> None:
        """Charge for work at load time, before it is done."""
        self.slots[WORK] -= number
        if self.slots[WORK] < 0:
            limits.check(limits.current().constants - self.slots[WORK], "constants", where)

    def number(self, expr: ir.Expr | None, what: str) -> int | None:
        return None if expr is None else self.value(expr, what)

    def bounds(
        self, low: ir.Expr | None, high: ir.Expr | None, what: str, where: Span
    ) -> tuple[int | None, int | None]:
        """A range; an empty one is a problem."""
        least, most = self.number(low, what), self.number(high, what)
        if least is not None and most is not None and least > most:
            self.report(problem("R506", low.span if low else where, what=what, low=least, high=most))
            return least, least
        return least, most

    def domain(self, field: ir.FieldType, where: Span) -> Sequence[Any]:
        """Every value a field can have."""
        kind = field.type
        if isinstance(kind, types.Enum):
            return tuple(range(1, len(self.members[kind.name]) + 1))
        if isinstance(kind, types.Seat):
            return self.seats
        if isinstance(kind, types.Bool):
            return (False, True)
        low, high = self.bounds(field.low, field.high, f"field `{field.name}`", where)
        declared = kind if isinstance(kind, types.Int) else types.Int()
        first, last = (declared.low if low is None else low), (declared.high if high is None else high)
        limits.check((last or 0) - (first or 0) + 1, "list", where, f"values of `{field.name}`")
        return range(first or 0, (last or 0) + 1)

    def show(self, value: object, type_: types.Type) -> str:
        """A value as people write it. The value given for an option may have the wrong type: a list instead of a single
        value, or the reverse.
        """
        if isinstance(value, tuple) and not isinstance(type_, types.List):
            return f"[{', '.join(self.show(item, type_) for item in value)}]"
        if isinstance(value, int) and isinstance(type_, types.List):
            return self.show(value, types.BOOL if isinstance(value, bool) else types.INT)
        return to_text(self.draft, value, type_, str)


class Members(dict[str, tuple[str, ...]]):
    """The members of each enum; the cells of a board on first access, since they may depend on options."""

    def __init__(self, boards: dict[str, Board], known: dict[str, tuple[str, ...]]) -> None:
        super().__init__(known)
        self.boards = boards

    def __missing__(self, name: str) -> tuple[str, ...]:
        self[name] = self.boards[name].cells
        return self[name]


def excess_of(error: RuleError) -> Excess:
    """The limit that was exceeded while loading the rules."""
    if error.parts["name"] != "items":
        return Excess(**error.parts, place=error.span)
    most = limits.current().constants
    return Excess(f"more than {most}", "items to work out what never changes", most, "constants", error.span)


def empty_program(load: Loading) -> Program:
    """A program with constants and tables, but nothing on the table yet."""
    size = HEADER + load.game.locals
    layout = Layout(HEADER, size, size, size, size, size, size)
    return Program(
        load.game,
        load.players,
        {},
        load.constants,
        (),
        (),
        {},
        {},
        {},
        load.tables,
        load.members,
        {},
        {},
        {},
        {},
        layout,
        (),
        limits.current(),
        load.boards,
    )


def names(items: Iterable[Any]) -> str:
    """Some names or numbers, in a sentence."""
    return ", ".join(map(str, items))
