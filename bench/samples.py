"""Worlds a second that the sampler makes in C, in CPU time of one core.

    python bench/samples.py [nokosu:3 hearts:4 ...] [--at 60] [--positions 30]

Games are played at random to so many percent of their decisions; the seat that is asked there gets its worlds. *Worst
tenth* is the rate that nine of ten positions are above, *fit* how many of the pasts that were tried are worlds, *none*
the positions without any, *ready* how long it takes to tell the real past.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from random import Random

from rulelang import Game, load
from rulelang.base.files import known_games
from rulelang.engine.match import Match as Core
from rulelang.native.host.sampler import Sampler
from rulelang.native.plan.nodes import Unsupported
from rulelang.program import events as ev

TABLES = ("nokosu:3", "nokosu:4", "hearts:4", "nosh:4", "nuts:4", "sweet_nose:4", "pretzel:4")
WIDTHS = "{:<18} {:>10} {:>12} {:>6} {:>6} {:>9} {:>9}"
SECONDS = 0.05
MOST = 1500


def answered(game: Game, seed: int, most: int) -> Core:
    """A game played at random."""
    core, dice = Core(game.program, seed), Random(seed)
    while core.decision is not None and len(core.history) < most:
        core.choose(dice.randrange(len(core.decision.options)))
    return core


def positions(game: Game, many: int, part: int) -> Iterator[Core]:
    """Positions in the middle of games."""
    for seed in range(many):
        whole = len(answered(game, seed, MOST).history)
        core = answered(game, seed, whole * part // 100)
        if core.decision is not None:
            yield core


def past_before_block(core: Core) -> tuple[list[int], list[int]]:
    """The outcomes of draws, and the answers; what is done in an open block nobody knows yet."""
    began = max((at for at, event in enumerate(core.events) if isinstance(event, ev.BlockBegan)), default=0)
    events = core.events if core.state.block is None else core.events[:began]
    outcomes = [event.outcome for event in events if isinstance(event, ev.Drew)]
    return outcomes, [event.taken for event in events if isinstance(event, ev.Chose) and event.asked]


def rate(sampler: Sampler) -> tuple[int, int, float]:
    """Worlds that are found in some time, the pasts that were tried, and the time."""
    began, found, tried, took, size = time.process_time(), 0, 0, 0.0, 4
    while took < SECONDS:
        made = sampler.worlds(tried, size)
        found, tried, size = found + len(made.codes), tried + made.tries, min(2 * size, 256)
        took = time.process_time() - began
    return found, tried, took


def measure(name: str, many: int, part: int) -> str:
    title, _, players = name.partition(":")
    game = load(title, players=int(players)) if players else load(title)
    try:
        sampler = Sampler(game.program)
    except Unsupported as error:
        return f"{name:<18} cannot be watched: {error}"
    rates, fits, ready, none = [], [], [], 0
    for core in positions(game, many, part):
        assert core.decision is not None
        given = past_before_block(core)
        began = time.process_time()
        told = sampler.tell(core.decision.seat, *given)
        ready.append(time.process_time() - began)
        found, tried, took = rate(sampler) if told else (0, 1, 1.0)
        none += not found
        rates.append(found / took)
        fits.append(found / tried)
    rates.sort()
    fits.sort()
    middle = len(rates) // 2
    return WIDTHS.format(
        name, f"{rates[middle]:,.0f}", f"{rates[len(rates) // 10]:,.0f}", f"{fits[middle]:.2f}", f"{fits[0]:.3f}",
        f"{none}/{len(rates)}", f"{sorted(ready)[middle] * 1000:.2f} ms",
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", help="games, with a number of players; `all`: every one there is")
    parser.add_argument("--at", type=int, default=60)
    parser.add_argument("--positions", type=int, default=30)
    given = parser.parse_args()
    tables = sorted(known_games()) if given.tables == ["all"] else given.tables or TABLES
    print(WIDTHS.format("worlds/s", "median", "worst tenth", "fit", "least", "none", "ready"))
    for name in tables:
        print(measure(name, given.positions, given.at), flush=True)


if __name__ == "__main__":
    main()
