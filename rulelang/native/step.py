"""Games that stop at each question, on a chosen engine, for bots and for other libraries.

    tables = stepper(program)
    table = tables.start(seed=7)
    while not table.over:
        table.choose(0)  # one of range(table.options), for table.seat

Chance is that of the seed, answers come from the caller. Questions, options and their order are those of the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.engine.ending import all_scores
from rulelang.engine.errors import IllegalChoice
from rulelang.engine.match import Match
from rulelang.native.plan import Unsupported
from rulelang.native.python_engines import LEVELS
from rulelang.native.python_step import Walk, python_walks
from rulelang.native.python_steps import Build
from rulelang.native.run import prepared
from rulelang.native.support import TROUBLES
from rulelang.program import Program

Past = tuple[Any, int] | None
"""The answers so far, the last one outside; copies share it."""

REFERENCE = len(LEVELS)


class Table:
    """A game that waits for an answer. `seat` is 0 and `options` is 0 when it is over; scores and winners are empty
    until then. `asked`: how many questions have been answered.
    """

    __slots__ = ("asked", "game", "level", "options", "past", "scores", "seat", "seed", "stepper", "walk", "winners")

    def __init__(self, stepper: Stepper, seed: int, game: int) -> None:
        self.stepper, self.seed, self.game = stepper, seed, game
        self.past: Past = None
        self.asked = self.seat = self.options = 0
        self.scores: tuple[tuple[Any, ...], ...] = ()
        self.winners: tuple[int, ...] = ()
        self.walk: Walk | None = None
        self.level = stepper.first

    @property
    def over(self) -> bool:
        return not self.seat

    def choose(self, index: int) -> None:
        """Answers the open question. What is not offered is refused, what the rules cannot do is told as a RuleError;
        neither changes anything.
        """
        self.check(index)
        if self.walk is None:
            self.replay(())
        try:
            self.advance(index)
        except TROUBLES:
            self.level += 1
            self.replay((index,))
        self.past = (self.past, index)
        self.asked += 1

    def check(self, index: int) -> None:
        if index.__class__ is int and 0 <= index < self.options:
            return
        if self.over:
            raise IllegalChoice("the game is over: nobody is asked")
        raise IllegalChoice(f"P{self.seat} has options 0 to {self.options - 1}, not {index!r}")

    def advance(self, index: int | None) -> None:
        """To the next question."""
        assert self.walk is not None
        walk, self.walk = self.walk, None
        try:
            self.seat, self.options = walk.send(index)  # type: ignore[arg-type]
        except StopIteration as end:
            self.seat = self.options = 0
            self.scores, self.winners = end.value
        self.walk = walk

    def replay(self, more: tuple[int, ...]) -> None:
        """Plays the game again from its beginning; if that is trouble, on an engine that is more careful."""
        while True:
            self.walk = self.stepper.walks(self.level)(self.seed, self.game)
            try:
                for answer in (None, *self.answers, *more):
                    self.advance(answer)
                return
            except TROUBLES:
                self.level += 1
                if self.level > REFERENCE:
                    raise

    @property
    def answers(self) -> list[int]:
        """All answers so far."""
        found, past = [], self.past
        while past is not None:
            past, index = past
            found.append(index)
        return found[::-1]

    def clone(self) -> Table:
        """The same game once more. Generated Python cannot be copied: it is played again when the copy goes on."""
        other = Table.__new__(Table)
        for name in Table.__slots__:
            setattr(other, name, getattr(self, name))
        other.walk = None
        return other


class Stepper:
    """Makes tables. Engines are made when they are first needed; `first` is the boldest that is used."""

    def __init__(self, program: Program, first: int = 0) -> None:
        self.program, self.first = program, first
        self.made: dict[int, Callable[[int, int], Walk]] = {}
        self.walks(first)

    def walks(self, level: int) -> Callable[[int, int], Walk]:
        if level not in self.made:
            self.made[level] = self.make(level)
        return self.made[level]

    def make(self, level: int) -> Callable[[int, int], Walk]:
        if level >= REFERENCE:
            return lambda seed, game: reference_walk(self.program, seed, game)
        return python_walks(prepared(self.program, Build(step=True)), level)

    def start(self, seed: int, game: int = 0) -> Table:
        """Game number so-and-so of a seed, at its first question."""
        table = Table(self, seed, game)
        table.replay(())
        return table


def reference_walk(program: Program, seed: int, game: int) -> Walk:
    """The meaning, in the same form."""
    runner = Match(program, seed, game=game).runner
    while (question := runner.question) is not None:
        index = yield question.seat, len(question.options)
        runner.answer(index)
    return all_scores(runner, runner.s), runner.state.winners


def stepper(program: Program, engine: str = "auto") -> Stepper:
    """What makes tables of a program: on generated Python or the reference."""
    if engine == "reference":
        return Stepper(program, REFERENCE)
    try:
        return Stepper(program)
    except Unsupported:
        if engine == "python":
            raise
        return Stepper(program, REFERENCE)
