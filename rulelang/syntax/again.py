"""Reading a text again after an edit.

    reader = Rereader()
    tree, problems = reader(source)

What comes back is what `parse` gives, place by place, in less time: only stretches are read that changed or had
mistakes, each with some parts before and behind it. If those come out as they were, all others do: at the left edge,
after two whole parts, the parser stands where it stood. Otherwise, and where mistakes are many, the whole text is read.
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
    change = changed(before.source.text, source.text)
    places = [Stretch.of(before, first, last, change) for first, last in stretches(before, change)]
    if sum(each.stop - each.start for each in places) > len(source.text) * WORTH:
        return None
    every: list[nodes.Node] = []
    found: list[Diagnostic] = []
    parts, at = before.tree.parts, 0
    for each in places:
        fresh = each.read(source, before)
        if fresh is None or (found and fresh[1] and told_once(found[-1], fresh[1][0])):
            return None
        every += moved_parts(parts[at : each.first], source, change)
        every += fresh[0]
        found += fresh[1]
        at = each.last
    every += moved_parts(parts[at:], source, change)
    if len(found) > FEW or not every:
        return None
    return Reading(source, nodes.File(Span(source, every[0].span.start, every[-1].span.end), tuple(every)), found)


@frozen
class Change(Frozen):
    """What became of a text: all up to `start` is as before, and all from `end` on, `shift` letters further."""

    start: int
    end: int
    shift: int

    def place(self, offset: int) -> int:
        """Where something stands now that did not change."""
        return offset + self.shift if offset > self.start else offset


@frozen
class Stretch(Frozen):
    """Parts that are read again, from `first` up to `last`, with those around them from `begin` up to `end`; the
    letters of all that from `start` up to `stop`.
    """

    first: int
    last: int
    begin: int
    end: int
    start: int
    stop: int
    change: Change

    @staticmethod
    def of(before: Reading, first: int, last: int, change: Change) -> Stretch:
        parts = before.tree.parts
        begin, end = max(first - AROUND, 0), min(last + AROUND, len(parts))
        start = change.place(parts[begin].span.start) if begin else 0
        over = parts[end].span.start if end < len(parts) else len(before.source.text)
        stop = change.place(over) if end < len(parts) else over + change.shift
        return Stretch(first, last, begin, end, start, stop, change)

    def read(self, source: Source, before: Reading) -> tuple[tuple[nodes.Node, ...], list[Diagnostic]] | None:
        """The parts, and their mistakes; None if those around them do not come out as they were."""
        tree, found = read_parts(source, masked(source.text[: self.stop] + "\n", self.start))
        fresh = tree.parts[1:] if self.begin else tree.parts
        ahead, behind = self.first - self.begin, self.end - self.last
        rest = len(fresh) - behind
        head, tail = before.tree.parts[self.begin : self.first], before.tree.parts[self.last : self.end]
        if rest < ahead or not (self.alike(head, fresh[:ahead]) and self.alike(tail, fresh[rest:])):
            return None
        low = fresh[ahead - 1].span.end if ahead else 0
        high = fresh[rest].span.start if behind else len(source.text) + 1
        inside = all(low <= label.span.start < high for each in found for label in each.labels)
        return (fresh[ahead:rest], found) if inside else None

    def alike(self, old: tuple[nodes.Node, ...], new: tuple[nodes.Node, ...]) -> bool:
        """Are these the same parts, where they should be? What is in them is then at the same places too."""
        return all(
            self.change.place(one.span.start) == other.span.start
            and one.span.end - one.span.start == other.span.end - other.span.start
            and one == other
            for one, other in zip(old, new)
        )


def told_once(one: Diagnostic, other: Diagnostic) -> bool:
    """Might the second not have been told after the first, because it says the same?"""
    return (one.code, one.title, one.help) == (other.code, other.title, other.help)


def masked(text: str, start: int) -> str:
    """A text of which only a stretch is read, from a line at the left edge; places are those in the whole text."""
    return HEAD.ljust(start, "\n") + text[start:] if start >= len(HEAD) else text


# ---------------------------------------------------------------- what has to be read


def changed(old: str, new: str) -> Change:
    same = common(old, new)
    rest = min(common(old[:same:-1], new[:same:-1]), len(old) - same, len(new) - same)
    return Change(same, len(old) - rest, len(new) - len(old))


def stretches(before: Reading, change: Change) -> list[tuple[int, int]]:
    """The parts that changed or had mistakes, from a first up to a last; what is near to each other is one stretch."""
    starts = [part.span.start for part in before.tree.parts]
    first, last = (max(bisect_right(starts, place) - 1, 0) for place in (change.start, change.end))
    found: list[tuple[int, int]] = []
    for low, high in sorted([(first, last + 1), *((max(at, 0), max(at, 0) + 1) for at in faulty(before, starts))]):
        if found and low <= found[-1][1] + 2 * AROUND:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return found


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


def moved_parts(parts: tuple[nodes.Node, ...], source: Source, change: Change) -> Iterator[nodes.Node]:
    """Parts that did not change, as they stand in the new text."""
    for part in parts:
        yield moved(part, source, change.shift if part.span.start > change.start else 0)


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
