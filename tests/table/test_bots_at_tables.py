"""Bots of each strength at a table: they think in processes of their own, and answer in time whatever these do."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from table_kit import Player, Served, serving, until

from rulelang import load
from rulelang.bots.kinds import STRENGTHS
from rulelang.bots.players import Searcher
from rulelang.table.bots import KINDS

SHORT = {"players": 3, "options": {"rounds": "1"}}


def with_bots(served: Served, kinds: tuple[str, str]) -> Player:
    """Ann sits at seat 1, bots at the others, and it has begun."""
    table, token = served.table("nokosu", **SHORT)
    host, ann = served.client(table, token), served.client(table).sit(1, "Ann")
    for seat, kind in enumerate(kinds, 2):
        host.do("bot", seat=seat, kind=kind)
    assert len(served.hub.thinkers.ready) == 1, "the game is compiled for them before it begins"
    host.do("start")
    return ann


def play_on(ann: Player, answers: int) -> None:
    """Ann takes the first option so many times, or until it is over."""
    for _ in range(answers):
        while ann.question() is None and not (ann.last.get("table") or {}).get("over"):
            ann.read()
        if (question := ann.question()) is None:
            return
        ann.last.pop("table")
        ann.do("answer", question=question["id"], option=0)


def test_a_bot_plays_what_it_would_play_elsewhere(tmp_path: Path) -> None:
    """At a table a bot finds the same answers as elsewhere from the same seed; a process that dies is replaced."""
    with serving(tmp_path, pause=0.5) as served:
        ann = with_bots(served, ("easy", "medium"))
        live = served.run(served.hub.find(ann.wait("people")["table"]))
        play_on(ann, 3)
        pool = served.hub.thinkers.pool
        assert pool is not None and all(pid != os.getpid() for pid in pool._processes)
        match = load("nokosu", players=3, options={"rounds": 1}).start(seed=live.room.match.seed)
        strong = 0
        for seat, option in live.room.acts[:12]:
            if seat > 1:
                kinds = dict.fromkeys(("easy", live.room.seats[seat - 1].kind))
                found = [Searcher(STRENGTHS[kind], match.seed).answer(match, seat) for kind in kinds]
                strong += option in found
            match.choose(option)
        assert strong > 0, "no bot has thought in time"
        for pid in list(pool._processes):
            os.kill(pid, signal.SIGKILL)
        play_on(ann, 2)
        until(lambda: served.hub.thinkers.pool is not pool)


def test_there_is_a_bot_of_each_strength(tmp_path: Path) -> None:
    assert {*STRENGTHS, "random"} == set(KINDS)
