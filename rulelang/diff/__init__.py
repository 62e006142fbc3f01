"""What a mod, a variant or an option changes in a game: in English, and as lines of rules."""

from rulelang.diff.compare import compare
from rulelang.diff.model import Change, Difference, Side

__all__ = ["Change", "Difference", "Side", "compare"]
