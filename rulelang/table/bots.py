"""Bots at a table: what they are called, and when they answer.

A bot answers after a pause that depends on nothing but its kind: how long it thought, or how hard the choice was, would
tell something of its hand. What it has found by then is what it plays (`thinkers.py`). In a secret block it answers
all that it is asked after one pause: how many questions it had would tell something too.
"""

from __future__ import annotations

from rulelang.base.rng import Dice, stream
from rulelang.bots.kinds import MEANINGS
from rulelang.play.match import Match

# kind: how many seconds pass before it answers
PAUSES = {
    "easy":   1.0,
    "medium": 1.5,
    "hard":   2.5,
    "random": 0.8,
}  # fmt: skip

IN_A_BLOCK = 2  # there the pause is so many times as long, as there may be several questions

# kind: what it does, in the words of `rulelang run`
KINDS = {kind: MEANINGS[kind] for kind in PAUSES}


def pause(kind: str) -> float:
    """How many seconds pass before a bot of a kind answers."""
    return PAUSES[kind]


def choose_at_random(match: Match, seat: int, options: int) -> int:
    """Any option, each as likely as the others."""
    return Dice(stream(match.seed, len(match.log(seat)), seat)).below(options)
