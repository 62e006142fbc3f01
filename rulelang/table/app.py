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
from urllib.parse import quote, urlsplit

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
from websockets.exceptions import WebSocketException

from rulelang.table.actions import perform, read_settings
from rulelang.table.annex import Annex, owns, relay
from rulelang.table.bots import KINDS
from rulelang.table.hub import Client, Hub, Live
from rulelang.table.replay import frames_of
from rulelang.table.room import Refused
from rulelang.table.store import Away, Elsewhere
from rulelang.table.workshop import Workshop

STATIC = Path(__file__).parent / "static"
LARGEST = 1 << 15  # bytes of a frame or a request
LARGEST_RULES = 1 << 21  # of one with rules in it
EACH_SECOND, AT_ONCE = 10.0, 40.0  # messages of a client
PATIENCE = 10.0  # seconds until a connection must say who it is
WATCH, AGAIN = 2.0, 0.2  # seconds between two looks at the database, and at a table that another process has
RELAYED = "x-relayed"  # what a process says that passes on a connection: nobody passes it on again
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


def make_app(
    hub: Hub,
    names: frozenset[str] = frozenset(),
    keep: float = 30 * 86400.0,
    annex: Annex | None = None,
    workshop: Workshop | None = None,
    uploads: bool = False,
) -> Starlette:
    """The server of a hub. `names`: the hosts it answers to, besides addresses and localhost. `annex`: where rules run
    that are not to be trusted: those of the workshop, and those that others send, if `uploads` are allowed.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(sweep_for_ever(hub, keep))]
        tasks += [asyncio.create_task(watch_for_ever(hub))]
        tasks += [asyncio.create_task(annex.watch())] if annex is not None else []
        yield
        for task in tasks:
            task.cancel()
        hub.thinkers.close()
        if annex is not None:
            await annex.end()

    async def games(request: Request) -> Response:
        more = (await annex.ask("/api/games"))[1]["games"] if annex is not None and annex.used else []
        return JSONResponse({"games": [*more, *await hub.shelf.catalog()], "uploads": uploads})

    async def gallery(request: Request) -> Response:
        return JSONResponse({"gallery": await hub.shelf.catalog(gallery=True)})

    async def bots(request: Request) -> Response:
        return JSONResponse({"bots": [{"kind": kind, "text": text} for kind, text in KINDS.items()]})

    async def new_table(request: Request) -> Response:
        return await make_table(hub, request, annex)

    async def record(request: Request) -> Response:
        table = request.path_params["table"]
        if annex is not None and owns(table):
            return await annex.forward(f"/api/tables/{quote(table, safe='')}/record")
        return await download(hub, table)

    async def upload(request: Request) -> Response:
        if annex is None or not uploads:
            return refusal("This server takes no rules of others.", 403)
        return await take_rules(annex, request)

    async def socket(websocket: WebSocket) -> None:
        await serve(hub, websocket, annex)

    routes = [
        Route("/", page),
        Route("/t/{table}", page),
        Route("/api/games", games),
        Route("/api/gallery", gallery),
        Route("/api/bots", bots),
        Route("/api/tables", new_table, methods=["POST"]),
        Route("/api/tables/{table}/record", record),
        Route("/api/rules", upload, methods=["POST"]),
        *(workshop.routes() if workshop is not None else ()),
        WebSocketRoute("/ws", socket),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    framed = "'self'" if workshop is not None else "'none'"
    guards = [Middleware(Guard, names=names, framed=framed), Middleware(GZipMiddleware, minimum_size=1000)]
    return Starlette(routes=routes, middleware=guards, lifespan=lifespan)


async def sweep_for_ever(hub: Hub, keep: float) -> None:
    while True:
        with suppress(Exception):  # the next round tries again; play must not stop for it
            await hub.sweep(keep)
        await asyncio.sleep(600)


async def watch_for_ever(hub: Hub) -> None:
    while True:
        await asyncio.sleep(WATCH)
        with suppress(Exception):
            await hub.watch()


# ---------------------------------------------------------------- the door


class Guard:
    """Refuses hosts and origins of others, and gives every answer the security headers."""

    def __init__(self, app: ASGIApp, names: frozenset[str], framed: str) -> None:
        self.app, self.names = app, names
        self.headers = security_headers(framed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {key: value.decode("latin-1") for key, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        own = is_ours(host, self.names) and (origin is None or urlsplit(origin).netloc == host)
        if own:
            await self.app(scope, receive, with_headers(send, self.headers))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            text = "This server does not answer to that name. Open the link that it printed.\n"
            await PlainTextResponse(text, 403)(scope, receive, with_headers(send, self.headers))


def security_headers(framed: str) -> dict[str, str]:
    """Who may show these pages in a frame: nobody, or the workshop."""
    policy = HEADERS["content-security-policy"].replace("frame-ancestors 'none'", f"frame-ancestors {framed}")
    options = "DENY" if framed == "'none'" else "SAMEORIGIN"
    return {**HEADERS, "content-security-policy": policy, "x-frame-options": options}


def with_headers(send: Send, headers: dict[str, str]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {key for key, _ in message["headers"]}
            more = [(k.encode(), v.encode()) for k, v in headers.items() if k.encode() not in given]
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


async def make_table(hub: Hub, request: Request, annex: Annex | None) -> Response:
    """A new table: `{"settings": {"game": NAME}}`. The answer has its name and the host's key."""
    given = await read_json(request, LARGEST)
    if isinstance(given, Response):
        return given
    settings = given.get("settings")
    try:
        wanted = read_settings(settings if isinstance(settings, dict) else {})
        if annex is not None and annex.used and wanted.game not in hub.shelf.files:
            return await annex.forward("/api/tables", {"settings": settings})
        table, token = await hub.create(wanted)
    except Refused as error:
        return refusal(str(error), 400)
    return JSONResponse({"table": table, "token": token}, 201)


async def take_rules(annex: Annex, request: Request) -> Response:
    """Rules of somebody: `{"name": NAME, "text": RULES}`. The answer has the name of the game here."""
    given = await read_json(request, LARGEST_RULES)
    if isinstance(given, Response):
        return given
    name, text = given.get("name"), given.get("text")
    if not isinstance(name, str) or not isinstance(text, str):
        return refusal("Send a `name` and a `text`.", 400)
    try:
        return await annex.forward("/rules", {"name": name, "text": text})
    except Refused as error:
        return refusal(str(error), 400)


async def read_json(request: Request, most: int) -> dict[str, Any] | Response:
    """The object in a request, or why it is refused."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        return refusal("Send JSON.", 415)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            return refusal("That is too long.", 413)
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        given = None
    return given if isinstance(given, dict) else refusal("This is not a JSON object.", 400)


async def download(hub: Hub, name: str) -> Response:
    """The record of a game that is over; before that it would tell every secret."""
    try:
        room = await hub.look(name)
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
            leave(hub, live, client)
        client.outbox.put_nowait(None) if not client.outbox.full() else client.end()
        with suppress(Exception):
            await asyncio.wait_for(writer, PATIENCE)
        writer.cancel()


async def find_seat(hub: Hub, client: Client, hello: dict[str, Any], websocket: WebSocket) -> Live | None:
    """Let somebody in here, or pass all frames on to the process that has the table. If that process is gone, the table
    is free in a moment, and comes here. Who cannot be let in now is cut off without a word, and comes again.
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
    except (Away, Elsewhere):
        raise
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
