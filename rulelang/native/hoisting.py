"""What does not change in a loop is worked out before it.

The value may not be needed in every round, or at all, and it may be trouble; then the game is played once more by code
that works out nothing beforehand.
"""

from __future__ import annotations

from itertools import count
from typing import Any

import attrs

from rulelang.native.origins import shape
from rulelang.native.plan import LIST, Node, Plan, Step, get, simple
from rulelang.native.sharing import safe
from rulelang.native.touching import EVERYTHING, Touching

LOOPS = ("for", "repeat", "while")
NOTHING = ("get", "num", "const", "mconst")  # what costs nothing
WORTH = (
    "zone", "var", "count", "empty", "mand", "mor", "mandnot", "mnot", "if", "and", "or", "not", "isnone", "eq", "ne",
    "lt", "le", "gt", "ge", "add", "sub", "mul", "div", "mod", "around", "neg", "between", "bit", "within", "facemask",
    "face", "mpick", "mtab", "mbit", "tab", "only", "only_or_none", "rolled", "amount", "tuple",
)  # fmt: skip


PLACES = ("move", "deal", "shuffle")  # steps whose places must stay readable


def hoist(plan: Plan, bold: bool) -> None:
    """Rewrites the procedures of a plan. `bold`: also what may be trouble, and might not have been needed."""
    hoisting = Hoisting(plan, bold)
    for unit in (*plan.procs.values(), *plan.actions.values()):
        unit.body = hoisting.suite(unit.body)


class Hoisting:
    def __init__(self, plan: Plan, bold: bool) -> None:
        self.touching = Touching(plan)
        self.bold = bold
        self.serial = count(1)

    def suite(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        found: list[Step] = []
        for step in steps:
            if step.op in LOOPS:
                loop = Loop(self, step)
                step = loop.rewritten()
                found += loop.kept
            found.append(attrs.evolve(step, bodies=tuple(self.suite(body) for body in step.bodies)))
        return tuple(found)


class Loop:
    """One loop: `kept` are the steps that come before it."""

    def __init__(self, hoisting: Hoisting, step: Step) -> None:
        self.step, self.hoisting = step, hoisting
        self.touching = hoisting.touching
        self.changed = self.touching.changes((step,))
        self.kept: list[Step] = []
        self.names: dict[Any, Node] = {}

    def rewritten(self) -> Step:
        if EVERYTHING in self.changed:
            return self.step
        bodies = tuple(tuple(map(self.inside, body)) for body in self.step.bodies)
        return attrs.evolve(self.step, bodies=bodies)

    def inside(self, step: Step) -> Step:
        """A step of the loop, with the names of what is known before."""
        step = attrs.evolve(step, bodies=tuple(tuple(map(self.inside, body)) for body in step.bodies))
        if step.op in PLACES:
            return step
        return attrs.evolve(step, args=self.mapped(step.args), data=self.mapped(step.data))

    def mapped(self, thing: Any) -> Any:
        if isinstance(thing, Node):
            return self.kept_or(*self.value(thing, {}))
        if isinstance(thing, tuple):
            return tuple(map(self.mapped, thing))
        if attrs.has(type(thing)) and not isinstance(thing, type):
            fields = [field.name for field in attrs.fields(type(thing))]
            changed = {name: self.mapped(getattr(thing, name)) for name in fields if holds_nodes(getattr(thing, name))}
            return attrs.evolve(thing, **changed) if changed else thing
        return thing

    def value(self, node: Node, env: dict[str, Node]) -> tuple[Node, bool]:
        """A node rewritten, and whether it stays the same in all rounds."""
        if node.op == "get":
            made = env.get(node.data, node)
            return made, self.still(made)
        if node.op == "let":
            return self.let(node, env)
        pairs = [self.value(arg, env) for arg in node.args]
        if node.op in (*WORTH, *NOTHING) and all(still for _, still in pairs) and node.rep != LIST:
            made = attrs.evolve(node, args=tuple(arg for arg, _ in pairs)) if pairs else node
            if self.still(made):
                return made, True
        args = tuple(arg if node.op == "zone" else self.kept_or(arg, still) for arg, still in pairs)
        return (attrs.evolve(node, args=args) if args else node), False

    def let(self, node: Node, env: dict[str, Node]) -> tuple[Node, bool]:
        """A let whose value stays the same is none: its name stands for what is kept."""
        value, still = self.value(node.args[0], env)
        value = self.kept_or(value, still)
        if still and value.op in NOTHING:
            return self.value(node.args[1], {**env, node.data: value})
        body = self.kept_or(*self.value(node.args[1], env))
        return attrs.evolve(node, args=(value, body)), False

    def still(self, node: Node) -> bool:
        return not any(place in self.changed or place == EVERYTHING for place in self.touching.reads_itself(node))

    def kept_or(self, node: Node, still: bool) -> Node:
        """The name of what is worked out before the loop; or the node, if that is not worth it."""
        if not still or trifling(node) or not (self.hoisting.bold or safe(node)):
            return node
        key = shape(node)
        if key not in self.names:
            name = f"k_{next(self.hoisting.serial)}"
            self.kept.append(Step("keep", (node,), data=name))
            self.names[key] = get(name, node.rep)
        return self.names[key]


def trifling(node: Node) -> bool:
    """Is it known anyway, or a variable, or next to one?"""
    if node.op in ("add", "sub"):
        return all(map(trifling, node.args))
    return node.op in NOTHING or (node.op == "tuple" and all(arg.op == "num" for arg in node.args)) or simple(node)


def holds_nodes(thing: Any) -> bool:
    if isinstance(thing, tuple):
        return any(map(holds_nodes, thing))
    return isinstance(thing, Node)
