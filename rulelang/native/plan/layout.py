"""What is known about a program before code is generated: masks, tables, and which locals other functions access."""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.analysis.flow import Flow
from rulelang.analysis.reads import reads_state
from rulelang.engine.closures import Closures
from rulelang.engine.errors import RuleError
from rulelang.engine.looks import Looks
from rulelang.ir import types
from rulelang.ir.types import bare, kinds
from rulelang.ir.walk import walk
from rulelang.native.plan.nodes import INT, LIST, MASK, TUPLE
from rulelang.program import WORK, Program

MISSING = "missing"  # an entry of a table that bails out if it is asked for
LONGEST = 30  # parts of a tuple that C packs into one number
LARGEST = 20_000  # entries of a table that is worked out beforehand


class Layout:
    """A program as the planner sees it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.game = program.game
        self.players = program.players
        self.count = len(program.pieces)
        self.full = (1 << self.count) - 1
        self.masked = [zone.order in ("set", "bag") for zone in program.zones]
        self.looks = Looks(program).ids
        self.flow = Flow(program)
        self.make = Closures(program)
        self.slots: list[Any] = program.blank()
        self.known: dict[str, bool] = {}
        self.faced = {piece.id for piece in program.pieces if piece.kind in program.faces}
        self.groups = {piece.id for piece in program.pieces if piece.is_group}
        by_look: dict[int, int] = {}
        for piece, look in enumerate(self.looks):
            by_look[look] = by_look.get(look, 0) | 1 << piece
        self.alike = [by_look[look] for look in self.looks]
        self.twins = self.mask(piece for piece, same in enumerate(self.alike) if same.bit_count() > 1)
        self.shared = shared_locals(self.game)
        self.units: dict[str, set[ir.Local]] = {}

    # ------------------------------------------------------------ pieces and zones

    def mask(self, pieces: Any) -> int:
        found = 0
        for piece in pieces:
            found |= 1 << piece
        return found

    def pieces_of(self, type_: types.Type) -> range | None:
        """The ids that a value of a type of pieces may have, from the first to the last."""
        names = kinds(type_)
        if names is None:
            return None
        ids = [piece.id for piece in self.program.pieces if piece.kind in names]
        return range(min(ids), max(ids) + 1) if ids else range(0)

    def takes(self, zone: int) -> int:
        """All pieces that may lie in a zone."""
        kinds = self.program.zones[zone].of
        homes = self.mask(piece.id for piece in self.program.pieces if piece.home == zone)
        return self.full if kinds is None else self.kind_mask(kinds) | homes

    def kind_mask(self, names: tuple[str, ...]) -> int:
        return self.mask(piece.id for piece in self.program.pieces if piece.kind in names)

    def zone_rep(self, expr: ir.Expr) -> str:
        """How the pieces of a place are kept: as a mask, if every zone it may be is a set."""
        names = self.zones_of(expr)
        arrays = [self.program.zone_arrays[name] for name in names]
        ids = [zone for array in arrays for zone in range(array.base, array.base + array.length)]
        return MASK if ids and all(self.masked[zone] for zone in ids) else LIST

    def zone_is_list(self, expr: ir.Expr) -> bool:
        """Is every zone it may be a pile or a row?"""
        names = self.zones_of(expr)
        arrays = [self.program.zone_arrays[name] for name in names]
        return not any(self.masked[zone] for array in arrays for zone in range(array.base, array.base + array.length))

    def zones_of(self, expr: ir.Expr, depth: int = 0) -> set[str]:
        """The names of the zones that a place may be."""
        if isinstance(expr, ir.ZoneAt):
            return {expr.zone}
        if isinstance(expr, ir.Lit) and isinstance(expr.value, int):
            name = self.program.zones[expr.value].name
            return {name} if name in self.program.zone_arrays else set(self.program.zone_arrays)
        if isinstance(expr, ir.If):
            return self.zones_of(expr.then, depth) | self.zones_of(expr.otherwise, depth)
        if isinstance(expr, ir.Rungs):
            found = self.zones_of(expr.otherwise, depth)
            return found.union(*(self.zones_of(rung.value, depth) for rung in expr.rungs))
        if isinstance(expr, ir.Let):
            return self.zones_of(expr.body, depth)
        if isinstance(expr, ir.Reveal):
            return self.zones_of(expr.value, depth)
        if isinstance(expr, ir.Call) and expr.fn in self.game.fns and depth < 20:
            return self.zones_of(self.game.fns[expr.fn].body, depth + 1)
        if isinstance(expr, ir.Inside) and isinstance(bare(expr.group.type), types.Piece):
            return set(bare(expr.group.type).names)  # type: ignore[attr-defined]
        return set(self.program.zone_arrays)

    # ------------------------------------------------------------ values known now

    def rep_of(self, type_: types.Type) -> str:
        """How a value of a type is kept in a variable or local."""
        type_ = bare(type_)
        if isinstance(type_, types.List | types.Map | types.Actions):
            return LIST
        return TUPLE if isinstance(type_, types.Tuple) else INT

    def domain(self, type_: types.Type) -> tuple[range, bool] | None:
        """The values of a small type, and whether a value might be outside it."""
        if isinstance(type_, types.Seat):
            return range(1, self.players + 1), False
        if isinstance(type_, types.Enum):
            return range(1, len(self.program.members[type_.name]) + 1), False
        if isinstance(type_, types.Bool):
            return range(2), False
        if isinstance(type_, types.Piece):
            return self.pieces_of(type_) or range(0), False
        if isinstance(type_, types.Row):
            rows = getattr(self.program.tables[type_.table], "rows", ())
            return range(len(rows)), False
        if isinstance(type_, types.Int) and type_.low is not None and type_.high is not None:
            span = range(type_.low, type_.high + 1)
            return (span, True) if len(span) <= 300 else None
        return None

    def stateless(self, expr: ir.Expr) -> bool:
        return not reads_state(self.program, self.game, expr, self.known)

    def value(self, expr: ir.Expr, given: dict[ir.Local, Any]) -> Any:
        """The value of an expression that reads no state; MISSING where it has none."""
        for local, value in given.items():
            is_bool = isinstance(local.type, types.Bool)
            self.slots[self.make.slot(local)] = bool(value) if is_bool else value
        self.slots[WORK] = self.program.limits.constants
        try:
            return self.make.of(expr)(self.slots)
        except (RuleError, TypeError, IndexError, KeyError):
            return MISSING

    def table(self, expr: ir.Expr, local: ir.Local) -> dict[int, Any] | None:
        """The value of an expression for each value of a local."""
        domain = self.domain(local.type)
        if domain is None or not len(domain[0]):
            return None
        closure, slot, found = self.make.of(expr), self.make.slot(local), {}
        for value in domain[0]:
            self.slots[slot] = bool(value) if isinstance(local.type, types.Bool) else value
            self.slots[WORK] = self.program.limits.constants
            try:
                found[value] = closure(self.slots)
            except (RuleError, TypeError, IndexError, KeyError):
                found[value] = MISSING
        return found


# ---------------------------------------------------------------- locals


@attrs.frozen
class Mention:
    """The locals that a part of the game binds, and those it reads."""

    bound: set[ir.Local]
    read: set[ir.Local]


def mentions(part: Any, params: tuple[ir.Local, ...] = ()) -> Mention:
    """What a part of the game says of locals."""
    bound, read = set(params), set()
    for node in walk(part):
        if isinstance(node, ir.Get):
            read.add(node.local)
        elif isinstance(node, ir.LocalTarget | ir.For | ir.Let | ir.Asking):
            bound.add(node.local)
        elif isinstance(node, ir.Each | ir.MenuRef):
            bound |= {local for local, _ in node.binders}
        elif isinstance(node, ir.EachChooses | ir.EachSecretly):
            bound.add(node.seat)
    return Mention(bound, read)


def free_locals(part: Any) -> set[ir.Local]:
    found = mentions(part)
    return found.read - found.bound


def shared_locals(game: ir.Game) -> set[ir.Local]:
    """Locals that some part of the game reads and another one binds."""
    parts = [mentions(fn.body, fn.params) for fn in game.fns.values()]
    parts += [mentions(score.lines, (score.seat,)) for score in game.scores.values()]
    for proc in game.procs.values():
        own = tuple(var.start for var in game.vars.values() if var.during == proc.name)
        parts.append(mentions((proc.body, proc.until, own), proc.params))
    for menu in game.menus.values():
        parts.append(mentions((menu.key, menu.condition), menu.params))
        for action in menu.actions:
            binders = tuple(local for local, _ in action.binders)
            parts.append(mentions((action.binders, action.guard, action.body, menu.finally_), (*menu.params, *binders)))
    parts += [mentions(ending.condition) for ending in game.endings]
    parts += [mentions(invariant.condition) for invariant in game.invariants]
    return set().union(*(part.read - part.bound for part in parts))
