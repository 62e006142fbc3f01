"""The annex itself: a server of tables that answers only the main server (see `annex.py`)."""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import sys
import threading
from contextlib import suppress
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from rulelang.base.source import read_source
from rulelang.table.annex import KEY, LARGEST, MEMORY, PREFIX
from rulelang.table.app import make_app
from rulelang.table.desk import SERVICES, Desk
from rulelang.table.hub import Hub
from rulelang.table.room import Refused
from rulelang.table.shelf import Shelf, forget_trials, uploaded
from rulelang.table.store import Store

PATIENCE = 5.0  # seconds that the list of games may take


class Keyed:
    """Answers only requests with the key, which the main server alone has."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self.app, self.key = app, key.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = dict(scope.get("headers", ())).get(KEY.encode(), b"")
        if scope["type"] == "lifespan" or hmac.compare_digest(given, self.key):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await JSONResponse({"why": "This is not for you."}, 403)(scope, receive, send)


def annex_app(folder: Path, files: dict[str, Path], edited: Path | None, key: str) -> ASGIApp:
    """A server of tables, with extra routes for the main server."""
    folder.mkdir(parents=True, exist_ok=True)
    forget_trials(folder)
    shelf = Shelf({**files, **uploaded(folder)}, patience=PATIENCE)
    hub = Hub(Store(str(folder / "annex.db")), shelf, prefix=PREFIX)
    desk = Desk.of(edited, read_source(edited).text) if edited is not None else None
    turn = asyncio.Lock()

    async def at_desk(request: Request) -> Response:
        given = await request.json()
        if desk is None or given["do"] not in SERVICES:
            return JSONResponse({"why": "Nothing is being written here."}, 404)
        try:
            async with turn:
                return JSONResponse(await asyncio.to_thread(desk.do, given["do"], given["text"], given["at"]))
        except Refused as error:
            return JSONResponse({"why": str(error)}, 400)

    async def rework(request: Request) -> Response:
        """The file has changed: its table and match continue under the new rules."""
        given = await request.json()
        try:
            return JSONResponse(await hub.rework(given["game"], given["table"]))
        except Refused as error:
            return JSONResponse({"why": str(error)}, 400)

    async def upload(request: Request) -> Response:
        """Store the uploaded rules under a new name if they can be played."""
        given = await request.json()
        try:
            return JSONResponse({"game": await hub.shelf.take(folder, given["name"], given["text"])}, 201)
        except Refused as error:
            return JSONResponse({"why": str(error)}, 400)

    app = make_app(hub)
    for path, handler in (("/desk", at_desk), ("/rework", rework), ("/rules", upload)):
        app.router.routes.append(Route(path, handler, methods=["POST"]))
    return Keyed(app, key)


def end_with_server() -> None:
    """End this process when the main server has gone: our standard input closes with it."""
    sys.stdin.buffer.read()
    os._exit(0)


def main() -> None:
    import socket

    import uvicorn

    given = json.loads(sys.stdin.buffer.readline())
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    threading.Thread(target=end_with_server, daemon=True).start()
    files = {name: Path(path) for name, path in given["files"].items()}
    edited = Path(given["edited"]) if given["edited"] else None
    app = annex_app(Path(given["folder"]), files, edited, given["key"])
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # see `serve.listen`
    listener.bind(("127.0.0.1", 0))
    listener.listen(256)
    os.write(1, json.dumps({"port": listener.getsockname()[1]}).encode() + b"\n")  # to the server that started this
    config = uvicorn.Config(app, log_level="error", access_log=False, ws="websockets-sansio", ws_max_size=LARGEST)
    asyncio.run(uvicorn.Server(config).serve([listener]))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
