"""How code is generated from a plan: the kinds of build."""

from __future__ import annotations

import attrs

from rulelang.native.totals import Totals


@attrs.frozen
class Build:
    """How code is made. `traced`: choices and draws are kept; `invariants`: declared invariants are tested.

    `statistics`: what is watched in a game is added up to such totals; the program was made ready for it.
    `step`: questions are put to somebody outside. `even`: after no word that is drawn from must another be taken.
    `watched`: a game can be played again under the eyes of a seat (`c/watch.py`); nothing is dropped that it might see.
    `rollout`: tables of a watched build are played out at random, and nobody looks on.
    """

    traced: bool = False
    invariants: bool = False
    statistics: Totals | None = None
    step: bool = False
    even: bool = False
    watched: bool = False
    rollout: bool = False

    @property
    def tells_nothing(self) -> bool:
        """May a question be written out? Not where somebody listens."""
        return not (self.traced or self.invariants or self.statistics or self.step)

    @property
    def counts_words(self) -> bool:
        """Are questions counted by the words that seats take? Each takes one, if it has more than one answer."""
        return self.even and self.tells_nothing


def seat_bits(players: int) -> int:
    """How many bits of what a step gives are the seat; the others are the number of options."""
    return players.bit_length()
