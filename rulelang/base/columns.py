"""The layout of a line of text in a terminal.

Screen columns are not characters: a tab reaches to the next stop, a wide letter takes two columns, an accent none.
Hidden characters are shown by their numbers (`hidden.py`). A line longer than the screen is cut to a window around the
place of interest.
"""

from __future__ import annotations

import unicodedata

from rulelang.base.frozen import Frozen, frozen
from rulelang.base.hidden import TAB, safe


@frozen
class Picture(Frozen):
    """A line as shown: `columns[i]` is the screen column of its character i, the last entry that of its end."""

    text: str
    columns: tuple[int, ...]

    def stretch(self, start: int, end: int) -> tuple[int, int]:
        """The screen columns of the characters from start to end, at least one column."""
        last = len(self.columns) - 1
        left = self.columns[min(start, last)]
        return left, max(left + 1, self.columns[min(end, last)])


def picture(line: str) -> Picture:
    """Lay a line out in screen columns."""
    letters, columns = [], [0]
    for letter in line:
        drawn = " " * (TAB - columns[-1] % TAB) if letter == "\t" else safe(letter)
        letters.append(drawn)
        columns.append(columns[-1] + screen_width(drawn))
    return Picture("".join(letters), tuple(columns))


def window(line: str, at: int, room: int) -> tuple[str, int]:
    """A line cut to the room around its character `at`, and how far its characters moved to the left."""
    columns = picture(line).columns
    if columns[-1] <= room:
        return line, 0
    at = min(at, len(line))
    first = 0
    while columns[at] - columns[first] > room // 2:
        first += 1
    last = len(line)
    while columns[last] - columns[first] > room - 2 * TAB:
        last -= 1
    head, tail = "…" * (first > 0), "…" * (last < len(line))
    return head + line[first:last] + tail, first - len(head)


def screen_width(text: str) -> int:
    return len(text) if text.isascii() else sum(map(letter_width, text))


def letter_width(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
