"""Slips in the layout of lines: indentation and blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.diagnostics import problem
from rulelang.syntax.case import Case, Mend, Proposal, after, insert, last_line
from rulelang.syntax.read import acceptable
from rulelang.syntax.scan import WORD, tokens


def too_deep(case: Case) -> Iterator[Proposal]:
    if case.failure.type == "deep":
        yield Proposal(problem("R131", case.span(case.pos, case.pos + 1)), None)


def indentation(case: Case) -> Iterator[Proposal]:
    """A line that is indented too far, or that matches no open block."""
    if not case.below:
        return
    code, levels = "R104", [*case.failure.levels]
    if case.failure.type == "_INDENT":
        code, levels = "R105", case.failure.levels[:-1]
    span = case.at(case.tokens[0]) if case.tokens else case.span(case.pos, case.pos + 1)
    diagnostic = problem(code, span, label="this line")
    lines = alike(case.text, case.pos)
    mends = [Mend(indents=dict.fromkeys(lines, level)) for level in reversed(levels)]
    if best := furthest(case, mends):
        yield Proposal(diagnostic, best)
    yield Proposal(diagnostic, mends[0], sure=True)


def block_missing(case: Case) -> Iterator[Proposal]:
    """A block head without lines below it."""
    failure = case.failure
    if case.below or "_INDENT" not in acceptable(failure.states):
        return
    first = case.tokens[0] if case.tokens else None
    if first and failure.type != "_DEDENT" and failure.levels[-1] > 0:
        diagnostic = problem("R106", case.at(first), label="this line should be indented")
        lines = alike(case.text, case.begin)
        level = failure.levels[-1] + 1
        if best := furthest(case, [Mend(indents=dict.fromkeys(lines[:n], level)) for n in (1, len(lines))]):
            yield Proposal(diagnostic, best)
    head = last_line(case.text, case.begin if failure.type != "_DEDENT" else case.pos)
    if head:
        diagnostic = problem("R106", case.span(head[0].start, head[-1].end), label="nothing belongs to it")
        yield Proposal(diagnostic, insert(after(case.text, head), "\0_NL:", "\0_INDENT:", "..."), sure=True)


def not_indented(case: Case) -> Iterator[Proposal]:
    """A line that begins with an operator, and would continue the one above if it were indented."""
    if case.below or case.index or not case.tokens or case.tokens[0].text not in OPERATORS:
        return
    if above := last_line(case.text, case.begin):
        diagnostic = problem("R104", case.at(case.tokens[0]), label="this line goes on with the one above")
        yield Proposal(diagnostic, Mend({after(case.text, above): (case.begin, ())}))


def not_carried(case: Case) -> Iterator[Proposal]:
    """A line that ends in `=` or a comma, and whose continuation is not indented further."""
    line = tokens(case.text, case.begin, case.line_end(case.begin))
    if case.below or not line or line[-1].text not in ("=", ","):
        return
    end = case.line_end(case.begin)
    found = re.compile(r"\r?\n([\t ]*)(?=[^\s#])").match(case.text, end)
    if found is None or found[1] != case.text[case.text.rfind("\n", 0, case.begin) + 1 : case.begin]:
        return
    first = tokens(case.text, found.end(), case.line_end(found.end()))[0]
    diagnostic = problem("R104", case.at(first), label=f"this goes on after the `{line[-1].text}` above")
    if case.failure.type == "_NL":
        yield Proposal(diagnostic, Mend({after(case.text, line): (found.end(), ())}))
    elif case.pos > end:
        step = "Write the rest on this line, or on the next one, indented further."
        short = problem("R100", case.at(line[-1]), what="the line ends too early", label="after this", next=step)
        yield Proposal(short, None)


OPERATORS = ("+", "-", "*", "==", "!=", "<", "<=", ">", ">=", "and", "or", "where", "div", "in")


def indented_less(case: Case) -> Iterator[Proposal]:
    """A line that would fit at the indentation of the line above, but not at its own."""
    if case.below or case.index or not case.tokens:
        return
    above = last_line(case.text, case.begin)
    if above:
        start = case.text.rfind("\n", 0, above[0].start) + 1
        ahead = case.text[start : above[0].start]
        level = case.indents.get(above[0].start, len(ahead) + 3 * ahead.count("\t"))
        lines = alike(case.text, case.begin)
        mends = [Mend(indents=dict.fromkeys(lines[:n], level)) for n in (1, len(lines))]
        if level > case.failure.levels[-1] and (best := furthest(case, mends)):
            yield Proposal(problem("R104", case.at(case.tokens[0]), label="this line"), best)


def indented_more(case: Case) -> Iterator[Proposal]:
    """A line that would fit in an outer block, but not at its own indentation."""
    if case.below or not case.tokens or case.tokens[0].kind != WORD:
        return
    lines = alike(case.text, case.begin)
    levels = case.failure.line.levels[:-1]
    mends = [Mend(indents=dict.fromkeys(lines[:n], level)) for level in reversed(levels) for n in (1, len(lines))]
    if best := furthest(case, mends):
        yield Proposal(problem("R105", case.at(case.tokens[0]), label="this line"), best)


def ladder_else(case: Case) -> Iterator[Proposal]:
    """Values with conditions, without a final `else`."""
    if case.failure.type == "_DEDENT" and "ELSE" in (wants := acceptable(case.failure.states)) and "NAME" in wants:
        line = last_line(case.text, case.pos)
        mend = insert(after(case.text, line), "\0_NL:", "else", "0", stand_in=True)
        yield Proposal(problem("R115", case.here, label="the last value"), mend, sure=True)


def furthest(case: Case, mends: list[Mend]) -> Mend | None:
    """Of the indentation mends with which the line can be parsed, the one that lets parsing get furthest."""
    return max((mend for mend in mends if case.mends(mend)), key=case.reach, default=None)


def alike(text: str, pos: int) -> list[int]:
    """The offset of a line's first letter, and of the following lines with the same indentation, up to one with
    less.
    """
    ahead = text[text.rfind("\n", 0, pos) + 1 : pos]
    found = [pos]
    for match in re.compile(r"\n([\t ]*)(?=[^\s#])").finditer(text, pos):
        if len(match[1]) < len(ahead):
            break
        if match[1] == ahead:
            found.append(match.end())
    return found
