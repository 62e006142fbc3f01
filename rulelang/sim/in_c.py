"""Games in C: the library adds up the totals itself, and reports which games it could not play."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.base.interrupts import interruptible
from rulelang.base.rng import fold
from rulelang.native.host.cc import compiler, library
from rulelang.native.totals import CHUNK, Totals
from rulelang.sim.model import Chunk
from rulelang.sim.tally import Tally

if TYPE_CHECKING:
    from rulelang.sim.instrument import Watch


def library_of(watch: Watch) -> ctypes.CDLL:
    """The library of an instrumented program. Raises Unsupported or NoCompiler."""
    compiler()  # without one, no text need be made
    return library(text_of(watch))


def text_of(watch: Watch) -> str:
    """The C text of a program that is watched."""
    from rulelang.native.build import Build
    from rulelang.native.c.module import c_text
    from rulelang.native.host.playout import prepare_plan

    build = Build(statistics=watch.totals)
    return c_text(prepare_plan(watch.program, build), build)


def tallying(library: ctypes.CDLL, totals: Totals, meaning: Callable[[], Chunk]) -> Chunk:
    """Plays with a library. Games that bail out are played by the engine that `meaning` creates when there is one."""
    tally = library.rulelang_tally
    tally.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p]
    tally.restype = ctypes.c_int64
    careful: list[Chunk] = []
    pairs = (ctypes.c_int64 * (2 * totals.width))()

    def chunk(seed: int, first: int, games: int) -> Tally:
        found = Tally()
        for start in range(first, first + games, CHUNK):
            some = min(CHUNK, first + games - start)
            again = (ctypes.c_int64 * (some + 1))()
            number = interruptible(tally, fold(seed), start, some, pairs, again)
            numbers = pairs[: 2 * number]
            found.add(Tally(dict(zip(numbers[::2], numbers[1::2]))))
            for game in again[1 : again[0] + 1]:
                if not careful:
                    careful.append(meaning())
                found.add(careful[0](seed, game, 1))
        return found

    return chunk
