"""Incremental parsing: parsing a text again after an edit.

    reader = Rereader()
    tree, problems = reader(source)

The result equals that of `parse`, with the same spans, in less time. A text is cut into blocks at the lines that start
in the first column. A block that can be parsed alone gives the same tree wherever it stands: its nodes are cached as
long as a text contains it, and moved by their anchor. Blocks that cannot be parsed alone are parsed with some blocks
before and after them. If those neighbours come out as they do alone, so do all the others, because after two whole
blocks, in the first column, the parser is in its normal state. Otherwise, and if there are many mistakes, the whole
text is parsed.

A reader holds one text per file, the last one: the result for the text before it has been moved.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

import attrs

from rulelang.base.limits import Excess
from rulelang.base.source import Anchor, Anchored, Source, Span
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.model import Label
from rulelang.syntax import all_of, nodes, parse, read_parts
from rulelang.syntax.file_checks import may_be_deep, too_deep
from rulelang.syntax.nodes.base import Node, Word
from rulelang.syntax.read import read
from rulelang.syntax.scan import check_words

AROUND = 2  # neighbours on each side of a stretch that must come out as they do alone
FEW = 15  # mistakes; with more of them, recovery does not report all
KEPT = 12  # a block is dropped after missing from this many texts
HEAD = "rules 1\n"
EDGE = re.compile(r"^(?=[^\s#])", re.MULTILINE)
JOINED = re.compile(r"\\[\t ]*\r?(?:\n(?![\t ]+[^\s#])|\Z)")  # the end of a line that continues in the first column


@attrs.define(eq=False, slots=False)
class Block:
    """A parsed block, or a stretch of blocks: its nodes and mistakes, relative to an anchor."""

    anchor: Anchor
    parts: tuple[nodes.Node, ...]
    found: list[Diagnostic] = attrs.field(factory=list)
    readable: bool = True
    used: int = 0

    @cached_property
    def deep(self) -> bool:
        """Whether it is nested too deep to handle."""
        return bool(too_deep(nodes.File(Span(self.anchor.source, 0, 0), self.parts)))


class Rereader:
    """A parser that remembers the last text of each file."""

    def __init__(self) -> None:
        self.files: dict[str, Reading] = {}

    def __call__(self, source: Source) -> tuple[nodes.File, list[Diagnostic]]:
        try:
            check_words([source])
        except Excess:
            return parse(source)
        if not source.is_rules:
            return parse(source)
        reading = self.files.setdefault(source.name, Reading())
        if reading.source != source:
            reading.read(source)
        return reading.tree, reading.problems.copy()


class Reading:
    """A parsed text, with its blocks and those of recent versions."""

    source: Source | None = None
    tree: nodes.File
    problems: list[Diagnostic]

    def __init__(self) -> None:
        self.blocks: dict[Any, list[Block]] = {}
        self.time = 0

    def read(self, source: Source) -> None:
        self.time += 1
        tree, found = self.read_blocks(source) or read_parts(source, source.text + "\n")
        self.source, self.tree, self.problems = source, tree, all_of(source, tree, found)
        kept = {key: [each for each in same if self.time - each.used < KEPT] for key, same in self.blocks.items()}
        self.blocks = {key: same for key, same in kept.items() if same}

    def read_blocks(self, source: Source) -> tuple[nodes.File, list[Diagnostic]] | None:
        """Parse a text by its blocks; None if it must be parsed as a whole."""
        text = source.text
        starts = [0, *[edge.start() for edge in EDGE.finditer(text)][1:]]
        ends = [*starts[1:], len(text)]
        blocks = [self.block(source, start, end) for start, end in zip(starts, ends)]
        parts: list[nodes.Node] = []
        found: list[Diagnostic] = []
        at = 0
        for first, last in stretches(blocks):
            fresh = self.stretch(source, blocks, starts, first, last)
            if fresh is None:
                return None
            parts += [part for block in blocks[at:first] for part in block.parts]
            parts += fresh.parts
            found += fresh.found
            at = last
            blocks[first] = fresh
        parts += [part for block in blocks[at:] for part in block.parts]
        if len(found) > FEW or not parts or (may_be_deep(text) and any(block.deep for block in blocks)):
            return None
        return nodes.File(Span(source, parts[0].span.start, parts[-1].span.end), tuple(parts)), found

    def reuse(self, key: Any, source: Source, start: int) -> Block | None:
        """A cached block that is not used yet in this text, moved to its place."""
        found = next((each for each in self.blocks.get(key, ()) if each.used != self.time), None)
        if found is not None:
            found.used = self.time
            found.anchor.source, found.anchor.start = source, start
        return found

    def keep(self, key: Any, block: Block) -> Block:
        block.used = self.time
        self.blocks.setdefault(key, []).append(block)
        return block

    def block(self, source: Source, start: int, end: int) -> Block:
        """A block parsed alone."""
        key = source.text[start:end], not start
        return self.reuse(key, source, start) or self.keep(key, read_alone(source, start, end))

    def stretch(self, source: Source, blocks: list[Block], starts: list[int], first: int, last: int) -> Block | None:
        """Some blocks parsed with their neighbours; None if the neighbours come out differently than alone."""
        begin, end = max(first - AROUND, 0), min(last + AROUND, len(blocks))
        start, over = starts[begin], starts[end] if end < len(blocks) else len(source.text)
        key = source.text[start:over], begin == 0, first - begin, last - begin
        found = self.reuse(key, source, start)
        if found is None:
            made = read_between(source, start, over, blocks[begin:first], blocks[last:end])
            found = made and self.keep(key, made)
        return found


# ---------------------------------------------------------------- blocks


def slice_source(source: Source, start: int, end: int) -> tuple[Source, int]:
    """A part of a text as its own source, and how many letters were put before it."""
    lead = HEAD if start else ""
    return Source(source.name, lead + source.text[start:end]), len(lead)


def read_alone(source: Source, start: int, end: int) -> Block:
    anchor = Anchor(source, start)
    text, lead = slice_source(source, start, end)
    tree = read(text, text.text + "\n").value if not JOINED.search(text.text) else None
    if not isinstance(tree, nodes.File):
        return Block(anchor, (), readable=False)
    return Block(anchor, relocate(tree.parts[1:] if lead else tree.parts, anchor, lead))


def stretches(blocks: list[Block]) -> list[tuple[int, int]]:
    """The ranges of blocks that cannot be parsed alone; ranges near to each other are joined."""
    found: list[tuple[int, int]] = []
    for at, block in enumerate(blocks):
        if block.readable:
            continue
        if found and at <= found[-1][1] + 2 * AROUND:
            found[-1] = (found[-1][0], at + 1)
        else:
            found.append((at, at + 1))
    return found


def read_between(source: Source, start: int, end: int, before: list[Block], behind: list[Block]) -> Block | None:
    """A stretch with its neighbours; None if the neighbours do not come out as they do alone."""
    text, lead = slice_source(source, start, end)
    tree, found = read_parts(text, text.text + "\n")
    fresh = tree.parts[1:] if lead else tree.parts
    head = [part for block in before for part in block.parts]
    tail = [part for block in behind for part in block.parts]
    rest = len(fresh) - len(tail)
    if rest < len(head) or not alike([*head, *tail], [*fresh[: len(head)], *fresh[rest:]], lead - start):
        return None
    low = fresh[len(head) - 1].span.end if head else 0
    high = fresh[rest].span.start if tail else len(text.text) + 1
    if not all(low <= label.span.start < high for each in found for label in each.labels):
        return None
    anchor = Anchor(source, start)
    told = [relocate_problem(each, anchor, lead) for each in found]
    return Block(anchor, relocate(fresh[len(head) : rest], anchor, lead), told)


def alike(old: list[nodes.Node], new: list[nodes.Node], shift: int) -> bool:
    """Whether these are the same nodes, shifted. Then their children are at the same places too."""
    return all(
        one.span.start + shift == other.span.start and one.span.end + shift == other.span.end and one == other
        for one, other in zip(old, new)
    )


# ---------------------------------------------------------------- the same on an anchor


def relocate_problem(problem: Diagnostic, anchor: Anchor, lead: int) -> Diagnostic:
    labels = tuple(Label(relocate(label.span, anchor, lead), label.text) for label in problem.labels)
    return attrs.evolve(problem, labels=labels)


def relocate(value: Any, anchor: Anchor, lead: int) -> Any:
    """A copy of a part of a tree with spans relative to an anchor; the anchor is `lead` letters into the text."""
    new, put = object.__new__, str.__new__  # the fastest way

    def move(value: Any) -> Any:
        kind = type(value)
        if kind is Word:
            word = put(Word, value)
            word.span = move(value.span)
            return word
        if kind is Span:
            by = lead if value.start >= 0 else 0
            return Anchored(anchor, value.start - by, value.end - by)
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
