"""Who is asked: the engine answers a choice by itself only if everybody can tell that there is just one answer.

`must_ask` decides. It gets the options, and `public`, which counts the options as far as public knowledge goes (0, 1,
or MANY if that cannot be told). Labels come from rulelang/analysis/flow.py. So silence reveals nothing: whether a
question is asked never depends on something that some seat may not see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.analysis.public import PUBLIC, SIZE, Offered
from rulelang.engine.menus import MANY
from rulelang.engine.runner import PASS, Slots

Public = Callable[[Slots], int]

ALL = -1  # everything is public, so everybody knows the options


def must_ask(s: Slots, options: tuple[Any, ...], public: Public) -> bool:
    """Whether to ask the seat. `options` are all options, with `pass` among them if passing is allowed."""
    if len(options) > 1:
        return True
    known = public(s)
    return known != ALL and known != (0 if options[0] is PASS else 1)


def public_values(label: Offered, size: Callable[[Slots], int]) -> Public:
    """Counts the public options of a choice without a quantity. `size`: the length of the list to choose from."""
    if label.source == PUBLIC and label.guard == PUBLIC:
        return lambda s: ALL
    if label.source > SIZE:
        return lambda s: MANY

    def count(s: Slots) -> int:
        there = size(s)
        if there == 1 and label.guard == PUBLIC:
            return ALL
        return MANY if there else 0

    return count


def public_bags(
    label: Offered, quantity: tuple[bool, bool], size: Callable[[Slots], int], wanted: Callable[[Slots], int]
) -> Public:
    """Counts the public options of a choice with a quantity. `quantity`: whether there is a guard, and whether it is
    “up to”.
    """
    guarded, up_to = quantity
    if label.source > SIZE or label.number != PUBLIC:
        return lambda s: MANY
    if label.source == PUBLIC and label.guard == PUBLIC:
        return lambda s: ALL

    def count(s: Slots) -> int:
        there, want = size(s), wanted(s)
        if want > there and not up_to:
            return 0
        one = want == 0 or there == 0 or (want == there and not up_to)
        return 1 if one and not guarded else MANY

    return count
