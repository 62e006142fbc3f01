"""Where a chosen piece lies when it is moved.

A piece is chosen from places that are often known. If nothing has been moved since, it still lies there: the move then
changes these places and no other, and need not find out what kind of place it takes the piece from.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang.native.passes.provenance import shape, sources, zones_at
from rulelang.native.plan import acts, ops
from rulelang.native.plan.nodes import Node, Plan, Step, nodes, walk_steps
from rulelang.native.plan.steps import given_by

STILL = (
    acts.LET, acts.KEEP, acts.STORE, acts.RENEW, acts.PAY, acts.TALLY, acts.DRAW, acts.IF, acts.TOGETHER, acts.REQUIRE,
    acts.EXPR, acts.ENDS, acts.UNTIL, acts.END, acts.STOP, acts.RETURN, acts.BREAK,
)  # fmt: skip
BINDING = (acts.LET, acts.KEEP, acts.DRAW)


@attrs.frozen
class Sources:
    """Where a piece may lie: the zones, and the places that were named, if these still say so when it is moved."""

    zones: frozenset[int]
    places: tuple[Node, ...]


def mark_sources(plan: Plan) -> None:
    """Writes down, as `data` of a move, where its one piece may lie."""
    for unit in (*plan.procs.values(), *plan.actions.values()):
        unit.body = marked(plan, unit.body)


def marked(plan: Plan, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    found = list(steps)
    for at, step in enumerate(found):
        bodies = tuple(marked(plan, body) for body in step.bodies)
        found[at] = attrs.evolve(step, bodies=bodies)
        if step.act is not acts.CHOOSE or step.data.want is not None:
            continue
        places = sources(plan, step.data.options)
        if places is None:
            continue
        zones = frozenset(zone for place in places for zone in zones_at(plan.layout, place))
        lies = Sources(zones, tuple({shape(place): place for place in places}.values()))
        if step.bodies:
            found[at] = attrs.evolve(found[at], bodies=(first_move(bodies[0], step.data.name, lies), *bodies[1:]))
        else:
            found[at + 1 :] = first_move(tuple(found[at + 1 :]), step.data.name, lies)
    return tuple(found)


def first_move(steps: tuple[Step, ...], name: str, lies: Sources) -> tuple[Step, ...]:
    """The steps that follow a choice, with the first move marked if it moves what was chosen."""
    for at, step in enumerate(steps):
        if step.act is acts.MOVE and len(step.args) == 1:
            pieces = step.args[0].pieces
            if pieces.op is ops.MBIT and pieces.args[0].op is ops.GET and pieces.args[0].data == name:
                return (*steps[:at], attrs.evolve(step, data=still(lies, steps[:at])), *steps[at + 1 :])
        if any(inner.act not in STILL or binds(inner, name) for inner in walk_steps((step,))):
            return steps
    return steps


def binds(step: Step, name: str) -> bool:
    return step.act in (acts.LET, acts.KEEP) and step.data == name


def still(lies: Sources, steps: tuple[Step, ...]) -> Sources:
    """What is known of a place after some steps: its name says nothing if it is made of what may have changed."""
    read = [node for place in lies.places for node in nodes(place)]
    named = all(node.op in (ops.GET, ops.NUM, ops.ADD, ops.TAB) for node in read)
    bound: set[Any] = {
        given_by(step) for step in walk_steps(steps) if step.act in BINDING
    }
    if named and not any(node.op is ops.GET and node.data in bound for node in read):
        return lies
    return attrs.evolve(lies, places=())
