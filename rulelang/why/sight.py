"""The table as one seat sees it: values, and texts of the rules only if they give nothing away."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import attrs

from rulelang import ir
from rulelang.analysis.flow import Flow
from rulelang.analysis.public import PUBLIC
from rulelang.engine.closures import Closures, Slots
from rulelang.engine.errors import RuleError
from rulelang.engine.messages import Template
from rulelang.engine.offers import pieces_in
from rulelang.engine.state import State
from rulelang.engine.visibility import knows
from rulelang.ir.types import Seat, has_pieces
from rulelang.ir.walk import locals_of
from rulelang.present.parts import YOU, Person, name_parameters, person
from rulelang.present.speech import Speech
from rulelang.program import Program


@lru_cache(maxsize=16)
def local_labels(program: Program) -> dict[ir.Local, int]:
    """How much all know of the locals of the rules."""
    return Flow(program).locals


@attrs.define
class Sight:
    """`s` is a copy of the slots that may be changed; `speech` has the words of the game."""

    make: Closures
    s: Slots
    seat: int
    speech: Speech
    named: tuple[ir.Local, ...] = attrs.field(default=(), kw_only=True)
    """The locals that stand for what the player asks about."""
    bound: dict[ir.Local, ir.Expr] = attrs.field(factory=dict, kw_only=True)
    """What parameters and `let`s of the functions that were followed stand for."""

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
        return seen and self.may_know(expr)

    def may_know(self, expr: ir.Expr, given: bool = False) -> bool:
        """Whether the seat sees all that an expression reads, also by way of locals; `given`: to a function."""
        known = all(self.may_know_local(local, given) for local in locals_of(expr))
        return known and knows(self.state, self.seat, expr, self.seats())

    def seats(self) -> dict[int, int]:
        """The seats that are given to functions, by number of the local."""
        given = ((each.number, self.s[self.make.slot(each)]) for each in self.bound if isinstance(each.type, Seat))
        return {number: seat for number, seat in given if seat is not None}

    def may_know_local(self, local: ir.Local, given: bool) -> bool:
        """A text may name a local of the rules that the seat knows; of what is given to a function, this is not said
        by the rules.
        """
        if local in self.bound:
            return self.may_know(self.bound[local], True)
        asked = local in self.named or has_pieces(local.type)
        return asked or not given or local_labels(self.make.program).get(local, PUBLIC) == PUBLIC

    @property
    def state(self) -> State:
        return State(self.make.program, self.s)
