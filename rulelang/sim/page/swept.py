"""The page of a sweep: lines over the values of an option, with bands for their intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from rulelang.engine.data import as_text
from rulelang.sim.compare import Difference
from rulelang.sim.figures import NONE, Numbers, Share
from rulelang.sim.page.axes import SPOKEN, Write, as_number, as_percent
from rulelang.sim.page.marks import NOTHING, Mark, joined
from rulelang.sim.page.parts import EMPTY, Cell, card, figure, grid, page, paragraph, section, table, words
from rulelang.sim.page.plots import Point, lines
from rulelang.sim.page.simulated import faults, stopped
from rulelang.sim.page.spreads import mean_cell
from rulelang.sim.report import Report
from rulelang.sim.verdict import verdict_of
from rulelang.sim.wording import interval, number_of, percent, plain, who_plays

ALIKE = 0.005  # parts of a figure by which it may differ and is still called the same

Get = Callable[[Report], Numbers | Share | float]

# title, what is on the axis, the figure, and how it is written
PLOTTED: tuple[tuple[str, str, Get, Write], ...] = (
    ("How long a game is", "decisions, mean", lambda report: report.decisions, as_number),
    ("How many rounds a game has", "rounds, mean", lambda report: report.rounds, as_number),
    ("How far first and second are apart", "points, mean", lambda report: report.second, as_number),
    ("How far first and last are apart", "points, mean", lambda report: report.spread, as_number),
    ("How often it is tied for first", "share of games", lambda report: report.ties, as_percent),
    ("How often the lead changes", "changes a game, mean", lambda report: report.changes, as_number),
    ("How often the winner was behind at half-time", "share of games", lambda report: behind(report), as_percent),
    ("How many choices are forced", "share of choices", lambda report: report.forced, as_percent),
    ("How many options other choices have", "options, mean", lambda report: report.branching, as_number),
)


@attrs.frozen
class Swept:
    """A value of the option in words, whether it is a number, its report, and how it differs from the usual one."""

    name: str
    number: float | None
    report: Report
    changes: Sequence[Difference] | None
    """None: it is what the others are compared with."""


def sweep_page(option: str, some: Sequence[Swept]) -> str:
    """The page of a sweep, in the order of the values."""
    base = next(each for each in some if each.changes is None)
    report = base.report
    facts = [number_of(report.players, "player"), f"{number_of(report.games, 'game')} a value", f"seed {report.seed}"]
    fixed = [f"{name}={as_text(value)}" for name, value in report.options.items() if name != option]
    lead = [f"The same games with each value of {option}, among {who_plays(report)}."]
    body = [stopped(report)]
    if report.games:
        body += [
            section(f"Compared with {option}={base.name}", verdicts(some)),
            section("By value", *plots(option, some)),
        ]
        body.append(section("Figures", figures(option, some)))
    body += [
        section(f"Games that the rules could not play: {option}={each.name}", *faults(each.report)) for each in some
    ]
    return page(f"{report.title}: {option}", [*facts, *report.variants, *fixed, *report.mods], lead, [], *body)


def verdicts(some: Sequence[Swept]) -> Mark:
    """What each value changes, in words."""
    rows = []
    for each in some:
        if each.changes is not None:
            told = "; ".join(verdict_of(each.changes).found) or "no difference found"
            rows.append([words(each.name), words(f"{told[:1].upper()}{told[1:]}.")])
    return table(["value", "what it changes"], rows) if rows else paragraph("There is one value alone.")


# ---------------------------------------------------------------- plots


def plots(option: str, some: Sequence[Swept]) -> list[Mark]:
    seats = range(len(some[0].report.seats))
    wins = [(f"P{seat + 1}", [point(each.report.seats[seat].wins) for each in some]) for seat in seats]
    found = [drawn("How often each seat wins", option, some, wins, "share of games won", as_percent)]
    if some[0].report.scored:
        scores = [(f"P{seat + 1}", [point(each.report.seats[seat].score) for each in some]) for seat in seats]
        found.append(drawn("Scores of each seat", option, some, scores, "score, mean", as_number))
    for title, label, get, write in PLOTTED:
        if all(known(get(each.report)) for each in some):
            series = [("", [point(get(each.report)) for each in some])]
            found.append(drawn(title, option, some, series, label, write))
    return [paragraph("Bands and bars are 95 % intervals."), grid(*found)]


def drawn(
    title: str, option: str, some: Sequence[Swept], series: Sequence[tuple[str, list[Point]]], label: str, write: Write
) -> Mark:
    values = [each.value for _, points in series for each in points]
    if len(series) == 1 and max(values) - min(values) <= ALIKE * abs(max(values)):
        return card(title, paragraph(f"{SPOKEN[write](values[0])} with every value, within half a percent ({label})."))
    numbers = [each.number for each in some if each.number is not None]
    places = numbers if len(numbers) == len(some) else None
    return card(title, lines(title, [each.name for each in some], places, series, (option, label), write))


def behind(report: Report) -> Numbers | Share:
    """Comebacks, if games have a half-time at all."""
    return report.half.behind if report.half.games else NONE


def known(some: Numbers | Share | float) -> bool:
    return some.count > 0 if isinstance(some, Numbers) else True


def point(some: Numbers | Share | float) -> Point:
    if isinstance(some, Share):
        return Point(some.value, some.low, some.high)
    if isinstance(some, Numbers):
        return Point(some.mean, some.mean - some.error, some.mean + some.error)
    return Point(some, some, some)


# ---------------------------------------------------------------- as a table


def figures(option: str, some: Sequence[Swept]) -> Mark:
    seats = [f"P{each.seat}" for each in some[0].report.seats]
    wins = table([option, *(f"{seat} wins, 95 %" for seat in seats)], [win_row(each) for each in some])
    head = [
        option,
        "decisions",
        "rounds",
        "score",
        "first to second",
        "first to last",
        "ties",
        "lead changes",
        "forced",
    ]
    return joined(wins, table([*head, "options"], [figure_row(each) for each in some])) if some else NOTHING


def win_row(each: Swept) -> list[Cell]:
    shares = [seat.wins for seat in each.report.seats]
    return [words(each.name), *(figure(one.value, f"{percent(one.value)} ({interval(one)})") for one in shares)]


def figure_row(each: Swept) -> list[Cell]:
    report = each.report
    row = [words(each.name), mean_cell(report.decisions), mean_cell(report.rounds)]
    row.append(figure(report.score, plain(report.score)) if report.scored else EMPTY)
    row += [mean_cell(report.second), mean_cell(report.spread)]
    row += [
        figure(report.ties.value, percent(report.ties.value)),
        mean_cell(report.changes),
    ]
    row.append(figure(report.forced.value, percent(report.forced.value)))
    return [*row, figure(report.branching, plain(report.branching))]
