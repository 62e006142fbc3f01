"""Where bots think: in processes of their own, so that nobody at any table waits for them.

A process receives the settings, the seed and the answers of a match, and replays it. From there a bot asks
`rulelang.bots.thinking`, which sees only the log of its seat. A strong bot first thinks for a short time: if the
processes are busy, it still has an answer in time.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs

from rulelang.base.processes import block_interrupts, ignore_interrupts
from rulelang.bots.kinds import STRENGTHS
from rulelang.bots.players import Searcher
from rulelang.bots.thinking import searcher
from rulelang.play.match import Game, Match
from rulelang.table.room import Room, Settings
from rulelang.table.shelf import Shelf

FIRST = "easy"  # the kind of bot that thinks quickly
PREPARING = 60.0  # seconds that a table waits for a game to be compiled for its bots
KEPT = 32  # matches that a process caches


@attrs.frozen
class Position:
    """The state of a match in a form that can be sent to a process."""

    table: str
    settings: Settings
    rules: dict[str, str]
    seed: int
    acts: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, room: Room) -> Position:
        assert room.match is not None
        hashes = dict(room.game.typed.hashes)
        return cls(f"{room.id}.{room.number}", room.settings, hashes, room.match.seed, tuple(room.acts))


@attrs.define(eq=False)
class Thinkers:
    """The processes, started when the first bot thinks. `ready`: by settings, a future that says whether bots can play
    that game.
    """

    shelf: Shelf
    pool: ProcessPoolExecutor | None = None
    ready: dict[str, Future[bool]] = attrs.field(factory=dict)

    def get_ready(self, settings: Settings) -> Future[bool]:
        """Start to load and compile a game for bots, unless that was started before."""
        key = key_of(settings)
        if key not in self.ready:
            self.ready[key] = self.submit(warm, settings)
        return self.ready[key]

    async def prepare(self, settings: Settings) -> None:
        """Wait until bots can play a game; the time depends on the rules alone, so it reveals nothing."""
        with suppress(Exception):  # then they play as well as they can
            await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self.get_ready(settings))), PREPARING)

    def begin(self, room: Room, seat: int) -> list[Future[list[int]]]:
        """Start to think for a bot; returns futures, the best last."""
        kind = room.seats[seat - 1].kind
        if kind not in STRENGTHS:
            return []
        position = Position.of(room)
        return [self.submit(think_at, position, seat, each) for each in dict.fromkeys((FIRST, kind))]

    def submit(self, function: Any, *arguments: Any) -> Future[Any]:
        for _ in range(2):
            try:
                if self.pool is None:
                    self.pool = new_pool(self.shelf.files)
                with block_interrupts():
                    return self.pool.submit(function, *arguments)
            except BrokenProcessPool:  # a process was killed: a new pool thinks again
                self.pool = None
        failed: Future[Any] = Future()
        failed.cancel()
        return failed

    def close(self) -> None:
        """End the processes; new ones start if a bot has to think after that."""
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool, self.ready = None, {}


def best_of(thoughts: list[Future[list[int]]]) -> list[int]:
    """The best answers that are ready now; a thought that is not ready comes too late."""
    found = [each.result() for each in thoughts if each.done() and not each.cancelled() and not each.exception()]
    for each in thoughts:
        each.cancel()
    return found[-1] if found else []


def key_of(settings: Settings) -> str:
    return json.dumps(attrs.asdict(settings), sort_keys=True)


def new_pool(files: dict[str, Path]) -> ProcessPoolExecutor:
    import multiprocessing

    number = max(1, min(4, (os.cpu_count() or 1) - 1))
    return ProcessPoolExecutor(number, multiprocessing.get_context("spawn"), begin_process, (files,))


# ---------------------------------------------------------------- in such a process

HERE: dict[str, Shelf] = {}
GAMES: dict[str, Game] = {}
ROOMS: OrderedDict[str, Room] = OrderedDict()


def begin_process(files: dict[str, Path]) -> None:
    """Set up a worker: it ignores Ctrl-C, which is for the server, ends with the server, and gives way to people."""
    import multiprocessing
    import threading

    ignore_interrupts()
    threading.Thread(target=end_with, args=(multiprocessing.parent_process(),), daemon=True).start()
    with suppress(OSError):
        os.nice(5)
    HERE["shelf"] = Shelf(files)


def end_with(server: Any) -> None:
    server.join()
    os._exit(0)


def game_of(settings: Settings) -> Game:
    key = key_of(settings)
    if key not in GAMES:
        GAMES[key] = HERE["shelf"].load(settings)
    return GAMES[key]


def warm(settings: Settings) -> bool:
    """Load and compile a game, which takes some seconds the first time."""
    return searcher(game_of(settings).program) is not None


def think_at(position: Position, seat: int, kind: str) -> list[int]:
    """The answers of a bot for a seat: to one question, or to all its questions in a secret block. There it thinks half
    as long for each question as for the one before.
    """
    match = room_at(position).match
    assert match is not None
    effort, least, answers = STRENGTHS[kind], STRENGTHS[FIRST].simulations, list[int]()
    for at in questions_of_block(match := match.clone(), seat):
        less = attrs.evolve(effort, simulations=max(min(effort.simulations, least), effort.simulations >> at))
        answers.append(Searcher(less, position.seed).answer(match, seat))
        decision = match.branch(seat).decision
        assert decision is not None
        match.choose(decision.options[answers[-1]])
    return answers


def questions_of_block(match: Match, seat: int) -> Iterator[int]:
    """The numbers of a seat's questions until the secret block ends; outside a block, of one question. While a block is
    open, nobody else is told anything.
    """
    before, at = len(match.log(None)), 0
    while at == 0 or (len(match.log(None)) == before and any(each.seat == seat for each in match.pending)):
        yield at
        at += 1


def room_at(position: Position) -> Room:
    """The match at a position: continued from this process's copy, if that has the same course."""
    room = ROOMS.pop(position.table, None)
    if room is None or room.acts != list(position.acts[: len(room.acts)]):
        room = Room(position.table, position.settings, "", [], game_of(position.settings))
        if position.rules != dict(room.game.typed.hashes):
            raise ValueError("the rules have changed since this table was set")
        room.start_match(position.seed)
    for seat, option in position.acts[len(room.acts) :]:
        room.choose(seat, option)
    ROOMS[position.table] = room
    while len(ROOMS) > KEPT:
        ROOMS.popitem(last=False)
    return room
