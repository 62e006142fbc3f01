"""Playing many games: chunk by chunk, in this process or in several, until all are played or somebody stops it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import attrs

from rulelang.native.totals import CHUNK
from rulelang.sim.setup import Setup, play_chunk, ready
from rulelang.sim.tally import Tally

SHORT, LONG = 0.1, 0.5  # seconds that a chunk should take: here, and in another process

Progress = Callable[[int], None]
"""Is told how many games are finished."""
Piece = tuple[int, int]


@attrs.define
class Run:
    """Games of one seed. `wanted`: how many were to be played; fewer were, if it was stopped."""

    setup: Setup
    seed: int
    wanted: int
    tally: Tally = attrs.Factory(Tally)
    seconds: float = 0.0
    stopped: bool = False

    @property
    def finished(self) -> int:
        return self.tally.games + self.tally.faulty


def simulate(setup: Setup, seed: int, games: int, jobs: int = 1, progress: Progress | None = None) -> Run:
    """Plays games 0 to n - 1 of a seed. Ctrl-C stops it, and what is finished counts."""
    run, began = Run(setup, seed, games), time.monotonic()
    try:
        ready(setup)
        for tally in tallies(run, jobs):
            run.tally.add(tally)
            if progress is not None:
                progress(run.finished)
    except KeyboardInterrupt:
        run.stopped = True
    run.seconds = time.monotonic() - began
    return run


def tallies(run: Run, jobs: int) -> Iterator[Tally]:
    """The tallies of all games. The first are played here, in ever larger chunks, to learn how long they take."""
    first, size, long_enough = 0, 1, SHORT if jobs == 1 else LONG
    while first < run.wanted:
        number, began = min(size, run.wanted - first), time.perf_counter()
        yield play_chunk(run.setup, run.seed, first, number)
        first, took = first + number, time.perf_counter() - began
        if took < long_enough / 2:
            size = min(2 * size if took > long_enough / 50 else 8 * size, CHUNK)
        if jobs > 1 and (took > long_enough / 4 or size == CHUNK):
            break
    if first < run.wanted:
        yield from elsewhere(run, first, size, jobs)


def pieces(first: int, games: int, size: int) -> Iterator[Piece]:
    """What is left, in pieces: where each begins, and how many games it has."""
    return ((start, min(size, games - start)) for start in range(first, games, size))


def elsewhere(run: Run, first: int, size: int, jobs: int) -> Iterator[Tally]:
    """The rest, in other processes; whichever is done comes next."""
    from joblib import Parallel, delayed

    tasks = (delayed(far_chunk)(run.setup, run.seed, *piece) for piece in pieces(first, run.wanted, size))
    done = Parallel(n_jobs=jobs, return_as="generator_unordered")(tasks)
    try:
        yield from done
    finally:
        done.close()


def far_chunk(setup: Setup, seed: int, first: int, number: int) -> Tally:
    """A chunk in a process of its own: Ctrl-C is for the process that has asked."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return play_chunk(setup, seed, first, number)
