"""Statements that no rules file holds: they watch a game for statistics, and change nothing in it.

`rulelang.sim` puts them into a program; every back end knows them, so that a statistic has one meaning. Counts are
kept in cells: a number a cell and seat, for one game; cell k of seat s is at k · (players + 1) + s.
"""

from __future__ import annotations

from rulelang.base.frozen import frozen
from rulelang.ir.expressions import Expr
from rulelang.ir.statements import Stmt, Suite


@frozen
class Aside(Stmt):
    """A suite that is no part of the rules: `until` and `end when` are not tested after its statements."""

    body: Suite


@frozen
class Count(Stmt):
    """Something happened to a seat (None or none: to the table). With a value, each value has a cell, from `cell` on.

    `bins`: by value from 0, which of `size` cells; without, value `low` has the first. The last cell is for none and
    for what is outside.
    """

    cell: int
    seat: Expr | None
    value: Expr | None = None
    low: int = 0
    size: int = 1
    bins: tuple[int, ...] = ()


@frozen
class Sample(Stmt):
    """A number for the series `series`; none is no number."""

    series: int
    value: Expr


@frozen
class Standing(Stmt):
    """A round begins. `known`: who leads and who is last can be told, by the first criterion of `winner`."""

    known: bool
