"""Common subexpressions: what a function computes twice is computed once, at its start, if it cannot bail out.

The only piece of a set may be missing; then it is none, which bails out where it is used. This pays off in generated
Python; a C compiler does it by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import attrs

from rulelang.native.plan import ops
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.nodes import INT, MASK, Node, Plan, get, is_number, nodes, op, simple

CHEAP = 20  # nodes
USING = (ops.TAB, ops.FACE, ops.MTAB, ops.GROUPFIELD)  # for these, none bails out anyway


def share(plan: Plan) -> None:
    """Rewrites the functions of a plan."""
    serial = count(1)
    for unit in plan.fns.values():
        if unit.value is not None:
            unit.value = Subexpressions(unit.value, serial).value


class Subexpressions:
    """One function: its value, with lets for what stands in it several times."""

    def __init__(self, value: Node, serial: count[int]) -> None:
        self.keys: dict[int, Any] = {}
        self.serial = serial
        self.lets: list[tuple[str, Node]] = []
        self.names: dict[Any, Node] = {}
        self.bound = {name for node in nodes(value) for name in binders(node)}
        self.sure = {self.key(node) for node in certain(value)}
        self.times = Counter(self.key(node) for node in nodes(value) if self.worthy(node))
        made = self.rewrite(value)
        for name, shared in reversed(self.lets):
            if uses(made, name) == 1:
                made = substitute(made, {name: shared})
            else:
                made = op(ops.LET, shared, made, rep=made.rep, data=name)
        self.value = made

    def key(self, node: Node) -> Any:
        """Equal for nodes that have the same value."""
        if id(node) not in self.keys:
            data = node.data if isinstance(node.data, str | int | tuple | None.__class__) else id(node.data)
            self.keys[id(node)] = (node.op, node.rep, data, tuple(self.key(arg) for arg in node.args))
        return self.keys[id(node)]

    def worthy(self, node: Node) -> bool:
        if simple(node) or node.op.free or node.op in (ops.MENUSIZE, ops.TUPLE) or next_to(node):
            return False
        soft = node.op is ops.ONLY and node.args[0].rep == MASK
        if not (soft and safe(node.args[0])) and not safe(node) and self.key(node) not in self.sure:
            return False
        return not any(name in self.bound for inner in nodes(node) for name in local_read(inner))

    def rewrite(self, node: Node, using: bool = True) -> Node:
        made = self.share(node)
        return op(ops.NEED, made) if node.op is ops.ONLY and made.op is ops.GET and not using else made

    def share(self, node: Node) -> Node:
        here = self.key(node)
        if here in self.names:
            return self.names[here]
        made = attrs.evolve(node, args=tuple(self.rewrite(arg, node.op in USING) for arg in node.args))
        if self.times[here] < 2:
            return made
        if node.op is ops.ONLY:
            made = attrs.evolve(made, op=ops.ONLY_OR_NONE)
        name = f"h_{next(self.serial)}"
        self.lets.append((name, made))
        self.names[here] = get(name, node.rep)
        return self.names[here]


def certain(node: Node) -> Iterator[Node]:
    """The scalars that are computed whatever happens, so that computing them first makes no difference."""
    if node.op in (ops.FACE, ops.TAB, ops.ONLY, ops.ZONE, ops.VAR) and node.rep == INT:
        yield node
    first = node.op in (ops.IF, ops.AND, ops.OR, ops.DEFAULT, ops.EACH, ops.LET)
    for arg in node.args[:1] if first else node.args:
        yield from certain(arg)


def next_to(node: Node, name: str | None = None) -> bool:
    """Is it a local, perhaps that of a name, and a number, as the place of a seat is?"""
    if node.op is not ops.ADD or not is_number(node.args[1]):
        return False
    return is_op(node.args[0], ops.GET) and (name is None or node.args[0].data == name)


def uses(node: Node, name: str) -> int:
    """How often a local is read; in a loop that counts as often."""
    times = sum(uses(arg, name) for arg in node.args) + (is_op(node, ops.GET) and node.data == name)
    return 2 * times if node.op is ops.EACH else times


def substitute(node: Node, values: dict[str, Node]) -> Node:
    """A node with values in place of some locals."""
    if is_op(node, ops.GET):
        return values.get(node.data, node)
    args = tuple(substitute(arg, values) for arg in node.args)
    return node if all(one is two for one, two in zip(args, node.args)) else attrs.evolve(node, args=args)


def safe(node: Node) -> bool:
    """Does it never bail out? The index of a place is a seat or known."""
    if node.op in (ops.ZONE, ops.VAR) and node.args:
        inner = node.args[0]
        inner = inner.args[0] if inner.op is ops.ADD and inner.args[1].op is ops.NUM else inner
        return inner.op in (ops.NUM, ops.GET)
    return node.op.safe and all(map(safe, node.args))


def cheap(node: Node) -> bool:
    """May a set of pieces be written several times? The later passes, or the C compiler, compute it once."""
    return node.rep == MASK and safe(node) and len(list(nodes(node))) <= CHEAP


def binders(node: Node) -> tuple[str, ...]:
    """The names that a node binds."""
    if is_op(node, ops.EACH):
        return node.data.names
    return (node.data,) if is_op(node, ops.LET) else ()


def local_read(node: Node) -> tuple[str, ...]:
    return (node.data,) if is_op(node, ops.GET) else ()
