"""Determinization: another history that a seat cannot distinguish from the real one.

Histories are built in C from nothing but what the seat was told and a seed (`native/host/sampler.py`); so equal logs
and equal seeds give equal samples. The reference replays such a history, and it counts only if the seat's log is the
same, entry by entry: a sample is always a game that the seat could have observed under the rules. With perfect
information, it is the real history. In a secret block that is still open, nobody else has answered; the seat's own
answers there are given ahead. Future chance comes from the seed of the sample. Samples are not uniformly distributed
over all possible histories.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from threading import Lock
from typing import Any

from rulelang.base.rng import absorb, stream
from rulelang.engine.errors import IllegalChoice, RuleError
from rulelang.engine.match import Match as Core
from rulelang.engine.runner import Draw
from rulelang.engine.state import sight_mask
from rulelang.native.c.effects import amount_sights
from rulelang.native.host.cc import NoCompiler
from rulelang.native.host.sampler import Sampler
from rulelang.native.plan.nodes import Unsupported
from rulelang.native.plan.views import elements, secretly_done
from rulelang.play.errors import NoSample
from rulelang.play.event_parts import Entry
from rulelang.play.executor import Executor
from rulelang.play.log import Log
from rulelang.play.progress import P, Progress, Script
from rulelang.program import Program
from rulelang.program import events as ev

Past = tuple[list[int], list[int]]  # outcomes of draws, and answers

BEGINNINGS = 3  # pasts that are made from the log, before there is no sample …
NEARBY = 4  # … and others that are tried near each of them
ALONE = Lock()  # a sampler has one table at a time


def sample(match: P, seat: int, seed: int) -> P:
    """A match that the seat cannot distinguish from the real one."""
    if match.decision is None:
        raise NoSample("The game is over, and there is nothing to sample; look at the match itself.")
    program, real, told, ahead = match.game.program, past_of(match.core), log_of(match, seat), own_answers(match, seat)
    with ALONE:
        for past in [real] if all_is_open(program) else pasts(sampler_of(program), seat, real, stream(seed, seat)):
            made = replay_past(match, seed, past, seat, ahead)
            if made is not None and log_of(made, seat) == told:
                return made
    raise NoSample(f"No past was found for P{seat} that fits its log; go on without a sample here.")


@lru_cache(maxsize=64)
def all_is_open(program: Program) -> bool:
    """Does every seat always see everything? Then there is no other history."""
    zones = (sight_mask(program, zone.sight, zone.owner) for zone in program.zones)
    variables = (mask for name in program.vars for mask in elements(program, name, False))
    amounts = (mask for name in program.resources for mask in amount_sights(program, name))
    everything = all(mask & program.everybody == program.everybody for mask in chain(zones, variables, amounts))
    return everything and not any(secretly_done(program.game))


@lru_cache(maxsize=16)
def sampler_of(program: Program) -> Sampler:
    """Makes histories of a game. Raises NoSample if that is not possible."""
    try:
        return Sampler(program)
    except NoCompiler as error:
        raise NoSample(f"Samples are made in C, and {error}; install a C compiler, or go on without samples.") from None
    except Unsupported as error:
        raise NoSample(f"Samples are made in C, which cannot take these rules ({error}); go on without them.") from None


def pasts(sampler: Sampler, seat: int, real: Past, key: int) -> Iterator[Past]:
    """Histories that fit the log of a seat as far as C can tell; those found near the one that was built come before
    it.
    """
    for beginning in range(BEGINNINGS):
        if not sampler.tell(seat, *real, absorb(key, beginning)):
            continue
        made = sampler.past()
        for nearby in range(NEARBY):
            if sampler.sample(absorb(key, BEGINNINGS + NEARBY * beginning + nearby)) is not None:
                yield sampler.past()
        yield made


def past_of(core: Core) -> Past:
    """The draws and the answers of a match, up to the block that is open."""
    began = block_began(core)
    before = core.events if began is None else core.events[:began]
    outcomes = [event.outcome for event in before if isinstance(event, ev.Drew)]
    return outcomes, [event.taken for event in before if isinstance(event, ev.Chose) and event.asked]


def block_began(core: Core) -> int | None:
    """Where the open block began among the events."""
    if core.state.block is None:
        return None
    return max(at for at, event in enumerate(core.events) if isinstance(event, ev.BlockBegan))


def own_answers(match: Progress[Any], seat: int) -> list[int]:
    """What a seat has answered in the block that is open."""
    core = match.branch(seat)
    began = block_began(core)
    inside = [] if began is None else core.events[began:]
    return [event.taken for event in inside if isinstance(event, ev.Chose) and event.asked and event.seat == seat]


def log_of(match: Progress[Any], seat: int) -> list[Entry]:
    """All that a seat was told, with what it is asked; brief, since it is only compared."""
    core, log = match.branch(seat), Log(seat, match.game.answers, match.follower(), brief=True)
    log.carry_on(core)
    return log.with_question(core)


def replay_past(match: P, seed: int, past: Past, seat: int, ahead: list[int]) -> P | None:
    """The match that a history leads to on the reference; None if it breaks a rule there."""
    outcomes, answers = past
    left = iter(outcomes)

    def chance(draw: Draw) -> int | None:
        return next(left, None) if draw.n > 1 else None

    script = Script(chance)
    try:
        core = Core(match.game.program, seed, script, match.index, guarded=True)
        for answer in answers:
            core.choose(answer)
        made = type(match)(match.game, Executor.of(core), script, None, {}, [(n, {}) for n in range(len(core.history))])
        for answer in ahead:
            made.choose(next(each for each in made.pending if each.seat == seat).options[answer])
    except (RuleError, IllegalChoice, IndexError, StopIteration):
        return None
    return made
