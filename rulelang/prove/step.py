"""The step in which a game broke, replayed with every statement and draw recorded.

`retrace` replays an outcome up to its last answer, then plays that answer with every instruction recorded. It returns
what happened on the way – draws and answers, in order – and, for the last step, the rule lines that ran and the table
at the moment it broke.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulelang.base.source import Span
from rulelang.engine.data import everything
from rulelang.engine.match import Decision
from rulelang.engine.runner import Code, Draw, Instruction, Runner, Slots
from rulelang.engine.start import code_of, first_slots
from rulelang.engine.state import State
from rulelang.play.match import Game
from rulelang.program.events import Event
from rulelang.prove.plan import chance
from rulelang.prove.play import STEPS, Outcome


@attrs.frozen
class Happened:
    """A draw (`seat` 0) or an answer: what it was about, and what it gave. `plain`: it was the first there was."""

    seat: int
    about: str
    text: str
    plain: bool
    number: int = -1
    outcome: int = 0


@attrs.define
class Step:
    """What happened in the whole game; of its last step the places in the rules as they ran, the events, and the
    slots when it broke.
    """

    happened: list[Happened] = attrs.Factory(list)
    places: list[Span] = attrs.Factory(list)
    events: list[Event] = attrs.Factory(list)
    slots: Slots = attrs.Factory(list)
    error: Exception | None = None

    @property
    def draws(self) -> dict[str, int]:
        """Every draw, as a record has them."""
        return {str(each.number): each.outcome for each in self.happened if not each.seat}


def retrace(game: Game, outcome: Outcome) -> Step:
    """Plays an outcome again; what breaks is kept, not raised."""
    step, code = Step(), code_of(game.program)
    runner = Runner(code, first_slots(code, 0), None, STEPS)
    runner.chance = note_draws(step, game, runner, chance(outcome.plan))
    try:
        if not outcome.taken:
            watch(runner, step)
        runner.advance()
        for number, index in enumerate(outcome.taken, 1):
            assert runner.question is not None
            note_answer(step, Decision(game.program, runner.s, runner.question), index)
            if number == len(outcome.taken):
                watch(runner, step)
            runner.s = runner.s.copy()
            runner.answer(index)
    except Exception as error:
        step.error = error
    step.slots, step.events = runner.s, runner.events[len(step.events) :]
    return step


def watch(runner: Runner, step: Step) -> None:
    """From here on every instruction that runs is noted."""
    step.events = runner.events.copy()
    if runner.question is not None:
        step.places.append(runner.question.span)
    runner.instructions = trace(runner.code, step.places.append)


def trace(code: Code, note: Callable[[Span], None]) -> list[Instruction]:
    """The same instructions; each tells its place before it runs."""

    def telling(instruction: Instruction, span: Span) -> Instruction:
        def run(r: Runner, s: Slots) -> int:
            note(span)
            return instruction(r, s)

        return run

    return [telling(each, span) for each, span in zip(code.instructions, code.spans)]


def note_draws(step: Step, game: Game, runner: Runner, usual: Callable[[Draw], int]) -> Callable[[Draw], int]:
    """Chance as it was; what each draw gave is put down in words."""

    def outcome(draw: Draw) -> int:
        made = usual(draw)
        namer = everything(State(game.program, runner.s))
        text = game.answers.text(draw.candidates[made], draw.type, namer)
        step.happened.append(Happened(0, draw.what, text, made == 0, draw.number, made))
        return made

    return outcome


def note_answer(step: Step, decision: Decision, index: int) -> None:
    option = decision.options[index]
    step.happened.append(Happened(decision.seat, decision.name, str(option.value), index == 0, -1, index))
