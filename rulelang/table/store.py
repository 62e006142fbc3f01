"""Where tables are saved: SQLite in a file, or a database that several processes share (`postgres.py`). A match is its
settings, its seed and its answers, so a restart replays it.

Every change goes through `write`, which returns only when the rows are on the disk. Writes that arrive while the disk
is busy share one transaction.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs

from rulelang.table.room import Refused

VERSION = 1
KEPT_CHAT = 500  # lines of a table
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
VERSION_ROW = "SELECT value FROM meta WHERE key = 'version'"
Statement = tuple[str, tuple[Any, ...]]


class BadStore(Exception):
    """A file that cannot be used; the message is a sentence."""


class Unsaved(Exception):
    """A write failed; none of it counts."""


class Away(Refused):
    """The database does not answer now; the message is a sentence, and a later attempt may succeed."""


class Elsewhere(Refused):
    """Another process owns the table. `place`: where that process listens; empty if unknown."""

    def __init__(self, place: str) -> None:
        super().__init__("This table is open in another process of this server; try again in a moment.")
        self.place = place


@attrs.frozen
class Kept:
    """A table as it was saved."""

    id: str
    state: dict[str, Any]
    match: int
    head: dict[str, Any] | None
    answers: list[tuple[int, int]]
    chat: list[tuple[int | None, str, str]]


# ---------------------------------------------------------------- what is written: the first value names the table


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


def keep_chat(room: str, seat: int | None, name: str, text: str, now: float) -> list[Statement]:
    """A line of chat; of those before it, only the newest stay."""
    line = ("INSERT INTO chat (room, seat, name, text, at) VALUES (?, ?, ?, ?, ?)", (room, seat, name, text, now))
    return [line, (DROP_CHAT, (room, room, KEPT_CHAT))]


DROP_CHAT = (
    "DELETE FROM chat WHERE room = ? AND n <= (SELECT n FROM chat WHERE room = ? ORDER BY n DESC LIMIT 1 OFFSET ?)"
)


def drop_room(room: str) -> list[Statement]:
    parts = [(f"DELETE FROM {name} WHERE room = ?", (room,)) for name in ("chat", "answer", "match")]
    return [*parts, drop_word(room), ("DELETE FROM room WHERE id = ?", (room,))]


# A new host key is kept beside the table: the process that has the table in memory would overwrite the table itself.
KEEP_WORD = "INSERT INTO meta VALUES ('host ' || ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
WORDS = "SELECT substr(key, 6), value FROM meta WHERE substr(key, 1, 5) = 'host '"


def drop_word(room: str) -> Statement:
    return ("DELETE FROM meta WHERE key = 'host ' || ?", (room,))


# ---------------------------------------------------------------- the file


class Store:
    """A database of tables. Its own thread reads and writes it, so the server never waits for the disk."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.thread = ThreadPoolExecutor(1, "store")
        self.waiting: list[tuple[Sequence[Statement], asyncio.Future[None]]] = []
        self.writer: asyncio.Task[None] | None = None
        self.file: Any = self.thread.submit(self.open).result()

    def open(self) -> Any:
        return open_store(self.path)

    async def write(self, *statements: Statement) -> None:
        """Write rows to the disk; raises Unsaved."""
        done = asyncio.get_running_loop().create_future()
        self.waiting.append((statements, done))
        if self.writer is None or self.writer.done():
            self.writer = asyncio.create_task(self.write_waiting())
        await asyncio.shield(done)

    async def write_waiting(self) -> None:
        """Write all that waits, in one transaction each time; if that fails, each part in its own."""
        while self.waiting:
            batch, self.waiting = self.waiting, []
            errors = [await self.run(self.commit, [statements for statements, _ in batch])] * len(batch)
            if errors[0] is not None and len(batch) > 1:
                errors = [await self.run(self.commit, [statements]) for statements, _ in batch]
            for (_, done), error in zip(batch, errors):
                if done.done():
                    continue
                done.set_exception(Unsaved(str(error))) if error is not None else done.set_result(None)

    def commit(self, parts: Sequence[Sequence[Statement]]) -> Exception | None:
        try:
            with self.file:
                for statements in parts:
                    for text, values in statements:
                        self.file.execute(text, values)
        except sqlite3.Error as error:
            return error
        return None

    async def read(self, room: str) -> Kept | None:
        """A table as it was last saved; None if no table has this name."""
        found: Kept | None = await self.run(self.fetch, room)
        return found

    def fetch(self, room: str) -> Kept | None:
        rows = self.query("SELECT state FROM room WHERE id = ?", room)
        if not rows:
            return None
        chat = self.query("SELECT seat, name, text FROM chat WHERE room = ? ORDER BY n DESC LIMIT ?", room, KEPT_CHAT)
        newest = self.query("SELECT number, head FROM match WHERE room = ? ORDER BY number DESC LIMIT 1", room)
        number, head = newest[0] if newest else (0, None)
        answers = self.query("SELECT seat, option FROM answer WHERE room = ? AND match = ? ORDER BY n", room, number)
        state, words = json.loads(rows[0][0]), dict(self.query(WORDS))
        state["host"] = words.get(room, state["host"])
        return Kept(room, state, number, head and json.loads(head), answers, chat[::-1])

    def query(self, text: str, *values: Any) -> list[Any]:
        with self.at_hand():
            found: list[Any] = self.file.execute(text, values).fetchall()
            return found

    @contextmanager
    def at_hand(self) -> Iterator[None]:
        """Raises Away if the database does not answer inside."""
        try:
            yield
        except sqlite3.Error as error:
            raise Away(f"The file of tables cannot be used now ({error}); try again in a moment.") from None

    async def stale(self, before: float) -> list[str]:
        """The tables that nobody has touched since `before`."""
        rows = await self.run(self.query, "SELECT id FROM room WHERE touched < ?", before)
        return [room for (room,) in rows]

    async def count(self) -> int:
        [(number,)] = await self.run(self.query, "SELECT count(*) FROM room")
        return int(number)

    # a new host key for a table that some process may have in memory

    async def leave_word(self, room: str, host: str) -> None:
        await self.run(self.put, KEEP_WORD, (room, host))

    async def words(self) -> dict[str, str]:
        """The new host keys, by table."""
        return dict(await self.run(self.query, WORDS))

    def put(self, text: str, values: tuple[Any, ...]) -> None:
        with self.at_hand(), self.file:
            self.file.execute(text, values)

    # ownership: with a file there is one process, and it owns all tables

    async def claim(self, room: str) -> None:
        """Make this process the owner of a table; raises Elsewhere if another process owns it."""

    async def release(self, room: str) -> None:
        """Release a table, so that any process may own it."""

    def owns(self, room: str) -> bool:
        return True

    async def look(self) -> None:
        """Check that the database still answers; raises Away."""

    async def run(self, function: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.thread, function, *arguments)

    def close(self) -> None:
        self.thread.submit(self.file.close).result()
        self.thread.shutdown()


