"""Dead stores: a variable that each iteration of a loop overwrites, and nothing reads, is written once, after the loop.

A screen may want to show who is winning a trick after each card; a playout needs it only after the last. The variable
must belong to the mechanism that contains the loop, and nothing that runs in the loop may read it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, TypeGuard

import attrs

from rulelang.native.plan import acts, ops
from rulelang.native.plan.acts import defined_local
from rulelang.native.plan.expressions import NodeOf, is_op
from rulelang.native.plan.nodes import Node, Plan, Step, Unit, op, walk_steps


def sink(plan: Plan, watched: bool = False) -> None:
    """Moves such writes after their loops, in all procedures; in watched builds only for rollouts."""
    told = every_node((plan.criteria[1], [condition for _, condition in plan.invariants]))
    looked_at = {node.data for node in told if is_read(node)}
    for unit in plan.procs.values():
        unit.body = sink_steps(plan, unit, unit.body, looked_at, watched)


def drop_dead(plan: Plan) -> None:
    """Drops runs of procedures that do nothing, until there are none."""
    while True:
        kinds = ("phase", "setup", "play")
        idle = {name for name, unit in plan.procs.items() if not unit.body and unit.role not in kinds}
        units = [*plan.procs.values(), *plan.actions.values()]
        if not any(is_dead(step, idle) for unit in units for step in walk_steps(unit.body)):
            return
        for unit in units:
            unit.body = busy(unit.body, idle)


def is_dead(step: Step, idle: set[str]) -> bool:
    return isinstance(step, acts.Run) and step.into is None and step.proc in idle and all(map(harmless, step.args))


def harmless(node: Node) -> bool:
    """Can it be left out? It is not if it may bail out."""
    return node.op in (ops.GET, ops.NUM, ops.CONST) or (node.op is ops.VAR and not node.args)


def busy(steps: tuple[Step, ...], idle: set[str]) -> tuple[Step, ...]:
    kept = [step for step in steps if not is_dead(step, idle)]
    return tuple(attrs.evolve(step, bodies=tuple(busy(body, idle) for body in step.bodies)) for step in kept)


def sink_steps(plan: Plan, unit: Unit, steps: tuple[Step, ...], looked_at: set[str], watched: bool) -> tuple[Step, ...]:
    found: list[Step] = []
    for step in steps:
        bodies = tuple(sink_steps(plan, unit, body, looked_at, watched) for body in step.bodies)
        step = attrs.evolve(step, bodies=bodies)
        if isinstance(step, acts.For) and movable(plan, unit, step, looked_at):
            *rest, last = step.bodies[0]
            early, late = (acts.IfWatched((), ((last,),), rollout=rollout) for rollout in (False, True))
            body = (*rest, early) if watched else tuple(rest)
            found += [attrs.evolve(step, bodies=(body,)), late if watched else last]
        else:
            found.append(step)
    return tuple(found)


def movable(plan: Plan, unit: Unit, loop: acts.For, looked_at: set[str]) -> bool:
    """Does the loop end with a write that the next round overwrites?"""
    body = loop.bodies[0]
    last = body[-1] if body else None
    if not isinstance(last, acts.Store) or len(last.args) > 1:
        return False
    if len(loop.args) > 1 or not goes_round(loop.args[0]):
        return False
    if (last.low, last.high) != (None, None) or any(node.op is ops.FIT for node in every_node(last.args)):
        return False  # each round may bail out
    var = plan.layout.game.vars[last.var]
    if var.during != unit.name or unit.role != "mechanism" or last.var in looked_at:
        return False
    if any(step.leaves for step in walk_steps(body)):
        return False
    bound = {loop.name, *map(defined_local, walk_steps(body))}
    if any(is_op(node, ops.GET) and node.data in bound for node in every_node(last.args)):
        return False
    return last.var not in reads(plan, body)


def goes_round(source: Node) -> bool:
    """Is a list never empty?"""
    if is_op(source, ops.CONST):
        return bool(source.data)
    return is_op(source, ops.TAB) and source.rep == "l" and all(v for v in source.data.values if isinstance(v, tuple))


def is_read(node: Node) -> TypeGuard[NodeOf[str]]:
    return is_op(node, ops.VAR, ops.VARMAP)


def every_node(thing: Any) -> Iterator[Node]:
    """Every node in a step, an offer or a list of them, each before its operands."""
    waiting = [thing]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Node):
            yield here
            if here.op is ops.MENUSIZE:
                waiting.append(here.data)
            waiting += here.args[::-1]
        elif isinstance(here, tuple | list):
            waiting += here[::-1]
        else:
            waiting += [getattr(here, name) for name in parts_of(here.__class__)]


@cache
def parts_of(kind: type) -> tuple[str, ...]:
    """The fields of a class that may hold nodes, the last first."""
    return tuple(field.name for field in attrs.fields(kind))[::-1] if attrs.has(kind) else ()


def reads(plan: Plan, steps: tuple[Step, ...], seen: set[str] | None = None) -> set[str]:
    """The variables that some steps read, directly or through what they call."""
    seen = set() if seen is None else seen
    found: set[str] = set()
    for node in every_node(steps):
        found |= read_by(plan, node, seen)
    for step in walk_steps(steps):
        if isinstance(step, acts.Run) and f"run {step.proc}" not in seen:
            seen.add(f"run {step.proc}")
            found |= reads(plan, plan.procs[step.proc].body, seen)
        elif isinstance(step, acts.Tally):
            found |= read_by(plan, op(ops.CALL, data=step.score), seen)
        elif isinstance(step, acts.Menu | acts.Resolve):
            found |= {"*"} | set(plan.layout.game.vars)
    return found


def read_by(plan: Plan, node: Node, seen: set[str]) -> set[str]:
    if is_read(node):
        return {node.data}
    found: set[str] = set()
    if node.op in (ops.MENUSIZE, ops.AFTER):
        return set(plan.layout.game.vars)
    if is_op(node, ops.CALL) and f"fn {node.data}" not in seen:
        seen.add(f"fn {node.data}")
        for inner in every_node(plan.fns[node.data].value):
            found |= read_by(plan, inner, seen)
    return found
