"""A match looked back at: what each draw of chance was between, and which pieces a seat has seen, and when last.

Events tell the outcome of a draw, not what else it might have brought. To know that, the match is played once
more with the same outcomes and answers, and each draw is written down as the engine makes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

import attrs

from rulelang.engine.match import Match as Core
from rulelang.engine.runner import Draw
from rulelang.engine.state import State
from rulelang.ir import types as t
from rulelang.play.answers import Answers, key_of
from rulelang.play.follow import Follower
from rulelang.program import events as ev

if TYPE_CHECKING:
    from rulelang.play.match import Match


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


def rehearse(match: Match) -> tuple[list[Drawn], list[int]]:
    """Every draw of a match, those with one outcome among them, and how many there were before each answer."""
    outcomes = [event.outcome for event in match.core.events if isinstance(event, ev.Drew)]
    drawn: list[Drawn] = []
    marks = []

    def note(draw: Draw) -> int:
        outcome = outcomes[draw.number] if draw.n > 1 else 0
        drawn.append(Drawn(draw.number, draw.what, draw.candidates, draw.type, outcome))
        return outcome

    again = Core(match.game.program, match.seed, note, match.index)
    for moment in match.core.history:
        event = match.core.events[moment.events]
        assert isinstance(event, ev.Chose)
        marks.append(len(drawn))
        again.choose(event.taken)
    return drawn, marks


@attrs.define
class Sightings:
    """When a seat last saw each piece, and which rolls it knows of; the time is the number of an event."""

    seat: int
    pieces: dict[int, float] = attrs.Factory(dict)
    rolls: list[bool] = attrs.Factory(list)
    """For each roll of a piece, in order: has the seat seen the face it gave?"""
    soon: dict[int, set[int]] = attrs.Factory(dict)
    """By the time of an asked answer: the pieces that the seat saw from then on until the next one."""

    @classmethod
    def of(cls, events: Sequence[ev.Event], follower: Follower, answers: Answers, seat: int) -> Sightings:
        """What a seat saw in these events, which begin where the follower stands."""
        found = cls(seat)
        latest: dict[int, int] = {}  # by piece: its last roll
        soon: set[int] = set()
        for time, event in enumerate(events):
            follower.apply(event)
            if isinstance(event, ev.Chose) and event.asked:
                soon = found.soon[time] = set()
            if isinstance(event, ev.Rolled):
                latest[event.piece] = len(found.rolls)
                found.rolls.append(False)
            for piece in found.seen_in(event, follower.state, answers):
                found.see(piece, time, latest)
                soon.add(piece)
        for each in follower.state.program.pieces:
            if follower.state.piece_sight(each.id) & 1 << seat:
                found.see(each.id, inf, latest)
        return found

    def see(self, piece: int, time: float, latest: dict[int, int]) -> None:
        self.pieces[piece] = time
        if piece in latest:
            self.rolls[latest[piece]] = True

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
