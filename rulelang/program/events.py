"""What happened, in order: one frozen class per kind of event.

Events are raw: pieces by id, zones by id. `seen` is the set of seats that may know the private part, as a bit mask: bit
k is seat k, bit 0 is everybody (a spectator). Redaction (rulelang/play) and the trace depend on the events alone.
"""

from __future__ import annotations

from typing import Any

from rulelang.base.frozen import Frozen, field, frozen
from rulelang.base.source import Span
from rulelang.ir.types import Type


@frozen
class Event(Frozen):
    """`rule`: the line that caused it, None for the engine itself. `block`: the seat of the current secret
    block, or 0.
    """

    rule: Span | None = field(eq=False, repr=False)
    block: int


@frozen
class Began(Event):
    """The first event: where every piece lies before set-up, as (piece, zone)."""

    places: tuple[tuple[int, int], ...]


@frozen
class Entered(Event):
    """A phase, step, mechanism, set-up or play began, with these arguments."""

    proc: str
    arguments: tuple[object, ...]


@frozen
class Left(Event):
    """… and ended."""

    proc: str


@frozen
class Drew(Event):
    """One elementary draw: `outcome` of `n`, counted from 0. `what`: shuffle, roll, deal, random."""

    number: int
    n: int
    outcome: int
    what: str


@frozen
class Chose(Event):
    """An answer. `options` are all that were offered, in canonical order; `taken` is the index of the answer.

    `seen`: who may know the answer; pieces in it are named only to those who see them.
    """

    seat: int
    name: str
    options: tuple[object, ...]
    taken: int
    asked: bool
    secret: bool
    shown: tuple[int, ...]
    """For each piece in the answer, in order, the mask of who sees it; item by item, of who sees all to choose from."""


@frozen
class Moved(Event):
    """Pieces from one zone to another; `seen[i]`: who saw piece i before or sees it after."""

    pieces: tuple[int, ...]
    looks: tuple[tuple[object, ...], ...]
    """Kind, fields and face (None if not rolled) of each piece, as it was when it moved."""
    source: int
    target: int
    seen: tuple[int, ...]
    laid: tuple[int, ...] = ()
    """With the last of several zones from which pieces move to a row or pile at once: all pieces, in the order they
    were laid.
    """


@frozen
class Shuffled(Event):
    """These pieces of a zone have a new order: `order` after the shuffle, for the trace only."""

    zone: int
    order: tuple[int, ...]


@frozen
class Rolled(Event):
    piece: int
    face: int
    seen: int


@frozen
class Formed(Event):
    """A group was made of pieces; moves follow as their own events."""

    group: int
    kind: str
    fields: tuple[object, ...]
    zone: int
    seen: int


@frozen
class Paid(Event):
    """`source` and `target`: a seat, "bank", or the name of a pot."""

    resource: str
    amount: int
    source: int | str
    target: int | str
    seen: int


@frozen
class Wrote(Event):
    """A variable changed. `seen`: who sees it."""

    var: str
    indexes: tuple[object, ...]
    value: object
    seen: int


@frozen
class Showed(Event):
    """Pieces or elements of a variable were revealed, hidden, or put back to their declared sight.

    `looks` as in Moved, and the mask of who sees each now.
    """

    sight: str
    pieces: tuple[int, ...]
    looks: tuple[tuple[object, ...], ...]
    var: str | None
    elements: tuple[tuple[tuple[object, ...], object], ...]
    seen: tuple[int, ...]


@frozen
class Scored(Event):
    """A seat's score: (label, value) a line whose condition held, and the total."""

    score: str
    seat: int
    lines: tuple[tuple[str, int], ...]
    total: int


@frozen
class Noted(Event):
    """A text of the rules. `parts`: the same with the values of its holes separate, each with its type."""

    text: str
    parts: tuple[Any, ...]


@frozen
class Told(Event):
    """A value that a `reveal` in an expression tells. `seen`: who is told."""

    value: object
    type: Type
    seen: int


@frozen
class BlockBegan(Event):
    """A secret block or a simultaneous choice began for these seats; from here on the others' views stand still."""

    seats: tuple[int, ...]


@frozen
class BlockEnded(Event):
    """All are done; from here on their actions are known as far as allowed."""

    seats: tuple[int, ...]


@frozen
class Ended(Event):
    """The game is over."""

    winners: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
