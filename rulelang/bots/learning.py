"""Learning: games of a policy with itself, a value from other games, and duels that tell which of them helps."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.base.frozen import Frozen, frozen
from rulelang.bots.kinds import STRENGTHS
from rulelang.bots.learned import Learned
from rulelang.bots.thinking import decide, think
from rulelang.native.host.policy import Learner, Policies
from rulelang.native.host.search import Searcher
from rulelang.native.host.value import Side, Valued, ValueLearner, learn_value, value_for
from rulelang.native.plan.nodes import Unsupported
from rulelang.play.match import Game, Match

BATCH = 100  # games between two steps
RATE = 65536  # of the first step: a doubling, shared among the weights of an option; the last is nought
USUALLY = STRENGTHS["medium"]  # how long each answer in a duel is thought about: what helps brief thought may spoil it
DEALS = 200  # of a duel, at most …
ANSWERS = 10, 4000  # … and answers: for each game that was learned from, and at most
SURELY = 4  # what is better has to be, by the square of so many standard errors
SHARES = 2520  # of a win


@frozen
class Progress(Frozen):
    """How good a policy is after this many games: the share of games it wins against players who choose at random."""

    games: int
    wins: float
    error: float


@frozen
class Judged(Frozen):
    """Does a search do better with the learned value, and with the policy as its prior?"""

    value: bool
    prior: bool


def learn(
    game: Game, games: int, seed: int, threads: int, marks: int, tests: int
) -> Iterator[Progress | Judged | Learned]:
    """Learns from this many games, and yields its progress at some points, then whether a search does better with it,
    and the result at the end.

    The result depends only on the rules, the number of games and the seed. Raises Unsupported and NoCompiler.
    """
    learner, steps = Learner(game.program, seed, threads), max(1, games // BATCH)
    for step in range(steps):
        if not learner.batch(BATCH, RATE * (steps - step) // steps):
            raise Unsupported(f"none of {BATCH} games came to its end in generated C")
        if (step + 1) * marks // steps != step * marks // steps:
            yield Progress(learner.played, *learner.policy.against_random(seed + 1, tests))
    found = Learned(tuple(learner.policy.rounded_weights()), learner.played, seed)
    judged, value = judge(game, found, seed)
    yield judged
    yield Learned(found.weights, found.games, found.seed, judged.prior, value if judged.value else None)


def judge(game: Game, found: Learned, seed: int) -> tuple[Judged, Valued | None]:
    """Learns a value, and tries the policy, the value and both in duels: only what wins is used."""
    searcher = Searcher(game.program)
    values, policy = ValueLearner(searcher, seed), Policies(game.program).new(found.weights)
    valued = learn_value(values, found.games) if values.worthwhile else None
    value, best = value_for(searcher, valued), Side()
    sides = Side(policy), *((Side(None, value), Side(policy, value)) if value is not None else ())
    for side in sides:
        if is_better(game, side, best, seed, min(ANSWERS[0] * found.games, ANSWERS[1])):
            best = side
    return Judged(best.value is not None, best.policy is not None), valued


def is_better(game: Game, one: Side, other: Side, seed: int, answers: int) -> bool:
    """Does one side, at each seat in turn, come out ahead of the other on the same deals, in so many answers?"""
    found, left = list[int](), answers
    while left > 0 and len(found) < DEALS:
        ahead = 0
        for own in game.program.seats:
            match = game.start(seed=seed, index=len(found))
            left -= play_duel(match, {seat: one if seat == own else other for seat in game.program.seats}, seed)
            ahead += lead(match, own)
        found.append(ahead)
    many, total, squares = len(found), sum(found), sum(each * each for each in found)
    return total > 0 and total * total * (many - 1) > SURELY * (many * squares - total * total)


def play_duel(match: Match, sides: dict[int, Side], seed: int) -> int:
    """Plays a match to its end; how many answers that took. Nobody knows more than their seat."""
    given = 0
    while (decision := match.decision) is not None:
        seat = decision.seat
        thought = think(match, seat, USUALLY, seed, sides[seat])
        match.choose(decide(thought, USUALLY, match, seat, seed))
        given += len(decision.options) > 1
    return given


def lead(match: Match, own: int) -> int:
    """How far a seat is ahead of the others in the end: by what decides first, else by its share of a win."""
    winner, scores = match.game.program.game.winner, match.scores
    if winner is None or not winner.criteria:
        return SHARES * (own in match.winners) // max(1, len(match.winners)) * match.game.players - SHARES
    ahead = int(scores[own]) * match.game.players - sum(int(each) for each in scores.values())
    return ahead if winner.criteria[0][0] else -ahead
