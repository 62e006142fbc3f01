"""Payments: what seats pay wherever they pay it, the price of what an auction sells, and what is left over."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang import ir
from rulelang.base.source import Span
from rulelang.ir import types
from rulelang.ir.walk import walk
from rulelang.sim.cells import Cells, number
from rulelang.sim.rounds import all_of
from rulelang.sim.sheet import PAID, Measure
from rulelang.sim.watcher import Watcher

Purse = Mapping[tuple[str, int], ir.Local]
"""What each seat had, by resource and seat."""


def measure_payment(cells: Cells, where: str, stmt: ir.Pay) -> list[ir.Stmt]:
    """How much a seat pays here; less than is owed where there is less."""
    if not isinstance(stmt.source.type, types.Seat):
        return []
    has = ir.Amount(types.INT, stmt.span, stmt.resource, stmt.source)
    amount = ir.Op(types.INT, stmt.span, "min", (stmt.amount, has)) if stmt.up_to else stmt.amount
    return [cells.sample(Measure("money", where, f"{stmt.resource}{PAID}"), amount)]


def measure_leftovers(watching: Watcher, span: Span) -> list[ir.Stmt]:
    """What seats still have when the game is over."""
    found: list[ir.Stmt] = []
    for name in seat_resources(watching):
        seat = watching.local("seat", types.SEAT)
        amount = ir.Amount(types.INT, span, name, ir.Get(types.SEAT, span, seat))
        note = watching.cells.sample(Measure("money", "at the end of the game", f"{name} unused"), amount)
        found.append(ir.For(span, (), seat, ir.Seats(types.List(types.SEAT), span), None, (note,)))
    return found


def seat_resources(watching: Watcher) -> list[str]:
    """The resources that seats hold and pay."""
    pays = [node for node in walk(watching.game.procs) if isinstance(node, ir.Pay)]
    pays += [node for node in walk(watching.game.menus) if isinstance(node, ir.Pay)]
    return list(dict.fromkeys(each.resource for each in pays if isinstance(each.source.type, types.Seat)))


# ---------------------------------------------------------------- auctions


def purse(watching: Watcher, proc: ir.Proc) -> Purse:
    """Where the amounts of seats are kept while an auction runs that takes payments itself."""
    pays = [node for node in all_of(watching.game, proc.body) if isinstance(node, ir.Pay)]
    names = dict.fromkeys(each.resource for each in pays if isinstance(each.source.type, types.Seat))
    return {(name, seat): watching.local(name, types.INT) for name in names for seat in watching.program.seats}


def note_amounts(some: Purse, span: Span) -> list[ir.Stmt]:
    """Notes what each seat has, before the first bid."""
    return [
        ir.Assign(span, (), ir.LocalTarget(local), ir.Amount(types.INT, span, name, ir.Lit(types.SEAT, span, seat)))
        for (name, seat), local in some.items()
    ]


def prices(cells: Cells, instance: ir.Instance, buyer: ir.Expr, some: Purse) -> list[ir.Stmt]:
    """What the buyer has less than before: the price, whatever was bid."""
    found: list[ir.Stmt] = []
    for name in dict.fromkeys(name for name, _ in some):
        measure = Measure("auction", instance.name, f"{name}{PAID}", instance.text)
        total: ir.Expr = number(0, buyer.span)
        for (resource, seat), local in some.items():
            if resource == name:
                total = ir.If(
                    types.INT, buyer.span, is_seat(buyer, seat), amount_spent(name, seat, local, buyer.span), total
                )
        found.append(cells.sample(measure, total))
    return found


def is_seat(buyer: ir.Expr, seat: int) -> ir.Expr:
    return ir.Op(types.BOOL, buyer.span, "eq", (buyer, ir.Lit(types.SEAT, buyer.span, seat)))


def amount_spent(name: str, seat: int, before: ir.Local, span: Span) -> ir.Expr:
    now = ir.Amount(types.INT, span, name, ir.Lit(types.SEAT, span, seat))
    return ir.Op(types.INT, span, "sub", (ir.Get(types.INT, span, before), now))
