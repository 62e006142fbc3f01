"""What a sale brings its buyer in points: the score says whether the price was too high.

The buyer's score is computed before the first bid, and again when the part of the rules that runs the auction is done:
by then the lot has been handed over and any immediate use made of it. Coins count as far as the score counts them. If
the score cannot be known before the end, nothing is reported.
"""

from __future__ import annotations

from rulelang import ir
from rulelang.base.source import Span
from rulelang.ir import types
from rulelang.sim.cells import Values, number
from rulelang.sim.families import is_there, sale_uses
from rulelang.sim.money import is_seat
from rulelang.sim.sheet import BUYER, GAINED, Measure, Use
from rulelang.sim.watcher import Watcher

MAYBE_SEAT = types.Optional(types.SEAT)
OUTCOMES = Values(("loses points by it", "comes out even", "gains points"), -1)
LEAVING = (ir.Return, ir.Break, ir.Stop, ir.EndGame)


class Purchases:
    """Remembers for each auction who has bought, and what everyone had before."""

    def __init__(self, watching: Watcher) -> None:
        self.watching = watching
        winner, game = watching.game.winner, watching.game
        told = winner is not None and watching.known is not None and isinstance(winner.criteria[0][1].type, types.Int)
        some = [name for name, each in game.instances.items() if each.family == "auction" and "bid" in each.shows]
        self.buyers = {name: watching.local("buyer", MAYBE_SEAT) for name in some if told}
        for use in (use for name in self.buyers for use in sale_uses(game.instances[name])):
            watching.cells.first((use,))  # what is sold is told before what came of it
        self.known = {name: watching.local("known", types.BOOL) for name in self.buyers}
        self.before = {
            name: [watching.local("before", types.INT) for _ in watching.program.seats] for name in self.buyers
        }

    def nobody_yet(self, span: Span) -> list[ir.Stmt]:
        none = ir.Lit(types.NOTHING, span, None)
        return [ir.Assign(span, (), ir.LocalTarget(buyer), none) for buyer in self.buyers.values()]

    def begins(self, name: str, span: Span) -> list[ir.Stmt]:
        """Before the first bid; a sale that was interrupted is evaluated now."""
        if name not in self.buyers:
            return []
        known = ir.Assign(span, (), ir.LocalTarget(self.known[name]), self.watching.is_known(span))
        notes = tuple(
            ir.Assign(span, (), ir.LocalTarget(local), self.score(ir.Lit(types.SEAT, span, seat)))
            for seat, local in zip(self.watching.program.seats, self.before[name])
        )
        return [*self.settle(name, span), known, self.where_known(name, span, notes)]

    def where_known(self, name: str, span: Span, body: ir.Suite) -> ir.Stmt:
        """What is done if all scores could be told before the first bid."""
        return ir.Branch(span, (), ((ir.Get(types.BOOL, span, self.known[name]), body),), ())

    def note_buyer(self, name: str, buyer: ir.Expr) -> list[ir.Stmt]:
        if name not in self.buyers:
            return []
        note = ir.Assign(buyer.span, (), ir.LocalTarget(self.buyers[name]), buyer)
        return [self.where_known(name, buyer.span, (note,))]

    def settle(self, name: str, span: Span) -> list[ir.Stmt]:
        """What the last sale has brought; looked at once."""
        if name not in self.buyers:
            return []
        forget = ir.Assign(span, (), ir.LocalTarget(self.buyers[name]), ir.Lit(types.NOTHING, span, None))
        return [self.count_purchase(name, span, (forget,))]

    def finale(self, span: Span) -> list[ir.Stmt]:
        """Sales after which the game was over at once."""
        return [self.count_purchase(name, span) for name in self.buyers]

    def count_purchase(self, name: str, span: Span, after: ir.Suite = ()) -> ir.Stmt:
        here, cells = ir.Get(MAYBE_SEAT, span, self.buyers[name]), self.watching.cells
        before: ir.Expr = number(0, span)
        for seat, local in zip(self.watching.program.seats, self.before[name]):
            before = ir.If(types.INT, span, is_seat(here, seat), ir.Get(types.INT, span, local), before)
        winner = self.watching.game.winner
        assert winner is not None
        sides = (self.score(here), before) if winner.criteria[0][0] else (before, self.score(here))
        gain = ir.Op(types.INT, span, "sub", sides)
        sign = ir.Op(types.INT, span, "max", (number(-1, span), ir.Op(types.INT, span, "min", (number(1, span), gain))))
        told = (
            cells.sample(Measure("auction", f"{name}{BUYER}", GAINED), gain),
            cells.each(Use("auction", f"{name}{BUYER}", ""), OUTCOMES, sign, here),
        )
        done = (ir.Branch(span, (), ((self.watching.is_known(span), told),), ()), *after)
        return ir.Branch(span, (), ((is_there(here), done),), ())

    def score(self, seat: ir.Expr) -> ir.Expr:
        """What a seat has, by the first criterion of `winner`."""
        winner = self.watching.game.winner
        assert winner is not None
        value = winner.criteria[0][1]
        return ir.Let(types.INT, value.span, winner.seat, seat, value)

    def run_in(self, body: ir.Suite) -> list[str]:
        """The auctions that a suite runs itself."""
        procs = [self.watching.game.procs[stmt.proc] for stmt in body if isinstance(stmt, ir.Run)]
        return [proc.declared for proc in procs if proc.kind == "mechanism" and proc.declared in self.buyers]

    def close_suite(self, body: ir.Suite, watched: list[ir.Stmt]) -> list[ir.Stmt]:
        """A suite as it is watched, with what is looked at when it is done."""
        last = [each for name in self.run_in(body) for each in self.settle(name, body[-1].span)]
        at = len(watched) - (bool(body) and isinstance(body[-1], LEAVING))
        return [*watched[:at], *self.watching.aside(body[-1].span, last), *watched[at:]] if last else watched
