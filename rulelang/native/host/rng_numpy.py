"""The words of many games, made by NumPy at once.

They are kept as NumPy has them, and become numbers of Python game by game: as many as a game needs stay near the
processor, those of all games would not.
"""

from __future__ import annotations

from functools import cache, partial
from itertools import accumulate, pairwise
from types import ModuleType
from typing import Any

from rulelang.base.rng import GAMMA, fold, mix64
from rulelang.native.host.rng import ONE, TWO, Words, uneven

AHEAD = 64  # games
ASIDE = 14  # bits of a word that do not matter for a first look


def words_ahead(numpy: ModuleType, sizes: list[int], seed: int, first: int) -> list[Words | None]:
    """For each of some games, so many words of each stream; None for a game that has uneven ones."""
    word = numpy.uint64
    games = word(first) + numpy.arange(AHEAD, dtype=word)
    game_keys = mix(mix(word(mix64(fold(seed) + GAMMA)) + games, word) + word(GAMMA), word)
    keys = mix(game_keys[:, None] + numpy.arange(len(sizes), dtype=word), word)
    counters = numpy.concatenate([numpy.arange(1, size + 1, dtype=word) for size in sizes]) * word(GAMMA)
    tops = numpy.repeat(keys, sizes, axis=1)
    tops += counters
    tops = mix(tops, word) >> word(32)
    ends = list(pairwise(accumulate(sizes, initial=0)))
    odd = games_with_uneven(numpy, tops)
    rows = enumerate(zip(keys.tolist(), tops))
    return [None if game in odd else partial(of_game, own, row, ends) for game, (own, row) in rows]


def of_game(keys: list[int], row: Any, ends: list[tuple[int, int]]) -> tuple[list[int], list[list[int]]]:
    made = row.tolist()
    return keys, [made[begin:end] for begin, end in ends]


def games_with_uneven(numpy: ModuleType, tops: Any) -> set[int]:
    """The games that have uneven words. Few words look like one, and of these few are."""
    suspects = tops[like_uneven(numpy).take((tops >> numpy.uint64(ASIDE)).view(numpy.int64))]
    if uneven().isdisjoint(suspects.tolist()):
        return set()
    return {game for game, row in enumerate(tops) if not uneven().isdisjoint(row.tolist())}


@cache
def like_uneven(numpy: ModuleType) -> Any:
    """By the upper bits of a word: whether any word that begins so is uneven."""
    looks = numpy.zeros(1 << 32 - ASIDE, dtype=bool)
    looks[[each >> ASIDE for each in uneven()]] = True
    return looks


def mix(made: Any, word: Any) -> Any:
    """The finaliser of splitmix64 on an array, which it changes."""
    made ^= made >> word(30)
    made *= word(ONE)
    made ^= made >> word(27)
    made *= word(TWO)
    made ^= made >> word(31)
    return made
