"""What the mechanisms of a family report when they end, by the names that the family shows."""

from __future__ import annotations

from collections.abc import Callable

from rulelang import ir
from rulelang.ir import types
from rulelang.ir.counting import Aside
from rulelang.ir.walk import walk
from rulelang.sim.cells import Cells, Values, number
from rulelang.sim.money import Purse, prices
from rulelang.sim.sheet import Measure, Use

FOLLOWED = Values(("another suit", "the suit that was led"))


Noting = Callable[[str, ir.Expr], list[ir.Stmt]]
"""What else is noted of a sale: of this auction, to this buyer."""


def at_return(
    cells: Cells, instance: ir.Instance, stmt: ir.Return, some: Purse, note: Noting
) -> list[ir.Stmt]:
    """What is counted when a mechanism is done, with its result."""
    if stmt.value is None:
        return []
    if instance.family == "auction" and "bid" in instance.shows:
        return [count_sale(cells, instance, stmt.value, some, note)]
    if instance.family == "trick" and "leader" in instance.shows:
        return [count_winner_place(cells, instance, stmt.value)]
    return []


def count_sale(cells: Cells, instance: ir.Instance, buyer: ir.Expr, some: Purse, note: Noting) -> ir.Stmt:
    """Who got the lot, with which bid, and what was paid for it; or nobody."""
    (use, not_sold), span = sale_uses(instance), buyer.span
    unsold = cells.one(not_sold, None, span)
    if isinstance(buyer, ir.Lit):
        return unsold
    bought = (
        cells.one(use, buyer, span),
        cells.sample(Measure("auction", instance.name, "winning bid", instance.text), instance.shows["bid"]),
        *prices(cells, instance, buyer, some),
        *note(instance.name, buyer),
    )
    return ir.Branch(span, (), ((is_there(buyer), bought),), (unsold,))


def sale_uses(instance: ir.Instance) -> tuple[Use, Use]:
    """That a lot was sold, and that it was not."""
    sold, unsold = (Use("auction", instance.name, name, instance.text) for name in ("sold", "not sold"))
    return sold, unsold


def count_winner_place(cells: Cells, instance: ir.Instance, winner: ir.Expr) -> ir.Stmt:
    """How many seats behind the leader the winner of a trick sits."""
    span, players = winner.span, cells.program.players
    seats = [ir.Op(types.INT, span, "number", (seat,)) for seat in (winner, instance.shows["leader"])]
    behind = ir.Op(types.INT, span, "sub", tuple(seats))
    place = ir.Op(types.INT, span, "mod", (behind, number(players, span)))
    names = ("the leader", *(f"{ordinal(turn)} to play" for turn in range(2, players + 1)))
    return cells.each(Use("trick", f"{instance.name}: won by", "", instance.text), Values(names), place, winner)


def ordinal(number: int) -> str:
    return f"{number}{ {2: 'nd', 3: 'rd'}.get(number, 'th') }"


def trick_taken(game: ir.Game, cells: Cells, instance: ir.Instance, body: ir.Suite) -> ir.Suite:
    """Before the pieces of a trick leave the table: did the winning one follow the lead?"""
    shows, follows = instance.shows, f"{instance.name}.follows"
    laid = shows.get("laid")
    if follows not in game.fns or not isinstance(laid, ir.ZoneAt) or not {"led", "winning"} <= set(shows):
        return body
    at = next((at for at, stmt in enumerate(body) if moves_from(stmt, laid.zone)), None)
    if at is None:
        return body
    span, seat = body[at].span, shows["winning"]
    piece = types.Optional(laid.type.of)  # type: ignore[attr-defined]
    pieces = ir.Contents(types.List(laid.type.of), span, ir.ZoneAt(laid.type, span, laid.zone, (seat,)))  # type: ignore[attr-defined]
    best = ir.Op(piece, span, "last_or_none", (pieces,))
    followed = ir.Call(types.BOOL, span, follows, (best, shows["led"]))
    count = cells.each(Use("trick", f"{instance.name}: won with", "", instance.text), FOLLOWED, followed, seat)
    there = ir.Op(types.BOOL, span, "and", (is_there(best), is_there(shows["led"])))
    watch = Aside(span, (), (ir.Branch(span, (), ((there, (count,)),), ()),))
    return (*body[:at], watch, *body[at:])


def moves_from(stmt: ir.Stmt, zone: str) -> bool:
    """Does a statement take pieces away from a zone?"""
    moves = [node for node in walk(stmt) if isinstance(node, ir.Move)]
    sources = [what for move in moves for what, _, _ in move.transfers]
    return any(isinstance(node, ir.ZoneAt) and node.zone == zone for node in walk(sources))


def is_there(value: ir.Expr) -> ir.Expr:
    return ir.Op(types.BOOL, value.span, "ne", (value, ir.Lit(types.NOTHING, value.span, None)))
