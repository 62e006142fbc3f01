"""Plays many games on generated code with the invariants built in: `Sweep(rules, tables).play(seed, number)`.

Game number n of a seed is the same on every machine: it is played at table n, modulo their number, by players who
choose at random. If generated code cannot finish a game, the reference replays it and says what is wrong; that game is
then made explicit as a plan, with every draw and every answer, so that it can be shrunk.
"""

from __future__ import annotations

import contextlib
import time

import attrs

from rulelang.base.rng import Dice, stream
from rulelang.engine.errors import RuleError
from rulelang.engine.match import Match
from rulelang.engine.runner import Draw
from rulelang.native.build import Build
from rulelang.native.host.playout import Play, generated_python
from rulelang.native.host.select import fastest
from rulelang.native.plan.nodes import Unsupported
from rulelang.play.match import Game
from rulelang.prove.plan import Plan, deviations
from rulelang.prove.tables import Rules, Table

COMPILING = 1.5  # seconds of work that making a C program is worth


@attrs.define
class Sweep:
    """The tables that are played at, each with an engine that is made when it is first needed.

    Generated Python is there at once, and C takes some seconds to compile: it pays where the first game tells that
    the others would take longer.
    """

    rules: Rules
    tables: list[Table]
    games: int = 0
    """How many are to be played in all."""
    slow: bool = False
    """Is it known that they are long?"""
    engines: dict[Table, Play] = attrs.Factory(dict)

    def play(self, seed: int, number: int) -> tuple[int, Plan | None]:
        """Game number so-and-so of a seed: how many answers it took, and its plan if it breaks."""
        table = self.tables[number % len(self.tables)]
        game = self.rules.game(table)
        assert game is not None
        first = table not in self.engines
        if first:
            self.engines[table] = self.quick_to_make(game)
        try:
            began = time.process_time()
            asked = self.engines[table](seed, number).asked
            if first and not self.slow and (time.process_time() - began) * self.games / len(self.tables) > COMPILING:
                self.engines[table] = fastest(game.program, Build(invariants=True), quick=True)[0]
            return asked, None
        except Exception:  # whatever it is: the plan is played under the eyes of `play`, which knows all faults
            plan = random_plan(game, table, seed, number)
            return plan.stop or 0, plan

    def quick_to_make(self, game: Game) -> Play:
        if not self.slow:
            with contextlib.suppress(Unsupported):
                return generated_python(game.program, Build(invariants=True))
        return fastest(game.program, Build(invariants=True), quick=True)[0]


def plain_tables(tables: list[Table], most: int = 4) -> list[Table]:
    """Tables without variants and options, or with what all of them have: one for each number of players."""
    least = min(len(each.options) + len(each.variants) for each in tables)
    return [each for each in tables if len(each.options) + len(each.variants) == least][:most]


def random_plan(game: Game, table: Table, seed: int, number: int) -> Plan:
    """A game of players who choose at random, as far as it comes: every draw and every answer."""
    chance, *seats = [Dice(stream(seed, number, seat)) for seat in range(game.players + 1)]
    draws, answers = list[int](), list[int]()

    def outcome(draw: Draw) -> int:
        draws.append(chance.below(draw.n))
        return draws[-1]

    try:
        runner = Match(game.program, seed, game=number, chance=outcome).runner
        while (question := runner.question) is not None:
            answers.append(seats[question.seat - 1].below(len(question.options)))
            runner.answer(answers[-1])
    except RuleError:
        pass
    return Plan(table, draws=deviations(draws), choices=deviations(answers), stop=len(answers))
