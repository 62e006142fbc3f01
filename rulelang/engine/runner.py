"""The machine: slots, events, chance, and the open question.

A program is a list of instructions: functions of the runner and the slots that return the number of the next
instruction. `advance` runs them until somebody must be asked or nothing is left to do. Everything that play depends on
is in the slots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from rulelang.base.limits import excess_of
from rulelang.base.rng import draw_below
from rulelang.base.source import Span
from rulelang.engine.errors import RuleError
from rulelang.engine.state import State
from rulelang.engine.unordered import Unordered
from rulelang.ir.types import Type
from rulelang.program import BLOCK_SEAT, COUNTER, DRAWS, KEY, PC, WORK, Program
from rulelang.program.events import Chose, Drew, Event

Slots = list[Any]
Instruction = Callable[["Runner", Slots], int]

STOP = -1  # instead of a next instruction: wait, or nothing left to do
PASS = "pass"  # the answer that declines


@attrs.frozen
class Draw:
    """An elementary chance event: draw `number` of the game, one of `n`. `candidates`: what the outcomes stand for."""

    number: int
    n: int
    what: str
    candidates: Sequence[Any]
    type: Type


Chance = Callable[[Draw], int | None]


def as_chance(chance: Any) -> Chance | None:
    """Outcomes as a function of the draw, from a function, a mapping by number, or a sequence."""
    if chance is None or callable(chance):
        return chance
    if isinstance(chance, Mapping):
        return lambda draw: chance.get(draw.number)
    outcomes = tuple(chance)
    return lambda draw: outcomes[draw.number] if draw.number < len(outcomes) else None


@attrs.define(eq=False)
class Question:
    """An open choice: who answers, what is offered, and how an answer is applied."""

    seat: int
    name: str
    options: tuple[Any, ...]
    secret: bool
    offer: Any
    """Where the choice comes from; it knows how to show an option (engine/offers.py)."""
    take: Callable[[Runner, Slots, Any], int]
    span: Span
    asked: bool = True
    """False where the engine answers by itself."""


@attrs.define(eq=False)
class Code:
    """A program ready to run. `entries`, `returns`: by procedure, its first instruction and its return slot."""

    program: Program
    instructions: list[Instruction]
    spans: list[Span]
    size: int
    entries: dict[str, int]
    extra: dict[str, Any]


class Runner:
    """Runs a program on some slots."""

    def __init__(self, code: Code, slots: Slots, chance: Chance | None = None, budget: int | None = None) -> None:
        self.code = code
        self.instructions = code.instructions
        self.program = code.program
        self.s = slots
        self.events: list[Event] = []
        self.chance = chance
        self.budget = code.program.limits.steps if budget is None else budget
        self.forced = False
        """Whether the script wants to see draws with a single outcome too. Only a test's script does."""
        self.stops = False
        """Whether to stop also where the engine would answer by itself. A test does, to see the options."""
        self.put: dict[int, int] = {}
        """By piece: the zone that a test has put it into."""
        self.lazy = False
        """Whether to draw the order of a shuffled zone only when it is needed. Only in trees (engine/unordered.py)."""
        self.resting = True
        """Whether invariants are tested at rest points."""
        self.guarded = False
        """Whether anybody is told what happens. Then the guards are tested (engine/guards.py)."""
        self.held: dict[int, tuple[Any, int]] = {}
        """By invariant: the values that it read when it last held, and the cost."""
        self.question: Question | None = None

    @property
    def state(self) -> State:
        return State(self.program, self.s)

    def advance(self) -> None:
        """Run until a question is open or play stops."""
        s, instructions, pc = self.s, self.instructions, self.s[PC]
        self.question = None
        at = pc
        try:
            for _ in range(self.budget):
                if pc < 0:
                    break
                at = pc
                pc = instructions[pc](self, s)
        except TypeError as error:
            raise RuleError("R613", self.code.spans[at]) from error
        except (RecursionError, MemoryError) as error:
            raise RuleError("R631", self.code.spans[at], **excess_of(error).parts) from None
        if pc >= 0:
            raise RuleError("R618", self.code.spans[at], budget=self.budget)
        s[WORK] = self.program.limits.items
        if len(self.events) > self.program.limits.events:
            self.code.extra["make"].meter.refuse("events", len(self.events), self.code.spans[at])

    def answer(self, index: int) -> None:
        """Take an option of the open question, and continue."""
        question = self.question
        assert question is not None
        try:
            self.s[PC] = self.take(question, index, question.asked)
        except TypeError as error:
            raise RuleError("R613", question.span) from error
        self.advance()

    def take(self, question: Question, index: int, asked: bool) -> int:
        """Record an answer; returns the next instruction."""
        value, s = question.options[index], self.s
        offer, sight = question.offer, self.code.extra["board"].sight
        shown = () if value is PASS else tuple([sight(s, piece) for piece in offer.pieces_of(value)])
        for piece in offer.named_together(s) if shown else ():
            shown = tuple([mask & sight(s, piece) for mask in shown])
        about = question.seat, question.name, question.options, index, asked, question.secret, shown
        self.events.append(Chose(question.span, s[BLOCK_SEAT], *about))
        return question.take(self, s, value)

    def loosen(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Pieces whose order is still to be drawn."""
        return Unordered(pieces, frozenset(pieces))

    def draw(self, n: int, what: str, candidates: Sequence[Any], type_: Type, span: Span) -> int:
        """One elementary draw: an outcome from 0 to n - 1. A single outcome needs no draw."""
        s = self.s
        number = s[DRAWS]
        if n == 1:
            if self.forced and self.chance is not None:
                self.chance(Draw(number, n, what, candidates, type_))
            return 0
        outcome = None if self.chance is None else self.chance(Draw(number, n, what, candidates, type_))
        if outcome is None:
            outcome, s[COUNTER] = draw_below(s[KEY], s[COUNTER], n)
        elif not 0 <= outcome < n:
            raise ValueError(f"draw {number} is one of {n}, counted from 0; {outcome} is none of them")
        s[DRAWS] = number + 1
        self.events.append(Drew(span, s[BLOCK_SEAT], number, n, outcome, what))
        return outcome
