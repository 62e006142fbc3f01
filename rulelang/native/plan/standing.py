"""What a value of a position looks at, from the declarations alone: how each seat stands, and how far a game has come.

A position is valued in a world that is known as a whole (`rt/c/search.c`), so secrets count as well: what is looked at
never decides by itself what a seat does, only what simulations in its worlds come to.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang import ir
from rulelang.base.frozen import Frozen, frozen
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.native.plan.build import Planner
from rulelang.native.plan.nodes import INT, Unit, Unsupported, get

MOST_STANDINGS, MOST_STAGES = 32, 6
COUNTED = types.Bool | types.Int


@frozen
class Standing(Frozen):
    """`seats`: numbers of a seat, by what they are called; `table`: numbers that are the same for all. Each names the
    function that works it out for a seat.
    """

    seats: tuple[tuple[str, str], ...] = ()
    table: tuple[tuple[str, str], ...] = ()


def standing_of(planner: Planner) -> Standing:
    """The features of a game; their functions become units of the plan."""
    winner = planner.game.winner
    if winner is None:
        return Standing()
    maker = Maker(planner, winner)
    seats = maker.units(maker.seats(), MOST_STANDINGS)
    return Standing(seats, maker.units(maker.stages(), MOST_STAGES))


class Maker:
    """Writes expressions of the language, of a seat `p`, and makes functions of them."""

    def __init__(self, planner: Planner, winner: ir.Winner) -> None:
        self.planner, self.game, self.winner, self.span = planner, planner.game, winner, winner.span
        self.seat = self.local("p", types.Seat())
        self.own = ir.Get(types.Seat(), self.span, self.seat)

    def local(self, name: str, kind: types.Type) -> ir.Local:
        """A new local, with a place for its value when tables are made."""
        slots = self.planner.layout.slots
        made = ir.Local(name, kind, len(slots) - self.planner.layout.make.layout.locals)
        slots.append(None)
        return made

    def units(self, found: Iterator[tuple[str, ir.Expr]], most: int) -> tuple[tuple[str, str], ...]:
        kept = dict[str, str]()
        for name, expr in found:
            if name not in kept and len(kept) < most and self.is_made(f"standing {name}", expr):
                kept[name] = f"standing {name}"
        return tuple(kept.items())

    def is_made(self, name: str, expr: ir.Expr) -> bool:
        """Is it a unit of the plan now, with a single number?"""
        own = self.planner.name(self.seat)
        try:
            made = self.planner.value(expr, {self.seat: get(own, INT)})
        except Unsupported:
            return False
        if made.rep != INT:
            return False
        self.planner.plan.fns[name] = Unit("fn", name, ((own, INT),), made, rep=INT)
        return True

    # ------------------------------------------------------------ of a seat

    def seats(self) -> Iterator[tuple[str, ir.Expr]]:
        game, span = self.game, self.span
        for number, (_, value) in enumerate(self.winner.criteria, 1):
            if isinstance(bare(value.type), COUNTED):
                yield f"winner {number}", ir.Let(value.type, span, self.winner.seat, self.own, value)
        for name, var in game.vars.items():
            yield from self.of_var(name, var)
        for name in game.resources:
            yield name, ir.Amount(types.Int(), span, name, self.own)
        for name in game.scores:
            yield f"{name}(p)", ir.Call(types.Int(), span, name, (self.own,))
        for name, fn in game.fns.items():
            if [bare(each.type) for each in fn.params] == [types.Seat()] and isinstance(bare(fn.body.type), COUNTED):
                yield f"{name}(p)", ir.Call(fn.body.type, span, name, (self.own,))
        for name, place, kinds in self.places():
            if self.is_own(name):
                yield f"count({name})", self.op("count", self.pieces(place, kinds))
            yield from self.of_place(name, place, kinds)

    def of_var(self, name: str, var: ir.VarType) -> Iterator[tuple[str, ir.Expr]]:
        kind = bare(var.type)
        of_seat = len(var.indexes) == 1 and var.indexes[0].kind == "Seat"
        if of_seat and isinstance(kind, COUNTED):
            yield name, self.number(ir.VarAt(var.type, self.span, name, (self.own,)))
        if not var.indexes and isinstance(kind, types.Seat):
            yield f"{name} == p", self.op("eq", ir.VarAt(var.type, self.span, name, ()), self.own, kind=types.Bool())

    def of_place(self, name: str, place: ir.Expr, kinds: set[str]) -> Iterator[tuple[str, ir.Expr]]:
        """What functions say of the pieces in a place, one by one or all together."""
        for fn in self.game.fns.values():
            params, own = [bare(each.type) for each in fn.params], self.is_own(name)
            if not isinstance(bare(fn.body.type), COUNTED):
                continue
            match params:
                case [types.List(of=types.Piece(names=taken))] if own and kinds <= set(taken):
                    pieces = self.pieces(place, kinds)
                    yield f"{fn.name}({name})", ir.Call(fn.body.type, self.span, fn.name, (pieces,))
                case [types.Piece(names=taken)] if own and kinds <= set(taken):
                    yield f"sum {fn.name}({name})", self.total(place, kinds, fn, ())
                case [types.Seat(), types.Piece(names=taken)] if kinds <= set(taken):
                    yield f"sum {fn.name}(p, {name})", self.total(place, kinds, fn, (self.own,))

    def total(self, place: ir.Expr, kinds: set[str], fn: ir.Fn, before: tuple[ir.Expr, ...]) -> ir.Expr:
        """The sum of what a function says of each piece in a place."""
        piece = types.Piece(tuple(sorted(kinds)))
        each = self.local("c", piece)
        value: ir.Expr = ir.Call(fn.body.type, self.span, fn.name, (*before, ir.Get(piece, self.span, each)))
        source, span = self.pieces(place, kinds), self.span
        if isinstance(bare(fn.body.type), types.Bool):
            return self.op("count", ir.Each(types.List(piece), span, ((each, source),), value, self.of(each), None))
        return self.op("sum", ir.Each(types.List(types.Int()), span, ((each, source),), None, value, None))

    # ------------------------------------------------------------ of the table

    def stages(self) -> Iterator[tuple[str, ir.Expr]]:
        """How far a game has come: what is there once and may be none, numbers, and how many pieces lie in a place."""
        for name, var in self.game.vars.items():
            if not var.indexes and isinstance(var.type, types.Optional):
                nothing = ir.Lit(types.Nothing(), self.span, None)
                known = ir.VarAt(var.type, self.span, name, ())
                yield f"{name} != none", self.op("ne", known, nothing, kind=types.Bool())
        for name, var in self.game.vars.items():
            if not var.indexes and isinstance(var.type, types.Int):
                yield name, ir.VarAt(var.type, self.span, name, ())
        for name, zone in self.game.zones.items():
            if zone.during is None and not zone.indexes:
                place = ir.ZoneAt(types.Zone(types.Piece(())), self.span, name, ())
                yield f"count({name})", self.op("count", ir.Contents(types.List(types.Piece(())), self.span, place))

    # ------------------------------------------------------------ parts

    def places(self) -> Iterator[tuple[str, ir.Expr, set[str]]]:
        """Zones of a seat, and zones that are there once: name, place, the kinds that lie there."""
        program = self.planner.program
        for name, zone in self.game.zones.items():
            array = program.zone_arrays.get(name)
            kinds = set(program.zones[array.base].of or ()) if array is not None and array.length else set()
            if not kinds or len(zone.indexes) > 1 or (zone.indexes and zone.indexes[0].kind != "Seat"):
                continue
            indexes = (self.own,) if zone.indexes else ()
            yield name, ir.ZoneAt(types.Zone(types.Piece(tuple(sorted(kinds)))), self.span, name, indexes), kinds

    def is_own(self, zone: str) -> bool:
        return bool(self.game.zones[zone].indexes)

    def pieces(self, place: ir.Expr, kinds: set[str]) -> ir.Expr:
        return ir.Contents(types.List(types.Piece(tuple(sorted(kinds)))), self.span, place)

    def of(self, local: ir.Local) -> ir.Expr:
        return ir.Get(local.type, self.span, local)

    def op(self, name: str, *args: ir.Expr, kind: types.Type | None = None) -> ir.Expr:
        return ir.Op(kind or types.Int(), self.span, name, args)

    def number(self, expr: ir.VarAt) -> ir.Expr:
        """A value that may be none counts as 0 then."""
        if bare(expr.type) == expr.type:
            return expr
        nothing = ir.Lit(bare(expr.type), self.span, False if isinstance(bare(expr.type), types.Bool) else 0)
        return self.op("default", expr, nothing, kind=bare(expr.type))
