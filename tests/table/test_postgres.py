"""Tables in a PostgreSQL database: several processes share them, each table has one owner, and none loses an answer."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from cli_kit import rulelang
from postgres_kit import MISSING, postgres, programs
from table_kills import take_over_often
from table_kit import gone, serving

from rulelang.table import store
from rulelang.table.store import Away, BadStore, Elsewhere, Unsaved

psycopg = pytest.importorskip("psycopg", reason="psycopg is not here; `pip install 'rulelang[postgres]'` brings it.")

from rulelang.table.postgres import Postgres, lock_of, schema, translate, without_password  # noqa: E402

STATEMENTS = [
    store.keep_room("r", {"host": "é"}, 1.5),
    store.keep_match("r", 1, {"seed": "7"}),
    store.keep_answer("r", 1, 0, 2, 3, 1.5),
    store.keep_answer("r", 1, 1, 1, 0, 1.5),
    store.drop_answers("r", 1, 1),
    *store.keep_chat("r", None, "Ann", "100 % sure?", 1.5),
]


# ---------------------------------------------------------------- without a server


def test_every_statement_names_its_table_first_and_is_translated() -> None:
    """What is written is refused by its first value if the table is another process's: see `Postgres.commit`."""
    for text, values in [*STATEMENTS, *store.drop_room("r")]:
        assert values[0] == "r"
        assert translate(text).count("%s") == len(values) == text.count("?") and "%" not in text
    assert not re.search(r"\bREAL\b|n INTEGER PRIMARY KEY", schema())


class Line:
    """A connection that notes what it is asked."""

    closed = False

    def __init__(self) -> None:
        self.asked: list[str] = []

    def execute(self, text: str, values: Any = ()) -> Line:
        self.asked.append(text)
        return self

    def fetchall(self) -> list[Any]:
        return [(True,)]

    def transaction(self) -> Any:
        return nullcontext()

    def close(self) -> None:
        self.closed = True


def test_nothing_is_written_of_a_table_that_is_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Postgres, "open", lambda self: Line())
    shared = Postgres("postgresql://u@h/d", "")

    def cannot(self: Postgres) -> Any:
        raise BadStore("It cannot be reached.")

    async def use() -> None:
        with pytest.raises(Unsaved):
            await shared.write(STATEMENTS[0])
        assert shared.file.asked == []
        await shared.claim("r")
        await shared.write(STATEMENTS[0])
        assert len(shared.file.asked) == 2 and shared.owns("r")
        lost, shared.file.closed = shared.file, True
        with pytest.raises(Unsaved):
            await shared.write(STATEMENTS[2])
        assert len(lost.asked) == 2 and shared.file.asked == [] and not shared.owns("r"), "the lock went with the line"
        shared.file.closed = True
        monkeypatch.setattr(Postgres, "open", cannot)
        with pytest.raises(Away, match="cannot be reached"):
            await shared.claim("r")
        with pytest.raises(Unsaved):
            await shared.write(STATEMENTS[2])

    asyncio.run(use())
    shared.close()


def test_locks_are_numbers_that_postgresql_shows_as_they_are() -> None:
    assert len({lock_of(f"table {n}") for n in range(1000)}) == 1000
    assert all(0 < lock_of(f"table {n}") < 1 << 63 for n in range(1000))


def test_a_database_that_cannot_be_reached_is_told_in_a_sentence_without_the_password() -> None:
    assert without_password("postgresql://ann:secret@h:5/d?sslmode=require") == "postgresql://ann@h:5/d"
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        db = f"postgresql://ann:secret@127.0.0.1:{taken.getsockname()[1]}/d"
        done = rulelang("serve", "--port", "0", "--db", db)
    assert done.code == 1 and "cannot be reached" in done.err and "--db" in done.err
    assert len(done.err.strip().splitlines()) == 1 and "secret" not in done.text


# ---------------------------------------------------------------- with one


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    if programs() is None:
        pytest.skip(MISSING)
    with postgres() as db:
        yield db


def test_a_table_has_one_owner_until_he_is_gone(database: str) -> None:
    async def use() -> None:
        first, second = Postgres(database, "http://first"), Postgres(database, "http://second")
        await first.claim("r")
        await first.claim("r")
        await first.write(*STATEMENTS)
        kept = await first.read("r")
        assert kept is not None and kept.state == {"host": "é"} and kept.answers == [(2, 3)]
        assert kept.chat == [(None, "Ann", "100 % sure?")] and kept.match == 1 and kept.head == {"seed": "7"}
        assert await second.read("r") == kept and await second.count() == 1 and await second.stale(2.0) == ["r"]
        with pytest.raises(Elsewhere) as there:
            await second.claim("r")
        assert there.value.place == "http://first"
        with pytest.raises(Unsaved):
            await second.write(STATEMENTS[3])
        [(pid,)] = await first.run(first.query, "SELECT pg_backend_pid()")
        await second.run(second.query, "SELECT pg_terminate_backend(?, 10000)", pid)
        await second.claim("r")
        with pytest.raises(Unsaved):
            await first.write(STATEMENTS[3])
        assert not first.owns("r")
        await second.write(STATEMENTS[3])
        await first.leave_word("r", "new")
        await first.leave_word("r", "newer")
        assert await second.words() == {"r": "newer"} and (await second.read("r")).state == {"host": "newer"}  # type: ignore[union-attr]
        await second.write(store.drop_word("r"))
        assert await first.words() == {}
        await second.release("r")
        await first.claim("r")
        assert (await first.read("r")).answers == [(2, 3), (1, 0)]  # type: ignore[union-attr]
        await first.write(*store.drop_room("r"))
        assert await first.count() == 0
        first.close()
        second.close()

    asyncio.run(use())


def test_another_version_or_something_else_is_refused(database: str) -> None:
    with psycopg.connect(database, autocommit=True) as link:
        for name, table in (("older", "room (id TEXT)"), ("strange", "recipes (id TEXT)")):
            link.execute(f"CREATE DATABASE {name}")
            with psycopg.connect(database, dbname=name, autocommit=True) as made:
                made.execute(f"CREATE TABLE {table}; CREATE TABLE meta (key TEXT, value TEXT)")
                made.execute("INSERT INTO meta VALUES ('version', '99')")
    for name, why in (("older", "another version"), ("strange", "something else")):
        with pytest.raises(BadStore, match=why):
            Postgres(database.removesuffix("postgres") + name, "")


def test_when_the_owner_is_killed_the_other_process_goes_on(database: str, tmp_path: Path) -> None:
    wrong, answers = take_over_often(tmp_path, database, kills=1, seed=3)
    assert wrong == []
    assert answers > 20


def test_a_process_that_loses_its_line_sends_everybody_to_come_again(database: str, tmp_path: Path) -> None:
    """Its tables may be another's by then. Nobody is told goodbye: the page would not come again."""
    shared = Postgres(database, "")
    with serving(tmp_path, store=shared) as served, psycopg.connect(database, autocommit=True) as link:
        table, _ = served.table("nokosu")
        player = served.client(table).sit(1, "Ann")
        [(pid,)] = served.run(shared.run(shared.query, "SELECT pg_backend_pid()"))
        link.execute("SELECT pg_terminate_backend(%s, 10000)", (pid,))
        assert gone(player) == ""
        again = served.client(table, player.token)
        assert again.wait("people")["you"] == 1
        again.do("ready", ready=True)
