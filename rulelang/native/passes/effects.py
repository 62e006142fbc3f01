"""What a part of a plan reads from the state, and what it changes.

Locations of the state are written as short texts: `z 3` is zone 3, `v dealer` a variable, `r coins` a resource, `f` all
faces, `l name` a local. EVERYTHING stands for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.native.passes.cse import binders
from rulelang.native.passes.dead_stores import every_node
from rulelang.native.passes.provenance import expand, zones_at
from rulelang.native.plan import acts, ops
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.nodes import Node, Plan, Step, nodes, walk_steps

NAMING = (acts.Let, acts.Keep, acts.Total, acts.Totals, acts.Draw, acts.For, acts.Repeat, acts.While)
EVERYTHING = "*"
FACES = "f"
QUIET = (acts.If, acts.IfWatched, acts.Together, acts.Require, acts.Expr)


class Effects:
    """Answers for one plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.layout = plan.layout
        self.by_fn: dict[str, frozenset[str]] = {}
        self.by_proc: dict[str, frozenset[str]] = {}

    # ------------------------------------------------------------ reading

    def reads(self, node: Node) -> set[str]:
        found: set[str] = set()
        for inner in nodes(node):
            found.update(self.reads_itself(inner))
        return found

    def reads_itself(self, node: Node) -> Iterable[str]:
        """What the top of a node reads, its arguments left aside."""
        if node.op is ops.ZONE:
            return {f"z {zone}" for zone in zones_at(self.layout, node.args[0])}
        if is_op(node, ops.VAR, ops.VARMAP):
            return {f"v {node.data}"}
        if is_op(node, ops.GET):
            return {f"l {node.data}"}
        if node.op in (ops.FACE, ops.FACEMASK, ops.ROLLED):
            return {FACES}
        if is_op(node, ops.AMOUNT):
            return {f"r {node.data}"}
        if is_op(node, ops.CALL):
            if node.data not in self.by_fn:
                value = self.plan.fns[node.data].value
                self.by_fn[node.data] = frozenset(self.reads(expand(self.plan, value)) if value else ())
            return self.by_fn[node.data]
        return {EVERYTHING} if node.op.looks else ()

    # ------------------------------------------------------------ changing

    def changes(self, steps: tuple[Step, ...]) -> set[str]:
        """What some steps may change, also the locals they bind."""
        found: set[str] = set()
        for step in walk_steps(steps):
            found.update(self.own_changes(step))
            found |= {f"l {name}" for node in every_node(step.parts) for name in binders(node)}
        return found

    def own_changes(self, step: Step) -> Iterable[str]:
        if isinstance(step, NAMING):
            return {f"l {step.name}"}
        if isinstance(step, acts.Store | acts.Renew):
            return {f"v {step.var}"}
        if isinstance(step, acts.Choose):
            return {f"l {step.offer.name}"}
        if isinstance(step, acts.Tally):
            return {f"v {step.into}"}
        if isinstance(step, acts.Pay):
            return {f"r {step.resource}"}
        if isinstance(step, acts.Roll):
            return {FACES}
        if isinstance(step, acts.Shuffle):
            return self.zones(step.args[0])
        if isinstance(step, acts.Move):
            known = None if step.lies is None else step.lies.zones
            return set().union(*(self.move_effects(each, known) for each in step.transfers))
        if isinstance(step, acts.Deal):
            plain = not step.refills and not self.layout.groups
            return (
                self.zones(step.args[1]) | self.arrival_effects(step.args[2], step.sides[1]) if plain else {EVERYTHING}
            )
        if isinstance(step, acts.Run):
            return {f"l {step.into}"} | self.proc(step.proc)
        return () if isinstance(step, QUIET) or step.watches or step.leaves else {EVERYTHING}

    def fills(self, steps: tuple[Step, ...]) -> set[str]:
        """The zones that some steps may put pieces into."""
        found: set[str] = set()
        for step in walk_steps(steps):
            changed = self.own_changes(step)
            if EVERYTHING in changed:
                return {EVERYTHING}
            if isinstance(step, acts.Move):
                found = found.union(*(self.zones(each.target) for each in step.transfers))
            elif isinstance(step, acts.Deal):
                found |= self.zones(step.args[2])
            elif isinstance(step, acts.Run):
                found |= {place for place in changed if place.startswith("z ")}
        return found

    def proc(self, name: str) -> frozenset[str]:
        if name not in self.by_proc:
            self.by_proc[name] = frozenset()
            unit = self.plan.procs[name]
            self.by_proc[name] = frozenset(self.changes(unit.body) | {f"l {own}" for own, _ in unit.params})
        return self.by_proc[name]

    def zones(self, place: Node) -> set[str]:
        return {f"z {zone}" for zone in zones_at(self.layout, place)}

    def arrival_effects(self, place: Node, side: str | None) -> set[str]:
        """Pieces in a place of some kind; in a bag, dice lose their faces."""
        return self.zones(place) | ({FACES} if side in ("bag", None) else set())

    def move_effects(self, some: acts.Transfer, known: frozenset[int] | None) -> set[str]:
        if self.layout.groups:
            return {EVERYTHING}
        there = self.arrival_effects(some.target, some.side)
        if some.pieces.op is ops.ZONE:
            return there | self.zones(some.pieces.args[0])
        everywhere = range(len(self.layout.program.zones))
        return there | {f"z {zone}" for zone in (everywhere if known is None else known)}
