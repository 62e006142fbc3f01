"""What playing can find wrong, besides the errors that the rules themselves raise (R6xx).

The codes are R7xx, in the table of all codes. If a fault is not the fault of the rules, it says so.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang.base.source import Span
from rulelang.diagnostics.codes import CODES
from rulelang.engine.errors import RuleError


@attrs.frozen
class Fault:
    """Something that must not happen in any game. `key` tells one from another: a shrunk game has the same."""

    code: str
    title: str
    help: str
    span: Span | None = attrs.field(default=None, eq=False)
    detail: str = ""
    invariant: str | None = None

    @property
    def key(self) -> tuple[object, ...]:
        where = (self.span.source.name, self.span.line) if self.span is not None else ()
        return (self.code, *where, self.detail)

    def to_json(self) -> dict[str, Any]:
        place = None if self.span is None else {"file": self.span.source.name, "line": self.span.line}
        return {"code": self.code, "title": self.title, "help": self.help, "place": place}


class Found(Exception):
    """A fault, met while a plan is played. `answer`: the option that leads to it, if it is not the plan's own."""

    def __init__(self, fault: Fault, answer: int | None = None) -> None:
        super().__init__(fault.title)
        self.fault = fault
        self.answer = answer


def fault(code: str, span: Span | None = None, detail: str = "", **parts: Any) -> Fault:
    """A row of the table with its words filled in."""
    row = CODES[code]
    return Fault(code, row.title.format(**parts), row.next.format(**parts), span, detail)


def rule_fault(error: RuleError) -> Fault:
    """A mistake in the rules."""
    found = error.diagnostic
    title = found.title.partition(": ")[2] if error.code == "R614" else None
    return Fault(found.code, found.title, found.help, found.span, invariant=title)


def crash(error: Exception) -> Fault:
    """An exception that nothing should raise; identified by its kind."""
    name = type(error).__name__
    return fault("R701", detail=name, what=" ".join(f"{name}: {error}".split())[:160])
