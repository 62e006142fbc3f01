"""The random streams of a run of games, generated ahead: by NumPy after some consecutive games, if it is installed."""

from __future__ import annotations

from types import ModuleType

from rulelang.base.rng import absorb, fold
from rulelang.native.host.rng import BLOCK, Stream, Words, must_be_even, words
from rulelang.native.host.rng_numpy import words_ahead

STEP, MOST = 8, 512  # how many words at the beginning of a game: so many more, at most
PATIENCE = 16  # games in a row before NumPy is loaded, which takes a while


class Supply:
    """The streams of consecutive games. After some games, NumPy generates those of many games at once."""

    def __init__(self, players: int, numpy: bool = True) -> None:
        self.sizes = [BLOCK] * (players + 1)
        self.numpy = numpy
        self.next: tuple[int, int] | None = None
        self.row = 0
        self.ahead: list[Words | None] = []

    def streams(self, seed: int, game: int, even: bool = False) -> list[Stream]:
        """The streams of a game. `even`: bails out if a word that was generated ahead is uneven."""
        if self.next == (seed, game + 1):  # the last game once more
            return self.of_one(seed, game, even)
        if self.next != (seed, game):
            self.row, self.ahead = 0, []
        self.row, self.next = self.row + 1, (seed, game + 1)
        if not self.ahead and self.row > PATIENCE and (numpy := self.library()) is not None:
            self.ahead = words_ahead(numpy, self.sizes, seed, game)[::-1]
        found = self.ahead.pop() if self.ahead else None
        return self.of_one(seed, game, even) if found is None else list(map(Stream, *found()))

    def library(self) -> ModuleType | None:
        """NumPy, if it is installed and wanted."""
        if self.numpy:
            try:
                import numpy
            except ImportError:
                self.numpy = False
            else:
                return numpy
        return None

    def learn(self, counters: tuple[int, ...]) -> None:
        """Expects the next game to take about as many words as the last."""
        self.sizes = [min(counter // STEP + 2, MOST // STEP) * STEP for counter in counters]

    def of_one(self, seed: int, game: int, even: bool = False) -> list[Stream]:
        key = absorb(fold(seed), game)
        keys = [absorb(key, player) for player in range(len(self.sizes))]
        made = [words(key, 0, size) for key, size in zip(keys, self.sizes)]
        for each in made if even else ():
            must_be_even(each)
        return list(map(Stream, keys, made))
