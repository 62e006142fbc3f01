"""The parts of a generated Python module: functions that declare what they use, and the lines between them."""

from __future__ import annotations

import attrs

PLACE = "place"  # by piece, where it lies


class Laid(str):
    """Lines that only record where pieces are. They are dropped if nothing asks for that."""


@attrs.frozen
class Part:
    """A function; without a name, lines that stand between functions.

    `outer`: the variables of the table that it writes. `uses`: the functions and variables of the table that it names,
    as far as it matters who does; PLACE, if it asks where a piece lies.
    """

    name: str
    body: tuple[str, ...]
    uses: frozenset[str] = frozenset()
    head: tuple[str, ...] = ()
    outer: frozenset[str] = frozenset()

    @property
    def lines(self) -> list[str]:
        """The text. What is left of a function that did nothing but to lay pieces down is empty."""
        declared = [f"        nonlocal {', '.join(sorted(self.outer))}"] if self.outer else []
        nothing = ["        pass"] if self.name and not self.body else []
        return [*self.head, *declared, *self.body, *nothing]


def function(name: str, uses: str, *text: str) -> Part:
    """A function that is written already."""
    body = tuple(type(each)(line) for each in text for line in each.splitlines())
    return Part(name, body, frozenset(uses.split()))
