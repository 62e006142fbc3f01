"""The law of samples: what a bot thinks in follows from the log of its seat and a seed, and from nothing else.

A twin is another past with the same log for a seat. Worlds that are made for the seat must be the same in both, and so
must be what a bot answers there. And a world is a past that the reference plays with the same log for the seat.
"""

from __future__ import annotations

from typing import Any

import attrs
import native_kit
from play_kit import steps

from rulelang import Game, Match
from rulelang.base.rng import Dice, stream
from rulelang.bots.kinds import Effort
from rulelang.bots.thinking import decide, past_of, think
from rulelang.native.host.sampler import Sampler
from rulelang.play.executor import Executor

LITTLE = Effort(20, 2)
SEEDS = 5


@attrs.define
class Tried:
    """Positions that were looked at, those without any past that fits the log, twins, and what was not alike."""

    positions: int = 0
    without: int = 0
    twins: int = 0
    failures: list[str] = attrs.Factory(list)


def played(game: Game, past: Any) -> Match:
    """A past as a match."""
    return Match(game, Executor.of(native_kit.played(game, *past)))


def worlds(sampler: Sampler, seat: int, past: Any, seeds: int) -> list[Any]:
    """For each seed: a world that is made for a seat, as the past that leads there, or None where there is none."""
    return [world(sampler, seat, past, seed) for seed in range(seeds)]


def world(sampler: Sampler, seat: int, past: Any, seed: int) -> Any:
    """Another past, or the one that was made from the log, where no other is found near it."""
    if not sampler.tell(seat, *past, seed):
        return None
    made = sampler.past()
    return sampler.past() if sampler.sample(seed) else made


def try_game(game: Game, seed: int, most: int, seeds: int = SEEDS, every: int = 9, bots: bool = True) -> Tried:
    """Some positions of a game that is played at random."""
    tried, sampler, dice = Tried(), Sampler(game.program), Dice(stream(seed, 3))
    for match in steps(game.start(seed=seed), seed, most=300):
        if match.decision is None or dice.below(every) or tried.positions == most:
            continue
        tried.positions += 1
        seat, past = match.decision.seat, past_of(match.core)
        where = f"{game.title} {game.players}, game {seed}, P{seat}"
        own = worlds(sampler, seat, past, seeds)
        tried.without += own[0] is None
        for twin in [each for each in own if each is not None][:1]:
            tried.twins += 1
            if worlds(sampler, seat, twin, seeds) != own:
                tried.failures.append(f"{where}: worlds of a twin differ")
            elif bots and match.state.block is None and not same_answer(match, played(game, twin), seat):
                tried.failures.append(f"{where}: a twin is answered otherwise")
    return tried


def same_answer(match: Match, twin: Match, seat: int) -> bool:
    own, other = think(match, seat, LITTLE, 4), think(twin, seat, LITTLE, 4)
    return own == other and decide(own, LITTLE, match, seat, 4) == decide(other, LITTLE, twin, seat, 4)


@attrs.define
class Compared:
    """Positions, the worlds that were made there, how many of these differ, and where something else was told."""

    positions: int = 0
    worlds: int = 0
    distinct: int = 0
    failures: list[str] = attrs.Factory(list)


def compare_worlds(game: Game, seed: int, most: int, each: int = 20, every: int = 7) -> Compared:
    """Worlds at some positions of a game that is played at random, each played on the reference: its log for the seat
    must be that of the real past. Worlds that are the same past are played once.
    """
    found, sampler, dice = Compared(), Sampler(game.program), Dice(stream(seed, 5))
    for match in steps(game.start(seed=seed), seed, most=400):
        if match.decision is None or dice.below(every):
            continue
        if found.worlds >= most:
            break
        seat, past = match.decision.seat, past_of(match.core)
        if not sampler.tell(seat, *past, seed):
            continue
        log = native_kit.log_of(match, native_kit.played(game, *past), seat)
        made = [tuple(map(tuple, sampler.past())) for key in range(each) if sampler.sample(key)]
        found.positions += 1
        found.worlds += len(made)
        found.distinct += len(set(made))
        for outcomes, answers in sorted(set(made)):
            if native_kit.log_of(match, native_kit.played(game, outcomes, answers), seat) != log:
                where = f"{game.title} {game.players}, game {seed}, P{seat}, {len(match.core.history)} answers"
                found.failures.append(f"{where}: a world has another log")
    return found
