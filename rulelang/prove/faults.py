"""What play can find wrong, besides the errors that the rules themselves raise (R6xx).

One row a fault: the code, the severity, what is wrong, what to do next. A fault that no rule of the game can be blamed
for says so.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang.diagnostics.codes import table
from rulelang.engine.errors import RuleError
from rulelang.source import Span

OURS = "This is a fault of the engine: please report it with the record."

FAULTS = table(f"""
  R701 | error   | the engine fails: {{what}}                        | {OURS}
  R702 | error   | the game has not ended after {{count}} events     | Check what ends it, or raise `--budget`.
  R703 | error   | {{option}} is offered to {{seat}} and refused     | {OURS}
  R704 | error   | {{option}} is not offered to {{seat}} and taken   | {OURS}
  R705 | error   | {{seat}} sees {{what}} that its log does not tell | {OURS}
  R706 | error   | `{{name}}` gets a new secret while it is still revealed | Write `hide {{name}}` or `unreveal {{name}}` before, or `= reveal` if it is meant.
  R707 | error   | the record of a game gives another game           | {OURS}
  R708 | error   | {{what}} does not give the same game              | {OURS}
  R709 | error   | {{what}} are not kept: {{how}}                       | {OURS}
  R710 | warning | no game reached {{kind}} `{{name}}`               | Check the condition that leads to it, or take it out.
""")  # noqa: E501


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
    row = FAULTS[code]
    return Fault(code, row.title.format(**parts), row.next.format(**parts), span, detail)


def rule_fault(error: RuleError) -> Fault:
    """A mistake in the rules."""
    found = error.diagnostic
    title = found.title.partition(": ")[2] if error.code == "R614" else None
    return Fault(found.code, found.title, found.help, found.span, invariant=title)


def crash(error: Exception) -> Fault:
    """An exception that nothing should raise; known again by its kind."""
    name = type(error).__name__
    return fault("R701", detail=name, what=" ".join(f"{name}: {error}".split())[:160])
