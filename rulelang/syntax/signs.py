"""Slips in signs: those of other languages and of word processors, quotes, numbers and brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.diagnostics import problem
from rulelang.syntax.case import Case, Mend, Proposal, after, insert, replace
from rulelang.syntax.read import grammar
from rulelang.syntax.scan import tokens

# sign -> (its replacement, what to write)
SIGNS = {
    "&&": ("and", "Write `and`."),
    "&": ("and", "Write `and`."),
    "||": ("or", "Write `or`."),
    "===": ("==", "Write `==`."),
    "!==": ("!=", "Write `!=`."),
    "<>": ("!=", "Write `!=`."),
    "≠": ("!=", "Write `!=`."),
    "=<": ("<=", "Write `<=`."),
    "≤": ("<=", "Write `<=`."),
    "=>": (">=", "Write `>=` for “at least”, `->` before a type."),
    "≥": (">=", "Write `>=`."),
    "→": ("->", "Write `->`."),
    "⇒": ("->", "Write `->`."),
    ":=": ("=", "Write `=`."),
    "^": ("*", "There are no powers; multiply with `*`."),
    "**": ("*", "There are no powers; multiply with `*`."),
    "×": ("*", "Write `*`."),
    "//": ("div", "Write `div`; it rounds down. A comment begins with `#`."),
    "/": ("div", "Write `div`; it rounds down."),
    "÷": ("div", "Write `div`; it rounds down."),
    "%": ("mod", "Write `mod`."),
    "–": ("-", "Write `-`."),
    "—": ("-", "Write `-`."),
    "−": ("-", "Write `-`."),
    "…": ("...", "Write the rule that belongs here."),
    "!": ("not", "Write `not`."),
    ";": ("", "Take it out; a line is one step, and ends by itself."),
    "{": (":", "End the line with `:` and indent the lines below it."),
    "}": ("", "Take it out; a block ends where the indentation does."),
}
SIGN_AT = re.compile("|".join(re.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True)))
QUOTED = re.compile(r"""[“”„«‟]([^“”«»"\n]*)[“”»"]|['‘’‚]([^'‘’"\n]*)['‘’]""")
QUOTES = "“”„«»‟'‘’‚"
PARTED = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])|\b\d{1,3}(?:[,'’_]\d{3})+\b")
SHAPES = {"RPAR": ")", "RSQB": "]"}


def strange_quotes(case: Case) -> Iterator[Proposal]:
    """A text in quotes other than straight double ones."""
    if case.failure.type or case.text[case.pos] not in QUOTES:
        return
    match = QUOTED.match(case.text, case.pos)
    sign = case.text[case.pos]
    step = 'Texts stand in straight double quotes: `"…"`.'
    if match:
        quoted = '"' + (match[1] or match[2] or "") + '"'
        diagnostic = problem("R113", case.span(*match.span()), sign=sign, next=f"Write `{quoted}`.")
        yield Proposal(diagnostic, Mend({case.pos: (match.end(), (quoted.replace("\\", ""),))}), sure=True)
    yield Proposal(problem("R113", case.span(case.pos, case.pos + 1), sign=sign, next=step), None)


def open_quote(case: Case) -> Iterator[Proposal]:
    """A text that does not end on its line."""
    if case.failure.type or case.text[case.pos] != '"':
        return
    rest = case.text[case.pos : case.line_end(case.pos)].rstrip()
    diagnostic = problem("R109", case.span(case.pos, case.pos + len(rest)), label="it begins here")
    for size in {len(rest.removesuffix(":")), len(rest)}:
        yield Proposal(diagnostic, Mend({case.pos: (case.pos + size, ('"' + rest[1:size].replace("\\", "") + '"',))}))
    yield Proposal(diagnostic, None)


def strange_sign(case: Case) -> Iterator[Proposal]:
    """A sign of another language or of a word processor."""
    for start in (case.pos - 2, case.pos - 1, case.pos):
        match = SIGN_AT.match(case.text, start) if start >= case.begin else None
        if match and match.end() > case.pos and not (start < case.pos and match[0] in ("!", "-")):
            put, step = SIGNS[match[0]]
            diagnostic = problem("R113", case.span(*match.span()), sign=match[0], next=step)
            alone = not case.text[case.begin : match.start()].strip()
            inserted = tuple(filter(None, [put]))
            if match[0] == "=>":
                yield Proposal(diagnostic, Mend({match.start(): (match.end(), ("->",))}))
            if match[0] == "//":
                yield Proposal(diagnostic, Mend({match.start(): (match.end(), inserted)}))
                comment = problem("R113", case.span(*match.span()), sign="//", next="A comment begins with `#`.")
                yield Proposal(comment, Mend({match.start(): (case.line_end(match.start()), ())}))
            if not (alone and not put):
                yield Proposal(diagnostic, Mend({match.start(): (match.end(), inserted)}), sure=len(match[0]) > 1)
            if match[0] not in grammar().tables.signs:
                yield Proposal(diagnostic, None)


def strange_character(case: Case) -> Iterator[Proposal]:
    if case.failure.type:
        return
    sign = case.text[case.pos]
    shown = sign if sign.isprintable() else f"U+{ord(sign):04X}"
    diagnostic = problem("R114", case.span(case.pos, case.pos + 1), sign=shown)
    yield Proposal(diagnostic, Mend({case.pos: (case.pos + 1, ())}))
    yield Proposal(diagnostic, None)


def plus_plus(case: Case) -> Iterator[Proposal]:
    """`n++`, which is `n += 1`."""
    line = case.text[case.begin : case.end]
    match = re.match(r"([^#\n]*?)(\+\+|--)[\t ]*(?=#|\r?$)", line)
    if match and "=" not in match[1]:
        start = case.begin + match.start(2)
        sign = match[2]
        step = f"{match[1].strip()} {sign[0]}= 1"
        diagnostic = problem("R125", case.span(start, start + 2), sign=sign, next=step)
        yield Proposal(diagnostic, Mend({start: (start + 2, (f"{sign[0]}=", "1"))}))


def number_parts(case: Case) -> Iterator[Proposal]:
    """A number with a point or with separators."""
    for match in PARTED.finditer(case.text, case.begin, case.line_end(case.begin)):
        if match.start() <= case.pos <= match.end():
            whole = match[0].split(".")[0] if "." in match[0] else re.sub(r"\D", "", match[0])
            diagnostic = problem("R126", case.span(*match.span()), number=match[0], next=whole)
            yield Proposal(diagnostic, Mend({match.start(): (match.end(), (whole,))}), sure=True)


def equals(case: Case) -> Iterator[Proposal]:
    """`=` and `==` confused."""
    token = case.token()
    if token.text == "=":
        yield Proposal(problem("R102", case.at(token)), replace(token, "=="))
    if token.text == "==":
        yield Proposal(problem("R103", case.at(token)), replace(token, "="))
    for other in case.tokens[: case.index]:
        if other.text == "==":
            yield Proposal(problem("R103", case.at(other)), replace(other, "="))


def brackets(case: Case) -> Iterator[Proposal]:
    """A bracket that closes nothing, has the wrong shape, or is not closed."""
    token = case.token()
    opened = case.failure.opened
    if token.text in (")", "]"):
        if not opened:
            diagnostic = problem("R111", case.at(token), sign=token.text, next="Take it out.")
            yield Proposal(diagnostic, Mend({token.start: (token.end, ())}))
        elif (right := SHAPES[opened[-1][1]]) != token.text:
            also = [(case.span(opened[-1][0], opened[-1][0] + 1), "opened here")]
            diagnostic = problem("R111", case.at(token), also=also, sign=token.text, next=f"Write `{right}` here.")
            yield Proposal(diagnostic, replace(token, right))
    if opened:
        yield from open_bracket(case)


def open_bracket(case: Case) -> Iterator[Proposal]:
    """An open bracket: it is closed where parsing stopped, at the end of its own line, or before the colon there."""
    opened = case.failure.opened
    start, kind = opened[-1]
    close = SHAPES[kind]
    diagnostic = problem("R110", case.span(start, start + 1), label="opened here", close=close)
    line = tokens(case.text, start, case.line_end(start))
    further = case.pos > case.line_end(start)
    places = [after(case.text, line)] if further else [case.pos, after(case.text, line)]
    if line[-1].text == ":":
        places.append(line[-1].start)
    for put in dict.fromkeys([(close,), tuple(SHAPES[kind] for _, kind in reversed(opened))]):
        for place in places:
            yield Proposal(diagnostic, insert(place, *put), sure=further)
    if further:
        yield Proposal(diagnostic, None)
