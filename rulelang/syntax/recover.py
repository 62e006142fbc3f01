"""Error recovery: parsing on after a mistake.

Each mistake is explained once (slips.py), on its line. If it is clear what was meant, the line is mended: other tokens
replace some of its text. A line that cannot be mended becomes a hole, together with the deeper lines below it. Parsing
resumes at the beginning of that line; where not even a hole is allowed, the line above that it belongs to becomes one.
At the end, the text is parsed once more with all mends.
"""

from __future__ import annotations

import re

import attrs

from rulelang.base.source import Source, Span
from rulelang.diagnostics import Diagnostic, problem
from rulelang.syntax import nodes
from rulelang.syntax.case import Case, Mend, last_line
from rulelang.syntax.file_checks import find_deep_nesting
from rulelang.syntax.read import At, Failure, Patch, read
from rulelang.syntax.slips import explain

MOST = 20  # the most mistakes of a file that are reported
ROUNDS = 80  # each mends a mistake or leaves a hole

# A hole swallows the `else` of its line.
BRANCH = re.compile(r"(if|elif)\b|.*\bmay[\t ]+choose\b")
OTHERWISE = re.compile(r"[\t ]*(else|elif)\b")


def recover(source: Source, text: str, failure: Failure) -> tuple[nodes.File, list[Diagnostic]]:
    """What can be parsed of a text with mistakes, and the mistakes."""
    mended = Mended(source, text)
    found: list[Diagnostic] = []
    lines: set[int] = set()
    over = 0  # the end of the lines with the last mistake
    for _ in range(ROUNDS):
        if failure.type == "done" or len(found) == MOST:
            break
        case = Case(source, text, failure, mended.patches, mended.indents)
        if case.begin in mended.left:
            failure = mended.leave_more(case.begin)
            continue
        diagnostic, mend = explain(case)
        again = bool(found) and (both_misplaced(diagnostic, found[-1]) or follows(case, diagnostic, found[-1], over))
        if (diagnostic.line not in lines or (mend and not mend.stand_in)) and not again:
            found.append(diagnostic)
        lines.add(diagnostic.line)
        over = block_end(text, case.begin)
        failure = mended.mend(case, mend) if mend else mended.leave(case)
    tree = mended.tree(failure)
    for _ in range(ROUNDS):
        places = find_deep_nesting(tree)
        if not places:
            break
        found += [problem("R131", place) for place in places]
        tree = mended.without(places)
    return tree, found


def follows(case: Case, one: Diagnostic, last: Diagnostic, over: int) -> bool:
    """Whether a line directly follows those of the last mistake, which end at `over`, and is misplaced in the same way,
    as are all the lines of a block whose head is missing.
    """
    place, before = ((each.span.column, each.code, each.title, each.help) for each in (one, last))
    between = case.text[over : case.begin].splitlines()
    near = all(not line.strip() or line.lstrip().startswith("#") for line in between)
    return near and not case.index and one.code in ("R100", "R116") and place == before


def both_misplaced(one: Diagnostic, other: Diagnostic) -> bool:
    """Whether both mistakes are about the placement of one line: the first is enough."""
    return one.line == other.line and {one.code, other.code} <= {"R104", "R105", "R106"}


