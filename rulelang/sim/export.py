"""Reports as files: JSON, and CSV with one figure a line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from rulelang.base.escape import csv_cell, json_text
from rulelang.sim.figures import Numbers, Share
from rulelang.sim.report import Report

COLUMNS = ("players", "section", "group", "name", "figure", "value")
Figure = tuple[str, str, str, str, Any]


def as_json(reports: Sequence[Report]) -> str:
    """One object, with a report for each number of players."""
    return json_text({"reports": [each.to_json() for each in reports]}, indent=2) + "\n"


def as_csv(reports: Sequence[Report]) -> str:
    """One figure a line: players, section, group, name, figure, value."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for report in reports:
        writer.writerows(map(csv_cell, (report.players, *figure)) for figure in figures(report))
    return out.getvalue()


def figures(report: Report) -> Iterator[Figure]:
    """Every figure of a report."""
    yield "run", "", "", "games", report.games
    yield "run", "", "", "seed", report.seed
    for seat in report.seats:
        yield from of_share("seats", "wins", f"P{seat.seat}", seat.wins)
        yield from of_numbers("seats", "score", f"P{seat.seat}", seat.score)
    yield from of_share("game", "ties", "", report.ties)
    for name in ("decisions", "rounds", "changes", "second", "spread"):
        yield from of_numbers("game", name, "", getattr(report, name))
    for name in ("alone", "behind", "last"):
        yield from of_share("game", "half-time", name, getattr(report.half, name))
    yield from of_share("game", "forced", "", report.forced)
    yield "game", "branching", "", "mean", report.branching
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
