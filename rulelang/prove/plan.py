"""A plan: everything that one game depends on, in a form that can be shrunk.

A plan has a table, a seed, a lean (how answers are chosen by default), a luck (how chance falls) and deviations: draw
number 5 gives outcome 2, choice number 3 takes option 1. Without a seed, every draw and every answer is the first
possible one, so the deviations are the whole story. Draws and answers depend only on their number: a clone of a match,
or a match after an undo, gets the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from rulelang.base.rng import GAMMA, mix64
from rulelang.engine.match import Decision
from rulelang.engine.runner import PASS, Draw
from rulelang.prove.tables import Table

# how answers are given: any; the first; the last but `pass`; any but `pass`; `pass` wherever one may
LEANS = ("any", "first", "last", "busy", "idle")
LUCKS = ("fair", "high", "low")  # every other draw is the last or first outcome there is
Deviations = tuple[tuple[int, int], ...]


@attrs.frozen
class Plan:
    """What a game is played by. `stop`: after how many answers it is cut."""

    table: Table
    seed: int | None = None
    lean: str = "first"
    luck: str = "fair"
    draws: Deviations = ()
    choices: Deviations = ()
    stop: int | None = None

    @property
    def size(self) -> tuple[int, ...]:
        """Less is simpler."""
        length = self.stop if self.stop is not None else 1 << 30
        amounts = sum(value for _, value in (*self.draws, *self.choices))
        extras = len(self.table.options) + 2 * len(self.table.variants)
        return (self.table.players, length, len(self.choices) + len(self.draws), extras, amounts)


def chance(plan: Plan) -> Any:
    """The outcome of each draw."""
    said, seed = dict(plan.draws), plan.seed

    def outcome(draw: Draw) -> int:
        if draw.number in said:
            return said[draw.number] % draw.n
        if seed is None:
            return 0
        if plan.luck != "fair" and below(seed + 1, draw.number, 2):
            return 0 if plan.luck == "low" else draw.n - 1
        return below(seed, 2 * draw.number, draw.n)

    return outcome


def answer(plan: Plan, said: Mapping[int, int], number: int, decision: Decision) -> int:
    """The index of the answer to choice number `number`."""
    count = len(decision.question.options)
    if number in said:
        return said[number] % count
    may_pass = count > 1 and decision.question.options[-1] is PASS
    if plan.lean == "first":
        return 0
    if plan.lean == "last":
        return count - 1 - may_pass
    if plan.lean == "idle" and may_pass:
        return count - 1
    return below(plan.seed or 0, 2 * number + 1, count - 1 if plan.lean == "busy" and may_pass else count)


def below(seed: int, number: int, n: int) -> int:
    """One of n, by a seed and a number."""
    return mix64(mix64(seed) + (number + 1) * GAMMA) % n


def deviations(values: Sequence[int]) -> Deviations:
    """What is not the first outcome or option, by its number."""
    return tuple((at, value) for at, value in enumerate(values) if value)
