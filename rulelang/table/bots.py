"""Bots at a table. A bot is given the view and the log of its seat and the open question, and gives an option.

It answers after a pause that depends on nothing but its kind: how long it thought, or how hard the choice was, would
tell something of its hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulelang.base.rng import Dice, fold, stream

Entry = Mapping[str, Any]
Choose = Callable[[Mapping[str, Any], Sequence[Entry], Mapping[str, Any], int], int]
"""From the view, the log, the question and a seed of its own: the index of an option."""

PAUSE = 0.8  # seconds


def choose_random(view: Mapping[str, Any], log: Sequence[Entry], question: Mapping[str, Any], seed: int) -> int:
    """Any option, each as likely as the others."""
    return Dice(stream(fold(seed), len(log), view["seat"])).below(len(question["options"]))


# kind: what it is called, and how it chooses
KINDS: dict[str, tuple[str, Choose]] = {
    "random": ("a bot that plays at random", choose_random),
}


def pause(kind: str) -> float:
    """How many seconds pass before a bot of a kind answers."""
    return PAUSE
