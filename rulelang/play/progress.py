"""A game in play: how it advances, and its current state. The modules above say what people may know about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, Self, TypeVar

import attrs

from rulelang import ir
from rulelang.diagnostics import Diagnostic
from rulelang.engine.data import to_json
from rulelang.engine.errors import IllegalChoice, RuleError
from rulelang.engine.match import Decision, Option
from rulelang.engine.match import Match as Core
from rulelang.engine.runner import Draw
from rulelang.engine.start import code_of, first_slots
from rulelang.engine.state import State
from rulelang.play.answers import Answers
from rulelang.play.executor import Executor
from rulelang.play.follow import Follower
from rulelang.play.log import Log
from rulelang.play.simultaneous import branch, is_asked, seats_to_come
from rulelang.program import DRAWS, Program
from rulelang.program import events as ev

Given = tuple[int, tuple[int | str, ...]]  # the index of an answer, and what it was one of
Ahead = dict[int, tuple[Given, ...]]  # by seat: the answers it gave before its turn in a block


@attrs.frozen(eq=False, repr=False)
class Loaded:
    """Rules, players and options: everything that is known before the first draw."""

    program: Program
    name: str
    """The name of the file, without folder and ending."""
    mods: tuple[str, ...]
    answers: Answers
    warnings: tuple[Diagnostic, ...] = ()
    test: ir.Test | None = None
    """The test that it begins with."""

    @property
    def is_part(self) -> bool:
        """Is it a part of a game, which nobody wins?"""
        return self.test is not None and self.test.proc != "play"

    @property
    def typed(self) -> ir.Game:
        """The typed game."""
        return self.program.game

    @property
    def title(self) -> str:
        return self.typed.title

    @property
    def text(self) -> str:
        return self.typed.text

    @property
    def credits(self) -> tuple[str, ...]:
        return self.typed.credits

    @property
    def players(self) -> int:
        """How many play at this table."""
        return self.program.players

    @property
    def counts(self) -> tuple[int, ...]:
        """How many can play it."""
        return self.typed.players

    @property
    def options(self) -> dict[str, Any]:
        """The value of every option at this table, as JSON and as `load` takes it."""
        types = {name: option.type for name, option in self.typed.options.items()}
        return {name: to_json(self.program, value, types[name], str) for name, value in self.program.options.items()}

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that are played at this table."""
        return self.typed.active


T = TypeVar("T", bound=Loaded)


@attrs.frozen
class Answer:
    """An asked answer: whose, to what, and which."""

    seat: int
    name: str
    value: int | str
    index: int

    def to_json(self) -> dict[str, Any]:
        return attrs.asdict(self)


@attrs.define
class Script:
    """Draws given by the caller, and which of them were used."""

    chance: Any
    used: dict[int, int] = attrs.Factory(dict)

    def __call__(self, draw: Draw) -> int | None:
        outcome = self.chance(draw)
        if outcome is None:
            self.used.pop(draw.number, None)
        else:
            self.used[draw.number] = outcome
        return outcome


def values(decision: Decision | None) -> tuple[int | str, ...]:
    """What is offered; by look, since of groups that are alike a seat may get one or the other."""
    return () if decision is None else tuple(option.value for option in decision.options)


