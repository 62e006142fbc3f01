"""Words of chance for generated Python, many at a time: in the lanes of one large number, or by NumPy if it is there.

Both make the words of docs/determinism.md. A run of games learns how many words a game takes of each stream, and makes
about as many at once; whatever is missing is made when it is wanted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

from rulelang.chance import GAMMA, WORD, absorb, fold, mix64

BLOCK = 32  # words that are made at once
STEP, MOST = 8, 512  # how many at the beginning of a game: so many more, at most
PATIENCE = 16  # games in a row before NumPy is loaded, which takes a while
AHEAD = 64  # games whose words NumPy makes at once
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
    """A stream whose first words are made."""

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

    def words(self) -> Iterator[int]:
        """One word after another. What is made ahead is taken without a step of Python."""
        return chain.from_iterable(self.blocks())

    @property
    def taken(self) -> int:
        return self.made - self.rest.__length_hint__()  # type: ignore[attr-defined]


class Supply:
    """The streams of one game after another. After some games in a row NumPy makes those of many games at once."""

    def __init__(self, players: int, numpy: bool = True) -> None:
        self.sizes = [BLOCK] * (players + 1)
        self.numpy = numpy
        self.next: tuple[int, int] | None = None
        self.row = 0
        self.ready: list[list[Stream]] = []

    def streams(self, seed: int, game: int) -> list[Stream]:
        if self.next == (seed, game + 1):  # the last game once more
            return self.of_one(seed, game)
        if self.next != (seed, game):
            self.row, self.ready = 0, []
        self.row, self.next = self.row + 1, (seed, game + 1)
        if not self.ready and self.row > PATIENCE and self.numpy:
            self.ready = self.of_many(seed, game)[::-1]
        return self.ready.pop() if self.ready else self.of_one(seed, game)

    def learn(self, counters: tuple[int, ...]) -> None:
        """The next game will take about as many words."""
        self.sizes = [min(counter // STEP + 2, MOST // STEP) * STEP for counter in counters]

    def of_one(self, seed: int, game: int) -> list[Stream]:
        key = absorb(fold(seed), game)
        keys = [absorb(key, player) for player in range(len(self.sizes))]
        return [Stream(key, words(key, 0, size)) for key, size in zip(keys, self.sizes)]

    def of_many(self, seed: int, first: int) -> list[list[Stream]]:
        """The streams of some games that follow; none without NumPy."""
        try:
            import numpy
        except ImportError:
            self.numpy = False
            return []
        word = numpy.uint64
        games = word(first) + numpy.arange(AHEAD, dtype=word)
        game_keys = mixed(mixed(word(mix64(fold(seed) + GAMMA)) + games, word) + word(GAMMA), word)
        found = []
        for player, size in enumerate(self.sizes):
            keys = mixed(game_keys + word(player), word)
            counters = numpy.arange(1, size + 1, dtype=word) * word(GAMMA)
            tops = mixed(keys[:, None] + counters, word) >> word(32)
            found.append([Stream(*each) for each in zip(keys.tolist(), tops.tolist())])
        return list(map(list, zip(*found)))


def mixed(made: Any, word: Any) -> Any:
    """The finaliser of splitmix64 on an array."""
    made = (made ^ (made >> word(30))) * word(ONE)
    made = (made ^ (made >> word(27))) * word(TWO)
    return made ^ (made >> word(31))
