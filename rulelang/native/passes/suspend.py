"""Liveness: where a game can stop to wait for an answer, and which locals are live when it continues.

A step that asks a question is a stop, and so is one that runs a procedure which may ask. A question is evaluated again
when it is answered: its stop lies before it, so nothing that was computed for it need be kept. After a call, its
arguments are no longer needed.

Liveness is computed backwards, through loops until a fixed point. It covers only the locals of the plan; printers keep
track of what they invent themselves, such as the position of a loop in its list.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulelang.native.passes.cse import binders
from rulelang.native.passes.dead_stores import every_node
from rulelang.native.plan import acts, ops
from rulelang.native.plan.acts import defined_local
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.nodes import Plan, Step, Unit, walk_steps

Names = frozenset[str]
NOTHING: Names = frozenset()


@attrs.frozen
class Asking:
    """The procedures and actions that may ask a question, directly or through what they run."""

    procs: frozenset[str]
    actions: frozenset[tuple[str, int]]

    def stops(self, step: Step) -> bool:
        """May the game wait in this step, what it holds left aside?"""
        return step.asks or (isinstance(step, acts.Run) and step.proc in self.procs)

    def within(self, steps: tuple[Step, ...]) -> bool:
        """May the game wait in some steps?"""
        return any(map(self.stops, walk_steps(steps)))

    def taking(self, menus: Iterable[str]) -> bool:
        """May an action of some menus ask, or the `then` of a menu?"""
        return not {name for name, _ in self.actions}.isdisjoint(menus)


NOBODY = Asking(frozenset(), frozenset())


def asking_units(plan: Plan) -> Asking:
    """Who may ask: closed over the calls of procedures."""
    found = NOBODY
    while True:
        procs = frozenset(name for name, unit in plan.procs.items() if found.within(unit.body))
        if procs == found.procs:
            actions = frozenset(key for key, unit in plan.actions.items() if found.within(unit.body))
            return Asking(procs, actions)
        found = Asking(procs, frozenset())


@attrs.frozen
class Alive:
    """The locals that are live before a step, and those that are live after it."""

    before: Names
    behind: Names


NEVER = Alive(NOTHING, NOTHING)


def alive_in(unit: Unit) -> dict[int, Alive]:
    """By the id of each step of a unit: what is alive there."""
    found = Liveness(unit)
    found.suite(unit.body, NOTHING)
    return found.known


class Liveness:
    """One unit. A value that is worked out before a loop may be written where it is used: so with its name, all that it
    reads is alive.
    """

    def __init__(self, unit: Unit) -> None:
        self.known: dict[int, Alive] = {}
        self.left: list[Names] = []
        """What is alive behind each loop that is open, for whoever breaks out of it."""
        self.kept = {step.name: names_in(step.args) for step in walk_steps(unit.body) if isinstance(step, acts.Keep)}

    def suite(self, steps: tuple[Step, ...], behind: Names) -> Names:
        """What is alive before some steps."""
        for step in reversed(steps):
            before = self.before(step, behind)
            seen = self.known.get(id(step), NEVER)  # a step that stands in several places has one answer for all
            self.known[id(step)] = Alive(seen.before | before, seen.behind | behind)
            behind = before
        return behind

    def before(self, step: Step, behind: Names) -> Names:
        if step.loops:
            return self.loop(step, behind)
        if isinstance(step, acts.Return | acts.End | acts.Stop):
            return self.read(step)
        if isinstance(step, acts.Break):
            return self.left[-1]
        ways = [self.suite(body, behind) for body in step.bodies]
        if not ways or isinstance(step, acts.Menu):  # an action that is taken leaves the suite of a menu aside
            ways.append(behind)
        ways[0] -= {defined_local(step)}
        return self.read(step).union(*ways)

    def loop(self, step: Step, behind: Names) -> Names:
        """A list that a loop iterates over is live as long as the loop runs."""
        again = behind | self.read(step)
        self.left.append(behind)
        while True:
            more = again | self.suite(step.bodies[0], again) - {defined_local(step)}
            if more == again:
                self.left.pop()
                return again
            again = more

    def read(self, step: Step) -> Names:
        found = set(names_in(step.parts))
        while more := {name for own in found & self.kept.keys() for name in self.kept[own]} - found:
            found |= more
        return frozenset(found - {step.offer.name} if isinstance(step, acts.Choose) else found)


def names_in(thing: object) -> Names:
    """The locals that are read somewhere, except those that an expression binds itself."""
    found = list(every_node(thing))
    return frozenset(node.data for node in found if is_op(node, ops.GET)).difference(*map(binders, found))
