"""Inlining: procedures and functions are expanded at their call sites.

In generated Python, a call costs as much as the work of a small rule; and inlined code enables other passes, such as
moving loop-invariant code. A C compiler does this by itself.
"""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import Any

import attrs

from rulelang.native.passes.cse import safe, substitute
from rulelang.native.passes.dead_stores import every_node
from rulelang.native.passes.provenance import shaded_places, shape
from rulelang.native.plan import acts, ops
from rulelang.native.plan.expressions import NodeOf, Trial, is_op
from rulelang.native.plan.nodes import (
    INT,
    LIST,
    MASK,
    Node,
    Plan,
    Step,
    Unit,
    get,
    nodes,
    number,
    op,
    simple,
    walk_steps,
)

SMALL = 6  # steps of a procedure that is written out at each of several calls
ASKED_OFTEN = 250  # nodes of a function that is written out at each of several calls
PHASES = ("phase", "setup", "play")


def inline(plan: Plan, whole: frozenset[str] = frozenset()) -> None:
    """Inlines the procedures and actions of a plan; some procedures are kept."""
    Inlining(plan, whole).all()


def runs(plan: Plan) -> Counter[str]:
    """How often each procedure is run, or tried out."""
    steps = (step for unit in plan.units for step in walk_steps(unit.body))
    found = Counter(step.proc for step in steps if isinstance(step, acts.Run))
    return found + Counter(node.data.proc for node in trials(plan))


def trials(plan: Plan) -> list[NodeOf[Trial]]:
    """Where something is tried out."""
    rest = plan.criteria, plan.invariants, plan.endings
    everything = (list(plan.fns.values()), plan.units, list(plan.menus.values()), *rest)
    return [node for node in every_node(everything) if is_op(node, ops.AFTER)]


def calls(plan: Plan) -> Counter[str]:
    """How often each function is called; calls in menus and scores may run more often."""
    everything = (list(plan.fns.values()), plan.units, list(plan.menus.values()), plan.criteria, plan.invariants)
    return Counter(node.data for node in every_node(everything) if is_op(node, ops.CALL))


