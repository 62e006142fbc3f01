"""The plan: what generated code has to do, in a form that both printers can write down.

An expression is a tree of `Node`s whose operations know how their values are kept: whole numbers (`i`; booleans, seats,
pieces, zones and rows are numbers too, and none is none), sets of pieces as bit masks (`m`), lists (`l`), and tuples
that are only compared (`t`). A statement is a `Step`. Names of locals are unique within a plan.

Arithmetic that may leave the numbers that rulelang counts with stands in a `fit`, which bails out if it does.

What can go wrong in a game is not told apart here: generated code bails out, and the game is played again by
the reference, which knows what to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulelang.base.source import Span
from rulelang.native.plan import acts, ops
from rulelang.native.plan.acts import Act
from rulelang.native.plan.ops import Op

INT, MASK, LIST, TUPLE = "i", "m", "l", "t"
LISTED = 100_000  # numbers from one to another; with more the reference plays, which may refuse so long a list
ROUNDS = 1_000_000  # of a loop; with more the reference plays, which counts its steps


class Unsupported(Exception):
    """Something a back end cannot take; its text says what, and where it stands in the rules if that is known."""

    place: Span | None = None

    def at(self, place: Span) -> Unsupported:
        """The same with its place, which the innermost expression or statement gives."""
        self.place = self.place or place
        return self

    def __str__(self) -> str:
        what = super().__str__()
        return what if self.place is None else f"{what} ({self.place!r})"


@attrs.frozen(eq=False)
class Node:
    """An operation on values; `data` is what is known when the plan is made, of a class that the operation's row names
    (`verify` holds a plan to it).
    """

    op: Op
    rep: str
    args: tuple[Node, ...] = ()
    data: Any = None


@attrs.frozen(eq=False)
class Step:
    """A statement: what it does, the values it needs, the suites inside it; `data` as in a node."""

    act: Act
    args: tuple[Any, ...] = ()
    bodies: tuple[tuple[Step, ...], ...] = ()
    data: Any = None


@attrs.frozen
class Trial:
    """What is tried out on a copy of the state: a procedure with the first so many operands, then a function with the
    others.
    """

    proc: str
    fn: str
    given: int


@attrs.define(eq=False)
class Unit:
    """A function of the generated code. `kind`: fn (pure, `value`), proc, action, or options (of a menu)."""

    kind: str
    name: str
    params: tuple[tuple[str, str], ...]
    """Names and representations."""
    value: Node | None = None
    body: tuple[Step, ...] = ()
    rep: str = INT
    role: str | None = None
    """What kind of procedure it is: setup, play, phase, step or mechanism."""


@attrs.define(eq=False)
class Plan:
    """A whole program, ready to be printed."""

    layout: Any
    fns: dict[str, Unit] = attrs.Factory(dict)
    procs: dict[str, Unit] = attrs.Factory(dict)
    actions: dict[tuple[str, int], Unit] = attrs.Factory(dict)
    menus: dict[str, Any] = attrs.Factory(dict)
    starts: list[tuple[str, Node]] = attrs.Factory(list)
    """The first value of each variable that has one."""
    shared: dict[str, str] = attrs.Factory(dict)
    """Locals that are seen outside their own function, and how they are kept."""
    optional: set[str] = attrs.Factory(set)
    """Locals that may be none."""
    depths: dict[str, int] = attrs.Factory(dict)
    """Locals that hold lists of lists, and how deep these go."""
    criteria: tuple[str, list[tuple[bool, Node]]] = ("", [])
    endings: list[Node] = attrs.Factory(list)
    refills: dict[str, Node] = attrs.Factory(dict)
    invariants: list[tuple[frozenset[str], Node]] = attrs.Factory(list)
    not_in_c: Unsupported | None = None
    """The first thing that C cannot take."""
    features: Any = None
    """What a policy looks at, in a watched build (`features.py`)."""


def number(value: Any) -> Node:
    """A known whole number, or none."""
    return Node(ops.NUM, INT, (), None if value is None else int(value))


def get(name: str, rep: str) -> Node:
    return Node(ops.GET, rep, (), name)


def op(operation: Op, *args: Node, rep: str = INT, data: Any = None) -> Node:
    return Node(operation, rep, args, data)


def nodes(node: Node) -> Iterator[Node]:
    """A node and everything under it."""
    yield node
    for arg in node.args:
        yield from nodes(arg)


def same(one: Node, two: Node) -> bool:
    """Have two nodes the same value, where both can stand?"""
    if one is two:
        return True
    alike = (one.op, one.rep, one.data, len(one.args)) == (two.op, two.rep, two.data, len(two.args))
    return alike and all(map(same, one.args, two.args))


def walk_steps(steps: tuple[Step, ...]) -> Iterator[Step]:
    """Every step of a suite, each before what it holds."""
    for step in steps:
        yield step
        for body in step.bodies:
            yield from walk_steps(body)


def uses_together(plan: Plan) -> bool:
    units = (*plan.procs.values(), *plan.actions.values())
    return any(step.act is acts.TOGETHER for unit in units for step in walk_steps(unit.body))


def clean(name: str) -> str:
    """A name as both languages take it."""
    return "".join(c if c.isalnum() and c.isascii() else "_" for c in name)


def is_number(node: Node, value: int | None = None) -> bool:
    return node.op is ops.NUM and (value is None or node.data == value)


def simple(node: Node) -> bool:
    """May be written several times: it costs next to nothing."""
    return node.op in (ops.GET, ops.NUM) or (node.op is ops.VAR and not node.args)
