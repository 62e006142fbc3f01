"""A search for a seat: worlds that it cannot tell from the real one, and simulations in all of them.

A world is made in C from the seat's log and a seed (`native/rt/c/mend.h`), and everything here follows from the two. So
equal logs and equal seeds give equal moves, whatever the others really hold. Where C finds no past that fits the log,
what was learned decides, else chance; where it cannot watch a game, it thinks only if all is open to all.
Simulations share one tree, in which a seat is taken to answer alike wherever it sees the same
(`native/rt/c/search.c`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import chain

import attrs

from rulelang.base.rng import Dice, absorb, fold, stream
from rulelang.bots.flat import flat_search
from rulelang.bots.kinds import FEWEST, Effort, Thought
from rulelang.bots.learned import nothing_learned, policy_of
from rulelang.bots.plugins import BotError
from rulelang.engine.match import Match as Core
from rulelang.native.host.cc import NoCompiler
from rulelang.native.host.policy import Policy
from rulelang.native.host.sampler import Sampler
from rulelang.native.host.search import Found, Searcher, Whole, World, added
from rulelang.native.plan.nodes import Unsupported
from rulelang.play.determinize import Past, own_answers, past_of
from rulelang.play.errors import NoSample
from rulelang.play.match import Match
from rulelang.program import Program
from rulelang.program import events as ev

AT_ONCE = 500  # simulations between two looks at the clock and at Ctrl-C
SOME, TRIES, PATIENCE = 8, 64, 4000  # worlds that C makes at once; pasts that it tries for each of them, and for all
VAIN = 2  # samples in a row that were not found, before it thinks with what it has
LIKELY = 1 << 20  # what is taken for sure, as a number
SELDOM = 10  # in secret, options are taken that were tried more than this part of the times the best was


def think(match: Match, seat: int, effort: Effort, seed: int) -> Thought:
    """What the seat thinks of the question that it is asked. It depends on the seat's log, the effort and the seed."""
    core = match.branch(seat)
    assert core.decision is not None and core.decision.seat == seat, "only who is asked can think about it"
    options = len(core.decision.options)
    if options == 1:
        return Thought((1,), (0.5,), 0, (0.0,))
    key = own_key(core, seat, seed)
    engine = searcher(match.game.program)
    if engine is None:
        return flat_search(list(limited(sampled(match, seat, key), effort)), seat, options, effort, key)
    if effort.mixed and (taken := mixed(engine, match, seat, options, effort, seed)):
        return Thought(taken, (0.5,) * options, 1, (0.0,) * options, engine.scored)
    return searched(engine, match, seat, options, effort, key)


def own_key(core: Core, seat: int, seed: int) -> int:
    """Chance of this question alone: that of the seat, and how often it has answered."""
    answered = sum(isinstance(event, ev.Chose) and event.asked and event.seat == seat for event in core.events)
    return absorb(stream(seed, core.game, seat), answered)


@lru_cache(maxsize=16)
def searcher(program: Program) -> Searcher | None:
    """What searches in C; None where that cannot be."""
    try:
        return Searcher(program)
    except (Unsupported, NoCompiler):
        return None


@lru_cache(maxsize=16)
def whole(engine: Searcher, games: int, seed: int) -> Whole:
    """A game worked out as a whole, if it is small."""
    return Whole(engine, games, seed)


def mixed(engine: Searcher, match: Match, seat: int, options: int, effort: Effort, seed: int) -> tuple[int, ...]:
    """How often each option is to be taken, if the game is small enough to be worked out as a whole.

    Of the real past it reads what the seat was told at its own questions alone.
    """
    solved = whole(engine, effort.simulations, fold(seed))
    if not solved.known:
        return ()
    world, told = engine.relived(*past_of(match.core), seat)
    return () if world is None else solved.read(world, seat, told, options, own_answers(match, seat))


def sampled(match: Match, seat: int, key: int) -> Iterator[Match]:
    """Samples, one after another, until none are found."""
    number = vain = 0
    while vain < VAIN:
        try:
            yield match.sample(seat, absorb(key, number))
            vain = 0
        except NoSample:
            vain += 1
        number += 1


def limited(samples: Iterator[Match], effort: Effort) -> Iterator[Match]:
    """As many samples as an effort allows."""
    until = time.monotonic() + effort.seconds / 2 if effort.seconds else None
    for _, sample in zip(range(effort.worlds), samples):
        yield sample
        if until is not None and time.monotonic() > until:
            return


def worlds_of(engine: Searcher, match: Match, seat: int, effort: Effort, key: int) -> list[World]:
    """Worlds that C makes by itself, or samples where it cannot watch the game; none where no past fits the log."""
    sampler = engine.sampler
    if sampler is None:
        found = (world_of(engine, sample) for sample in limited(sampled(match, seat, key), effort))
        return [world for world in found if world is not None]
    real = past_of(match.core)
    if not sampler.tell(seat, *real, key):
        return []
    first = sampler.past()
    worlds, tried, wanted = list[World](), 0, effort.native_worlds
    while len(worlds) < wanted and tried < PATIENCE:
        made = sampler.worlds(absorb(key, tried), min(SOME, wanted - len(worlds)), TRIES)
        if not made.codes:
            break
        worlds += engine.worlds(made)
        tried += made.tries
    return worlds or list(made_worlds(engine, sampler, real, seat, key, first))


