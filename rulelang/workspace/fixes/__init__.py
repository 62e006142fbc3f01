"""Mends what can be mended without asking: slips of the pen whose remedy the problem itself names.

An edit is kept only if, after it, its problem is gone and no other has come. If two different edits would do, neither
is safe, and neither is made.
"""

from __future__ import annotations

import difflib
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

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
        problem, now, found = step
        gone.append(problem)
    return Mended(source, now, tuple(gone), tuple(found))


def next_step(
    source: Source, found: list[Diagnostic], look: Look
) -> tuple[Diagnostic, Source, list[Diagnostic]] | None:
    """The first problem of this file that one edit alone mends: the file after it, and what is left."""
    for problem in found:
        if problem.span.source.name != source.name:
            continue
        good = [made for edit in offers(problem) if (made := better(source, found, problem, edit, look))]
        if len(good) == 1 or (good and all(each[0].text == good[0][0].text for each in good)):
            return problem, *good[0]
    return None


def better(
    source: Source, found: list[Diagnostic], problem: Diagnostic, edit: Edit, look: Look
) -> tuple[Source, list[Diagnostic]] | None:
    """The file after an edit, if the problem is gone and none has come."""
    changed = Source(source.name, edit.apply(source.text))
    if changed.text == source.text:
        return None
    left = look(changed)
    return (changed, left) if not told(left) - (told(found) - told([problem])) else None


def told(problems: list[Diagnostic]) -> Counter[tuple[str, str]]:
    """Problems by what they say, wherever they stand."""
    return Counter((each.code, each.title) for each in problems)


def write(path: Path, text: str) -> None:
    """Write a file so that there is never half of one; what it is and who may read it stays."""
    real = Path(os.path.realpath(path))
    mark = "\ufeff" if real.read_bytes().startswith(b"\xef\xbb\xbf") else ""
    part = real.with_name(f".{real.name}.part")
    part.write_text(mark + text, encoding="utf-8", newline="")
    shutil.copymode(real, part)
    part.replace(real)
