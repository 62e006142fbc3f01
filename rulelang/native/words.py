"""Words of chance for generated Python, many at a time: in the lanes of one large number, or by NumPy if it is there.

Both make the words of docs/determinism.md. A run of games learns how many words a game takes of each stream, and makes
about as many at once; whatever is missing is made when it is wanted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from typing import Any

from rulelang.chance import GAMMA, WORD, absorb, fold, mix64

BLOCK = 32  # words that are made at once
STEP, MOST = 8, 512  # how many at the beginning of a game: so many more, at most
AHEAD = 32  # games whose words NumPy makes at once
ONE, TWO = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
TOPS = slice(1, None, 4) if sys.byteorder == "little" else slice(-2, None, -4)


@cache
def lanes(number: int) -> tuple[int, int, int]:
    """Constants for so many words in lanes of 128 bits: a one in each, the steps of the counter, the lower halves."""
    ones = sum(1 << 128 * lane for lane in range(number))
    steps = sum((GAMMA * (lane + 1) & WORD) << 128 * lane for lane in range(number))
    return ones, steps, ones * WORD


def words(key: int, counter: int, number: int) -> list[int]:
    """The top halves of the next words of a stream, after so many."""
    ones, steps, low = lanes(number)
    made = ((key + counter * GAMMA & WORD) * ones + steps) & low
    made = ((made ^ made >> 30) & low) * ONE & low
    made = ((made ^ made >> 27) & low) * TWO & low
    return memoryview((made ^ made >> 31).to_bytes(16 * number, sys.byteorder)).cast("I")[TOPS].tolist()


class Stream:
    """A stream whose first words are made. What `taker` gives is called for each word."""

    __slots__ = ("key", "made", "rest")

    def __init__(self, key: int, ready: list[int]) -> None:
        self.key, self.made = key, len(ready)
        self.rest = iter(ready)

    def blocks(self) -> Iterator[Iterator[int]]:
        yield self.rest
        while True:
            self.rest = iter(words(self.key, self.made, BLOCK))
            self.made += BLOCK
            yield self.rest

    def taker(self) -> Callable[[], int]:
        return chain.from_iterable(self.blocks()).__next__

    @property
    def taken(self) -> int:
        return self.made - self.rest.__length_hint__()  # type: ignore[attr-defined]


class Supply:
    """The streams of one game after another."""

    def __init__(self, players: int) -> None:
        self.sizes = [BLOCK] * (players + 1)

    def streams(self, seed: int, game: int) -> list[Stream]:
        key = absorb(fold(seed), game)
        keys = [absorb(key, player) for player in range(len(self.sizes))]
        return [Stream(key, words(key, 0, size)) for key, size in zip(keys, self.sizes)]

    def learn(self, counters: tuple[int, ...]) -> None:
        """The next game will take about as many words."""
        self.sizes = [min(counter // STEP + 2, MOST // STEP) * STEP for counter in counters]


class Ahead(Supply):
    """With NumPy: the streams of games that follow one another are made together, more each time."""

    def __init__(self, players: int, numpy: Any) -> None:
        super().__init__(players)
        self.numpy = numpy
        self.wanted: tuple[int, int] | None = None
        self.number = 1
        self.ready: list[list[Stream]] = []

    def streams(self, seed: int, game: int) -> list[Stream]:
        if self.wanted != (seed, game):
            self.number, self.ready = 1, []
        if not self.ready:
            self.ready = self.many(seed, game, self.number)[::-1]
            self.number = min(2 * self.number, AHEAD)
        self.wanted = seed, game + 1
        return self.ready.pop()

    def many(self, seed: int, first: int, number: int) -> list[list[Stream]]:
        """The streams of some games."""
        u64 = self.numpy.uint64
        games = u64(first) + self.numpy.arange(number, dtype=u64)
        key = self.mixed(u64(self.before(fold(seed))) + games)
        key = self.mixed(key + u64(GAMMA))
        found = []
        for player, size in enumerate(self.sizes):
            keys = self.mixed(key + u64(player))
            counters = self.numpy.arange(1, size + 1, dtype=u64) * u64(GAMMA)
            tops = self.mixed(keys[:, None] + counters) >> u64(32)
            found.append([Stream(*each) for each in zip(keys.tolist(), tops.tolist())])
        return list(map(list, zip(*found)))

    def before(self, key: int) -> int:
        """What absorbing adds a word to."""
        return mix64(key + GAMMA)

    def mixed(self, made: Any) -> Any:
        u64 = self.numpy.uint64
        made = (made ^ (made >> u64(30))) * u64(ONE)
        made = (made ^ (made >> u64(27))) * u64(TWO)
        return made ^ (made >> u64(31))


def supply(players: int) -> Supply:
    """The quickest there is."""
    try:
        import numpy
    except ImportError:
        return Supply(players)
    return Ahead(players, numpy)
