"""A search without generated C: one move deep, with games played to their end on the reference.

It is used for games of perfect information if there is no C compiler or the C back end does not support the rules. It
is far slower and weaker.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import log, sqrt

from rulelang.base.rng import Dice, absorb
from rulelang.bots.kinds import Effort, Thought
from rulelang.engine.ending import all_scores
from rulelang.engine.errors import RuleError
from rulelang.play.match import Match
from rulelang.program import KEY

EXPLORE = 0.5
PATIENCE = 400  # simulations at most: each takes some milliseconds


def flat_search(match: Match, seat: int, effort: Effort, key: int) -> Thought:
    """Tries the options of the seat's question, the better ones more often."""
    assert match.decision is not None
    options = len(match.decision.options)
    visits, sums, total = [0] * options, [0.0] * options, [0.0] * options
    dice = Dice(absorb(key, 1 << 33))
    until = time.monotonic() + effort.seconds / 2 if effort.seconds else None
    low, high, number = 0.0, 0.0, 0
    most = min(effort.simulations, PATIENCE)
    while number < most if until is None else time.monotonic() < until or not number:
        at = best_bound(visits, sums, number)
        number += 1
        try:
            points = play_out(match, seat, at, dice, absorb(key, number))
        except RuleError:
            continue
        low, high = min(low, points), max(high, points)
        visits[at] += 1
        total[at] += points
        sums[at] += (points - low) / (high - low) if high > low else 0.5
    means, points_of = (tuple(a / max(1, times) for a, times in zip(some, visits)) for some in (sums, total))
    return Thought(tuple(visits), means, 1, points_of, is_scored(match))


def best_bound(visits: Sequence[int], sums: Sequence[float], number: int) -> int:
    """The option with the highest upper bound; those that were never tried come first."""

    def bound(at: int) -> float:
        if not visits[at]:
            return float("inf")
        return sums[at] / visits[at] + EXPLORE * sqrt(log(number + 1) / visits[at])

    return max(range(len(visits)), key=lambda at: (bound(at), -at))


def play_out(match: Match, seat: int, at: int, dice: Dice, key: int) -> float:
    """How far ahead of the others the seat ends if it takes an option and everyone then chooses at random. The draws
    come from a separate key, since nobody knows what will really be drawn.
    """
    core = match.core.clone()
    core.runner.chance, core.runner.s[KEY] = None, key
    own = [*(index for index, _ in match.ahead.get(seat, ())), at]  # what it has answered ahead of others comes first
    while (question := core.runner.question) is not None:
        given = own.pop(0) if question.seat == seat and own else dice.below(len(question.options))
        core.runner.answer(given)
    winner = core.program.game.winner
    scores = [score[0] for score in all_scores(core.runner, core.runner.s) if score]
    if winner is None or not winner.criteria:
        return (seat in core.winners) / max(1, len(core.winners))
    own_score = scores[seat - 1]
    others = (sum(scores) - own_score) / max(1, len(scores) - 1)
    return float(own_score - others if winner.criteria[0][0] else others - own_score)


def is_scored(match: Match) -> bool:
    """Are points counted, or only who wins?"""
    winner = match.game.typed.winner
    return winner is not None and bool(winner.criteria)
