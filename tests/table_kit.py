"""A real server in a thread, and clients that speak its protocol over real sockets."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from rulelang.table.annex import Annex
from rulelang.table.app import LARGEST, make_app
from rulelang.table.hub import Hub
from rulelang.table.shelf import Shelf
from rulelang.table.store import Store
from rulelang.table.workshop import Workshop

PATIENCE = 180.0  # seconds; a busy machine may take its time


@attrs.define
class Served:
    """A running server."""

    url: str
    hub: Hub
    loop: asyncio.AbstractEventLoop
    annex: Annex | None = None
    workshop: Workshop | None = None

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://")

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        return fetch(urllib.request.Request(self.url + path, headers=headers))

    def post(self, path: str, given: Any) -> tuple[int, dict[str, Any]]:
        body = json.dumps(given).encode()
        request = urllib.request.Request(self.url + path, body, {"content-type": "application/json"})
        status, _, data = fetch(request)
        return status, json.loads(data)

    def table(self, game: str = "nokosu", **settings: Any) -> tuple[str, str]:
        return new_table(self.url, game, **settings)

    def client(self, table: str, token: str | None = None, **hello: Any) -> Player:
        return Player.come(self.url, table, token, **hello)

    def play_on(self, table: str, answers: int, seat: int, seed: int = 4) -> None:
        """Everybody answers at random so many times, and on until a seat is asked; then all are told."""
        self.run(played_on(self.hub, table, answers, seat, random.Random(seed)))

    def run(self, work: Any) -> Any:
        """Something to be done in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)


async def played_on(hub: Hub, table: str, answers: int, seat: int, dice: random.Random) -> None:
    live = await hub.find(table)
    async with live.lock:
        while (asked := live.room.asked_seats()) and (answers > 0 or live.room.decision(seat) is None):
            who = dice.choice(asked)
            live.room.choose(who, dice.randrange(len(live.room.decision(who).options)))
            answers -= 1
        await hub.tell(live)


def fetch(request: urllib.request.Request) -> tuple[int, dict[str, str], bytes]:
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, {k.lower(): v for k, v in error.headers.items()}, error.read()


def new_table(url: str, game: str = "nokosu", **settings: Any) -> tuple[str, str]:
    """A table and the host's key."""
    body = json.dumps({"settings": {"game": game, **settings}}).encode()
    request = urllib.request.Request(f"{url}/api/tables", body, {"content-type": "application/json"})
    status, _, data = fetch(request)
    made = json.loads(data)
    assert status == 201, made
    return made["table"], made["token"]


@contextmanager
def serving(
    folder: Path,
    files: dict[str, Path] | None = None,
    pause: float = 0.0,
    db: str = "t.db",
    edit: Path | None = None,
    uploads: bool = False,
    store: Store | None = None,
) -> Iterator[Served]:
    """A server of its own, on any free port, with a file of its own or a `store`; with `edit` a workshop for that file,
    with `uploads` an annex.
    """
    hub = Hub(store or Store(str(folder / db)), Shelf.of(files or {}), pause=lambda kind: pause)
    annex = Annex(folder / "annex", {edit.stem: edit} if edit else {}, edit) if edit or uploads else None
    workshop = Workshop(edit, annex) if edit and annex else None
    app = make_app(hub, annex=annex, workshop=workshop, uploads=uploads)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(256)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, ws="websockets-sansio", ws_max_size=LARGEST,
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    server, loop = uvicorn.Server(config), asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_until_complete, args=(server.serve([listener]),), daemon=True)
    thread.start()
    until(lambda: server.started)
    try:
        yield Served(f"http://127.0.0.1:{listener.getsockname()[1]}", hub, loop, annex, workshop)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        hub.store.close()


def until(holds: Any) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def opened(place: str, **options: Any) -> ClientConnection:
    """A connection that somebody else closes."""
    return connect(place, open_timeout=PATIENCE, **options).__enter__()


@attrs.define(eq=False)
class Player:
    """A client. `frames`: all it was sent; `last`: of each type the newest."""

    socket: ClientConnection
    frames: list[dict[str, Any]] = attrs.field(factory=list)
    last: dict[str, dict[str, Any]] = attrs.field(factory=dict)
    token: str | None = None
    seat: int | None = None
    number: int = 0

    @classmethod
    def come(cls, url: str, table: str, token: str | None = None, **hello: Any) -> Player:
        place = url.replace("http://", "ws://") + "/ws"
        player = cls(opened(place, max_size=1 << 24, max_queue=None, ping_interval=None), token=token)
        player.send({"do": "hello", "table": table, "token": token, **hello})
        return player

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def read(self, timeout: float = PATIENCE) -> dict[str, Any]:
        frame = json.loads(self.socket.recv(timeout=timeout))
        self.frames.append(frame)
        self.last[frame["type"]] = frame
        return frame

    def wait(self, kind: str) -> dict[str, Any]:
        """The next frame of a type."""
        while (frame := self.read())["type"] != kind:
            assert frame["type"] != "bye", frame
        return frame

    def do(self, do: str, **parts: Any) -> dict[str, Any]:
        """Ask for something, and wait for the word that it is done."""
        found = self.ask(do, **parts)
        assert found["type"] == "done", found
        return found

    def ask(self, do: str, **parts: Any) -> dict[str, Any]:
        """Ask for something: what came of it."""
        self.number += 1
        self.send({"do": do, "id": self.number, **parts})
        while (frame := self.read()).get("id") != self.number:
            assert frame["type"] != "bye", frame
        return frame

    def sit(self, seat: int, name: str) -> Player:
        done = self.do("sit", seat=seat, name=name)
        self.seat, self.token = seat, done["token"]
        return self

    def question(self) -> dict[str, Any] | None:
        return (self.last.get("table") or {}).get("question")

    def drain(self, seconds: float = 0.0) -> None:
        """Read what is there."""
        while True:
            try:
                self.read(seconds)
            except TimeoutError:
                return

    def close(self) -> None:
        self.socket.close()


def gone(player: Player) -> str:
    """Read until the connection ends: the last word of the server."""
    try:
        while True:
            player.read()
    except ConnectionClosed:
        return str(player.last.get("bye", {}).get("why", ""))
