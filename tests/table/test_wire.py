"""No secret on the wire, from seat to seat: see `wire_kit.py`. And when a frame comes tells nothing either."""

from __future__ import annotations

import asyncio
import gc
import json
import random
from concurrent.futures import Future
from typing import Any

import pytest
from play_kit import game_of
from wire_kit import PLAYERS, Side, game, twins

from rulelang.base.files import bundled_games
from rulelang.play.match import Match
from rulelang.table import bots
from rulelang.table.hub import Hub
from rulelang.table.live import Client


async def in_a_block(match: Match, seat: int, dice: random.Random) -> None:
    """Two tables on which the others answer differently in an open block must be alike for a seat."""
    one, other = [await Side.of(match.clone(), seat, bot=False) for _ in range(2)]
    for steps in range(5):
        await asyncio.sleep(0)
        assert one.sent(seat) == other.sent(seat), f"step {steps}"
        if one.live.room.decision(seat) is not None:
            assert await one.answer(seat, 0) == await other.answer(seat, 0)
        for side in (one, other):
            others = [at for at in side.live.room.asked_seats() if at != seat]
            if len(others) < 2 or dice.random() < 0.3:  # the last one would end the block
                continue
            who = dice.choice(others)
            assert await side.answer(who, dice.randrange(len(side.live.room.decision(who).options)))
        if one.live.room.decision(seat) is None:
            assert await one.do(seat, {"do": "undo"}) == await other.do(seat, {"do": "undo"})


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(3))
def test_answers_of_others_in_a_block_do_not_show(seed: int) -> None:
    """In Nuts nearly every question is in a block: others bid, package and keep as they like, or have not answered."""
    dice, match = random.Random(seed), game("nuts").start(seed=seed)
    begin, blocks = dice.randrange(12), 0
    for number in range(60):
        if match.decision is None:
            break
        if number >= begin and len(match.pending) == 3 and blocks < 2:
            blocks += 1
            asyncio.run(in_a_block(match, dice.choice((1, 2, 3)), dice))
        match.choose(dice.randrange(len(match.decision.options)))
    assert blocks


# by game: are there questions outside of secret blocks at which something is hidden?
CHANGED = {"nokosu": True, "nosh": True, "nuts": False, "pretzel": False, "sweet_nose": True}


def test_every_bundled_game_has_twins() -> None:
    assert set(CHANGED) == set(PLAYERS) == set(bundled_games())


@pytest.mark.few(1)
@pytest.mark.parametrize("name", CHANGED)
def test_twins_send_the_same_bytes(name: str) -> None:
    """`python tests/sweep.py wire` tries 20 seeds."""
    frames = twins(name, range(1, 3))
    assert frames["sampled"] > 10
    assert frames["changed"] > 10 or not CHANGED[name]


