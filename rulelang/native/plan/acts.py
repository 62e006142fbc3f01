"""The kinds of steps in a plan, one class each; a plan contains no others.

`args` are the values that a step needs, `bodies` the suites inside it; the fields of a class are what else is known
about the step at planning time.
"""

from __future__ import annotations

import attrs

from rulelang.ir import counting
from rulelang.native.plan.expressions import Reference
from rulelang.native.plan.menus import Offer as Offered
from rulelang.native.plan.nodes import INT, Node, Plan, Step, walk_steps

Bounds = tuple[Node, Node] | None

# ---------------------------------------------------------------- values


@attrs.frozen(eq=False, kw_only=True)
class Let(Step):
    name: str


@attrs.frozen(eq=False, kw_only=True)
class Keep(Step):
    """A value that was worked out before a loop."""

    name: str


@attrs.frozen(eq=False, kw_only=True)
class Store(Step):
    """A variable, or an element of one, gets a value within its bounds."""

    var: str
    low: int | None
    high: int | None


@attrs.frozen(eq=False, kw_only=True)
class Renew(Step):
    """A variable, with all its elements, is as in the beginning."""

    var: str


@attrs.frozen(eq=False, kw_only=True)
class Draw(Step):
    """A local gets a value at random; `rep`: how it is kept. Is it a piece?"""

    name: str
    rep: str
    piece: bool


@attrs.frozen(eq=False)
class Expr(Step):
    """A value that nobody needs; to work it out may bail out."""


@attrs.frozen(eq=False)
class Require(Step):
    """Bails out unless a condition holds."""


# ---------------------------------------------------------------- the table


@attrs.frozen
class Transfer:
    """Pieces that go to a place. `end`: where they are put. `fits`: all of them belong there. `single`: it is one
    piece. `side`: what kind of place it is, if that is known.
    """

    pieces: Node
    target: Node
    end: str | None
    fits: bool
    single: bool
    side: str | None


@attrs.frozen
class Sources:
    """Where a piece may be: the zones, and the places that were named, if these are still valid when it is moved."""

    zones: frozenset[int]
    places: tuple[Node, ...]


@attrs.frozen(eq=False, kw_only=True)
class Move(Step):
    """All transfers are read before any is done. `lies`: where a single piece may lie, if that is known."""

    transfers: tuple[Transfer, ...]
    lies: Sources | None = None


@attrs.frozen(eq=False, kw_only=True)
class Deal(Step):
    """`sides`: what kinds of places pieces come from and go to. `refills`: zones that are filled when empty."""

    end: str | None
    up_to: bool
    sides: tuple[str | None, str | None]
    refills: tuple[str, ...]
    fits: bool


@attrs.frozen(eq=False, kw_only=True)
class Shuffle(Step):
    """`side`: what kind of place it is, if that is known."""

    side: str | None


@attrs.frozen(eq=False)
class ShuffleSome(Step):
    """Pieces of a list change places."""


@attrs.frozen(eq=False)
class Roll(Step):
    pass


@attrs.frozen(eq=False, kw_only=True)
class Pay(Step):
    resource: str
    up_to: bool


@attrs.frozen(eq=False, kw_only=True)
class Form(Step):
    """A group, its fields and their bounds."""

    group: str
    fields: tuple[Node, ...]
    bounds: tuple[Bounds, ...]


@attrs.frozen(eq=False, kw_only=True)
class Tally(Step):
    """A score, and the variable that it is added to."""

    score: str
    into: str | None
    low: int | None
    high: int | None


@attrs.frozen(eq=False, kw_only=True)
class Totals(Step):
    """A list of scores that is still empty; `Total` adds one to it."""

    name: str


@attrs.frozen(eq=False, kw_only=True)
class Total(Step):
    name: str


# ---------------------------------------------------------------- where play goes


@attrs.frozen(eq=False)
class If(Step):
    suites = (-1,)


@attrs.frozen(eq=False, kw_only=True)
class For(Step):
    """The local that has another value in each iteration, and its representation."""

    suites = (1,)
    loops = True
    name: str
    rep: str


@attrs.frozen(eq=False, kw_only=True)
class While(Step):
    """`name`: the local that counts the rounds."""

    suites = (1,)
    loops = True
    name: str


