"""No secret on the wire: tables that look alike to a seat send it the same bytes, with undo, chat and reconnections.

Twins are made in two ways. *Changed*: at a question everything that a seat does not see is changed in a copy
(`rulelang.prove.twins`), and others answer by what they hold. *Sampled*: another past that the seat cannot tell from
the real one, with other draws to come (`Match.sample`); others answer as they like. So twins are there inside secret
blocks, and where nothing but chance is hidden. Both tables are played on in step through the server's own actions. As
long as the seat's log is the same on both, all that it was sent must be the same, byte for byte.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from functools import cache
from typing import Any

import attrs

from rulelang import NoSample, load
from rulelang.engine.data import piece_text
from rulelang.engine.errors import RuleError
from rulelang.engine.runner import Runner
from rulelang.play.executor import Executor
from rulelang.play.follow import Follower
from rulelang.play.match import Game, Match
from rulelang.prove.twins import Dice, stream, twin_slots
from rulelang.table import bots
from rulelang.table.actions import act
from rulelang.table.hub import Hub
from rulelang.table.live import Client, Live
from rulelang.table.room import Refused, Room, Seat, Settings

PLAYERS = {"nokosu": 3, "nosh": 3, "nuts": 3, "pretzel": 3, "sweet_nose": 3}
STEPS, TRIES = 14, 25  # of twins, and questions of a game at which there may be some
ENOUGH = 12  # frames of a game


@cache
def game(name: str) -> Game:
    return load(name, players=PLAYERS[name])


@attrs.define(eq=False, repr=False)
class Midway(Match):
    """A match that is only known from some moment on."""

    first: list[Any] = attrs.field(factory=list)

    def follower(self) -> Follower:
        return Follower(self.game.program, self.first.copy())


def midway(match: Match, slots: list[Any]) -> Midway:
    """The match as if it had begun with these slots."""
    core = match.core.clone()
    core.runner = Runner(core.runner.code, slots.copy(), None, core.runner.budget)
    core.runner.guarded = True
    core.history = []
    core.runner.advance()
    return Midway(match.game, Executor.of(core), first=slots.copy())


class Nowhere:
    """A disk that takes everything."""

    path = ""

    async def write(self, *rows: Any) -> None:
        return None


@attrs.define
class Side:
    """A table with people and a bot, and what one seat was sent there."""

    hub: Hub
    live: Live
    clients: dict[int, Client]
    pauses: list[float]

    @classmethod
    async def of(cls, match: Match, seat: int, bot: bool = True) -> Side:
        pauses: list[float] = []

        async def sleep(seconds: float) -> None:
            pauses.append(seconds)
            await asyncio.Event().wait()  # bots are moved by the test, as the people are

        seats = [Seat("person", f"N{at}", f"k{at}") for at in match.game.program.seats]
        seats[-1].kind = "random" if bot and seat != len(seats) else "person"
        room = Room("t", Settings("g", len(seats)), "h", seats, match.game, number=1, match=match)
        hub = Hub(Nowhere(), None, now=lambda: 0.0, sleep=sleep, pause=bots.pause)  # type: ignore[arg-type]
        live = Live(room)
        clients = {at: Client(seat=at) for at in match.game.program.seats}
        clients[seat + 100] = Client(seat=seat, raw=True)
        live.clients = set(clients.values())
        await hub.tell(live)
        return cls(hub, live, clients, pauses)

    async def do(self, at: int, message: dict[str, Any]) -> bool:
        try:
            await act(self.hub, self.live, self.clients[at], message)
        except Refused:
            return False
        await asyncio.sleep(0)
        return True

    async def answer(self, at: int, option: int) -> bool:
        self.live.room.seats[at - 1].kind = "person"
        question = self.live.viewer(at).open_question()
        return await self.do(at, {"do": "answer", "question": question, "option": option})

    def come_back(self, seat: int) -> None:
        """The seat connects anew."""
        self.live.clients.discard(self.clients[seat])
        self.clients[seat] = Client(seat=seat)
        self.live.clients.add(self.clients[seat])
        self.clients[seat].send(self.live.viewer(seat).whole())

    def sent(self, seat: int) -> list[str | None]:
        """All that waits for the two clients of a seat."""
        boxes = [self.clients[seat].outbox, self.clients[seat + 100].outbox]
        return [box.get_nowait() for box in boxes for _ in range(box.qsize())]

    def option(self, at: int, index: int, namer: Any) -> str:
        decision = self.live.room.decision(at)
        assert decision is not None
        key = (decision.name, decision.question.span)
        return str(self.live.room.game.answers.write(key, decision.options[index].raw, namer))

    def log(self, seat: int) -> list[Any]:
        assert self.live.room.match is not None
        return self.live.room.match.log(seat)


@attrs.define
class Twins:
    """Two tables that look alike to a seat. `handles`: of changed ones, by piece the one in its place. `frames`: how
    many were compared, of both clients of the seat.
    """

    one: Side
    other: Side
    seat: int
    dice: random.Random
    handles: dict[int, int] | None = None
    frames: int = 0

    async def play(self) -> int:
        """In step, until the seat is told something else on one of them; the number of frames that were compared."""
        for number in range(STEPS):
            await asyncio.sleep(0)  # bots begin to think
            if self.one.log(self.seat) != self.other.log(self.seat):
                break  # something was released; that it may be is what tests/analysis look after
            mine, its = self.one.sent(self.seat), self.other.sent(self.seat)
            assert mine == its, f"step {number}"
            self.frames += len(mine)
            assert self.one.pauses == self.other.pauses
            if not await self.step():
                break
        return self.frames

    async def step(self) -> bool:
        """The same on both tables: somebody chats, comes back, takes back, or answers."""
        kind = self.dice.randrange(8)
        people = [each for each in self.one.clients if each < 100]
        if kind == 0:
            return await self.both(self.dice.choice(people), {"do": "say", "text": "well, well"})
        if kind == 1:
            self.one.come_back(self.seat)
            self.other.come_back(self.seat)
            return True
        if kind == 2:
            await self.take_back(self.dice.choice(people) if self.handles is not None else self.seat)
            return True
        return await (self.answer_by_handle() if self.handles is not None else self.answer())

    async def take_back(self, who: int) -> None:
        done = await self.both(who, {"do": "undo"})
        if done and self.one.live.room.asking:
            agreeing = self.dice.choice(sorted(self.one.live.room.must_agree()))
            await self.both(agreeing, {"do": "agree", "agree": True})

    async def answer_by_handle(self) -> bool:
        """Who is asked on both tables answers by what he holds in his hands."""
        one, other, handles = self.one, self.other, self.handles or {}
        asked = one.live.room.asked_seats()
        if not asked or asked != other.live.room.asked_seats():
            return False
        at = self.dice.choice(asked)
        decision, there = one.live.room.decision(at), other.live.room.decision(at)
        if decision is None or there is None:
            return False
        index = self.dice.randrange(len(decision.options))
        state = there.state
        wanted = one.option(at, index, lambda piece: piece_text(state, handles.get(piece, piece)))
        same = [n for n in range(len(there.options)) if other.option(at, n, lambda p: piece_text(state, p)) == wanted]
        if not same:
            return False  # what is legal here is not legal there
        return await one.answer(at, index) and await other.answer(at, same[0])

    async def answer(self) -> bool:
        """The seat answers the same on both tables, or some other seat answers anything, on each as it likes."""
        mine = self.one.live.room.decision(self.seat)
        if mine is not None and self.dice.random() < 0.6:
            option = self.dice.randrange(len(mine.options))
            return await self.one.answer(self.seat, option) and await self.other.answer(self.seat, option)
        for side in (self.one, self.other):
            others = [at for at in side.live.room.asked_seats() if at != self.seat]
            decision = side.live.room.decision(self.dice.choice(others)) if others else None
            if decision is None:
                return mine is not None
            if not await side.answer(decision.seat, self.dice.randrange(len(decision.options))):
                return False
        return True

    async def both(self, at: int, message: dict[str, Any]) -> bool:
        done = [await side.do(at, message) for side in (self.one, self.other)]
        assert done[0] == done[1], message
        return done[0]


async def changed_twins(match: Match, seat: int, seed: int) -> Twins | None:
    made = twin_slots(match.core.runner, seat, Dice(stream(seed)))
    if made is None:
        return None
    slots, handles = made
    one, other = [await Side.of(midway(match, each), seat) for each in (match.core.runner.s, slots)]
    return Twins(one, other, seat, random.Random(seed), handles)


async def sampled_twins(match: Match, seat: int, seed: int) -> Twins | None:
    try:
        sample = match.sample(seat, seed)
    except NoSample:
        return None
    one, other = [await Side.of(each, seat, bot=False) for each in (match.clone(), sample)]
    return Twins(one, other, seat, random.Random(seed))


async def compare(match: Match, seat: int, seed: int, make: Any) -> int:
    twins = await make(match, seat, seed)
    return await twins.play() if twins is not None else 0


def twins(name: str, seeds: range) -> dict[str, int]:
    """How many frames of twins of a game were the same, by how the twins were made: of each kind some for every seed,
    at questions after some answers.
    """
    frames = {"changed": 0, "sampled": 0}
    for seed in seeds:
        dice, match = random.Random(seed), game(name).start(seed=seed)
        seat, begin = dice.choice(match.game.program.seats), dice.randrange(3, 30)
        found = dict.fromkeys(frames, 0)
        for number in range(begin + TRIES):
            if match.decision is None or min(found.values()) >= ENOUGH:
                break
            for kind, make in MAKERS.items() if number >= begin else ():
                if found[kind] < ENOUGH:
                    with suppress(RuleError):  # a changed twin need not be a table that play can come to
                        found[kind] += asyncio.run(compare(match, seat, seed, make))
            match.choose(dice.randrange(len(match.decision.options)))
        frames = {kind: frames[kind] + found[kind] for kind in frames}
    return frames


MAKERS = {"changed": changed_twins, "sampled": sampled_twins}
