"""Automatic fixes: for slips whose remedy the diagnostic itself names.

An edit is kept only if it removes its problem and causes no other. A second slip on the same line shows only when the
first is fixed: then both are fixed, or neither. If two different edits would work, neither is safe, so neither is made.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import attrs

from rulelang.base.files import write_whole
from rulelang.base.source import Source
from rulelang.diagnostics import Diagnostic
from rulelang.workspace.fixes.edits import Edit, offers
from rulelang.workspace.problems import examine

MOST = 60  # the most fixes in one go
LETTERS = 1_000_000  # that may be checked again in one go: some seconds
LEAST, BASE = 25_000, 40_000  # letters that a check counts for at least, and those of the base of a mod
Look = Callable[[Source], list[Diagnostic]]


@attrs.frozen
class Mended:
    """A file before and after its fixes, with the problems that are gone."""

    before: Source
    after: Source
    gone: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]

    def diff(self) -> Iterator[str]:
        """The change, line by line."""
        old, new = (each.text.splitlines() for each in (self.before, self.after))
        name = self.before.name
        return difflib.unified_diff(old, new, name, f"{name}, mended", lineterm="", n=1)


def problems_of(source: Source) -> list[Diagnostic]:
    return examine(source).problems


class Enough(Exception):
    """The file was checked so often that trying more edits would take too long."""


def mend(source: Source, look: Look = problems_of) -> Mended:
    """Fix one problem after another, until nothing more can be done, or it takes too long."""
    now, found = source, look(source)
    gone: list[Diagnostic] = []
    rationed = ration(look, LETTERS)
    with suppress(Enough):
        while len(gone) < MOST and (step := next_step(now, found, rationed)):
            mended, now, found = step
            gone += mended
    return Mended(source, now, tuple(gone), tuple(found))


def ration(look: Look, letters: int) -> Look:
    """A check that may read a limited number of letters in all."""

    def check(source: Source) -> list[Diagnostic]:
        nonlocal letters
        letters -= max(len(source.text), LEAST) + ("extends" in source.text) * BASE
        if letters < 0:
            raise Enough
        return look(source)

    return check


IN_A_LINE = 3  # the most slips of one line that are fixed together
FEW = 8  # with more candidates than these a problem names no clear remedy, and trying each takes too long
Step = tuple[list[Diagnostic], Source, list[Diagnostic]]
"""The fixed problems, the file after that, and the remaining problems."""


def next_step(source: Source, found: list[Diagnostic], look: Look) -> Step | None:
    """Fix the first problem of this file that one edit fixes, or one edit for each slip of its line."""
    for problem in found:
        if problem.span.source.name == source.name and (step := mend_one(source, found, problem, look, IN_A_LINE)):
            return step
    return None


def mend_one(source: Source, found: list[Diagnostic], problem: Diagnostic, look: Look, depth: int) -> Step | None:
    """The result of a problem's edits, if all that work give the same text."""
    edits = offers(problem)
    if len(edits) > FEW:
        return None
    good = [made for edit in edits if (made := better(source, found, problem, edit, look, depth))]
    return good[0] if good and all(each[1].text == good[0][1].text for each in good) else None


def better(
    source: Source, found: list[Diagnostic], problem: Diagnostic, edit: Edit, look: Look, depth: int
) -> Step | None:
    """The file after an edit, if the problem is gone and no new one came; a new one on the same line is fixed too."""
    changed = Source(source.name, edit.apply(source.text))
    if changed.text == source.text:
        return None
    left = look(changed)
    fresh = count_messages(left) - (count_messages(found) - count_messages([problem]))
    if not fresh:
        return [problem], changed, left
    others = [each for each in left if (each.code, each.title) in fresh and each.line == problem.line]
    if depth == 1 or len(others) != 1 or fresh.total() != 1:
        return None
    step = mend_one(changed, left, others[0], look, depth - 1)
    return step and ([problem, *step[0]], step[1], step[2])


def count_messages(problems: list[Diagnostic]) -> Counter[tuple[str, str]]:
    """Count problems by their message, wherever they are."""
    return Counter((each.code, each.title) for each in problems)


def write(path: Path, text: str) -> None:
    """Write the fixed text to its file; a byte order mark at its beginning is kept."""
    mark = "\ufeff" if path.read_bytes().startswith(b"\xef\xbb\xbf") else ""
    write_whole(path, mark + text)
