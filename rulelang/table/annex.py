"""The annex: a separate process for the rules of strangers and for rules that are being written.

The annex is a server of tables like the main server, which forwards to it everything about its tables: frames as they
are, and a few requests. Whatever such rules do, the other tables never wait for them. The annex has a budget of memory
and time; if it does not answer, the main server kills and restarts it, and it reads its tables back from their file.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import secrets
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket
from websockets.exceptions import WebSocketException

from rulelang.table.room import Refused
from rulelang.table.shelf import uploaded

PREFIX = "x."  # prefix of the names of all tables in the annex, and of no others
KEY = "x-annex-key"
MEMORY = 2 << 30  # bytes of address space
LIMIT, LONG_LIMIT = 20.0, 90.0  # seconds until it must have answered; the same for a simulation
LONG = ("simulation", "tests")
WATCH = 10.0  # seconds between two health checks
LARGEST = 1 << 21  # bytes of a request from the main server: a file has at most half of that

Data = dict[str, Any]


def owns(table: object) -> bool:
    """Is this a table of the annex?"""
    return isinstance(table, str) and table.startswith(PREFIX)


@attrs.define(eq=False)
class Annex:
    """The annex process as the main server sees it. `folder`: where it keeps its tables and the uploaded rules."""

    folder: Path
    files: dict[str, Path]
    edited: Path | None = None
    process: asyncio.subprocess.Process | None = None
    port: int = 0
    key: str = attrs.field(factory=lambda: secrets.token_urlsafe(32), repr=False)
    lock: asyncio.Lock = attrs.field(factory=asyncio.Lock)

    @property
    def has_games(self) -> bool:
        """Whether the annex has any game."""
        return bool(self.files) or bool(uploaded(self.folder))

    async def begin(self) -> None:
        """Start the process, unless it runs. Raises Refused if that is not possible."""
        async with self.lock:
            if self.process is not None and self.process.returncode is None:
                return
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "rulelang.table.annexed",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
            assert self.process.stdin is not None and self.process.stdout is not None
            files = {name: str(path) for name, path in self.files.items()}
            edited = str(self.edited) if self.edited is not None else None
            given = {"folder": str(self.folder), "files": files, "edited": edited, "key": self.key}
            try:
                self.process.stdin.write(json.dumps(given).encode() + b"\n")
                line = await asyncio.wait_for(self.process.stdout.readline(), 120)
                self.port = json.loads(line)["port"]
            except (OSError, TimeoutError, ValueError):
                await self.end()
                raise Refused("The rules of others cannot be played now; the log of the server says more.") from None

    async def end(self) -> None:
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()

    async def ask(self, path: str, given: Data | None = None, limit: float = LIMIT) -> tuple[int, Any]:
        """Send a request and return its status and JSON. If the annex does not answer in time, it is killed."""
        await self.begin()
        try:
            return await asyncio.wait_for(asyncio.to_thread(self.request, path, given, limit), limit + 5)
        except ValueError:  # not JSON
            raise Refused("Something went wrong with these rules; the log of the server says more.") from None
        except (OSError, TimeoutError, http.client.HTTPException):
            await self.end()
            raise Refused(f"These rules took more than {limit:.0f} seconds, or more memory than there is for them, so "
                          "this was stopped.") from None  # fmt: skip

    def request(self, path: str, given: Data | None, limit: float) -> tuple[int, Any]:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=limit)
        try:
            body = None if given is None else json.dumps(given)
            headers = {KEY: self.key, "content-type": "application/json"}
            link.request("GET" if given is None else "POST", path, body, headers)
            answer = link.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            link.close()

    async def forward(self, path: str, given: Data | None = None, limit: float = LIMIT) -> Response:
        status, found = await self.ask(path, given, limit)
        return JSONResponse(found, status)

    async def relay(self, websocket: WebSocket, hello: Mapping[str, Any]) -> None:
        """Relay a connection as long as the annex runs; the client comes back if it does not."""
        with suppress(OSError, Refused, WebSocketException):
            await self.begin()
            await relay(websocket, hello, f"http://127.0.0.1:{self.port}", {KEY: self.key})

    async def watch(self) -> None:
        """Check for ever that the process is alive."""
        while True:
            await asyncio.sleep(WATCH)
            if self.process is not None and self.process.returncode is None:
                with suppress(Refused):
                    await self.ask("/api/bots")


async def relay(websocket: WebSocket, hello: Mapping[str, Any], place: str, headers: Mapping[str, str]) -> None:
    """Relay all frames between a client and another server, until one side closes the connection."""
    from websockets.asyncio.client import connect

    place = place.replace("http", "ws", 1) + "/ws"
    async with connect(place, additional_headers=headers, max_size=None, compression=None) as link:
        await link.send(json.dumps(hello))

        async def there() -> None:
            while True:
                await link.send(await websocket.receive_text())

        async def back() -> None:
            async for text in link:
                await websocket.send_text(str(text))

        ways = [asyncio.ensure_future(way()) for way in (there, back)]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
            with suppress(Exception, asyncio.CancelledError):
                await way
