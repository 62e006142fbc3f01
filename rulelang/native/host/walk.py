"""Games of generated Python that stop at each question: generators that yield the seat and the number of options."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

from rulelang.base.rng import stream
from rulelang.native.build import Build
from rulelang.native.host.rng import BLOCK, Stream, words
from rulelang.native.host.tiers import improve
from rulelang.native.plan.nodes import Plan
from rulelang.native.py.module import python_text

Walk = Generator[tuple[int, int], int, tuple[Any, Any]]
"""A game on its way: it yields seat and number of options, takes the answer, and returns scores and winners."""


class Chance(Stream):
    """The table's random stream, which may be switched to another."""

    def __init__(self, seed: int, game: int) -> None:
        self.seed, self.game, key = seed, game, stream(seed, game)
        self.turns = 0
        self.ready = words(key, 0, BLOCK)
        super().__init__(key, self.ready)

    def blocks(self) -> Iterator[Iterator[int]]:
        while True:
            self.rest = iter(self.ready)
            yield self.rest
            self.ready = words(self.key, self.made, BLOCK)
            self.made += BLOCK

    def turn(self, seed: int, game: int) -> None:
        """Switches to the beginning of another stream: words generated ahead are discarded."""
        self.turns += 1
        self.ready.clear()
        self.key, self.made = stream(seed, game), 0


def python_walks(plan: Plan, build: Build, boldness: int) -> Callable[[Chance], Walk]:
    """Starts a walk of a game from its chance. The plan is consumed."""
    improve(plan, build, boldness)
    space: dict[str, Any] = {}
    exec(compile(python_text(plan, build), "<generated>", "exec"), space)

    def start(chance: Chance) -> Walk:
        found = yield from space["table"]()([chance])
        return found[0], found[1]

    return start
