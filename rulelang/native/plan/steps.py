"""What is known of a step when the plan is made, beside the values it needs: the `data` of the acts that have several.

The others have one thing: `let`, `keep`, `while`, `total`, `totals` a name, `renew` a variable, `shuffle` a kind of
place, `choose` an offer, `resolve` a menu, `return` and `break` the number of `together` that they leave.
"""

from __future__ import annotations

import attrs

from rulelang.native.plan import acts
from rulelang.native.plan.menus import Reference
from rulelang.native.plan.nodes import Node, Step

Bounds = tuple[Node, Node] | None


@attrs.frozen
class Transfer:
    """Pieces that go to a place. A `move` has one or several of these, all read before any is done.

    `end`: where they are put. `fits`: all of them belong there. `single`: it is one piece. `side`: what kind of place
    it is, if that is known.
    """

    pieces: Node
    target: Node
    end: str | None
    fits: bool
    single: bool
    side: str | None


@attrs.frozen
class Dealing:
    """`sides`: what kinds of places pieces come from and go to. `refills`: zones that are filled when empty."""

    end: str | None
    up_to: bool
    sides: tuple[str | None, str | None]
    refills: tuple[str, ...]
    fits: bool


@attrs.frozen
class Forming:
    """A group, its fields and their bounds."""

    group: str
    fields: tuple[Node, ...]
    bounds: tuple[Bounds, ...]


@attrs.frozen
class Paying:
    resource: str
    up_to: bool


@attrs.frozen
class Tallying:
    """A score, and the variable that it is added to."""

    score: str
    into: str | None
    low: int | None
    high: int | None


@attrs.frozen
class Storing:
    var: str
    low: int | None
    high: int | None


@attrs.frozen
class Binding:
    """The local that a draw or a round of a loop gives a value, and how it is kept; is it a piece?"""

    name: str
    rep: str
    piece: bool = False


@attrs.frozen
class Showing:
    """What is shown from now on: pieces, or `count` elements of a variable.

    `sight`: "all" (also to some seats), "none", "declared"; "own": each element to its seat; "answer": what was just
    chosen in secret is written there.
    """

    sight: str
    var: str | None
    count: int = 1
    to: bool = False


@attrs.frozen
class Telling:
    """What a `reveal` inside an expression tells. `to`: to some seats, which come behind the value."""

    pieces: bool
    to: bool = False


@attrs.frozen
class Rounds:
    """The local that counts them; `at_most`: to reach their number is an error."""

    name: str
    at_most: bool


@attrs.frozen
class Running:
    """A procedure, the local that its result goes to, and how that is kept."""

    proc: str
    into: str | None
    rep: str = "i"


@attrs.frozen
class Offering:
    """Menus to choose from; `passing`: always, never, or if one is stuck."""

    refs: tuple[Reference, ...]
    passing: str


def given_by(step: Step) -> str | None:
    """The local that a step gives a value, if there is one. Where a choice may be passed, its first suite has it."""
    if step.act in (acts.LET, acts.KEEP):
        return str(step.data)
    if step.act in (acts.DRAW, acts.FOR, acts.CHOOSE):
        return str(step.data.name)
    return step.data.into if step.act is acts.RUN else None
