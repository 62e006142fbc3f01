"""Comparing games on the same seeds: what differs, by how much, and how certain that is.

All sides play the same games of a seed, in batches. The difference between two sides is taken batch by batch, so that
luck common to both cancels out (common random numbers); the variance of these differences gives the interval of their
mean. The batches depend only on the number of games.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from itertools import pairwise
from math import sqrt

import attrs

from rulelang.base.processes import map_unordered
from rulelang.native.totals import USED, Totals
from rulelang.sim.figures import Z, margin
from rulelang.sim.main_figures import FIGURES
from rulelang.sim.run import ClusterError, Jobs, Piece, Progress, Run
from rulelang.sim.setup import Setup, play_chunk, prepare
from rulelang.sim.sheet import Sheet
from rulelang.sim.tally import Tally

BATCHES = 100
DOZEN = 12  # figures, about, that are compared at once
SURE = 2.0  # of the many things that are done, those are told whose difference is so many times its interval
FEWEST = 10  # batches that tell how much a difference varies

Row = Mapping[int, int]
Figures = dict[str, float]


@attrs.frozen
class Difference:
    """A figure on two sides. `error`: half of the 95 % interval of the difference; None if it is not known."""

    name: str
    before: float
    after: float
    error: float | None

    @property
    def value(self) -> float:
        return self.after - self.before

    @property
    def found(self) -> bool:
        """Is it more than chance brings, where a dozen figures are compared?"""
        return self.error is not None and abs(self.value) > max(margin(DOZEN) * self.error, 1e-12)

    @property
    def sure(self) -> bool:
        """Is it worth a line, where very many things are compared?"""
        return self.error is not None and abs(self.value) > max(SURE * self.error, 1e-9)


def surest(found: Sequence[Difference], start: str) -> list[Difference]:
    """Of those whose name begins so, what differs surely, the surest first."""
    some = [each for each in found if each.name.startswith(start) and each.sure]
    return sorted(some, key=lambda each: -abs(each.value) / max(each.error or 1e-9, 1e-9))


@attrs.define
class Sides:
    """Runs of several setups on the same seed. The others are compared with the first."""

    runs: list[Run]
    batches: dict[int, dict[int, Tally]]
    """By batch and side; only whole batches count."""
    stopped: bool = False
    failure: str = ""

    @property
    def faulty(self) -> bool:
        """Were there games that the rules could not play?"""
        return any(run.tally.faulty for run in self.runs)


def play_sides(
    setups: Sequence[Setup], seed: int, games: int, jobs: Jobs = 1, progress: Progress | None = None
) -> Sides:
    """Plays the same games on every side. Ctrl-C, or a cluster failure, stops it, and complete batches count."""
    sides = Sides([Run(setup, seed, games) for setup in setups], {})
    done = 0
    try:
        with closing(play_batches(sides.runs, jobs)) as found:
            for batch, side, tally in found:
                sides.batches.setdefault(batch, {})[side] = tally
                done += tally.games + tally.faulty
                if progress is not None:
                    progress(done)
    except KeyboardInterrupt:
        sides.stopped = True
    except ClusterError as problem:
        sides.stopped, sides.failure = True, str(problem)
    whole = [batch for batch, found in sorted(sides.batches.items()) if len(found) == len(setups)]
    sides.batches = {batch: sides.batches[batch] for batch in whole}
    for side, run in enumerate(sides.runs):
        run.stopped = sides.stopped
        for batch in whole:
            run.tally.add(sides.batches[batch][side])
    return sides


def bounds(games: int) -> list[tuple[int, int]]:
    """Where each batch begins, and how many games it has."""
    number = min(BATCHES, games)
    places = [batch * games // number for batch in range(number + 1)]
    return [(first, after - first) for first, after in pairwise(places)]


def play_batches(runs: Sequence[Run], jobs: Jobs) -> Generator[tuple[int, int, Tally], None, None]:
    """Each batch of each side, whichever is done."""
    tasks = [(at, side, piece) for at, piece in enumerate(bounds(runs[0].wanted)) for side in range(len(runs))]
    if not isinstance(jobs, int):
        batches = {first: at for at, side, (first, _) in tasks}
        pieces = [Piece(runs[side].setup, runs[side].seed, *piece, side) for _, side, piece in tasks]
        with closing(jobs.play(pieces)) as answers:
            for task, answer in answers:
                runs[task.side].engines[answer.engine] = answer.why
                yield batches[task.first], task.side, answer.tally
        return
    calls = [(at, side, runs[side].setup, runs[side].seed, *piece) for at, side, piece in tasks]
    if jobs == 1:
        yield from (play_batch(*call) for call in calls)
    else:
        yield from map_unordered(play_batch, calls, jobs)


def play_batch(batch: int, side: int, setup: Setup, seed: int, first: int, number: int) -> tuple[int, int, Tally]:
    return batch, side, play_chunk(setup, seed, first, number)


# ---------------------------------------------------------------- figures


def figures(setup: Setup, row: Row) -> Figures:
    """What can be compared of some games; what cannot be told is left out."""
    sheet = prepare(setup).sheet
    return {**main_figures(sheet.totals, row), **use_figures(sheet, row)}


def main_figures(totals: Totals, row: Row) -> Figures:
    games, found = row.get(0, 0), Figures()
    if not games:
        return found
    for seat in range(1, totals.players + 1):
        found[f"wins P{seat}"] = row.get(totals.wins + seat - 1, 0) / totals.win / games
    for each in FIGURES:
        put_ratio(found, each.name, *each.ratio(totals, row))
    return found


def use_figures(sheet: Sheet, row: Row) -> Figures:
    """How often each thing is done in a game, and how often the players who do it win."""
    games, found = row.get(0, 0), Figures()
    for cell, use in enumerate(sheet.uses):
        at = sheet.totals.used + cell * len(USED)
        times, users, wins = (row.get(at + place, 0) for place in range(3))
        name = f"{use.kind} {use.group} · {use.name}"
        put_ratio(found, f"times {name}", games, times)
        put_ratio(found, f"users {name}", users * sheet.totals.win, wins)
    for place, each in enumerate(sheet.measures):
        series = sheet.totals.series(sheet.totals.sampled + place)
        put_ratio(found, f"mean {each.kind} {each.group} · {each.name}", *two(row, series))
    return found


def two(row: Row, at: int) -> tuple[int, int]:
    """How many numbers a series has, and their sum."""
    return row.get(at, 0), row.get(at + 1, 0)


def put_ratio(found: Figures, name: str, whole: float, part: float) -> None:
    if whole:
        found[name] = part / whole


# ---------------------------------------------------------------- differences


def differences(sides: Sides, side: int, wanted: Callable[[str], bool] = lambda name: True) -> list[Difference]:
    """How one side differs from the first, figure by figure, in the order of the first side's."""
    base, other = sides.runs[0], sides.runs[side]
    before, after = (figures(run.setup, run.tally.row) for run in (base, other))
    names = [name for name in before if name in after and wanted(name)]
    by_batch = [
        (figures(base.setup, found[0].row), figures(other.setup, found[side].row)) for found in sides.batches.values()
    ]
    found = [
        Difference(
            name, before[name], after[name], error([b[name] - a[name] for a, b in by_batch if name in a and name in b])
        )
        for name in names
    ]
    return [each for each in found if not is_price_again(each, found)]


def is_price_again(payment: Difference, found: list[Difference]) -> bool:
    """Are payments those that an auction has told as its prices?"""
    place, _, what = payment.name.removeprefix("mean money ").partition(" · ")
    price = f"mean auction {place.partition('.')[0]} · {what}"
    same = [attrs.evolve(each, name=payment.name) for each in found if each.name == price]
    return payment.name.startswith("mean money ") and payment in same


def error(values: list[float]) -> float | None:
    """Half of the 95 % interval of the mean of some differences."""
    number = len(values)
    if number < FEWEST:
        return None
    mean = sum(values) / number
    variance = sum((value - mean) ** 2 for value in values) / (number - 1)
    return student(number - 1) * sqrt(variance / number)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution: an expansion that is good to a thousandth from nine on."""
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3
