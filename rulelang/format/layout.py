"""What the tree leaves out: the comments and blank lines of a text, by the logical line they belong to.

A logical line may be several lines of text, joined by brackets or by how the next line begins. It is identified by its
start offset, which is also the start of its node.
"""

from __future__ import annotations

import re

import attrs

from rulelang.base.columns import picture
from rulelang.syntax.scan import CARRIED, JOINED, LINE, NEXT, SIGN

TAB = 4  # as the parser counts


@attrs.frozen
class Remark:
    """A comment; `column` is its column, and `blank` whether a blank line is above it."""

    text: str
    column: int
    blank: bool = False


USUAL = re.compile(r"(?:where|and|or)\b")  # formatting breaks lines before these


@attrs.define
class Written:
    """A logical line: its offsets, what is above it, and the comment after it.

    `remarked` if a comment is inside, `own_breaks` if it was broken where the formatter never breaks a line.
    """

    start: int
    column: int
    above: list[Remark]
    blank: bool
    lines: list[str] = attrs.Factory(list)
    behind: Remark | None = None
    remarked: bool = False
    own_breaks: bool = False


@attrs.define
class Layout:
    """The logical lines of a text, by their starts; and the comments after the last."""

    lines: dict[int, Written]
    below: list[Remark]


def read_layout(text: str) -> Layout:
    """The layout of a text that has no mistakes."""
    text += "\n"
    layout = Layout({}, [])
    line: Written | None = None
    above, blank, column = list[Remark](), False, 0
    pos = depth = end = 0
    while pos < len(text) and (match := NEXT.match(text, pos)):
        kind, start, pos = match.lastindex, match.start(match.lastindex or 0), match.end()
        token = match[kind or 0]
        if kind in (CARRIED, JOINED) or (kind == LINE and depth):
            if line is not None:
                line.remarked |= "#" in token
                line.own_breaks |= kind != LINE and USUAL.match(text, pos) is None
        elif kind == LINE:
            if line is not None:
                line.lines = [each.strip() for each in text[line.start : end].split("\n")]
                line.behind = comment_behind(text, start, token)
            above, blank, column = between(token, line is None, above)
            line = None
        else:
            if line is None:
                line = layout.lines[start] = Written(start, column, above, blank)
                above = []
            end = pos
            if kind == SIGN:
                depth += (token in "([") - (token in ")]")
    layout.below = above
    return layout


def comment_behind(text: str, start: int, after: str) -> Remark | None:
    """The comment after a line that ends at `start`, with its column."""
    comment = after.split("\n")[0].rstrip()
    return Remark(comment, picture(text[text.rfind("\n", 0, start) + 1 : start]).columns[-1]) if comment else None


def between(token: str, first: bool, above: list[Remark]) -> tuple[list[Remark], bool, int]:
    """The comments between two logical lines, whether a blank line is below them, and the column of the next line."""
    lines = token.split("\n")
    blank = False
    for line in lines[:-1] if first else lines[1:-1]:
        if line.strip():
            above.append(Remark(line.strip(), indentation(line), blank))
        blank = not line.strip()
    return above, blank, indentation(lines[-1])


def indentation(line: str) -> int:
    """How deep a line is indented."""
    ahead = line[: len(line) - len(line.lstrip(" \t"))]
    return len(ahead) + (TAB - 1) * ahead.count("\t")
