"""Where a chosen piece lies when it is moved.

A piece is chosen from places that are often known. If nothing has been moved since, it still lies there: the move then
changes these places and no other, and need not find out what kind of place it takes the piece from.
"""

from __future__ import annotations

import attrs

from rulelang.native.origins import sources, zones_at
from rulelang.native.plan import Plan, Step, walk_steps

STILL = (
    "let", "keep", "store", "renew", "pay", "tally", "draw", "if", "together", "require", "expr", "ends", "until",
    "end", "stop", "return", "break",
)  # fmt: skip


def mark_sources(plan: Plan) -> None:
    """Writes down, as `data` of a move, the zones that its one piece may lie in."""
    for unit in (*plan.procs.values(), *plan.actions.values()):
        unit.body = marked(plan, unit.body)


def marked(plan: Plan, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    found = list(steps)
    for at, step in enumerate(found):
        bodies = tuple(marked(plan, body) for body in step.bodies)
        found[at] = attrs.evolve(step, bodies=bodies)
        if step.op != "choose" or step.data.want is not None:
            continue
        places = sources(plan, step.data.options)
        if places is None:
            continue
        zones = frozenset(zone for place in places for zone in zones_at(plan.layout, place))
        if step.bodies:
            found[at] = attrs.evolve(found[at], bodies=(first_move(bodies[0], step.data.name, zones), *bodies[1:]))
        else:
            found[at + 1 :] = first_move(tuple(found[at + 1 :]), step.data.name, zones)
    return tuple(found)


def first_move(steps: tuple[Step, ...], name: str, zones: frozenset[int]) -> tuple[Step, ...]:
    """The steps that follow a choice, with the first move marked if it moves what was chosen."""
    for at, step in enumerate(steps):
        if step.op == "move" and len(step.args) == 1:
            pieces = step.args[0][0]
            if pieces.op == "mbit" and pieces.args[0].op == "get" and pieces.args[0].data == name:
                return (*steps[:at], attrs.evolve(step, data=zones), *steps[at + 1 :])
        if any(inner.op not in STILL or binds(inner, name) for inner in walk_steps((step,))):
            return steps
    return steps


def binds(step: Step, name: str) -> bool:
    return step.op in ("let", "keep") and step.data == name
