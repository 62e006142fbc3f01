"""Chance that is the same on every machine and back end.

All chance is made of elementary draws, "one of n". A draw takes words from splitmix64, whose state
is a counter: word number c of a stream is `mix64(key + c * GAMMA)`, so a stream is saved as two
integers and any word is reached at once. Lemire's method turns the top 32 bits of a word into a
number below n, and throws a word away where keeping it would favour some outcome. Each game of a
run, and each seat in it, has its own stream: a different bot does not change the deal.
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
    """The key of a stream: of the table's chance for player 0, of a seat for 1..n."""
    return absorb(absorb(fold(seed), game), player)


def absorb(key: int, word: int) -> int:
    """Mix one more word into a key; the order of words matters."""
    return mix64(mix64(key + GAMMA) + word)


def fold(seed: int) -> int:
    """Any integer as one word: below 2**64 itself; else its higher words are mixed in, then its sign."""
    rest = abs(seed)
    key, rest = rest & WORD, rest >> 64
    while rest:
        key, rest = absorb(key, rest & WORD), rest >> 64
    return mix64(key ^ GAMMA) if seed < 0 else key


def draw_below(key: int, counter: int, n: int) -> tuple[int, int]:
    """One of n numbers from 0, all equally likely, and the new counter; if n is 1, no word is used."""
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
    """A stream and how many words have been taken from it."""

    key: int
    counter: int = 0

    def below(self, n: int) -> int:
        """Draw one of n: a number from 0 to n - 1."""
        value, self.counter = draw_below(self.key, self.counter, n)
        return value


def shuffle(items: Iterable[T], below: Callable[[int], int]) -> list[T]:
    """The items in a random order: Fisher–Yates from the first place to the last but one."""
    order = list(items)
    for here in range(len(order) - 1):
        there = here + below(len(order) - here)
        order[here], order[there] = order[there], order[here]
    return order


# ---------------------------------------------------------------- a game of a run by itself

# Mixing a word into a key is a permutation of keys, so it can be undone: there is one seed whose game 0 has just the
# streams of game 4711 of another.
INVERSES = (pow(0xBF58476D1CE4E5B9, -1, 1 << 64), pow(0x94D049BB133111EB, -1, 1 << 64))


def seed_of(seed: int, game: int) -> int:
    """The seed whose first game is this game of a run."""
    return seed if game == 0 else unmix64(unmix64(absorb(fold(seed), game))) - GAMMA & WORD


def unmix64(word: int) -> int:
    """What `mix64` makes this word of."""
    word = unshift(word, 31) * INVERSES[1] & WORD
    word = unshift(word, 27) * INVERSES[0] & WORD
    return unshift(word, 30)


def unshift(word: int, by: int) -> int:
    """What gives this word when it is xored with itself, shifted."""
    found = word
    for _ in range(64 // by):
        found = word ^ found >> by
    return found
