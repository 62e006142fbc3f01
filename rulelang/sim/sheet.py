"""What a report says about a game besides its numbers, and where those numbers are: plain data, without the game
itself.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang.base.frozen import Frozen, field, frozen
from rulelang.native.totals import Totals

FIRST = "by who chooses first"  # groups of uses that are roles
STARTS = "who chooses first"

PAID, GAINED = " paid", "points gained"  # how the names of measures end, or what they are
BUYER = ": the buyer"  # how the groups of uses end that tell what came of a sale


@frozen
class Use(Frozen):
    """Something that can be done. `kind`: action, answer, row, score, trick, auction.

    `group` is what it is one of (a menu, a choice, a table), `name` which one, `text` what the rules call it.
    """

    kind: str
    group: str
    name: str
    text: str = field(default="", eq=False)
    rest: bool = False
    """Is it what has no cell of its own? It is told only if there is any."""


@frozen
class Measure(Frozen):
    """Numbers that games give. `kind`: answer, score, auction."""

    kind: str
    group: str
    name: str
    text: str = field(default="", eq=False)


@frozen
class Sheet(Frozen):
    """`uses`: one a cell. `measures`: one a series of samples. `rounds`: the loops whose passes are rounds.

    `offers`: by cell of offers, the cell of the use that is offered.
    """

    title: str
    totals: Totals
    uses: tuple[Use, ...] = ()
    measures: tuple[Measure, ...] = ()
    rounds: tuple[str, ...] = ()
    offers: tuple[int, ...] = ()

    def to_json(self) -> list[Any]:
        rows: list[Any] = list(attrs.astuple(self))
        return rows


def read_sheet(found: list[Any]) -> Sheet:
    """The sheet that `to_json` has written."""
    title, totals, uses, measures, rounds, offers = found
    parts = tuple(Use(*each) for each in uses), tuple(Measure(*each) for each in measures)
    return Sheet(title, Totals(*totals), *parts, tuple(rounds), tuple(offers))