@attrs.define
class Mended:
    """A text with all its replacements, to resume parsing or to build the tree."""

    source: Source
    text: str
    patches: dict[int, Patch] = attrs.field(factory=dict)
    indents: dict[int, int] = attrs.field(factory=dict)
    left: set[int] = attrs.field(factory=set)  # where a line was left as a hole
    doubtful: set[int] = attrs.field(factory=set)  # where something stands in for a line

    def read(self, at: At | None = None) -> Failure:
        return read(self.source, self.text, self.patches, self.indents, at)

    def mend(self, case: Case, mend: Mend) -> Failure:
        """Mend a line, and continue; if the place is already mended, the earlier mend stays first."""
        self.indents.update(mend.indents)
        for start, (resume, inserted) in mend.patches.items():
            before = self.patches.get(start)
            if before and before[0] == start:
                inserted = (*before[1], *inserted)
            self.patches[start] = (resume, inserted)
        if mend.stand_in:
            self.doubtful.add(case.begin)
        if level := max(mend.indents.values(), default=0):
            self.doubtful |= rest_of_block(self.text, case.begin, level)
        return self.read(case.line_for(mend))

    def leave(self, case: Case) -> Failure:
        """Leave a line as a hole, and continue."""
        self.hole(case.begin)
        return self.read(case.failure.line)

    def leave_more(self, begin: int) -> Failure:
        """Where no hole is allowed, make one of the nearest line above that the line belongs to.

        In the first column that is the head of the block above: if no hole is allowed below it, it has no block.
        """
        while begin in self.left and (above := parent(self.text, begin)) != begin:
            begin = above
        if begin in self.left and (line := last_line(self.text, begin)):
            begin = top(self.text, line[0].start)
        if begin in self.left:
            self.patches[begin] = (len(self.text) - 1, ("...",))
        else:
            self.hole(begin)
        return self.read()

    def hole(self, begin: int) -> None:
        """Replace a line and the deeper lines below by a hole; mends inside are dropped."""
        end = block_end(self.text, begin)
        for start in [each for each in self.patches if begin < each <= end]:
            del self.patches[start]
        self.patches[begin] = (end, ("...",))
        self.left.add(begin)

    def tree(self, failure: Failure) -> nodes.File:
        """The tree of what could be parsed; stand-ins and what was not reached are holes."""
        for begin in sorted(self.doubtful):
            self.hole(begin)
        if failure.type != "done":
            begin = Case(self.source, self.text, failure, self.patches, self.indents).begin
            self.patches[top(self.text, begin)] = (len(self.text) - 1, ("...",))
        return self.readable()

    def without(self, places: list[Span]) -> nodes.File:
        """The tree with holes instead of some lines."""
        for place in places:
            begin = self.text.rfind("\n", 0, place.start) + 1
            while self.text[begin] in "\t \ufeff":
                begin += 1
            if begin in self.left:
                begin = top(self.text, begin)
            self.hole(begin)
        return self.readable()

    def readable(self) -> nodes.File:
        """The tree, with more holes where the present ones are not allowed."""
        result = self.read()
        for _ in range(ROUNDS):
            if isinstance(result.value, nodes.File):
                return result.value
            case = Case(self.source, self.text, result, self.patches, self.indents)
            if case.begin in self.left:
                result = self.leave_more(case.begin)
            else:
                self.hole(case.begin)
                result = self.read()
        return nodes.File(Span(self.source, 0, 0), ())


def block_end(text: str, begin: int) -> int:
    """The offset of the line end after the last line that is deeper than the one that begins here."""
    depth = column(text, begin)
    branches = BRANCH.match(text, begin) is not None
    end = text.find("\n", begin)
    here = end
    while here + 1 < len(text):
        after = text.find("\n", here + 1)
        after = len(text) if after < 0 else after
        line = text[here + 1 : after]
        if line.strip():
            deeper = width(line) > depth
            if not deeper and not (branches and width(line) == depth and OTHERWISE.match(line)):
                break
            end = after
        here = after
    return end - (text[end - 1] == "\r") if end > begin else end


def rest_of_block(text: str, begin: int, level: int) -> set[int]:
    """The start of a misplaced line, and of the lines below it in the block that it was put in.

    They may belong to another block whose head that line was, so their meaning is unknown.
    """
    found = {begin}
    for match in re.compile(r"\n([\t ]*)(?=[^\s#])").finditer(text, begin):
        here = width(match[1] + "x")
        if here < level:
            break
        if here == level:
            found.add(match.end())
    return found


def parent(text: str, begin: int) -> int:
    """The start of the line above that a line belongs to; the line itself if it is in the first column."""
    depth = column(text, begin)
    here = text.rfind("\n", 0, begin)
    while here > 0:
        before = text.rfind("\n", 0, here)
        line = text[before + 1 : here]
        if line.strip() and not line.lstrip().startswith("#") and width(line) < depth:
            return before + 1 + len(line) - len(line.lstrip("\t "))
        here = before
    return begin


def top(text: str, begin: int) -> int:
    """The start of the top-level block that a line belongs to."""
    while (above := parent(text, begin)) != begin:
        begin = above
    return begin


def column(text: str, begin: int) -> int:
    return width(text[text.rfind("\n", 0, begin) + 1 : begin] + "x")


def width(line: str) -> int:
    ahead = line[: len(line) - len(line.lstrip("\t "))]
    return len(ahead) + 3 * ahead.count("\t")
