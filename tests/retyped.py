"""Somebody at work on a file: edits of all kinds, one after the other, now and then all of them taken back."""

from __future__ import annotations

import random
from collections.abc import Iterator

from mutants import mutant


def versions(text: str, seed: int, edits: int) -> Iterator[str]:
    """The text after each of so many edits; the same seed makes the same edits."""
    chance = random.Random(seed)
    now = text
    for number in range(edits):
        kind = chance.random()
        if kind < 0.25 and now != text:
            now = text
        elif kind < 0.6:
            now = typed(now, chance)
        else:
            now = mutant(now, seed * 1000 + number)
        yield now


def typed(text: str, chance: random.Random) -> str:
    """A letter typed or taken back, in a word, a space or a comment; or a line begun."""
    at = chance.randrange(len(text))
    if chance.random() < 0.3:
        return text[:at] + text[at + 1 :]
    return text[:at] + chance.choice(["a", "e", "x", " ", "1", "(", '"', ":", "\n", "\n  ", "# "]) + text[at:]
