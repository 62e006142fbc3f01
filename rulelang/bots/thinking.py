"""The search for a seat: determinizations that the seat cannot distinguish from the real game, and simulations in them.

A world is built in C from the seat's log and a seed (`native/rt/c/repair.h`), and everything here depends only on these
two. So equal logs and equal seeds give equal moves, whatever the others really hold. With perfect information there is
one world. If C finds no history that fits the log, or cannot observe the game, the learned policy decides, or chance if
there is none. All simulations share one tree, in which a seat acts the same wherever it sees the same: an information
set (`native/rt/c/search.c`).
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import attrs

from rulelang.base.rng import Dice, absorb, fold, stream
from rulelang.bots.flat import flat_search
from rulelang.bots.kinds import FEWEST, Effort, Thought
from rulelang.bots.learned import is_prior, nothing_learned, policy_of, value_of
from rulelang.bots.plugins import BotError
from rulelang.engine.match import Match as Core
from rulelang.native.host.cc import NoCompiler
from rulelang.native.host.policy import Policy
from rulelang.native.host.sampler import Sampler
from rulelang.native.host.search import Found, Searcher, Whole, World, Worlds, add_up
from rulelang.native.host.value import Side
from rulelang.native.plan.nodes import Unsupported
from rulelang.play.determinize import Past, all_is_open, own_answers, past_of
from rulelang.play.match import Match
from rulelang.program import Program
from rulelang.program import events as ev

AT_ONCE = 500  # simulations between two looks at the clock and at Ctrl-C
A_WORLD = 1000  # effects, draws and answers that are played again for each world, before fewer have to do
LIKELY = 1 << 20  # what is taken for sure, as a number
SELDOM = 10  # in secret, options are taken that were tried more than this part of the times the best was


def think(match: Match, seat: int, effort: Effort, seed: int, side: Side | None = None) -> Thought:
    """Evaluates the options of the question that the seat is asked. The result depends only on the seat's log, the
    effort, the seed and what was learned: for the table, or what a `side` of a duel has learned.
    """
    core = match.branch(seat)
    assert core.decision is not None and core.decision.seat == seat, "only who is asked can think about it"
    options = len(core.decision.options)
    if options == 1:
        return Thought((1,), (0.5,), 0, (0.0,))
    key, program = own_key(core, seat, seed), match.game.program
    engine = searcher(program)
    if engine is None:
        return flat_search(match, seat, effort, key) if all_is_open(program) else know_nothing(options)
    policy = side.policy if side is not None else policy_of(program) if effort.learned else None
    if effort.by_heart:
        return ask_policy(engine, match, seat, options, policy)
    if effort.mixed and (taken := solve(engine, match, seat, options, effort, seed)):
        return Thought(taken, (0.5,) * options, 1, (0.0,) * options, engine.scored)
    until = time.monotonic() + effort.seconds if effort.seconds else None
    worlds = find_worlds(engine, match, seat, effort, key)
    if worlds.many:
        own, widely = own_answers(match, seat), takes_best(effort, core)
        return Question(engine, program, seat, options, worlds, own, effort, widely, until, side).search(key)
    return know_nothing(options) if policy is None else ask_policy(engine, match, seat, options, policy)


def own_key(core: Core, seat: int, seed: int) -> int:
    """The random key of this question: from that of the seat, and how often it has answered."""
    answered = sum(isinstance(event, ev.Chose) and event.asked and event.seat == seat for event in core.events)
    return absorb(stream(seed, core.game, seat), answered)


def know_nothing(options: int) -> Thought:
    return Thought((0,) * options, (0.0,) * options, 0, (0.0,) * options)


@lru_cache(maxsize=16)
def searcher(program: Program) -> Searcher | None:
    """The search in C; None if it is not available."""
    try:
        return Searcher(program)
    except (Unsupported, NoCompiler):
        return None


@lru_cache(maxsize=16)
def whole(engine: Searcher, games: int, seed: int) -> Whole:
    """The solution of the whole game, if the game is small."""
    return Whole(engine, games, seed)


def solve(engine: Searcher, match: Match, seat: int, options: int, effort: Effort, seed: int) -> tuple[int, ...]:
    """How often to take each option, if the game is small enough to be solved as a whole.

    Of the real history, it reads only what the seat was told at its own questions.
    """
    solved = whole(engine, effort.simulations, fold(seed))
    if not solved.known:
        return ()
    world, told = engine.relive(*past_of(match.core), seat)
    return () if world is None else solved.read(world, seat, told, options, own_answers(match, seat))


def find_worlds(engine: Searcher, match: Match, seat: int, effort: Effort, key: int) -> Worlds:
    """Worlds made in C; the real one if there is perfect information, none if no history fits the log."""
    sampler, real = engine.sampler, past_of(match.core)
    if all_is_open(match.game.program):
        return join([engine.world(*real)])
    if sampler is None or not sampler.tell(seat, *real, key):
        return join([])
    first, many = sampler.past(), effort.native_worlds
    made = sampler.worlds(absorb(key, 0), many, effort=many * A_WORLD)
    if not made.codes:
        return make_worlds(engine, sampler, real, seat, key, first)
    return Worlds.of([memoryview(made.tables)[: len(made.codes) * engine.size]], made.codes)


def make_worlds(engine: Searcher, sampler: Sampler, real: Past, seat: int, key: int, first: Past) -> Worlds:
    """If no other worlds are found near it, the history that was built from the log is itself a world; so are some that
    are built with other seeds.
    """
    others = (sampler.past() for number in range(1, FEWEST) if sampler.tell(seat, *real, absorb(key, number)))
    return join([engine.world(*past) for past in (first, *others)])


def join(worlds: list[World | None]) -> Worlds:
    found = [world for world in worlds if world is not None]
    return Worlds.of([world.table for world in found], [world.code for world in found])


@lru_cache(maxsize=8)
def threads(number: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(number)


@attrs.frozen
class Question:
    """What several threads think about, each in its own tree, over the same worlds. `until`: when time is up."""

    engine: Searcher
    program: Program
    seat: int
    options: int
    worlds: Worlds
    ahead: list[int]
    effort: Effort
    widely: bool
    until: float | None
    side: Side | None = None

    def search(self, key: int) -> Thought:
        pool = threads(self.effort.threads - 1) if self.effort.threads > 1 else None
        others = [pool.submit(self.simulate, key, at) for at in range(1, self.effort.threads)] if pool else []
        found = add_up([self.simulate(key, 0), *(other.result() for other in others)])
        return Thought(found.visits, found.means, self.worlds.many, found.points, self.engine.scored, found.priors)

    def learned(self) -> Side:
        """What the search goes by that was learned for the table, in this thread."""
        if not self.effort.learned:
            return Side()
        policy = policy_of(self.program) if is_prior(self.program) else None
        return Side(policy, value_of(self.engine, self.program))

    def simulate(self, key: int, thread: int) -> Found:
        """The result of one thread: if the number of simulations is given, it runs its share of them, with its own
        random numbers.
        """
        number, side = self.effort.threads, self.side or self.learned()
        left = (self.effort.simulations + number - 1 - thread) // number
        own = absorb(key, thread) if thread else key
        with self.engine.begin(self.seat, own, side.policy, self.widely, side.value) as search:
            first = True
            while left > 0 if self.until is None else time.monotonic() < self.until or first:
                some = min(AT_ONCE, left) if self.until is None else AT_ONCE
                search.run(self.worlds, some, self.ahead)
                left, first = left - some, False
            return search.read(self.options)


def ask_policy(engine: Searcher, match: Match, seat: int, options: int, policy: Policy | None) -> Thought:
    """The probabilities of a policy, without any simulation. It looks at the table itself, but only at what the seat
    sees (`native/c/policy.py`), so it is the same in all worlds that the seat cannot distinguish.
    """
    if policy is None:
        raise BotError(nothing_learned(match.game))
    worlds = join([engine.world(*past_of(match.core))])
    if not worlds.many:
        return know_nothing(options)
    with engine.begin(seat, 0, policy) as search:
        search.run(worlds, 1, own_answers(match, seat))
        return attrs.evolve(know_nothing(options), scored=engine.scored, priors=search.read(options).priors)


def takes_best(effort: Effort, core: Core) -> bool:
    """Does it take the best option? Otherwise it takes options in proportion to how often it has tried them."""
    return not (effort.careless or effort.mixed) and core.state.block is None


def decide(thought: Thought, effort: Effort, match: Match, seat: int, seed: int) -> int:
    """The option that a seat takes after thinking.

    Where others choose at the same time, a player who always takes the best option is predictable: there, options are
    taken in proportion to how often they were tried, unless that was seldom. Without a world, the learned policy
    decides; without a policy, any option is as good as another.
    """
    core = match.branch(seat)
    dice = Dice(absorb(own_key(core, seat, seed), 1 << 32))
    tried = thought.visits if thought.worlds else tuple(round(each * LIKELY) for each in thought.priors)
    if not tried:
        return dice.below(len(thought.visits))
    if takes_best(effort, core):
        return thought.best if thought.worlds else tried.index(max(tried))
    least = 0 if effort.careless or effort.mixed else max(tried) // SELDOM
    weights = [number if number > least else 0 for number in tried]
    at = dice.below(sum(weights))
    for index, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return index
    raise AssertionError("weights are counted")
