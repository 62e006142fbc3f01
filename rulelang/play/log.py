"""The log of a game as one reader comes to know it: every event, redacted.

While others act in secret (a block), the log stands still but for the reader's own part; at the end of the block
it tells what has changed on the table as the reader sees it, never by which steps. So a log only ever grows, at
its end.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from rulelang.engine.state import State
from rulelang.play import tableau
from rulelang.play.answers import Answers
from rulelang.play.follow import Follower
from rulelang.play.frozen import own_slots
from rulelang.play.redact import NEW_TABLE, Entry, redact
from rulelang.program import events as ev


@attrs.define
class Log:
    """The log of one reader, carried on event by event."""

    seat: int | None
    answers: Answers
    follower: Follower
    entries: list[Entry] = attrs.Factory(list)
    read: list[ev.Event] = attrs.Factory(list)
    before_block: State | None = None

    def carry_on(self, events: Sequence[ev.Event]) -> None:
        """Writes down the events that are new."""
        for event in events[len(self.read) :]:
            self.add(event)

    def copy(self) -> Log:
        """A log of its own that goes on from here."""
        follower = Follower(self.follower.state.program, self.follower.state.slots)
        before = self.before_block.clone() if self.before_block else None
        return Log(self.seat, self.answers, follower, self.entries.copy(), self.read.copy(), before)

    def holds(self, events: Sequence[ev.Event]) -> bool:
        """Is what was written down so far the beginning of these events?"""
        known = len(self.read)
        return known <= len(events) and (not known or events[known - 1] is self.read[-1])

    def add(self, event: ev.Event) -> None:
        """Writes down what the reader may know of an event."""
        self.read.append(event)
        if isinstance(event, ev.BlockBegan):
            self.before_block = self.follower.state.clone()
        before = self.follower.state.clone() if isinstance(event, NEW_TABLE) else self.follower.state
        entry = None
        if isinstance(event, ev.BlockEnded):
            entry = self.block_ended(event)
        elif event.block in (0, self.seat) and not isinstance(event, NEW_TABLE):
            entry = redact(event, self.seat, before, before, self.answers)
        self.follower.apply(event)
        if event.block in (0, self.seat) and isinstance(event, NEW_TABLE):
            entry = redact(event, self.seat, before, self.follower.state, self.answers)
        if entry is not None:
            self.entries.append(entry)

    def block_ended(self, event: ev.BlockEnded) -> Entry:
        """What the others have changed, as far as the reader sees it."""
        now, then = self.follower.state, self.before_block or self.follower.state
        self.before_block = None
        if self.seat in event.seats:
            for slot in list(own_slots(now, then, self.seat or 0)):
                then.slots[slot] = now.slots[slot]
        return {"event": "block_ended", "seats": list(event.seats), **changes(then, now, self.seat)}


def changes(then: State, now: State, seat: int | None) -> Entry:
    """The zones, variables and amounts that a reader sees to be other than they were."""
    found: Entry = {}
    for word, look in (("zones", tableau.zones), ("variables", tableau.variables), ("resources", tableau.amounts)):
        before, after = look(then, seat), look(now, seat)
        found[word] = {name: value for name, value in after.items() if before.get(name) != value}
    return found
