"""A comparison on the screen: the main figures of both sides, what is done more or less, and a verdict in words."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import click

from rulelang.cli import INTERRUPTED, OK, WRONG
from rulelang.cli.figures import plain, table
from rulelang.cli.reporting import fault_lines
from rulelang.cli.settings import read_settings
from rulelang.cli.simulating import Bar, jobs_of, made_setup
from rulelang.cli.telling import refusal
from rulelang.cli.terminal import enumerate_words, number_of, paint, say, warn, wrapped
from rulelang.sim.compare import Difference, Sides, differences, play_sides
from rulelang.sim.report import engine_line, report_of
from rulelang.sim.setup import Setup
from rulelang.sim.verdict import SAID, verdict_of

SURE = 2.0  # of the many things that are done, those count whose difference is so many times its interval
MOST = 12
SHARES = ("wins ", "ties", "behind", "forced", "users ")


def compared(
    game: str,
    other: str | None,
    games: int,
    players: int | None,
    seed: int,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    mods: tuple[str, ...],
    jobs: int,
    engine: str,
    json_file: str | None,
) -> int:
    """Plays both sides and tells the difference."""
    if other is None and not (variants or settings or mods):
        raise refusal("there is nothing to compare with; name another file, `--mod`, `--variant` or `--set`.")
    left = made_setup(game, players, (), {}, (), engine)
    right = made_setup(other or game, left.players, variants, read_settings(settings), mods, engine)
    sides = played([left, right], seed, games, jobs_of(jobs))
    found = differences(sides, 1) if sides.batches else []
    if json_file != "-":
        say("\n".join(lines(sides, found, names_of(left, right, other))))
    written(sides, found, json_file)
    faulty = any(run.tally.faulty for run in sides.runs)
    return INTERRUPTED if sides.stopped else WRONG if faulty else OK


def played(setups: list[Setup], seed: int, games: int, jobs: int) -> Sides:
    """Plays all sides, with a bar where somebody looks on."""
    if not sys.stderr.isatty():
        return play_sides(setups, seed, games, jobs)
    bar = Bar(games * len(setups), "")
    try:
        return play_sides(setups, seed, games, jobs, bar.show)
    finally:
        bar.close()


def names_of(left: Setup, right: Setup, other: str | None) -> tuple[str, str]:
    """What the sides are called."""
    base, after = (Path(each.source.name).stem for each in (left, right))
    changes = [*right.variants, *(f"{name}={value}" for name, value in json.loads(right.options).items())]
    changes += [Path(mod.name).stem for mod in right.mods]
    return base, " ".join([after, *changes] if other or not changes else changes)


# ---------------------------------------------------------------- on the screen


def lines(sides: Sides, found: list[Difference], names: tuple[str, str]) -> Iterator[str]:
    reports = [report_of(run) for run in sides.runs]
    first = reports[0]
    about = [number_of(first.players, "player"), f"{first.games:,} games each", f"seed {first.seed}"]
    yield paint(" · ".join([f"{names[0]} → {names[1]}", *about]), "heading")
    for line in dict.fromkeys(map(engine_line, reports)):
        yield from wrapped(line)
    if first.stopped:
        yield from wrapped(
            f"Stopped: {first.games:,} of {first.wanted:,} games were finished on both sides, and count."
        )
    if found:
        yield from ["", *verdict_lines(found), "", *figure_lines(found, names), *use_lines(found, names)]
    for report in reports:
        yield from fault_lines(report)


def verdict_lines(found: list[Difference]) -> Iterator[str]:
    """What differs, in words, and in what no difference was found."""
    told = verdict_of(found)
    if told.found:
        sentence = "; ".join(told.found)
        yield from wrapped(f"{sentence[:1].upper()}{sentence[1:]}.")
    if told.alike:
        yield from wrapped(f"No difference found in {enumerate_words(list(told.alike), 'or')}.")


def figure_lines(found: list[Difference], names: tuple[str, str]) -> list[str]:
    rows = [["", "before", "after", "difference", "± 95 %", ""]]
    for each in found:
        if each.name.startswith("wins ") or each.name in SAID:
            rows.append([title_of(each.name), *figure_row(each)])
    return table(rows)


def title_of(name: str) -> str:
    if name.startswith("wins "):
        return f"{name.removeprefix('wins ')} wins"
    return SAID[name][0].removeprefix("the ").replace("how far first and", "from first to").removesuffix(" are apart")


def figure_row(each: Difference) -> list[str]:
    scale, unit = (100, "\xa0%") if each.name.startswith(SHARES) else (1, "")
    before, after, value = (plain(scale * number) for number in (each.before, each.after, each.value))
    sign = "+" if each.value > 0 and value.strip("0.,") else ""
    found = each.found and value.strip("−0.,")
    mark = "▲" if found and each.value > 0 else "▼" if found else ""
    error = "" if each.error is None else plain(scale * each.error)
    return [before + unit, after + unit, sign + value, error, mark]


def use_lines(found: list[Difference], names: tuple[str, str]) -> Iterator[str]:
    """Of everything that is done, what differs most surely."""
    for start, title in (("times ", "Done more or less, times a game"), ("users ", "How often those win who do it")):
        some = [each for each in found if each.name.startswith(start) and sure(each)]
        some.sort(key=lambda each: -abs(each.value) / max(each.error or 1e-9, 1e-9))
        if some:
            yield ""
            yield paint(title, "bold")
            rows = [["", "before", "after", "difference", "± 95 %", ""]]
            rows += [[each.name.split(" ", 2)[2], *figure_row(each)] for each in some[:MOST]]
            yield from table(rows)
            if len(some) > MOST:
                yield f"  … {len(some) - MOST} more, in --json"


def sure(each: Difference) -> bool:
    return each.error is not None and abs(each.value) > max(SURE * each.error, 1e-9)


def written(sides: Sides, found: list[Difference], path: str | None) -> None:
    """The comparison for programs."""
    if path is None:
        return
    told = verdict_of(found)
    value: dict[str, Any] = {
        "version": 1,
        "verdict": attrs.asdict(told),
        "differences": [{**attrs.asdict(each), "found": each.found} for each in found],
        "sides": [report_of(run).to_json() for run in sides.runs],
    }
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    if path == "-":
        click.echo(text, nl=False)
    else:
        Path(path).write_text(text, encoding="utf-8")
        warn(f"Written: {path}")
