"""The table as one seat sees it: values, and texts of the rules only if they give nothing away."""

from __future__ import annotations

import re
from typing import Any

import attrs

from rulelang import ir
from rulelang.engine.closures import Closures, Slots
from rulelang.engine.errors import RuleError
from rulelang.engine.messages import Template
from rulelang.engine.offers import pieces_in
from rulelang.engine.state import State
from rulelang.engine.visibility import knows
from rulelang.ir.types import Seat
from rulelang.present.parts import YOU, Person, name_parameters, person
from rulelang.present.speech import Speech


@attrs.define
class Sight:
    """`s` is a copy of the slots that may be changed; `speech` has the words of the game."""

    make: Closures
    s: Slots
    seat: int
    speech: Speech

    def value(self, expr: ir.Expr) -> Any:
        """The value of an expression here, or None if it cannot be computed."""
        try:
            return self.make.of(expr)(self.s)
        except (RuleError, TypeError):
            return None

    def say(self, text: ir.Message | None) -> str:
        """A text of the rules; empty if it would reveal what the seat cannot see."""
        if text is None or not all(self.may_tell(part) for part in text.parts if isinstance(part, ir.Expr)):
            return ""
        return self.speech.text(Template(self.make, text).parts(self.s.copy()), self.state)

    def of_call(self, expr: ir.Expr) -> str:
        """The text of the called function, about its arguments; empty if the seat may not know what its parameters
        stand for.
        """
        fn = self.make.program.game.fns.get(expr.fn) if isinstance(expr, ir.Call) else None
        if fn is None or not isinstance(expr, ir.Call):
            return ""
        told = set(re.findall(r"\w+", fn.text))
        given = {param.name: each for param, each in zip(fn.params, expr.arguments) if param.name in told}
        names = {name: self.person(each) for name, each in given.items() if len(name) < 3}
        return name_parameters(fn.text, names) if all(who.name for who in names.values()) else ""

    def person(self, expr: ir.Expr) -> Person:
        mine = isinstance(expr.type, Seat) and self.value(expr) == self.speech.reader.me
        return YOU if mine else person(self.show(expr))

    def show(self, expr: ir.Expr) -> str:
        """A value in words; empty if the seat may not know it."""
        value = self.value(expr)
        if value is None or not self.may_tell(expr):
            return ""
        return self.speech.speak(value, expr.type, self.make.program, self.state)

    def may_tell(self, expr: ir.Expr) -> bool:
        pieces = pieces_in(self.value(expr), expr.type)
        seen = all(self.state.piece_sight(piece) >> self.seat & 1 for piece in pieces)
        return seen and knows(self.state, self.seat, expr)

    @property
    def state(self) -> State:
        return State(self.make.program, self.s)