def open_store(path: str) -> sqlite3.Connection:
    """Open the file, or create it; refuse one of another kind or version, and leave it untouched."""
    new = not Path(path).exists()
    try:
        Path(path).absolute().parent.mkdir(parents=True, exist_ok=True)
        file = sqlite3.connect(path, timeout=5)
        names = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not names:
            file.executescript(f"BEGIN; {SCHEMA} INSERT INTO meta VALUES ('version', '{VERSION}'); COMMIT;")
        else:
            row = file.execute(VERSION_ROW).fetchone() if "meta" in names else None
            check_version(row, names, path)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = FULL")
        if new:
            Path(path).chmod(0o600)
        return file
    except (sqlite3.Error, OSError) as error:
        raise BadStore(f"`{path}` cannot be used for tables ({error}); name another file with --db.") from None


def check_version(row: tuple[Any, ...] | None, names: set[str], path: str, what: str = "file") -> None:
    """`row`: the version it states; `names`: its tables."""
    if row is None or "room" not in names:
        raise BadStore(f"`{path}` is a database of something else; name another {what} with --db.")
    if row[0] != str(VERSION):
        raise BadStore(
            f"`{path}` was made by another version of rulelang (its tables have version {row[0]}, this one reads "
            f"{VERSION}); name another {what} with --db, or use the rulelang that made it."
        )
