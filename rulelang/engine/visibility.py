"""Can a seat compute the value of an expression from what it sees?

The rules compute scores and what a running mechanism shows, perhaps from hidden pieces or variables. A seat is shown
such a value only if it sees everything that is read for it: each element of a variable, each amount, each piece of a
zone whose contents (not only their number) are read. If an index is a seat that is known now, only that element counts;
any other index stands for every element. The answer is conservative: it may be no although a clever reader could infer
the value.

What is read follows from the rules alone, so it is found once for an expression (`Reading`); who sees it now is asked
of the state (`Sources.readers`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import Any

import attrs

from rulelang import ir
from rulelang.analysis.reads import changes, mentions
from rulelang.base.dispatch import total
from rulelang.engine.state import State, amount_sight, sight_mask
from rulelang.ir.calls import body, offers, params
from rulelang.ir.walk import children
from rulelang.program import Program

SIZES = ("count", "empty")
Bound = Mapping[int, int]  # the seats that are known now, by number of local


def knows(state: State, seat: int | None, expr: ir.Expr, bound: Bound | None = None) -> bool:
    """Whether the seat (None: a spectator) sees all that this expression reads."""
    return bool(readers(state, expr, bound) >> (seat or 0) & 1)


def readers(state: State, expr: ir.Expr, bound: Bound | None = None) -> int:
    """All who see what this expression reads: a bit per seat, the lowest for spectators."""
    return sources_of(state.program).of(expr, bound or {}).readers(state)


@attrs.frozen
class Sources:
    """What is read for a value."""

    declared: int
    """Who sees all of it that is never revealed or hidden in play, as declared: a bit per seat."""
    elements: tuple[tuple[int, int], ...]
    """Of variables: the slot that says who sees it instead, and who sees it as declared."""
    zones: tuple[int, ...]
    """All pieces that lie there."""
    pieces: tuple[int, ...]

    def readers(self, state: State) -> int:
        """Who sees all of it now."""
        found = self.declared
        for slot, declared in self.elements:
            instead = state.slots[slot]
            found &= declared if instead is None else instead
        for zone in self.zones:
            if not found:
                break
            found &= sees_contents(state, zone, found)
        for piece in self.pieces:
            if not found:
                break
            found &= state.piece_sight(piece)
        return found


def sees_contents(state: State, zone: int, asked: int) -> int:
    """Those of the asked who see every piece in a zone, and in the groups that lie there."""
    insides = state.program.insides
    for piece, sight in state.sights_in(zone):
        asked &= sight
        if asked and piece in insides:
            asked &= sees_contents(state, insides[piece], asked)
    return asked


@lru_cache(maxsize=64)
def sources_of(program: Program) -> KnownSources:
    return KnownSources(program)


class KnownSources:
    """The sources of a program's expressions, found when they are first needed."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.found: dict[Any, tuple[ir.Expr, Sources]] = {}  # with the expression, so that its id stays its own

    def of(self, expr: ir.Expr, bound: Bound) -> Sources:
        key = id(expr), *bound.items()
        if key not in self.found:
            reading = Reading(self.program)
            reading.visit(expr, bound)
            self.found[key] = expr, reading.sources()
        return self.found[key][1]


