"""How a tuple is packed into one number that compares part by part.

With up to three parts, each has 20 bits; with more, each has fewer. What does not fit bails out. A part that is none
has a number of its own, below all others.
"""

from __future__ import annotations

from rulelang.native.plan.nodes import Unsupported
from rulelang.native.plan.reps import Parts

BITS = 60  # of all parts together; `LONGEST` in the plan leaves two for each


def width(parts: int) -> int:
    """How many bits each part gets, by the number of parts."""
    return min(BITS // parts, 20)


def middle(parts: int) -> int:
    """What stands for 0, so that no part is negative."""
    return 1 << width(parts) - 1


def greatest(parts: int) -> int:
    """The greatest number that a part may be, up or down."""
    return middle(parts) - 1


def pack_parts(parts: list[int]) -> int:
    """What is known of a tuple, as C puts it together."""
    size, whole = len(parts), parts[0]
    for part in parts[1:]:
        whole = (whole << width(size)) + part + middle(size)
    return whole


def pack_constant(parts: Parts) -> int:
    """A tuple that is known, as one number."""
    most = greatest(len(parts))
    if any(not isinstance(part, int | None) or (part is not None and abs(part) > most) for part in parts):
        raise Unsupported("a tuple of large numbers, lists or tuples")
    return pack_parts([-most - 1 if part is None else int(part) for part in parts])
