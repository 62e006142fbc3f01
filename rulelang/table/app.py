"""The server: pages, a little JSON, and a connection (`connection.py`) for each screen.

Nothing here trusts its input: `access.py` checks hosts and origins before anything is answered, and texts from rules
and people are never read as markup.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from rulelang.table.access import Guard, read_body
from rulelang.table.actions import read_settings
from rulelang.table.annex import Annex, owns
from rulelang.table.bots import KINDS
from rulelang.table.connection import serve
from rulelang.table.hub import Hub
from rulelang.table.live import decode
from rulelang.table.room import Refused
from rulelang.table.workshop import Workshop

STATIC = Path(__file__).parent / "static"
LARGEST = 1 << 15  # bytes of a frame or a request
LARGEST_RULES = 1 << 21  # of one with rules in it
WATCH = 2.0  # seconds between two checks of the database


def make_app(
    hub: Hub,
    names: frozenset[str] = frozenset(),
    keep: float = 30 * 86400.0,
    annex: Annex | None = None,
    workshop: Workshop | None = None,
    uploads: bool = False,
) -> Starlette:
    """The server of a hub. `names`: the hosts it answers to, besides addresses and localhost. `annex`: where untrusted
    rules run: those of the workshop, and those that others send, if `uploads` are allowed.
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
        more = await games_of(annex) if annex is not None and annex.has_games else []
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
            return await forward(annex, f"/api/tables/{quote(table, safe='')}/record")
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
        with suppress(Exception):  # the next round tries again; a failure here must not stop play
            await hub.sweep(keep)
            gc.collect()
        await asyncio.sleep(600)


async def watch_for_ever(hub: Hub) -> None:
    while True:
        await asyncio.sleep(WATCH)
        with suppress(Exception):
            await hub.watch()


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
        if annex is not None and annex.has_games and wanted.game not in hub.shelf.files:
            return await annex.forward("/api/tables", {"settings": settings})
        table, token = await hub.create(wanted)
    except Refused as error:
        return refusal(str(error), 400)
    return JSONResponse({"table": table, "token": token}, 201)


async def take_rules(annex: Annex, request: Request) -> Response:
    """Uploaded rules: `{"name": NAME, "text": RULES}`. The answer has the name of the game on this server."""
    given = await read_json(request, LARGEST_RULES)
    if isinstance(given, Response):
        return given
    name, text = given.get("name"), given.get("text")
    if not isinstance(name, str) or not isinstance(text, str):
        return refusal("Send a `name` and a `text`.", 400)
    return await forward(annex, "/rules", {"name": name, "text": text})


async def games_of(annex: Annex) -> list[dict[str, Any]]:
    """The games of the annex; none if it does not answer now."""
    with suppress(Refused):
        return list((await annex.ask("/api/games"))[1]["games"])
    return []


async def forward(annex: Annex, path: str, given: dict[str, Any] | None = None) -> Response:
    """The answer of the annex, or why there is none."""
    try:
        return await annex.forward(path, given)
    except Refused as error:
        return refusal(str(error), 400)


async def read_json(request: Request, most: int) -> dict[str, Any] | Response:
    """The object in a request, or why it is refused."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        return refusal("Send JSON.", 415)
    body = await read_body(request, most)
    if isinstance(body, Response):
        return body
    given = decode(body)
    return refusal("This is not a JSON object.", 400) if given is None else given


async def download(hub: Hub, name: str) -> Response:
    """The record of a finished game; before the end it would reveal every secret."""
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
