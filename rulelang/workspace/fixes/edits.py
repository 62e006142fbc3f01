"""Candidate edits for a problem, from what the problem itself says.

A row of EDITS is a code and a function that yields the edits worth trying, usually one. `fixes.mend` finds out whether
an edit really fixes the file: an edit is only an offer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import attrs

from rulelang.base.source import Source, Span, common_prefix
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.model import edits as distance

NAME = re.compile(r"[A-Za-z_]\w*")
NEAR = re.compile(r"did you mean `([^`]+)`\?", re.IGNORECASE)
WRITE = re.compile(r"write `([^`]+)`", re.IGNORECASE)


@attrs.frozen
class Edit:
    """A part of the text, and its replacement. `everywhere`: the new name, for an edit that renames all uses."""

    start: int
    end: int
    text: str
    everywhere: str = ""

    def apply(self, text: str) -> str:
        return text[: self.start] + self.text + text[self.end :]

    @property
    def title(self) -> str:
        """The edit in a few words, for a menu."""
        if self.everywhere:
            return f"Change to `{self.everywhere}` everywhere"
        if not self.text.strip():
            return "Remove this"
        return f"{'Insert' if self.start == self.end else 'Change to'} `{self.text.strip()}`"


def offers(problem: Diagnostic) -> list[Edit]:
    """The edits worth trying, the likeliest first."""
    offer = EDITS.get(problem.code, nearest_name)
    return list(dict.fromkeys(offer(problem)))


def replace(span: Span, text: str) -> Edit:
    return Edit(span.start, span.end, text)


# ---------------------------------------------------------------- names


def nearest_name(problem: Diagnostic) -> Iterator[Edit]:
    """The suggested name, then any other that is as near: if both work, neither is taken.

    The problem says which names could stand there; otherwise they are all names of the file.
    """
    found = NEAR.search(problem.help)
    written = problem.span.text
    if not found or not re.fullmatch(r"[\w.]+", written):
        return
    yield rename(problem, found[1])
    if problem.names:
        yield from (rename(problem, other) for other in problem.names if other != found[1])
        return
    best = distance(written.casefold(), found[1].casefold())
    for other in sorted(set(NAME.findall(problem.span.source.text)) - {written, found[1]}):
        if abs(len(other) - len(written)) <= best and distance(written.casefold(), other.casefold()) <= best:
            yield rename(problem, other)


def rename(problem: Diagnostic, name: str) -> Edit:
    """Replace a name; one that is reported once for several uses, in all of them except texts and comments."""
    if "(used " not in problem.title:
        return replace(problem.span, name)
    text = problem.span.source.text
    use = re.compile(rf'"(?:\\.|[^"\\\n])*"|#.*|\b{re.escape(problem.span.text)}\b')
    new = use.sub(lambda found: name if found[0] == problem.span.text else found[0], text)
    first = common_prefix(text, new)
    last = common_prefix(text[first:][::-1], new[first:][::-1])
    return Edit(first, len(text) - last, new[first : len(new) - last], name)


# ---------------------------------------------------------------- signs and words


def instead(text: str) -> Callable[[Diagnostic], Iterator[Edit]]:
    """Replace the marked text."""

    def offer(problem: Diagnostic) -> Iterator[Edit]:
        yield replace(problem.span, text)

    return offer


def colon(problem: Diagnostic) -> Iterator[Edit]:
    """A colon after the marked text, or at the end of the line."""
    source, end = problem.span.source, problem.span.end
    yield Edit(end, end, ":")
    last = end_of_line(source, problem.span.line)
    yield Edit(last, last, ":")


def as_written(problem: Diagnostic) -> Iterator[Edit]:
    """What the help text says to write."""
    if found := WRITE.search(problem.help):
        yield replace(problem.span, found[1])
    elif problem.help == "Take it out.":
        yield replace(problem.span, "")


def replace_increment(problem: Diagnostic) -> Iterator[Edit]:
    """`n++` and `n--`."""
    sign = problem.span.text[:1]
    if problem.span.text in ("++", "--"):
        yield replace(problem.span, f" {sign}= 1")


def digits(problem: Diagnostic) -> Iterator[Edit]:
    """`1_000` and `1,000`; a number with a point might mean anything."""
    if "." not in problem.span.text:
        yield replace(problem.span, re.sub(r"\D", "", problem.span.text))


def strip_quotes(problem: Diagnostic) -> Iterator[Edit]:
    yield replace(problem.span, problem.span.text.strip('"'))


def add_quotes(problem: Diagnostic) -> Iterator[Edit]:
    yield replace(problem.span, f'"{problem.span.text}"')


def comma(problem: Diagnostic) -> Iterator[Edit]:
    """A comma after the previous word."""
    at = len(problem.span.source.text[: problem.span.start].rstrip())
    yield Edit(at, at, ",")


def missing_word(problem: Diagnostic) -> Iterator[Edit]:
    """`from`, `to`, `into`: before the marked word."""
    found = re.match(r"`(\w+)` is missing", problem.title)
    if found and problem.labels[0].text == "before this":
        yield Edit(problem.span.start, problem.span.start, f"{found[1]} ")


def before(word: str) -> Callable[[Diagnostic], Iterator[Edit]]:
    def offer(problem: Diagnostic) -> Iterator[Edit]:
        yield Edit(problem.span.start, problem.span.start, word)

    return offer


def loop_in(problem: Diagnostic) -> Iterator[Edit]:
    """`for p seats`, `for p : seats`, `for p of seats`."""
    text = problem.span.text
    if text in (":", "=", "of", "from"):
        yield replace(problem.span, "in")
    yield Edit(problem.span.start, problem.span.start, "in ")


def bar(problem: Diagnostic) -> Iterator[Edit]:
    at = end_of_line(problem.span.source, problem.span.line)
    yield Edit(at, at, " |")


def close_quote(problem: Diagnostic) -> Iterator[Edit]:
    """Close a quote, most likely at the end of its line, before a colon if there is one."""
    at = end_of_line(problem.span.source, problem.span.line)
    if problem.span.source.text[at - 1 : at] == ":":
        yield Edit(at - 1, at - 1, '"')
    else:
        yield Edit(at, at, '"')


def version(problem: Diagnostic) -> Iterator[Edit]:
    yield Edit(0, 0, "rules 1\n")


def spaces(problem: Diagnostic) -> Iterator[Edit]:
    """The line's tabs as two spaces each."""
    source = problem.span.source
    start = source.starts[problem.span.line - 1]
    found = re.match(r"[ \t]*", source.text[start:])
    margin = found[0] if found else ""
    yield Edit(start, start + len(margin), margin.replace("\t", "  "))