def made_worlds(engine: Searcher, sampler: Sampler, real: Past, seat: int, key: int, first: Past) -> Iterator[World]:
    """Where others cannot be found near it, the past that was made from the log is a world itself; so are some that are
    made by other chances.
    """
    others = (sampler.past() for number in range(1, FEWEST) if sampler.tell(seat, *real, absorb(key, number)))
    for past in chain((first,), others):
        if (world := engine.world(*past)) is not None:
            yield world


def searched(engine: Searcher, match: Match, seat: int, options: int, effort: Effort, key: int) -> Thought:
    """Worlds first, then simulations in turn over all of them; with a time to keep, half of it for each."""
    until = time.monotonic() + effort.seconds if effort.seconds else None
    policy = policy_of(match.game.program) if effort.learned else None
    if effort.by_heart:
        return known_by_heart(engine, match, seat, options, policy)
    worlds, ahead = worlds_of(engine, match, seat, effort, key), own_answers(match, seat)
    if not worlds:
        unknown = Thought((0,) * options, (0.0,) * options, 0, (0.0,) * options)
        return unknown if policy is None else known_by_heart(engine, match, seat, options, policy)
    question = Question(engine, match.game.program, seat, options, worlds, ahead, effort, until)
    others = [threads(effort.threads - 1).submit(question.simulated, key, at) for at in range(1, effort.threads)]
    found = added([question.simulated(key, 0), *(other.result() for other in others)])
    return Thought(found.visits, found.means, len(worlds), found.points, engine.scored, found.priors)


@lru_cache(maxsize=8)
def threads(number: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(number)


@attrs.frozen
class Question:
    """What several threads think about, each in a tree of its own, over the same worlds. `until`: when time is up."""

    engine: Searcher
    program: Program
    seat: int
    options: int
    worlds: list[World]
    ahead: list[int]
    effort: Effort
    until: float | None

    def simulated(self, key: int, thread: int) -> Found:
        """What a thread finds: with a number of simulations it has its share of them, and chance of its own."""
        policy = policy_of(self.program) if self.effort.learned else None
        number = self.effort.threads
        left = (self.effort.simulations + number - 1 - thread) // number
        with self.engine.begin(self.seat, absorb(key, thread) if thread else key, policy) as search:
            first = True
            while left > 0 if self.until is None else time.monotonic() < self.until or first:
                some = min(AT_ONCE, left) if self.until is None else AT_ONCE
                search.run(self.worlds, some, self.ahead)
                left, first = left - some, False
            return search.read(self.options)


def known_by_heart(engine: Searcher, match: Match, seat: int, options: int, policy: Policy | None) -> Thought:
    """What a policy holds likely, without any simulation. It looks at the table itself, and there at nothing but what
    the seat sees (`native/c/policy.py`): in all worlds that the seat cannot tell apart it is the same.
    """
    if policy is None:
        raise BotError(nothing_learned(match.game))
    world, nothing = engine.world(*past_of(match.core)), (0.0,) * options
    if world is None:
        return Thought((0,) * options, nothing, 0, nothing)
    with engine.begin(seat, 0, policy) as search:
        search.run([world], 1, own_answers(match, seat))
        return Thought((0,) * options, nothing, 0, nothing, engine.scored, search.read(options).priors)


def world_of(engine: Searcher, sample: Match) -> World | None:
    """A sample as a table in C, if C comes to the same question."""
    core, asked = sample.core, sample.decision
    outcomes = [event.outcome for event in core.events if isinstance(event, ev.Drew)]
    world = engine.world(outcomes, core.answers)
    same = world is not None and asked is not None and (world.seat, world.options) == (asked.seat, len(asked.options))
    return world if same else None


def decide(thought: Thought, effort: Effort, match: Match, seat: int, seed: int) -> int:
    """The option that a seat takes after thinking.

    Where others choose at the same time, whoever always takes the best can be foreseen: there options are taken as
    often as they were tried, unless that was seldom. Without a world, what was learned decides; without that any
    option is as good as another.
    """
    core = match.branch(seat)
    dice = Dice(absorb(own_key(core, seat, seed), 1 << 32))
    tried = thought.visits if thought.worlds else tuple(round(each * LIKELY) for each in thought.priors)
    if not tried:
        return dice.below(len(thought.visits))
    if not (effort.careless or effort.mixed) and core.state.block is None:
        return thought.best if thought.worlds else tried.index(max(tried))
    least = 0 if effort.careless or effort.mixed else max(tried) // SELDOM
    weights = [number if number > least else 0 for number in tried]
    at = dice.below(sum(weights))
    for index, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return index
    raise AssertionError("weights are counted")
