"""Statements that no rules file holds: they watch a game for statistics, and change nothing in it.

`rulelang.sim` puts them into a program; every back end knows them, so that a statistic has one meaning. Counts are
kept in cells: a number a cell and seat, for one game; cell k of seat s is at k · (players + 1) + s.
"""

from __future__ import annotations

from rulelang.base.frozen import frozen
from rulelang.ir.expressions import Expr, Local
from rulelang.ir.statements import Stmt, Suite


@frozen
class Aside(Stmt):
    """A suite that is no part of the rules: `until` and `end when` are not tested after its statements."""

    changes = ()
    body: Suite


@frozen
class Count(Stmt):
    """Something happened to a seat (None or none: to the table). With a value, each value has a cell, from `cell` on.

    `bins`: by value from 0, which of `size` cells; without, value `low` has the first. The last cell is for none and
    for what is outside.
    """

    changes = ()
    cell: int
    seat: Expr | None
    value: Expr | None = None
    low: int = 0
    size: int = 1
    bins: tuple[int, ...] = ()


@frozen
class Options(Stmt):
    """The body for each option of a list for which the condition holds: alike pieces of one zone, and equal values,
    count once, as in a choice. `asked`: the very next statement is that choice.
    """

    changes = ()
    local: Local
    source: Expr
    condition: Expr | None
    body: Suite
    asked: bool = False


@frozen
class Offer(Stmt):
    """An option lies before a seat, or was `taken`: `among` so many, or as many as the last question had. Which cell
    is its own, `Count` says.

    Cell k of offers has how often the option was offered at k · (players + 2); behind it, for each seat, the sizes of
    the choices in which the seat took it, less how often the seat could have; then how often it was taken. The mean of
    what a seat has is 0 for who chooses at random, whatever the game is like: so what goes together with it is caused
    by it.
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
    """A number for the series `series`; none is no number."""

    changes = ()
    series: int
    value: Expr


@frozen
class Standing(Stmt):
    """A round begins. `known`: who leads and who is last can be told, by the first criterion of `winner`."""

    changes = ()
    known: bool
