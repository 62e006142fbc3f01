"""Assigning and running: `x = e`, `let`, `+=`, `swap`, `run`, `original`, and the statements that leave a block."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.frozen import Frozen, frozen
from rulelang.check.declared_types import resolve
from rulelang.check.environment import Context, Symbol
from rulelang.check.expressions import as_list, condition, expr, fit, require_list, unknown
from rulelang.check.lints import lint_name
from rulelang.check.messages import message
from rulelang.check.postfix import arguments, check_arguments_only, indexes
from rulelang.check.statements import FORMS
from rulelang.check.typing import element
from rulelang.ir.types import INT, SEAT, UNKNOWN, Int, List, Type, Unknown, bare
from rulelang.syntax import nodes


def _let(ctx: Context, node: nodes.Let, tags: ir.Tags) -> ir.Stmt:
    return bind_value(ctx, node, node.name, None, node.value, tags, mutable=False)


def _local_var(ctx: Context, node: nodes.LocalVar, tags: ir.Tags) -> ir.Stmt:
    want = resolve(ctx, node.type) if node.type is not None else None
    return bind_value(ctx, node, node.name, want, node.value, tags, mutable=True)


def bind_value(
    ctx: Context, node: Any, name: nodes.Word, want: Type | None, value: Any, tags: ir.Tags, mutable: bool
) -> ir.Stmt:
    made = right_side(ctx, value, want)
    if isinstance(made, ir.Expr):
        made = as_list(made)
    type_ = want or widen(value_type(ctx, made), mutable)
    lint_name(ctx, name)
    local = ctx.bind(name, type_, mutable=mutable)
    if want is not None and isinstance(made, ir.Expr):
        learn(ctx, ("local", local.number), made.type, want)
    return store(ctx, node, ir.LocalTarget(local), made, tags)


def widen(type_: Type, mutable: bool) -> Type:
    """A mutable variable keeps the type of its first value, but not its range."""
    return INT if mutable and isinstance(type_, Int) else type_


@frozen
class Effect(Frozen):
    """A right side that runs something: builds the statement once its target is known."""

    type: Type
    make: Callable[[ir.Target], ir.Stmt]


def value_type(ctx: Context, made: ir.Expr | Effect) -> Type:
    return made.type


def right_side(ctx: Context, node: Any, want: Type | None) -> ir.Expr | Effect:
    if isinstance(node, nodes.RunValue):
        return run_value(ctx, node, want)
    if isinstance(node, nodes.Random):
        choices_ = require_list(ctx, expr(ctx, node.choices, List(want) if want is not None else None))
        return Effect(element(choices_.type), lambda to: ir.Draw(node.span, (), to, choices_, None))
    if isinstance(node, nodes.OrRandom):
        return or_random(ctx, node, want)
    return expr(ctx, node, want)


def or_random(ctx: Context, node: nodes.OrRandom, want: Type | None) -> Effect:
    first = expr(ctx, node.given)
    inner = bare(first.type)
    choices_ = require_list(ctx, expr(ctx, node.choices, List(want or inner)))
    return Effect(inner, lambda to: ir.Draw(node.span, (), to, choices_, first))


def run_value(ctx: Context, node: nodes.RunValue, want: Type | None) -> ir.Expr | Effect:
    if isinstance(node.target, nodes.Original):
        return run_original(ctx, node.target)
    found = runnable(ctx, node.target)
    if found is None:
        return unknown(node.span)
    symbol, args = found
    if symbol.type == UNKNOWN and symbol.decl != "unknown result":
        ctx.report("R332", node.span, name=symbol.name)
        return unknown(node.span)
    ctx.forget_shared()
    return Effect(symbol.type, lambda to: ir.Run(node.span, (), symbol.name, args, to))


def run_original(ctx: Context, node: nodes.Original) -> ir.Expr | Effect:
    """`let w = run original`: the result of the replaced step."""
    if ctx.original is None:
        ctx.report("R303", node.span)
        return unknown(node.span)
    made = ctx.original(ctx, node.span)
    if ctx.result is None or not isinstance(made, tuple) or len(made) != 1 or not isinstance(made[0], ir.Run):
        ctx.report("R332", node.span, name="original")
        return unknown(node.span)
    ctx.forget_shared()
    return Effect(ctx.result, lambda to: attrs.evolve(made[0], into=to))


def store(ctx: Context, node: Any, target: ir.Target, made: ir.Expr | Effect, tags: ir.Tags) -> ir.Stmt:
    if isinstance(made, Effect):
        return attrs.evolve(made.make(target), span=node.span, tags=tags)
    return ir.Assign(node.span, tags, target, made)


def learn(ctx: Context, key: tuple[str, object], have: Type, want: Type) -> None:
    """After an assignment of a value, an optional is known to have one."""
    ctx.forget(key)
    if have != want and bare(want) != want and bare(have) == have and not isinstance(have, Unknown):
        ctx.facts = {**ctx.facts, key: bare(want)}
        if str(have) == "none":
            ctx.forget(key)


def _assign(ctx: Context, node: nodes.Assign, tags: ir.Tags) -> ir.Stmt | None:
    found = target(ctx, node.target)
    if found is None:
        right_side(ctx, node.value, None)
        return None
    to, type_ = found
    made = right_side(ctx, node.value, type_)
    if isinstance(made, Effect):
        fit(ctx, ir.Lit(made.type, node.value.span, None), type_)
    if isinstance(to, ir.LocalTarget):
        learn(ctx, ("local", to.local.number), made.type, type_)
    elif isinstance(to, ir.VarTarget) and not to.indexes:
        learn(ctx, ("var", to.var), made.type, type_)
    return store(ctx, node, to, made, tags)


def target(ctx: Context, node: Any) -> tuple[ir.Target, Type] | None:
    """The target of a write, and the type that it takes."""
    name = node.value if isinstance(node, nodes.Index) else node
    if not isinstance(name, nodes.Name):
        ctx.report("R330", node.span, help=suggest_index(ctx, node))
        return None
    symbol = ctx.lookup(name.name)
    if symbol is None:
        new = f"If it is new here, write `var {node.span.text} = …`." if isinstance(node, nodes.Name) else ""
        ctx.unknown_name(name.name, "variable", writable(ctx), new)
        return None
    if symbol.faulty:
        return None
    if symbol.local is not None and isinstance(node, nodes.Name):
        if not symbol.mutable:
            also = [(symbol.span, "made here")] if symbol.span else []
            ctx.report("R331", node.span, name=name.name, also=also)
            return None
        return ir.LocalTarget(symbol.local), symbol.type
    if symbol.kind != "var":
        code = {"resource": "R348", "zone": "R349"}.get(symbol.kind, "R333")
        ctx.report(code, node.span, kind=symbol.kind, name=name.name)
        return None
    return var_target(ctx, node, symbol)


def suggest_index(ctx: Context, node: Any) -> str:
    """`points(p)` and `p.points`, which are `points[p]`."""
    name, key = (node.function, node.arguments) if isinstance(node, nodes.Call) else (None, ())
    if isinstance(node, nodes.Field):
        name, key = nodes.Name(node.name.span, node.name), (node.value,)
    symbol = ctx.lookup(name.name) if isinstance(name, nodes.Name) else None
    if symbol is None or symbol.kind != "var" or not isinstance(key, tuple) or len(key) != 1 or name is None:
        return ""
    return f"Write `{symbol.name}[{key[0].span.text}]`."


def writable(ctx: Context) -> list[str]:
    return [
        name for table in ctx.symbols for name, s in table.items() if s.kind == "var" or (s.local and s.mutable)
    ]


def var_target(ctx: Context, node: Any, symbol: Symbol) -> tuple[ir.Target, Type] | None:
    symbol.uses += 1
    if isinstance(node, nodes.Index):
        keys = indexes(ctx, node, symbol.indexes, symbol.name)
        return (ir.VarTarget(symbol.name, keys), symbol.type) if keys is not None else None
    if symbol.indexes and ctx.testing:
        return ir.VarWhole(symbol.name), List(symbol.type)
    if symbol.indexes:
        ctx.report("R307", node.span, name=symbol.name, want=len(symbol.indexes), have=0)
        return None
    return ir.VarTarget(symbol.name, ()), symbol.type


def _augment(ctx: Context, node: nodes.Augment, tags: ir.Tags) -> ir.Stmt | None:
    found = target(ctx, node.target)
    if found is None:
        return None
    to, type_ = found
    old = expr(ctx, node.target)
    more = expr(ctx, node.value, INT)
    if not isinstance(type_, Int | Unknown):
        ctx.report("R310", node.target.span, have=type_, want=INT)
        return None
    op = "add" if node.op == "+=" else "sub"
    return ir.Assign(node.span, tags, to, ir.Op(INT, node.span, op, (old, more)))


def _swap(ctx: Context, node: nodes.Swap, tags: ir.Tags) -> ir.Stmt | None:
    places = [each.span.text for each in (node.left, node.right) if is_zone(ctx, each)]
    if len(places) == 2:
        one, other = places
        ctx.report("R349", node.span, name=one, help=f"Write `move {one} to {other}, {other} to {one}`.")
        return None
    left, right = target(ctx, node.left), target(ctx, node.right)
    if left is None or right is None:
        return None
    return ir.SwapValues(node.span, tags, left[0], right[0])


def is_zone(ctx: Context, node: Any) -> bool:
    name = node.value if isinstance(node, nodes.Index) else node
    symbol = ctx.lookup(name.name) if isinstance(name, nodes.Name) else None
    return symbol is not None and symbol.kind == "zone"


# ---------------------------------------------------------------- running


def runnable(ctx: Context, node: Any) -> tuple[Symbol, tuple[ir.Expr, ...]] | None:
    """What a `run` names, with its arguments."""
    name = node.function if isinstance(node, nodes.Call) else node
    if not isinstance(name, nodes.Name):
        ctx.report("R334", node.span)
        return None
    symbol = ctx.lookup(name.name)
    kinds = ("phase", "step", "instance", "setup", "play")
    if symbol is None:
        names = [n for table in ctx.symbols for n, s in table.items() if s.kind in kinds]
        ctx.unknown_name(name.name, "phase or step", names)
        return None
    if symbol.faulty:
        symbol.uses += 1
        check_arguments_only(ctx, node)
        return None
    if symbol.kind not in kinds:
        ctx.report("R335", node.span, kind=symbol.kind, name=name.name)
        return None
    symbol.uses += 1
    return symbol, arguments(ctx, node, symbol.params, symbol.name)


def _run(ctx: Context, node: nodes.Run, tags: ir.Tags) -> list[ir.Stmt]:
    made: list[ir.Stmt] = []
    for each in node.targets:
        found = runnable(ctx, each)
        if found is not None:
            made.append(ir.Run(each.span, tags, found[0].name, found[1], None))
        ctx.forget_shared()
    return made


def _original(ctx: Context, node: nodes.OriginalStmt, tags: ir.Tags) -> ir.Stmt | None:
    if ctx.original is None:
        ctx.report("R303", node.span)
        return None
    made: ir.Suite = ctx.original(ctx, node.span)
    return ir.Original(node.span, tags, made)


# ---------------------------------------------------------------- leaving


def _return(ctx: Context, node: nodes.Return, tags: ir.Tags) -> ir.Stmt | None:
    if ctx.result is None and node.value is not None:
        what = "A phase" if ctx.kind in ("phase", "setup", "play") else "" if ctx.kind else "An action"
        step = f"{what} gives no value: set a variable, and leave with `return` alone." if what else ""
        ctx.report("R341", node.span, help=step)
        return None
    if ctx.result is not None and node.value is None:
        ctx.report("R342", node.span, want=ctx.result)
        return None
    value = expr(ctx, node.value, ctx.result) if node.value is not None else None
    return ir.Return(node.span, tags, value)


def _break(ctx: Context, node: nodes.Break, tags: ir.Tags) -> ir.Stmt | None:
    if ctx.loops == 0:
        ctx.report("R343", node.span)
        return None
    return ir.Break(node.span, tags)


def _stop(ctx: Context, node: nodes.Stop, tags: ir.Tags) -> ir.Stmt:
    return ir.Stop(node.span, tags)


def _nothing(ctx: Context, node: nodes.Nothing, tags: ir.Tags) -> None:
    return None


def _hole(ctx: Context, node: nodes.Hole, tags: ir.Tags) -> None:
    return None


def _end_game(ctx: Context, node: nodes.EndGame, tags: ir.Tags) -> ir.Stmt:
    winners = expr(ctx, node.winners, List(SEAT)) if node.winners is not None else None
    return ir.EndGame(node.span, tags, winners)


def _note(ctx: Context, node: nodes.Note, tags: ir.Tags) -> ir.Stmt:
    text = message(ctx, node.text)
    assert text is not None
    return ir.Note(node.span, tags, text)


def _require(ctx: Context, node: nodes.Require, tags: ir.Tags) -> ir.Stmt:
    return ir.Require(node.span, tags, condition(ctx, node.condition), message(ctx, node.text))


FORMS.update(
    {
        nodes.Let: _let,
        nodes.LocalVar: _local_var,
        nodes.Assign: _assign,
        nodes.Augment: _augment,
        nodes.Swap: _swap,
        nodes.Run: _run,
        nodes.OriginalStmt: _original,
        nodes.Return: _return,
        nodes.Break: _break,
        nodes.Stop: _stop,
        nodes.Nothing: _nothing,
        nodes.Hole: _hole,
        nodes.EndGame: _end_game,
        nodes.Note: _note,
        nodes.Require: _require,
    }
)
