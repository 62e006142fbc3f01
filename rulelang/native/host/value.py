"""Values of positions (`rt/c/search.c`): weights for how a seat stands, learned from games (`rt/c/fit.c`).

What a seat was ahead when points were tallied is explained by how it stood before, as well as a sum of weights can
(least squares). All numbers are whole: the same games give the same weights on every machine.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import attrs

from rulelang.base.frozen import Frozen, frozen
from rulelang.base.interrupts import interruptible
from rulelang.base.rng import fold
from rulelang.native.host.policy import Policy
from rulelang.native.host.search import RawValue, Searcher

NOW = "winner 1"  # what decides first who wins, as it stands: it comes first, and always counts
POINT = 16  # bits behind the point of a weight
MOST = 1 << 34  # a weight lies between this and its negative
FINE = 40  # bits behind the point while equations are solved
DOUBT = 5  # so many rounds more say that a weight is nought …
DOUBTED = 100  # … and that it does not change with a stage
RANGING = 5000  # questions answered at random that tell how far stages reach
EACH = 3  # simulations for each option, in games that are learned from
GENERATIONS = 3  # of such games, each played with the value of the one before
AT_RANDOM = 200, 400_000  # questions at random before them: for each game to be learned from, and at most
SEARCHED = 30, 60_000  # … and of each generation


@frozen
class Valued(Frozen):
    """`weights`: by what is counted of a seat, beyond the others, its weight and how that changes with each stage of
    the game. `stages`: what is counted of the table, its least and its most.
    """

    weights: tuple[tuple[str, tuple[int, ...]], ...]
    stages: tuple[tuple[str, int, int], ...]


class Value:
    """A value as C takes it. Nothing in it changes, so several threads may use it."""

    def __init__(self, valued: Valued, learning: bool = False) -> None:
        rows = [row for _, row in valued.weights]
        flat, number = [weight for row in rows for weight in row], ctypes.c_int64
        changing = [any(row[at] for row in rows) for at in range(1, len(rows[0]))]
        used = [True, *(any(row) for row in rows[1:-1]), *changing]
        self.weights = (number * len(flat))(*flat)
        lows, highs = [low for _, low, _ in valued.stages], [high for _, _, high in valued.stages]
        self.low, self.high = (number * (1 + len(lows)))(*lows), (number * (1 + len(lows)))(*highs)
        self.wanted = bytes(learning or each for each in used) + b"\0"
        self.raw = RawValue(len(rows) - 1, len(valued.stages), self.wanted, self.low, self.high, self.weights)


def value_for(searcher: Searcher, valued: Valued | None) -> Value | None:
    """What a search takes; None if it was learned of other things than are counted in this game."""
    if valued is None:
        return None
    names = [name for name, _ in valued.weights], [name for name, _, _ in valued.stages]
    return Value(valued) if names == searcher.standings else None


class ValueLearner:
    """Learns a value for a game, from games that it plays. `worthwhile`: is there anything to learn from?"""

    def __init__(self, searcher: Searcher, seed: int) -> None:
        self.searcher, self.seed, self.played, self.length = searcher, fold(seed), 0, 1
        self.names, self.stages = searcher.standings
        self.worthwhile = NOW in self.names
        self.ranges = tuple((name, 0, 0) for name in self.stages)
        if self.worthwhile:
            self.ranges = self.find_ranges()

    def find_ranges(self) -> tuple[tuple[str, int, int], ...]:
        far = 1 << 40
        low, high = ((ctypes.c_int64 * (1 + len(self.stages)))(*[each] * len(self.stages)) for each in (far, -far))
        self.play(None, 0, RANGING, None, None, low, high)
        return tuple((name, low[at], high[at]) for at, name in enumerate(self.stages) if low[at] <= high[at])

    def learn(self, value: Valued | None, simulations: int, questions: int) -> Valued:
        """A value from games with this many questions: played at random, or with simulations for each option."""
        step = 1 + len(self.stages)
        width = len(self.names) * step
        squares, products = (ctypes.c_int64 * (width * width))(), (ctypes.c_int64 * width)()
        rounds = self.play(value, simulations, questions, squares, products, None, None)
        found = solve(list(squares), list(products), width, step, rounds)
        rows = (tuple(found[at : at + step]) for at in range(0, width, step))
        return Valued(tuple(zip(self.names, rows)), self.ranges)

    def play(self, value: Valued | None, simulations: int, questions: int, *sums: Any) -> int:
        """Adds up what games teach; how many rounds came to their end."""
        nothing = (0,) * (1 + len(self.stages))
        given = Value(value or Valued(tuple((name, nothing) for name in self.names), self.ranges), learning=True)
        if value is None:
            given.raw.weights = None
        searcher, rounds = self.searcher, ctypes.c_int64()
        places = ctypes.byref(searcher.rules), ctypes.byref(given.raw), searcher.size, simulations, self.seed
        numbers = self.played, questions, 2 * self.length
        self.played += interruptible(searcher.search.rulelang_fit, *places, *numbers, *sums, ctypes.byref(rounds))
        self.length = 1 + questions // max(1, rounds.value)
        return rounds.value


@attrs.frozen
class Side:
    """What a search goes by: a policy that says what is tried first, and what positions are worth."""

    policy: Policy | None = None
    value: Value | None = None


def learn_value(learner: ValueLearner, games: int) -> Valued:
    """A value from games at random, then from games that were played with it."""
    (some, most), (few, least) = AT_RANDOM, SEARCHED
    value = learner.learn(None, 0, min(some * games, most))
    for _ in range(GENERATIONS):
        value = learner.learn(value, EACH, min(few * games, least))
    return value


def solve(squares: Sequence[int], products: Sequence[int], width: int, step: int, rounds: int) -> list[int]:
    """The weights, by elimination in whole numbers. What never differs has none."""
    used = [at for at in range(width) if squares[at * width + at]]
    many = len(used)
    rows = [[squares[min(a, b) * width + max(a, b)] << FINE for b in used] + [products[a] << FINE] for a in used]
    for at, own in enumerate(used):
        rows[at][at] += rows[at][at] * (DOUBTED if own % step else DOUBT) // max(1, rounds) + (1 << FINE)
    for at in range(many):
        for below in range(at + 1, many):
            share = (rows[below][at] << FINE) // rows[at][at]
            if share:
                rows[below] = [x - (share * y >> FINE) for x, y in zip(rows[below], rows[at])]
    found = [0] * many
    for at in reversed(range(many)):
        rest = rows[at][many] - sum(rows[at][k] * found[k] >> FINE for k in range(at + 1, many))
        found[at] = (rest << FINE) // rows[at][at]
    weights = [0] * width
    for at, value in zip(used, found):
        weights[at] = max(1 - MOST, min(MOST - 1, value >> FINE - POINT))
    return weights
