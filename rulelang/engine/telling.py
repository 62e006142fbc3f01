"""What a `reveal` inside an expression tells: an event, just before its statement.

Expressions are pure, so the value is evaluated once more for the event. It is told whether or not the statement then
needs it: `a and (reveal b)` tells b even if a is false. If the value cannot be computed, nothing is told, and the
statement itself raises the error. Headings (`until`, `end when`) tell by what happens next, and need no event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.base.source import Span
from rulelang.engine.closures import Closures, Eval, Slots
from rulelang.engine.errors import RuleError
from rulelang.engine.runner import Runner
from rulelang.ir.walk import walk
from rulelang.program import BLOCK_SEAT, Program
from rulelang.program.events import Told

Tell = Callable[[Runner, Slots], None]


def tells(make: Closures, parts: Any, span: Span) -> Tell | None:
    """Tells every `reveal` in some expressions, in reading order; None if there is none."""
    found = [teller(make, node, span) for node in walk(parts) if isinstance(node, ir.Reveal)]
    if not found:
        return None

    def run(r: Runner, s: Slots) -> None:
        for tell in found:
            tell(r, s)

    return run


def teller(make: Closures, node: ir.Reveal, span: Span) -> Tell:
    value, to, everybody = make.of(node.value), make.maybe(node.to), make.program.everybody

    def run(r: Runner, s: Slots) -> None:
        try:
            found, seen = value(s), mask(to, s, everybody)
        except (RuleError, TypeError):
            return
        r.events.append(Told(span, s[BLOCK_SEAT], found, node.type, seen))

    return run


def mask(to: Eval | None, s: Slots, everybody: int) -> int:
    return everybody if to is None else sum(1 << seat for seat in set(to(s)))


def before(program: Program, stmt: ir.Stmt) -> tuple[Any, ...]:
    """The expressions that a statement evaluates first, except those whose values its own event tells: `x = reveal e`
    if all see x, where pieces go, a note. A payment of zero has no event, so its amount is told.
    """
    if isinstance(stmt, ir.Assign) and not writes_openly(program, stmt):
        return (stmt,)
    own = [part.value if isinstance(part, ir.Reveal) and part.to is None else part for part in telling(stmt)]
    return (*own, *(FIRST[type(stmt)](stmt) if type(stmt) in FIRST else (stmt,)))


def writes_openly(program: Program, stmt: ir.Assign) -> bool:
    return isinstance(stmt.target, ir.VarTarget) and program.vars[stmt.target.var].sight == "open"


def telling(stmt: ir.Stmt) -> tuple[Any, ...]:
    """The expressions of a statement whose values its own event tells."""
    return TELLING[type(stmt)](stmt) if type(stmt) in TELLING else ()


TELLING: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    ir.Assign: lambda stmt: (stmt.value,),
    ir.Move: lambda stmt: tuple(target for _, target, _ in stmt.transfers),
    ir.Deal: lambda stmt: (stmt.source, stmt.target),
    ir.Form: lambda stmt: (stmt.target,),
    ir.Pay: lambda stmt: (stmt.source, stmt.target),
    ir.Note: lambda stmt: stmt.text.parts,
    ir.EndGame: lambda stmt: (stmt.winners,),
}

# The expressions that a statement evaluates first, where these are not all it holds: a suite comes later, a condition
# is tested repeatedly, and the statement's own event tells some values.
FIRST: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    ir.Assign: lambda stmt: (stmt.target,),
    ir.Move: lambda stmt: tuple(pieces for pieces, _, _ in stmt.transfers),
    ir.Deal: lambda stmt: (stmt.number,),
    ir.Form: lambda stmt: (stmt.fields, stmt.pieces),
    ir.Pay: lambda stmt: (stmt.amount,),
    ir.Note: lambda stmt: (),
    ir.EndGame: lambda stmt: (),
    ir.Branch: lambda stmt: (),
    ir.For: lambda stmt: (stmt.source,),
    ir.While: lambda stmt: (),
    ir.Repeat: lambda stmt: (stmt.number,),
    ir.Together: lambda stmt: (),
    ir.Original: lambda stmt: (),
    ir.Choose: lambda stmt: (stmt.seat, stmt.asking.source, stmt.asking.quantity, stmt.asking.prompt),
    ir.ChooseAction: lambda stmt: (stmt.seat, stmt.menus, stmt.prompt),
    ir.EachChooses: lambda stmt: (stmt.seats,),
    ir.EachSecretly: lambda stmt: (stmt.seats,),
}
