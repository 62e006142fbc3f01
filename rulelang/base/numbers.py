"""How far rulelang counts: whole numbers that JSON, a spreadsheet and a browser hold exactly, the same on every engine.

Every result of arithmetic is tested against these bounds, unless it is known to lie within them.
"""

from __future__ import annotations

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""Small numbers as texts write them."""

MOST = (1 << 53) - 1
LEAST = -MOST


def is_in_bounds(number: int) -> bool:
    """Does rulelang count so far?"""
    return LEAST <= number <= MOST

