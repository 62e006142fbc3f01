"""A limit on the work from one question to the next: counted by the list, checked before a list is built.

The slot WORK holds what is left. Iterating over a list takes its length from it, times a weight: an item with a long
condition costs more than one that is only passed on. The weight of an expression is the number of its closures, so it
is known for free. Functions count with their bodies, up to a size; a larger function is charged when it is called. At a
question the slot is full again, so that states still compare equal, and prompts, labels and scores can be computed from
a copy.
"""

from __future__ import annotations

from typing import Any, NoReturn

from rulelang.base.limits import NAMES, Limits, shorten_number
from rulelang.base.source import Span
from rulelang.engine.errors import RuleError
from rulelang.program import WORK

GRAIN = 4  # closures that cost as much as an item
FREE = 64  # closures of an instruction, or items of a plain list, that the step count pays for
LARGE = 256  # closures from which on a function is charged when it is called
STEP = 4  # cost in items of a step of a procedure that is only tried out
PIECE = 20  # cost in items of moving, rolling or showing a piece


class Meter:
    """The limits of one program, for its closures and instructions."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    def spend(self, s: list[Any], number: int, span: Span) -> None:
        """Take work from what is left."""
        left = s[WORK] - number
        if left < 0:
            self.refuse("items", self.limits.items + 1, span)
        s[WORK] = left

    def refuse(self, name: str, number: int, span: Span) -> NoReturn:
        limit = getattr(self.limits, name)
        more = f"more than {limit}" if name == "items" else shorten_number(number)
        raise RuleError("R631", span, number=more, what=WHAT.get(name, NAMES[name]), limit=limit, name=name)

    def length(self, s: list[Any], number: int, span: Span) -> None:
        """Charge for a list of this length."""
        if number > self.limits.list:
            self.refuse("list", number, span)
        if number > FREE:
            self.spend(s, number, span)

    def order(self, s: list[Any], number: int, span: Span) -> None:
        """Charge for sorting a number of items."""
        if number > FREE:
            self.spend(s, number * number.bit_length() // GRAIN, span)

    def options(self, number: int, span: Span) -> None:
        if number > self.limits.options:
            self.refuse("options", number, span)

    def text(self, s: list[Any], number: int, span: Span) -> None:
        if number > self.limits.text:
            self.refuse("text", number, span)
        self.spend(s, number, span)


WHAT = {"items": "items looked at without a question", "list": "items in a list", "text": "letters in a text"}
