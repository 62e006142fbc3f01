"""Choices with very many options: more than a person can read, and slow to list.

The number of options is known if their source is a range, an enum, the seats, all pieces of a kind, or a zone that
pieces begin in. A choice with a condition is not judged, so every report is certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, prod

from rulelang import ir
from rulelang.base.source import Span
from rulelang.diagnostics import Diagnostic, problem
from rulelang.ir.walk import walk
from rulelang.program import Program

MOST = 500


def large_choices(program: Program) -> list[Diagnostic]:
    """Every choice and action with more options than can be looked through."""
    found = []
    for span, number in choices(program):
        if number > MOST:
            found.append(problem("R404", span, number=number, most=MOST))
    return found


def choices(program: Program) -> Iterator[tuple[Span, int]]:
    for node in walk((program.game.procs, program.game.menus)):
        if isinstance(node, ir.Choose | ir.EachChooses):
            yield node.span, count_answers(program, node.asking)
    for menu in program.game.menus.values():
        for action in menu.actions:
            sizes = [size(program, source) for _, source in action.binders]
            if action.guard is None and sizes and None not in sizes:
                yield action.span, prod(each for each in sizes if each is not None)


def count_answers(program: Program, asking: ir.Asking) -> int:
    """The number of answers to a question; 0 if unknown."""
    offered = size(program, asking.source)
    if offered is None or asking.guard is not None:
        return 0
    if asking.quantity is None or asking.one_by_one:
        return offered
    number = constant_number(program, asking.quantity.number)
    if number is None:
        return 0
    return sum(comb(offered, each) for each in range(number + 1)) if asking.quantity.up_to else comb(offered, number)


def size(program: Program, made: ir.Expr) -> int | None:
    """The number of different items that a list certainly has when the game begins."""
    if isinstance(made, ir.Lit) and isinstance(made.value, tuple):
        return len(set(made.value))
    if isinstance(made, ir.Seats):
        return program.players
    if isinstance(made, ir.Members):
        return len(program.members[made.enum])
    if isinstance(made, ir.Pieces):
        return len({(piece.kind, piece.fields) for piece in program.pieces if piece.kind in made.names})
    if isinstance(made, ir.Contents) and isinstance(made.zone, ir.ZoneAt) and not made.zone.indexes:
        home = program.zone_id(made.zone.zone)
        return len({(piece.kind, piece.fields) for piece in program.pieces if piece.home == home})
    if isinstance(made, ir.Op) and made.op == "range":
        low, high = (constant_number(program, each) for each in made.arguments)
        return max(0, high - low + 1) if low is not None and high is not None else None
    return None


def constant_number(program: Program, made: ir.Expr) -> int | None:
    """The value of a number that is known before the game begins."""
    if isinstance(made, ir.Lit) and isinstance(made.value, int):
        return made.value
    if isinstance(made, ir.Const):
        value = program.players if made.name == "players" else program.constants.get(made.name)
        return value if isinstance(value, int) else None
    return None
