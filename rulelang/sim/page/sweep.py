"""The page of a sweep: lines over the values of an option, with bands for their intervals."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from rulelang.engine.data import as_text
from rulelang.present.english import capital
from rulelang.sim.compare import Difference
from rulelang.sim.figures import Numbers, Share
from rulelang.sim.main_figures import FIGURES, Figure
from rulelang.sim.page.axes import SPOKEN, Write, as_number, as_percent
from rulelang.sim.page.marks import NOTHING, Mark, join_marks
from rulelang.sim.page.parts import EMPTY, Cell, card, figure, grid, page, paragraph, section, table, words
from rulelang.sim.page.plots import Point, lines
from rulelang.sim.page.simulation import faults, stopped_note
from rulelang.sim.report import Report
from rulelang.sim.verdict import verdict_of
from rulelang.sim.wording import interval, number_of, percent, plain, players_line, seat_name

ALIKE = 0.005  # parts of a figure by which it may differ and is still called the same

@attrs.frozen
class Swept:
    """A value of the option in words, whether it is a number, its report, and how it differs from the default."""

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
    lead = [f"The same games with each value of {option}; {players_line(report)}."]
    body = [stopped_note(report)]
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
            rows.append([words(each.name), words(f"{capital(told)}.")])
    return table(["value", "what it changes"], rows) if rows else paragraph("There is one value alone.")


# ---------------------------------------------------------------- plots


def plots(option: str, some: Sequence[Swept]) -> list[Mark]:
    seats = range(len(some[0].report.seats))
    wins = [(seat_name(seat + 1), [point(each.report.seats[seat].wins) for each in some]) for seat in seats]
    found = [sweep_plot("How often each seat wins", option, some, wins, "share of games won", as_percent)]
    if some[0].report.scored:
        scores = [(seat_name(seat + 1), [point(each.report.seats[seat].score) for each in some]) for seat in seats]
        found.append(sweep_plot("Scores of each seat", option, some, scores, "score, mean", as_number))
    for each in FIGURES:
        values = [value for swept in some if (value := each.read(swept.report)) is not None]
        if len(values) == len(some):
            write = as_percent if each.unit == "share" else as_number
            title = capital(each.label)
            found.append(sweep_plot(title, option, some, [("", [point(value) for value in values])], "mean", write))
    return [paragraph("Bands and bars are 95 % intervals."), grid(*found)]


def sweep_plot(
    title: str, option: str, some: Sequence[Swept], series: Sequence[tuple[str, list[Point]]], label: str, write: Write
) -> Mark:
    values = [each.value for _, points in series for each in points]
    if len(series) == 1 and max(values) - min(values) <= ALIKE * abs(max(values)):
        return card(title, paragraph(f"{SPOKEN[write](values[0])} with every value, within half a percent ({label})."))
    numbers = [each.number for each in some if each.number is not None]
    places = numbers if len(numbers) == len(some) else None
    return card(title, lines(title, [each.name for each in some], places, series, (option, label), write))


def point(some: Numbers | Share | float) -> Point:
    if isinstance(some, Share):
        return Point(some.value, some.low, some.high)
    if isinstance(some, Numbers):
        return Point(some.mean, some.mean - some.error, some.mean + some.error)
    return Point(some, some, some)


# ---------------------------------------------------------------- as a table


def figures(option: str, some: Sequence[Swept]) -> Mark:
    seats = [seat_name(each.seat) for each in some[0].report.seats]
    wins = table([option, *(f"{seat} wins, 95 %" for seat in seats)], [win_row(each) for each in some])
    known = [each for each in FIGURES if any(each.read(swept.report) is not None for swept in some)]
    rows = [[words(each.name), *(figure_cell(one, each.report) for one in known)] for each in some]
    return join_marks(wins, table([option, *(each.label for each in known)], rows)) if some else NOTHING


def win_row(each: Swept) -> list[Cell]:
    shares = [seat.wins for seat in each.report.seats]
    return [words(each.name), *(figure(one.value, f"{percent(one.value)} ({interval(one)})") for one in shares)]


def figure_cell(one: Figure, report: Report) -> Cell:
    value = one.read(report)
    if value is None:
        return EMPTY
    number = point(value).value
    return figure(number, percent(number) if one.unit == "share" else plain(number))
