"""Somebody at work on a file: edits of all kinds, one after the other, now and then all of them taken back."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import attrs
from mutants import mutant

from rulelang.base.source import Source
from rulelang.diagnostics import Diagnostic
from rulelang.language.project import Project
from rulelang.link.linker import read_within
from rulelang.workspace.problems import examine


def versions(text: str, seed: int, edits: int) -> Iterator[str]:
    """The text after each of so many edits; the same seed makes the same edits."""
    chance = random.Random(seed)
    now = text
    for number in range(edits):
        kind = chance.random()
        if kind < 0.25 and now != text:
            now = text
        elif kind < 0.6:
            now = typed(now, chance)
        else:
            now = mutant(now, seed * 1000 + number)
        yield now


def typed(text: str, chance: random.Random) -> str:
    """A letter typed or taken back, in a word, a space or a comment; or a line begun."""
    at = chance.randrange(len(text))
    if chance.random() < 0.3:
        return text[:at] + text[at + 1 :]
    return text[:at] + chance.choice(["a", "e", "x", " ", "1", "(", '"', ":", "\n", "\n  ", "# "]) + text[at:]


@attrs.frozen
class Edit:
    """An edit: seconds of work until the first diagnostics, until all of them, and for a whole check of the same text;
    `stale` is what was told and does not hold, or holds and was not told.
    """

    first: float
    last: float
    whole: float
    stale: str = ""


def retype(path: Path, seed: int, edits: int) -> Iterator[Edit]:
    """Edits of a file as the language server sees them, each compared with a check of the text from nothing."""
    path, project = path.resolve(), Project()
    text = path.read_text(encoding="utf-8")
    project.open(path, text)
    project.problems(path)
    for version in versions(text, seed, edits):
        began = time.process_time()
        project.open(path, version)
        project.examination(path).first()
        first = time.process_time() - began
        told = project.problems(path)
        last = time.process_time() - began
        read_within.cache_clear()
        wanted = examine(Source(str(path), version)).problems
        whole = time.process_time() - began - last
        stale = "" if told == wanted else f"told {[*map(shown, told)]}, not {[*map(shown, wanted)]}"
        yield Edit(first, last, whole, stale)


def shown(each: Diagnostic) -> str:
    return f"{each.span} {each.code} {each.title}"
