"""Plays many games on generated code with the invariants in it: `Sweep(rules, tables).play(seed, number)`.

Game number n of a seed is the same on every machine: it is played at table n, round and round, by players who choose at
random. What generated code cannot finish is played again by the reference, which says what is wrong; that game is then
written out as a plan, with every draw and every answer, so that it can be made smaller.
"""

from __future__ import annotations

import contextlib

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
from rulelang.prove.plan import Deviations, Plan
from rulelang.prove.tables import Rules, Table


@attrs.define
class Sweep:
    """The tables that are played at, each with an engine that is made when it is first needed.

    Generated Python is there at once, and C takes a second to compile: it pays for games that are `slow`.
    """

    rules: Rules
    tables: list[Table]
    slow: bool = False
    engines: dict[Table, Play] = attrs.Factory(dict)

    def play(self, seed: int, number: int) -> tuple[int, Plan | None]:
        """Game number so-and-so of a seed: how many answers it took, and its plan if it breaks."""
        table = self.tables[number % len(self.tables)]
        game = self.rules.game(table)
        assert game is not None
        if table not in self.engines:
            self.engines[table] = self.engine(game)
        try:
            return self.engines[table](seed, number).asked, None
        except Exception:  # whatever it is: the plan is played under the eyes of `play`, which knows all faults
            plan = written(game, table, seed, number)
            return plan.stop or 0, plan


    def engine(self, game: Game) -> Play:
        build = Build(invariants=True)
        if not self.slow:
            with contextlib.suppress(Unsupported):
                return generated_python(game.program, build)
        return fastest(game.program, build, quick=True)[0]


def plain_tables(tables: list[Table], most: int = 4) -> list[Table]:
    """Tables without variants and options, or with what all of them have: one for each number of players."""
    least = min(len(each.options) + len(each.variants) for each in tables)
    return [each for each in tables if len(each.options) + len(each.variants) == least][:most]


def written(game: Game, table: Table, seed: int, number: int) -> Plan:
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


def deviations(values: list[int]) -> Deviations:
    """What is not the first outcome or option, by its number."""
    return tuple((at, value) for at, value in enumerate(values) if value)
