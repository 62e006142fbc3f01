"""Bots at a table: their names, and when they answer.

A bot answers after a pause that depends only on its kind: the time it thought, or the difficulty of the choice, would
reveal something about its hand. It plays the best that it has found by then (`thinkers.py`). In a secret block it
answers all its questions after one pause, since their number would reveal something too.
"""

from __future__ import annotations

from rulelang.base.rng import Dice, stream
from rulelang.bots.kinds import MEANINGS
from rulelang.play.match import Match

# kind: seconds before it answers
PAUSES = {
    "easy":   1.0,
    "medium": 1.5,
    "hard":   2.5,
    "random": 0.8,
}  # fmt: skip

IN_A_BLOCK = 2  # factor for the pause in a secret block, where there may be several questions

# kind: what it does, in the words of `rulelang run`
KINDS = {kind: MEANINGS[kind] for kind in PAUSES}


def pause(kind: str) -> float:
    """Seconds before a bot of this kind answers."""
    return PAUSES[kind]


def choose_at_random(match: Match, seat: int, options: int) -> int:
    """Any option, each as likely as the others."""
    return Dice(stream(match.seed, len(match.log(seat)), seat)).below(options)
