"""What a seat knows of a match, made ready for samples of it."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any

import attrs

from rulelang.engine.match import Decision
from rulelang.engine.match import Match as Core
from rulelang.play.answers import Answers, key_of
from rulelang.play.event_json import Entry, Scene, chose
from rulelang.play.log import Log
from rulelang.play.origin import drawn_among, origin
from rulelang.play.past import Drawn, Sightings, rehearse
from rulelang.program import BLOCK
from rulelang.program import events as ev

if TYPE_CHECKING:
    from rulelang.play.match import Match


@attrs.frozen
class Asked:
    """An answer that was asked for, its time, and how the seat was told of it."""

    time: int
    event: ev.Chose
    told: Any
    unknown: bool
    """Is there something in it that the seat may not know?"""


@attrs.frozen
class Start:
    """Where samples begin: the match at some answer, the seat's log there, and how much had happened."""

    core: Core
    log: Log
    answers: int
    drawn: int
    rolls: int
    outside: int
    blocks: int


@attrs.frozen
class Known:
    """A match, and what a seat knows of it."""

    match: Match
    seat: int
    drawn: list[Drawn]
    times: dict[int, int]
    """By number of draw: the time of its event."""
    sightings: Sightings
    log: list[Entry]
    outside: list[Asked]
    """The answers outside blocks …"""
    inside: dict[tuple[int, int], list[Asked]]
    """… and by number of block and seat."""
    blocks: int
    start: Start | None
    own: list[int | str]
    """What the seat has answered in the block that is open."""
    last: ev.Event

    @classmethod
    def of(cls, match: Match, seat: int) -> Known:
        """Looks back at a match with the eyes of a seat."""
        answers, events = match.game.answers, match.core.events
        drawn, marks = rehearse(match)
        times = {event.number: time for time, event in enumerate(events) if isinstance(event, ev.Drew)}
        sightings = Sightings.of(events, match.follower(), answers, seat)
        asked = [(time, event) for time, event in enumerate(events) if isinstance(event, ev.Chose)]
        doubtful = [(time, event) for time, event in asked if unknown(event, seat)]
        hidden = [
            time
            for time, event in doubtful
            if not shown_at_once(event, time, sightings, answers) and not revealed_later(events, time, seat)
        ]
        since = origin(events, match.state, sightings, drawn_among(drawn, times), hidden)
        reader = Reading(match, seat, starting_answer(match.core, since), frozenset(hidden))
        reader.read(marks)
        told = (reader.log.entries, reader.outside, reader.inside, reader.blocks, reader.start)
        return cls(match, seat, drawn, times, sightings, *told, answered(match, seat), events[-1])

    def holds(self, match: Match) -> bool:
        """Does the match still stand where it stood?"""
        return match.core.events[-1] is self.last and self.own == answered(match, self.seat)

    def time_of(self, drawn: Drawn) -> float:
        return self.times.get(drawn.number, inf)

    def told_value(self, drawn: Drawn) -> bool:
        """Was the value written to a variable that the seat sees?"""
        after = self.times.get(drawn.number, len(self.match.core.events)) + 1
        event = self.match.core.events[after] if after < len(self.match.core.events) else None
        return isinstance(event, ev.Wrote) and event.value == drawn.value and bool(event.seen & 1 << self.seat)


def answered(match: Match, seat: int) -> list[int | str]:
    """What a seat has answered in the block that is open, ahead of the others too."""
    if match.state.block is None:
        return []
    core, program = match.branch(seat), match.game.program
    began = max(at for at, event in enumerate(core.events) if isinstance(event, ev.BlockBegan))
    moments = [each for each in core.history if each.events > began and each.question.seat == seat]
    taken = [(each, core.events[each.events]) for each in moments]
    return [
        Decision(program, each.slots, each.question).options[event.taken].value
        for each, event in taken
        if isinstance(event, ev.Chose)
    ]


def unknown(event: ev.Chose, seat: int) -> bool:
    """Is there something in this answer that the seat may not know?"""
    if event.seat == seat:
        return False
    return event.secret or bool(event.block) or not all(mask & 1 << seat for mask in event.shown)


def revealed_later(events: Sequence[ev.Event], time: int, seat: int) -> bool:
    """The answer to a simultaneous choice: was the variable it was written to shown to the seat, before it changed?"""
    chosen, wrote = events[time], events[time + 1] if time + 1 < len(events) else None
    if not isinstance(chosen, ev.Chose) or not chosen.block or not isinstance(wrote, ev.Wrote):
        return False
    if wrote.value != chosen.options[chosen.taken] or wrote.block != chosen.block:
        return False
    for event in events[time + 2 :]:
        if isinstance(event, ev.Wrote) and (event.var, event.indexes) == (wrote.var, wrote.indexes):
            return False
        if isinstance(event, ev.Showed) and event.var == wrote.var:
            shown = {at: mask for (at, _), mask in zip(event.elements, event.seen)}
            if shown.get(wrote.indexes, 0) & 1 << seat:
                return True
    return False


def shown_at_once(event: ev.Chose, time: int, sightings: Sightings, answers: Answers) -> bool:
    """A card played from a closed hand: is all that was chosen seen before anybody answers again?"""
    if event.secret or event.block or time not in sightings.soon:
        return False
    return sightings.soon[time].issuperset(answers.pieces(key_of(event), event.options[event.taken]))


def starting_answer(core: Core, since: float) -> int | None:
    """The last answer outside blocks that was given before a time."""
    found = [at for at, moment in enumerate(core.history) if moment.events <= since and moment.slots[BLOCK] is None]
    return found[-1] if found else None


class Reading:
    """Reads a match from its beginning with the eyes of a seat."""

    def __init__(self, match: Match, seat: int, start_at: int | None, unknown: frozenset[int]) -> None:
        self.match, self.seat, self.start_at, self.unknown = match, seat, start_at, unknown
        self.log = Log(seat, match.game.answers, match.follower())
        self.outside: list[Asked] = []
        self.inside: dict[tuple[int, int], list[Asked]] = {}
        self.blocks, self.rolls = 0, 0
        self.start: Start | None = None

    def read(self, marks: list[int]) -> None:
        history = self.match.core.history
        begin = -1 if self.start_at is None else history[self.start_at].events
        questions = {each.events: Decision(self.match.game.program, each.slots, each.question) for each in history}
        for time, event in enumerate(self.match.core.events):
            if time == begin:
                self.start = self.starting_here(marks)
            self.blocks += isinstance(event, ev.BlockBegan)
            self.rolls += isinstance(event, ev.Rolled)
            if isinstance(event, ev.Chose) and event.asked:
                self.note_answer(time, event)
            self.log.add(event, questions.get(time))

    def note_answer(self, time: int, event: ev.Chose) -> None:
        state = self.log.follower.state
        told = chose(event, Scene(self.seat, state, state, self.match.game.answers))["answer"]
        asked = Asked(time, event, told, time in self.unknown)
        if event.block:
            self.inside.setdefault((self.blocks, event.block), []).append(asked)
        else:
            self.outside.append(asked)

    def starting_here(self, marks: list[int]) -> Start:
        at = self.start_at or 0
        core = self.match.core.clone()
        while len(core.history) > at:
            core.undo()
        return Start(core, self.log.copy(), at, marks[at], self.rolls, len(self.outside), self.blocks)
