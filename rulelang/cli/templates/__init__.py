"""What `rulelang new` writes: a game of each family, with TITLE, PLAYERS and MANY (the most players) to be put in."""

from __future__ import annotations

from pathlib import Path


def template(family: str) -> str:
    """The text of a game to begin with."""
    return (Path(__file__).parent / f"{family}.rules").read_text(encoding="utf-8")
