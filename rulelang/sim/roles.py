"""Roles: a seat's position in turn order, counted from the first player to choose, or from a seat that the rules name.

If the starting player is drawn, all seats are equal, and a designer wants to know whether it is good to start. A
variable such as `dealer` or `starter` counts with its value when play begins.
"""

from __future__ import annotations

from rulelang import ir
from rulelang.base.source import Span
from rulelang.ir import types
from rulelang.ir.counting import Aside
from rulelang.ir.types import bare
from rulelang.sim.cells import Values, number
from rulelang.sim.families import is_there, ordinal
from rulelang.sim.sheet import FIRST, STARTS, Use
from rulelang.sim.watcher import Watcher

MAYBE_SEAT = types.Optional(types.SEAT)


class Roles:
    """Remembers who chose first, and whom the rules named when play began."""

    def __init__(self, watching: Watcher) -> None:
        self.watching = watching
        self.first = watching.local("first", MAYBE_SEAT)
        named = [name for name, var in watching.game.vars.items() if is_plain_seat(var)]
        self.named = {name: watching.local(name, MAYBE_SEAT) for name in named}

    def nobody_yet(self, span: Span) -> ir.Stmt:
        """At the very beginning."""
        locals_ = (self.first, *self.named.values())
        none = ir.Lit(types.NOTHING, span, None)
        return Aside(span, (), tuple(ir.Assign(span, (), ir.LocalTarget(each), none) for each in locals_))

    def play_begins(self, span: Span) -> list[ir.Stmt]:
        return [
            ir.Assign(span, (), ir.LocalTarget(local), ir.VarAt(self.watching.game.vars[name].type, span, name, ()))
            for name, local in self.named.items()
        ]

    def chooses(self, seat: ir.Expr) -> ir.Stmt:
        """Before each choice."""
        nobody = ir.Op(types.BOOL, seat.span, "eq", (ir.Get(MAYBE_SEAT, seat.span, self.first), nothing(seat.span)))
        note = ir.Assign(seat.span, (), ir.LocalTarget(self.first), seat)
        return ir.Branch(seat.span, (), ((nobody, (note,)),), ())

    def finale(self, span: Span) -> list[ir.Stmt]:
        """Each seat in its role; wins and scores are counted for it as for anything else that a seat does."""
        players, cells = self.watching.program.players, self.watching.cells
        if players < 2:
            return []
        turns = ("first", *(ordinal(turn) for turn in range(2, players + 1)))
        found = [self.count_places(Use("role", FIRST, ""), self.first, turns, span)]
        seats = Values(tuple(f"P{seat}" for seat in range(1, players + 1)), 1)
        starter = ir.Get(MAYBE_SEAT, span, self.first)
        found.append(cells.each(Use("role", STARTS, ""), seats, starter, None))
        for name, local in self.named.items():
            names = (name, *(f"{turn} after {name}" for turn in range(1, players)))
            found.append(self.count_places(Use("role", f"by {name} when play began", ""), local, names, span))
        return found

    def count_places(self, use: Use, start: ir.Local, names: tuple[str, ...], span: Span) -> ir.Stmt:
        """Counts the place of each seat behind a seat, if there is one."""
        watching, here = self.watching, ir.Get(MAYBE_SEAT, span, start)
        seat = watching.local("seat", types.SEAT)
        own = ir.Get(types.SEAT, span, seat)
        numbers = [ir.Op(types.INT, span, "number", (each,)) for each in (own, here)]
        behind = ir.Op(types.INT, span, "sub", tuple(numbers))
        place = ir.Op(types.INT, span, "mod", (behind, number(watching.program.players, span)))
        count = watching.cells.each(use, Values(names), place, own)
        loop = ir.For(span, (), seat, ir.Seats(types.List(types.SEAT), span), None, (count,))
        return ir.Branch(span, (), ((is_there(here), (loop,)),), ())


def nothing(span: Span) -> ir.Expr:
    return ir.Lit(types.NOTHING, span, None)


def is_plain_seat(var: ir.VarType) -> bool:
    """A variable of the whole game that always names a seat, or may."""
    kind = bare(var.type)
    return isinstance(kind, types.Seat) and not var.indexes and var.during is None and var.start is not None