class Reading:
    """Collects what is read for a value."""

    def __init__(self, program: Program) -> None:
        self.program, self.game, self.declared = program, program.game, program.everybody
        self.elements: dict[tuple[int, int], None] = {}
        self.zones: dict[int, None] = {}
        self.pieces: dict[int, None] = {}
        self.called: set[Any] = set()

    def sources(self) -> Sources:
        return Sources(self.declared, (*self.elements,), (*self.zones,), (*self.pieces,))

    def visit(self, node: Any, bound: Bound) -> None:
        """Everything under a node of the typed game."""
        if isinstance(node, ir.Expr):
            self.visit_value(node, bound)
            return
        for part in children(node):
            self.visit(part, bound)
        if isinstance(node, ir.MenuRef):
            self.visit(offers(self.game, node.menu), {})

    visit_value = total(ir.Expr)

    @visit_value.case(
        ir.Lit, ir.Const, ir.Get, ir.ZoneAt, ir.Inside, ir.PieceField, ir.RowField, ir.RowAt, ir.CellAt,
        ir.Members, ir.Seats, ir.Reveal, ir.If, ir.Let, ir.Rungs, ir.Each, ir.ListOf, ir.TupleOf, ir.MenuOptions,
    )  # fmt: skip
    def visit_parts(self, node: ir.Expr, bound: Bound) -> None:
        """A node that depends on its parts alone; these say whose pieces they are."""
        for part in children(node):
            self.visit(part, bound)

    @visit_value.case(ir.Op)
    def visit_op(self, node: ir.Op, bound: Bound) -> None:
        first = node.arguments[0]
        counted = node.op in SIZES and isinstance(first, ir.Contents)
        self.visit(indexes_of(first.zone) if counted else node.arguments, bound)  # type: ignore[attr-defined]

    @visit_value.case(ir.VarAt)
    def visit_var(self, node: ir.VarAt, bound: Bound) -> None:
        self.read_elements(node.var, tuple(known_index(index, bound) for index in node.indexes))
        self.visit(node.indexes, bound)

    @visit_value.case(ir.VarMap)
    def visit_map(self, node: ir.VarMap, bound: Bound) -> None:
        self.read_elements(node.var, ())

    @visit_value.case(ir.Contents)
    def visit_contents(self, node: ir.Contents, bound: Bound) -> None:
        self.read_contents(node.zone, bound)
        self.visit(indexes_of(node.zone), bound)

    @visit_value.case(ir.Amount)
    def visit_amount(self, node: ir.Amount, bound: Bound) -> None:
        holder = known_index(node.holder, bound)
        self.read_amounts(node.resource, None if holder is None else (holder,))
        self.visit(node.holder, bound)

    @visit_value.case(ir.Pieces)
    def visit_pieces(self, node: ir.Pieces, bound: Bound) -> None:
        self.read_kinds(node.names)

    @visit_value.case(ir.Look)
    def visit_look(self, node: ir.Look, bound: Bound) -> None:
        """Which piece matches a look; that is printed on it, unless it is rolled or formed."""
        if changes(self.game, (node.kind,)):
            self.read_kinds((node.kind,))
        self.visit(node.fields, bound)

    @visit_value.case(ir.Call)
    def visit_call(self, node: ir.Call, bound: Bound) -> None:
        """The body of a function or the lines of a score, with those arguments that are known seats."""
        values = [known_index(argument, bound) for argument in node.arguments]
        names = params(self.game, node.fn)
        inner = {param.number: value for param, value in zip(names, values) if value is not None}
        self.visit(node.arguments, bound)
        call = node.fn, *inner.items()
        if call not in self.called:
            self.called.add(call)
            self.visit(body(self.game, node.fn), inner)

    @visit_value.case(ir.After)
    def visit_trial(self, node: ir.After, bound: Bound) -> None:
        """A trial on a copy: everything that it names, whether it writes or reads it."""
        self.visit(children(node), bound)
        for name in mentions(self.game, node):
            self.read_name(name)

    @visit_value.case(ir.Sees)
    def visit_sight(self, node: ir.Sees, bound: Bound) -> None:
        """Only tests use it; nobody at a table is told."""
        self.declared = 0

    visit_value.seal()

    # ------------------------------------------------------------ what is read

    def read_elements(self, name: str, wanted: tuple[int | None, ...]) -> None:
        """The elements of a variable with the wanted indexes; None: any."""
        var = self.program.vars[name]
        for at in filter(partial(fits, wanted), var.array.keys()):
            slot = var.sights + self.program.var_slot(name, at) - var.array.base
            self.elements[slot, sight_mask(self.program, var.sight, at[0] if var.by_seat else None)] = None

    def read_contents(self, zone: ir.Expr, bound: Bound) -> None:
        if not isinstance(zone, ir.ZoneAt):
            self.read_zones(each.id for each in self.program.zones)
            return
        wanted = tuple(known_index(index, bound) for index in zone.indexes)
        array = self.program.zone_arrays[zone.zone]
        self.read_zones(map(array.at, filter(partial(fits, wanted), array.keys())))

    def read_zones(self, zones: Iterable[int | None]) -> None:
        for zone in zones:
            if zone is None:
                self.declared = 0
            else:
                self.zones[zone] = None

    def read_amounts(self, resource: str, holders: tuple[int, ...] | None = None) -> None:
        """The amounts of a resource that some holders have; None: all possible holders."""
        instance = self.program.resources[resource]
        for holder in instance.holders if holders is None else holders:
            self.declared &= amount_sight(self.program, instance.sight, holder)

    def read_name(self, name: str) -> None:
        """All of a zone, a variable, a resource, or a kind of piece; any other name may be anything."""
        program = self.program
        if name in program.zone_arrays:
            array = program.zone_arrays[name]
            self.read_zones(range(array.base, array.base + array.length))
        elif name in program.vars:
            self.read_elements(name, ())
        elif name in program.resources:
            self.read_amounts(name)
        elif name in program.columns:
            self.read_kinds((name,))
        else:
            self.declared = 0

    def read_kinds(self, kinds: tuple[str, ...]) -> None:
        """All pieces of these kinds. Only `owner` reads where each one lies, so this is conservative."""
        pieces = (piece.id for piece in self.program.pieces if piece.kind in kinds and not piece.is_group)
        self.pieces |= dict.fromkeys(pieces)


def known_index(expr: ir.Expr, bound: Bound) -> int | None:
    """The value of an index, if it is known without looking at the state."""
    if isinstance(expr, ir.Lit) and isinstance(expr.value, int):
        return expr.value
    return bound.get(expr.local.number) if isinstance(expr, ir.Get) else None


def fits(wanted: tuple[int | None, ...], at: tuple[int, ...]) -> bool:
    return all(want is None or here == want for here, want in zip(at, wanted))


def indexes_of(zone: ir.Expr) -> tuple[ir.Expr, ...]:
    """The indexes of a zone."""
    return zone.indexes if isinstance(zone, ir.ZoneAt) else (zone,)
