"""Tables: games that wait for an answer, on generated Python or on the reference."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import attrs

from rulelang.base.rng import Dice, stream
from rulelang.engine.ending import all_scores
from rulelang.engine.errors import GivenUp, IllegalChoice
from rulelang.engine.match import Match
from rulelang.native.build import Build
from rulelang.native.host.playout import prepare_plan
from rulelang.native.host.tiers import BOLD, CAREFUL, LEVELS, PATIENCE
from rulelang.native.host.walk import Chance, Walk, python_walks
from rulelang.native.rt.py.support import FAILURES
from rulelang.program import COUNTER, KEY, Program

Event = int | tuple[int, int]
"""An answer; or the seed and number that chance was turned to."""
Past = tuple[Any, Event] | None
"""All that has happened, the last event outside; copies share it."""

REFERENCE = len(LEVELS)


@attrs.frozen
class End:
    """How a game has ended, and after how many questions."""

    scores: tuple[tuple[Any, ...], ...]
    winners: tuple[int, ...]
    asked: int


class Table:
    """A game that waits for an answer. `seat` is 0 and `options` is 0 when it is over; scores and winners are empty
    until then. `asked`: how many questions have been answered.
    """

    __slots__ = (
        *("stepper", "seed", "game", "past", "asked"),
        *("seat", "options", "scores", "winners"),
        *("walk", "chance", "level"),
    )

    def __init__(self, stepper: Stepper, seed: int, game: int) -> None:
        self.stepper, self.seed, self.game = stepper, seed, game
        self.past: Past = None
        self.asked = self.seat = self.options = 0
        self.scores: tuple[tuple[Any, ...], ...] = ()
        self.winners: tuple[int, ...] = ()
        self.walk: Walk | None = None
        self.chance: Chance | None = None
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
        except FAILURES:
            self.stepper.note_give_up(self.level)
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
        """Plays the game again from its beginning; if that bails out, on an engine that is more careful."""
        while True:
            self.chance = Chance(self.seed, self.game)
            self.walk = self.stepper.walks(self.level)(self.chance)
            try:
                for answer in (None, *self.events, *more):
                    if isinstance(answer, tuple):
                        self.chance.turn(*answer)
                    else:
                        self.advance(answer)
                return
            except FAILURES:
                if self.level >= REFERENCE:
                    raise
                self.stepper.note_give_up(self.level)
                self.level += 1

    @property
    def events(self) -> list[Event]:
        """All answers so far, and where chance was turned."""
        found, past = list[Event](), self.past
        while past is not None:
            past, event = past
            found.append(event)
        return found[::-1]

    @property
    def answers(self) -> list[int]:
        """All answers so far."""
        return [event for event in self.events if isinstance(event, int)]

    def turn(self, seed: int, game: int = 0) -> None:
        """Takes all further chance from another seed."""
        if self.walk is not None and self.chance is not None:
            self.chance.turn(seed, game)
        self.past = (self.past, (seed, game))

    def rollout(self, seed: int, game: int = 0) -> End:
        """How the game would end if players chose at random from here on, with chance and answers from this seed."""
        table = self.clone()
        if not table.over:
            table.turn(seed, game)
        seats = [Dice(stream(seed, game, seat)) for seat in range(self.stepper.program.players + 1)]
        while table.seat:
            table.choose(seats[table.seat].below(table.options))
        return End(table.scores, table.winners, table.asked)

    def clone(self) -> Table:
        """A copy of the game. Generated Python cannot be copied: the copy replays the game when it continues."""
        return self.copy_to(Table.__new__(Table))

    def __copy__(self) -> Table:
        return self.clone()

    def __deepcopy__(self, memo: Any) -> Table:
        return self.clone()

    def __reduce__(self) -> Any:
        raise TypeError("a table cannot be pickled: keep its seed, its game and its answers, and play them again")

    def copy_to(self, other: Table) -> Table:
        """Copies all but the walk."""
        other.stepper, other.seed, other.game, other.level = self.stepper, self.seed, self.game, self.level
        other.past, other.asked, other.seat, other.options = self.past, self.asked, self.seat, self.options
        other.scores, other.winners = self.scores, self.winners
        other.walk = other.chance = None
        return other


class Stepper:
    """Makes tables. Engines are created when they are first needed; `first` is the boldest that is used, `last` the
    most careful: what that cannot do raises GivenUp. `why`: one line that says why it is not C, if it is not.
    """

    build = Build(step=True)
    last = REFERENCE

    def __init__(self, program: Program, first: int = BOLD, why: str = "") -> None:
        self.program, self.first, self.why = program, first, why
        self.made = {first: self.make(first)}
        self.games = self.given_up = 0

    def walks(self, level: int) -> Callable[[Chance], Walk]:
        if level > self.last:
            raise GivenUp
        if level not in self.made:
            self.made[level] = self.make(level)
        found = self.made[level]
        assert found is not None
        return found

    def make(self, level: int) -> Callable[[Chance], Walk] | None:
        """What begins a game on an engine; none if that is not done in Python."""
        if level >= REFERENCE:
            return partial(reference_walk, self.program)
        return python_walks(prepare_plan(self.program, self.build), self.build, level)

    def start(self, seed: int, game: int = 0) -> Table:
        """This game of a seed, at its first question."""
        self.games += 1
        table = Table(self, seed, game)
        table.replay(())
        return table

    def note_give_up(self, level: int) -> None:
        """Stops using an engine that gives up often."""
        self.given_up += level == self.first
        if self.first in LEVELS and self.given_up > PATIENCE + self.games // 8:
            self.first, self.given_up = self.first + 1, 0


class Strict(Stepper):
    """Makes tables that bail out wherever the reference would find a rule broken, including invariants; explaining it
    is up to others.
    """

    build = Build(step=True, invariants=True)
    last = CAREFUL


def reference_walk(program: Program, chance: Chance) -> Walk:
    """The reference engine, in the same form."""
    runner, turns = Match(program, chance.seed, game=chance.game).runner, 0
    while (question := runner.question) is not None:
        index = yield question.seat, len(question.options)
        if chance.turns != turns:
            turns = chance.turns
            runner.s[KEY], runner.s[COUNTER] = chance.key, 0
        runner.answer(index)
    return all_scores(runner, runner.s), runner.state.winners