@attrs.define(eq=False, repr=False)
class Progress(Generic[T]):
    """A game as far as it was played."""

    game: T
    executor: Executor
    script: Script | None = None
    error: RuleError | None = None
    """The mistake in the rules that the last answer met; that answer was not taken."""
    ahead: Ahead = attrs.Factory(dict)
    acts: list[tuple[int, Ahead]] = attrs.Factory(list)
    logs: dict[tuple[int | None, bool], Log] = attrs.Factory(dict)

    @property
    def core(self) -> Core:
        """The reference, where the match stands: all but a few things are told by it."""
        return self.executor.look()

    # ------------------------------------------------------------ playing

    @property
    def decision(self) -> Decision | None:
        """The question that is open; None when the game is over."""
        return self.executor.decision

    @property
    def pending(self) -> list[Decision]:
        """Every question that is open now: several while seats choose at the same time."""
        now = self.decision
        if now is None:
            return []
        later = ((seat, self.branch(seat)) for seat in seats_to_come(self.core))
        found = [core.decision for seat, core in later if is_asked(core, seat)]
        return [now, *(each for each in found if each is not None)]

    def choose(self, answer: Option | int) -> None:
        """Answers the open question with an option or its index; an option of another pending question answers that
        one.

        Anything else raises `IllegalChoice`; a mistake in the rules raises `RuleError`. Neither changes anything.
        """
        act = (len(self.executor.answers), self.ahead)
        try:
            if isinstance(answer, Option) and self.is_early(answer):
                self.choose_ahead(answer)
            else:
                self.executor.choose(answer)
                if self.ahead:
                    self.catch_up()
        except RuleError as error:
            self.restore(act)
            self.error = error
            raise
        self.acts.append(act)
        self.error = None

    def is_early(self, answer: Option) -> bool:
        """Is it the answer of a seat whose turn in the open block is still to come?"""
        now, seat = self.decision, answer.decision.seat
        return now is not None and seat != now.seat and seat in seats_to_come(self.core)

    def choose_ahead(self, answer: Option) -> None:
        """Keep the answer of a seat whose turn in the block is still to come."""
        seat = answer.decision.seat
        other = self.branch(seat)
        if not is_asked(other, seat):
            raise IllegalChoice(f"P{seat} has answered all it is asked for now")
        given = other.index(answer), values(other.decision)
        self.ahead = {**self.ahead, seat: (*self.ahead.get(seat, ()), given)}

    def catch_up(self) -> None:
        """Give the answers that seats gave ahead, as their turn comes: what was offered then must be so now."""
        while (now := self.decision) is not None and self.ahead.get(now.seat):
            (index, offered), *rest = self.ahead[now.seat]
            if values(now) != offered:
                raise RuleError("R632", now.question.span, what=f"what P{now.seat} may answer changes")
            self.ahead = {**self.ahead, now.seat: tuple(rest)}
            self.executor.choose(index)

    def undo(self) -> bool:
        """Goes back to before the last answer that was asked for; returns False if there is none."""
        if not self.acts:
            return False
        self.restore(self.acts.pop())
        self.error = None
        return True

    def restore(self, act: tuple[int, Ahead]) -> None:
        number, self.ahead = act
        self.executor.back_to(number)

    def clone(self) -> Self:
        """An independent copy of this match at the same point."""
        executor, script = self.executor.clone(), None
        if self.script is not None:
            script = executor.look().runner.chance = Script(self.script.chance, self.script.used.copy())
        return type(self)(self.game, executor, script, self.error, self.ahead, self.acts.copy())

    # ------------------------------------------------------------ where it stands

    @property
    def seed(self) -> int:
        return self.executor.seed

    @property
    def index(self) -> int:
        """The number of this game in a run."""
        return self.executor.game

    @property
    def over(self) -> bool:
        return self.executor.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, once it is over."""
        return self.executor.winners

    @property
    def scores(self) -> dict[int, Any]:
        """By seat: the first criterion of `winner`, as it currently is."""
        return self.executor.scores

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """Everything that has happened, unfiltered."""
        return tuple(self.core.events)

    @property
    def state(self) -> State:
        return self.core.state

    def branch(self, seat: int | None) -> Core:
        """The game as it has gone for a seat, with the answers it gave ahead in an open block."""
        return branch(self.core, seat, [index for index, _ in self.ahead.get(seat or 0, ())])

    def read(self, seat: int | None, core: Core, tables: bool = True) -> Log:
        """The log of a seat up to where its branch stands."""
        whole = tables or (seat, True) in self.logs
        known = self.logs.get((seat, whole))
        if known is None or not known.holds(core):
            known = self.logs[seat, whole] = Log(seat, self.game.answers, self.follower(), tables=whole)
        known.carry_on(core)
        return known

    def check_seat(self, seat: int | None) -> int | None:
        if seat is not None and (isinstance(seat, bool) or seat not in self.game.program.seats):
            raise ValueError(f"seats are 1 to {self.game.players}, or None for a spectator; not {seat!r}")
        return seat

    @property
    def answers(self) -> Iterator[Answer]:
        """The answers that were asked for, in order."""
        return self.answers_since(0)

    def answers_since(self, number: int) -> Iterator[Answer]:
        """The answers that were asked for, without the first `number`."""
        for moment in self.core.history[number:]:
            event = self.core.events[moment.events]
            assert isinstance(event, ev.Chose)
            option = Decision(self.game.program, moment.slots, moment.question).options[event.taken]
            yield Answer(event.seat, event.name, option.value, event.taken)

    def scripted_draws(self) -> dict[int, int]:
        """The draws so far that the caller supplied."""
        used, made = (self.script.used if self.script else {}), self.state.slots[DRAWS]
        return {number: outcome for number, outcome in sorted(used.items()) if number < made}

    def follower(self) -> Follower:
        """The table before the first event."""
        return Follower(self.game.program, first_slots(code_of(self.game.program), self.seed, self.index))


P = TypeVar("P", bound=Progress[Any])
