"""Text to tree.

    tree, problems = parse(source)

`parse` takes any text: it reports every mistake once, and returns the tree of all that could be parsed. `comments`
returns what the tree leaves out. The stages, in running order: tables (Lark's, cached in a file), scan (tokens), read
(the parser) with build (nodes); for a text with mistakes, slips (diagnosis) and recover (error recovery); then
file_checks (checks of the file as a whole). The rules of slips are in layout, signs and wording. `incremental` parses a
text again after an edit.
"""

from __future__ import annotations

from rulelang.base.limits import Excess
from rulelang.base.source import Source
from rulelang.diagnostics import Diagnostic, problem, too_much, unique
from rulelang.syntax import nodes
from rulelang.syntax.file_checks import check_file, find_deep_nesting
from rulelang.syntax.read import read
from rulelang.syntax.scan import Comment, check_words, comments
from rulelang.syntax.vocabulary import RESERVED

__all__ = ["parse", "comments", "Comment", "RESERVED"]


def parse(source: Source) -> tuple[nodes.File, list[Diagnostic]]:
    """The tree of a text, and its mistakes in reading order."""
    if not source.is_rules:
        return leave_unread(source)
    try:
        check_words([source])
    except Excess as error:
        return nodes.File(Source(source.name, "").whole(), ()), [too_much(error, source)]
    tree, found = read_parts(source, source.text + "\n")
    return tree, all_of(source, tree, found)


def read_parts(source: Source, text: str) -> tuple[nodes.File, list[Diagnostic]]:
    """The tree of a text that ends with a line end, and the mistakes in its lines, in the order found."""
    result = read(source, text)
    tree: nodes.File = result.value
    if isinstance(tree, nodes.File) and not find_deep_nesting(tree):
        return tree, []
    from rulelang.syntax.recover import recover  # needed for few texts, and takes time to import

    return recover(source, text, result)


def all_of(source: Source, tree: nodes.File, found: list[Diagnostic]) -> list[Diagnostic]:
    """All mistakes of a text: those in its lines without the consequential ones, and those of the whole file."""
    return first_of_each(unique([*found, *check_file(source, tree)]))


def leave_unread(source: Source) -> tuple[nodes.File, list[Diagnostic]]:
    """A text that does not claim to be rules may be anything, even private: none of it is parsed, and so none
    is shown.
    """
    nothing = Source(source.name, "").whole()
    lines = (line.strip("\ufeff \t\r") for line in source.text.split("\n"))
    is_empty = all(not line or line.startswith("#") for line in lines)
    return nodes.File(nothing, ()), [] if is_empty else [problem("R120", nothing)]


FOLLOWING = {"R100", "R104", "R105", "R106"}
MISPLACED = {"R104", "R105", "R106"}  # after a line in the wrong block, those below it are in the wrong block too


def first_of_each(found: list[Diagnostic]) -> list[Diagnostic]:
    """Drop consequential mistakes: three or more unreadable lines in a row are one mistake, at the first.

    Where tabs and spaces are mixed, the intended indentation is unknown, so it is not judged.
    """
    tabs = {each.line for each in found if each.code == "R107"}
    found = [each for each in found if each.line not in tabs or each.code not in ("R104", "R105", "R106")]
    kept: list[Diagnostic] = []
    run: list[Diagnostic] = []
    for each in found:
        first = run[0] if run and each.line == run[-1].line + 1 else None
        if not (first and (first.code in MISPLACED or same(each, first) or {each.code, first.code} <= FOLLOWING)):
            kept += run if len(run) < 3 else run[:1]
            run = []
        if each.code in FOLLOWING | {"R116"} or run:
            run.append(each)
        else:
            kept.append(each)
    return kept + (run if len(run) < 3 else run[:1])


def same(one: Diagnostic, other: Diagnostic) -> bool:
    """Do two problems say the same of their lines?"""
    return (one.code, one.title, one.help) == (other.code, other.title, other.help)