def end_of_line(source: Source, line: int) -> int:
    """Where the text of a line ends."""
    return source.starts[line - 1] + len(source.line(line).rstrip())


def add_reveal(problem: Diagnostic) -> Iterator[Edit]:
    """`reveal` before the told value; for one seat, or where only a name can stand, in parentheses."""
    found = REVEAL.search(problem.help)
    if not found or len(problem.labels) < 2:
        return
    span = problem.labels[1].span if problem.code == "R347" else problem.labels[-1].span
    if span.source.name != problem.span.source.name:
        return
    text, after = span.source.text, span.source.text[span.end :].lstrip(" ")
    if text[span.start - 1] == "{":
        yield replace(span, f"reveal {span.text}")
    elif found[1]:
        yield replace(span, f"(reveal {span.text} to {found[1]})")
    elif after.startswith(("chooses", "may choose", "secretly")):
        yield replace(span, f"(reveal {span.text})")
    else:
        yield replace(span, f"reveal {span.text}")


REVEAL = re.compile(r"Write `\(?reveal (?:.* to (\S+)\)`|.*`)", re.DOTALL)

EDITS: dict[str, Callable[[Diagnostic], Iterator[Edit]]] = {
    "R101": colon,
    "R102": instead("=="),
    "R103": instead("="),
    "R107": spaces,
    "R109": close_quote,
    "R111": as_written,
    "R113": as_written,
    "R116": missing_word,
    "R117": instead("elif"),
    "R118": loop_in,
    "R120": version,
    "R122": bar,
    "R123": instead("nothing"),
    "R124": before("from "),
    "R125": replace_increment,
    "R126": digits,
    "R127": strip_quotes,
    "R128": add_quotes,
    "R129": comma,
    "R347": add_reveal,
    "R409": add_reveal,
}
