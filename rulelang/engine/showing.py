"""The two sides of an expectation, as people write them."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.engine.closures import Closures
from rulelang.engine.errors import RuleError
from rulelang.engine.looks import Wanted
from rulelang.engine.runner import Slots
from rulelang.engine.state import State
from rulelang.engine.text import say, say_look
from rulelang.ir import types
from rulelang.ir.types import bare

WORDS = {
    "eq": "",
    "ne": "not ",
    "lt": "less than ",
    "le": "at most ",
    "gt": "more than ",
    "ge": "at least ",
    "in": "in ",
}


def compare_sides(make: Closures, expr: ir.Expr, s: Slots) -> tuple[str, str]:
    """The actual and the expected value, for an expression that does not hold; of several, the first that fails."""
    if isinstance(expr, ir.Op) and expr.op == "and":
        return compare_sides(make, next(each for each in expr.arguments if not make.of(each)(s)), s)
    if not isinstance(expr, ir.Op) or expr.op not in WORDS:
        return "false", "true"
    left, right = expr.arguments
    return value_text(make, left, s), WORDS[expr.op] + value_text(make, right, s)


def value_text(make: Closures, expr: ir.Expr, s: Slots) -> str:
    try:
        return show(make, make.of(expr)(s), expr.type, s)
    except (RuleError, TypeError):
        return "?"


def show(make: Closures, value: Any, type_: types.Type, s: Slots) -> str:
    """A value in words, looks among them."""
    program, state = make.program, State(make.program, s)
    if isinstance(value, Wanted):
        return say_look(value, program, state)
    if isinstance(value, tuple) and isinstance(bare(type_), types.List):
        inner = bare(type_).of  # type: ignore[attr-defined]
        return "[" + ", ".join(show(make, item, inner, s) for item in value) + "]"
    if isinstance(bare(type_), types.Actions):
        return f"{len(value)} options"
    return say(value, type_, program, state)
