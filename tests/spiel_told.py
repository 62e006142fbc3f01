"""Games of ours beside those of OpenSpiel, played by C where it can: what may be answered, and who holds what."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rulelang import load
from rulelang.tree.plays import Plays


@lru_cache(maxsize=200)
def plays_of(name: str, players: int | None = None, utility: str = "win", **options: Any) -> Plays:
    """A game that is loaded once, whatever is asked of it."""
    return Plays(load(name, players=players, options=options), utility)


class Told:
    """A game of a seed."""

    def __init__(self, plays: Plays, seed: int) -> None:
        self.plays, self.play = plays, plays.start(seed)

    @property
    def seat(self) -> int:
        """Who is asked; 0 at the end."""
        return self.play.seat

    @property
    def words(self) -> list[str]:
        """What may be answered; the parts of a factored answer one behind the other."""
        actions = self.plays.actions
        return [" ".join([actions[letter].value for letter in word]) for word in self.play.words]

    def choose(self, at: int) -> None:
        for letter in list(self.play.words)[at]:
            self.play.take(letter)

    def field(self, seat: int, name: str) -> list[str]:
        """What a seat sees of a field of the tensor: its labels, each as often as it is there."""
        field = next(each for each in self.plays.tensors.schema.fields if each.name == name)
        seen = self.play.tensor(seat)[field.start : field.start + field.size]
        return [label for label, many in zip(field.labels, seen) for _ in range(int(many))]

    def held(self, name: str) -> list[float]:
        """What each seat has of an amount, or in a variable."""
        if self.play.table is not None:
            return self.plays.amounts_of(self.play.table, name)
        return [float(self.play.match().state.var(name, (seat,))) for seat in self.plays.game.program.seats]
