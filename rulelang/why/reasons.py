"""From a list that the rules compute to the place that leaves one item out.

The expression is followed as it would be evaluated: through functions, lets, the rung of a ladder that holds, the
branch that is taken, the condition of a comprehension. The best reason is a text from the rules; failing that, the
condition that does not hold, with the text of the function it calls; failing that, where the item would have to be.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.base.source import Span
from rulelang.ir.types import BOOL
from rulelang.ir.walk import is_get, walk
from rulelang.why.conditions import unmet
from rulelang.why.sight import Sight

# The quality of a reason: the rules' own words, a condition that fails, a branch not taken, an item that is not there.
SAID, FAILED, BRANCHED, ABSENT = 3, 2, 1, 0


@attrs.frozen
class Reason:
    """Why an item is not in a list: the quality of the reason, its words, and the line with its rule ids."""

    weight: int
    text: str
    span: Span
    tags: ir.Tags = ()


@attrs.define
class Tracer(Sight):
    """Follows expressions for one item."""

    item: Any
    lets: dict[ir.Local, ir.Expr] = attrs.field(factory=dict)

    def reason(self, expr: ir.Expr) -> Reason:
        """Why the item is not in this list."""
        follow = FOLLOW.get(type(expr))
        return follow(self, expr) if follow else Reason(ABSENT, "", expr.span)

    def holds(self, expr: ir.Expr) -> bool:
        """Whether the item, or one that looks like it, is in this list."""
        found = self.value(expr)
        return isinstance(found, tuple) and self.item in found


def _call(at: Tracer, expr: ir.Call) -> Reason:
    """Follow a function; its own text and rule ids are used if the inner reason has none."""
    fn = at.make.program.game.fns.get(expr.fn)
    if fn is None:
        return Reason(ABSENT, "", expr.span)
    own, values = at.of_call(expr), [at.value(argument) for argument in expr.arguments]
    for param, value, argument in zip(fn.params, values, expr.arguments):
        at.s[at.make.slot(param)] = value
        at.lets[param] = at.bound[param] = argument
    found = at.reason(fn.body)
    if found.weight in (SAID, FAILED) and found.tags:
        return found
    text = found.text or (own if found.weight else "")
    written_here = fn.tags or fn.text
    return attrs.evolve(found, text=text, span=fn.span if written_here else found.span, tags=found.tags or fn.tags)


def _let(at: Tracer, expr: ir.Let) -> Reason:
    at.s[at.make.slot(expr.local)] = at.value(expr.value)
    at.lets[expr.local] = at.bound[expr.local] = expr.value
    return at.reason(expr.body)


def _reveal(at: Tracer, expr: ir.Reveal) -> Reason:
    return at.reason(expr.value)


def _local(at: Tracer, expr: ir.Get) -> Reason:
    source = at.lets.pop(expr.local, None)  # followed once: an argument may be a parameter of the same name
    return at.reason(source) if source is not None else Reason(ABSENT, "", expr.span)


def _rungs(at: Tracer, expr: ir.Rungs) -> Reason:
    """The rung that holds; its text counts if the item was available but left out."""
    rung = holding_rung(at, expr)
    found = at.reason(rung.value)
    words = at.say(rung.reason) if found.weight == FAILED else ""
    return Reason(SAID, words, found.span, rung.tags or found.tags) if words else found


def holding_rung(at: Tracer, expr: ir.Rungs) -> ir.Rung:
    """The rung that holds, or the last line."""
    always = ir.Lit(BOOL, expr.otherwise.span, True)
    last = ir.Rung(always, expr.otherwise, expr.reason, expr.tags, expr.otherwise.span)
    return next((each for each in expr.rungs if at.value(each.condition)), last)


def _if(at: Tracer, expr: ir.If) -> Reason:
    taken, other = (expr.then, expr.otherwise) if at.value(expr.condition) else (expr.otherwise, expr.then)
    found = at.reason(taken)
    if found.weight == ABSENT and at.holds(other):
        return Reason(BRANCHED, "", expr.condition.span)
    return found


def _each(at: Tracer, expr: ir.Each) -> Reason:
    """The item is in the source but not in the list, so the condition does not hold for it."""
    local, source = expr.binders[-1]
    mine = is_get(expr.element, local)
    if not mine or len(expr.binders) > 1 or not at.holds(source):
        return at.reason(source)
    at.s[at.make.slot(local)] = at.item
    return explain_failure(at, expr.condition, expr.span)


def explain_failure(at: Tracer, condition: ir.Expr | None, span: Span) -> Reason:
    """The part of a condition that does not hold, in the words of the function it calls."""
    if condition is None:
        return Reason(FAILED, "", span)
    if isinstance(condition, ir.Op) and condition.op == "and":
        part = next((each for each in condition.arguments if not at.value(each)), condition)
        if part is not condition:
            return explain_failure(at, part, span)
    if isinstance(condition, ir.Call) and (rung := refusing(at, condition)) is not None:
        return Reason(SAID, at.say(rung.reason), rung.span, rung.tags)
    calls = [at.make.program.game.fns.get(node.fn) for node in walk(condition) if isinstance(node, ir.Call)]
    told = next((fn for fn in calls if fn is not None and fn.tags), None)
    span, tags = (told.span, told.tags) if told is not None else (condition.span, ())
    own = at.of_call(condition)
    text = f"only if: {own}" if own else unmet(at, condition)
    return Reason(FAILED, text, span, tags)


def refusing(at: Tracer, call: ir.Call) -> ir.Rung | None:
    """In a function that is a ladder of booleans: the line that says no, if it has words."""
    fn = at.make.program.game.fns.get(call.fn)
    if fn is None:
        return None
    body, slots = fn.body, list(at.s)
    for param, argument in zip(fn.params, [at.value(each) for each in call.arguments]):
        at.s[at.make.slot(param)] = argument
    at.bound.update(zip(fn.params, call.arguments))
    while isinstance(body, ir.Let):
        at.s[at.make.slot(body.local)] = at.value(body.value)
        at.bound[body.local] = body.value
        body = body.body
    rung = holding_rung(at, body) if isinstance(body, ir.Rungs) else None
    if rung is not None and at.say(rung.reason) and not at.value(rung.value):
        return rung
    at.s[:] = slots
    return None


def _op(at: Tracer, expr: ir.Op) -> Reason:
    parts = expr.arguments if expr.op == "join" else expr.arguments[:1]
    found = [at.reason(part) for part in parts]
    return max(found, key=lambda each: each.weight) if found else Reason(ABSENT, "", expr.span)


FOLLOW: dict[type, Any] = {
    ir.Call: _call,
    ir.Let: _let,
    ir.Reveal: _reveal,
    ir.Get: _local,
    ir.Rungs: _rungs,
    ir.If: _if,
    ir.Each: _each,
    ir.Op: _op,
}
