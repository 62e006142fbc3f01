"""What the analysis of a program leaves to run-time checks: values that must have been revealed by the time they are
told.

A cached program includes its guards, so that it need not be analyzed again.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

import attrs

from rulelang import ir
from rulelang.analysis.labels import Readers
from rulelang.base.source import Span
from rulelang.program import Program


@attrs.frozen
class Guard:
    """Something perhaps revealed that must have been revealed to these readers when the statement runs. `alike`:
    instead, these readers must see none of the pieces of a zone where some are taken from it; or all of them, if the
    pieces are taken `by_look`. `covered`: instead, no more seats may see the variable than its declaration says, since
    it is about to hold something private, which has this name.
    """

    expr: ir.Expr = attrs.field(eq=False)
    stmt: Span
    span: Span
    locals: tuple[ir.Local, ...]
    audience: Readers
    alike: bool = False
    by_look: bool = True
    covered: str = ""


Guards = tuple[dict[Span, list[Guard]], set[str]]
"""By statement what must be seen when it is played, and the names of what may be revealed or hidden."""
NOTED: WeakKeyDictionary[Program, Guards] = WeakKeyDictionary()


def note(program: Program, found: Guards) -> None:
    """Records what has to be guarded when this program is played."""
    NOTED[program] = found


def guards(program: Program) -> Guards:
    """What is guarded; nothing for a program that has not been analyzed."""
    return NOTED.get(program, ({}, set()))
