"""A server that is killed at random moments while people play: no acknowledged answer is lost, none is given twice.

The clients keep a list of the answers that were acknowledged. After each kill the server starts again with the same
file, the clients come back with their keys, and the game goes on to its end.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import time
import urllib.request
from pathlib import Path

import attrs
import warm
from table_kit import Player, gone, new_table
from websockets.exceptions import ConnectionClosed, WebSocketException

LINK = re.compile(r"All games: (http://\S+)")


@attrs.define
class Server:
    """`rulelang serve` in a process of its own, at one port and with one file or database for all its lives."""

    folder: Path
    db: str = "t.db"
    port: int = 0
    process: warm.Process | None = None
    url: str = ""

    def start(self) -> None:
        words = ["serve", "--port", self.port, "--db", self.db]
        self.process = warm.Process(words, cwd=self.folder, env={**os.environ, "PYTHONUNBUFFERED": "1"}, lines=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := LINK.search(line):
                self.url = found[1]
                self.port = int(self.url.rpartition(":")[2])
                return
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send(signal.SIGKILL)
        self.process.wait()


@attrs.define
class Given:
    """What a seat has answered: `sure` is acknowledged; of `open` ones a kill came before the word."""

    sure: list[int] = attrs.field(factory=list)
    open: int = 0


def kill_often(folder: Path, kills: int, seed: int, rounds: int = 1, pace: float = 2.0) -> tuple[list[str], int]:
    """Play a game with four people through so many kills: what went wrong, and how many answers were acknowledged."""
    dice, server = random.Random(seed), Server(folder)
    server.start()
    try:
        table, token = new_table(server.url, "nokosu", players=4, options={"rounds": str(rounds)})
        players = [Player.come(server.url, table).sit(seat, f"N{seat}") for seat in (1, 2, 3, 4)]
        Player.come(server.url, table, token).do("start")
        given = {seat: Given() for seat in (1, 2, 3, 4)}
        for _ in range(kills):
            play(players, dice, given, end=time.monotonic() + dice.random() * pace)
            server.kill()
            server.start()
            players = [come_back(server.url, table, player) for player in players]
        play(players, dice, given)
        return faults(server, table, given), sum(len(each.sure) for each in given.values())
    finally:
        server.kill()


def take_over_often(folder: Path, db: str, kills: int, seed: int, rounds: int = 1) -> tuple[list[str], int]:
    """Two processes share a database, and four people play at both. Whoever has the table is killed, and the other
    takes it over; then the dead one comes back, and some of the people go there.
    """
    dice, owner, other = random.Random(seed), Server(folder, db), Server(folder, db)
    try:
        owner.start()
        other.start()
        table, token = new_table(owner.url, "nokosu", players=4, options={"rounds": str(rounds)})
        places = {seat: owner if seat % 2 else other for seat in (1, 2, 3, 4)}
        players = [Player.come(place.url, table).sit(seat, f"N{seat}") for seat, place in places.items()]
        Player.come(other.url, table, token).do("start")
        given, wrong = {seat: Given() for seat in (1, 2, 3, 4)}, []
        for _ in range(kills):
            play(players, dice, given, end=time.monotonic() + dice.random())
            owner.kill()
            wrong += [f"the table said goodbye: {why}" for player in players if (why := gone(player))]
            players = [come_back(other.url, table, player) for player in players]
            play(players, dice, given, end=time.monotonic() + dice.random() / 2)
            owner.start()
            owner, other = other, owner
            players = [come_back(other.url, table, each) if dice.random() < 0.5 else each for each in players]
        play(players, dice, given)
        wrong += [fault for server in (owner, other) for fault in faults(server, table, given)]
        return wrong, sum(len(each.sure) for each in given.values())
    finally:
        for server in (owner, other):
            if server.process is not None:
                server.kill()


def come_back(url: str, table: str, player: Player) -> Player:
    with contextlib.suppress(WebSocketException, OSError):
        player.close()
    again = Player.come(url, table, player.token)
    again.seat = player.seat
    again.wait("people")
    return again


def play(players: list[Player], dice: random.Random, given: dict[int, Given], end: float | None = None) -> None:
    """Everybody answers as asked, until the game is over or the time is; what is acknowledged is noted."""
    while end is None or time.monotonic() < end:
        for player in players:
            player.drain(0.005)
            question = player.question()
            if question is not None:
                option, mine = dice.randrange(len(question["options"])), given[player.seat or 0]
                if end is not None and dice.random() < 0.2 and time.monotonic() + 0.3 > end:
                    player.send({"do": "answer", "question": question["id"], "option": option})
                    mine.open += 1
                    time.sleep(dice.random() * 0.05)
                    return  # the kill comes before, while or after it is done, and before anybody has heard so
                with contextlib.suppress(ConnectionClosed):
                    if player.ask("answer", question=question["id"], option=option)["type"] == "done":
                        mine.sure.append(option)
        if all(player.last.get("table", {}).get("over") for player in players):
            return


def faults(server: Server, table: str, given: dict[int, Given]) -> list[str]:
    """Every acknowledged answer is in the record, in order; what else is there was sent, and not acknowledged."""
    record = json.loads(urllib.request.urlopen(f"{server.url}/api/tables/{table}/record").read())
    wrong = [] if record["result"] else ["the game did not come to its end"]
    for seat, mine in given.items():
        kept = [answer["index"] for answer in record["answers"] if answer["seat"] == seat]
        rest = iter(kept)
        if not all(any(option == each for each in rest) for option in mine.sure):
            wrong.append(f"P{seat}: an acknowledged answer is lost")
        if len(kept) > len(mine.sure) + mine.open:
            wrong.append(f"P{seat}: an answer is given twice")
    return wrong
