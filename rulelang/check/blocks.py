"""Blocks: conditions and loops, and the facts known after them."""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.check.environment import Context
from rulelang.check.expressions import condition, expr, require_list
from rulelang.check.lints import lint_condition, lint_name
from rulelang.check.narrowing import facts_of
from rulelang.check.statements import FORMS, LEAVING, suite
from rulelang.check.typing import element
from rulelang.ir.types import INT, Type
from rulelang.syntax import nodes


def _if(ctx: Context, node: nodes.If, tags: ir.Tags) -> ir.Stmt:
    """Each branch starts with the facts from the conditions above it; facts that all branches end with are known
    afterwards.
    """
    branches: list[tuple[ir.Expr, ir.Suite]] = []
    ends: list[dict[Any, Type]] = []
    start = ctx.facts
    heads: tuple[Any, ...] = (node, *node.elifs)
    for each in heads:
        test = condition(ctx, each.condition)
        lint_condition(ctx, test)
        after_test = ctx.facts
        ctx.facts = {**after_test, **facts_of(test, True)}
        branches.append((test, suite(ctx, each.body)))
        if not leaves(each.body):
            ends.append(ctx.facts)
        ctx.facts = {**after_test, **facts_of(test, False)}
    otherwise: ir.Suite = ()
    if node.otherwise is not None:
        otherwise = suite(ctx, node.otherwise.body)
        if not leaves(node.otherwise.body):
            ends.append(ctx.facts)
    else:
        ends.append(ctx.facts)
    ctx.facts = intersect(ends) if ends else start
    return ir.Branch(node.span, tags, tuple(branches), otherwise)


def leaves(body: nodes.Suite) -> bool:
    """Whether a block never continues to what stands after it."""
    last = body.statements[-1] if body.statements else None
    inner = last.statement if isinstance(last, nodes.Line) else last
    return isinstance(inner, LEAVING)


def intersect(ends: list[dict[Any, Type]]) -> dict[Any, Type]:
    return {key: type_ for key, type_ in ends[0].items() if all(end.get(key) == type_ for end in ends[1:])}


def loop_body(ctx: Context, body: nodes.Suite, test: ir.Expr | None = None) -> ir.Suite:
    """A body that may run again: facts about what it assigns do not hold at its start."""
    ctx.facts = {key: t for key, t in ctx.facts.items() if key not in writes_of(ctx, body)}
    before = ctx.facts
    ctx.facts = {**before, **(facts_of(test, True) if test is not None else {})}
    ctx.loops += 1
    made = suite(ctx, body)
    ctx.loops -= 1
    ctx.facts = intersect([before, ctx.facts])
    return made


def writes_of(ctx: Context, node: Any) -> set[tuple[str, object]]:
    """The locals and plain variables that a block may write."""
    if isinstance(node, nodes.Assign | nodes.Augment) and isinstance(node.target, nodes.Name):
        symbol = ctx.lookup(node.target.name)
        if symbol is None:
            return set()
        return {("local", symbol.local.number)} if symbol.local else {("var", symbol.name)}
    if isinstance(node, tuple):
        return set().union(*(writes_of(ctx, item) for item in node)) if node else set()
    if isinstance(node, nodes.Stmt | nodes.Suite | nodes.Elif | nodes.Else):
        fields = [getattr(node, field.name) for field in attrs.fields(type(node))]
        return set().union(*(writes_of(ctx, value) for value in fields))
    return set()


def _for(ctx: Context, node: nodes.For, tags: ir.Tags) -> ir.Stmt:
    source = require_list(ctx, expr(ctx, node.source))
    with ctx.block():
        lint_name(ctx, node.name)
        local = ctx.bind(node.name, element(source.type))
        test = condition(ctx, node.condition) if node.condition is not None else None
        lint_condition(ctx, test)
        body = loop_body(ctx, node.body, test)
    return ir.For(node.span, tags, local, source, test, body)


def _while(ctx: Context, node: nodes.While, tags: ir.Tags) -> ir.Stmt:
    ctx.facts = {key: t for key, t in ctx.facts.items() if key not in writes_of(ctx, node.body)}
    test, bound = condition(ctx, node.condition), expr(ctx, node.bound, INT)
    lint_condition(ctx, test)
    body = loop_body(ctx, node.body, test)
    ctx.facts = {**ctx.facts, **facts_of(test, False)}
    return ir.While(node.span, tags, test, bound, body)


def _repeat(ctx: Context, node: nodes.Repeat | nodes.RepeatAtMost, tags: ir.Tags) -> ir.Stmt:
    number = expr(ctx, node.number, INT)
    at_most = isinstance(node, nodes.RepeatAtMost)
    return ir.Repeat(node.span, tags, number, at_most, loop_body(ctx, node.body))


def _repeat_on(ctx: Context, node: nodes.RepeatOn, tags: ir.Tags) -> ir.Stmt:
    """A loop without a number: a table limit ends it."""
    number = ir.Lit(INT, node.span, ir.ENDLESS)
    return ir.Repeat(node.span, tags, number, True, loop_body(ctx, node.body))


def _together(ctx: Context, node: nodes.Together, tags: ir.Tags) -> ir.Stmt:
    return ir.Together(node.span, tags, suite(ctx, node.body))


FORMS.update(
    {
        nodes.If: _if,
        nodes.For: _for,
        nodes.While: _while,
        nodes.Repeat: _repeat,
        nodes.RepeatAtMost: _repeat,
        nodes.RepeatOn: _repeat_on,
        nodes.Together: _together,
    }
)
