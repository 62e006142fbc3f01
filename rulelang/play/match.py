"""A match: the engine's game in play, with what people and programs may know of it.

    match = game.start(seed=7)
    while decision := match.decision:
        match.choose(decision.options[0])
    match.winners, match.score_sheet

Nothing here changes how a game runs; views, logs, records, traces and samples are each a module of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from rulelang.engine.errors import IllegalChoice, RuleError
from rulelang.engine.match import Decision, Option
from rulelang.engine.match import Match as Core
from rulelang.engine.runner import Draw, Runner, scripted
from rulelang.engine.start import code_of, first_slots
from rulelang.engine.state import State
from rulelang.play.determinize import sample
from rulelang.play.event_json import Entry
from rulelang.play.executor import Executor
from rulelang.play.follow import Follower
from rulelang.play.knowledge import Known
from rulelang.play.log import Log
from rulelang.play.record import Answer, record
from rulelang.play.sheet import score_sheet
from rulelang.play.together import asked_now, branch, seats_to_come
from rulelang.play.trace import trace_lines
from rulelang.play.view import view
from rulelang.present.english import Reader
from rulelang.present.speech import Speech
from rulelang.present.vocabulary import Vocabulary
from rulelang.program import DRAWS
from rulelang.program import events as ev

if TYPE_CHECKING:
    from rulelang.play.game import Game
    from rulelang.why import Why

Given = tuple[int, tuple[int | str, ...]]  # the index of an answer, and what it was one of
Ahead = dict[int, tuple[Given, ...]]  # by seat: the answers it gave before its turn in a block


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


def begin(game: Game, seed: int, index: int, chance: Any, runner: type[Runner] = Runner) -> Match:
    """A match from its first draw to its first question."""
    if chance is None and runner is Runner:
        return Match(game, Executor.begun(game.program, seed, index))
    script = None if chance is None else Script(scripted(chance))
    return Match(game, Executor.of(Core(game.program, seed, script, index, runner=runner, guarded=True)), script)


@attrs.define(eq=False, repr=False)
class Match:
    """A game in play. See `docs/python.md`."""

    game: Game
    executor: Executor
    script: Script | None = None
    error: RuleError | None = None
    """The mistake in the rules that the last answer met; that answer was not taken."""
    ahead: Ahead = attrs.Factory(dict)
    acts: list[tuple[int, Ahead]] = attrs.Factory(list)
    logs: dict[int | None, Log] = attrs.Factory(dict)
    known: dict[int, Known] = attrs.Factory(dict)

    def __repr__(self) -> str:
        where = f"asks {self.decision!r}" if self.decision else f"won by {self.winners}"
        return f"<Match of “{self.game.title}”, seed {self.seed}, {len(self.acts)} answers, {where}>"

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
        found = [core.decision for seat, core in later if asked_now(core, seat)]
        return [now, *(each for each in found if each is not None)]

    def choose(self, answer: Option | int) -> None:
        """Answer the open question by an option or its index; an option of another pending question answers that one.

        Anything else raises `IllegalChoice`; a mistake in the rules raises `RuleError`. Both change nothing.
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
        if not asked_now(other, seat):
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
        """Go back to before the last answer that was asked for; False if there is none."""
        if not self.acts:
            return False
        self.restore(self.acts.pop())
        self.error = None
        return True

    def restore(self, act: tuple[int, Ahead]) -> None:
        number, self.ahead = act
        self.executor.back_to(number)

    def clone(self) -> Match:
        """A match of its own that stands where this one does."""
        executor, script = self.executor.clone(), None
        if self.script is not None:
            script = executor.look().runner.chance = Script(self.script.chance, self.script.used.copy())
        return Match(self.game, executor, script, self.error, self.ahead, self.acts.copy())

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
        """By seat: the first thing that decides who wins, as it stands."""
        return self.executor.scores

    @property
    def score_sheet(self) -> list[dict[str, Any]]:
        """One block a tally: for each seat labelled lines and a total."""
        return score_sheet(self)

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """All that has happened, with nothing cut."""
        return tuple(self.core.events)

    @property
    def state(self) -> State:
        return self.core.state

    def branch(self, seat: int | None) -> Core:
        """The game as it has gone for a seat, with the answers it gave ahead in an open block."""
        return branch(self.core, seat, [index for index, _ in self.ahead.get(seat or 0, ())])

    # ------------------------------------------------------------ what a seat may know

    def view(self, seat: int | None) -> dict[str, Any]:
        """All and only what a seat may know now; None is a spectator."""
        return view(self, self.checked(seat))

    def log(self, seat: int | None) -> list[Entry]:
        """All a seat has come to know, in order, and at the end what is asked now; None is a spectator."""
        core = self.branch(self.checked(seat))
        return self.read(seat, core).with_question(core)

    def read(self, seat: int | None, core: Core) -> Log:
        """The log of a seat up to where its branch stands."""
        known = self.logs.get(seat)
        if known is None or not known.holds(core):
            known = self.logs[seat] = Log(seat, self.game.answers, self.follower())
        known.carry_on(core)
        return known

    def sample(self, seat: int, seed: int) -> Match:
        """A match that the seat cannot tell from this one: what it cannot see is dealt anew. See `play/determinize.py`.

        Raises `NoSample` where none is found.
        """
        return sample(self, self.checked(seat) or 0, seed)

    def checked(self, seat: int | None) -> int | None:
        if seat is not None and (isinstance(seat, bool) or seat not in self.game.program.seats):
            raise ValueError(f"seats are 1 to {self.game.players}, or None for a spectator; not {seat!r}")
        return seat

    def why(self, words: str, reader: Reader | None = None) -> Why | None:
        """Why a move is not offered now: the reason and the rule; None if nothing like it is in sight.

        `reader` says how the seats are called.
        """
        from rulelang.why import why

        decision = self.decision
        return why(decision, words, self.speech(reader or Reader(decision.seat))) if decision is not None else None

    def why_score(self, seat: int) -> list[Why]:
        """Each line of the seat's last score, with the rule it comes from."""
        from rulelang.why import why_score

        return why_score(self.core.state, self.events, seat)

    def why_trick(self, reader: Reader | None = None) -> list[Why]:
        """The pieces of the last trick, the winning one first, each with what made it strong."""
        from rulelang.why import why_trick

        return why_trick(self.events, self.table_after, self.speech(reader or Reader()))

    def table_after(self, number: int) -> State:
        """The table as it was after so many events."""
        follower = self.follower()
        for event in self.core.events[:number]:
            follower.apply(event)
        return follower.state

    def speech(self, reader: Reader) -> Speech:
        """The words of the game, as somebody is told them."""
        return Speech(Vocabulary(self.game.program.game), reader)

    # ------------------------------------------------------------ keeping it

    def record(self) -> dict[str, Any]:
        """The game so far as JSON, for `game.replay`."""
        return record(self)

    def trace(self) -> Iterator[dict[str, Any]]:
        """Every event with nothing cut, as JSON, for an audit."""
        return trace_lines(self)

    @property
    def answers(self) -> Iterator[Answer]:
        """The answers that were asked for, in order."""
        return self.answers_since(0)

    def answers_since(self, number: int) -> Iterator[Answer]:
        """The answers that were asked for, without the first so many."""
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
