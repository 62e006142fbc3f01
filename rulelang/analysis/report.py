"""Leaks as diagnostics, and the list of what a game tells on purpose.

The first label is the private source, the second the place where it is told, the third where its sight is declared. A
leak in the library is reported at the game's own line that causes it, if there is one.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from rulelang.analysis import choices  # noqa: F401  the cases of statements
from rulelang.analysis.guards import Guard, note
from rulelang.analysis.interpret import Analysis
from rulelang.analysis.labels import Readers, Term
from rulelang.analysis.state import Finding, Release
from rulelang.base.source import Span
from rulelang.diagnostics import Diagnostic, problem, unique
from rulelang.program import Program

ANALYSED: WeakKeyDictionary[Program, Analysis] = WeakKeyDictionary()


def analysis(program: Program) -> Analysis:
    """The analysis of a program, made once; what it wants guarded is noted."""
    if program not in ANALYSED:
        ANALYSED[program] = made = Analysis(program)
        by_statement: dict[Span, list[Guard]] = {}
        for guard in made.guards.values():
            by_statement.setdefault(guard.stmt, []).append(guard)
        note(program, (by_statement, made.facts.revealed | made.facts.hidden | made.unshown))
    return ANALYSED[program]


def leaks(program: Program) -> list[Diagnostic]:
    """Everything that is told to readers who may not know it, and every rule of secret blocks that is broken."""
    found = analysis(program)
    return unique(REPORTS[each.code](found, each) for each in found.findings.values())


def releases(program: Program) -> list[tuple[Release, str]]:
    """What is told on purpose, in reading order, and to whom."""
    found = analysis(program)
    ordered = sorted(found.releases.values(), key=lambda each: (each.span.source.name, each.span.start))
    return [(each, audience(found, each.to)) for each in ordered if each.to is None or each.to]


# ---------------------------------------------------------------- one function a kind of finding


def leak(at: Analysis, found: Finding) -> Diagnostic:
    told = found.fix or found.sink
    also = [(told, found.told)]
    if found.fix is not None and found.whether:
        also = [(told, "this decides it"), (found.sink, found.told)]
    if found.origin.declared is not None:
        also.append((found.origin.declared, f"`{found.origin.name}` is declared here"))
    main = found.origin.span
    if main.source.is_library and not told.source.is_library:
        main, also = told, [(found.origin.span, "worked out from this, in the library"), *also[1:]]
    return problem("R347", main, name=found.origin.name, label=found.origin.how, also=also, help=remedy(at, found))


def remedy(at: Analysis, found: Finding) -> str:
    """What to write, where a word is enough."""
    if found.fix is None or found.fix.source.is_library:
        return ""
    text = " ".join(found.fix.text.split())
    if len(text) > 60:
        text = "…"
    elif text.startswith("for "):  # the items of a list whose brackets are not a part of the place
        text = f"[{text}]"
    if found.fix.source.text[: found.fix.start].rstrip().endswith("reveal"):
        return f"Write `reveal reveal {text}`: one shows it, the other tells on purpose which it is."
    seat = single(at, found.audience)
    if seat is not None:
        return f"Write `(reveal {text} to {seat})` to tell it to {seat} on purpose, or leave it out."
    return f"Write `reveal {text}` to tell it on purpose, or leave it out."


def single(at: Analysis, readers: Readers) -> str | None:
    """The name of the one seat that is told, if it has one."""
    return seat_text(at, next(iter(readers))) if readers is not None and len(readers) == 1 else None


def seat_text(at: Analysis, term: Term) -> str | None:
    """A seat as the rules write it."""
    if term[0] in ("left", "right"):
        inner = seat_text(at, term[1])
        return None if inner is None else f"{inner}.{term[0]}"
    if term[0] == "seat":
        return f"P{term[1]}"
    return at.names.get(term) if term[0] == "local" else str(term[1]) if term[0] == "var" else None


def audience(at: Analysis, readers: Readers) -> str:
    if readers is None:
        return "all"
    return ", ".join(sorted(seat_text(at, term) or "one seat" for term in readers))


def unseen(at: Analysis, found: Finding) -> Diagnostic:
    """A choice among pieces that the chooser does not see."""
    also = [(found.origin.declared, found.origin.how)] if found.origin.declared is not None else []
    main = found.sink
    if main.source.is_library:
        main, also = found.origin.span, [*also, (found.sink, "chosen from here, in the library")]
    return problem(found.code, main, zone=found.origin.name, also=also)


def private_amount(at: Analysis, found: Finding) -> Diagnostic:
    also = [(found.sink, found.told)] if found.sink != found.origin.span else []
    help_ = f"Write `reveal {found.fix.text}` if that is meant." if found.fix is not None else ""
    return problem("R409", found.origin.span, name=found.origin.name, label=found.origin.how, also=also, help=help_)


def in_block(at: Analysis, found: Finding) -> Diagnostic:
    return problem(found.code, found.origin.span, seat=found.origin.name)


def not_own(at: Analysis, found: Finding) -> Diagnostic:
    return problem("R399", found.origin.span, what=found.origin.name, seat=found.told)


REPORTS = {
    "R347": leak,
    "R351": in_block,
    "R358": unseen,
    "R359": unseen,
    "R397": in_block,
    "R398": in_block,
    "R399": not_own,
    "R409": private_amount,
}
