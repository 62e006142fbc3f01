"""Tables in a PostgreSQL database that several processes share.

One process owns a table. It holds an advisory lock in the same session that it writes with: if the session ends,
because the process died or the connection was cut, the lock is released and that session can write nothing more. So two
processes never write one table, and whoever takes it over finds every answer that was acknowledged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import psycopg

from rulelang.table.store import (
    SCHEMA,
    VERSION,
    VERSION_ROW,
    Away,
    BadStore,
    Elsewhere,
    Statement,
    Store,
    Unsaved,
    check_version,
)

# A session and its locks are identified by the process id of its backend.
PROCESSES = "CREATE TABLE process (pid INTEGER PRIMARY KEY, place TEXT NOT NULL);"
ENTER = "INSERT INTO process VALUES (pg_backend_pid(), %s) ON CONFLICT (pid) DO UPDATE SET place = EXCLUDED.place"
OWNER = """
SELECT place FROM pg_locks JOIN process USING (pid) WHERE locktype = 'advisory' AND granted AND objsubid = 1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND (classid::bigint << 32) | objid::bigint = ?
"""
# Every acknowledged write is on the disk. A peer that vanishes is noticed after 25 seconds, on both sides.
SETTINGS = """
SET synchronous_commit = on;
SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
"""
LINE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}
MAKING = 0  # the lock for creating the tables of the database; see `lock_of`


class Postgres(Store):
    """`place`: where other processes reach this one. `owned`: the tables whose locks this session holds."""

    def __init__(self, url: str, place: str) -> None:
        self.url, self.place = url, place
        self.owned: set[str] = set()
        super().__init__(without_password(url))

    def open(self) -> Any:
        try:
            link = psycopg.connect(self.url, autocommit=True, connect_timeout=10, application_name="rulelang", **LINE)
        except psycopg.Error as error:
            raise BadStore(f"The database `{self.path}` cannot be reached ({in_a_line(error)}); start it, or name "
                           "another one with --db.") from None  # fmt: skip
        try:
            link.execute(SETTINGS)
            with link.transaction():
                link.execute("SELECT pg_advisory_xact_lock(%s)", (MAKING,))
                prepare(link, self.path)
            link.execute(ENTER, (self.place,))
        except psycopg.Error as error:
            link.close()
            raise BadStore(f"The database `{self.path}` cannot be used for tables ({in_a_line(error)}); name another "
                           "one with --db.") from None  # fmt: skip
        except BadStore:
            link.close()
            raise
        return link

    def session(self) -> Any:
        """The connection. A new one is opened if the last was lost, and with it every lock."""
        if self.file.closed:
            self.owned.clear()
            try:
                self.file = self.open()
            except BadStore as error:
                raise Away(str(error)) from None
        return self.file

    def query(self, text: str, *values: Any) -> list[Any]:
        with self.at_hand():
            found: list[Any] = self.session().execute(translate(text), values).fetchall()
            return found

    @contextmanager
    def at_hand(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error:
            self.forget_lost()
            raise Away("The database of tables does not answer now; try again in a moment.") from None

    def commit(self, parts: Sequence[Sequence[Statement]]) -> Exception | None:
        """Write only tables that are ours: another process may have answered at the others."""
        try:
            link = self.session()
            strange = {values[0] for statements in parts for _, values in statements} - self.owned
            if strange:
                return Unsaved(f"not the tables of this process: {', '.join(sorted(strange))}")
            with link.transaction():
                for statements in parts:
                    for text, values in statements:
                        link.execute(translate(text), values)
        except (psycopg.Error, UnicodeError, Away) as error:
            self.forget_lost()
            return error
        return None

    def put(self, text: str, values: tuple[Any, ...]) -> None:
        with self.at_hand():
            self.session().execute(translate(text), values)

    def forget_lost(self) -> None:
        if self.file.closed:
            self.owned.clear()

    # ------------------------------------------------------------ who has a table

    async def claim(self, room: str) -> None:
        await self.run(self.lock, room)

    def lock(self, room: str) -> None:
        self.session()
        if room in self.owned:
            return
        [(ours,)] = self.query("SELECT pg_try_advisory_lock(?)", lock_of(room))
        if not ours:
            places = self.query(OWNER, lock_of(room))
            raise Elsewhere(places[0][0] if places else "")
        self.owned.add(room)

    async def release(self, room: str) -> None:
        await self.run(self.unlock, room)

    def unlock(self, room: str) -> None:
        if room in self.owned:
            self.owned.discard(room)
            self.query("SELECT pg_advisory_unlock(?)", lock_of(room))

    def owns(self, room: str) -> bool:
        return room in self.owned

    async def look(self) -> None:
        await self.run(self.query, "SELECT 1")


def prepare(link: Any, path: str) -> None:
    """Create the tables in an empty database; refuse one of another kind or version, and leave it untouched."""
    rows = link.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
    names = {name for (name,) in rows}
    if not names:
        link.execute(f"{schema()} INSERT INTO meta VALUES ('version', '{VERSION}');")
    else:
        row = link.execute(VERSION_ROW).fetchone() if "meta" in names else None
        check_version(row, names, path, "database")


def schema() -> str:
    """The schema of the SQLite file in PostgreSQL's dialect, with a table of processes."""
    numbered = SCHEMA.replace("n INTEGER PRIMARY KEY", "n BIGSERIAL PRIMARY KEY")
    return numbered.replace(" REAL ", " DOUBLE PRECISION ") + PROCESSES


def translate(text: str) -> str:
    """A statement for SQLite as psycopg wants it."""
    return text.replace("?", "%s")


def lock_of(room: str) -> int:
    """The number of a table's lock: never negative, so that `pg_locks` shows it in two halves as it is."""
    return int.from_bytes(hashlib.sha256(room.encode()).digest()[:8]) >> 1 or 1


def without_password(url: str) -> str:
    parts = urlsplit(url)
    who, at, where = parts.netloc.rpartition("@")
    return f"{parts.scheme}://{who.partition(':')[0]}{at}{where}{parts.path}"


def in_a_line(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".")
