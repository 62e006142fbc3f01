"""Mends what can be mended without asking: slips of the pen whose remedy the problem itself names.

An edit is kept only if, after it, its problem is gone and no other has come. A second slip of the same line shows only
when the first is mended: then both are mended, or neither. If two different edits would do, neither is safe, and
neither is made.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

from rulelang.base.files import write_whole
from rulelang.base.source import Source
from rulelang.diagnostics import Diagnostic
from rulelang.workspace.fixes.edits import Edit, offers
from rulelang.workspace.problems import examine

MOST = 60  # so many slips are mended in one go
Look = Callable[[Source], list[Diagnostic]]


@attrs.frozen
class Mended:
    """A file as it was and as it is now, with the problems that are gone."""

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


def mend(source: Source, look: Look = problems_of) -> Mended:
    """Mends one problem after another, until nothing more can be done."""
    now, found = source, look(source)
    gone: list[Diagnostic] = []
    while len(gone) < MOST and (step := next_step(now, found, look)):
        mended, now, found = step
        gone += mended
    return Mended(source, now, tuple(gone), tuple(found))


IN_A_LINE = 3  # so many slips of one line are mended together
FEW = 8  # a problem that names more remedies names none, and each would have to be tried
Step = tuple[list[Diagnostic], Source, list[Diagnostic]]
"""The problems that are gone, the file after that, and what is left."""


def next_step(source: Source, found: list[Diagnostic], look: Look) -> Step | None:
    """The first problem of this file that one edit alone mends, or one edit for each slip of its line."""
    for problem in found:
        if problem.span.source.name == source.name and (step := mend_one(source, found, problem, look, IN_A_LINE)):
            return step
    return None


def mend_one(source: Source, found: list[Diagnostic], problem: Diagnostic, look: Look, depth: int) -> Step | None:
    """What the edits of a problem come to, if they come to one and the same."""
    edits = offers(problem)
    if len(edits) > FEW:
        return None
    good = [made for edit in edits if (made := better(source, found, problem, edit, look, depth))]
    return good[0] if good and all(each[1].text == good[0][1].text for each in good) else None


def better(
    source: Source, found: list[Diagnostic], problem: Diagnostic, edit: Edit, look: Look, depth: int
) -> Step | None:
    """The file after an edit, if the problem is gone and none has come; another of the same line is mended too."""
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
    """Problems by what they say, wherever they stand."""
    return Counter((each.code, each.title) for each in problems)


def write(path: Path, text: str) -> None:
    """Put the mended text in the place of a file; one that began with a byte order mark still does."""
    mark = "\ufeff" if path.read_bytes().startswith(b"\xef\xbb\xbf") else ""
    write_whole(path, mark + text)
