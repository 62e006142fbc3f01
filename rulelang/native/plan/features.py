"""The features of a policy, from the declarations alone: functions of the rules that everybody can compute, and the
interface of tricks. Variables, amounts and the sizes of zones are added in `c/policy.py`.

What a seat may not know is not a feature: a function counts only if its value is public where its arguments are.
"""

from __future__ import annotations

from rulelang import ir
from rulelang.analysis.flow import Flow
from rulelang.analysis.public import PUBLIC
from rulelang.base.frozen import Frozen, frozen
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.native.plan.build import Planner
from rulelang.native.plan.nodes import INT, LIST, Unsupported
from rulelang.program import Program

MOST = 12  # functions of pieces that a policy asks


@frozen
class Asked(Frozen):
    """A function of a piece: its name, whether the seat comes first, the variable that is its second piece, the kinds
    of pieces that it takes.
    """

    fn: str
    seat: bool
    second: str | None
    kinds: tuple[str, ...]


@frozen
class Duel(Frozen):
    """Would a piece beat the currently winning one? The strength of a family, and where it shows what was played and
    led.
    """

    fn: str
    led: str
    winning: str
    laid: str
    kinds: tuple[str, ...]


@frozen
class Features(Frozen):
    """`pieces`: functions of a piece that is offered. `seats`: functions of the seat that is asked."""

    pieces: tuple[Asked, ...] = ()
    seats: tuple[str, ...] = ()
    duels: tuple[Duel, ...] = ()


def features_of(planner: Planner) -> Features:
    """The features of a game; the functions become units of the plan."""
    pieces, seats, duels = list[Asked](), list[str](), list[Duel]()
    for name, fn in planner.game.fns.items():
        kinds = [bare(param.type) for param in fn.params]
        public = planner.layout.flow.label_call(name, (PUBLIC,) * len(kinds)) == PUBLIC
        if not public or not isinstance(bare(fn.body.type), types.Bool | types.Int | types.Enum):
            continue
        match kinds:
            case [types.Piece(names=own)]:
                pieces.append(Asked(name, False, None, own))
            case [types.Seat(), types.Piece(names=own)]:
                pieces.append(Asked(name, True, None, own))
            case [types.Piece(names=own), types.Piece(names=other)]:
                fits = [var for var in piece_vars(planner) if kinds_of(planner, var) <= set(other)]
                pieces += [Asked(name, False, var, own) for var in fits]
            case [types.Seat()]:
                seats.append(name)
    for instance in planner.game.instances.values():
        duels += duel_of(planner, instance)
    kept = tuple(each for each in pieces if is_made(planner, each.fn))[:MOST]
    return Features(
        kept,
        tuple(name for name in seats if is_made(planner, name))[:MOST],
        tuple(each for each in duels if is_made(planner, each.fn)),
    )


def is_made(planner: Planner, fn: str) -> bool:
    """Is the function a unit of the plan, or can it become one, with a single value?"""
    try:
        return planner.function(fn).rep != LIST
    except Unsupported:
        return False


def piece_vars(planner: Planner) -> list[str]:
    return piece_vars_of(planner.program, planner.layout.flow)


def piece_vars_of(program: Program, flow: Flow) -> list[str]:
    """Variables that hold a piece and that everybody sees."""
    return [
        name
        for name, var in program.game.vars.items()
        if isinstance(bare(var.type), types.Piece)
        and not program.vars[name].array.sizes
        and name not in flow.secret_vars
        and program.vars[name].sight == "open"
    ]


def kinds_of(planner: Planner, var: str) -> set[str]:
    kind = bare(planner.game.vars[var].type)
    return set(kind.names) if isinstance(kind, types.Piece) else set()


def duel_of(planner: Planner, instance: ir.Instance) -> list[Duel]:
    """What the interface of a trick tells: what was led, who wins so far, what lies there."""
    strength, shows = f"{instance.name}.strength", instance.shows
    laid, led, winning = (shows.get(word) for word in ("laid", "led", "winning"))
    fn = planner.game.fns.get(strength)
    if fn is None or len(fn.params) != 2 or not isinstance(laid, ir.ZoneAt):
        return []
    if not isinstance(led, ir.VarAt) or not isinstance(winning, ir.VarAt) or planner.layout.rep_of(winning.type) != INT:
        return []
    first, second = (bare(param.type) for param in fn.params)
    public = planner.layout.flow.label_call(strength, (PUBLIC, PUBLIC)) == PUBLIC
    if not public or not isinstance(first, types.Piece) or not isinstance(second, types.Piece):
        return []
    whole = kinds_of(planner, led.var) <= set(second.names) and planner.layout.flow.open_zone(laid.zone)
    return [Duel(strength, led.var, winning.var, laid.zone, first.names)] if whole else []
