"""Tables when something goes wrong: the rules break, the disk fails, somebody leaves in the middle of a request."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import attrs
import pytest
from cli_kit import GUESS

from rulelang.play.game import load
from rulelang.table.actions import ACTIONS, perform
from rulelang.table.hub import Hub
from rulelang.table.live import Client
from rulelang.table.room import PERSON, Refused, Room, Seat, Settings
from rulelang.table.shelf import Shelf
from rulelang.table.store import KEPT_CHAT, Away, Store

BREAKS = """rules 1
game "Breaks" for 2..3 players
var level: 0..10 = 0
play:
  repeat 2 times:
    each p in seats secretly chooses n from 1..3
    reveal n
    level = 10 div (3 - n[P1])
winner p: most p.number
"""
UNTOLD = """rules 1
game "Untold" for 2 players
option far: 0..9 = 0
var near: Int = 2
fn parts() -> Int = 10 div near
menu Parts(p: Seat):
  go "{parts()}": near -= 1
  no: nothing
play:
  near -= far
  P1 chooses n from 1..2 "Near: {parts()}"
  near -= n
  P2 chooses from Parts(P2)
winner p: most p.number
"""


def room_of(path: Path, text: str, players: int = 2) -> Room:
    path.write_text(text, encoding="utf-8")
    game = load(path, players=players)
    seats = [Seat(PERSON, f"N{at}", f"k{at}") for at in range(1, players + 1)]
    room = Room("t", Settings(game.name, players), "h", seats, game)
    room.begin(1)
    return room


def done(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 60))


def last_word(client: Client) -> str | None:
    """The last frame in the queue of a client."""
    word = None
    while not client.outbox.empty():
        word = client.outbox.get_nowait()
    return word


def test_what_the_rules_broke_on_can_be_taken_back(tmp_path: Path) -> None:
    """Also inside a secret block, where the answers of others stay."""
    room = room_of(tmp_path / "breaks.rules", BREAKS)
    room.choose(1, 2)
    with pytest.raises(Refused, match="R6"):
        room.choose(2, 0)
    assert room.fault and room.acts == [(1, 2)]
    room.undo(1)
    assert room.fault == "" and room.acts == []
    for seat, option in ((2, 0), (1, 1), (2, 2)):
        room.choose(seat, option)
    assert room.acts == [(2, 0), (1, 1), (2, 2)] and room.match is not None


def test_a_question_that_cannot_be_told_is_a_mistake_of_the_rules(tmp_path: Path) -> None:
    """It stops the match before anybody is told, and the answer before it can be taken back."""
    room = room_of(tmp_path / "untold.rules", UNTOLD)
    with pytest.raises(Refused, match=r"line 5 \(R6"):
        room.choose(1, 1)
    assert room.acts == [] and room.fault and room.match is not None and room.match.view(1)["decision"]
    again = attrs.evolve(room, match=None, acts=[], fault="")
    again.replay(room.head(), [(1, 1)])
    assert again.acts == [] and again.fault == room.fault and again.match is not None
    room.fault = ""
    room.choose(1, 0)
    with pytest.raises(Refused, match="R6"):
        room_of(tmp_path / "untold.rules", UNTOLD.replace("0..9 = 0", "0..9 = 2"))


@pytest.mark.parametrize("way", ["give_up", "stand", "free"])
def test_nobody_asks_any_more_when_the_game_or_the_seat_is_given_up(tmp_path: Path, way: str) -> None:
    async def played() -> list[Any]:
        hub = Hub(Store(str(tmp_path / "t.db")), Shelf.of({"guess": tmp_path / "guess.rules"}))
        (tmp_path / "guess.rules").write_text(GUESS, encoding="utf-8")
        table, _ = await hub.create(Settings("guess", 3))
        live = await hub.find(table)
        people = [Client(host=seat == 3) for seat in (1, 2, 3)]
        live.clients |= set(people)
        for seat, client in enumerate(people, 1):
            await perform(hub, live, client, {"do": "sit", "seat": seat, "name": f"N{seat}"})
        await perform(hub, live, people[2], {"do": "start"})
        assert live.room.asked_seats() == [1]
        question = live.viewer(1).open_question()
        await perform(hub, live, people[0], {"do": "answer", "question": question, "option": 0})
        question = live.viewer(2).open_question()
        await perform(hub, live, people[1], {"do": "answer", "question": question, "option": 0})
        await perform(hub, live, people[0], {"do": "undo"})
        assert live.room.asking == 1
        who = people[0] if way == "stand" else people[2]
        await perform(hub, live, who, {"do": way, "seat": 1})
        for client in people[1:]:
            await perform(hub, live, client, {"do": "agree", "agree": True, "id": 1})
        hub.store.close()
        return [live.room.asking, *map(last_word, people[1:])]

    asking, *words = done(played())
    assert asking is None and all("Nobody asks you" in str(word) for word in words)


def test_a_table_that_could_not_be_read_can_be_read_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fails for a moment is no end of a table, whatever fails."""

    async def found() -> tuple[str, int]:
        first = Hub(Store(str(tmp_path / "t.db")), Shelf.of({}))
        table, _ = await first.create(Settings("nokosu", 3))
        first.store.close()
        hub = Hub(Store(str(tmp_path / "t.db")), Shelf.of({}))
        for error in (sqlite3.OperationalError("disk I/O error"), MemoryError()):

            class Failing:
                def execute(self, *_: Any) -> Any:
                    raise error  # noqa: B023

            file, hub.store.file = hub.store.file, Failing()
            with pytest.raises(Away if isinstance(error, sqlite3.Error) else MemoryError):
                await hub.find(table)
            hub.store.file = file
        again = await hub.find(table)
        hub.store.close()
        return again.room.settings.game, len(hub.lives)

    assert done(found()) == ("nokosu", 1)


def test_chat_has_an_end(tmp_path: Path) -> None:
    """On the disk as in memory, whatever is said in other tables."""

    async def said() -> tuple[int, list[str], int]:
        hub = Hub(Store(str(tmp_path / "t.db")), Shelf.of({}))
        tables = [(await hub.create(Settings("nokosu", 3)))[0] for _ in range(2)]
        lives = [await hub.find(table) for table in tables]
        for number in range(KEPT_CHAT + 7):
            for live in lives[: 1 + (number < 3)]:
                await hub.save(live, ACTIONS["say"].run(hub, live, Client(seat=1), {"text": f"line {number}"}).rows)
        kept = await hub.store.read(tables[0])
        rows = (await hub.store.run(hub.store.query, "SELECT count(*) FROM chat"))[0][0]
        hub.store.close()
        assert kept is not None
        return rows, [text for _, _, text in kept.chat], len(lives[0].room.chat)

    rows, lines, in_memory = done(said())
    assert rows == KEPT_CHAT + 3 and in_memory == KEPT_CHAT
    assert lines == [f"line {number}" for number in range(7, KEPT_CHAT + 7)]
