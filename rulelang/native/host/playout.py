"""Playouts: games played to their end by players who choose at random, on a chosen engine, all with the same results.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from typing import Any

import attrs

from rulelang.base.rng import Dice, fold, stream
from rulelang.engine.ending import all_scores
from rulelang.engine.match import Match
from rulelang.native.build import Build
from rulelang.native.c.module import c_text
from rulelang.native.host.cc import compiler, library
from rulelang.native.host.tiers import Engines
from rulelang.native.passes.dead_stores import drop_dead, sink
from rulelang.native.plan.nodes import Plan
from rulelang.native.plan.program import plan_of
from rulelang.program import COUNTER, Program
from rulelang.program.events import Chose, Drew

Choice = tuple[int, int, int]


@attrs.frozen
class Outcome:
    """How a game ended. `scores`: by seat, its value for each criterion. `counters`: words taken from the table's
    stream and from each seat's. Only traced builds keep `choices` (seat, index, number of options) and `draws` (of how
    many, which).
    """

    scores: tuple[tuple[Any, ...], ...]
    winners: tuple[int, ...]
    asked: int
    counters: tuple[int, ...]
    choices: tuple[Choice, ...] = ()
    draws: tuple[tuple[int, int], ...] = ()


Play = Callable[[int, int], Outcome]
"""Plays a game: of this seed, number so-and-so of a run."""


def reference(program: Program, traced: bool = False) -> Play:
    """The reference engine, driven by players who choose at random."""

    def play(seed: int, game: int) -> Outcome:
        match = Match(program, seed, game=game)
        seats = [Dice(stream(seed, game, seat)) for seat in range(program.players + 1)]
        runner, asked = match.runner, 0
        while (question := runner.question) is not None:
            asked += 1
            runner.answer(seats[question.seat].below(len(question.options)))
        counters = (runner.s[COUNTER], *(each.counter for each in seats[1:]))
        scores = all_scores(runner, runner.s)
        kept = traces(match) if traced else ((), ())
        return Outcome(scores, match.winners, asked, counters, *kept)

    return play


def traces(match: Match) -> tuple[tuple[Choice, ...], tuple[tuple[int, int], ...]]:
    """The asked choices and the draws of a match."""
    choices = [
        (event.seat, event.taken, len(event.options))
        for event in match.events
        if isinstance(event, Chose) and event.asked
    ]
    draws = [(event.n, event.outcome) for event in match.events if isinstance(event, Drew)]
    return tuple(choices), tuple(draws)


def prepare_plan(program: Program, build: Build) -> Plan:
    """The plan of a program, without what nothing reads."""
    plan = plan_of(program, build.watched)
    if not build.invariants:
        if not build.watched:
            drop_dead(plan)
        sink(plan, build.watched)
    return plan


def generated_python(program: Program, build: Build | None = None, numpy: bool = True) -> Play:
    """Generated Python; if a game bails out, the reference plays it and says what is wrong.

    With `numpy`, if it is installed, the random numbers of many games are generated at once.
    """
    build = build or Build()
    engines = Engines(partial(prepare_plan, program, build), build, numpy)
    meaning = reference(program, build.traced)

    def play(seed: int, game: int) -> Outcome:
        found = engines.play(seed, game)
        if found is None:
            play.bails += 1  # type: ignore[attr-defined]
            return meaning(seed, game)
        scores, winners, asked, counters, choices, draws = found
        return Outcome(scores, winners, asked, counters, tuple(choices), tuple(draws))

    play.bails = 0  # type: ignore[attr-defined]
    play.engines = engines  # type: ignore[attr-defined]
    return play


def generated_c(program: Program, build: Build | None = None, quick: bool = False) -> Play:
    """Generated C; `quick` compiles faster, for few games. Raises Unsupported for rules that it does not support, and
    NoCompiler if there is no compiler.
    """
    compiler()  # without one, no text need be made
    build = build or Build()
    plan = prepare_plan(program, build)
    games = Games(program, library(c_text(plan, build), quick), build)

    def play(seed: int, game: int) -> Outcome:
        found = games.run(seed, game, 1)
        play.bails = games.bails  # type: ignore[attr-defined]
        return found[0]

    play.bails = 0  # type: ignore[attr-defined]
    play.many = games.run  # type: ignore[attr-defined]
    play.raw = games.raw  # type: ignore[attr-defined]
    play.width = games.width  # type: ignore[attr-defined]
    return play


class Games:
    """A compiled program. `raw` plays many games at once and returns the raw numbers."""

    def __init__(self, program: Program, lib: ctypes.CDLL, build: Build) -> None:
        self.program, self.lib, self.build = program, lib, build
        lib.rulelang_play.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p]
        lib.rulelang_play.restype = None
        lib.rulelang_width.restype = ctypes.c_int64
        self.width = lib.rulelang_width()
        self.meaning = reference(program, build.traced)
        self.bails = 0

    def raw(self, seed: int, first: int, number: int) -> ctypes.Array[ctypes.c_int64]:
        out = (ctypes.c_int64 * (self.width * number))()
        self.lib.rulelang_play(fold(seed), first, number, out)
        return out

    def run(self, seed: int, first: int, number: int) -> list[Outcome]:
        """Plays games; those that bail out are played by the reference."""
        out, found = self.raw(seed, first, number), []
        for game in range(number):
            row = out[game * self.width : (game + 1) * self.width]
            if row[0]:
                self.bails += 1
                found.append(self.meaning(seed, first + game))
            else:
                found.append(self.outcome(row))
        return found

    def outcome(self, row: list[int]) -> Outcome:
        players = self.program.players
        winners = tuple(seat for seat in self.program.seats if row[2] >> seat & 1)
        rest, criteria = row[4 + players :], (self.width - 4 - players) // players
        scores = tuple(tuple(rest[at * criteria : (at + 1) * criteria]) for at in range(players))
        kept = (self.numbers("choices", 3), self.numbers("draws", 2)) if self.build.traced else ((), ())
        return Outcome(scores, winners, row[1], tuple(row[3 : 4 + players]), *kept)

    def numbers(self, name: str, width: int) -> Any:
        """What a traced build has recorded of the last game."""
        at = ctypes.POINTER(ctypes.c_int64)()
        call = getattr(self.lib, f"rulelang_{name}")
        call.restype = ctypes.c_int64
        size = call(ctypes.byref(at))
        return tuple(tuple(at[row * width + k] for k in range(width)) for row in range(size))