@attrs.frozen(eq=False, kw_only=True)
class Repeat(Step):
    """`name`: the local that counts the rounds. `at_most`: to reach their number is an error."""

    suites = (1,)
    loops = True
    name: str
    at_most: bool


@attrs.frozen(eq=False)
class Together(Step):
    suites = (1,)


@attrs.frozen(eq=False, kw_only=True)
class Run(Step):
    """A procedure, the local that receives its result, and the representation of the result."""

    proc: str
    into: str | None = None
    rep: str = INT


@attrs.frozen(eq=False, kw_only=True)
class Return(Step):
    """`opened`: how many `Together` it leaves."""

    leaves = True
    opened: int = 0


@attrs.frozen(eq=False, kw_only=True)
class Break(Step):
    """`opened`: how many `Together` it leaves."""

    leaves = True
    opened: int = 0


@attrs.frozen(eq=False)
class Stop(Step):
    """The phase is over."""

    leaves = True


@attrs.frozen(eq=False)
class End(Step):
    """The game is over."""

    leaves = True


@attrs.frozen(eq=False)
class Ends(Step):
    """The game is over if a condition holds."""

    leaves = True


@attrs.frozen(eq=False)
class Until(Step):
    """The procedure is over if a condition holds."""

    leaves = True


# ---------------------------------------------------------------- questions


@attrs.frozen(eq=False, kw_only=True)
class Choose(Step):
    """Two suites where it may be passed: for an answer and for none."""

    suites = (0, 2)
    asks = True
    offer: Offered


@attrs.frozen(eq=False, kw_only=True)
class Menu(Step):
    """Menus to choose from; `passing`: always, never, or if one is stuck."""

    suites = (1,)
    asks = True
    refs: tuple[Reference, ...]
    passing: str


@attrs.frozen(eq=False, kw_only=True)
class Resolve(Step):
    """The one action of a menu that applies."""

    asks = True
    ref: Reference


# ---------------------------------------------------------------- who sees what, in a build that is watched


@attrs.frozen(eq=False, kw_only=True)
class Show(Step):
    """What is shown from now on: pieces, or `count` elements of a variable.

    `sight`: "all" (also to some seats), "none", "declared"; "own": each element to its seat; "answer": what was just
    chosen in secret is written there.
    """

    watches = True
    sight: str
    var: str | None
    count: int = 1
    to: bool = False


@attrs.frozen(eq=False, kw_only=True)
class Tell(Step):
    """What a `reveal` inside an expression tells. `to`: to some seats, which come behind the value."""

    watches = True
    pieces: bool
    to: bool = False


@attrs.frozen(eq=False)
class Block(Step):
    """A secret block begins, a seat's turn in it, or with 0 its end."""

    watches = True


@attrs.frozen(eq=False, kw_only=True)
class Round(Step):
    """A round ends; `dealt`: only if no seat has any piece."""

    watches = True
    dealt: bool = False


@attrs.frozen(eq=False, kw_only=True)
class IfWatched(Step):
    """A suite for builds that are observed; with `rollout`, for rollouts, which are not."""

    suites = (1,)
    rollout: bool

# ---------------------------------------------------------------- statistics


@attrs.frozen(eq=False, kw_only=True)
class Count(Step):
    watches = True
    stmt: counting.Count


@attrs.frozen(eq=False, kw_only=True)
class Offer(Step):
    watches = True
    stmt: counting.Offer


@attrs.frozen(eq=False, kw_only=True)
class Sample(Step):
    watches = True
    series: int


@attrs.frozen(eq=False, kw_only=True)
class Standing(Step):
    """`known`: may it be worked out who leads?"""

    watches = True
    known: bool


ACTS = [each for each in vars().values() if isinstance(each, type) and issubclass(each, Step) and each is not Step]


def defined_local(step: Step) -> str | None:
    """The local that a step assigns, if there is one. If a choice may be passed, its first suite has it."""
    if isinstance(step, Let | Keep | Draw | For):
        return step.name
    if isinstance(step, Choose):
        return step.offer.name
    return step.into if isinstance(step, Run) else None


def uses_together(plan: Plan) -> bool:
    units = (*plan.procs.values(), *plan.actions.values())
    return any(isinstance(step, Together) for unit in units for step in walk_steps(unit.body))
