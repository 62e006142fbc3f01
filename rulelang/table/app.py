"""The server: pages, a little JSON, and one WebSocket for each screen.

Nothing here trusts what comes in: hosts and origins are checked before anything is answered, keys come in messages and
never in an address, frames are small, few and of a known shape, and texts of rules and people stay texts.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import attrs
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from rulelang.table.actions import perform, read_settings
from rulelang.table.bots import KINDS
from rulelang.table.hub import Client, Hub, Live
from rulelang.table.replay import frames_of
from rulelang.table.room import Refused

STATIC = Path(__file__).parent / "static"
LARGEST = 1 << 15  # bytes of a frame or a request
EACH_SECOND, AT_ONCE = 10.0, 40.0  # messages of a client
PATIENCE = 10.0  # seconds until a connection must say who it is
BAD_FRAMES = 20  # that cannot be read, until a connection is closed

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-cache",
}


def make_app(hub: Hub, names: frozenset[str] = frozenset(), keep: float = 30 * 86400.0) -> Starlette:
    """The server of a hub. `names`: the hosts it answers to, besides addresses and localhost."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        sweeper = asyncio.create_task(sweep_for_ever(hub, keep))
        yield
        sweeper.cancel()
        hub.thinkers.close()

    async def games(request: Request) -> Response:
        return JSONResponse({"games": await hub.shelf.catalog()})

    async def gallery(request: Request) -> Response:
        return JSONResponse({"gallery": await hub.shelf.catalog(gallery=True)})

    async def bots(request: Request) -> Response:
        return JSONResponse({"bots": [{"kind": kind, "text": text} for kind, text in KINDS.items()]})

    async def new_table(request: Request) -> Response:
        return await make_table(hub, request)

    async def record(request: Request) -> Response:
        return await download(hub, request.path_params["table"])

    async def socket(websocket: WebSocket) -> None:
        await serve(hub, websocket)

    routes = [
        Route("/", page),
        Route("/t/{table}", page),
        Route("/api/games", games),
        Route("/api/gallery", gallery),
        Route("/api/bots", bots),
        Route("/api/tables", new_table, methods=["POST"]),
        Route("/api/tables/{table}/record", record),
        WebSocketRoute("/ws", socket),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    guards = [Middleware(Guard, names=names), Middleware(GZipMiddleware, minimum_size=1000)]
    return Starlette(routes=routes, middleware=guards, lifespan=lifespan)


async def sweep_for_ever(hub: Hub, keep: float) -> None:
    while True:
        with suppress(Exception):  # the next round tries again; play must not stop for it
            await hub.sweep(keep)
        await asyncio.sleep(600)


# ---------------------------------------------------------------- the door


class Guard:
    """Refuses hosts and origins of others, and gives every answer the security headers."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {key: value.decode("latin-1") for key, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        own = is_ours(host, self.names) and (origin is None or urlsplit(origin).netloc == host)
        if own:
            await self.app(scope, receive, with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            text = "This server does not answer to that name. Open the link that it printed.\n"
            await PlainTextResponse(text, 403)(scope, receive, with_headers(send))


def with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {key for key, _ in message["headers"]}
            more = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in given]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sending


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Addresses, localhost and the names we were given; a page elsewhere cannot make its own name lead here."""
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost" or name in names:
        return True
    with suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return False


# ---------------------------------------------------------------- pages and JSON


async def page(request: Request) -> Response:
    return FileResponse(STATIC / "index.html")


async def make_table(hub: Hub, request: Request) -> Response:
    """A new table: `{"settings": {"game": NAME}}`. The answer has its name and the host's key."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        return refusal("Send JSON.", 415)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            return refusal("That is too long.", 413)
    try:
        given = json.loads(body)
        settings = given["settings"]
        table, token = await hub.create(read_settings(settings if isinstance(settings, dict) else {}))
    except (ValueError, RecursionError, TypeError, KeyError):
        return refusal("This is not a request for a table.", 400)
    except Refused as error:
        return refusal(str(error), 400)
    return JSONResponse({"table": table, "token": token}, 201)


async def download(hub: Hub, name: str) -> Response:
    """The record of a game that is over; before that it would tell every secret."""
    try:
        room = (await hub.find(name)).room
    except Refused as error:
        return refusal(str(error), 404)
    if room.match is None or not room.match.over:
        return refusal("The record can be had when the game is over.", 404)
    name = f"{room.game.name}-{room.number}.json"
    return JSONResponse(room.match.record(), headers={"content-disposition": f'attachment; filename="{name}"'})


def refusal(text: str, status: int) -> Response:
    return JSONResponse({"why": text}, status)


# ---------------------------------------------------------------- the socket


@attrs.define
class Allowance:
    """So many messages a second, a few more at once."""

    now: Callable[[], float]
    left: float = AT_ONCE
    at: float = 0.0

    def spend(self) -> bool:
        now = self.now()
        self.left = min(AT_ONCE, self.left + (now - self.at) * EACH_SECOND)
        self.at = now
        self.left -= 1
        return self.left >= 0


async def serve(hub: Hub, websocket: WebSocket) -> None:
    """One connection, from its hello to its end."""
    await websocket.accept()
    client = Client()
    writer = asyncio.create_task(pump(websocket, client))
    live: Live | None = None
    try:
        hello = await asyncio.wait_for(read(websocket, client), PATIENCE)
        live = await join(hub, client, hello or {})
        if live is not None:
            await listen(hub, live, websocket, client)
    except (WebSocketDisconnect, TimeoutError, RuntimeError):
        pass
    finally:
        if live is not None:
            leave(hub, live, client)
        client.outbox.put_nowait(None) if not client.outbox.full() else client.end()
        with suppress(Exception):
            await asyncio.wait_for(writer, PATIENCE)
        writer.cancel()


async def pump(websocket: WebSocket, client: Client) -> None:
    """Send what waits; the end of it closes the connection."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (text := await client.outbox.get()) is not None:
            await websocket.send_text(text)
        await websocket.close(1013 if client.cut else 1000)


async def read(websocket: WebSocket, client: Client) -> dict[str, Any] | None:
    """The next message; None if it cannot be read, and the client was told so."""
    frame = await websocket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1000))
    try:
        message = json.loads(frame.get("text") or "")
        if isinstance(message, dict):
            return message
    except (ValueError, RecursionError):
        pass
    client.send({"type": "refused", "why": "A message is a JSON object, in a text frame."})
    return None


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
    """Let somebody in: with the key of a seat, as the host, or to look on and perhaps to sit down."""
    table, tokens = hello.get("table"), [key for key in (hello.get("token"), hello.get("host")) if key is not None]
    try:
        if hello.get("do") != "hello" or not all(isinstance(each, str) for each in (table, *tokens)):
            raise Refused("Say hello first: which table, and with which key.")
        live = await hub.find(str(table))
        async with live.lock:
            admit(live, client, tokens)
            client.raw = hello.get("form") == "view"
            live.clients.add(client)
            lines = [{"seat": seat, "name": name, "text": text} for seat, name, text in live.room.chat]
            client.send({"type": "chat", "lines": lines, "whole": True})
            if live.room.match is not None and not client.raw:
                client.send(live.viewer(client.seat).whole())
            hub.publish(live)
        return live
    except Refused as error:
        client.send({"type": "bye", "why": str(error)})
        return None


def admit(live: Live, client: Client, tokens: list[str]) -> None:
    """A key opens a seat, or makes its holder the host; somebody may have both."""
    found = [live.room.holder(token) for token in tokens]
    client.seat = next((seat for seat, _ in found if seat is not None), None)
    client.host = any(host for _, host in found)
    if tokens and client.seat is None and not client.host:
        raise Refused("This link no longer opens a seat. Ask the host for a new one, or open the table's own link.")
    if client.seat is None and not client.host and not live.room.watch and live.room.phase != "lobby":
        raise Refused("The host lets nobody look on.")


def leave(hub: Hub, live: Live, client: Client) -> None:
    live.clients.discard(client)
    live.touched = hub.now()
    if not any(each.seat == client.seat for each in live.clients):
        live.viewers.pop(client.seat, None)
    if live.clients:
        hub.publish(live)


async def send_replay(live: Live, client: Client) -> None:
    """A finished game, answer by answer, as this seat came to know it."""
    try:
        for frames in await asyncio.to_thread(lambda: list(frames_of(live.room, client.seat))):
            client.send({"type": "replay", "frames": frames})
    except Refused as error:
        client.send({"type": "refused", "why": str(error)})
