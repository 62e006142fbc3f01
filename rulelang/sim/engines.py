"""The engines of a simulation: each plays some games of a seed, by number, and gives their tally."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from typing import Any

from rulelang.chance import Dice, fold, stream
from rulelang.engine.counting import counts, noted, watcher
from rulelang.engine.ending import all_scores
from rulelang.engine.errors import RuleError
from rulelang.engine.match import Match
from rulelang.engine.start import code_of
from rulelang.events import Chose
from rulelang.frozen import Frozen, frozen
from rulelang.native.totals import CHUNK, FINALE, Watched, add_game
from rulelang.sim.tally import Fault, Tally
from rulelang.sim.watch import Watch

Chunk = Callable[[int, int, int], Tally]
"""Plays games of a seed: from this number on, so many."""
Play = Callable[[int, int], Watched]


@frozen
class Engine(Frozen):
    """`name`: c, python or reference. `why`: one line on why it is not a faster one."""

    name: str
    why: str
    chunk: Chunk


NAMES = {"c": "generated C", "python": "generated Python", "reference": "the reference engine"}


def engine_for(watch: Watch, wanted: str = "auto") -> Engine:
    """The engine that is wanted, or the fastest there is. Raises Unsupported or NoCompiler if it cannot be."""
    from rulelang.native.compile import NoCompiler
    from rulelang.native.plan import Unsupported

    makers = {"c": compiled, "python": generated, "reference": interpreted}
    if wanted != "auto":
        return Engine(wanted, "", makers[wanted](watch))
    why = ""
    for name in ("c", "python"):
        try:
            return Engine(name, why, makers[name](watch))
        except Unsupported as problem:
            why = f"{NAMES[name]} cannot take {problem}"
        except NoCompiler as problem:
            why = str(problem)
    return Engine("reference", why, interpreted(watch))


# ---------------------------------------------------------------- reference


def interpreted(watch: Watch) -> Chunk:
    return one_by_one(watch, reference_play(watch))


def one_by_one(watch: Watch, play: Play) -> Chunk:
    """Games one after another, each added to the totals."""

    def chunk(seed: int, first: int, number: int) -> Tally:
        row, faults = [0] * watch.totals.width, []
        for game in range(first, first + number):
            try:
                add_game(row, watch.totals, play(seed, game))
            except RuleError as error:
                faults.append(fault(game, error))
        return Tally.of(row, faults)

    return chunk


def fault(game: int, error: RuleError) -> Fault:
    span = error.span
    return Fault(game, error.message, f"{span.source.name}:{span.line}")


def reference_play(watch: Watch) -> Play:
    """The meaning, driven by players who choose by lot."""
    program, code = watch.program, code_of(watch.program)
    finale = watcher(code, program.game.procs[FINALE].body) if FINALE in program.game.procs else None

    def play(seed: int, game: int) -> Watched:
        match = Match(program, seed, game=game)
        runner, asked = match.runner, 0
        seats = [Dice(stream(seed, game, seat)) for seat in range(program.players + 1)]
        while (question := runner.question) is not None:
            asked += 1
            runner.answer(seats[question.seat].below(len(question.options)))
        if finale is not None:
            finale(runner.s)
        return seen(watch, match, asked)

    return play


def seen(watch: Watch, match: Match, asked: int) -> Watched:
    """A match that is over, as it was watched."""
    code, s = match.runner.code, match.runner.s
    scores = [score[0] if watch.totals.scored else 0 for score in all_scores(match.runner, s)]
    offered = [len(event.options) for event in match.events if isinstance(event, Chose)]
    real = [number for number in offered if number > 1]
    about = scores, match.winners, asked, len(offered) - len(real), len(real), sum(real)
    marks = noted(code, s, "marks")
    return Watched(*about, counts(code, s, watch.totals.cells), noted(code, s, "samples"), marks)


# ---------------------------------------------------------------- generated code


def generated(watch: Watch) -> Chunk:
    """Generated Python; a game that is trouble is played by the reference."""
    from rulelang.native.python_engines import Engines
    from rulelang.native.python_steps import Build
    from rulelang.native.run import prepared

    build = Build(statistics=watch.totals)
    engines = Engines(partial(prepared, watch.program, build), build, True)
    meaning: list[Play] = []

    def play(seed: int, game: int) -> Watched:
        found = engines.play(seed, game)
        if found is not None:
            return as_watched(watch, found)
        if not meaning:
            meaning.append(reference_play(watch))
        return meaning[0](seed, game)

    return one_by_one(watch, play)


def as_watched(watch: Watch, told: Any) -> Watched:
    scores, winners, asked, _, _, _, (cells, samples, marks, (forced, real, options)) = told
    first = [score[0] if watch.totals.scored else 0 for score in scores]
    return Watched(first, winners, asked, forced, real, options, cells, samples, marks)


def text_of(watch: Watch) -> str:
    """The C text of a program that is watched."""
    from rulelang.native.c import c_text
    from rulelang.native.python_steps import Build
    from rulelang.native.run import prepared

    build = Build(statistics=watch.totals)
    return c_text(prepared(watch.program, build), build)


def compiled(watch: Watch) -> Chunk:
    """Generated C adds up by itself; games that are trouble are played by the reference."""
    from rulelang.sim.kept import kept_library

    tally = kept_library(watch, lambda: text_of(watch)).rulelang_tally
    tally.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p]
    tally.restype = ctypes.c_int64
    meaning: list[Chunk] = []
    pairs = (ctypes.c_int64 * (2 * watch.totals.width))()

    def chunk(seed: int, first: int, games: int) -> Tally:
        found = Tally()
        for start in range(first, first + games, CHUNK):
            some = min(CHUNK, first + games - start)
            again = (ctypes.c_int64 * (some + 1))()
            number = tally(fold(seed), start, some, pairs, again)
            numbers = pairs[: 2 * number]
            found.add(Tally(dict(zip(numbers[::2], numbers[1::2]))))
            for game in again[1 : again[0] + 1]:
                if not meaning:
                    meaning.append(interpreted(watch))
                found.add(meaning[0](seed, game, 1))
        return found

    return chunk
