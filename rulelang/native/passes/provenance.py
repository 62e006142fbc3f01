"""Provenance: which zones the pieces of a set come from.

Of identical pieces in one zone, only the first is an option. If a set consists of whole zones, and of conditions that
hold for all identical pieces or none, then the duplicates are known for each zone and need not be computed for each
set.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang.native.passes.dead_stores import every_node
from rulelang.native.plan import acts, ops
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.nodes import MASK, Node, Plan, number_of, walk_steps


def expand(plan: Plan, node: Node, env: dict[str, Node] | None = None) -> Node:
    """An expression without lets, and with the functions it calls inlined; shared parts stay shared."""
    env = env or {}
    if is_op(node, ops.GET):
        return env.get(node.data, node)
    if is_op(node, ops.LET):
        return expand(plan, node.args[1], {**env, node.data: expand(plan, node.args[0], env)})
    args = tuple(expand(plan, arg, env) for arg in node.args)
    if is_op(node, ops.CALL):
        unit = plan.fns[node.data]
        assert unit.value is not None
        return expand(plan, unit.value, {name: arg for (name, _), arg in zip(unit.params, args)})
    return node if all(one is two for one, two in zip(args, node.args)) else attrs.evolve(node, args=args)


def shaded_places(plan: Plan, node: Node) -> list[Node] | None:
    """The zones where identical pieces of a set may be; None if they have to be searched for in the set itself."""
    found = Origins(plan).places(expand(plan, node))
    if found is None:
        return None
    layout = plan.layout
    masks = {id(place): possible_pieces(layout, place) for place in found}
    if any(mask & layout.mask(layout.groups) for mask in masks.values()):
        return None
    distinct = {shape(place): place for place in found if masks[id(place)] & layout.twins}
    return list(distinct.values())


def sources(plan: Plan, node: Node) -> list[Node] | None:
    """The zones that contain the pieces of a set, if that is known."""
    return Origins(plan, strict=False).places(expand(plan, node)) if node.rep == MASK else None


def read_zones(plan: Plan, invariants: bool) -> set[int]:
    """The zones whose contents anything reads, takes from or changes as a whole."""
    everything = range(len(plan.layout.program.zones))
    found = set(everything) if plan.layout.groups or plan.refills else set()
    units = [*plan.procs.values(), *plan.actions.values()]
    looked_at = (list(plan.fns.values()), units, list(plan.menus.values()), plan.criteria, plan.starts)
    for node in every_node((looked_at, plan.invariants if invariants else ())):
        if node.op is ops.ZONE:
            found |= zones_at(plan.layout, node.args[0])
        elif node.op in (ops.ANYZONE, ops.MENUSIZE):
            found |= set(everything)
    for step in (step for unit in units for step in walk_steps(unit.body)):
        if isinstance(step, acts.Deal | acts.Shuffle):
            found |= zones_at(plan.layout, step.args[1 if isinstance(step, acts.Deal) else 0])
        elif isinstance(step, acts.ShuffleSome | acts.Form):
            found |= set(everything)
    return found


def shape(node: Node) -> Any:
    """Equal for nodes that are written alike."""
    data = tuple(sorted(node.data.items())) if isinstance(node.data, dict) else node.data
    return node.op, data, tuple(shape(arg) for arg in node.args)


def possible_pieces(layout: Any, place: Node) -> int:
    """All pieces that may lie in a place."""
    held = 0
    for zone in zones_at(layout, place):
        held |= layout.takes(zone)
    return held


def zones_at(layout: Any, place: Node) -> set[int]:
    """The zones that a place may be."""
    if place.op is ops.NUM:
        return {number_of(place)}
    if is_op(place, ops.TAB):
        return {value for value in place.data.values if isinstance(value, int)}
    if place.op is ops.ADD and place.args[0].op is ops.GET and is_op(place.args[1], ops.NUM):
        arrays = layout.program.zone_arrays.values()
        fitting = [array for array in arrays if array.lows and array.base - array.lows[0] == place.args[1].data]
        return {zone for array in fitting for zone in range(array.base, array.base + array.length)}
    return set(range(len(layout.program.zones)))


class Origins:
    """Looks through one expression; every part once. `strict`: alike pieces must be taken together."""

    def __init__(self, plan: Plan, strict: bool = True) -> None:
        self.layout = plan.layout
        self.strict = strict
        self.seen: dict[tuple[int, str], Any] = {}

    def places(self, node: Node) -> list[Node] | None:
        """The places that a set is taken from, whole looks at a time."""
        return self.once(node, "places", self.find_places)

    def is_closed(self, node: Node) -> bool:
        """Does a condition hold for all identical pieces, or for none of them?"""
        return bool(self.once(node, "closed", self.find_closed))

    def once(self, node: Node, kind: str, find: Any) -> Any:
        key = id(node), kind
        if key not in self.seen:
            self.seen[key] = find(node)
        return self.seen[key]

    def find_places(self, node: Node) -> list[Node] | None:
        if node.op is ops.ZONE and node.rep == MASK:
            return [node.args[0]]
        if is_op(node, ops.MCONST) and node.data == 0:
            return []
        if node.op in (ops.ROLLED, ops.MERGE):
            return self.places(node.args[0])
        if node.op is ops.MAND:
            return self.part_of(*node.args) or self.part_of(*node.args[::-1])
        if node.op is ops.MANDNOT:
            return self.part_of(*node.args)
        if node.op in (ops.MOR, ops.IF):
            sides = [self.places(side) for side in node.args[-2:]]
            return None if sides[0] is None or sides[1] is None else sides[0] + sides[1]
        return None

    def part_of(self, whole: Node, condition: Node) -> list[Node] | None:
        return self.places(whole) if not self.strict or self.is_closed(condition) else None

    def find_closed(self, node: Node) -> bool:
        if is_op(node, ops.FACEMASK):
            return True
        if is_op(node, ops.MCONST):
            return self.whole(node.data)
        if is_op(node, ops.MTAB):
            return all(self.whole(mask) for mask in node.data.values if isinstance(mask, int))
        if is_op(node, ops.MPICK):
            return all(map(self.whole, node.data.values()))
        if node.op is ops.IF:
            return self.is_closed(node.args[1]) and self.is_closed(node.args[2])
        return node.op in (ops.MAND, ops.MOR, ops.MANDNOT, ops.MNOT) and all(map(self.is_closed, node.args))

    def whole(self, mask: int) -> bool:
        """Does it contain all identical pieces, or none? A piece that is not in the game does not count."""
        return all(mask & same in (0, same) for same in set(self.layout.alike))
