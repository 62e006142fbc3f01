"""Statements that no rules file contains: they observe a game for statistics, and change nothing in it.

`rulelang.sim` adds them to a program; every back end supports them, so that a statistic has one meaning. Counts are
kept in cells: one number per cell and seat, for one game; cell k of seat s is at k · (players + 1) + s.
"""

from __future__ import annotations

from rulelang.base.frozen import frozen
from rulelang.ir.expressions import Expr, Local
from rulelang.ir.statements import Stmt, Suite


@frozen
class Aside(Stmt):
    """A suite that is not part of the rules: `until` and `end when` are not tested after its statements."""

    changes = ()
    body: Suite


@frozen
class Count(Stmt):
    """Something happened to a seat (None or none: to the table). With a value, each value has its own cell, from `cell`
    on.

    `bins`: by value from 0, the index among `size` cells; without it, value `low` has the first. The last cell is for
    none and for values out of range.
    """

    changes = ()
    cell: int
    seat: Expr | None
    value: Expr | None = None
    low: int = 0
    size: int = 1
    bins: tuple[int, ...] = ()


@frozen
class Offers(Stmt):
    """A suite that counts offers. It may be left out of all but one game in `EVERY` (native/totals.py): to look at all
    options takes as long as to play.
    """

    changes = ()
    body: Suite


@frozen
class Options(Stmt):
    """The body for each option of a list for which the condition holds: alike pieces of one zone, and equal values,
    count once, as in a choice. `asked`: the next statement is that choice.
    """

    changes = ()
    local: Local
    source: Expr
    condition: Expr | None
    body: Suite
    asked: bool = False


@frozen
class Offer(Stmt):
    """An option is offered to a seat, or was `taken`: `among` that many, or as many as the last question had. Its cell
    is determined as in `Count`.

    Cell k of offers has at k · (players + 2) how often the option was offered; after it, for each seat, the sum of the
    sizes of the choices in which the seat took it, minus how often the seat could have taken it; then how often it was
    taken. The mean of a seat's entry is 0 for a seat that chooses at random, whatever the game: so whatever correlates
    with it is caused by it.
    """

    changes = ()
    cell: int
    seat: Expr
    value: Expr | None = None
    low: int = 0
    size: int = 1
    bins: tuple[int, ...] = ()
    taken: bool = False
    among: Expr | None = None


@frozen
class Sample(Stmt):
    """A number for the series `series`; none adds nothing."""

    changes = ()
    series: int
    value: Expr


@frozen
class Standing(Stmt):
    """A round begins. `known`: the first criterion of `winner` says who leads and who is last."""

    changes = ()
    known: bool
