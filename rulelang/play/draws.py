"""The draws of a match: for each, the outcomes that it could have had.

Events contain the outcome of a draw, but not the alternatives. To find these, the match is replayed with the same
outcomes and answers, and each draw is recorded as the engine makes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from rulelang.engine.match import Match as Core
from rulelang.engine.runner import Draw
from rulelang.ir import types as t
from rulelang.play.progress import Progress
from rulelang.program import events as ev


@attrs.frozen
class Drawn:
    """A draw and its outcome. If there was only one outcome, there was no event: `number` is that of the next draw."""

    number: int
    what: str
    candidates: Sequence[Any]
    type: t.Type
    outcome: int

    @property
    def value(self) -> Any:
        return self.candidates[self.outcome]

    @property
    def is_piece(self) -> bool:
        return isinstance(self.type, t.Piece)


def list_draws(match: Progress[Any]) -> list[Drawn]:
    """Every draw of a match."""
    outcomes = [event.outcome for event in match.core.events if isinstance(event, ev.Drew)]
    drawn: list[Drawn] = []

    def note(draw: Draw) -> int:
        outcome = outcomes[draw.number] if draw.n > 1 else 0
        drawn.append(Drawn(draw.number, draw.what, draw.candidates, draw.type, outcome))
        return outcome

    again = Core(match.game.program, match.seed, note, match.index)
    for answer in match.core.answers:
        again.choose(answer)
    return drawn
