"""Plays a match: keeps the answers that were given, and decides which engine plays them.

The reference defines what a match means, and everything visible comes from it. While nobody looks, generated Python
plays the answers, several times as fast: it knows only who is asked, how many options there are and how the game ends.
When somebody looks, the reference catches up; so each engine plays an answer at most once. What generated code cannot
do, including wrong rules, the reference does at once.

Which engine plays the next answer is decided by counting: it never depends on a clock, and affects nothing but speed.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulelang.engine.errors import GivenUp
from rulelang.engine.match import Decision, Option, Options
from rulelang.engine.match import Match as Core
from rulelang.engine.runner import Question
from rulelang.engine.state import State
from rulelang.program import Program

if TYPE_CHECKING:
    from rulelang.native.host.table import Stepper, Table

PAYS = 2000  # answers to a game that nobody looked at, before code is made for it, which takes as long as these took
PACE = 8  # answers that generated code plays again while the reference plays about one or two


class Shortcut:
    """The generated code of a program: not created before it pays off, nor for rules that it does not support."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.stepper: Stepper | None = None
        self.unseen = 0
        self.tried = False
        self.copies: list[Executor] = []
        """The last two copies of a match that were made."""

    def ready(self) -> bool:
        """Is there such code? Called for each answer that nobody has looked at so far."""
        self.unseen += 1
        if not self.tried and self.unseen > PAYS:
            self.make()
        return self.stepper is not None

    def make(self) -> None:
        from rulelang.native.host.table import Strict
        from rulelang.native.plan.nodes import Unsupported

        self.tried = True
        with suppress(Unsupported):  # the reference takes everything
            self.stepper = Strict(self.program)

    def note_copy(self, executor: Executor) -> None:
        """Notes a copy. A caller that has played two copies to their end will do so again: generated code plays the
        next one at once.
        """
        if len(self.copies) == 2 and all(copy.is_far for copy in self.copies):
            executor.unseen = 1 + executor.began // PACE
        self.copies = [*self.copies[-1:], executor]

    def start(self, seed: int, game: int) -> Table:
        """A table at its first question; raises GivenUp if there is none or it does not get there."""
        if self.stepper is None:
            raise GivenUp
        return self.stepper.start(seed, game)


@lru_cache(maxsize=64)
def shortcut(program: Program) -> Shortcut:
    """The generated code of a program, made once."""
    return Shortcut(program)


