"""How long a decision of 1,000 simulations takes, beside 1,000 games played out at random in C from the same position.

    python bench/decisions.py [pretzel nokosu:3 nokosu:4 nosh nuts sweet_nose hearts] [--positions 12]

A game is played at random, and some of its positions with a choice are thought about, with nothing learned, as a player
waits for it: preparation and all. Both end where the rules tally points. CPU time of one core, the least of three
turns. `memory`: what the process has grown by in all these decisions.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import resource
import time
from collections.abc import Callable
from typing import Any

from rulelang import Game, load
from rulelang.bots.kinds import Effort, read_kind
from rulelang.bots.thinking import find_worlds, own_key, searcher, think
from rulelang.native.host.search import Searcher

GAMES = ["pretzel:4", "nokosu:3", "nokosu:4", "nosh:4", "nuts:4", "sweet_nose:4", "hearts:4"]
SIMULATIONS = 1000


def quickest(do: Callable[[], Any]) -> float:
    """Milliseconds."""
    found = []
    for _ in range(3):
        began = time.process_time()
        do()
        found.append(time.process_time() - began)
    return 1000 * min(found)


def play_outs(engine: Searcher, table: Any) -> float:
    """Milliseconds for so many games from there, without what it costs to call C."""
    place, number, word = ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint64
    lay, roll, take, row = (
        ctypes.CFUNCTYPE(kind, *takes)(address)
        for address, kind, takes in (
            (engine.rules.work_lay, number, (place, place, word, number)),
            (engine.rules.work_roll, number, (place, number, word)),
            (engine.rules.work_take, place, ()),
            (engine.rules.work_row, place, (place,)),
        )
    )
    work = take()

    def games() -> None:
        for chance in range(SIMULATIONS):
            lay(work, table, chance, 1)
            roll(work, -1, chance)

    def calls() -> None:
        for _ in range(2 * SIMULATIONS):
            row(work)

    return quickest(games) - quickest(calls)


def measure(game: Game, positions: int, effort: Effort) -> list[tuple[float, float]]:
    """By position: the decision, and the games."""
    engine, lot, found = searcher(game.program), random.Random(1), list[tuple[float, float]]()
    assert engine is not None
    match = game.start(seed=1)
    while len(found) < positions:
        if (decision := match.decision) is None:
            match = game.start(seed=2 + len(found))
            continue
        seat = decision.seat
        if len(decision.options) > 1 and lot.random() < 0.2:
            worlds = find_worlds(engine, match, seat, effort, own_key(match.core, seat, 0))
            if worlds.many:
                found.append((quickest(lambda: think(match, seat, effort, 0)), play_outs(engine, worlds.tables)))  # noqa: B023
        match.choose(lot.randrange(len(decision.options)))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--positions", type=int, default=12)
    given = parser.parse_args()
    effort = read_kind(f"plain:{SIMULATIONS}").effort
    assert effort is not None
    for table in given.games:
        name, _, players = table.partition(":")
        options = {"most_deals": 1, "pass_cards": False} if name == "hearts" else {}
        game = load(name, players=int(players) if players else None, options=options)
        measure(game, 1, effort)  # compiles the rules
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        found = sorted(measure(game, given.positions, effort), key=lambda each: each[0] / each[1])
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        thought, played = (sum(each) / len(found) for each in zip(*found, strict=True))
        times = [one / two for one, two in found]
        print(f"{table}: a decision {thought:.1f} ms, games {played:.1f} ms: {thought / played:.1f} × in the mean, "
              f"{times[len(times) // 2]:.1f} median, {times[-1]:.1f} at most; memory {grown / 1024:.1f} MB",
              flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
