"""The plan: what generated code has to do, in a form that both printers can write out.

An expression is a tree of `Node`s whose operations know the representation of their values: integers (`i`; booleans,
seats, pieces, zones and rows are integers too, and none is none), sets of pieces as bit masks (`m`), lists (`l`), and
tuples that are only compared (`t`). A statement is a `Step`. Names of locals are unique within a plan.

Arithmetic that may overflow the range of `Int` is wrapped in a `fit`, which bails out if it does.

The plan does not distinguish what can go wrong in a game: generated code bails out, and the reference replays the game
and explains the mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, TypeVar, overload

import attrs

from rulelang.base.source import Span
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import Node, Op, data_of, is_op

D = TypeVar("D")
INT, MASK, LIST, TUPLE = "i", "m", "l", "t"
LISTED = 100_000  # numbers from one to another; with more the reference plays, which may refuse so long a list
ROUNDS = 1_000_000  # of a loop; with more the reference plays, which counts its steps


class Unsupported(Exception):
    """Something that a back end does not support; its text says what, and where in the rules if that is known."""

    place: Span | None = None

    def at(self, place: Span) -> Unsupported:
        """The same with its place in the rules, from the innermost expression or statement."""
        self.place = self.place or place
        return self

    def __str__(self) -> str:
        what = super().__str__()
        return what if self.place is None else f"{what} ({self.place!r})"


@attrs.frozen(eq=False)
class Step:
    """A statement: the values it needs, and the suites inside it. What it does is said by its class, one of `acts`.

    suites: how many it may hold; -1: any number. asks: it puts a question. loops: its suite may be done several times.
    leaves: it may lead out of the suite that it stands in. watches: it is for statistics, or for who looks on, and no
    rule reads what it writes.
    """

    suites: ClassVar[tuple[int, ...]] = (0,)
    asks: ClassVar[bool] = False
    loops: ClassVar[bool] = False
    leaves: ClassVar[bool] = False
    watches: ClassVar[bool] = False

    args: tuple[Node, ...] = ()
    bodies: tuple[tuple[Step, ...], ...] = ()

    @property
    def word(self) -> str:
        return type(self).__name__.lower()

    @property
    def own_fields(self) -> list[str]:
        """The names of what is known of it beside its values and suites."""
        return [field.name for field in attrs.fields(type(self))[2:]]

    @property
    def parts(self) -> list[Any]:
        """All that it holds but its suites."""
        return [self.args, *(getattr(self, name) for name in self.own_fields)]


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
    """What a policy looks at, in a watched build (`features.py`) …"""
    standing: Any = None
    """… and what a value of a position does (`standing.py`)."""

    @property
    def units(self) -> list[Unit]:
        """What has steps: procedures and actions."""
        return [*self.procs.values(), *self.actions.values()]


def number(value: Any) -> Node:
    """A known whole number, or none."""
    return Node(ops.NUM, INT, (), None if value is None else int(value))


def get(name: str, rep: str) -> Node:
    return Node(ops.GET, rep, (), name)


@overload
def op(operation: Op[None], *args: Node, rep: str = INT) -> Node: ...
@overload
def op(operation: Op[D], *args: Node, rep: str = INT, data: D) -> Node: ...
def op(operation: Op[Any], *args: Node, rep: str = INT, data: object = None) -> Node:
    """A node; mypy wants what is known of its operation."""
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


def clean(name: str) -> str:
    """A name as both languages take it."""
    return "".join(c if c.isalnum() and c.isascii() else "_" for c in name)


def is_number(node: Node, value: int | None = None) -> bool:
    """Is it a known number, and this one if given? None is not a number."""
    return is_op(node, ops.NUM) and node.data is not None and value in (None, node.data)


def number_of(node: Node) -> int:
    """The number that a node can only be."""
    value = data_of(node, ops.NUM)
    assert value is not None
    return value


def simple(node: Node) -> bool:
    """May be written several times: it costs next to nothing."""
    return node.op in (ops.GET, ops.NUM) or (node.op is ops.VAR and not node.args)
