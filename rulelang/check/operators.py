"""Operators: conditions, comparisons, membership, ranges and arithmetic."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.check.environment import Context, lit, seat_literal
from rulelang.check.expressions import FORMS, as_list, condition, expr, fit, require_list, single, unknown, values_of
from rulelang.check.lints import lint_order
from rulelang.check.lists import common
from rulelang.check.narrowing import facts_of
from rulelang.check.typing import combine, comparable, element, fits, is_ordered, join
from rulelang.ir.types import (
    BOOL,
    INT,
    SEAT,
    UNKNOWN,
    Bool,
    Enum,
    Int,
    List,
    Map,
    Optional,
    Piece,
    Seat,
    Tuple,
    Type,
    Unknown,
    Zone,
    bare,
)
from rulelang.syntax import nodes


def _if(ctx: Context, node: nodes.IfExpr, want: Type | None) -> ir.Expr:
    test = condition(ctx, node.condition)
    with ctx.knowing(facts_of(test, True)):
        then = expr(ctx, node.then, want)
    with ctx.knowing(facts_of(test, False)):
        otherwise = expr(ctx, node.otherwise, want)
    if want is None:
        type_ = common(ctx, (then, otherwise))
        if isinstance(type_, List):
            then, otherwise = as_list(then), as_list(otherwise)
    else:
        type_ = join(then.type, otherwise.type) or want
    return ir.If(type_, node.span, test, then, otherwise)


def _or(ctx: Context, node: nodes.OrExpr, want: Type | None) -> ir.Expr:
    left = expr(ctx, node.left)
    if isinstance(left.type, Optional):
        right = expr(ctx, node.right, want or left.type.of)
        type_ = join(left.type.of, right.type) or UNKNOWN
        return ir.Op(type_, node.span, "default", (left, right))
    if not isinstance(left.type, Bool | Unknown):
        ctx.report("R344", left.span, have=left.type)
        return unknown(node.span)
    with ctx.knowing(facts_of(left, False)):
        right = condition(ctx, node.right)
    return ir.Op(BOOL, node.span, "or", (left, right))


def _and(ctx: Context, node: nodes.AndExpr, want: Type | None) -> ir.Expr:
    left = condition(ctx, node.left)
    with ctx.knowing(facts_of(left, True)):
        right = condition(ctx, node.right)
    return ir.Op(BOOL, node.span, "and", (left, right))


def _not(ctx: Context, node: nodes.NotExpr, want: Type | None) -> ir.Expr:
    return ir.Op(BOOL, node.span, "not", (condition(ctx, node.value),))


COMPARE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def _compare(ctx: Context, node: nodes.Compare, want: Type | None) -> ir.Expr:
    left, right = pair(ctx, node.left, node.right)
    op = COMPARE[str(node.op)]
    if op in ("eq", "ne"):
        if isinstance(bare(left.type), List | Zone) or isinstance(bare(right.type), List | Zone):
            left, right = values_of(as_list(left)), values_of(as_list(right))
        ok = comparable(left.type, right.type)
        lint_order(ctx, node, (left, right))
    else:
        ok = is_ordered(left.type) and is_ordered(right.type) and comparable(left.type, right.type)
    if not ok:
        code = "R316" if comparable(left.type, right.type) else "R317"
        ctx.report(code, node.span, left=left.type, right=right.type, op=node.op, help=suggest_unquoted(left, right))
    elif op == "eq" and _apart(left.type, right.type):
        ctx.report("R401", node.span, left=left.type, right=right.type)
    return ir.Op(BOOL, node.span, op, (left, right))


def suggest_unquoted(left: ir.Expr, right: ir.Expr) -> str:
    """`c.color == "red"`: members of an enum are written without quotes."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one.type, Enum) and isinstance(other, ir.Lit) and isinstance(other.value, str):
            return f"Write it without quotes: `{other.value}`."
    return ""


def _apart(a: Type, b: Type) -> bool:
    """Whether two ranges can never be equal."""
    return isinstance(a, Int) and isinstance(b, Int) and not fits(a, b)


def pair(ctx: Context, left: Any, right: Any) -> tuple[ir.Expr, ir.Expr]:
    """The two sides of a comparison; the side that needs no hint is checked first and gives its type to the other."""
    if isinstance(left, nodes.Name) and ctx.lookup(left.name) is None and seat_literal(str(left.name)) is None:
        second = expr(ctx, right)
        return _side(ctx, left, second), second
    first = expr(ctx, left)
    return first, _side(ctx, right, first)


def _side(ctx: Context, node: Any, other: ir.Expr) -> ir.Expr:
    """The other side: enum members and lists take their type from what they are compared with."""
    hint = bare(other.type)
    if isinstance(hint, Zone):
        hint = List(hint.of)
    if isinstance(node, nodes.Name) and isinstance(hint, Enum):
        return FORMS[type(node)](ctx, node, hint)
    if isinstance(node, nodes.List | nodes.IfExpr | nodes.Call) and isinstance(hint, List | Enum | Tuple):
        return FORMS[type(node)](ctx, node, hint if not isinstance(node, nodes.List) or _deep(hint) else None)
    return expr(ctx, node)


def _deep(hint: Type) -> bool:
    """Whether a type is a useful hint for the items of a list. Enums are; ranges would only restrict."""
    inner = element(hint)
    return isinstance(bare(inner), Enum) or (isinstance(inner, List) and _deep(inner))


