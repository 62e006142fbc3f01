"""Closures for sight in the expectations of tests: may a seat know this?"""

from __future__ import annotations

from rulelang import ir
from rulelang.engine.closures import Closures, Eval, Slots, makes
from rulelang.engine.state import State


@makes(ir.Sees)
def sees(make: Closures, expr: ir.Sees) -> Eval:
    seat, what = make.of(expr.seat), mask_of(make, expr.what)
    return lambda s: bool(what(s) >> seat(s) & 1)


def mask_of(make: Closures, what: ir.Expr) -> Eval:
    """Who sees it, as a mask."""
    if isinstance(what, ir.VarAt):
        var, keys = what.var, make.all(what.indexes)
        return lambda s: State(make.program, s).var_sight(var, tuple(key(s) for key in keys))
    if isinstance(what, ir.Amount):
        resource, holder = what.resource, make.of(what.holder)
        return lambda s: State(make.program, s).amount_sight(resource, holder(s))
    zone = make.of(what)

    def in_zone(s: Slots) -> int:
        """Those who see every piece in the zone; for an empty zone, those who would."""
        state = State(make.program, s)
        mask = make.program.everybody
        for piece in state.zone(zone(s)):
            mask &= state.piece_sight(piece)
        return mask if state.zone(zone(s)) else state.zone_sight(zone(s))

    return in_zone
