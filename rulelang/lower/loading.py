"""What the steps of lowering share: the game, the table, a way to evaluate, and the problems found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulelang import ir
from rulelang.base.source import Span
from rulelang.diagnostics import Diagnostic, problem
from rulelang.engine.closures import Closures
from rulelang.engine.errors import RuleError
from rulelang.ir import types
from rulelang.program import HEADER, Layout, Program


class Loading:
    """A game on its way to a program. `constants` and `tables` fill themselves as they are asked for."""

    def __init__(self, game: ir.Game, players: int, constants: dict[str, Any], tables: dict[str, Any]) -> None:
        self.game = game
        self.players = players
        self.problems: list[Diagnostic] = []
        self.constants = constants
        self.tables = tables
        self.members = {name: enum.members for name, enum in game.enums.items()}
        self.slots: list[Any] = [None] * (HEADER + game.locals)
        self.draft = empty_program(self)
        self.make = Closures(self.draft)

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(1, self.players + 1))

    def report(self, found: Diagnostic) -> None:
        self.problems.append(found)

    def value(self, expr: ir.Expr, what: str) -> Any:
        """The value of an expression that reads no state; where it has none, a problem and 0."""
        try:
            return self.make.of(expr)(self.slots)
        except RuleError as error:
            where = error.span
            also = [(expr.span, "needed here")] if expr.span != where else []
            self.report(problem("R507", where, also=also, what=what, why=error.message))
        except (TypeError, KeyError, IndexError, ValueError):
            self.report(problem("R507", expr.span, what=what, why="a value it needs is missing"))
        return 0

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

    def domain(self, field: ir.FieldType, where: Span) -> tuple[Any, ...]:
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
        return tuple(range(first or 0, (last or 0) + 1))

    def show(self, value: object, type_: types.Type) -> str:
        """A value as people write it."""
        if value is None:
            return "none"
        if isinstance(value, tuple):
            inner = type_.of if isinstance(type_, types.List) else type_
            return "[" + ", ".join(self.show(item, inner) for item in value) + "]"
        if isinstance(type_, types.Optional):
            return self.show(value, type_.of)
        if isinstance(type_, types.Enum) and isinstance(value, int):
            return self.members[type_.name][value - 1]
        if isinstance(type_, types.Seat):
            return f"P{value}"
        return str(value).lower() if isinstance(value, bool) else str(value)


def empty_program(load: Loading) -> Program:
    """A program with constants and tables and nothing on the table yet."""
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
    )


def names(items: Iterable[Any]) -> str:
    """Some names or numbers, in a sentence."""
    return ", ".join(map(str, items))
