"""A position of a game, and the path to it: the base of nodes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulelang.engine.runner import Question, Slots
from rulelang.play.actions import Word
from rulelang.program import events as ev
from rulelang.tree.walker import Fork, Given, Swap


@attrs.define(eq=False, repr=False, kw_only=True)
class Position:
    """A state of play, the open question or chance event, and the events since the previous position."""

    slots: Slots
    question: Question | None
    fork: Fork | None
    given: tuple[Given, ...]
    """The outcomes so far of the instruction that chance has interrupted."""
    events: tuple[ev.Event, ...]
    swaps: tuple[Swap, ...]
    parent: Any = None
    """The previous position, of the same class; None at the beginning."""
    step: int = 0
    """The action or outcome that leads here."""
    spelled: Word = ()
    """The actions of a factored answer so far."""

    @property
    def past(self) -> Iterator[Any]:
        """This position and those before it, up to the beginning."""
        here = self
        while here is not None:
            yield here
            here = here.parent

    @property
    def path(self) -> tuple[int, ...]:
        """The actions and outcomes that lead here."""
        return tuple(each.step for each in self.past if each.parent is not None)[::-1]
