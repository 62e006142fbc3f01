"""A server full of people: 300 tables of Nokosu, 1,000 clients, an answer a table every 4 seconds.

    python bench/table.py

The server has one core, the load another. Beside it, in the same run, an echo server of the same stack (starlette,
uvicorn, websockets) answers as many messages of the size of a table: what a round trip costs on this machine now.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import attrs
from websockets.asyncio.client import ClientConnection, connect

SEATS = 3
ECHO = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
async def echo(socket):
    await socket.accept()
    async for text in socket.iter_text():
        await socket.send_text(text)
uvicorn.run(Starlette(routes=[WebSocketRoute("/ws", echo)]), port=int(sys.argv[1]), log_level="error", access_log=False,
            ws="websockets-sansio", backlog=2048)
"""


@attrs.frozen
class Load:
    tables: int
    clients: int
    pause: float
    seconds: float

    @property
    def watchers(self) -> int:
        return max(0, self.clients - self.tables * SEATS)


@attrs.define(eq=False)
class Client:
    """A connection that reads all it is sent. `waiting`: by the id of a message, who waits for word of it."""

    link: ClientConnection
    question: dict[str, Any] | None = None
    token: str | None = None
    waiting: dict[str, asyncio.Future[dict[str, Any]]] = attrs.field(factory=dict)
    here: asyncio.Event = attrs.field(factory=asyncio.Event)
    number: int = 0
    reader: asyncio.Task[None] | None = None

    @classmethod
    async def come(cls, url: str, table: str, token: str | None = None) -> Client:
        link = await connect(url.replace("http", "ws") + "/ws", open_timeout=60, ping_interval=None, max_size=1 << 24,
                             compression=None)  # fmt: skip
        client = cls(link, token=token)
        client.reader = asyncio.create_task(client.read())
        await link.send(json.dumps({"do": "hello", "table": table, "token": token}))
        await asyncio.wait_for(client.here.wait(), 120)
        return client

    async def read(self) -> None:
        async for text in self.link:
            frame = json.loads(text)
            if frame["type"] == "people":
                self.here.set()
            elif frame["type"] == "table":
                self.question = frame["question"]
            elif frame.get("id") in self.waiting:
                self.waiting.pop(frame["id"]).set_result(frame)

    async def ask(self, do: str, **parts: Any) -> dict[str, Any]:
        self.number += 1
        name = str(self.number)
        self.waiting[name] = asyncio.get_running_loop().create_future()
        waiting = self.waiting[name]
        await self.link.send(json.dumps({"do": do, "id": name, **parts}))
        return await asyncio.wait_for(waiting, 120)


# ---------------------------------------------------------------- servers


