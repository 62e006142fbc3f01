"""The data that the parts of a simulation exchange: a setup, a piece of its work, and what plays such a piece."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.base.frozen import Frozen, frozen
from rulelang.base.limits import DEFAULT, Limits
from rulelang.base.source import Source
from rulelang.sim.tally import Tally

Chunk = Callable[[int, int, int], Tally]
"""Plays games of a seed: from this number on, so many."""

Files = tuple[tuple[str, str, Source], ...]
"""Who asks, with which words, and what it gets."""


@frozen
class Setup(Frozen):
    """Rules as texts, players, settings, and how it is played. `options` is JSON, so that a setup can be looked up.

    `engine`: auto, c, python or reference. `statistics`: without, only wins, scores and lengths are told. `files`: what
    the rules stand on, bases of mods and modules beside them. `limits`: what the rules may ask for, wherever they are
    played. `seats`: the kind of bot at each; none: all choose at random.
    """

    source: Source
    players: int
    variants: tuple[str, ...] = ()
    options: str = "{}"
    mods: tuple[Source, ...] = ()
    engine: str = "auto"
    statistics: bool = True
    files: Files = ()
    limits: Limits = DEFAULT
    seats: tuple[str, ...] = ()


@frozen
class Piece(Frozen):
    """Games of a seed: the first one's number, and how many. `side`: of which of several setups."""

    setup: Setup
    seed: int
    first: int
    number: int
    side: int = 0

    @property
    def key(self) -> tuple[int, int, int]:
        return self.side, self.first, self.number

    def __str__(self) -> str:
        if self.number == 1:
            return f"game {self.first:,}"
        return f"games {self.first:,} to {self.first + self.number - 1:,}"


class ClusterError(Exception):
    """The cluster cannot be used, or no longer; the text is one sentence, with what to do."""
