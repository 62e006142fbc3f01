"""Where a chosen piece is when it is moved.

A piece is often chosen from known zones. If nothing has moved since, it is still there: the move then changes only
these zones, and need not find out what kind of zone the piece comes from.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang.native.passes.provenance import shape, sources, zones_at
from rulelang.native.plan import acts, ops
from rulelang.native.plan.acts import Sources, defined_local
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.nodes import Plan, Step, nodes, walk_steps

STILL = (
    acts.Let, acts.Keep, acts.Store, acts.Renew, acts.Pay, acts.Tally, acts.Draw, acts.If, acts.IfWatched,
    acts.Together, acts.Require, acts.Expr, acts.Ends, acts.Until, acts.End, acts.Stop, acts.Return, acts.Break,
)  # fmt: skip
BINDING = (acts.Let, acts.Keep, acts.Draw)


def mark_sources(plan: Plan) -> None:
    """Writes down in a move where its one piece may lie."""
    for unit in (*plan.procs.values(), *plan.actions.values()):
        unit.body = mark(plan, unit.body)


def mark(plan: Plan, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    found = list(steps)
    for at, step in enumerate(found):
        bodies = tuple(mark(plan, body) for body in step.bodies)
        found[at] = attrs.evolve(step, bodies=bodies)
        if not isinstance(step, acts.Choose) or step.offer.want is not None:
            continue
        places = sources(plan, step.offer.options)
        if places is None:
            continue
        zones = frozenset(zone for place in places for zone in zones_at(plan.layout, place))
        lies = Sources(zones, tuple({shape(place): place for place in places}.values()))
        if step.bodies:
            found[at] = attrs.evolve(found[at], bodies=(first_move(bodies[0], step.offer.name, lies), *bodies[1:]))
        else:
            found[at + 1 :] = first_move(tuple(found[at + 1 :]), step.offer.name, lies)
    return tuple(found)


def first_move(steps: tuple[Step, ...], name: str, lies: Sources) -> tuple[Step, ...]:
    """The steps that follow a choice, with the first move marked if it moves what was chosen."""
    for at, step in enumerate(steps):
        if isinstance(step, acts.Move) and len(step.transfers) == 1:
            pieces = step.transfers[0].pieces
            if pieces.op is ops.MBIT and is_op(pieces.args[0], ops.GET) and pieces.args[0].data == name:
                return (*steps[:at], attrs.evolve(step, lies=still(lies, steps[:at])), *steps[at + 1 :])
        if any(not isinstance(inner, STILL) or binds(inner, name) for inner in walk_steps((step,))):
            return steps
    return steps


def binds(step: Step, name: str) -> bool:
    return isinstance(step, acts.Let | acts.Keep) and step.name == name


def still(lies: Sources, steps: tuple[Step, ...]) -> Sources:
    """What is still known about a place after some steps: its name means nothing if it depends on something that may
    have changed.
    """
    read = [node for place in lies.places for node in nodes(place)]
    named = all(node.op in (ops.GET, ops.NUM, ops.ADD, ops.TAB) for node in read)
    bound: set[Any] = {defined_local(step) for step in walk_steps(steps) if isinstance(step, BINDING)}
    if named and not any(is_op(node, ops.GET) and node.data in bound for node in read):
        return lies
    return attrs.evolve(lies, places=())