def start(command: list[str], core: int) -> subprocess.Popen[str]:
    """A program on a core of its own, where there are two."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
    pin(process.pid, core)
    return process


def pin(pid: int, core: int) -> None:
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(pid, {core})


def memory(pid: int) -> float:
    """Megabytes that a process holds."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def cpu(pid: int) -> float:
    """Seconds that a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# ---------------------------------------------------------------- the load


async def set_tables(url: str, load: Load) -> list[tuple[str, list[Client]]]:
    """Tables with people at all seats, each begun."""
    made = []
    for number in range(load.tables):
        body = json.dumps({"settings": {"game": "nokosu", "players": SEATS}}).encode()
        request = urllib.request.Request(f"{url}/api/tables", body, {"content-type": "application/json"})
        found = json.loads(await asyncio.to_thread(lambda r=request: urllib.request.urlopen(r, timeout=60).read()))
        people = [await Client.come(url, found["table"]) for _ in range(SEATS)]
        for seat, client in enumerate(people, 1):
            client.token = (await client.ask("sit", seat=seat, name=f"N{number}.{seat}"))["token"]
        host = await Client.come(url, found["table"], found["token"])
        await host.ask("start")
        await host.link.close()
        made.append((found["table"], people))
    return made


async def storm(url: str, tables: list[tuple[str, list[Client]]], load: Load) -> tuple[float, list[list[Client]]]:
    """Everybody comes at once, with those who look on: how long until the last one sees the table."""
    for _, people in tables:
        for client in people:
            await client.link.close()
    began = time.monotonic()
    seated = [asyncio.gather(*(Client.come(url, table, c.token) for c in people)) for table, people in tables]
    watching = [Client.come(url, tables[at % len(tables)][0]) for at in range(load.watchers)]
    found, _ = await asyncio.gather(asyncio.gather(*seated), asyncio.gather(*watching))
    return time.monotonic() - began, [list(each) for each in found]


async def play(people: list[Client], load: Load, dice: random.Random, trips: list[float]) -> None:
    """One table: somebody answers every few seconds."""
    await asyncio.sleep(dice.random() * load.pause)
    end = time.monotonic() + load.seconds
    while time.monotonic() < end:
        client = next((each for each in people if each.question), None)
        if client is not None and client.question is not None:
            question, client.question = client.question, None
            began = time.monotonic()
            option = dice.randrange(len(question["options"]))
            done = await client.ask("answer", question=question["id"], option=option)
            assert done["type"] == "done", done
            trips.append(time.monotonic() - began)
        await asyncio.sleep(load.pause)


async def echo(url: str, load: Load, trips: list[float]) -> None:
    """As many messages, of the size of a table, from as many connections."""
    links = [await connect(url, ping_interval=None, compression=None) for _ in range(load.tables)]
    text = "x" * 4000

    async def one(link: ClientConnection, dice: random.Random) -> None:
        await asyncio.sleep(dice.random() * load.pause)
        end = time.monotonic() + load.seconds
        while time.monotonic() < end:
            began = time.monotonic()
            await link.send(text)
            await link.recv()
            trips.append(time.monotonic() - began)
            await asyncio.sleep(load.pause)

    await asyncio.gather(*(one(link, random.Random(at)) for at, link in enumerate(links)))
    for link in links:
        await link.close()


def told(name: str, trips: list[float]) -> float:
    trips = sorted(trips)
    p50, p99 = (trips[int(len(trips) * part)] * 1000 for part in (0.5, 0.99))
    most = trips[-1] * 1000
    print(f"{name:<12} {len(trips):>6} round trips   p50 {p50:6.1f} ms   p99 {p99:6.1f} ms   most {most:6.1f} ms")
    return p99


async def measure(url: str, pid: int, load: Load, echo_url: str) -> None:
    before = memory(pid)
    tables = await set_tables(url, load)
    print(f"{load.tables} tables, {load.tables * SEATS} people: {(memory(pid) - before) / load.tables:.2f} MB a table")
    computed = cpu(pid)
    seconds, seated = await storm(url, tables, load)
    computed, many = cpu(pid) - computed, load.tables * SEATS + load.watchers
    print(f"{many} clients come at once: served within {seconds:.1f} s, {computed / many * 1000:.1f} ms each")
    trips, plain = list[float](), list[float]()
    await echo(echo_url, load, plain)
    computed = cpu(pid)
    await asyncio.gather(*(play(people, load, random.Random(at), trips) for at, people in enumerate(seated)))
    computed = cpu(pid) - computed
    each = f"{computed / len(trips) * 1000:.1f} ms of the server's core each"
    print(f"{len(trips) / load.seconds:.0f} answers a second, {each}")
    print(f"{(memory(pid) - before) / load.tables:.2f} MB a table after {len(trips)} answers")
    print(f"ratio of p99: {told('tables', trips) / told('echo server', plain):.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--pause", type=float, default=4.0, help="seconds between two answers of a table")
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    load = Load(given.tables, given.clients, given.pause, given.seconds)
    pin(0, 1)
    with tempfile.TemporaryDirectory() as folder:
        server = start(["-u", "-m", "rulelang", "serve", "--port", "0", "--db", f"{folder}/t.db"], 0)
        assert server.stdout is not None
        url = next(line.split()[-1] for line in server.stdout if line.startswith("All games:"))
        port = int(url.rpartition(":")[2]) + 1
        other = start(["-c", ECHO, str(port)], 0)
        time.sleep(3)
        try:
            asyncio.run(measure(url, server.pid, load, f"ws://127.0.0.1:{port}/ws"))
        finally:
            server.terminate()
            other.terminate()
            server.wait()
            other.wait()


if __name__ == "__main__":
    main()
