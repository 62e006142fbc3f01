"""A tally: the results of some games. Tallies are merged by adding them up, in any order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from rulelang.base.frozen import Frozen, frozen

FAULTS = 10  # games with a mistake in the rules that are kept, those with the lowest numbers


@frozen
class Fault(Frozen):
    """A game that the rules could not play to its end: a sentence, and where in the rules."""

    game: int
    message: str
    place: str


def number_of(fault: Fault) -> int:
    return fault.game


@attrs.define
class Tally:
    """`row`: the totals (native/totals.py), without zeros. `faulty`: how many games the rules could not play."""

    row: dict[int, int] = attrs.Factory(dict)
    faulty: int = 0
    faults: tuple[Fault, ...] = ()

    @classmethod
    def of(cls, row: Mapping[int, int], faults: Iterable[Fault] = ()) -> Tally:
        some = sorted(faults, key=number_of)
        return cls({place: number for place, number in row.items() if number}, len(some), tuple(some[:FAULTS]))

    def add(self, other: Tally) -> None:
        row = self.row
        for place, number in other.row.items():
            if total := row.get(place, 0) + number:
                row[place] = total
            else:
                del row[place]  # the sum of a gain and a loss is no entry, as in a tally of both
        self.faulty += other.faulty
        self.faults = tuple(sorted((*self.faults, *other.faults), key=number_of)[:FAULTS])

    def plus(self, other: Tally) -> Tally:
        """The sum, as a tally of its own: who is interrupted while adding has the old one, whole."""
        found = Tally(self.row.copy(), self.faulty, self.faults)
        found.add(other)
        return found

    @property
    def games(self) -> int:
        """Games played to their end."""
        return self.row.get(0, 0)
