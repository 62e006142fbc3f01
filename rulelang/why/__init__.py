"""Why a move is not offered: the reason that the rules give, and the line that forbids it.

    match.why("7 blue")   ->   you must follow blue 3 … (games/….rules:41, ABC-25)

`moves` finds the move that is meant; `reasons` follows the typed rules to the place that excludes it; `results`
explains why a trick was won, and where points come from.
"""

from rulelang.why.moves import Why, why
from rulelang.why.results import why_score, why_trick

__all__ = ["Why", "why", "why_score", "why_trick"]
