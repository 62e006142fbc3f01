"""Why a condition does not hold: the values of its parts, as far down as they help.

all(points[p] <= 8 for p in seats)       points[p] is 10, for p = P1
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from rulelang import ir
from rulelang.engine.closures import Closures, Slots
from rulelang.engine.control import places
from rulelang.engine.errors import RuleError
from rulelang.engine.showing import value_text

MANY = 4  # parts that are told
COMPARING = ("eq", "ne", "lt", "le", "gt", "ge", "in", "not_in")
COUNTING = ("add", "sub", "mul", "div", "mod", "neg")


def parts(make: Closures, expr: ir.Expr, slots: Slots) -> list[str]:
    """The parts that make a condition false, with their values."""
    try:
        found = list(dict.fromkeys(Reader(make, slots.copy()).why(expr)))
    except (RuleError, TypeError, IndexError):
        return []
    more = len(found) - MANY
    return [*found[:MANY], *([f"… {more} more"] if more > 0 else [])]


@attrs.frozen
class Reader:
    """Reads an expression at a table; `bound` is what the binders around it stand for."""

    make: Closures
    slots: Slots
    bound: tuple[tuple[str, str], ...] = ()

    def why(self, expr: ir.Expr, truth: bool = False) -> Iterator[str]:
        """What makes this false, or true."""
        if isinstance(expr, ir.Op) and expr.op == "not":
            yield from self.why(expr.arguments[0], not truth)
        elif isinstance(expr, ir.Op) and expr.op in ("and", "or"):
            decided = truth == (expr.op == "or")  # one side is enough
            sides = [each for each in expr.arguments if bool(self.make.of(each)(self.slots)) == truth]
            for each in sides[:1] if decided else expr.arguments:
                yield from self.why(each, truth)
        elif isinstance(expr, ir.Op) and expr.op in ("all", "any") and isinstance(expr.arguments[0], ir.Each):
            yield from self.each(expr.arguments[0], truth)
        elif isinstance(expr, ir.Call) and expr.fn in self.make.program.game.fns:
            yield from self.call(expr, truth)
        else:
            yield from self.values(expr)

    def each(self, expr: ir.Each, truth: bool) -> Iterator[str]:
        """The items that make it so."""
        found, holds = places(self.make, expr)
        for _ in found(self.slots):
            if bool(holds(self.slots)) == truth:
                yield from self.with_binders(expr).why(expr.element, truth)

    def with_binders(self, expr: ir.Each) -> Reader:
        names = [(local.name, self.text(ir.Get(local.type, expr.span, local))) for local, _ in expr.binders]
        return self.binding(names)

    def binding(self, names: list[tuple[str, str]]) -> Reader:
        """With more names bound; a name within hides the same name outside."""
        return attrs.evolve(self, bound=tuple({**dict(self.bound), **dict(names)}.items()))

    def call(self, expr: ir.Call, truth: bool) -> Iterator[str]:
        """A function: what its body says of these arguments."""
        params = self.make.params(expr.fn)
        values = [self.make.of(argument)(self.slots) for argument in expr.arguments]
        for param, value in zip(params, values):
            self.slots[self.make.slot(param)] = value
        names = [(param.name, self.text(ir.Get(param.type, expr.span, param))) for param in params]
        yield from self.binding(names).why(self.make.program.game.fns[expr.fn].body, truth)

    def values(self, expr: ir.Expr) -> Iterator[str]:
        """An expression with its value; of a comparison or a sum, its terms."""
        if isinstance(expr, ir.Lit | ir.Const | ir.Members | ir.Seats):
            return
        if isinstance(expr, ir.Op) and expr.op in (*COMPARING, *COUNTING, "and", "or", "not"):
            for each in expr.arguments:
                yield from self.values(each)
            return
        if isinstance(expr, ir.Get) and any(name == expr.local.name for name, _ in self.bound):
            return
        used = [f"{name} = {value}" for name, value in self.bound if mentions(expr, name)]
        yield f"{source_text(expr)} is {self.text(expr)}{', for ' + ', '.join(used) if used else ''}"

    def text(self, expr: ir.Expr) -> str:
        return value_text(self.make, expr, self.slots)


def mentions(expr: ir.Expr, name: str) -> bool:
    return re.search(rf"\b{name}\b", source_text(expr)) is not None


def source_text(expr: ir.Expr) -> str:
    """The text of an expression, on one line."""
    return " ".join(expr.span.text.split())