@pytest.mark.parametrize("name", ["nokosu", "nuts", "pretzel"])
def test_a_leak_would_be_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above is worth something: it fails when a frame tells a hand, or what will be drawn."""
    from rulelang.table.scene import Scene

    def leaks(self: Scene) -> str:
        return str(hash((repr(LEAK["match"].state.slots), LEAK["match"].seed)))

    monkeypatch.setattr(Scene, "waiting", leaks)
    draw = Side.of.__func__  # type: ignore[attr-defined]

    async def leaking(cls: type[Side], match: Match, seat: int, bot: bool = True) -> Side:
        LEAK["match"] = match
        return await draw(cls, match, seat, bot)

    monkeypatch.setattr(Side, "of", classmethod(leaking))
    with pytest.raises(AssertionError, match="step"):
        twins(name, range(1, 4))


LEAK: dict[str, Any] = {}


def test_that_somebody_answered_in_secret_is_not_sent_to_others() -> None:
    """Of the others in a block nothing arrives, neither a frame nor word of one, until all have answered."""
    match = game("nuts").start(seed=1)
    while len(match.pending) < 3:
        match.choose(0)

    async def play() -> list[int]:
        side = await Side.of(match, 1)
        for client in side.clients.values():
            while not client.outbox.empty():
                client.outbox.get_nowait()
        await side.do(2, {"do": "answer", "question": side.live.viewer(2).open_question(), "option": 0})
        await side.do(2, {"do": "undo"})
        await side.do(2, {"do": "answer", "question": side.live.viewer(2).open_question(), "option": 1})
        return [side.clients[at].outbox.qsize() for at in (1, 101, 3, 2)]

    first, raw, third, own = asyncio.run(play())
    assert (first, raw, third) == (0, 0, 0)
    assert own > 0


def test_who_answers_is_told_first_and_others_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """The asker has its own frame and the word `done` while nobody else at the table was told anything yet."""
    match = game("nokosu").start(seed=1)
    seat = match.decision.seat
    told: list[tuple[int | None, str]] = []
    send = Client.send

    def noted(client: Client, frame: Any) -> None:
        told.append((client.seat, json.loads(frame)["type"] if isinstance(frame, str) else frame["type"]))
        send(client, frame)

    async def play() -> None:
        side = await Side.of(match, seat % 3 + 1, bot=False)
        monkeypatch.setattr(Client, "send", noted)
        question = side.live.viewer(seat).open_question()
        await side.do(seat, {"do": "answer", "question": question, "option": 0})

    asyncio.run(play())
    assert told[:2] == [(seat, "table"), (seat, "done")]
    assert {at for at, _ in told[2:]} == set(match.game.program.seats) - {seat}


def test_an_answer_leaves_nothing_to_the_collector_of_cycles() -> None:
    """What a server with many tables makes for an answer is gone when the next one is given."""
    match = game("nokosu").start(seed=1)

    async def play() -> int:
        side = await Side.of(match, 1, bot=False)

        async def answer(times: int) -> None:
            for _ in range(times):
                await side.answer(match.decision.seat, 0)

        await answer(3)
        gc.collect()
        gc.disable()
        try:
            await answer(10)
            return gc.collect()
        finally:
            gc.enable()

    assert asyncio.run(play()) < 10, "fewer than one object an answer"


# ---------------------------------------------------------------- when a frame comes


class Slow:
    """Thinkers that have found something at once, or after the pause has gone by."""

    def __init__(self, ready: bool) -> None:
        self.ready = ready

    async def prepare(self, settings: Any) -> None:
        return None

    def begin(self, room: Any, seat: int) -> list[Future[list[int]]]:
        thought: Future[list[int]] = Future()
        if self.ready:
            thought.set_result([0])
        return [thought]


async def times(match: Match, bot: int, kind: str, ready: bool) -> tuple[list[float], int]:
    """When frames come to another seat by a scripted clock, while a bot answers; and how many questions it was."""
    side, clock, found = await Side.of(match.clone(), bot, bot=False), [0.0], list[float]()
    side.live.room.seats[bot - 1].kind = kind
    side.hub.thinkers = Slow(ready)  # type: ignore[assignment]

    async def sleep(seconds: float) -> None:
        clock[0] += seconds

    side.hub.sleep = sleep
    other = next(client for at, client in side.clients.items() if at not in (bot, bot + 100))
    before, send = other.outbox.qsize(), other.outbox.put_nowait

    def noted(text: Any) -> None:
        found.append(clock[0])
        send(text)

    other.outbox.put_nowait = noted  # type: ignore[method-assign]
    await side.hub.let_answer(side.live, [bot])
    assert len(found) == other.outbox.qsize() - before
    return found, len(side.live.room.acts)


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", bots.KINDS)
def test_when_a_bot_answers_tells_nothing_of_what_it_holds(kind: str) -> None:
    """By a scripted clock: a frame comes after the pause of its kind, whatever it holds and however long it thought."""
    heard = 0
    for seed in range(4):
        match = game("nokosu").start(seed=seed)
        for _ in range(seed * 5):
            match.choose(0)
        seat = match.decision.seat
        worlds = [match, *(match.sample(seat % 3 + 1, each) for each in range(2))]
        found = [asyncio.run(times(world, seat, kind, ready))[0] for world in worlds for ready in (True, False)]
        assert all(set(each) <= {bots.pause(kind)} for each in found), found
        heard += sum(map(len, found))
    assert heard > 20


def test_the_pause_of_a_bot_is_told_by_its_kind_alone() -> None:
    import inspect

    assert list(inspect.signature(bots.pause).parameters) == ["kind"]


SECRET = """rules 1
game "Secret" for 2 players "Both lay cards down in secret, as many as they like."
piece Card(rank: 1..4) in deck: 2 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone down[Seat]: set of Card, owner
setup:
  for p in seats: deal 4 from deck to hand[p]
play:
  each p in seats secretly:
    repeat at most 5 times:
      p may choose c from hand[p] "Lay one down?": move c to down[p]
      else: break
  P1 chooses n from 1..2 "And now?"
winner p: most count(down[p])
"""


@pytest.mark.parametrize("kind", ["random", "easy"])
def test_when_a_block_ends_tells_nothing_of_how_many_questions_a_bot_had(kind: str) -> None:
    """After one pause the bot has answered all that it was asked, and the seat that waited for it goes on."""
    asked = set()
    for seed in range(8):
        match = game_of(SECRET).start(seed=seed)
        match.choose(match.pending[0].options[-1])
        found, questions = asyncio.run(times(match, 2, kind, ready=seed % 2 == 0))
        assert set(found) == {bots.IN_A_BLOCK * bots.pause(kind)}
        asked.add(questions)
    assert len(asked) > 1


def test_an_answer_waits_for_one_frame_at_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables have something to tell, between two steps of anything else one seat is told."""
    steps, shown = [0], list[int]()

    async def count_steps() -> None:
        while True:
            await asyncio.sleep(0)
            steps[0] += 1

    async def play() -> None:
        sides = [await Side.of(game("nokosu").start(seed=seed), 1) for seed in range(5)]
        hub = sides[0].hub
        monkeypatch.setattr(Hub, "show", lambda hub, live, seat: shown.append(steps[0]))
        counting = asyncio.create_task(count_steps())
        await asyncio.gather(*(hub.tell(side.live) for side in sides))
        counting.cancel()

    asyncio.run(play())
    assert len(shown) >= 15 and len(set(shown)) == len(shown)
