"""Random words for generated Python, many at a time: in the lanes of one large integer, or by NumPy if it is installed.

Both produce the words of docs/determinism.md. A run of games learns how many words a game takes of each stream, and
generates about as many at once; if more are needed, they are generated on demand.

Hardly any word is uneven, that is, one that a draw may have to reject. Bold code draws as if there were none. The check
that there are none is made here, for many words at once, which is faster than checking after each draw.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain

from rulelang.base.rng import GAMMA, WORD
from rulelang.native.rt.py.support import Bail

BLOCK = 32  # words that are made at once
EVEN = 128  # even words are so for draws of one of so many or fewer
ONE, TWO = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
TOPS = slice(1, None, 4) if sys.byteorder == "little" else slice(-2, None, -4)


Words = Callable[[], tuple[list[int], list[list[int]]]]
"""Gives the keys of the streams of a game, and the first words of each, none of them uneven."""


@cache
def lanes(number: int) -> tuple[int, int, int]:
    """Constants for this many words in lanes of 128 bits: a one in each, the steps of the counter, the lower halves."""
    ones = sum(1 << 128 * lane for lane in range(number))
    steps = sum((GAMMA * (lane + 1) & WORD) << 128 * lane for lane in range(number))
    return ones, steps, ones * WORD


def words(key: int, counter: int, number: int) -> list[int]:
    """The top halves of `number` words of a stream, behind the first `counter`."""
    ones, steps, low = lanes(number)
    made = ((key + counter * GAMMA & WORD) * ones + steps) & low
    made = ((made ^ made >> 30) & low) * ONE & low
    made = ((made ^ made >> 27) & low) * TWO & low
    return memoryview((made ^ made >> 31).to_bytes(16 * number, sys.byteorder)).cast("I")[TOPS].tolist()


@cache
def uneven() -> frozenset[int]:
    """The uneven words: those whose product with some number up to EVEN has less than that number in its lower half."""
    numbers = [n for n in range(2, EVEN + 1) if n & (n - 1)]  # a power of two divides what there is evenly
    return frozenset(-(-(k << 32) // n) for n in numbers for k in range(n))


def must_be_even(some: list[int]) -> None:
    """Stops a game that bold code would play incorrectly."""
    if not uneven().isdisjoint(some):
        raise Bail


class Stream:
    """A stream whose first words are generated. `even`: later ones must be even."""

    __slots__ = ("even", "key", "made", "rest")

    def __init__(self, key: int, ready: list[int]) -> None:
        self.key, self.made, self.even = key, len(ready), False
        self.rest = iter(ready)

    def blocks(self) -> Iterator[Iterator[int]]:
        yield self.rest
        while True:
            ready = words(self.key, self.made, BLOCK)
            if self.even:
                must_be_even(ready)
            self.rest = iter(ready)
            self.made += BLOCK
            yield self.rest

    def words(self) -> Iterator[int]:
        """One word after another. What is made ahead is taken without a step of Python."""
        return chain.from_iterable(self.blocks())

    def even_words(self) -> Iterator[int]:
        """The same, if the first ones are known to be even."""
        self.even = True
        return self.words()

    @property
    def taken(self) -> int:
        return self.made - self.rest.__length_hint__()  # type: ignore[attr-defined]
