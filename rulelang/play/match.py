"""A match: the engine's game in play, with what people and programs may know about it.

    match = game.start(seed=7)
    while decision := match.decision:
        match.choose(decision.options[0])
    match.winners, match.score_sheet

Nothing here changes how a game runs; views, logs, records, traces and samples each have their own module.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from rulelang.engine.match import Match as Core
from rulelang.engine.runner import Runner, as_chance
from rulelang.engine.state import State
from rulelang.play.actions import Actions, Choice, all_choices
from rulelang.play.determinize import sample
from rulelang.play.event_parts import Entry
from rulelang.play.executor import Executor
from rulelang.play.progress import Loaded, Progress, Script
from rulelang.play.record import record, replay
from rulelang.play.sheet import score_sheet
from rulelang.play.trace import trace_lines
from rulelang.play.view import LastView, view
from rulelang.present.english import Reader
from rulelang.present.speech import Speech
from rulelang.present.vocabulary import Vocabulary

if TYPE_CHECKING:
    from rulelang.why import Why

@attrs.frozen(eq=False, repr=False)
class Game(Loaded):
    """A game loaded for one table: what can be answered in it, and how a match of it begins."""

    def __repr__(self) -> str:
        return f"<Game “{self.title}” for {self.players} players>"

    def actions(self) -> Actions:
        """All possible answers in this game, each with a fixed number."""
        return Actions.of(self.answers)

    def decisions(self) -> tuple[Choice, ...]:
        """All questions that this game can ask: name, kind and values."""
        return all_choices(self.answers)

    def start(self, seed: int = 0, *, chance: Any = None, index: int = 0) -> Match:
        """Begins a match: game number `index` of a run with this seed.

        `chance` supplies draws instead of the seed: a list of outcomes, a dictionary by draw number, or a function of
        the draw that may return None.
        """
        return begin(self, seed, index, chance)

    def replay(self, record: object, *, anyway: bool = False) -> Match:
        """The match of a record; with `anyway`, even if the rules have changed since, with answers found by value."""
        return replay(self, self.start, record, anyway)


def begin(game: Game, seed: int, index: int, chance: Any, runner: type[Runner] = Runner) -> Match:
    """A match from its first draw to its first question."""
    if chance is None and runner is Runner:
        return Match(game, Executor.begin(game.program, seed, index))
    script = None if chance is None else Script(as_chance(chance))
    return Match(game, Executor.of(Core(game.program, seed, script, index, runner=runner, guarded=True)), script)


@attrs.define(eq=False, repr=False)
class Match(Progress[Game]):
    """A game in play. See `docs/python.md`."""

    def __repr__(self) -> str:
        where = f"asks {self.decision!r}" if self.decision else f"won by {self.winners}"
        return f"<Match of “{self.game.title}”, seed {self.seed}, {len(self.acts)} answers, {where}>"

    @property
    def score_sheet(self) -> list[dict[str, Any]]:
        """One block a tally: for each seat labelled lines and a total."""
        return score_sheet(self)

    # ------------------------------------------------------------ what a seat may know

    def view(self, seat: int | None, last: LastView | None = None) -> dict[str, Any]:
        """Exactly what a seat may know now; None is a spectator. See `LastView` for consecutive views."""
        return view(self, self.check_seat(seat), last)

    def log(self, seat: int | None, tables: bool = True) -> list[Entry]:
        """Everything a seat has learned, in order, ending with the open question; None is a spectator. Without
        `tables`, the entries do not say how the table looks after a move.
        """
        core = self.branch(self.check_seat(seat))
        return self.read(seat, core, tables).with_question(core)

    def sample(self, seat: int, seed: int) -> Match:
        """A match that the seat cannot distinguish from this one: what it cannot see is dealt again.

        See `play/determinize.py`. It depends only on the seat's log and the seed. Raises `NoSample` if none is found.
        """
        return sample(self, self.check_seat(seat) or 0, seed)

    def why(self, words: str, reader: Reader | None = None) -> Why | None:
        """Why a move is not offered now: the reason and the rule; None if nothing matches.

        `reader` says how the seats are named.
        """
        from rulelang.why import why

        decision = self.decision
        return why(decision, words, self.speech(reader or Reader(decision.seat))) if decision is not None else None

    def why_score(self, seat: int) -> list[Why]:
        """Each line of the seat's last score, with the rule it comes from."""
        from rulelang.why import why_score

        return why_score(self.core.state, self.events, seat)

    def why_trick(self, reader: Reader | None = None) -> list[Why]:
        """The pieces of the last trick, winning piece first, each with what made it strong."""
        from rulelang.why import why_trick

        return why_trick(self.events, self.table_after, self.speech(reader or Reader()))

    def table_after(self, number: int) -> State:
        """The table as it was after a number of events."""
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
        """Every event, unfiltered, as JSON, for an audit."""
        return trace_lines(self)
