"""The log of a game as one reader comes to know it: every event as `play/event_json.py` tells it, and each question
before it is answered.

While a secret block is open, the reader's table changes only by the reader's own actions: what others do is held back
until the block ends, and is then told as what has changed on the table, never as the steps that led there. So a log is
append-only, and in a block it depends only on the log at the start of the block and on the reader's own answers.
"""

from __future__ import annotations

import attrs

from rulelang.engine.match import Decision
from rulelang.engine.match import Match as Core
from rulelang.engine.runner import Question
from rulelang.engine.state import State
from rulelang.play.answers import Answers
from rulelang.play.event_json import Scene, asked_entry, tell
from rulelang.play.event_parts import Entry
from rulelang.play.follow import Follower
from rulelang.program import BLOCK_SEAT
from rulelang.program import events as ev


@attrs.define
class Log:
    """The log of one reader, carried on event by event."""

    seat: int | None
    answers: Answers
    follower: Follower
    """The table as far as the reader may know that it has changed."""
    entries: list[Entry] = attrs.Factory(list)
    read: list[ev.Event] = attrs.Factory(list)
    questions: int = 0
    """How many answers were asked for in what was read."""
    start: Follower | None = None
    """The table at the start of the open block …"""
    since: list[ev.Event] = attrs.Factory(list)
    """… and all that has happened in it."""
    brief: bool = False
    """Are entries only to be compared? See `Scene`."""
    tables: bool = True
    """Do entries say how the table looks after a move?"""
    open: tuple[Question, Entry] | None = None
    """The question that was asked last, as it was told."""

    def carry_on(self, core: Core) -> None:
        """Writes down the events that are new."""
        for number in range(len(self.read), len(core.events)):
            question = None
            if self.questions < len(core.history) and core.history[self.questions].events == number:
                moment = core.history[self.questions]
                question = Decision(core.program, moment.slots, moment.question)
            self.add(core.events[number], question)

    def with_question(self, core: Core) -> list[Entry]:
        """The entries, and at their end the question that is open, as far as it is this reader's to know."""
        if core.decision is None or core.runner.s[BLOCK_SEAT] not in (0, self.seat):
            return self.entries.copy()
        return [*self.entries, self.ask(core.decision)]

    def ask(self, decision: Decision) -> Entry:
        """A question as it is told; the same before and after it is answered."""
        if self.open is None or self.open[0] is not decision.question:
            self.open = decision.question, asked_entry(decision, self.scene(self.follower.state))
        return self.open[1]

    def copy(self) -> Log:
        """A log of its own that goes on from here."""
        start = self.start.clone() if self.start else None
        parts = self.follower.clone(), self.entries.copy(), self.read.copy(), self.questions, start, self.since.copy()
        return Log(self.seat, self.answers, *parts, self.brief, self.tables)

    def holds(self, core: Core) -> bool:
        """Is what was written down so far the beginning of a match?"""
        known = len(self.read)
        return known <= len(core.events) and (not known or core.events[known - 1] is self.read[-1])

    def add(self, event: ev.Event, question: Decision | None = None) -> None:
        """Writes down what the reader may know of an event; `question`: the one that it answers, if it was asked."""
        self.read.append(event)
        self.questions += question is not None
        if isinstance(event, ev.BlockEnded):
            self.end_block(event)
            return
        if self.start is not None:
            self.since.append(event)
        if event.block not in (0, self.seat):
            return
        if question is not None:
            self.entries.append(self.ask(question))
        self.write(event)
        if isinstance(event, ev.BlockBegan):
            self.start, self.since = self.follower.clone(), []

    def write(self, event: ev.Event) -> None:
        """Changes the reader's table, and tells how it came about."""
        before = self.follower.state.clone()
        self.follower.apply(event)
        self.tell(event, before)

    def end_block(self, event: ev.BlockEnded) -> None:
        """Now the table is as all have left it."""
        before, self.follower = self.follower.state, self.start or self.follower
        for each in self.since:
            self.follower.apply(each)
        self.start, self.since = None, []
        self.tell(event, before)

    def tell(self, event: ev.Event, before: State) -> None:
        entry = tell(event, self.scene(before))
        if entry is not None:
            self.entries.append(entry)

    def scene(self, before: State) -> Scene:
        return Scene(self.seat, before, self.follower.state, self.answers, self.brief, self.tables)
