"""A future line: words, and the places where it may be broken.

A phrase is a tuple of texts and numbers. A number is a space that may become a line break, and is the cost of that
break: low before a `where`, higher between the parts of something nested. `lay_out` chooses the cheapest breaks that
keep every line within WIDTH. A line that is too long anyway is left, unless a break gains much.

Lines are broken before `where`, `and` and `or` anywhere, elsewhere only inside brackets; a break that needs brackets
costs FREE more until it is inside some.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rulelang.base.columns import screen_width

Phrase = tuple[str | int, ...]

WIDTH = 100
HANG = 4  # indentation of a continuation line; a block has only two
TOO_LONG = 100  # the cost of a line that is too long, plus a part of its excess
SHORT = 24  # brackets with contents up to this length are never broken
GIVE_UP = 4 * WIDTH  # no longer line is considered, unless it cannot be broken

# The cost of a break before a word; one after a comma costs COMMA.
FREE = 1000
COSTS = {"where": 2, "or": 4, "and": 6, "for": FREE + 2, "then": FREE + 4, "else": FREE + 3}
COMMA = FREE + 1
NESTED = 8  # added inside brackets
CHOSEN = 8  # added inside the parts of an `if … then … else`
DECLARED = 20  # added in lists of parameters


def flat(phrase: Phrase) -> str:
    """The phrase on one line."""
    return "".join(" " if isinstance(part, int) else part for part in phrase)


def raise_costs(phrase: Phrase, cost: int) -> Phrase:
    """The phrase inside something: its breaks cost more."""
    return tuple(part + cost if isinstance(part, int) else part for part in phrase)


def bracket(signs: str, phrase: Phrase, cost: int = NESTED) -> Phrase:
    """The phrase in brackets, where any of its breaks is allowed."""
    if screen_width(flat(phrase)) <= SHORT:
        return (signs[0] + flat(phrase) + signs[-1],)
    return (signs[0], *(part % FREE + cost if isinstance(part, int) else part for part in phrase), signs[-1])


def join(phrases: Iterable[Phrase], *sign: str | int) -> Phrase:
    """Phrases with a separator."""
    return tuple(part for i, phrase in enumerate(phrases) for part in ((*sign, *phrase) if i else phrase))


def join_commas(phrases: Iterable[Phrase]) -> Phrase:
    return join(phrases, ",", COMMA)


def fits(phrase: Phrase, indent: int) -> bool:
    return indent + screen_width(flat(phrase)) <= WIDTH


def lay_out(phrase: Phrase, indent: int) -> list[str]:
    """The lines of a phrase, without the indentation of the first; the others include theirs."""
    if fits(phrase, indent):
        return [flat(phrase)]
    segments, costs = split_breaks(phrase)
    ends = best_ends(segments, costs, indent)
    lines, at = [], 0
    while at < len(segments):
        lines.append(" " * (indent + HANG) * bool(at) + " ".join(segments[at : ends[at]]))
        at = ends[at]
    return lines


def split_breaks(phrase: Phrase) -> tuple[list[str], list[int]]:
    """The unbreakable texts, and the cost of a break after each but the last."""
    segments, costs = [], []
    parts = [" " if isinstance(part, int) and part >= FREE else part for part in phrase]
    for _, group in groupby(parts, key=lambda part: isinstance(part, int)):
        found = list(group)
        costs += [part for part in found if isinstance(part, int)]
        segments += ["".join(map(str, found))] * isinstance(found[0], str)
    return segments, costs


def best_ends(segments: list[str], costs: list[int], indent: int) -> list[int]:
    """For each segment, the best end of a line that begins with it; computed from the last to the first."""
    count = len(segments)
    widths = [screen_width(segment) for segment in segments]
    least, ends = [0] * (count + 1), [count] * count
    for first in reversed(range(count)):
        width = indent + (HANG if first else 0) - 1
        choices: list[tuple[int, int]] = []
        for last in range(first, count):
            width += widths[last] + 1
            if width > GIVE_UP and choices:
                break
            after = costs[last] + least[last + 1] if last + 1 < count else 0
            choices.append((surplus(width) + after, -last))
        least[first], last = min(choices)
        ends[first] = 1 - last
    return ends


def surplus(width: int) -> int:
    return TOO_LONG + (width - WIDTH) // 8 if width > WIDTH else 0


def width_of(lines: Iterable[str]) -> int:
    return max(map(screen_width, lines))
