"""A match looked back at: what each draw of chance was between, and which pieces a seat has seen, and when last.

Events tell the outcome of a draw, not what else it might have brought. To know that, the match is played once
more with the same outcomes and answers, and each draw is written down as the engine makes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

import attrs

from rulelang.engine.match import Match as Core
from rulelang.engine.runner import Draw
from rulelang.engine.state import State
from rulelang.ir import types as t
from rulelang.play.answers import Answers, key_of
from rulelang.play.progress import Progress
from rulelang.program import events as ev


@attrs.frozen
class Drawn:
    """A draw and what came of it. Where there was one outcome there was no event: `number` is that of the next draw."""

    number: int
    what: str
    candidates: Sequence[Any]
    type: t.Type
    outcome: int

    @property
    def value(self) -> Any:
        return self.candidates[self.outcome]

    @property
    def is_piece(self) -> bool:
        return isinstance(self.type, t.Piece)


def rehearse(match: Progress[Any]) -> tuple[list[Drawn], list[int]]:
    """Every draw of a match with several outcomes, and how many there were before each answer."""
    rehearsal = Rehearsal(match)
    rehearsal.carry_on(match)
    return rehearsal.drawn, rehearsal.marks


class Rehearsal:
    """A match played once more, as far as it has come; it is carried on when the match is."""

    def __init__(self, match: Progress[Any]) -> None:
        self.drawn: list[Drawn] = []
        self.marks: list[int] = []
        self.times: dict[int, int] = {}
        """By number of draw: the time of its event."""
        self.among = Among()
        self.outcomes: list[int] = []
        self.read = 0
        self.hear(match)
        self.again = Core(match.game.program, match.seed, self.note, match.index)

    def hear(self, match: Progress[Any]) -> None:
        """Writes down what the new draws came to."""
        events = match.core.events
        for time in range(self.read, len(events)):
            event = events[time]
            if isinstance(event, ev.Drew):
                self.outcomes.append(event.outcome)
                self.times[event.number] = time
        self.read = len(events)

    def note(self, draw: Draw) -> int:
        outcome = self.outcomes[draw.number] if draw.n > 1 else 0
        self.drawn.append(Drawn(draw.number, draw.what, draw.candidates, draw.type, outcome))
        self.among.add(self.drawn[-1], self.times.get(draw.number, inf))
        return outcome

    def carry_on(self, match: Progress[Any]) -> None:
        self.hear(match)
        for moment in match.core.history[len(self.marks) :]:
            event = match.core.events[moment.events]
            assert isinstance(event, ev.Chose)
            self.marks.append(len(self.drawn))
            self.again.choose(event.taken)


@attrs.define
class Among:
    """By piece: when it was last one of the candidates of a draw. A shuffle counts once, at its first draw."""

    last: dict[int, float] = attrs.Factory(dict)
    left: set[int] = attrs.Factory(set)
    """What the shuffle before may still place."""

    def add(self, drawn: Drawn, time: float) -> None:
        if not drawn.is_piece:
            return
        if drawn.what != "shuffle" or len(self.left) != len(drawn.candidates) or self.left != set(drawn.candidates):
            self.last.update(dict.fromkeys(drawn.candidates, time))
            self.left = set(drawn.candidates)
        self.left.discard(drawn.value)


@attrs.define
class Sightings:
    """When a seat last saw each piece, and which rolls it knows of; the time is the number of an event."""

    seat: int
    pieces: dict[int, float] = attrs.Factory(dict)
    rolls: list[bool] = attrs.Factory(list)
    """For each roll of a piece, in order: has the seat seen the face it gave?"""
    soon: dict[int, set[int]] = attrs.Factory(dict)
    """By the time of an asked answer: the pieces that the seat saw from then on until the next one."""

    latest: dict[int, int] = attrs.Factory(dict)
    """By piece: its last roll."""
    lately: set[int] = attrs.Factory(set)

    def add(self, event: ev.Event, time: int, state: State, answers: Answers) -> None:
        """What the seat saw of an event; `state` is that after it."""
        if isinstance(event, ev.Chose) and event.asked:
            self.lately = self.soon[time] = set()
        if isinstance(event, ev.Rolled):
            self.latest[event.piece] = len(self.rolls)
            self.rolls.append(False)
        for piece in self.seen_in(event, state, answers):
            self.see(piece, time)
            self.lately.add(piece)

    def with_now(self, state: State) -> Sightings:
        """The same with what the seat sees now."""
        now = attrs.evolve(self, pieces=self.pieces.copy(), rolls=self.rolls.copy())
        for each in state.program.pieces:
            if state.piece_sight(each.id) & 1 << self.seat:
                now.see(each.id, inf)
        return now

    def see(self, piece: int, time: float) -> None:
        self.pieces[piece] = time
        if piece in self.latest:
            self.rolls[self.latest[piece]] = True

    def seen_in(self, event: ev.Event, state: State, answers: Answers) -> Iterable[int]:
        """The pieces an event names to the seat, with what lies in the groups among them."""
        bit = 1 << self.seat
        if isinstance(event, ev.Moved | ev.Showed):
            return [
                each for piece, mask in zip(event.pieces, event.seen) if mask & bit for each in within(state, piece)
            ]
        if isinstance(event, ev.Chose):
            pieces = answers.pieces(key_of(event), event.options[event.taken])
            return [piece for piece, mask in zip(pieces, event.shown) if mask & bit]
        if isinstance(event, ev.Rolled) and event.seen & bit:
            return [event.piece]
        return []


def within(state: State, piece: int) -> list[int]:
    """A piece, and all that lies in it if it is a group."""
    inside = state.program.insides.get(piece)
    held = () if inside is None else state.zone(inside)
    return [piece, *(each for part in held for each in within(state, part))]
