"""Marks in a text: letters that stand for something, and the numbers of printed rules in compact form: R-5, 7 instead
of R-5, R-7.
"""

from __future__ import annotations

import re
from itertools import groupby

from rulelang.rulebook.model import Ref

LETTER = re.compile(r"\*(\w)\*")


def label(ref: Ref) -> str:
    """`R-5..7, 9` for R-5, R-6, R-7 and R-9."""
    parts = [(tag.rpartition("-")[0], tag.rpartition("-")[2]) for tag in ref.tags]
    said = []
    for head, group in groupby(parts, key=lambda part: part[0]):
        numbers = [number for _, number in group]
        said.append(f"{head}-{', '.join(runs(numbers))}" if head else ", ".join(numbers))
    return ", ".join(said)


def runs(numbers: list[str]) -> list[str]:
    """Three or more consecutive numbers as a range."""
    found: list[list[str]] = []
    for number in numbers:
        last = found[-1][-1] if found else ""
        if last.isdigit() and number.isdigit() and int(number) == int(last) + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return [f"{run[0]}..{run[-1]}" if len(run) > 2 else ", ".join(run) for run in found]
