"""A game that is being played: `decision`, `choose`, `events`, `undo`, `clone`.

    match = Match(program, seed=7)
    while decision := match.decision:
        match.choose(decision.options[0])
    match.winners

A state is a list of slots, and `choose` goes on with a copy of it: what a decision shows stays true after it is
answered, and undoing is taking the old list back. A decision's `name` is stable: the procedure and the variable
(`Declare.d`, `Trick.c`), or for actions the names of the menus (`Combination`, `Swaps+UseStore`); inside an action
it begins with the menu and the action (`TableCard.coffee_break.q`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, overload

import attrs

from rulelang.engine.ending import all_scores
from rulelang.engine.errors import IllegalChoice, RuleError
from rulelang.engine.runner import PASS, Question, Runner, Slots, as_chance
from rulelang.engine.start import code_of, first_slots
from rulelang.engine.state import State
from rulelang.program import BLOCK, BLOCK_SEAT, PC, Program
from rulelang.program.events import Began, Chose, Event


class Option:
    """An answer: `value` as a test block writes it, `label` for people, `raw` as the engine computes with it."""

    def __init__(self, decision: Decision, index: int) -> None:
        self.decision = decision
        self.index = index

    @cached_property
    def raw(self) -> Any:
        return self.decision.question.options[self.index]

    @cached_property
    def value(self) -> int | str:
        return PASS if self.raw is PASS else self.decision.question.offer.write(self.raw, self.decision.state)

    @cached_property
    def label(self) -> str:
        return PASS if self.raw is PASS else self.decision.question.offer.label(self.raw, self.decision.state)

    def __repr__(self) -> str:
        return f"Option({self.index}, {self.value!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and (self.index, self.raw) == (other.index, other.raw)

    def __hash__(self) -> int:
        return hash((self.index, self.raw))


class Options(Sequence[Option]):
    """The options of a decision, in canonical order; each is created on first access.

    They reference their decision, but it does not reference them. So there is no cycle, and all of it is freed as soon
    as nobody uses it: a server with many matches would otherwise wait for the garbage collector.
    """

    def __init__(self, decision: Decision, count: int) -> None:
        self.decision = decision
        self.size = count
        self.made: dict[int, Option] = {}

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, at: int) -> Option: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, at: int | slice) -> Option | tuple[Option, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        at = range(self.size)[at]
        option = self.made.get(at)
        if option is None:
            option = self.made[at] = Option(self.decision, at)
        return option

    def __iter__(self) -> Iterator[Option]:
        return map(self.__getitem__, range(self.size))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


class Decision:
    """A question to a seat: what is asked, and every option in canonical order, `pass` last."""

    data: dict[str, Any] | None = None
    """The question as data, cached once somebody has asked for it (`play/event_json.py`)."""

    def __init__(self, program: Program, slots: Slots, question: Question) -> None:
        self.state = State(program, slots)
        self.question = question

    @property
    def seat(self) -> int:
        return self.question.seat

    @property
    def name(self) -> str:
        return self.question.name

    @cached_property
    def prompt(self) -> str:
        prompt = self.question.offer.prompt
        return prompt(self.state.slots.copy()) if prompt else ""

    @property
    def options(self) -> Options:
        return Options(self, len(self.question.options))

    def __repr__(self) -> str:
        return f"Decision(P{self.seat}, {self.name!r}, {len(self.question.options)} options)"


@attrs.frozen
class Moment:
    """The state of a match before an answer."""

    slots: Slots
    events: int
    question: Question


class Match:
    """A program in play. `chance` may fix outcomes of draws: a function, a mapping by number, or a sequence."""

    def __init__(
        self,
        program: Program,
        seed: int = 0,
        chance: Any = None,
        game: int = 0,
        budget: int | None = None,
        runner: type[Runner] = Runner,
        guarded: bool = False,
    ) -> None:
        code = code_of(program)
        self.program = program
        self.seed = seed
        self.game = game
        self.runner = runner(code, first_slots(code, seed, game), as_chance(chance), budget)
        self.runner.guarded = guarded
        self.history: list[Moment] = []
        self.shown: Decision | None = None
        places = tuple((piece.id, piece.home) for piece in program.pieces)
        self.runner.events.append(Began(None, 0, places))
        self.runner.advance()

    # ------------------------------------------------------------ where it stands

    @property
    def state(self) -> State:
        return self.runner.state

    @property
    def events(self) -> list[Event]:
        return self.runner.events

    @property
    def answers(self) -> list[int]:
        """The answers to questions that were asked."""
        given = [self.events[moment.events] for moment in self.history]
        return [event.taken for event in given if isinstance(event, Chose)]

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty before the end."""
        return self.state.winners if self.over else ()

    @property
    def scores(self) -> dict[int, Any]:
        """The first criterion of `winner` for each seat; none where it cannot be computed yet."""
        try:
            scores = all_scores(self.runner, self.runner.s.copy())
        except (RuleError, TypeError):
            return dict.fromkeys(self.program.seats)
        return {seat: score[0] if score else None for seat, score in zip(self.program.seats, scores)}

    @property
    def decision(self) -> Decision | None:
        """The open question, None when the game is over; the same object until it is answered."""
        question, shown = self.runner.question, self.shown
        if question is None:
            return None
        if shown is None or shown.question is not question or shown.state.slots is not self.runner.s:
            shown = self.shown = Decision(self.program, self.runner.s, question)
        return shown

    @property
    def pending(self) -> list[Decision]:
        """All open questions: in a block also the first one of each later seat."""
        now = self.decision
        return [] if now is None else [now, *self.later()]

    def later(self) -> list[Decision]:
        """The first question of each seat that comes later in the open block, found on a copy."""
        opened = self.runner.s[BLOCK]
        if opened is None:
            return []
        seats, _, _, head, place = opened
        found = []
        for at in range(self.runner.s[place], len(seats)):
            probe = Runner(self.runner.code, self.runner.s.copy(), self.runner.chance, self.runner.budget)
            probe.s[place], probe.s[PC] = at, head
            try:
                probe.advance()
            except RuleError:
                continue  # the error is raised when this seat's turn comes
            if probe.question is not None and probe.s[BLOCK] is not None and probe.s[BLOCK_SEAT] == seats[at]:
                found.append(Decision(self.program, probe.s, probe.question))
        return found

    # ------------------------------------------------------------ playing

    def choose(self, answer: Option | int) -> None:
        """Answers the open question, by an option or its index. If the rules fail, nothing changes."""
        index = self.index(answer)
        question, before = self.runner.question, self.runner.s
        assert question is not None
        moment = Moment(before, len(self.events), question)
        self.runner.s = before.copy()
        try:
            self.runner.answer(index)
        except BaseException:
            self.back_to(moment)
            raise
        self.history.append(moment)

    def index(self, answer: Option | int) -> int:
        """The index of an answer; anything not offered is refused."""
        question = self.runner.question
        if question is None:
            raise IllegalChoice("the game is over: nobody is asked")
        if isinstance(answer, Option):
            known = 0 <= answer.index < len(question.options) and question.options[answer.index] == answer.raw
            if not known:
                raise IllegalChoice(f"{answer!r} is not an option of P{question.seat} now")
            return answer.index
        if isinstance(answer, bool) or not isinstance(answer, int) or not 0 <= answer < len(question.options):
            raise IllegalChoice(f"P{question.seat} has options 0 to {len(question.options) - 1}, not {answer!r}")
        return answer

    def back_to(self, moment: Moment) -> None:
        self.runner.s, self.runner.question = moment.slots, moment.question
        del self.runner.events[moment.events :]

    def undo(self) -> bool:
        """Goes back to before the last answer that was asked for; False if there is none."""
        if not self.history:
            return False
        self.back_to(self.history.pop())
        return True

    def clone(self) -> Match:
        """An independent match in the same state."""
        other = object.__new__(Match)
        other.program, other.seed, other.game = self.program, self.seed, self.game
        other.runner = Runner(self.runner.code, self.runner.s.copy(), self.runner.chance, self.runner.budget)
        other.runner.guarded = self.runner.guarded
        other.runner.events = self.events.copy()
        other.runner.question = self.runner.question
        other.history = self.history.copy()
        other.shown = None
        return other
