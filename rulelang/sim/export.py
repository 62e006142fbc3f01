"""Reports as files: JSON, and CSV with one figure per line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from rulelang.base.escape import csv_cell, json_text
from rulelang.sim.figures import Numbers, Share
from rulelang.sim.main_figures import FIGURES, Value
from rulelang.sim.report import Offered, Report

COLUMNS = ("players", "section", "group", "name", "figure", "value")
Figure = tuple[str, str, str, str, Any]


def as_json(reports: Sequence[Report]) -> str:
    """One object, with a report for each number of players."""
    return json_text({"reports": [each.to_json() for each in reports]}, indent=2) + "\n"


def as_csv(reports: Sequence[Report]) -> str:
    """One figure a line: players, section, group, name, figure, value. `beside: …`: of those who think."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for report in reports:
        writer.writerows(map(csv_cell, (report.players, *figure)) for figure in figures(report))
        if report.beside is not None:
            beside = ((f"beside: {section}", *rest) for section, *rest in figures(report.beside))
            writer.writerows(map(csv_cell, (report.players, *figure)) for figure in beside)
    return out.getvalue()


def figures(report: Report) -> Iterator[Figure]:
    """Every figure of a report."""
    yield "run", "", "", "games", report.games
    yield "run", "", "", "seed", report.seed
    for number, bot in enumerate(report.bots, 1):
        yield "run", "", f"P{number}", "player", bot
    for seat in report.seats:
        yield from of_share("seats", "wins", f"P{seat.seat}", seat.wins)
        yield from of_numbers("seats", "score", f"P{seat.seat}", seat.score)
    for figure in FIGURES:
        value = figure.read(report)
        if value is not None:
            yield from of_value("game", figure.name, "", value)
    for role in report.roles:
        yield from of_share("role", role.group, role.name, role.wins)
        if role.score is not None:
            yield "role", role.group, role.name, "score", role.score
    for seat_number, starts in enumerate(report.starts, 1):
        yield from of_share("role", "who chooses first", f"P{seat_number}", starts)
    for option in report.offers:
        yield from of_offer(option)
    for use in report.uses:
        yield use.kind, use.group, use.name, "times", use.times
        yield use.kind, use.group, use.name, "games", use.games
        yield use.kind, use.group, use.name, "users", use.users
        if use.wins is not None:
            yield from of_share(use.kind, use.group, use.name, use.wins)
        if use.score is not None:
            yield use.kind, use.group, use.name, "score", use.score
    for each in report.measures:
        yield from of_numbers(each.kind, each.group, each.name, each.numbers)


def of_offer(option: Offered) -> Iterator[Figure]:
    about = option.kind, option.group, option.name
    yield *about, "offered", option.offered
    yield *about, "taken of offered", option.taken.value
    for name, found in (("wins", option.wins), ("points", option.points)):
        if found is not None:
            yield *about, f"{name} compared with the same decisions", found.value
            yield *about, f"{name} compared with the same decisions, ± 95 %", found.error
    for resource, cost in option.cost:
        yield *about, f"cost in {resource}", cost


def of_value(section: str, group: str, name: str, value: Value) -> Iterator[Figure]:
    if isinstance(value, Share):
        yield from of_share(section, group, name, value)
    elif isinstance(value, Numbers):
        yield from of_numbers(section, group, name, value)
    else:
        yield section, group, name, "mean", value


def of_share(section: str, group: str, name: str, share: Share) -> Iterator[Figure]:
    for figure in ("value", "low", "high"):
        yield (
            section,
            group,
            name,
            f"share {figure}" if figure == "value" else f"share 95 % {figure}",
            getattr(share, figure),
        )


def of_numbers(section: str, group: str, name: str, some: Numbers) -> Iterator[Figure]:
    for figure in ("count", "mean", "sd", "low", "q05", "q25", "median", "q75", "q95", "high"):
        yield section, group, name, figure, getattr(some, figure)
