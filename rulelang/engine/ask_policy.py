"""Who is asked: a choice is answered by the engine only where everybody can tell that there is one answer.

`must_ask` is the seam: it gets the options there are, and `public`, which counts the options there are for all that
everybody knows (0, 1, or MANY if it cannot be told). Labels come from rulelang/analysis/flow.py. Silence then tells
nothing: whether a question is put depends on nothing that some seat may not see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.analysis.public import PUBLIC, SIZE, Offered
from rulelang.engine.menus import MANY
from rulelang.engine.runner import PASS, Slots

Public = Callable[[Slots], int]

ALL = -1  # everything is public: what there is, everybody knows


def must_ask(s: Slots, options: tuple[Any, ...], public: Public) -> bool:
    """Must this be put to the seat? `options` are all there are, `pass` among them where one may pass."""
    if len(options) > 1:
        return True
    known = public(s)
    return known != ALL and known != (0 if options[0] is PASS else 1)


def public_values(label: Offered, size: Callable[[Slots], int]) -> Public:
    """Counts the public options of a choice without quantity. `size`: of the list it is taken from."""
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
    """Counts the public options of a choice with a quantity: (is there a guard?, up to the number?)."""
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
