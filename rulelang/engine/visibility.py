"""Can a seat work out the value of an expression from what it sees?

Scores and what a running mechanism shows are worked out by the rules, perhaps from hidden pieces or variables.
A seat is shown such a value only if it sees everything that is read for it: each element of a variable, each
amount, each piece of a zone whose contents (not only their number) are read. Where an index is a seat that is
known now, only that element counts; any other index stands for every element. The answer is careful: it may be
no where a clever reader could tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from rulelang import ir
from rulelang.engine.state import State
from rulelang.ir.walk import children

SIZES = ("count", "empty")
Bound = Mapping[int, int]  # the seats that are known now, by number of local


def knows(state: State, seat: int | None, expr: ir.Expr, bound: Bound | None = None) -> bool:
    """Does the seat (None: a spectator) see all that this expression reads?"""
    return Reader(state, 1 << (seat or 0)).sees(expr, bound or {}) != 0


def readers(state: State, expr: ir.Expr, bound: Bound | None = None) -> int:
    """All who see what this expression reads: a bit for each seat, the lowest for spectators."""
    return Reader(state, (2 << state.program.players) - 1).sees(expr, bound or {})


@attrs.frozen
class Reader:
    """Of some readers, given as bits, those who see something."""

    state: State
    asked: int

    def sees(self, node: Any, bound: Bound) -> int:
        """Everything under a node of the typed game."""
        if isinstance(node, ir.Op) and node.op in SIZES and isinstance(node.arguments[0], ir.Contents):
            return self.sees(indexes_of(node.arguments[0].zone), bound)
        if isinstance(node, ir.VarAt):
            return self.sees_var(node, bound) & self.sees(node.indexes, bound)
        if isinstance(node, ir.VarMap):
            return self.sees_elements(node.var, ())
        if isinstance(node, ir.Contents):
            return self.sees_contents(node.zone, bound) & self.sees(indexes_of(node.zone), bound)
        if isinstance(node, ir.Amount):
            return self.sees_amount(node, bound) & self.sees(node.holder, bound)
        if isinstance(node, ir.Pieces):
            return self.sees_kinds(node.names)
        if isinstance(node, ir.Call):
            return self.sees(node.arguments, bound) & self.sees_call(node, bound)
        if isinstance(node, ir.MenuRef):
            menu = self.state.program.game.menus[node.menu]
            return self.sees(tuple(children(node)), bound) & self.sees((menu.key, menu.condition, guards(menu)), {})
        return self.every(self.sees(part, bound) for part in children(node))

    def every(self, sights: Iterable[int]) -> int:
        """Those who see each of some things."""
        found = self.asked
        for sight in sights:
            found &= sight
            if not found:
                break
        return found

    def sees_var(self, node: ir.VarAt, bound: Bound) -> int:
        return self.sees_elements(node.var, tuple(known(index, bound) for index in node.indexes))

    def sees_elements(self, var: str, wanted: tuple[int | None, ...]) -> int:
        """The elements of a variable whose indexes are as wanted; None: any."""
        elements = self.state.program.vars[var].array.keys()
        return self.every(self.state.var_sight(var, at) for at in elements if fits(at, wanted))

    def sees_contents(self, zone: ir.Expr, bound: Bound) -> int:
        if not isinstance(zone, ir.ZoneAt):
            return self.every(self.sees_zone(each.id) for each in self.state.program.zones)
        wanted = tuple(known(index, bound) for index in zone.indexes)
        array = self.state.program.zone_arrays[zone.zone]
        places = (array.at(at) for at in iter(array.keys()) if fits(at, wanted))
        return self.every(0 if place is None else self.sees_zone(place) for place in places)

    def sees_zone(self, zone: int) -> int:
        """Every piece in a zone, and in the groups that lie there."""
        pieces, insides = self.state.zone(zone), self.state.program.insides
        groups = (self.sees_zone(insides[piece]) for piece in pieces if piece in insides)
        return self.every(self.state.piece_sight(piece) for piece in pieces) & self.every(groups)

    def sees_amount(self, node: ir.Amount, bound: Bound) -> int:
        holder = known(node.holder, bound)
        holders = self.state.program.resources[node.resource].holders if holder is None else (holder,)
        return self.every(self.state.amount_sight(node.resource, each) for each in holders)

    def sees_kinds(self, kinds: tuple[str, ...]) -> int:
        """All pieces of these kinds. Where each one lies is read by `owner` alone, but that is careful enough."""
        pieces = (piece.id for piece in self.state.program.pieces if piece.kind in kinds and not piece.is_group)
        return self.every(self.state.piece_sight(piece) for piece in pieces)

    def sees_call(self, node: ir.Call, bound: Bound) -> int:
        """The body of a function or the lines of a score, with the arguments that are known seats."""
        game = self.state.program.game
        if node.fn in game.scores:
            params, body = (game.scores[node.fn].seat,), game.scores[node.fn].lines
        else:
            params, body = game.fns[node.fn].params, (game.fns[node.fn].body,)  # type: ignore[assignment]
        values = [known(argument, bound) for argument in node.arguments]
        inner = {param.number: value for param, value in zip(params, values) if value is not None}
        return self.sees(body, inner)


def known(expr: ir.Expr, bound: Bound) -> int | None:
    """The value of an index, if it is known without looking at the state."""
    if isinstance(expr, ir.Lit) and isinstance(expr.value, int):
        return expr.value
    return bound.get(expr.local.number) if isinstance(expr, ir.Get) else None


def fits(at: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    return all(want is None or here == want for here, want in zip(at, wanted))


def indexes_of(zone: ir.Expr) -> tuple[ir.Expr, ...]:
    """What a place is found by."""
    return zone.indexes if isinstance(zone, ir.ZoneAt) else (zone,)


def guards(menu: ir.Menu) -> tuple[Any, ...]:
    return tuple((action.binders, action.guard) for action in menu.actions)
