"""All tables of a server: who is connected to which table, what each client is sent, and the bots that play there.

A table changes under its lock: first in memory, then on the disk, then everybody is told. If the write fails, the table
is read from the disk again, so the change never happened.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

import attrs

from rulelang.bots.kinds import STRENGTHS
from rulelang.play.game import Game
from rulelang.table import bots, store
from rulelang.table.live import Client, Frame, Live, encode
from rulelang.table.rework import carry_over
from rulelang.table.room import Refused, Room, Seat, Settings, digest, new_token
from rulelang.table.shelf import Shelf
from rulelang.table.store import Elsewhere, Kept, Statement, Store, Unsaved
from rulelang.table.thinkers import Thinkers, best_of, questions_of_block
from rulelang.table.viewer import Viewer

MOST_TABLES = 5000
IDLE = 600.0  # seconds after which a table without connections leaves the memory


@attrs.define(eq=False)
class Hub:
    store: Store
    shelf: Shelf
    now: Callable[[], float] = time.time
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    pause: Callable[[str], float] = bots.pause
    new_seed: Callable[[], int] = lambda: secrets.randbits(63)
    prefix: str = ""
    """Prefix of the names of its tables."""
    lives: dict[str, asyncio.Future[Live]] = attrs.field(factory=dict)
    turn: asyncio.Lock = attrs.field(factory=asyncio.Lock)
    """Held while one table tells those who did not ask."""
    thinkers: Thinkers = attrs.field(default=attrs.Factory(lambda self: Thinkers(self.shelf), takes_self=True))

    # ------------------------------------------------------------ tables

    async def create(self, settings: Settings) -> tuple[str, str]:
        """A new table: its name, and the host's key."""
        if await self.store.count() >= MOST_TABLES:
            raise Refused("This server has as many tables as it can hold; try again later.")
        game = await self.shelf.game(settings)
        settings.players = game.players  # so that it has as many seats, whatever becomes of the rules
        token = new_token()
        seats = [Seat() for _ in range(game.players)]
        room = Room(self.prefix + secrets.token_urlsafe(9), settings, digest(token), seats, game)
        await self.store.claim(room.id)
        await self.store.write(store.keep_room(room.id, room.state(), self.now()))
        self.lives[room.id] = finished_future(Live(room, touched=self.now()))
        return room.id, token

    async def find(self, name: str) -> Live:
        """A table, from memory or from the disk; raises Elsewhere if another process owns it."""
        if name in self.lives and self.lives[name].done() and not self.store.owns(name):
            self.drop(name)
        if name not in self.lives:
            self.lives[name] = asyncio.ensure_future(self.revive(name))
        try:
            return await asyncio.shield(self.lives[name])
        except Exception:  # the next who asks tries again
            self.lives.pop(name, None)
            raise

    async def revive(self, name: str) -> Live:
        await self.store.claim(name)
        try:
            return Live(await self.read(name), touched=self.now())
        except Exception:
            await self.store.release(name)
            raise

    async def read(self, name: str) -> Room:
        """A table as it was last saved."""
        kept = await self.store.read(name)
        if kept is None:
            raise Refused("There is no such table here; perhaps it was cleared away. Ask for a new link.")
        game = await self.shelf.game(Settings(**kept.state["settings"]))
        return await asyncio.to_thread(restore, kept, game)

    async def look(self, name: str) -> Room:
        """A table to read only, whichever process owns it."""
        try:
            return (await self.find(name)).room
        except Elsewhere:
            return await self.read(name)

    def drop(self, name: str) -> None:
        """Forget a table that differs from the one on the disk; its clients reconnect and get the saved one."""
        live = self.lives.pop(name, None)
        if live is not None and live.done() and not live.exception():
            live.result().dropped = True
            for client in list(live.result().clients):
                client.end()

    async def watch(self) -> None:
        """Drop the tables that are no longer ours because the connection to the database was lost, and apply new host
        keys.
        """
        try:
            await self.store.look()
        finally:
            for name, live in list(self.lives.items()):
                if live.done() and not self.store.owns(name):
                    self.drop(name)
        await self.hear()

    async def hear(self) -> None:
        """Apply new host keys that were made at the console; the old ones are no longer valid."""
        for name, key in (await self.store.words()).items():
            live = self.lives.get(name)
            if live is None or not live.done() or live.exception():
                continue  # whoever reads the table finds the new key
            table = live.result()
            async with table.lock:
                table.room.host = key
                for client in table.clients:
                    client.host = False
                rows = [store.keep_room(name, table.room.state(), self.now()), store.drop_word(name)]
                with suppress(Refused):  # then the new key waits until the next time
                    await self.change(table, rows)

    async def sweep(self, keep: float) -> None:
        """Delete tables that nobody has touched for `keep` seconds, and release those without connections."""
        for name in await self.store.stale(self.now() - keep):
            live = self.lives.get(name)
            if live is None or not live.done() or not live.result().clients:
                with suppress(Elsewhere):  # its owner deletes it
                    await self.store.claim(name)
                    await self.store.write(*store.drop_room(name))
                    self.lives.pop(name, None)
                    await self.store.release(name)
        for name, live in list(self.lives.items()):
            if live.done() and not live.exception():
                table = live.result()
                if not table.clients and not table.thinking and table.touched < self.now() - IDLE:
                    self.lives.pop(name, None)
                    await self.store.release(name)

    # ------------------------------------------------------------ rules that change

    async def rework(self, name: str, table: str | None) -> dict[str, Any]:
        """The rules of a game have changed: continue its table under the new rules, or set one up if there is none."""
        self.shelf.forget(name)
        if table is None:
            return await self.set_table(name)
        live = await self.find(table)
        async with live.lock:
            room = live.room
            game = await self.rewritten(room.settings)
            self.thinkers.close()
            if room.match is None:
                live.resize(game.players)
                room.settings.players, room.game = game.players, game
                await self.change(live, [store.keep_room(room.id, room.state(), self.now())])
                return {"told": "The new rules are on the table."}
            course = await asyncio.to_thread(carry_over, room, game)
            room.dismiss_bots(game.players)
            live.resize(game.players)
            room.settings.players = game.players
            room.fill_with_bots("easy")
            room.take_up(course.room)
            live.viewers.clear()
            rows = [store.keep_match(room.id, room.number, room.head()), *self.keep_answers(room)]
            await self.change(live, [*rows, store.keep_room(room.id, room.state(), self.now())])
        return {"told": course.told, "parts": course.parts, "before": course.before, "after": course.after}

    async def rewritten(self, settings: Settings) -> Game:
        """The game under its new rules: for as many players as before, if it still can be."""
        try:
            return await self.shelf.game(settings)
        except Refused:
            return await self.shelf.game(attrs.evolve(settings, players=None))

    async def set_table(self, name: str) -> dict[str, Any]:
        """A table for the author of rules: a person at the first seat, bots at the others, and the match begun."""
        table, host = await self.create(Settings(name))
        live = await self.find(table)
        async with live.lock:
            room = live.room
            token = room.sit(1, "Author")
            room.fill_with_bots("easy")
            head = room.begin(self.new_seed())
            rows = [store.keep_match(room.id, room.number, head), store.keep_room(room.id, room.state(), self.now())]
            await self.change(live, rows)
        return {"told": "The table is set.", "table": table, "token": token, "host": host}

    # ------------------------------------------------------------ changing a table

    async def change(self, live: Live, rows: Iterable[Statement]) -> None:
        """Write a change to the disk, then tell everybody. Called under the lock."""
        await self.save(live, rows)
        await self.tell(live)

    async def save(self, live: Live, rows: Iterable[Statement]) -> None:
        """Write a change to the disk; if that fails, read the table from the disk again."""
        live.touched = self.now()
        try:
            if live.dropped:
                raise Unsaved("the table is otherwise on the disk")
            await self.store.write(*rows)
        except Unsaved:
            if not live.dropped:
                self.drop(live.room.id)
            raise Refused("This could not be saved, so it was not done. The table comes back as it was.") from None

    async def tell(self, live: Live, first: Client | None = None, word: Frame | None = None) -> None:
        """Tell everybody what is new to them, and let the bots play. The client that asked is told first, and then gets
        its acknowledgement. All tables take turns at telling the others. So an answer that arrives meanwhile waits for
        one frame at each of its steps, however many tables are active. Called under the lock.
        """
        self.show_people(live)
        told = set[int | None]()
        if first is not None and word is not None:
            self.show(live, first.seat)
            first.send(word)
            told = {first.seat}
        for seat in live.watched_seats() - told:
            async with self.turn:
                await asyncio.sleep(0)
                self.show(live, seat)
        self.wake_bots(live)

    def wake_bots(self, live: Live) -> None:
        if live.thinking is None and any(seat.is_bot for seat in live.room.seats) and live.room.phase == "play":
            live.thinking = asyncio.create_task(self.play_bots(live))
        elif live.room.phase == "lobby" and any(seat.kind in STRENGTHS for seat in live.room.seats):
            self.thinkers.get_ready(live.room.settings)  # while people are still sitting down

    def show_people(self, live: Live) -> None:
        people = live.people()
        for client in live.clients:
            client.show(people)

    def show(self, live: Live, seat: int | None) -> None:
        """Send one frame to all who watch from a seat. It is built once, and only if somebody watches and something is
        new.
        """
        clients = [client for client in live.clients if client.seat == seat]
        if live.room.match is None or not clients:
            return
        viewer = live.viewer(seat)
        frame = viewer.refresh()
        text = encode(frame) if frame is not None else None
        for client in clients:
            if client.raw:
                self.show_raw(client, viewer)
            elif text is not None:
                client.send(text)

    def show_raw(self, client: Client, viewer: Viewer) -> None:
        """Send the view and the log since the last time, unless neither has changed."""
        frame = viewer.data()
        stands = encode({"view": frame["view"], "log": len(frame["log"]), "course": viewer.course[:2]})
        if client.last.get("view") == stands:
            return
        have = client.seen if client.course == viewer.course[:2] else 0
        client.last["view"], client.course, client.seen = stands, viewer.course[:2], viewer.seen
        client.send({**frame, "log": frame["log"][have:]})

    # ------------------------------------------------------------ bots

    async def play_bots(self, live: Live) -> None:
        """Bots answer, each after its pause, until only people are asked."""
        try:
            while seats := self.bots_asked(live.room):
                if any(live.room.seats[seat - 1].kind in STRENGTHS for seat in seats):
                    await self.thinkers.prepare(live.room.settings)
                await self.let_answer(live, self.bots_asked(live.room))
        except Refused:  # the rules made a mistake, or the disk is full
            await self.tell_fault(live)
        finally:
            live.thinking = None

    async def let_answer(self, live: Live, seats: list[int]) -> None:
        """Let each of these bots answer one question, or in a secret block all of them: their number would reveal
        something. The bots think during the pause, and no longer.
        """
        room = live.room
        assert room.match is not None
        times = bots.IN_A_BLOCK if room.match.state.block is not None else 1
        asked = {seat: room.moment(seat) for seat in seats}
        thoughts = {seat: self.thinkers.begin(room, seat) for seat in seats}
        await self.sleep(times * max((self.pause(room.seats[seat - 1].kind) for seat in seats), default=0.0))
        for seat in seats:
            found = best_of(thoughts[seat])
            async with live.lock:
                if seat in self.bots_asked(room) and room.moment(seat) == asked[seat]:
                    numbers = questions_of_block(room.match, seat)
                    indexes = (found[at] if at < len(found) else None for at in numbers)
                    await self.change(live, [self.bot_answer(room, seat, index) for index in indexes])

    async def tell_fault(self, live: Live) -> None:
        if live.room.fault:
            async with live.lock:
                await self.tell(live)

    def bots_asked(self, room: Room) -> list[int]:
        """The bots that have an open question."""
        if room.fault or not any(seat.is_bot for seat in room.seats):
            return []
        return [seat for seat in room.asked_seats() if room.seats[seat - 1].is_bot]

    def bot_answer(self, room: Room, seat: int, index: int | None) -> Statement:
        """A bot's answer as a row; a bot that has found nothing takes a random option."""
        decision = room.decision(seat)
        assert room.match is not None and decision is not None
        if index is None:
            index = bots.choose_at_random(room.match, seat, len(decision.options))
        room.choose(seat, index)
        return self.keep_answers(room, len(room.acts) - 1)[0]

    def keep_answers(self, room: Room, first: int = 0) -> list[Statement]:
        """The answers of a match from number `first` on, as rows."""
        acts = enumerate(room.acts[first:], first)
        return [store.keep_answer(room.id, room.number, at, *act, self.now()) for at, act in acts]


def restore(kept: Kept, game: Any) -> Room:
    """A room as it was saved, with its match replayed."""
    state = kept.state
    room = Room(
        kept.id,
        Settings(**state["settings"]),
        state["host"],
        [Seat(**seat) for seat in state["seats"]],
        game,
        state["watch"],
        kept.match,
        undone=state["undone"],
        chat=list(kept.chat),
    )
    if kept.head is not None and kept.head["settings"] == state["settings"]:  # else the host has set up another game
        room.replay(kept.head, kept.answers)
    return room


def finished_future(value: Live) -> asyncio.Future[Live]:
    future: asyncio.Future[Live] = asyncio.get_running_loop().create_future()
    future.set_result(value)
    return future
