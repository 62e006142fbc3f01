"""One WebSocket for each screen: who comes in with which key, what is read, and what is sent.

Keys are sent in messages, never in a URL; frames are small, few and of a known shape.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import attrs
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.exceptions import WebSocketException

from rulelang.table.actions import perform
from rulelang.table.annex import Annex, owns, relay
from rulelang.table.hub import Hub
from rulelang.table.live import Client, Live, decode
from rulelang.table.replay import frames_of
from rulelang.table.room import Refused
from rulelang.table.store import Away, Elsewhere

EACH_SECOND, AT_ONCE = 10.0, 40.0  # messages of a client
PATIENCE = 10.0  # seconds until a connection must say who it is
AGAIN = 0.2  # seconds between two attempts at a table that another process owns
RELAYED = "x-relayed"  # header of a connection that a process relays: it is never relayed again
BAD_FRAMES = 20  # unreadable frames until a connection is closed


@attrs.define
class Allowance:
    """A rate limit: so many messages a second, with a small burst."""

    now: Callable[[], float]
    left: float = AT_ONCE
    at: float = 0.0

    def spend(self) -> bool:
        now = self.now()
        self.left = min(AT_ONCE, self.left + (now - self.at) * EACH_SECOND)
        self.at = now
        self.left -= 1
        return self.left >= 0


async def serve(hub: Hub, websocket: WebSocket, annex: Annex | None = None) -> None:
    """One connection, from its hello to its end."""
    await websocket.accept()
    client = Client()
    writer = asyncio.create_task(pump(websocket, client))
    live: Live | None = None
    try:
        hello = await asyncio.wait_for(read(websocket, client), PATIENCE)
        if annex is not None and hello is not None and owns(hello.get("table")):
            await annex.relay(websocket, hello)
            return
        live = await find_seat(hub, client, hello or {}, websocket)
        if live is not None:
            await listen(hub, live, websocket, client)
    except (WebSocketDisconnect, TimeoutError, RuntimeError, OSError):
        pass
    finally:
        if live is not None:
            await leave(hub, live, client)
        client.outbox.put_nowait(None) if not client.outbox.full() else client.end()
        with suppress(Exception):
            await asyncio.wait_for(writer, PATIENCE)
        writer.cancel()


async def find_seat(hub: Hub, client: Client, hello: dict[str, Any], websocket: WebSocket) -> Live | None:
    """Let a client in here, or relay all its frames to the process that owns the table. If that process is gone, the
    table is free in a moment and comes here. A client that cannot be let in now is cut off without a message, and
    reconnects.
    """
    clock = asyncio.get_running_loop().time
    end = clock() + PATIENCE
    while clock() < end:
        try:
            return await join(hub, client, hello)
        except Away:
            break
        except Elsewhere as error:
            if RELAYED in websocket.headers:
                break
            with suppress(OSError, WebSocketException):
                await relay(websocket, hello, error.place, {RELAYED: "1"})
                return None
        await asyncio.sleep(AGAIN)
    client.end()
    return None


async def pump(websocket: WebSocket, client: Client) -> None:
    """Send the queued frames; close the connection at the end of the queue."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (text := await client.outbox.get()) is not None:
            await websocket.send_text(text)
        await websocket.close(1013 if client.cut else 1000)


async def read(websocket: WebSocket, client: Client) -> dict[str, Any] | None:
    """The next message; None if it cannot be read, after telling the client so."""
    frame = await websocket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1000))
    message = decode(frame.get("text") or "")
    if message is None:
        client.send({"type": "refused", "why": "A message is a JSON object, in a text frame."})
    return message


async def listen(hub: Hub, live: Live, websocket: WebSocket, client: Client) -> None:
    allowance, bad = Allowance(asyncio.get_running_loop().time), 0
    while not client.cut:
        message = await read(websocket, client)
        bad += message is None
        if bad > BAD_FRAMES or not allowance.spend():
            client.send({"type": "bye", "why": "Too many messages; reload the page to come back."})
            return
        if message is not None and message.get("do") == "replay":
            await send_replay(live, client)
        elif message is not None:
            await perform(hub, live, client, message)


async def join(hub: Hub, client: Client, hello: dict[str, Any]) -> Live | None:
    """Let a client in: with the key of a seat, as the host, or as a spectator who may sit down."""
    table, tokens = hello.get("table"), [key for key in (hello.get("token"), hello.get("host")) if key is not None]
    try:
        if hello.get("do") != "hello" or not all(isinstance(each, str) for each in (table, *tokens)):
            raise Refused("Say hello first: which table, and with which key.")
        live = await hub.find(str(table))
        if any(live.room.holder(token) == (None, False) for token in tokens):
            await hub.hear()  # perhaps the host's key is a new one
        async with live.lock:
            admit(live, client, tokens)
            client.raw = hello.get("form") == "view"
            live.clients.add(client)
            lines = [{"seat": seat, "name": name, "text": text} for seat, name, text in live.room.chat]
            client.send({"type": "chat", "lines": lines, "whole": True})
            if live.room.match is not None and not client.raw:
                client.send(live.viewer(client.seat).whole())
            await hub.tell(live)
        return live
    except (Away, Elsewhere):
        raise
    except Refused as error:
        client.send({"type": "bye", "why": str(error)})
        return None


def admit(live: Live, client: Client, tokens: list[str]) -> None:
    """Seat the holder of a seat's key, and make the holder of the host's key the host; one client may have both."""
    found = [live.room.holder(token) for token in tokens]
    client.seat = next((seat for seat, _ in found if seat is not None), None)
    client.host = any(host for _, host in found)
    if tokens and client.seat is None and not client.host:
        raise Refused("This link no longer opens a seat. Ask the host for a new one, or open the table's own link.")
    if client.seat is None and not client.host and not live.room.watch and live.room.phase != "lobby":
        raise Refused("The host lets nobody look on.")


async def leave(hub: Hub, live: Live, client: Client) -> None:
    live.clients.discard(client)
    live.touched = hub.now()  # keep what the seat was told: a client that reconnects is shown it at once
    async with live.lock:
        if live.clients:
            await hub.tell(live)


async def send_replay(live: Live, client: Client) -> None:
    """Send a finished game, answer by answer, as this seat saw it."""
    try:
        for frames in await asyncio.to_thread(lambda: list(frames_of(live.room, client.seat))):
            client.send({"type": "replay", "frames": frames})
    except Refused as error:
        client.send({"type": "refused", "why": str(error)})
