"""Loop-invariant code motion: what does not change in a loop is computed before it.

The value may not be needed in every iteration, or at all, and it may bail out; then code that computes nothing in
advance replays the game.
"""

from __future__ import annotations

from itertools import count
from typing import Any

import attrs

from rulelang.native.passes.cse import safe, substitute
from rulelang.native.passes.effects import EVERYTHING, FACES, Effects
from rulelang.native.passes.provenance import expand, shape, sources, zones_at
from rulelang.native.plan import acts, ops
from rulelang.native.plan.expressions import NodeOf, is_op
from rulelang.native.plan.nodes import LIST, MASK, Node, Plan, Step, get, nodes, number, op, simple, walk_steps

FOLDS = ("count", "empty", "sum", "any", "all", "min", "max")
SAME, CHANGES = "*", ""
MUCH = 8  # nodes that are worth to be kept for a value of a variable
AT_ONCE = (acts.Let, acts.Store, acts.Choose)  # steps that work out their values before anything else
PLACES = (acts.Move, acts.Deal, acts.Shuffle)  # steps whose places must stay readable


def hoist(plan: Plan, bold: bool, tests: bool = False) -> None:
    """Rewrites the procedures of a plan.

    `bold`: also hoists what may bail out and might not have been needed. `tests`: tests before a loop, for whole zones,
    that all dice are rolled; the game stops there if they are not.
    """
    hoisting = Hoisting(plan, bold, tests)
    for unit in (*plan.procs.values(), *plan.actions.values()):
        unit.body = hoisting.suite(unit.body)


