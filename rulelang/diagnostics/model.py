"""A problem as a value: a code, a title, labelled spans and one next step.

Stages create these with `problem`, which takes the words from the CODES table, and return them; nothing is printed
here. `nearest` finds the name that a reader most likely meant, and `unique` sorts the findings of the stages in reading
order.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.base.frozen import Frozen, frozen
from rulelang.base.limits import excess_of
from rulelang.base.source import Source, Span
from rulelang.diagnostics.codes import CODES


@frozen
class Label(Frozen):
    """A span and a text about it."""

    span: Span
    text: str = ""


@frozen
class Diagnostic(Frozen):
    """A problem found in the rules; the first label is its place, the others are where it comes from.

    `names`: for an unknown name, the most similar names that could stand there.
    """

    code: str
    title: str
    labels: tuple[Label, ...]
    help: str = ""
    severity: str = "error"
    names: tuple[str, ...] = ()

    @property
    def span(self) -> Span:
        return self.labels[0].span

    @property
    def line(self) -> int:
        return self.span.line


def problem(
    code: str,
    span: Span,
    *,
    label: str = "",
    also: Iterable[tuple[Span, str]] = (),
    help: str = "",
    names: tuple[str, ...] = (),
    **parts: object,
) -> Diagnostic:
    """A problem with the given code; `parts` fill its templates, `help` replaces its next step."""
    row = CODES[code]
    labels = (Label(span, label), *(Label(place, text) for place, text in also))
    step = help or row.next.format_map(parts)
    return Diagnostic(code, row.title.format_map(parts), labels, step, row.severity, names)


def too_much(error: BaseException, source: Source) -> Diagnostic:
    """The diagnostic for rules that exceed a limit; `source` is the file that was read."""
    excess = excess_of(error)
    place = excess.place or source.line_span()
    return problem("R134", place, **excess.parts)


def unique(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Each problem once, by file, line and column."""
    first: dict[tuple[str, Span, str], Diagnostic] = {}
    for each in diagnostics:
        first.setdefault((each.code, each.span, each.title), each)
    return sorted(first.values(), key=reading_order)


def reading_order(diagnostic: Diagnostic) -> tuple[str, int, int, str]:
    span = diagnostic.span
    return span.source.name, span.line, span.column, diagnostic.code


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate most similar to a name, if any is: the same except for case, or one or two edits away.

    The name itself is never offered, and of equally similar ones the one with the most similar capitals is.
    """
    return next(iter(most_similar(name, candidates)), None)


def most_similar(name: str, candidates: Iterable[str]) -> list[str]:
    """The candidates most similar to a name, ignoring case; those with the most similar capitals first."""
    found = alike(name, candidates)
    least = min(found, default=(0, ""))[0]
    return sorted((other for far, other in found if far == least), key=lambda other: (edits(name, other), other))


def alike(name: str, candidates: Iterable[str]) -> list[tuple[int, str]]:
    """The candidates that a name could be a typo of, each with the number of edits: two at most.

    At least half of the longer of the two must be unchanged, and a single letter must not change at all.
    """
    word = name.casefold()
    found = []
    for other in set(candidates) - {name}:
        most = min(2, max(len(name), len(other)) // 2) if len(name) > 1 else 0
        if abs(len(name) - len(other)) <= most and (distance := edits(word, other.casefold())) <= most:
            found.append((distance, other))
    return found


def edits(one: str, other: str) -> int:
    """Damerau-Levenshtein distance: letters inserted, removed, changed, or swapped with their neighbour."""
    pairs = enumerate(zip(one, other))
    same = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))  # a common prefix costs nothing
    one, other = one[same:], other[same:]
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, b in enumerate(other, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b)))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                row[j] = min(row[j], last[j - 2] + 1)
    return row[-1]
