"""The main figures of a game, in one table that the screen, pages, CSV, JSON, comparisons and verdicts all use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rulelang.base.frozen import Frozen, frozen
from rulelang.native.totals import HEAD, SERIES, Totals
from rulelang.sim.figures import Numbers, Share

if TYPE_CHECKING:
    from rulelang.sim.report import Report

Row = Mapping[int, int]
Value = Numbers | Share | float
Part = tuple[float, float]
"""A whole and a part of it: their ratio is the figure."""


@frozen
class Figure(Frozen):
    """`unit`: share (of a whole), part (told as a part of itself) or number. `more`, `less`: how a difference is said.

    `read`: the figure of a report, None if it has none. `ratio`: the same from the totals of some games.
    """

    name: str
    label: str
    unit: str
    more: str
    less: str
    read: Callable[[Report], Value | None]
    ratio: Callable[[Totals, Row], Part]


def head(row: Row, name: str) -> int:
    return row.get(HEAD.index(name), 0)


def of_series(name: str) -> Callable[[Totals, Row], Part]:
    def ratio(totals: Totals, row: Row) -> Part:
        at = totals.series(SERIES.index(name))
        return row.get(at, 0), row.get(at + 1, 0)

    return ratio


def of_head(whole: str, part: str) -> Callable[[Totals, Row], Part]:
    return lambda totals, row: (head(row, whole), head(row, part))


def of_choices(totals: Totals, row: Row) -> Part:
    return head(row, "forced") + head(row, "real"), head(row, "forced")


def of_scores(totals: Totals, row: Row) -> Part:
    places = [totals.series(totals.scores + seat) for seat in range(totals.players)]
    return sum(row.get(at, 0) for at in places), sum(row.get(at + 1, 0) for at in places)


def series(name: str) -> Callable[[Report], Value | None]:
    def read(report: Report) -> Value | None:
        found: Numbers = getattr(report, name)
        return found if found.count else None

    return read


def half(name: str) -> Callable[[Report], Value | None]:
    return lambda report: getattr(report.half, name) if report.half.games else None


def apart(name: str) -> Callable[[Report], Value | None]:
    read = series(name)
    return lambda report: read(report) if report.players > 1 else None


FIGURES = (
    Figure("decisions", "decisions a game", "part", "games are {} longer", "games are {} shorter",
           series("decisions"), of_series("decisions")),
    Figure("rounds", "rounds a game", "number", "games have {} more rounds", "games have {} fewer rounds",
           lambda report: report.rounds if report.rounds_are and report.rounds.count else None, of_series("rounds")),
    Figure("score", "score of a seat", "number", "scores are {} higher", "scores are {} lower",
           lambda report: report.score if report.scored else None, of_scores),
    Figure("second", "points from first to second", "number", "first and second are {} points further apart",
           "first and second are {} points closer together", apart("second"), of_series("second")),
    Figure("spread", "points from first to last", "number", "first and last are {} points further apart",
           "first and last are {} points closer together", apart("spread"), of_series("spread")),
    Figure("ties", "ties for first", "share", "ties for first come {} more often", "ties for first come {} less often",
           lambda report: report.ties, of_head("games", "ties")),
    Figure("changes", "changes of the lead a game", "number", "the lead changes {} times more often a game",
           "the lead changes {} times less often a game", series("changes"), of_series("changes")),
    Figure("alone", "winner led alone at half-time", "share", "winners lead alone at half-time {} more often",
           "winners lead alone at half-time {} less often", half("alone"), of_head("halves", "alone")),
    Figure("behind", "winner was behind at half-time", "share", "winners come from behind {} more often",
           "winners come from behind {} less often", half("behind"), of_head("halves", "behind")),
    Figure("last", "winner was last at half-time", "share", "winners come from the last place {} more often",
           "winners come from the last place {} less often", half("last"), of_head("halves", "last")),
    Figure("settled", "% played when the winner led for good", "number",
           "the winner is known later, by {} % of the game", "the winner is known earlier, by {} % of the game",
           series("settled"), of_series("settled")),
    Figure("forced", "choices with one option", "share", "choices are forced {} more often",
           "choices are forced {} less often", lambda report: report.forced if report.statistics else None, of_choices),
    Figure("branching", "options of the other choices", "number", "choices have {} more options",
           "choices have {} fewer options", lambda report: report.branching if report.statistics else None,
           of_head("real", "options")),
)  # fmt: skip
BY_NAME = {each.name: each for each in FIGURES}
