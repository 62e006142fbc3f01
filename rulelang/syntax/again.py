"""Reading a text again after an edit.

    reader = Rereader()
    tree, problems = reader(source)

What comes back is what `parse` gives, place by place, in less time: only the stretch is read that changed or had
mistakes, with some parts before and behind it. If those come out as they were, all others do: at the left edge, after
two whole parts, the parser stands where it stood. Otherwise, and where mistakes are many, the whole text is read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from rulelang.base.frozen import Frozen, frozen
from rulelang.base.limits import Excess
from rulelang.base.source import Source, Span
from rulelang.diagnostics import Diagnostic
from rulelang.syntax import all_of, nodes, parse, read_parts
from rulelang.syntax.nodes.base import Node, Word
from rulelang.syntax.scan import check_words
from rulelang.syntax.whole import walk

AROUND = 2  # parts before and behind the stretch that have to come out as they were
FEW = 15  # mistakes; with more of them, recovery does not report all
UNTOLD = "R116"  # of several such lines only the first is told: where the others are is not known
WORTH = 0.6  # of a text: more than that is not read before the rest
HEAD = "rules 1\n"


@frozen
class Reading(Frozen):
    """A text as it was read: its tree, and the mistakes in its lines."""

    source: Source
    tree: nodes.File
    found: list[Diagnostic]


class Rereader:
    """A reader that remembers how it read each file the last time."""

    def __init__(self) -> None:
        self.readings: dict[str, Reading] = {}

    def __call__(self, source: Source) -> tuple[nodes.File, list[Diagnostic]]:
        reading = self.read(source) if source.is_rules else None
        if reading is None:
            self.readings.pop(source.name, None)
            return parse(source)
        self.readings[source.name] = reading
        return reading.tree, all_of(source, reading.tree, reading.found)

    def read(self, source: Source) -> Reading | None:
        """The reading of a text; None if it is too long."""
        try:
            check_words([source])
        except Excess:
            return None
        before = self.readings.get(source.name)
        again = read_again(source, before) if before is not None else None
        return again or Reading(source, *read_parts(source, source.text + "\n"))


def read_again(source: Source, before: Reading) -> Reading | None:
    """A text that is much like the one before; None if that does not help."""
    if any(each.code == UNTOLD for each in before.found):
        return None
    parts, shift = before.tree.parts, len(source.text) - len(before.source.text)
    first, last = stretch(source.text, before)
    begin, end = max(first - AROUND, 0), min(last + AROUND, len(parts))
    start = parts[begin].span.start if begin else 0
    stop = parts[end].span.start + shift if end < len(parts) else len(source.text)
    if stop - start > len(source.text) * WORTH:
        return None
    tree, found = read_parts(source, masked(source.text[:stop] + "\n", start))
    fresh = tree.parts[1:] if begin else tree.parts
    ahead, behind = first - begin, end - last
    head, tail = moved(parts[:first], source, 0), moved(parts[last:], source, shift)
    middle = fresh[ahead : len(fresh) - behind]
    if not alike(fresh, (*head[begin:], *middle, *tail[:behind])) or not inside(found, head, tail):
        return None
    every = (*head, *middle, *tail)
    return Reading(source, nodes.File(Span(source, every[0].span.start, every[-1].span.end), every), found)


def masked(text: str, start: int) -> str:
    """A text of which only a stretch is read, from a line at the left edge; places are those in the whole text."""
    return HEAD.ljust(start, "\n") + text[start:] if start >= len(HEAD) else text


def alike(some: tuple[nodes.Node, ...], others: tuple[nodes.Node, ...]) -> bool:
    """Are these the same parts, at the same places? What is in them is then at the same places too."""
    if len(some) != len(others):
        return False
    return all(one.span == other.span and one == other for one, other in zip(some, others))


def inside(found: list[Diagnostic], head: tuple[nodes.Node, ...], tail: tuple[nodes.Node, ...]) -> bool:
    """Are the mistakes few, and all of them between two rows of parts?"""
    low = head[-1].span.end if head else 0
    high = tail[0].span.start if tail else found[-1].span.end + 1 if found else 0
    return len(found) <= FEW and all(low <= label.span.start < high for each in found for label in each.labels)


# ---------------------------------------------------------------- what has to be read


def stretch(text: str, before: Reading) -> tuple[int, int]:
    """The parts, from the first to the one behind the last, that changed or had mistakes."""
    parts, old = before.tree.parts, before.source.text
    same = common(old, text)
    rest = min(common(old[:same:-1], text[:same:-1]), len(old) - same, len(text) - same)
    starts = [part.span.start for part in parts]
    touched = {bisect_right(starts, same) - 1, bisect_right(starts, len(old) - rest) - 1, *faulty(before, starts)}
    return max(min(touched), 0), max(touched) + 1


def faulty(before: Reading, starts: list[int]) -> Iterator[int]:
    """The parts with mistakes, and those of which something could not be read."""
    if not before.found:
        return
    for each in before.found:
        yield from (bisect_right(starts, label.span.start) - 1 for label in each.labels)
    for at, part in enumerate(before.tree.parts):
        if any(isinstance(node, nodes.Hole) for node, _ in walk(part)):
            yield at


def common(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


# ---------------------------------------------------------------- the same in another place


def moved(value: Any, source: Source, shift: int) -> Any:
    """A part of a tree as it stands in another text, further on by so many letters."""
    new, put = object.__new__, str.__new__  # the quickest way; what stands nowhere (-1), as an empty cell, stays there

    def move(value: Any) -> Any:
        kind = type(value)
        if kind is Word:
            word = put(Word, value)
            word.span = Span(source, value.span.start + shift, value.span.end + shift)
            return word
        if kind is Span:
            by = shift if value.start >= 0 else 0
            return Span(source, value.start + by, value.end + by)
        if kind is tuple:
            return tuple([move(each) for each in value])
        if isinstance(value, Node):
            made = new(kind)
            own = made.__dict__
            for name, each in value.__dict__.items():
                own[name] = each if each is None else move(each)
            return made
        return value

    return move(value)
