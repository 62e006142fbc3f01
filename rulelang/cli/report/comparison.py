"""A comparison on the screen: the main figures of both sides, which actions are more or less frequent, and a
verdict.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from rulelang.base.escape import json_text
from rulelang.cli.errors import refusal
from rulelang.cli.options.settings import read_settings
from rulelang.cli.options.sim_options import SimOptions
from rulelang.cli.options.simulate import Bar, code_of, jobs_of, make_setup, pages, write_file
from rulelang.cli.report.figures import table
from rulelang.cli.report.simulation import fault_lines
from rulelang.cli.terminal import is_watched, paint, say, wrap
from rulelang.present.english import capital, pluralize, series
from rulelang.sim.compare import Difference, Sides, differences, play_sides, surest
from rulelang.sim.main_figures import BY_NAME
from rulelang.sim.report import Report, engine_line, report_of
from rulelang.sim.run import Jobs
from rulelang.sim.setup import Setup
from rulelang.sim.verdict import verdict_of
from rulelang.sim.wording import difference_row, players_line, thing_of, title_of

DONE = (  # prefix of a name: the title of its table
    ("times ", "Done more or less, times a game"),
    ("users ", "How often those win who do it"),
    ("mean ", "Numbers that came up, mean"),
)
MOST = 12


def compare(given: SimOptions, other: str | None) -> int:
    """Play both sides and report the differences."""
    if other is None and not (given.variants or given.settings or given.mods):
        raise refusal("there is nothing to compare with; name another file, `--mod`, `--variant` or `--set`.")
    left = make_setup(given.game, given.players, (), {}, (), given.engine, given.seats)
    changed = given.variants, read_settings(given.settings), given.mods, given.engine, given.seats
    right = make_setup(other or given.game, left.players, *changed)
    sides = play_with_bar(
        [left, right], given.seed, given.games, jobs_of(given.jobs, given.cluster, thinking=bool(left.seats))
    )
    found = differences(sides, 1) if sides.batches else []
    names = names_of(left, right, other)
    if not given.is_quiet:
        say("\n".join(lines(sides, found, names)))
    reports = [report_of(run) for run in sides.runs]
    write_file(given.json_file, lambda: as_json(reports, found))
    write_file(given.html_file, lambda: pages().comparison_page(names, reports, found))
    return code_of(sides.stopped, sides.failure, sides.faulty)


def play_with_bar(setups: list[Setup], seed: int, games: int, jobs: Jobs) -> Sides:
    """Play all sides, with a progress bar if a person watches."""
    if not is_watched():
        return play_sides(setups, seed, games, jobs)
    bar = Bar(games * len(setups), "")
    try:
        return play_sides(setups, seed, games, jobs, bar.show)
    finally:
        bar.close()


def names_of(left: Setup, right: Setup, other: str | None) -> tuple[str, str]:
    """The names of the sides."""
    base, after = (Path(each.source.name).stem for each in (left, right))
    changes = [*right.variants, *(f"{name}={value}" for name, value in json.loads(right.options).items())]
    changes += [Path(mod.name).stem for mod in right.mods]
    return base, " ".join([after, *changes] if other or not changes else changes)


# ---------------------------------------------------------------- on the screen


def lines(sides: Sides, found: list[Difference], names: tuple[str, str]) -> Iterator[str]:
    reports = [report_of(run) for run in sides.runs]
    first = reports[0]
    about = [pluralize(first.players, "player"), f"{first.games:,} games each", f"seed {first.seed}"]
    heading = " · ".join([f"{names[0]} → {names[1]}", *about, players_line(first)])
    yield from (paint(line, "heading") for line in wrap(heading))
    for line in dict.fromkeys(map(engine_line, reports)):
        yield from wrap(line)
    if first.stopped:
        yield from wrap(f"Stopped: {first.games:,} of {first.wanted:,} games were finished on both sides, and count.")
    if found:
        yield from ["", *verdict_lines(found), "", *figure_lines(found, names), *use_lines(found, names)]
    for report in reports:
        yield from fault_lines(report)


def verdict_lines(found: list[Difference]) -> Iterator[str]:
    """The differences in words, and the figures without a significant difference."""
    told = verdict_of(found)
    if told.found:
        sentence = "; ".join(told.found)
        yield from wrap(f"{capital(sentence)}.")
    if told.alike:
        yield from wrap(f"No difference found in {series(told.alike, 'or')}.")


def figure_lines(found: list[Difference], names: tuple[str, str]) -> list[str]:
    rows = [["", "before", "after", "difference", "± 95 %", ""]]
    for each in found:
        if each.name.startswith("wins ") or each.name in BY_NAME:
            rows.append([title_of(each.name), *difference_row(each)])
    return table(rows)


def use_lines(found: list[Difference], names: tuple[str, str]) -> Iterator[str]:
    """The actions whose frequencies differ most significantly."""
    for start, title in DONE:
        some = surest(found, start)
        if some:
            yield ""
            yield paint(title, "bold")
            rows = [["", "before", "after", "difference", "± 95 %", ""]]
            rows += [[thing_of(each.name), *difference_row(each)] for each in some[:MOST]]
            yield from table(rows)
            if len(some) > MOST:
                yield f"  … {len(some) - MOST} more, in --json"


def as_json(reports: list[Report], found: list[Difference]) -> str:
    """The comparison as JSON."""
    value: dict[str, Any] = {
        "version": 1,
        "verdict": attrs.asdict(verdict_of(found)),
        "differences": [{**attrs.asdict(each), "found": each.found} for each in found],
        "sides": [each.to_json() for each in reports],
    }
    return json_text(value, indent=2) + "\n"