class Inlining:
    """The pass at work on one plan: how often everything is called, and what is done already."""

    def __init__(self, plan: Plan, whole: frozenset[str] = frozenset()) -> None:
        self.plan, self.whole = plan, whole
        self.sites = runs(plan)
        self.calls = calls(plan)
        self.serial = count(1)
        self.done: set[int] = set()
        self.lets: dict[str, Node] = {}
        self.stops = any(isinstance(step, acts.Stop) for unit in plan.units for step in walk_steps(unit.body))

    def all(self) -> None:
        for unit in self.plan.units:
            self.rewrite(unit)
        left = runs(self.plan)
        for name, unit in list(self.plan.procs.items()):
            if not left[name] and unit.role not in ("setup", "play"):
                del self.plan.procs[name]

    def rewrite(self, unit: Unit) -> None:
        if id(unit) not in self.done:
            self.done.add(id(unit))
            unit.body = self.suite(unit.body)

    def suite(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(made for step in steps for made in self.step(step))

    # ------------------------------------------------------------ procedures

    def step(self, step: Step) -> list[Step]:
        step = attrs.evolve(step, bodies=tuple(self.suite(body) for body in step.bodies))
        if isinstance(step, acts.Let | acts.Store | acts.Renew | acts.Return) and step.args:
            return [attrs.evolve(step, args=(self.node(step.args[0]), *step.args[1:]))]
        if isinstance(step, acts.Choose):
            return [attrs.evolve(step, offer=attrs.evolve(step.offer, options=self.node(step.offer.options)))]
        if isinstance(step, acts.Tally):
            return self.expand_tally(step)
        if not isinstance(step, acts.Run):
            return [step]
        unit = self.plan.procs[step.proc]
        self.rewrite(unit)
        return self.splice(unit, step.args, step.into) if self.fits(unit) else [step]

    def fits(self, unit: Unit) -> bool:
        """Can a procedure be inlined? Nothing may exit it except a return at its end."""
        inner = list(walk_steps(unit.body))
        if unit.name in self.whole or (unit.role in PHASES and self.stops):
            return False
        if self.sites[unit.name] > 1 and len(inner) > SMALL:
            return False
        returns = [step for step in inner if isinstance(step, acts.Return)]
        last = [step for step in unit.body[-1:] if isinstance(step, acts.Return) and not step.opened]
        return not any(isinstance(step, acts.Until) for step in inner) and len(returns) == len(last)

    def splice(self, unit: Unit, args: tuple[Node, ...], result: str | None) -> list[Step]:
        found: list[Step] = [acts.Let((arg,), name=name) for (name, _), arg in zip(unit.params, args)]
        body = unit.body
        value: Any = number(None)
        if body and isinstance(body[-1], acts.Return):
            value = body[-1].args[0] if body[-1].args else value
            body = body[:-1]
        return [*found, *body, *([acts.Let((value,), name=result)] if result is not None else [])]

    def expand_tally(self, step: acts.Tally) -> list[Step]:
        """A score as a loop over the seats; what is the same for all of them is computed before it."""
        seats = op(ops.CONST, rep=LIST, data=tuple(self.plan.layout.program.seats))
        totals, seat = f"totals_{next(self.serial)}", f"seat_{next(self.serial)}"
        value = self.node(op(ops.CALL, get(seat, INT), data=step.score))
        loop = acts.For((seats,), ((acts.Total((value,), name=totals),),), name=seat, rep=INT)
        return [acts.Totals(name=totals), loop, attrs.evolve(step, args=(get(totals, LIST),))]

    # ------------------------------------------------------------ functions

    def node(self, node: Node) -> Node:
        """A value written as statements, so that lets and ladders in it cost nothing."""
        if is_op(node, ops.CALL):
            return self.inline_call(node)
        if is_op(node, ops.LET):
            self.lets[node.data] = node.args[0]
            return attrs.evolve(node, args=tuple(map(self.node, node.args)))
        if node.op is ops.IF:
            then, otherwise = map(self.node, node.args[1:])
            same = safe(node.args[0]) and shape(then) == shape(assume(otherwise, shape(node.args[0]), self.lets))
            return otherwise if same else attrs.evolve(node, args=(node.args[0], then, otherwise))
        if node.op is ops.MERGE:
            places = shaded_places(self.plan, node.args[0]) if node.rep == MASK else None
            return op(ops.MERGE, self.node(node.args[0]), rep=node.rep, data=places)
        if is_search(node):
            each = node.args[0]
            source, *conditions, key = each.args
            each = attrs.evolve(each, args=(source, *conditions, self.node(key)))
            return attrs.evolve(node, args=(each,))
        return node

    def inline_call(self, node: NodeOf[str]) -> Node:
        unit = self.plan.fns[node.data]
        shared = any(name in self.plan.shared for name, _ in unit.params)
        large = self.calls[node.data] > 1 and len(list(nodes(unit.value or node))) > ASKED_OFTEN
        if unit.value is None or shared or large:
            return node
        names = {name: f"{name}_{next(self.serial)}" for name in (*dict(unit.params), *lets(unit.value))}
        given = {names[name]: arg for (name, _), arg in zip(unit.params, node.args)}
        plain = {name: self.pass_argument(arg) for name, arg in given.items() if self.is_plain(arg)}
        made = self.node(substitute(rename_locals(unit.value, names), plain))
        for name, arg in reversed(given.items()):
            made = made if name in plain else op(ops.LET, arg, made, rep=made.rep, data=name)
        return made

    def is_plain(self, arg: Node) -> bool:
        """May it be written wherever the parameter is?"""
        return simple(arg)

    def pass_argument(self, arg: Node) -> Node:
        """What replaces a parameter in an inlined function."""
        return arg


def assume(node: Node, condition: Any, lets: dict[str, Node]) -> Node:
    """What is known about a value where a condition holds."""
    if shape(node) == condition:
        return number(1)
    if is_op(node, ops.GET) and node.data in lets:
        found = assume(lets[node.data], condition, lets)
        return found if found.op in (ops.NUM, ops.MCONST) else node
    if node.op is ops.IF:
        test = assume(node.args[0], condition, lets)
        if is_op(test, ops.NUM):
            return assume(node.args[1 if test.data else 2], condition, lets)
    args = [assume(arg, condition, lets) for arg in node.args] if node.op in (ops.NOT, ops.EMPTY, ops.MAND) else []
    if node.op is ops.NOT and is_op(args[0], ops.NUM):
        return number(not args[0].data)
    nothing = [arg for arg in args if is_op(arg, ops.MCONST) and arg.data == 0]
    if nothing and node.op in (ops.MAND, ops.EMPTY):
        return nothing[0] if node.op is ops.MAND else number(1)
    return node


def is_search(node: Node) -> bool:
    """Is it the first or last of the greatest or least items of one list?"""
    each = node.args[0] if node.op in (ops.FIRST, ops.LAST) else None
    if each is None or not is_op(each, ops.EACH):
        return False
    return each.data.kind in ("highest", "lowest") and len(each.data.names) == 1


def lets(node: Node) -> list[str]:
    return [inner.data for inner in nodes(node) if is_op(inner, ops.LET)]


def rename_locals(node: Node, names: dict[str, str]) -> Node:
    args = tuple(rename_locals(arg, names) for arg in node.args)
    if is_op(node, ops.GET):
        return get(names.get(node.data, node.data), node.rep)
    if is_op(node, ops.LET):
        return op(ops.LET, *args, rep=node.rep, data=names[node.data])
    return attrs.evolve(node, args=args)