def _in(ctx: Context, node: nodes.IsIn | nodes.NotIn, want: Type | None) -> ir.Expr:
    if isinstance(node.right, nodes.List) and not isinstance(node.left, nodes.Name):
        left = expr(ctx, node.left)
        right = require_list(ctx, _side(ctx, node.right, ir.Lit(List(left.type), node.span, None)))
    else:
        right = require_list(ctx, expr(ctx, node.right))
        inner = element(right.type)
        left = _side(ctx, node.left, ir.Lit(inner, node.span, None))
        if isinstance(node.right, nodes.List) and isinstance(left.type, Enum):
            right = require_list(ctx, _side(ctx, node.right, ir.Lit(List(left.type), node.span, None)))
    if not comparable(left.type, element(right.type)):
        ctx.report("R317", node.span, left=left.type, right=element(right.type), op="in")
    return ir.Op(BOOL, node.span, "in" if isinstance(node, nodes.IsIn) else "not_in", (left, right))


def _range(ctx: Context, node: nodes.SpanOf, want: Type | None) -> ir.Expr:
    low, high = expr(ctx, node.low, INT), expr(ctx, node.high, INT)
    type_ = Int(_low(low.type), _high(high.type))
    return ir.Op(List(type_), node.span, "range", (low, high))


def _low(type_: Type) -> int | None:
    return type_.low if isinstance(type_, Int) else None


def _high(type_: Type) -> int | None:
    return type_.high if isinstance(type_, Int) else None


BINARY = {"+": "add", "-": "sub", "*": "mul", "div": "div", "mod": "mod"}


def _binary(ctx: Context, node: nodes.Binary, want: Type | None) -> ir.Expr:
    op = BINARY[str(node.op)]
    left = expr(ctx, node.left)
    if isinstance(left.type, Unknown):
        expr(ctx, node.right)
        return left
    whole = isinstance(left.type, Map) and isinstance(want, Int)  # `points` where `points[p]` is meant
    if op in ("add", "sub") and not whole and not isinstance(left.type, Int | Unknown | Bool | Enum | Seat):
        return _list_sum(ctx, node, left, op)
    left = fit(ctx, left, INT)
    right = expr(ctx, node.right, INT)
    type_: Type = INT
    if isinstance(left.type, Int) and isinstance(right.type, Int):
        if op in ("add", "sub", "mul"):
            type_ = combine(op, left.type, right.type)
        elif op == "mod" and right.type.high is not None and (right.type.low or 0) > 0:
            type_ = Int(0, right.type.high - 1)
    return ir.Op(type_, node.span, op, (left, right))


def _list_sum(ctx: Context, node: nodes.Binary, left: ir.Expr, op: str) -> ir.Expr:
    left = require_list(ctx, left if not isinstance(left.type, Piece) else single(left))
    right = expr(ctx, node.right)
    right = require_list(ctx, right if not isinstance(right.type, Piece) else single(right))
    type_ = join(left.type, right.type) if op == "add" else left.type
    if type_ is None or (op == "sub" and not comparable(left.type, right.type)):
        ctx.report("R317", node.span, left=left.type, right=right.type, op=node.op)
        return unknown(node.span)
    return ir.Op(type_, node.span, "join" if op == "add" else "without", (left, right))


def _minus(ctx: Context, node: nodes.Minus, want: Type | None) -> ir.Expr:
    value = expr(ctx, node.value, INT)
    if isinstance(value, ir.Lit) and isinstance(value.value, int):
        return lit(-value.value, Int(-value.value, -value.value), node.span)
    low, high = _low(value.type), _high(value.type)
    return ir.Op(
        Int(None if high is None else -high, None if low is None else -low), node.span, "neg", (value,)
    )


def _reveal(ctx: Context, node: nodes.RevealValue, want: Type | None) -> ir.Expr:
    """A value that is revealed to all, or to a seat or a list of seats."""
    if not ctx.telling:
        ctx.report("R377", node.span)
    value = expr(ctx, node.value, want)
    to = expr(ctx, node.to) if node.to is not None else None
    if to is not None:
        to = fit(ctx, to, List(SEAT)) if isinstance(to.type, List) else single(fit(ctx, to, SEAT))
    return ir.Reveal(value.type, node.span, value, to)


def _after(ctx: Context, node: nodes.AfterRun, want: Type | None) -> ir.Expr:
    """A value as it would be after running something: present facts about variables may not hold then."""
    from rulelang.check.assignments import runnable

    telling, ctx.telling = ctx.telling, False
    found = runnable(ctx, node.target)
    with ctx.knowing({}):
        ctx.forget_shared()
        value = expr(ctx, node.value, want)
    ctx.telling = telling
    if found is None:
        return unknown(node.span)
    return ir.After(value.type, node.span, found[0].name, found[1], value)


FORMS.update(
    {
        nodes.IfExpr: _if,
        nodes.AfterRun: _after,
        nodes.RevealValue: _reveal,
        nodes.OrExpr: _or,
        nodes.AndExpr: _and,
        nodes.NotExpr: _not,
        nodes.Compare: _compare,
        nodes.IsIn: _in,
        nodes.NotIn: _in,
        nodes.SpanOf: _range,
        nodes.Binary: _binary,
        nodes.Minus: _minus,
    }
)
