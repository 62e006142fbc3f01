"""Where tables are kept: SQLite in a file. A match is its settings, its seed and its answers, so a restart replays it.

Everything that changes goes through `write`: it returns when the rows are on the disk, and not before. Writes that
arrive while the disk is busy are brought there together, in one transaction.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs

VERSION = 1
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE room (id TEXT PRIMARY KEY, created REAL NOT NULL, touched REAL NOT NULL, state TEXT NOT NULL);
CREATE TABLE match (room TEXT NOT NULL, number INTEGER NOT NULL, head TEXT NOT NULL, PRIMARY KEY (room, number));
CREATE TABLE answer (room TEXT NOT NULL, match INTEGER NOT NULL, n INTEGER NOT NULL, seat INTEGER NOT NULL,
  option INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (room, match, n));
CREATE TABLE chat (n INTEGER PRIMARY KEY, room TEXT NOT NULL, seat INTEGER, name TEXT NOT NULL, text TEXT NOT NULL,
  at REAL NOT NULL);
CREATE INDEX chat_of_room ON chat (room, n);
"""
Statement = tuple[str, tuple[Any, ...]]


class BadStore(Exception):
    """A file that cannot be used; the message is a sentence."""


class Unsaved(Exception):
    """What could not be brought to the disk; nothing of it counts."""


@attrs.frozen
class Kept:
    """A table as it was kept."""

    id: str
    state: dict[str, Any]
    match: int
    head: dict[str, Any] | None
    answers: list[tuple[int, int]]
    chat: list[tuple[int | None, str, str]]


# ---------------------------------------------------------------- what is written


def keep_room(room: str, state: dict[str, Any], now: float) -> Statement:
    text = json.dumps(state, ensure_ascii=False)
    return (
        "INSERT INTO room VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET touched = ?, state = ?",
        (room, now, now, text, now, text),
    )


def keep_match(room: str, number: int, head: dict[str, Any]) -> Statement:
    return ("INSERT INTO match VALUES (?, ?, ?)", (room, number, json.dumps(head, ensure_ascii=False)))


def keep_answer(room: str, match: int, n: int, seat: int, option: int, now: float) -> Statement:
    return ("INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?)", (room, match, n, seat, option, now))


def drop_answers(room: str, match: int, since: int) -> Statement:
    return ("DELETE FROM answer WHERE room = ? AND match = ? AND n >= ?", (room, match, since))


def keep_chat(room: str, seat: int | None, name: str, text: str, now: float) -> Statement:
    return ("INSERT INTO chat (room, seat, name, text, at) VALUES (?, ?, ?, ?, ?)", (room, seat, name, text, now))


def drop_room(room: str) -> list[Statement]:
    parts = [(f"DELETE FROM {name} WHERE room = ?", (room,)) for name in ("chat", "answer", "match")]
    return [*parts, ("DELETE FROM room WHERE id = ?", (room,))]


# ---------------------------------------------------------------- the file


class Store:
    """A database of tables. One thread of its own reads and writes it, so the server never waits for the disk."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.thread = ThreadPoolExecutor(1, "store")
        self.waiting: list[tuple[Sequence[Statement], asyncio.Future[None]]] = []
        self.writer: asyncio.Task[None] | None = None
        self.file = self.thread.submit(opened, path).result()

    async def write(self, *statements: Statement) -> None:
        """Bring rows to the disk; raises Unsaved."""
        done = asyncio.get_running_loop().create_future()
        self.waiting.append((statements, done))
        if self.writer is None or self.writer.done():
            self.writer = asyncio.create_task(self.write_waiting())
        await asyncio.shield(done)

    async def write_waiting(self) -> None:
        """Write all that waits, in one transaction each time; if that fails, each part by itself."""
        while self.waiting:
            batch, self.waiting = self.waiting, []
            errors = [await self.run(self.commit, [statements for statements, _ in batch])] * len(batch)
            if errors[0] is not None and len(batch) > 1:
                errors = [await self.run(self.commit, [statements]) for statements, _ in batch]
            for (_, done), error in zip(batch, errors):
                if done.done():
                    continue
                done.set_exception(Unsaved(str(error))) if error is not None else done.set_result(None)

    def commit(self, parts: Sequence[Sequence[Statement]]) -> sqlite3.Error | None:
        try:
            with self.file:
                for statements in parts:
                    for text, values in statements:
                        self.file.execute(text, values)
        except sqlite3.Error as error:
            return error
        return None

    async def read(self, room: str) -> Kept | None:
        """A table as it was kept last; None if there is none of this name."""
        found: Kept | None = await self.run(self.fetch, room)
        return found

    def fetch(self, room: str) -> Kept | None:
        row = self.file.execute("SELECT state FROM room WHERE id = ?", (room,)).fetchone()
        if row is None:
            return None
        chat = self.file.execute("SELECT seat, name, text FROM chat WHERE room = ? ORDER BY n", (room,)).fetchall()
        newest = self.file.execute(
            "SELECT number, head FROM match WHERE room = ? ORDER BY number DESC LIMIT 1", (room,)
        ).fetchone()
        number, head = newest or (0, None)
        answers = self.file.execute(
            "SELECT seat, option FROM answer WHERE room = ? AND match = ? ORDER BY n", (room, number)
        ).fetchall()
        return Kept(room, json.loads(row[0]), number, head and json.loads(head), answers, chat)

    async def stale(self, before: float) -> list[str]:
        """The tables that nobody has touched since."""
        rows = await self.run(lambda: self.file.execute("SELECT id FROM room WHERE touched < ?", (before,)).fetchall())
        return [room for (room,) in rows]

    async def count(self) -> int:
        (number,) = await self.run(lambda: self.file.execute("SELECT count(*) FROM room").fetchone())
        return int(number)

    async def run(self, function: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.thread, function, *arguments)

    def close(self) -> None:
        self.thread.submit(self.file.close).result()
        self.thread.shutdown()


def opened(path: str) -> sqlite3.Connection:
    """The file, made if it is not there; one of another kind or version is refused, and not touched."""
    new = not Path(path).exists()
    try:
        Path(path).absolute().parent.mkdir(parents=True, exist_ok=True)
        file = sqlite3.connect(path, timeout=5)
        names = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not names:
            file.executescript(f"BEGIN; {SCHEMA} INSERT INTO meta VALUES ('version', '{VERSION}'); COMMIT;")
        else:
            check_version(file, names, path)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = FULL")
        if new:
            Path(path).chmod(0o600)
        return file
    except (sqlite3.Error, OSError) as error:
        raise BadStore(f"`{path}` cannot be used for tables ({error}); name another file with --db.") from None


def check_version(file: sqlite3.Connection, names: set[str], path: str) -> None:
    row = file.execute("SELECT value FROM meta WHERE key = 'version'").fetchone() if "meta" in names else None
    if row is None or "room" not in names:
        raise BadStore(f"`{path}` is a database of something else; name another file with --db.")
    if row[0] != str(VERSION):
        raise BadStore(
            f"`{path}` was made by another version of rulelang (its tables have version {row[0]}, this one reads "
            f"{VERSION}); name another file with --db, or use the rulelang that made it."
        )
