"""A line that cannot be parsed, and ways to mend it.

A `Case` has the tokens of the line and the place where parsing stopped. A `Mend` is what the author may have meant:
other tokens instead of some text. To find out whether it helps, the line is parsed with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import attrs

from rulelang.base.source import Source, Span
from rulelang.diagnostics import Diagnostic
from rulelang.syntax.read import At, Failure, Patch, acceptable, read
from rulelang.syntax.scan import NEXT, Token, tokens


@attrs.frozen
class Mend:
    """Replacements for parts of a text, and other indentations for some of its lines.

    A `stand_in` lets parsing continue, but does not mean what the line says: the tree gets a hole in its place.
    """

    patches: dict[int, Patch] = attrs.field(factory=dict)
    indents: dict[int, int] = attrs.field(factory=dict)
    stand_in: bool = False


@attrs.frozen
class Proposal:
    """A diagnosis, and the mend that would prove it. A `sure` one needs no proof except that parsing gets further."""

    diagnostic: Diagnostic
    mend: Mend | None
    sure: bool = False


@attrs.frozen(slots=False)
class Case:
    """A line that cannot be parsed, and where parsing stopped."""

    source: Source
    text: str
    failure: Failure
    patches: dict[int, Patch]
    indents: dict[int, int]

    @cached_property
    def pos(self) -> int:
        return self.failure.pos

    @cached_property
    def below(self) -> bool:
        """Whether the mistake is the indentation of the line that begins at `pos`."""
        return self.failure.type in ("aside", "_INDENT")

    @cached_property
    def begin(self) -> int:
        """The offset of the first token of the line, or of the first of several lines that brackets join."""
        here = self.pos if self.below else self.failure.line.pos
        while here < len(self.text) and self.text[here] in "\t \ufeff":
            here += 1
        return here

    @cached_property
    def end(self) -> int:
        """The end of the line with the mistake."""
        if self.failure.type in ("_NL", "_DEDENT", "$END") and self.pos > self.failure.line.pos:
            return min(self.pos, self.line_end(self.failure.line.pos))
        return self.line_end(self.pos)

    def line_end(self, start: int) -> int:
        end = self.text.find("\n", start)
        return end if end >= 0 else len(self.text)

    @cached_property
    def tokens(self) -> list[Token]:
        """The tokens of the line."""
        return tokens(self.text, self.begin, max(self.end, self.begin))

    @cached_property
    def index(self) -> int:
        """The index of the token where parsing stopped; the number of tokens if at the end of the line."""
        return next((i for i, token in enumerate(self.tokens) if token.end > self.pos), len(self.tokens))

    def token(self, offset: int = 0) -> Token:
        """The token where parsing stopped, or another by its distance; an empty one outside the line."""
        at = self.index + offset
        return self.tokens[at] if 0 <= at < len(self.tokens) else Token(0, "", self.end, self.end)

    @cached_property
    def head(self) -> str:
        return self.tokens[0].text if self.tokens else ""

    def span(self, start: int, end: int) -> Span:
        last = len(self.source.text)
        return Span(self.source, min(start, last), min(max(end, start), last))

    def at(self, token: Token) -> Span:
        return self.span(token.start, token.end)

    @cached_property
    def here(self) -> Span:
        """The token where parsing stopped; at the end of a line, the last one."""
        if self.index < len(self.tokens):
            return self.at(self.tokens[self.index])
        return self.at(self.tokens[-1]) if self.tokens else self.span(self.begin, self.begin + 1)

    def expected_tokens(self, at: int | None = None) -> set[str]:
        """What may stand at an offset of the line; by default, where parsing stopped."""
        stop = self.pos if at is None else at
        stopped = read(self.source, self.text, self.patches, self.indents, self.failure.line, stop)
        return acceptable(stopped.states) if stopped.type == "stop" else acceptable(self.failure.states)

    def reach(self, mend: Mend) -> int:
        """How far parsing gets with a mend of indentation."""
        indents = {**self.indents, **mend.indents}
        out = read(self.source, self.text, self.patches, indents, self.line_for(mend), trial=True)
        return len(self.text) + 1 if out.type == "done" else out.pos

    def mends(self, mend: Mend, sure: bool = False) -> bool:
        """Whether the line can be parsed with a mend, whatever follows on the next line."""
        patches = self.patch(mend)
        last = max(self.pos, self.end, *(resume for resume, _ in mend.patches.values()), 0)
        match = NEXT.match(self.text, self.line_end(last))
        after = match.end() if match else len(self.text)
        line = self.line_for(mend)
        indents = {**self.indents, **mend.indents}
        out = read(self.source, self.text, patches, indents, line, stop=after + 1, trial=True)
        if out.type == "stop" and out.opened:
            out = read(self.source, self.text, patches, indents, line, trial=True)
            if out.line.pos >= after:  # the brackets are closed, so a mistake further down does not matter
                return True
        if out.type == "done" or (out.type == "stop" and not out.opened):
            return True
        if sure:
            return out.pos > self.pos and out.type != "deep"
        structure = out.type in ("_INDENT", "aside") or "_INDENT" in acceptable(out.states)
        return out.pos >= after and not out.opened and not structure

    def patch(self, mend: Mend) -> dict[int, Patch]:
        patches = {**self.patches}
        for start, (resume, inserted) in mend.patches.items():
            old = self.patches.get(start)
            patches[start] = (resume, (*old[1], *inserted) if old and old[0] == start else inserted)
        return patches

    def further(self, mend: Mend) -> Case | None:
        """The next mistake of the same line, if a mend leads to one."""
        patches, indents = self.patch(mend), {**self.indents, **mend.indents}
        out = read(self.source, self.text, patches, indents, self.line_for(mend), trial=True)
        same = out.type != "done" and out.line.pos == self.failure.line.pos and self.pos < out.pos
        return Case(self.source, self.text, out, patches, indents) if same else None

    def line_for(self, mend: Mend) -> At | None:
        """Where to resume parsing with a mend: at the line, unless something above it is mended."""
        first = min([*mend.patches, *(at - 1 for at in mend.indents)], default=self.pos)
        line = self.failure.line
        return next((at for at in (line, *reversed(line.tops)) if at.pos <= first), None)


def replace(first: Token, *texts: str, last: Token | None = None) -> Mend:
    """Replace one token, or those from one to another, by other tokens."""
    return Mend({first.start: ((last or first).end, texts)})


def insert(at: int, *texts: str, stand_in: bool = False) -> Mend:
    return Mend({at: (at, texts)}, stand_in=stand_in)


def last_line(text: str, before: int) -> list[Token]:
    """The tokens of the last line before an offset that has any."""
    end = text.rfind("\n", 0, before)
    while end > 0:
        start = text.rfind("\n", 0, end) + 1
        if found := tokens(text, start, end):
            return found
        end = start - 1
    return []


def after(text: str, line: list[Token]) -> int:
    """Where the token for the end of a line begins: at its comment, if it has one."""
    here = line[-1].end
    while text[here] in "\t ":
        here += 1
    return here


Slip = Callable[[Case], Iterator[Proposal]]
