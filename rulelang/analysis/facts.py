"""What the whole program says about visibility: what is declared, what some line reveals or hides, who writes what."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from rulelang import ir
from rulelang.analysis.changes import touched, written
from rulelang.analysis.reads import kinds_held, lying
from rulelang.ir.calls import callee, reach, runs
from rulelang.ir.suites import own_expressions
from rulelang.ir.walk import walk
from rulelang.program import Program


class Facts:
    """Facts about a program that hold throughout a game; of its `idle` phases and steps, that nothing runs yet, only if
    one of these is what is looked at.
    """

    def __init__(self, program: Program, idle: bool = False) -> None:
        self.program, self.idle = program, idle
        self.game = program.game
        self.revealed: set[str] = set()
        self.hidden: set[str] = set()
        self.glimpsed: set[str] = set()  # kinds of which single pieces may be shown, wherever they lie
        for stmt in self.statements(ir.Show):
            names = {stmt.var} if stmt.var is not None else self.zones_in(stmt.pieces)
            if stmt.sight == "none":
                self.hidden |= {stmt.var} if stmt.var is not None else lying(self.game, stmt.pieces)
            elif stmt.sight == "all":
                self.revealed |= names
                self.glimpsed |= set() if stmt.pieces is None else kinds_held(self.game, stmt.pieces)
        self.revealed |= {name for name, zones in self.told_by_place.items() if zones}

    def goes_open(self, name: str) -> bool:
        """Does everyone see what is moved to this zone?"""
        return name in self.game.zones and self.game.zones[name].sight == "open"

    @cached_property
    def told_by_place(self) -> dict[str, frozenset[str]]:
        """By variable of answers that all give in secret: the open zones to which pieces come by that name alone. Who
        sees one there knows that it is the answer.
        """
        asked = {stmt.var: self.zones_in(stmt.asking.source) for stmt in self.statements(ir.EachChooses)}
        coming: dict[str, set[str]] = {}  # by zone: the variables whose pieces come there; "" for all else
        for node in self.nodes:
            transfers: list[tuple[Any, ir.Expr]] = []
            if isinstance(node, ir.Move):
                transfers = [(pieces, target) for pieces, target, _ in node.transfers]
            elif isinstance(node, ir.Deal | ir.Form):
                transfers = [(None, node.target)]
            for pieces, target in transfers:
                named = pieces.items[0] if isinstance(pieces, ir.ListOf) and len(pieces.items) == 1 else pieces
                for zone in self.zones_in(target) or set(self.game.zones):
                    coming.setdefault(zone, set()).add(named.var if isinstance(named, ir.VarAt) else "")
        alone = {zone: only for zone, (only, *more) in coming.items() if not more and self.goes_open(zone)}
        return {
            var: frozenset(zone for zone, only in alone.items() if only == var and zone not in source)
            for var, source in asked.items()
        }

    def statements(self, kind: type) -> list[Any]:
        return [node for node in self.nodes if isinstance(node, kind)]

    @cached_property
    def shown_vars(self) -> set[str]:
        """Variables that some line shows to others than it is declared for."""
        return {stmt.var for stmt in self.statements(ir.Show) if stmt.var is not None and stmt.sight == "all"}

    @cached_property
    def nodes(self) -> list[Any]:
        running = self.running
        procs = {name: proc for name, proc in self.game.procs.items() if name in running}
        menus = {name: menu for name, menu in self.game.menus.items() if self.idle or name in running}
        return list(walk((procs, menus)))

    @cached_property
    def running(self) -> set[str]:
        """What may come into play: all but what was replaced, if nothing runs some of it yet; else what a game runs."""
        if self.idle:
            return set(self.game.procs) - self.replaced
        begun = {name: self.game.procs[name] for name in ("setup", "play") if name in self.game.procs}
        parts = (begun, self.game.endings)
        return {*begun} | {name for node in reach(self.game, parts, runs) if (name := callee(node))}

    @cached_property
    def replaced(self) -> frozenset[str]:
        """Phases and steps that were overridden and that no `original` runs any more."""
        game = self.game
        older = {name for name in game.procs if name.endswith("'")}
        kept = {name: proc for name, proc in game.procs.items() if name not in older}
        return frozenset(older - {callee(node) for node in reach(game, (kept, game.menus, game.endings), runs)})

    @cached_property
    def reveals(self) -> dict[int, list[ir.Reveal]]:
        """By the identity of a statement: the `reveal`s in its own expressions; or by that of a condition, if that is
        tested for each item of a loop, in each round, or only when others do not hold.
        """
        found: dict[int, list[ir.Reveal]] = {}
        for stmt in self.statements(ir.Stmt):
            tests = [test for test, _ in stmt.branches] if isinstance(stmt, ir.Branch) else []
            alone = [stmt.condition] if isinstance(stmt, ir.For | ir.While) else tests
            for part in own_expressions(stmt):
                owner = part if any(part is test for test in alone) else stmt
                found.setdefault(id(owner), []).extend(each for each in walk(part) if isinstance(each, ir.Reveal))
        return found

    def zones_in(self, pieces: Any) -> set[str]:
        """The zones that an expression names, including those in the functions it calls."""
        return {node.zone for node in reach(self.game, pieces) if isinstance(node, ir.ZoneAt)}

    def zones_of(self, kinds: tuple[str, ...]) -> list[ir.ZoneType]:
        """The zones that may hold pieces of these kinds."""
        return [zone for zone in self.game.zones.values() if set(kinds) & set(zone.of.names)]

    def is_open(self, place: ir.ZoneType | ir.VarType) -> bool:
        return place.sight == "open" and place.name not in self.hidden

    def is_partly_seen(self, zone: ir.ZoneType) -> bool:
        return zone.name in (self.hidden if zone.sight == "open" else self.revealed)

    # ------------------------------------------------------------ who writes what

    @cached_property
    def own_vars(self) -> dict[str, list[ir.VarType]]:
        """By mechanism: its own variables."""
        found: dict[str, list[ir.VarType]] = {}
        for var in self.game.vars.values():
            if var.during is not None:
                found.setdefault(var.during, []).append(var)
        return found

    @cached_property
    def writes(self) -> dict[str, frozenset[str]]:
        """By procedure and menu: the variables, resources and zones (by name) that it may change, directly or
        indirectly.
        """
        found: dict[str, frozenset[str]] = {}
        for name in (*self.game.procs, *self.game.menus):
            self.writes_of(name, found)
        return found

    def writes_of(self, name: str, found: dict[str, frozenset[str]]) -> frozenset[str]:
        if name not in found:
            found[name] = frozenset()
            part = self.game.procs.get(name) or self.game.menus.get(name)
            own = frozenset(var.name for var in self.own_vars.get(name, ()))
            found[name] = own | self.writes_in(part, found)
        return found[name]

    def writes_in(self, part: Any, found: dict[str, frozenset[str]] | None = None) -> frozenset[str]:
        """What a suite may change."""
        known = self.writes if found is None else found
        names: set[str] = set()
        for node in walk(part):
            if isinstance(node, ir.Stmt):
                names |= written(node, self.game) | self.zones_in(touched(node))
            if isinstance(node, ir.Run):
                names |= known[node.proc] if found is None else self.writes_of(node.proc, found)
            elif isinstance(node, ir.MenuRef):
                names |= known[node.menu] if found is None else self.writes_of(node.menu, found)
        return frozenset(names)
