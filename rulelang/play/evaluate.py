"""Expressions of the rules, evaluated for a reader on a copy of the slots, so that looking changes nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rulelang import ir
from rulelang.engine.closures import Closures, Eval
from rulelang.engine.start import code_of
from rulelang.engine.state import State
from rulelang.program import Program


class Evaluator:
    """The closures of a program's expressions, made when they are first needed."""

    def __init__(self, program: Program) -> None:
        self.make: Closures = code_of(program).extra["make"]
        self.made: dict[int, tuple[ir.Expr, Eval]] = {}

    def of(self, expr: ir.Expr) -> Eval:
        if id(expr) not in self.made:
            self.made[id(expr)] = expr, self.make.of(expr)
        return self.made[id(expr)][1]


@lru_cache(maxsize=64)
def evaluator(program: Program) -> Evaluator:
    return Evaluator(program)


def evaluate(state: State, expr: ir.Expr, local: ir.Local | None = None, value: object = None) -> Any:
    """The value of an expression in a state; one local may be set."""
    slots, closure = state.slots.copy(), evaluator(state.program).of(expr)
    if local is not None:
        slots[state.program.layout.locals + local.number] = value
    return closure(slots)