class Hoisting:
    def __init__(self, plan: Plan, bold: bool, tests: bool) -> None:
        self.plan, self.touching = plan, Effects(plan)
        self.bold, self.tests = bold, tests
        self.serial = count(1)

    def suite(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        found: list[Step] = []
        for step in steps:
            if step.loops:
                loop = Loop(self, step)
                step = loop.rewrite()
                found += loop.kept
            found.append(attrs.evolve(step, bodies=tuple(self.suite(body) for body in step.bodies)))
        return tuple(found)


class Loop:
    """One loop: `kept` are the steps that come before it.

    What depends on one variable that each round writes before anything reads it is worked out where it is written. So
    each node has a kind: SAME in all rounds, the name of that variable, or CHANGES.
    """

    def __init__(self, hoisting: Hoisting, step: Step) -> None:
        self.step, self.hoisting = step, hoisting
        self.touching = hoisting.touching
        self.changed = self.touching.changes((step,))
        self.kept: list[Step] = []
        self.names: dict[Any, Node] = {}
        self.at_once = False
        self.written: set[str] = set()
        self.behind: dict[str, list[Step]] = {}
        self.lets: dict[str, Node] = {}
        self.rolled: set[int] = set()

    def rewrite(self) -> Step:
        if EVERYTHING in self.changed:
            return self.step
        made = attrs.evolve(self.step, bodies=tuple(map(self.round, self.step.bodies)))
        if self.rolled:
            self.kept.append(acts.Expr((all_rolled(self.rolled),)))
        return attrs.evolve(made, bodies=tuple(map(self.update_behind, made.bodies)))

    def round(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """What the loop does in a round."""
        found = []
        for step in steps:
            found.append(self.inside(step))
            var = self.stored_variable(step)
            if var is not None and self.only_written(var):
                self.written.add(var)
        return tuple(found)

    def inside(self, step: Step) -> Step:
        """A step of the loop, with the names of what is known before."""
        step = attrs.evolve(step, bodies=tuple(tuple(map(self.inside, body)) for body in step.bodies))
        if isinstance(step, PLACES):
            return step
        self.at_once = isinstance(step, AT_ONCE) and self.hoisting.bold
        known = {name: self.map_nodes(getattr(step, name)) for name in step.own_fields}
        return attrs.evolve(step, args=self.map_nodes(step.args), **known)

    def only_written(self, var: str) -> bool:
        """Does the loop change a variable only by assigning it as a whole?"""
        steps = [step for step in walk_steps((self.step,)) if f"v {var}" in self.touching.own_changes(step)]
        return all(self.stored_variable(step) == var for step in steps)

    def stored_variable(self, step: Step) -> str | None:
        """The variable that is assigned as a whole, if there is one."""
        if isinstance(step, acts.Store) and len(step.args) == 1:
            return step.var
        vars_ = self.hoisting.plan.layout.program.vars
        return step.var if isinstance(step, acts.Renew) and not vars_[step.var].array.sizes else None

    def update_behind(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Steps, each that writes a variable with what depends on it."""
        found: list[Step] = []
        for step in steps:
            found.append(attrs.evolve(step, bodies=tuple(map(self.update_behind, step.bodies))))
            found += self.behind.get(self.stored_variable(step) or "", ())
        return tuple(found)

    def map_nodes(self, thing: Any) -> Any:
        if isinstance(thing, Node):
            return self.hoist_if_worth(*self.value(thing, {}))
        if isinstance(thing, tuple):
            return tuple(map(self.map_nodes, thing))
        if attrs.has(type(thing)) and not isinstance(thing, type):
            fields = [field.name for field in attrs.fields(type(thing))]
            changed = {
                name: self.map_nodes(getattr(thing, name)) for name in fields if holds_nodes(getattr(thing, name))
            }
            return attrs.evolve(thing, **changed) if changed else thing
        return thing

    def value(self, node: Node, env: dict[str, Node]) -> tuple[Node, str]:
        """A node rewritten, and its kind."""
        if is_op(node, ops.GET) and node.data in env:
            return self.value(env[node.data], {})
        if is_op(node, ops.LET):
            return self.let(node, env)
        if node.op is ops.ROLLED and self.stays_rolled(node.args[0]):
            return self.value(node.args[0], env)
        if is_op(node, ops.EACH) and node.data.kind in FOLDS and self.is_steady(node, env):
            return substitute(node, env), SAME
        pairs = [self.value(arg, env) for arg in node.args]
        if (node.op.worth or node.op.free) and node.rep != LIST:
            made = attrs.evolve(node, args=tuple(arg for arg, _ in pairs)) if pairs else node
            kind = self.kind(made, {kind for _, kind in pairs})
            if kind != CHANGES:
                return made, kind
        args = tuple(arg if node.op is ops.ZONE else self.hoist_if_worth(arg, kind) for arg, kind in pairs)
        return (attrs.evolve(node, args=args) if args else node), CHANGES

    def is_steady(self, node: Node, env: dict[str, Node]) -> bool:
        """Is a fold over lists loop-invariant? Its binders are its own."""
        inner = list(nodes(substitute(node, env)))
        own = {f"l {name}" for each in inner if is_op(each, ops.EACH) for name in each.data.names}
        reads = {place for each in inner for place in self.touching.reads_itself(each)} - own
        plain = all(each.op.worth or each.op.free or each.op is ops.EACH for each in inner)
        return plain and EVERYTHING not in reads and not reads & self.changed

    def kind(self, node: Node, kinds: set[str]) -> str:
        """Of a node, by the kinds of its arguments and by what it reads itself."""
        for place in self.touching.reads_itself(node):
            if place in self.changed or place == EVERYTHING:
                kinds = kinds | {node.data if is_op(node, ops.VAR) and not node.args else CHANGES}
        kinds = kinds - {SAME}
        return SAME if not kinds else kinds.pop() if len(kinds) == 1 else CHANGES

    def stays_rolled(self, pieces: Node) -> bool:
        """Is it enough to test before the loop that the dice in some zones are rolled? Nothing may move there."""
        if not self.hoisting.tests or FACES in self.changed:
            return False
        places = sources(self.hoisting.plan, expand(self.hoisting.plan, pieces, self.lets))
        if places is None:
            return False
        zones = {zone for place in places for zone in zones_at(self.touching.layout, place)}
        filled = self.touching.fills((self.step,))
        if EVERYTHING in filled or filled & {f"z {zone}" for zone in zones}:
            return False
        self.rolled |= zones
        return True

    def let(self, node: NodeOf[str], env: dict[str, Node]) -> tuple[Node, str]:
        """A let whose value stays the same, or is short, is none: its name stands for the value."""
        self.lets[node.data] = expand(self.hoisting.plan, node.args[0], self.lets)
        made, kind = self.value(node.args[0], env)
        value = self.hoist_if_worth(made, kind)
        if value.op.free or (kind not in (SAME, CHANGES) and len(list(nodes(made))) < MUCH):
            return self.value(node.args[1], {**env, node.data: value})
        body = self.hoist_if_worth(*self.value(node.args[1], env))
        return attrs.evolve(node, args=(value, body)), CHANGES

    def hoist_if_worth(self, node: Node, kind: str) -> Node:
        """The name of what is computed beforehand; or the node itself, if hoisting does not pay off."""
        if kind == CHANGES or trifling(node) or not (self.hoisting.bold or safe(node)):
            return node
        if kind != SAME:
            return self.by_variable(node, kind)
        key = shape(node)
        if key not in self.names:
            self.names[key] = self.keep(node)
        return self.names[key]

    def keep(self, node: Node) -> Node:
        name = f"k_{next(self.hoisting.serial)}"
        self.kept.append(acts.Keep((node,), name=name))
        return get(name, node.rep)

    def by_variable(self, node: Node, var: str) -> Node:
        """The value that belongs to the present value of a variable."""
        key = shape(node)
        node = self.parts(node)
        if not self.at_once or var not in self.written or len(list(nodes(node))) < MUCH:
            return node
        if key not in self.names:
            name = f"k_{next(self.hoisting.serial)}"
            self.behind.setdefault(var, []).append(acts.Keep((node,), name=name))
            self.names[key] = get(name, node.rep)
        return self.names[key]

    def parts(self, node: Node) -> Node:
        """A node, with names for its loop-invariant parts."""
        made, kind = self.value(node, {})
        if kind == SAME:
            return self.hoist_if_worth(made, kind)
        return node if node.op is ops.ZONE else attrs.evolve(node, args=tuple(map(self.parts, node.args)))


def all_rolled(zones: set[int]) -> Node:
    """All that lies in some zones, which must be rolled."""
    first, *others = (op(ops.ZONE, number(zone), rep=MASK) for zone in sorted(zones))
    for other in others:
        first = op(ops.MOR, first, other, rep=MASK)
    return op(ops.ROLLED, first, rep=MASK)


def trifling(node: Node) -> bool:
    """Is it known anyway, or a variable, or next to one?"""
    if node.op in (ops.ADD, ops.SUB, ops.MUL):
        return all(map(trifling, node.args))
    return node.op.free or (node.op is ops.TUPLE and all(arg.op is ops.NUM for arg in node.args)) or simple(node)


def holds_nodes(thing: Any) -> bool:
    if isinstance(thing, tuple):
        return any(map(holds_nodes, thing))
    return isinstance(thing, Node)
