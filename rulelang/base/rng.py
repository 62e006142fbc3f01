"""Randomness that is the same on every machine and back end.

All chance is made of elementary draws, "one of n". A draw takes words from splitmix64, whose state is a counter: word
number c of a stream is `mix64(key + c * GAMMA)`, so a stream is saved as two integers and any word is reached at once.
Lemire's method turns the top 32 bits of a word into a number below n, and rejects a word where keeping it would favour
some outcome. Each game of a run, and each seat in it, has its own stream: a different bot does not change the deal.
`docs/determinism.md` fixes every detail, with test vectors; a change here is a new VERSION.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import attrs

VERSION = 1
GAMMA = 0x9E3779B97F4A7C15
WORD = (1 << 64) - 1
HALF = (1 << 32) - 1

T = TypeVar("T")


def mix64(word: int) -> int:
    """The finaliser of splitmix64: a permutation of the 64-bit words."""
    word &= WORD
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return word ^ (word >> 31)


def stream(seed: int, game: int = 0, player: int = 0) -> int:
    """The key of a stream: player 0 is the table's chance, 1..n are the seats."""
    return absorb(absorb(fold(seed), game), player)


def absorb(key: int, word: int) -> int:
    """Mix one more word into a key; the order of words matters."""
    return mix64(mix64(key + GAMMA) + word)


def fold(seed: int) -> int:
    """Any integer as one word: below 2**64 itself; else with its higher words mixed in, then its sign."""
    rest = abs(seed)
    key, rest = rest & WORD, rest >> 64
    while rest:
        key, rest = absorb(key, rest & WORD), rest >> 64
    return mix64(key ^ GAMMA) if seed < 0 else key


def draw_below(key: int, counter: int, n: int) -> tuple[int, int]:
    """One of n numbers from 0, all equally likely, and the new counter; n = 1 uses no word."""
    if not 1 <= n <= HALF:
        raise ValueError(f"a draw has 1 to {HALF} outcomes, not {n}")
    if n == 1:
        return 0, counter
    uneven = (1 << 32) % n
    while True:
        counter += 1
        product = (mix64(key + counter * GAMMA) >> 32) * n
        if product & HALF >= uneven:
            return product >> 32, counter


@attrs.define
class Dice:
    """A stream and the number of words taken from it."""

    key: int
    counter: int = 0

    def below(self, n: int) -> int:
        """Draw one of n: a number from 0 to n - 1."""
        value, self.counter = draw_below(self.key, self.counter, n)
        return value


def shuffle(items: Iterable[T], below: Callable[[int], int]) -> list[T]:
    """The items in a random order: Fisher–Yates from the first position to the last but one."""
    order = list(items)
    for here in range(len(order) - 1):
        there = here + below(len(order) - here)
        order[here], order[there] = order[there], order[here]
    return order


# ---------------------------------------------------------------- a game of a run by itself

# Mixing a word into a key permutes the keys, so it can be inverted: there is exactly one seed whose game 0 has the
# streams of, say, game 4711 of another seed.
INVERSES = (pow(0xBF58476D1CE4E5B9, -1, 1 << 64), pow(0x94D049BB133111EB, -1, 1 << 64))


def seed_of(seed: int, game: int) -> int:
    """The seed whose first game is this game of a run."""
    return seed if game == 0 else unmix64(unmix64(absorb(fold(seed), game))) - GAMMA & WORD


def unmix64(word: int) -> int:
    """The inverse of `mix64`."""
    word = unshift(word, 31) * INVERSES[1] & WORD
    word = unshift(word, 27) * INVERSES[0] & WORD
    return unshift(word, 30)


def unshift(word: int, by: int) -> int:
    """The inverse of xoring a word with itself, shifted."""
    found = word
    for _ in range(64 // by):
        found = word ^ found >> by
    return found
