"""Lists, tuples, comprehensions and ladders."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.base import limits
from rulelang.check.environment import Context, Key
from rulelang.check.expressions import FORMS, as_list, condition, expr, fit, require_list
from rulelang.check.lints import lint_name
from rulelang.check.messages import message
from rulelang.check.narrowing import facts_of
from rulelang.check.typing import element, is_ordered, join
from rulelang.ir.types import UNKNOWN, List, Tuple, Type, Zone, bare
from rulelang.syntax import nodes


def _list(ctx: Context, node: nodes.List, want: Type | None) -> ir.Expr:
    wanted = bare(want) if want else None
    inner = wanted.of if isinstance(wanted, List) else None
    if isinstance(node.items, nodes.Comprehension):
        return refuse_key(ctx, comprehension(ctx, node.items, inner))
    items = tuple(expr(ctx, item, inner) for item in node.items)
    type_ = common(ctx, items) if inner is None else inner
    return ir.ListOf(List(type_), node.span, items)


def common(ctx: Context, items: tuple[ir.Expr, ...]) -> Type:
    """The common type of all items."""
    type_: Type = UNKNOWN
    for item in items:
        both = join(type_, item.type)
        if both is None:
            ctx.report("R315", item.span, have=item.type, want=type_)
            return UNKNOWN
        type_ = both
    return type_


def _tuple(ctx: Context, node: nodes.Tuple, want: Type | None) -> ir.Expr:
    wanted = bare(want) if want else None
    parts = (node.first, *node.rest)
    wants = wanted.parts if isinstance(wanted, Tuple) and len(wanted.parts) == len(parts) else (None,) * len(parts)
    items = tuple(expr(ctx, part, each) for part, each in zip(parts, wants, strict=True))
    types = tuple(item.type for item in items)
    limits.check(sum(map(parts_within, types)), "members", node.span, "parts of a tuple")
    return ir.TupleOf(Tuple(types), node.span, items)


def parts_within(type_: Type) -> int:
    """How many values there are in one of this type; tuples in tuples may double with each line."""
    return sum(map(parts_within, type_.parts)) if isinstance(type_, Tuple) else 1


def comprehension(ctx: Context, node: nodes.Comprehension, want: Type | None = None) -> ir.Each:
    """`E for x in S where C by K`."""
    with ctx.block(), ctx.allow_reveal(False):
        bound = tuple(binder(ctx, each) for each in node.binders)
        test = condition(ctx, node.condition) if node.condition is not None else None
        with ctx.knowing(facts_of(test, True) if test else {}):
            if node.element is not None:
                value = expr(ctx, node.element, want)
            else:
                last = bound[-1][0]
                known = ctx.facts.get(("local", last.number), last.type)
                value = ir.Get(known, node.binders[-1].name.span, last)
                value = fit(ctx, value, want) if want is not None else value
            key = expr(ctx, node.key) if node.key is not None else None
    if key is not None and not is_ordered(key.type):
        ctx.report("R318", key.span, have=key.type)
    if isinstance(value.type, Zone):
        value = as_list(value)
    return ir.Each(List(value.type), node.span, bound, test, value, key)


def refuse_key(ctx: Context, made: ir.Each) -> ir.Each:
    """`by` is a key for comparing: only built-ins that compare accept it."""
    if made.key is not None:
        ctx.report("R376", made.key.span)
    return made


def binder(ctx: Context, node: nodes.Binder) -> tuple[ir.Local, ir.Expr]:
    source = require_list(ctx, expr(ctx, node.source))
    return ctx.bind(node.name, element(source.type)), source


def ladder(ctx: Context, node: nodes.Ladder, want: Type | None) -> ir.Expr:
    """Lets, then rungs; each rung knows that the ones above did not hold."""
    with ctx.block():
        bound = []
        for each in node.lets:
            value = as_list(expr(ctx, each.value))
            lint_name(ctx, each.name)
            bound.append((ctx.bind(each.name, value.type), value))
        return _with_lets(bound, _rungs(ctx, node, want))


def _rungs(ctx: Context, node: nodes.Ladder, want: Type | None) -> ir.Expr:
    rungs: list[ir.Rung] = []
    known: dict[Key, Type] = {}
    for each in node.rungs:
        with ctx.knowing(known):
            test = condition(ctx, each.condition)
            with ctx.knowing(facts_of(test, True)):
                value = expr(ctx, each.value, want)
                reason = message(ctx, each.reason)
        rungs.append(ir.Rung(test, value, reason, each.tags, each.span))
        known = {**known, **facts_of(test, False)}
    with ctx.knowing(known):
        last = expr(ctx, node.otherwise.value, want)
        reason = message(ctx, node.otherwise.reason)
    if want is None:
        type_ = common(ctx, (*(rung.value for rung in rungs), last))
    else:
        type_ = want
    return ir.Rungs(type_, node.span, tuple(rungs), last, reason, node.otherwise.tags)


def _with_lets(bound: list[tuple[ir.Local, ir.Expr]], body: ir.Expr) -> ir.Expr:
    for local, value in reversed(bound):
        body = ir.Let(body.type, body.span, local, value, body)
    return body


def value_of(ctx: Context, node: Any, want: Type | None) -> ir.Expr:
    """The value of a function or binding: an expression or a ladder."""
    if isinstance(node, nodes.Ladder):
        return ladder(ctx, node, want)
    return expr(ctx, node, want)


def _comprehension(ctx: Context, node: nodes.Comprehension, want: Type | None) -> ir.Expr:
    wanted = bare(want) if want else None
    return comprehension(ctx, node, wanted.of if isinstance(wanted, List) else None)


FORMS.update({nodes.List: _list, nodes.Tuple: _tuple, nodes.Comprehension: _comprehension})
