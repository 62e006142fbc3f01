"""Checks that a plan is well formed. Tests do this after each pass; a problem is reported with its place.

Each operation has the operands that its row in the table names, and the result that the row says; each step has as many
suites as its class allows; the data of a node has the class that its row names; each local that is read is bound
somewhere in its function; and everything that is called exists.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.native.passes.cse import binders
from rulelang.native.passes.dead_stores import every_node
from rulelang.native.plan import acts, ops
from rulelang.native.plan.acts import defined_local
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.nodes import Node, Plan, Step, Unit, walk_steps


def faults(plan: Plan) -> list[str]:
    """All that is wrong with a plan."""
    found = [fault for unit in plan.fns.values() for fault in of_unit(plan, f"function {unit.name}", unit)]
    found += [fault for unit in plan.procs.values() for fault in of_unit(plan, f"procedure {unit.name}", unit)]
    for (name, number), unit in plan.actions.items():
        found += of_unit(plan, f"action {number} of {name}", unit)
    for name, menu in plan.menus.items():
        bound = {own for own, _ in menu.params} | {each.name for action in menu.actions for each in action.binders}
        found += of_values(plan, f"menu {name}", menu, bound)
    seat, criteria = plan.criteria
    rest = criteria, plan.endings, plan.starts, plan.invariants, list(plan.refills.values())
    return [*found, *of_values(plan, "the program", rest, {seat})]


def of_unit(plan: Plan, where: str, unit: Unit) -> Iterator[str]:
    steps = list(walk_steps(unit.body))
    bound = {own for own, _ in unit.params} | {name for step in steps for name in names_of(step)}
    yield from of_values(plan, where, (unit.value, unit.body), bound)
    for step in steps:
        if len(step.bodies) not in step.suites and -1 not in step.suites:
            yield f"{where}: `{step.word}` has {len(step.bodies)} suites"
        if isinstance(step, acts.Run) and step.proc not in plan.procs:
            yield f"{where}: `run` of {step.proc}, which is not there"


def names_of(step: Step) -> Iterator[str]:
    """The locals that a step binds, for itself or for what follows."""
    given = defined_local(step)
    yield from () if given is None else (given,)
    if isinstance(step, acts.While | acts.Totals | acts.Total | acts.Repeat):
        yield step.name
    elif isinstance(step, acts.Resolve):
        yield from (binder.name for binder in step.ref.binders)
    elif isinstance(step, acts.Menu):
        yield from (binder.name for ref in step.refs for binder in ref.binders)


def of_values(plan: Plan, where: str, thing: Any, bound: set[str]) -> Iterator[str]:
    inner = list(every_node(thing))
    bound = bound | plan.shared.keys() | {name for node in inner for name in binders(node)}
    for node in inner:
        if is_op(node, ops.MENUSIZE):
            bound = bound | {binder.name for binder in node.data.binders}
    for node in inner:
        yield from (f"{where}: {fault}" for fault in of_node(plan, node, bound))


def of_node(plan: Plan, node: Node, bound: set[str]) -> Iterator[str]:
    reps = "".join(arg.rep for arg in node.args)
    if not node.op.takes(reps):
        yield f"`{node.op}` of {reps or 'nothing'}"
    if node.op.rep not in (".", node.rep):
        yield f"`{node.op}` kept as {node.rep}"
    if type(node.data) not in node.op.data:
        yield f"`{node.op}` with data of class {type(node.data).__name__}"
    if is_op(node, ops.GET) and node.data not in bound:
        yield f"{node.data} is read and never bound"
    if is_op(node, ops.CALL) and node.data not in plan.fns:
        yield f"`call` of {node.data}, which is not there"
