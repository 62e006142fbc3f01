"""What a seat knows of a match, made ready for samples of it.

A `Watch` is carried on as the match is played, so that to know is no more work than what is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

import attrs

from rulelang.engine.match import Decision
from rulelang.engine.match import Match as Core
from rulelang.play.answers import Answers, key_of
from rulelang.play.event_json import Scene, chose
from rulelang.play.event_parts import Entry
from rulelang.play.log import Log
from rulelang.play.origin import origin
from rulelang.play.past import Drawn, Rehearsal, Sightings
from rulelang.play.progress import Progress
from rulelang.program import BLOCK
from rulelang.program import events as ev

Element = tuple[str, tuple[Any, ...]]
"""An element of a variable: its name and indexes."""

UNSHOWN = object()


@attrs.frozen
class Asked:
    """An answer that was asked for, its time, and how the seat was told of it."""

    time: int
    event: ev.Chose
    told: Any


@attrs.frozen
class Mark:
    """Where a sample may begin: how much had happened before some answer, and the seat's log there."""

    log: Log
    rolls: int
    outside: int
    blocks: int


@attrs.frozen
class Start:
    """Where samples begin: the match at some answer, the seat's log there, and how much had happened."""

    core: Core
    log: Log
    drawn: int
    rolls: int
    outside: int
    blocks: int


class Watch:
    """A match as a seat sees it, as far as it was looked at. The log is brief: it is only compared."""

    def __init__(self, match: Progress[Any], seat: int) -> None:
        self.match, self.seat = match, seat
        self.rehearsal = Rehearsal(match)
        self.follower = match.follower()
        self.sightings = Sightings(seat)
        self.log = Log(seat, match.game.answers, match.follower(), brief=True)
        self.outside: list[Asked] = []
        """The answers outside blocks …"""
        self.inside: dict[tuple[int, int], list[Asked]] = {}
        """… and by number of block and seat."""
        self.blocks = 0
        self.asked: list[Asked] = []
        self.marks: list[Mark | None] = []
        """By answer: where a sample may begin, none in blocks."""

    def holds(self, match: Progress[Any]) -> bool:
        """Is what was read so far the beginning of the match?"""
        return self.match is match and self.log.holds(match.core)

    def carry_on(self) -> None:
        """Reads what is new."""
        core, answers = self.match.core, self.match.game.answers
        self.rehearsal.carry_on(self.match)
        for time in range(len(self.log.read), len(core.events)):
            event, question = core.events[time], None
            number = len(self.marks)
            if number < len(core.history) and core.history[number].events == time:
                moment = core.history[number]
                question = Decision(core.program, moment.slots, moment.question)
                self.marks.append(self.mark() if moment.slots[BLOCK] is None else None)
            self.blocks += isinstance(event, ev.BlockBegan)
            if isinstance(event, ev.Chose) and event.asked:
                self.note_answer(time, event)
            self.follower.apply(event)
            self.sightings.add(event, time, self.follower.state, answers)
            self.log.add(event, question)

    def mark(self) -> Mark:
        return Mark(self.log.copy(), len(self.sightings.rolls), len(self.outside), self.blocks)

    def note_answer(self, time: int, event: ev.Chose) -> None:
        state = self.log.follower.state
        told = chose(event, Scene(self.seat, state, state, self.match.game.answers))["answer"]
        self.asked.append(Asked(time, event, told))
        if event.block:
            self.inside.setdefault((self.blocks, event.block), []).append(self.asked[-1])
        else:
            self.outside.append(self.asked[-1])


@attrs.frozen
class Known:
    """A match, and what a seat knows of it now."""

    watch: Watch
    sightings: Sightings
    unknown: frozenset[int]
    """The times of answers in which there is something that the seat does not know."""
    start: Start | None
    own: list[int | str]
    """What the seat has answered in the block that is open."""
    last: ev.Event
    written: dict[Element, list[Any]]
    """By element of a variable: each value that was written to it, if the seat was shown it later, else `UNSHOWN`."""

    @classmethod
    def of(cls, watch: Watch) -> Known:
        """Looks back at a match with the eyes of a seat."""
        watch.carry_on()
        match, seat, rehearsal = watch.match, watch.seat, watch.rehearsal
        events, answers = match.core.events, match.game.answers
        hidden = [
            each.time
            for each in watch.asked
            if unknown(each.event, seat)
            and not shown_at_once(each.event, each.time, watch.sightings, answers)
            and not revealed_later(events, each.time, seat)
        ]
        sightings = watch.sightings.with_now(match.state)
        since = origin(events, match.state, sightings, rehearsal.among.last, hidden)
        start = starting_at(watch, starting_answer(match.core, since))
        own, written = answered(match, seat), shown_later(events, seat)
        return cls(watch, sightings, frozenset(hidden), start, own, events[-1], written)

    @property
    def match(self) -> Progress[Any]:
        return self.watch.match

    @property
    def seat(self) -> int:
        return self.watch.seat

    @property
    def drawn(self) -> list[Drawn]:
        return self.watch.rehearsal.drawn

    @property
    def log(self) -> list[Entry]:
        return self.watch.log.entries

    def holds(self, match: Progress[Any]) -> bool:
        """Does the match still stand where it stood?"""
        return match.core.events[-1] is self.last and self.own == answered(match, self.seat)

    def time_of(self, drawn: Drawn) -> float:
        return self.watch.rehearsal.times.get(drawn.number, inf)

    def told_value(self, drawn: Drawn) -> bool:
        """Was the value written to a variable that the seat sees?"""
        events = self.match.core.events
        after = self.watch.rehearsal.times.get(drawn.number, len(events)) + 1
        event = events[after] if after < len(events) else None
        return isinstance(event, ev.Wrote) and event.value == drawn.value and bool(event.seen & 1 << self.seat)


def answered(match: Progress[Any], seat: int) -> list[int | str]:
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


def shown_later(events: Sequence[ev.Event], seat: int) -> dict[Element, list[Any]]:
    """What was written unseen to each element of a variable, if it was shown to the seat before it changed."""
    found: dict[Element, list[Any]] = {}
    for event in events:
        if isinstance(event, ev.Wrote):
            found.setdefault((event.var, event.indexes), []).append(UNSHOWN)
        elif isinstance(event, ev.Showed) and event.var is not None:
            for (at, value), mask in zip(event.elements, event.seen):
                if mask & 1 << seat and (event.var, at) in found:
                    found[event.var, at][-1] = value
    return found


def shown_at_once(event: ev.Chose, time: int, sightings: Sightings, answers: Answers) -> bool:
    """A card played from a closed hand: is all that was chosen seen before anybody answers again?"""
    if event.secret or event.block or time not in sightings.soon:
        return False
    return sightings.soon[time].issuperset(answers.pieces(key_of(event), event.options[event.taken]))


def starting_answer(core: Core, since: float) -> int | None:
    """The last answer outside blocks that was given before a time."""
    found = [at for at, moment in enumerate(core.history) if moment.events <= since and moment.slots[BLOCK] is None]
    return found[-1] if found else None


def starting_at(watch: Watch, at: int | None) -> Start | None:
    """The match as it stood before some answer; None: before the first draw."""
    mark = watch.marks[at] if at is not None else None
    if at is None or mark is None:
        return None
    core = watch.match.core.clone()
    while len(core.history) > at:
        core.undo()
    return Start(core, mark.log, watch.rehearsal.marks[at], mark.rolls, mark.outside, mark.blocks)
