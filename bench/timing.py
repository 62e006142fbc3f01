"""Timing side by side: all take turns, round after round, in CPU time of one process; each keeps its best round.

Speed is decisions (questions put to a seat) a second, since a decision is the same thing on every engine. Building and
compiling are not counted, making the random numbers is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import attrs

Batch = Callable[[int, int], int]
"""Plays so many games from this number on; gives the decisions."""


@attrs.frozen
class Pace:
    """How long is measured: so many rounds, and about so many seconds of each runner in each round."""

    rounds: int
    seconds: float


def race(batches: Mapping[str, Batch], pace: Pace) -> dict[str, float]:
    """Decisions a second of each, the best of some rounds in which they take turns."""
    sizes = {name: size_of(batch, pace.seconds) for name, batch in batches.items()}
    best = dict.fromkeys(batches, 0.0)
    for turn in range(pace.rounds):
        for name, batch in batches.items():
            taken, decisions = timed(batch, turn * sizes[name], sizes[name])
            best[name] = max(best[name], decisions / taken)
    return best


def timed(batch: Batch, first: int, games: int) -> tuple[float, int]:
    begin = time.process_time()
    decisions = batch(first, games)
    return time.process_time() - begin, decisions


def size_of(batch: Batch, seconds: float) -> int:
    """How many games take about so long."""
    games = 1
    while True:
        taken, _ = timed(batch, 0, games)
        if taken > seconds / 4:
            return max(1, int(games * seconds / taken))
        games *= 4
