"""A table in memory, and the connections to it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import attrs

from rulelang.play.view import LastView, Worked
from rulelang.table.room import Room
from rulelang.table.viewer import Viewer

WAITING = 100  # frames that may wait for a slow client before it is cut off
Frame = dict[str, Any]


@attrs.define(eq=False)
class Client:
    """A connection. `seat`: where it sits, None for a spectator. `raw`: it wants views and logs, not drawings."""

    seat: int | None = None
    host: bool = False
    raw: bool = False
    course: tuple[Any, ...] = ()
    seen: int = 0
    """How many log entries of this course a raw client has."""
    last: dict[str, Any] = attrs.field(factory=dict)
    """By frame type: the last state frame that it was sent."""
    outbox: asyncio.Queue[str | None] = attrs.field(factory=lambda: asyncio.Queue(WAITING))
    cut: bool = False
    """Whether it was cut off: too slow, or dismissed."""

    def send(self, frame: Frame | str) -> None:
        """Queue a frame and never wait: a client that does not keep up is cut off, and reconnects for the current
        table.
        """
        try:
            self.outbox.put_nowait(frame if isinstance(frame, str) else encode(frame))
        except asyncio.QueueFull:
            self.end()

    def show(self, people: Frame) -> None:
        """Send who is here, if that has changed: even the arrival of a frame reveals something."""
        stands = people, self.seat, self.host
        if self.last.get("people") != stands:
            self.last["people"] = stands
            self.send({**people, "you": self.seat, "host": self.host})

    def dismiss(self, why: str) -> None:
        """Send a last message, and no more."""
        self.end()
        self.outbox.get_nowait()
        self.send({"type": "bye", "why": why})
        self.outbox.put_nowait(None)

    def end(self) -> None:
        """Send no more frames, not even those in the queue."""
        self.cut = True
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
"""A frame as text."""


def decode(text: str | bytes) -> Frame | None:
    """The object in a text from a stranger. None if there is none, or if it has half a letter in it (a surrogate): that
    can neither be sent on nor kept.
    """
    try:
        found = json.loads(text)
        encode(found).encode()
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


@attrs.define(eq=False)
class Live:
    """A table in memory."""

    room: Room
    lock: asyncio.Lock = attrs.field(factory=asyncio.Lock)
    clients: set[Client] = attrs.field(factory=set)
    viewers: dict[int | None, Viewer] = attrs.field(factory=dict)
    worked: Worked = attrs.field(factory=Worked)
    """What the rules compute on the current table, shared by all viewers."""
    thinking: asyncio.Task[None] | None = None
    touched: float = 0.0
    dropped: bool = False
    """Whether the table on the disk differs. Then nothing more happens to this one."""

    def viewer(self, seat: int | None) -> Viewer:
        if seat not in self.viewers:
            self.viewers[seat] = Viewer(self.room, seat, last=LastView(self.worked))
        return self.viewers[seat]

    def resize(self, players: int) -> None:
        """Make as many seats as players. Whoever moves up is shown the new seat from now on, never the old one: it may
        be somebody else's.
        """
        moves = self.room.resize(players)
        for client in self.clients:
            if client.seat is not None and moves.get(client.seat) != client.seat:
                client.seat, client.course = moves.get(client.seat), ()
                client.last.clear()

    def watched_seats(self) -> set[int | None]:
        """The seats that somebody watches from."""
        return {client.seat for client in self.clients}

    def people(self) -> Frame:
        """Who sits where, what is played, and who is connected: the same for everybody."""
        room = self.room
        here = {client.seat for client in self.clients}
        return {
            "type": "people",
            "table": room.id,
            "phase": room.phase,
            "match": room.number,
            "game": {
                "name": room.settings.game,
                "title": room.game.title,
                "text": room.game.typed.text,
                "counts": list(room.game.counts),
            },
            "settings": {
                "players": room.game.players,
                "variants": list(room.settings.variants),
                "options": room.settings.options,
                "mods": list(room.settings.mods),
            },
            "seats": [
                {
                    "seat": at,
                    "kind": seat.kind,
                    "name": seat.name,
                    "ready": seat.ready,
                    "here": at in here,
                    "kept": seat.is_bot and bool(seat.key),
                }
                for at, seat in enumerate(room.seats, 1)
            ],
            "watch": room.watch,
            "watchers": sum(client.seat is None for client in self.clients),
            "asking": room.asking,
            "waiting": sorted(room.must_agree()) if room.asking else [],
            "fault": room.fault,
        }
