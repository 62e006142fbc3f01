"""A game of a long run by itself: the seed whose first game it is.

Mixing a word into a key is a permutation of keys, so it can be undone: there is one seed whose game 0 has just the
streams of game 4711 of another.
"""

from __future__ import annotations

from rulelang.base.rng import GAMMA, WORD, absorb, fold

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
