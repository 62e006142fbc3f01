"""Can a seat compute the value of an expression from what it sees?

The rules compute scores and what a running mechanism shows, perhaps from hidden pieces or variables. A seat is shown
such a value only if it sees everything that is read for it: each element of a variable, each amount, each piece of a
zone whose contents (not only their number) are read. If an index is a seat that is known now, only that element counts;
any other index stands for every element. The answer is conservative: it may be no although a clever reader could infer
the value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from rulelang import ir
from rulelang.analysis.reads import changes, mentions
from rulelang.base.dispatch import total
from rulelang.engine.state import State
from rulelang.ir.calls import body, offers, params
from rulelang.ir.walk import children

SIZES = ("count", "empty")
Bound = Mapping[int, int]  # the seats that are known now, by number of local


def knows(state: State, seat: int | None, expr: ir.Expr, bound: Bound | None = None) -> bool:
    """Whether the seat (None: a spectator) sees all that this expression reads."""
    return Reader(state, 1 << (seat or 0)).sees(expr, bound or {}) != 0


def readers(state: State, expr: ir.Expr, bound: Bound | None = None) -> int:
    """All who see what this expression reads: a bit per seat, the lowest for spectators."""
    return Reader(state, (2 << state.program.players) - 1).sees(expr, bound or {})


@attrs.frozen
class Reader:
    """Narrows a set of readers, given as bits, to those who see something."""

    state: State
    asked: int

    @property
    def game(self) -> ir.Game:
        return self.state.program.game

    def sees(self, node: Any, bound: Bound) -> int:
        """The readers who see everything under a node of the typed game."""
        if isinstance(node, ir.Expr):
            return self.sees_value(node, bound)
        here = self.every(self.sees(part, bound) for part in children(node))
        return here & self.sees(offers(self.game, node.menu), {}) if isinstance(node, ir.MenuRef) else here

    sees_value = total(ir.Expr)

    @sees_value.case(
        ir.Lit, ir.Const, ir.Get, ir.ZoneAt, ir.Inside, ir.PieceField, ir.RowField, ir.RowAt, ir.CellAt,
        ir.Members, ir.Seats, ir.Reveal, ir.If, ir.Let, ir.Rungs, ir.Each, ir.ListOf, ir.TupleOf, ir.MenuOptions,
    )  # fmt: skip
    def sees_parts(self, node: ir.Expr, bound: Bound) -> int:
        """A node that depends on its parts alone; these say whose pieces they are."""
        return self.every(self.sees(part, bound) for part in children(node))

    @sees_value.case(ir.Op)
    def sees_op(self, node: ir.Op, bound: Bound) -> int:
        first = node.arguments[0]
        counted = node.op in SIZES and isinstance(first, ir.Contents)
        return self.sees(indexes_of(first.zone) if counted else node.arguments, bound)  # type: ignore[attr-defined]

    @sees_value.case(ir.VarAt)
    def sees_var(self, node: ir.VarAt, bound: Bound) -> int:
        wanted = tuple(known_index(index, bound) for index in node.indexes)
        return self.sees_elements(node.var, wanted) & self.sees(node.indexes, bound)

    @sees_value.case(ir.VarMap)
    def sees_map(self, node: ir.VarMap, bound: Bound) -> int:
        return self.sees_elements(node.var, ())

    @sees_value.case(ir.Contents)
    def sees_pieces(self, node: ir.Contents, bound: Bound) -> int:
        return self.sees_contents(node.zone, bound) & self.sees(indexes_of(node.zone), bound)

    @sees_value.case(ir.Amount)
    def sees_amount(self, node: ir.Amount, bound: Bound) -> int:
        holder = known_index(node.holder, bound)
        held = self.sees_held(node.resource, None if holder is None else (holder,))
        return held & self.sees(node.holder, bound)

    @sees_value.case(ir.Pieces)
    def sees_all(self, node: ir.Pieces, bound: Bound) -> int:
        return self.sees_kinds(node.names)

    @sees_value.case(ir.Look)
    def sees_look(self, node: ir.Look, bound: Bound) -> int:
        """Which piece matches a look; that is printed on it, unless it is rolled or formed."""
        here = self.sees_kinds((node.kind,)) if changes(self.game, (node.kind,)) else self.asked
        return here & self.sees(node.fields, bound)

    @sees_value.case(ir.Call)
    def sees_call(self, node: ir.Call, bound: Bound) -> int:
        """The body of a function or the lines of a score, with those arguments that are known seats."""
        values = [known_index(argument, bound) for argument in node.arguments]
        names = params(self.game, node.fn)
        inner = {param.number: value for param, value in zip(names, values) if value is not None}
        return self.sees(node.arguments, bound) & self.sees(body(self.game, node.fn), inner)

    @sees_value.case(ir.After)
    def sees_trial(self, node: ir.After, bound: Bound) -> int:
        """A trial on a copy: everything that it names, whether it writes or reads it."""
        return self.sees(children(node), bound) & self.every(map(self.sees_name, mentions(self.game, node)))

    @sees_value.case(ir.Sees)
    def sees_sight(self, node: ir.Sees, bound: Bound) -> int:
        """Only tests use it; nobody at a table is told."""
        return 0

    sees_value.seal()

    def every(self, sights: Iterable[int]) -> int:
        """Those who see each of some things."""
        found = self.asked
        for sight in sights:
            found &= sight
            if not found:
                break
        return found

    def sees_elements(self, var: str, wanted: tuple[int | None, ...]) -> int:
        """The elements of a variable with the wanted indexes; None: any."""
        elements = self.state.program.vars[var].array.keys()
        return self.every(self.state.var_sight(var, at) for at in elements if fits(at, wanted))

    def sees_contents(self, zone: ir.Expr, bound: Bound) -> int:
        if not isinstance(zone, ir.ZoneAt):
            return self.every(self.sees_zone(each.id) for each in self.state.program.zones)
        wanted = tuple(known_index(index, bound) for index in zone.indexes)
        array = self.state.program.zone_arrays[zone.zone]
        places = (array.at(at) for at in iter(array.keys()) if fits(at, wanted))
        return self.every(0 if place is None else self.sees_zone(place) for place in places)

    def sees_zone(self, zone: int) -> int:
        """Every piece in a zone, and in the groups that lie there."""
        pieces, insides = self.state.zone(zone), self.state.program.insides
        groups = (self.sees_zone(insides[piece]) for piece in pieces if piece in insides)
        return self.every(self.state.piece_sight(piece) for piece in pieces) & self.every(groups)

    def sees_held(self, resource: str, holders: tuple[int, ...] | None = None) -> int:
        """The amounts of a resource that some holders have; None: all possible holders."""
        named = self.state.program.resources[resource].holders if holders is None else holders
        return self.every(self.state.amount_sight(resource, each) for each in named)

    def sees_name(self, name: str) -> int:
        """All of a zone, a variable, a resource, or a kind of piece; for any other name, nothing."""
        program = self.state.program
        if name in program.zone_arrays:
            array = program.zone_arrays[name]
            return self.every(map(self.sees_zone, range(array.base, array.base + array.length)))
        if name in program.vars:
            return self.sees_elements(name, ())
        if name in program.resources:
            return self.sees_held(name)
        return self.sees_kinds((name,)) if name in program.columns else 0

    def sees_kinds(self, kinds: tuple[str, ...]) -> int:
        """All pieces of these kinds. Only `owner` reads where each one lies, so this is conservative."""
        pieces = (piece.id for piece in self.state.program.pieces if piece.kind in kinds and not piece.is_group)
        return self.every(self.state.piece_sight(piece) for piece in pieces)


def known_index(expr: ir.Expr, bound: Bound) -> int | None:
    """The value of an index, if it is known without looking at the state."""
    if isinstance(expr, ir.Lit) and isinstance(expr.value, int):
        return expr.value
    return bound.get(expr.local.number) if isinstance(expr, ir.Get) else None


def fits(at: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    return all(want is None or here == want for here, want in zip(at, wanted))


def indexes_of(zone: ir.Expr) -> tuple[ir.Expr, ...]:
    """The indexes of a zone."""
    return zone.indexes if isinstance(zone, ir.ZoneAt) else (zone,)
