"""Playing many games: chunk by chunk, in this process or in several, until all are played or somebody stops it."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Union

import attrs

from rulelang.base.processes import map_unordered
from rulelang.native.totals import CHUNK
from rulelang.sim.model import ClusterError, Piece, Setup
from rulelang.sim.setup import play_chunk, prepare
from rulelang.sim.tally import Tally

if TYPE_CHECKING:
    from rulelang.sim.cluster import Cluster

SHORT, LONG = 0.1, 0.5  # seconds that a chunk should take: here, and in another process
MOST = 64 * CHUNK  # games in a piece for a cluster

Progress = Callable[[int], None]
"""Is told how many games are finished."""
Jobs = Union[int, "Cluster"]
"""Who plays: so many processes here, or the workers of a cluster."""


@attrs.define
class Run:
    """Games of one seed.

    `wanted`: how many were requested; fewer were played if it was stopped. `failure`: what stopped it, if it was not
    the user. `engines`: on a cluster, those that played, each with why it was not a faster one.
    """

    setup: Setup
    seed: int
    wanted: int
    tally: Tally = attrs.Factory(Tally)
    seconds: float = 0.0
    stopped: bool = False
    failure: str = ""
    engines: dict[str, str] = attrs.Factory(dict)

    @property
    def finished(self) -> int:
        return self.tally.games + self.tally.faulty


def simulate(setup: Setup, seed: int, games: int, jobs: Jobs = 1, progress: Progress | None = None) -> Run:
    """Plays games 0 to n - 1 of a seed. Ctrl-C, or a cluster failure, stops it, and finished games count."""
    run, began = Run(setup, seed, games), time.monotonic()
    try:
        prepare(setup)
        with closing(tallies(run, jobs) if isinstance(jobs, int) else far_tallies(run, jobs)) as found:
            for tally in found:
                run.tally = run.tally.plus(tally)
                if progress is not None:
                    progress(run.finished)
    except KeyboardInterrupt:
        run.stopped = True
    except ClusterError as problem:
        run.stopped, run.failure = True, str(problem)
    run.seconds = time.monotonic() - began
    return run


def tallies(run: Run, jobs: int) -> Generator[Tally, None, None]:
    """The tallies of all games. The first games are played here, in growing chunks, to measure how long they take."""
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
        yield from run_in_processes(run, first, size, jobs)


def pieces(first: int, games: int, size: int) -> Iterator[tuple[int, int]]:
    """What is left, in pieces: where each begins, and how many games it has."""
    return ((start, min(size, games - start)) for start in range(first, games, size))


def run_in_processes(run: Run, first: int, size: int, jobs: int) -> Iterator[Tally]:
    """The rest, in other processes; whichever is done comes next."""
    tasks = ((run.setup, run.seed, *piece) for piece in pieces(first, run.wanted, size))
    return map_unordered(play_chunk, tasks, jobs)


# ---------------------------------------------------------------- on a cluster


def far_tallies(run: Run, cluster: Cluster) -> Generator[Tally, None, None]:
    """The tallies of all games, played by workers in growing pieces until one takes long enough."""
    size = 1

    def cut() -> Iterator[Piece]:
        first = 0
        while first < run.wanted:
            piece = Piece(run.setup, run.seed, first, min(size, run.wanted - first))
            first += piece.number
            yield piece

    with closing(cluster.play(cut())) as played:
        for piece, answer in played:
            if piece.number == size and answer.seconds < LONG / 2:
                size = min(2 * size if answer.seconds > LONG / 50 else 8 * size, MOST)
            run.engines[answer.engine] = answer.why
            yield answer.tally
