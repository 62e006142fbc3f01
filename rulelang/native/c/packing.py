"""How a tuple becomes one number, which compares part by part."""

from __future__ import annotations

from rulelang.native.plan.nodes import Unsupported
from rulelang.native.plan.reps import Parts

GREATEST = 500_000  # part of a tuple
STEP, MIDDLE = 1 << 20, 1 << 19
LONGEST = 3  # parts


def packed_known(parts: list[int]) -> int:
    """What is known of a tuple, as `pack_small` puts it together."""
    whole = parts[0]
    for part in parts[1:]:
        whole = whole * STEP + part + MIDDLE
    return whole


def packed_value(parts: Parts) -> int:
    """A tuple that is known, as one number."""
    if len(parts) > LONGEST or any(not isinstance(part, int) or abs(part) > GREATEST for part in parts):
        raise Unsupported("a long tuple")
    return packed_known(list(map(int, parts)))
