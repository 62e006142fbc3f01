"""The range of rulelang's numbers: integers that JSON, a spreadsheet and a browser hold exactly, the same on every
engine.

Every result of arithmetic is checked against these bounds, unless it is known to be within them.
"""

from __future__ import annotations

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""Small numbers in words."""

MOST = (1 << 53) - 1
LEAST = -MOST


def is_in_bounds(number: int) -> bool:
    """Whether a number is within rulelang's range."""
    return LEAST <= number <= MOST