class Executor:
    """Plays the answers of a match. Without a shortcut the reference plays all of them."""

    def __init__(self, program: Program, seed: int, game: int, shortcut: Shortcut | None) -> None:
        self.program, self.seed, self.game, self.shortcut = program, seed, game, shortcut
        self.core: Core | None = None
        self.answers: list[int] = []
        """Only ever added to: whoever goes back begins a new list."""
        self.began = 0
        """How many answers it was made with."""
        self.table: Table | None = None
        self.lead: Table | None = None
        """The table, while the reference is behind it."""
        self.unseen = 0
        """How many answers were given since somebody looked; the beginning counts as one."""
        self.shown: Decision | None = None

    @classmethod
    def begin(cls, program: Program, seed: int, game: int) -> Executor:
        """A match that begins, with chance from its seed."""
        executor = cls(program, seed, game, shortcut(program))
        executor.unseen = 1
        try:
            executor.table = executor.lead = shortcut(program).start(seed, game)
        except GivenUp:
            executor.catch_up()
        return executor

    @classmethod
    def of(cls, core: Core, shortcut: Shortcut | None = None) -> Executor:
        """A match that goes on from where the reference stands."""
        executor = cls(core.program, core.seed, core.game, shortcut)
        executor.core, executor.answers = core, core.answers
        executor.began = len(executor.answers)
        return executor

    # ------------------------------------------------------------ what the reference tells

    def look(self) -> Core:
        """The reference, where the match stands."""
        self.unseen = 0
        return self.catch_up()

    def catch_up(self) -> Core:
        if self.core is None:
            self.core = Core(self.program, self.seed, game=self.game, guarded=True)
        while (number := len(self.core.history)) < len(self.answers):
            self.core.choose(self.answers[number])
        self.lead = None
        return self.core

    def question(self, line: list[int], number: int) -> tuple[State, Question | None]:
        """The state after a number of answers of a line, and the question that was open."""
        core = self.look()
        if self.answers is not line and self.answers[:number] != line[:number]:
            core = Core(self.program, self.seed, game=self.game, guarded=True)
            for index in line[:number]:
                core.choose(index)
        if number == len(core.history):
            return core.state, core.runner.question
        moment = core.history[number]
        return State(self.program, moment.slots), moment.question

    # ------------------------------------------------------------ what can be told unseen

    @property
    def decision(self) -> Decision | None:
        """The question that is open, None when the game is over."""
        if self.shortcut is None:
            return self.catch_up().decision
        if self.shown is None:
            if self.lead is not None:
                self.shown = Unseen(self, self.lead.seat, self.lead.options) if self.lead.seat else None
            elif (question := self.catch_up().runner.question) is not None:
                self.shown = Unseen(self, question.seat, len(question.options))
        return self.shown

    @property
    def over(self) -> bool:
        return self.lead.over if self.lead is not None else self.catch_up().over

    @property
    def winners(self) -> tuple[int, ...]:
        return self.lead.winners if self.lead is not None else self.catch_up().winners

    @property
    def scores(self) -> dict[int, Any]:
        if self.lead is None or not self.lead.over:
            return self.look().scores
        return {seat: score[0] if score else None for seat, score in zip(self.program.seats, self.lead.scores)}

    # ------------------------------------------------------------ playing

    def choose(self, answer: Option | int) -> None:
        """Answers the open question. Raises what the reference raises, and then changes nothing."""
        index = self.index(answer)
        table, self.lead = self.lead, None
        try:
            table = table or self.fast_table()
            if table is not None:
                table.choose(index)
        except GivenUp:
            table = self.table = self.shortcut = None
        if table is None:
            self.catch_up().choose(index)
        self.answers.append(index)
        self.lead, self.shown = table, None
        self.unseen += 1

    def index(self, answer: Option | int) -> int:
        """The index of an answer; if the number of options is not enough to tell, the reference decides."""
        shown = self.shown or self.decision
        if shown.__class__ is Unseen:
            index = answer.index if answer.__class__ is Option and answer.decision is shown else answer
            if index.__class__ is int and 0 <= index < shown.count:
                return index
        return self.catch_up().index(answer)

    def fast_table(self) -> Table | None:
        """The table, caught up, if enough answers were given unseen for this to pay off."""
        if self.table is not None and self.table.asked > len(self.answers):
            self.table = None  # it was given an answer, and then somebody interrupted
        if self.shortcut is None or not self.unseen or not self.shortcut.ready():
            return None
        since = 0 if self.table is None else self.table.asked
        if len(self.answers) - since >= PACE * self.unseen:
            return None
        self.table = self.table or self.shortcut.start(self.seed, self.game)
        for index in self.answers[since:]:
            self.table.choose(index)
        return self.table

    def back_to(self, number: int) -> None:
        """Takes back all answers but the first `number`."""
        if number < len(self.answers):
            self.answers, self.unseen, self.lead, self.shown = self.answers[:number], 0, None, None
            if self.table is not None and self.table.asked > number:
                self.table = None
        while self.core is not None and len(self.core.history) > number:
            self.core.undo()

    def clone(self) -> Executor:
        """Another executor that continues from here. Generated code cannot be copied, so the reference is."""
        executor = Executor.of(self.look().clone(), self.shortcut)
        if self.shortcut is not None:
            self.shortcut.note_copy(executor)
        return executor

    @property
    def is_far(self) -> bool:
        """Was it played on for so long that generated code paid?"""
        return len(self.answers) - self.began > self.began // PACE


class Unseen(Decision):
    """A question whose seat and number of options are known, and nothing else until somebody looks."""

    def __init__(self, executor: Executor, seat: int, count: int) -> None:
        self.executor, self.asked, self.count = executor, seat, count
        self.line, self.number = executor.answers, len(executor.answers)

    def __getattr__(self, name: str) -> Any:
        if name not in ("state", "question"):
            raise AttributeError(f"a decision has no attribute `{name}`")
        self.state, self.question = self.executor.question(self.line, self.number)  # type: ignore[assignment]
        return self.__dict__[name]

    @property
    def seat(self) -> int:
        return self.asked

    @property
    def options(self) -> Options:
        return Options(self, self.count)
