"""Expressions of a plan: an operation, its operands, and what is known about it at planning time.

What is known, `data`, has a class that belongs to the operation: `ops.GET` is an `Op[str]`. For an arbitrary node, mypy
does not know the class of the data and allows no access to it; where `is_op(node, ops.GET)` holds, it is a text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeGuard, TypeVar

import attrs

if TYPE_CHECKING:
    from rulelang.analysis.public import Listed

D = TypeVar("D")


@attrs.frozen(eq=False)
class Op(Generic[D]):
    """An operation. `data`: the classes of what is known of one when the plan is made. Its facts:

    free: it costs nothing. safe: it never bails out if its operands do not. needs: it bails out if an operand is none.
    strict: Python does something with the operands at once. plain: C may work it out although it may not be needed.
    worth: it may be worked out before a loop. early: C can work it out before it is known to be needed, and note a
    failure. number: it is never none. looks: it reads more than it names. makes: it makes a new list.
    """

    name: str
    operands: str
    rep: str
    python: str | None
    c: str | None
    data: tuple[type, ...]
    free: bool
    safe: bool
    needs: bool
    strict: bool
    plain: bool
    worth: bool
    early: bool
    number: bool
    looks: bool
    makes: bool

    def __str__(self) -> str:
        return self.name

    def takes(self, reps: str) -> bool:
        """May these be its operands?"""
        wanted = self.operands
        if wanted.endswith("*"):
            return all(fits(rep, wanted[0]) for rep in reps)
        if wanted.endswith("?"):
            return not reps or (len(reps) == 1 and fits(reps, wanted[0]))
        return len(reps) == len(wanted) and all(map(fits, reps, wanted))


def fits(rep: str, wanted: str) -> bool:
    return wanted == "." or rep == wanted or (wanted == "s" and rep in "it")


@attrs.frozen(eq=False)
class Node:
    """An operation on values; `op` of `nodes` makes one."""

    op: Op[Any]
    rep: str
    args: tuple[Node, ...] = ()
    data: object = None


class NodeOf(Node, Generic[D]):
    """A node whose operation is known, as mypy sees it; at run time there are only nodes."""

    data: D


def is_op(node: Node, operation: Op[D], other: Op[D] | None = None) -> TypeGuard[NodeOf[D]]:
    """Is it one of these operations? Then the class of `data` is known."""
    return node.op is operation or node.op is other


def data_of(node: Node, operation: Op[D]) -> D:
    """What is known of a node that can only be this operation."""
    assert is_op(node, operation), node.op
    return node.data


# ---------------------------------------------------------------- what is known of some operations


@attrs.frozen
class Table:
    """Values by index, from 0; `checked`: some indexes in reach have none."""

    values: tuple[Any, ...]
    checked: bool


@attrs.frozen
class Trial:
    """What is tried out on a copy of the state: a procedure with the first so many operands, then a function with the
    others.
    """

    proc: str
    fn: str
    given: int


class Fold(NamedTuple):
    """What is computed from the elements of a comprehension (`list`, `sum`, `highest` …), and the names of its loops.
    """

    kind: str
    names: tuple[str, ...]


class Bounds(NamedTuple):
    low: int
    high: int


class Turn(NamedTuple):
    """A seat a number of places on, at a table of a given size."""

    by: int
    players: int


class Part(NamedTuple):
    """Which part of a tuple, and how many there are."""

    at: int
    size: int


class Face(NamedTuple):
    """A field that is rolled; `fixed`: its values for pieces that are not, if there are any."""

    field: str
    fixed: Table | None


class Below(NamedTuple):
    """Pieces by a number that a property is at most: `masks[0]` if it is less than `low`."""

    low: int
    masks: tuple[int, ...]


@attrs.frozen
class Binder:
    """A binder: its name, its values with alike ones once, and how many there are in all."""

    name: str
    rep: str
    values: Node
    size: Node


@attrs.frozen
class Reference:
    """A menu where it is offered."""

    menu: str
    args: tuple[Node, ...]
    binders: tuple[Binder, ...]
    condition: Node | None
    labels: Listed

    @property
    def public(self) -> bool:
        """Does everybody know all that decides what is offered?"""
        return self.labels.is_public
