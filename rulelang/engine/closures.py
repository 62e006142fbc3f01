"""Expressions as closures: `Closures(program).of(expr)` is a function of the slots.

Locals are slots too: there is no recursion, so a binder or parameter has one slot, and a call evaluates all its
arguments before it stores them. What is known when the closure is made (constants, tables, declared fields) is looked
up then. `any`, `all`, `empty`, `first` and `first_or_none` stop as soon as the answer is known; everything else goes
through all items.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any, ClassVar

from rulelang import ir
from rulelang.analysis.ranges import Ranges
from rulelang.base.dispatch import Total, total
from rulelang.base.source import Span
from rulelang.engine.errors import RuleError, check_number
from rulelang.engine.looks import Looks
from rulelang.engine.meter import FREE, GRAIN, LARGE, Meter
from rulelang.engine.state import State
from rulelang.engine.text import say_look
from rulelang.ir import calls, types
from rulelang.ir.types import bare
from rulelang.program import Array, Program

Slots = list[Any]
Eval = Callable[[Slots], Any]


class Closures:
    """Makes closures for one program. In tests (`testing`) a look stands for any piece that matches it."""

    makers: Total[Eval] = total(ir.Expr)
    """By class of expression: the function that makes its closure."""
    tried: ClassVar[Callable[[Program, Slots, str, tuple[Any, ...], Span], None]]
    """Runs a procedure on some slots without telling anybody; `start` provides it."""

    def __init__(self, program: Program, testing: bool = False) -> None:
        self.program = program
        self.layout = program.layout
        self.testing = testing
        self.looks = Looks(program)
        self.ranges = Ranges(program)
        self.bodies: dict[str, Eval] = {}
        self.memo: dict[str, dict[Any, Any]] = {}
        self.stateless: dict[str, bool] = {}
        self.printed: dict[str, list[Any]] = {}
        """By field: its value on each piece."""
        self.meter = Meter(program.limits)
        self.weight = 0
        """The number of closures made so far in the current expression; see `meter`."""
        self.weights: dict[str, int] = {}
        self.depth = 0

    def of(self, expr: ir.Expr) -> Eval:
        """The closure of an expression. A large one is charged when it is evaluated."""
        self.weight += 1
        if self.depth:
            return self.inner(expr)
        before, self.depth = self.weight, 1
        try:
            made = self.inner(expr)
        finally:
            self.depth = 0
        weight = self.weight - before
        return made if weight <= FREE else charge(made, self.meter, weight // GRAIN, expr.span)

    def inner(self, expr: ir.Expr) -> Eval:
        """The closure of a part of an expression. Reading a stored list is charged by its length."""
        made: Eval = self.makers(expr)
        if isinstance(expr, ir.Get | ir.VarAt) and isinstance(expr.type, types.List):
            return charge_by_length(made, self.meter, expr.span)
        return made

    def item_weight(self, before: int) -> int:
        """The cost of an item, from the closures made since `before`; the list pays for them."""
        weight, self.weight = self.weight - before, before
        return 1 + weight // GRAIN

    def all(self, exprs: tuple[ir.Expr, ...]) -> tuple[Eval, ...]:
        return tuple(self.of(expr) for expr in exprs)

    def maybe(self, expr: ir.Expr | None) -> Eval | None:
        return None if expr is None else self.of(expr)

    def slot(self, local: ir.Local) -> int:
        return self.layout.locals + local.number

    def pieces(self, expr: ir.Expr) -> Eval:
        """A piece, a list of pieces or a zone, as a list of pieces."""
        value = self.of(expr)
        if isinstance(expr.type, types.Zone):
            zones = self.layout.zones
            return lambda s: s[zones + value(s)]
        if isinstance(bare(expr.type), types.Piece):
            return lambda s: (present(value(s), expr),)
        return value

    def body(self, fn: str) -> Eval:
        """The closure of a function's body, or of a score's total."""
        if fn not in self.bodies:
            game, before = self.program.game, self.weight
            made = self.of(game.fns[fn].body) if fn in game.fns else self.total(game.scores[fn])
            weight, self.weight = self.weight - before, before
            if weight > LARGE:
                span = game.fns[fn].span if fn in game.fns else game.scores[fn].span
                made, weight = charge(made, self.meter, weight // GRAIN, span), 1
            self.bodies[fn], self.weights[fn] = made, weight
        self.weight += self.weights[fn]
        return self.bodies[fn]

    def params(self, fn: str) -> tuple[ir.Local, ...]:
        return calls.params(self.program.game, fn)

    def lines(self, score: ir.Score) -> list[tuple[str, Eval | None, Eval]]:
        """The lines of a score: label, condition, value."""
        return [(line.label, self.maybe(line.condition), self.of(line.value)) for line in score.lines]

    def total(self, score: ir.Score) -> Eval:
        lines = self.lines(score)

        def total(s: Slots) -> int:
            found = sum(value(s) for _, condition, value in lines if condition is None or condition(s))
            return check_number(found, score.span)

        return total


makes = Closures.makers.case


def charge(made: Eval, meter: Meter, cost: int, span: Span) -> Eval:
    """A closure that is charged a cost before it is evaluated."""
    spend = meter.spend

    def run(s: Slots) -> Any:
        spend(s, cost, span)
        return made(s)

    return run


def charge_by_length(made: Eval, meter: Meter, span: Span) -> Eval:
    """A stored list: work on it takes time in proportion to its length."""

    def run(s: Slots) -> Any:
        items = made(s)
        if items is not None and len(items) > FREE:
            meter.spend(s, len(items) // GRAIN, span)
        return items

    return run


def present(value: Any, expr: ir.Expr) -> Any:
    """A value that must not be none."""
    if value is None:
        raise RuleError("R613", expr.span)
    return value


def constant(value: Any) -> Eval:
    return lambda s: value


# ---------------------------------------------------------------- values known now


@makes(ir.Lit)
def literal(make: Closures, expr: ir.Lit) -> Eval:
    if isinstance(expr.type, types.Seat) and expr.value is not None and expr.value > make.program.players:  # type: ignore[operator]
        return no_such_seat(make.program, expr)
    return constant(expr.value)


def no_such_seat(program: Program, expr: ir.Lit) -> Eval:
    def fail(s: Slots) -> Any:
        raise RuleError("R628", expr.span, seat=f"P{expr.value}", players=program.players)

    return fail


@makes(ir.Const)
def named_constant(make: Closures, expr: ir.Const) -> Eval:
    return constant(make.program.constants[expr.name])


@makes(ir.Members)
def members(make: Closures, expr: ir.Members) -> Eval:
    return constant(tuple(range(1, len(make.program.members[expr.enum]) + 1)))


@makes(ir.Seats)
def seats(make: Closures, expr: ir.Seats) -> Eval:
    return constant(make.program.seats)


@makes(ir.Pieces)
def pieces(make: Closures, expr: ir.Pieces) -> Eval:
    program, places = make.program, make.layout.places
    ids = tuple(piece.id for piece in program.pieces if piece.kind in expr.names)
    make.weight += len(ids) // 32
    if not any(program.pieces[piece].is_group for piece in ids):
        return constant(ids)
    unused = frozenset(program.stocks.values())
    return lambda s: tuple(piece for piece in ids if s[places + piece] not in unused)


@makes(ir.Look)
def look(make: Closures, expr: ir.Look) -> Eval:
    fields = make.all(expr.fields)
    make.weight += len(make.program.pieces) // GRAIN
    if make.testing:
        return lambda s: make.looks.pattern(expr.kind, tuple(field(s) for field in fields))

    def find(s: Slots) -> int:
        wanted = make.looks.pattern(expr.kind, tuple(field(s) for field in fields))
        for piece in make.program.pieces:
            if make.looks.fits(s, piece.id, wanted):
                return piece.id
        raise RuleError("R622", expr.span, look=say_look(wanted, make.program, State(make.program, s)))

    return find


# ---------------------------------------------------------------- state


@makes(ir.Get)
def get(make: Closures, expr: ir.Get) -> Eval:
    return itemgetter(make.slot(expr.local))


@makes(ir.VarAt)
def var_at(make: Closures, expr: ir.VarAt) -> Eval:
    return stored_value(make, make.program.vars[expr.var].array, expr.indexes, expr.var, expr)


@makes(ir.VarMap)
def var_map(make: Closures, expr: ir.VarMap) -> Eval:
    array = make.program.vars[expr.var].array
    first, last = array.base, array.base + array.length
    make.weight += array.length // 32
    return lambda s: tuple(s[first:last])


@makes(ir.ZoneAt)
def zone_at(make: Closures, expr: ir.ZoneAt) -> Eval:
    place = element(make, make.program.zone_arrays[expr.zone], expr.indexes, expr.zone, expr)
    return constant(place) if isinstance(place, int) else place


@makes(ir.Inside)
def inside(make: Closures, expr: ir.Inside) -> Eval:
    group, insides = make.of(expr.group), make.program.insides
    return lambda s: insides[present(group(s), expr)]


@makes(ir.Contents)
def contents(make: Closures, expr: ir.Contents) -> Eval:
    zones = make.layout.zones
    make.weight += len(make.program.pieces) // 32
    if isinstance(expr.zone, ir.ZoneAt):
        array = make.program.zone_arrays[expr.zone.zone]
        moved = Array(array.base + zones, array.lows, array.sizes)
        return stored_value(make, moved, expr.zone.indexes, expr.zone.zone, expr)
    zone = make.of(expr.zone)
    return lambda s: s[zones + zone(s)]


@makes(ir.Amount)
def amount(make: Closures, expr: ir.Amount) -> Eval:
    resource, holder = make.program.resources[expr.resource], make.of(expr.holder)
    if isinstance(expr.holder, ir.Lit):
        return itemgetter(resource.slot(holder([])))
    if isinstance(expr.holder.type, types.Seat):
        base = resource.base - 1
        return lambda s: s[base + holder(s)]
    return lambda s: s[resource.slot(holder(s))]


def stored_value(make: Closures, array: Array, indexes: tuple[ir.Expr, ...], name: str, expr: ir.Expr) -> Eval:
    """The value of an element."""
    place = element(make, array, indexes, name, expr)
    if isinstance(place, int):
        return itemgetter(place)
    if len(indexes) == 1 and isinstance(indexes[0], ir.Get) and always_inside(indexes[0]):
        shift, slot = array.base - array.lows[0], make.slot(indexes[0].local)
        return lambda s: s[shift + s[slot]]
    return lambda s: s[place(s)]


def always_inside(index: ir.Expr) -> bool:
    """Whether an index is always in range: seats and enum members are."""
    return isinstance(index.type, types.Seat | types.Enum)


def element(make: Closures, array: Array, indexes: tuple[ir.Expr, ...], name: str, expr: ir.Expr) -> int | Eval:
    """The slot of an element: a number if it is known now, else a closure. An index out of range is an error."""
    if all(isinstance(index, ir.Lit) for index in indexes):
        place = array.at(tuple(index.value for index in indexes))  # type: ignore[attr-defined]
        if place is not None:
            return place
    if len(indexes) == 1 and always_inside(indexes[0]):
        shift, index = array.base - array.lows[0], make.of(indexes[0])
        return lambda s: shift + index(s)
    closures = make.all(indexes)

    def find(s: Slots) -> int:
        at = tuple(closure(s) for closure in closures)
        place = array.at(at)
        if place is None:
            raise RuleError("R608", expr.span, name=name, index=", ".join(map(str, at)))
        return place

    return find
