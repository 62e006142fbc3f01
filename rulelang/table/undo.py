"""Undo follows from the rules: an answer may be taken back as long as nobody could have learned anything from it."""

from __future__ import annotations

from rulelang.engine.state import State
from rulelang.play.determinize import block_began
from rulelang.play.match import Match
from rulelang.program import events as ev
from rulelang.prove.twins import revealing

TELLING = (ev.Drew, ev.Rolled, ev.Shuffled, ev.Showed, ev.Told, ev.BlockBegan, ev.BlockEnded, ev.Ended)
"""Chance, what is shown, and secret blocks: the answers of others in an open block must not affect what may be undone.
"""


def has_told(match: Match, answer: int) -> bool:
    """Whether anybody has seen a chance outcome, or something that was hidden from them, since an answer."""
    core = match.core
    moment = core.history[answer]
    before, revealed = State(core.program, moment.slots), revealing(core.program)
    since = core.events[moment.events :]
    return any(isinstance(event, TELLING) or event.rule in revealed or uncovers(event, before) for event in since)


def uncovers(event: ev.Event, before: State) -> bool:
    """Whether a seat now sees a piece that it did not see before the answer."""
    if not isinstance(event, ev.Moved):
        return False
    return any(seen & ~before.piece_sight(piece) for piece, seen in zip(event.pieces, event.seen))


def block_answers(match: Match) -> int:
    """The number of answers in the secret block that is open now."""
    began = block_began(match.core)
    if began is None:
        return 0
    given = sum(moment.events > began for moment in match.core.history)
    return given + sum(len(answers) for answers in match.ahead.values())
