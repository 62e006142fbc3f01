"""Rules: functions, phases and steps, menus, scores, the winner, endings and invariants."""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.base.source import Span
from rulelang.check.calls import callees_of
from rulelang.check.declared_types import resolve
from rulelang.check.environment import Context, Symbol, World
from rulelang.check.expressions import condition, expr
from rulelang.check.lints import lint_condition
from rulelang.check.lists import binder, value_of
from rulelang.check.messages import message
from rulelang.check.statements import suite
from rulelang.check.typing import is_ordered
from rulelang.ir.types import BOOL, INT, SEAT, UNKNOWN, Enum, Int, List, Map, Type, Unknown, Zone, bare
from rulelang.ir.walk import walk
from rulelang.syntax import nodes

RUNNABLE = (nodes.Step, nodes.Phase, nodes.Setup, nodes.Play)


def text_of(node: Any) -> str:
    return str(node.text) if getattr(node, "text", None) is not None else ""


def params_of(ctx: Context, node: Any) -> tuple[Type, ...]:
    return tuple(resolve(ctx, param.type) for param in getattr(node, "params", ()))


def inner(ctx: Context, node: Any, **changes: Any) -> tuple[Context, tuple[ir.Local, ...]]:
    """A context for the body of a declaration, with its parameters bound."""
    child = ctx.child(keep=True, instance=ctx.instance, **changes)
    return child, tuple(child.bind(p.name, resolve(ctx, p.type)) for p in getattr(node, "params", ()))


def read(params: tuple[ir.Local, ...], span: Span) -> tuple[ir.Expr, ...]:
    return tuple(ir.Get(param.type, span, param) for param in params)


# ---------------------------------------------------------------- functions


def fn(ctx: Context, node: nodes.Fn, symbol: Symbol) -> None:
    child, params = inner(ctx, node)
    old = ctx.world.originals.get(id(node))
    if isinstance(old, nodes.Fn):
        child.original = original_fn(ctx, old, Symbol("fn", symbol.name + "'", resolve(ctx, old.type)), params)
    body = value_of(child, node.value, symbol.type)
    ctx.world.fns[symbol.name] = ir.Fn(symbol.name, params, body, text_of(node), node.tags, node.span)


def original_fn(ctx: Context, old: nodes.Fn, symbol: Symbol, params: tuple[ir.Local, ...]) -> Any:
    """`original` in a function calls the replaced one with the same arguments."""
    fn(ctx, old, symbol)
    return lambda _ctx, span: ir.Call(symbol.type, span, symbol.name, read(params, span))


# ---------------------------------------------------------------- phases and steps

KINDS: dict[type, str] = {
    nodes.Step: "step", nodes.Phase: "phase", nodes.Setup: "setup", nodes.Play: "play",
}  # fmt: skip


def proc(ctx: Context, node: Any, symbol: Symbol, kept: str = "") -> None:
    result = resolve(ctx, node.type) if getattr(node, "type", None) is not None else None
    child, params = inner(ctx, node, result=result, kind=KINDS[type(node)])
    old = ctx.world.originals.get(id(node))
    if isinstance(old, RUNNABLE):
        child.original = original_proc(ctx, old, symbol.name + "'", params, kept or symbol.name)
    with child.allow_reveal(True):
        until = condition(child, node.until) if getattr(node, "until", None) is not None else None
    body = suite(child, node.body)
    ctx.world.procs[symbol.name] = ir.Proc(
        symbol.name, KINDS[type(node)], params, until, body, result, text_of(node), node.tags, node.span, kept
    )


def original_proc(ctx: Context, old: Any, name: str, params: tuple[ir.Local, ...], declared: str) -> Any:
    """`original` in a phase or step runs the replaced one with the same arguments."""
    proc(ctx, old, Symbol(KINDS[type(old)], name), declared)
    return lambda _ctx, span: (ir.Run(span, (), name, read(params, span), None),)


def weave(ctx: Context, node: Any, name: str, befores: list[nodes.Suite], afters: list[nodes.Suite]) -> None:
    """`before` and `after`: wrap the procedure so that it runs them around its old body. `node` gives its
    parameters.
    """
    old = ctx.world.procs[name]
    hidden = name + "~"
    ctx.world.procs[hidden] = attrs.evolve(old, name=hidden, kept=old.declared)
    child = ctx.child(kind=old.kind)
    written = {str(param.name): param.name for param in getattr(node, "params", ())}
    params = tuple(child.bind(written[param.name], param.type) for param in old.params)
    first = tuple(s for each in befores for s in suite(child, each))
    into = child.bind("result", old.result) if old.result is not None else None
    target = ir.LocalTarget(into) if into is not None else None
    last = tuple(s for each in afters for s in suite(child, each))
    run = ir.Run(old.span, old.tags, hidden, read(params, old.span), target)
    ends = (ir.Return(old.span, (), ir.Get(into.type, old.span, into)),) if into is not None else ()
    body = (*first, run, *last, *ends)
    ctx.world.procs[name] = ir.Proc(
        name, "step" if old.kind in ("phase", "mechanism") else old.kind, params, None, body, old.result, old.text, (),
        old.span,
    )  # fmt: skip


# ---------------------------------------------------------------- menus


def menu(ctx: Context, node: nodes.Menu, symbol: Symbol) -> None:
    child, params = inner(ctx, node)
    key = expr(child, node.key) if node.key is not None else None
    test = condition(child, node.condition) if node.condition is not None else None
    actions = tuple(action(child, each, key) for each in node.actions if isinstance(each, nodes.Action))
    for each in node.actions:
        if isinstance(each, nodes.Action):
            ctx.world.declare_part("action", symbol.name, each.name, UNKNOWN)
    _names_once(ctx, node)
    last = suite(child, node.finally_.body) if node.finally_ is not None else ()
    ctx.world.menus[symbol.name] = ir.Menu(
        symbol.name, params, key, test, actions, last, text_of(node), node.tags, node.span
    )


def _names_once(ctx: Context, node: nodes.Menu) -> None:
    seen: dict[str, nodes.Word] = {}
    for each in node.actions:
        if isinstance(each, nodes.Action):
            if str(each.name) in seen:
                also = [(seen[str(each.name)].span, "declared first here")]
                ctx.report("R206", each.name.span, kind="action", name=each.name, also=also)
            seen[str(each.name)] = each.name


def action(ctx: Context, node: nodes.Action, key: ir.Expr | None) -> ir.Action:
    with ctx.block():
        value = action_key(ctx, node, key)
        binders = tuple(binder(ctx, each) for each in node.binders)
        guard = condition(ctx, node.guard.condition) if node.guard is not None else None
        lint_condition(ctx, guard)
        reason = message(ctx, node.guard.reason) if node.guard is not None else None
        label = message(ctx, node.label)
        old = ctx.world.originals.get(id(node))
        if isinstance(old, nodes.Action):
            ctx.original = original_action(node, old)
        body = suite(ctx, node.body)
        ctx.original = None
    return ir.Action(str(node.name), value, binders, guard, reason, label, body, node.tags, node.span)


def original_action(node: nodes.Action, old: nodes.Action) -> Any:
    """The replaced action, with its own names for the same binders; its `original` is the one that it replaced
    in turn.
    """

    def build(ctx: Context, span: Span) -> ir.Suite:
        older, mine = ctx.world.originals.get(id(old)), ctx.original
        ctx.original = original_action(old, older) if isinstance(older, nodes.Action) else None
        with ctx.block():
            for own, theirs in zip(node.binders, old.binders, strict=False):
                symbol = ctx.lookup(own.name)
                if symbol is not None:
                    ctx.symbols[-1][str(theirs.name)] = symbol
            body = suite(ctx, old.body)
        ctx.original = mine
        return body

    return build


def action_key(ctx: Context, node: nodes.Action, key: ir.Expr | None) -> object | None:
    """In a menu `by` a key: the member that this action belongs to."""
    name = node.key or node.name
    if key is None:
        if node.key is not None:
            ctx.report("R354", node.key.span, name=node.name)
        return None
    type_ = bare(key.type)
    if isinstance(type_, Unknown):
        return None
    if not isinstance(type_, Enum):
        ctx.report("R355", key.span, have=type_)
        return None
    members = ctx.world.enums[type_.name].members
    if str(name) not in members:
        from rulelang.diagnostics import nearest

        close = nearest(str(name), members)
        help_ = f"did you mean `{close}`?" if close else f"write `{name} for MEMBER` with a member of {type_.name}"
        ctx.report("R356", name.span, name=name, enum=type_.name, help=help_)
        return None
    ctx.world.mention_part(type_.name, name)
    return members.index(str(name)) + 1


# ---------------------------------------------------------------- scoring and ending


def score(ctx: Context, node: nodes.Score, symbol: Symbol) -> ir.Score:
    child = ctx.child(telling=True)
    seat = child.bind(node.seat, SEAT)
    lines = [score_line(child, each) for each in node.lines if isinstance(each, nodes.ScoreLine)]
    into = None
    if node.into is not None:
        into = score_target(ctx, node.into)
    ctx.world.fns[symbol.name] = ir.Fn(
        symbol.name, (seat,), total(lines, node.span), text_of(node), node.tags, node.span
    )
    return ir.Score(str(node.name), seat, into, tuple(lines), text_of(node), node.tags, node.span)


def score_line(ctx: Context, node: nodes.ScoreLine) -> ir.ScoreLine:
    old = ctx.world.originals.get(id(node))
    if isinstance(old, nodes.ScoreLine):
        before = score_line(ctx, old)
        ctx.original = lambda _ctx, _span: total([before], old.span)
    value = expr(ctx, node.value, INT)
    test = condition(ctx, node.condition) if node.condition is not None else None
    ctx.original = None
    return ir.ScoreLine(str(node.label), value, test, node.tags, node.span)


def total(lines: list[ir.ScoreLine], span: Span) -> ir.Expr:
    """The sum of the lines whose condition holds."""
    nothing = ir.Lit(INT, span, 0)
    result: ir.Expr = nothing
    for line in lines:
        value = line.value if line.condition is None else ir.If(INT, line.span, line.condition, line.value, nothing)
        result = value if result is nothing else ir.Op(INT, span, "add", (result, value))
    return result


def score_target(ctx: Context, name: nodes.Word) -> str | None:
    symbol = ctx.lookup(name)
    if symbol is None or symbol.kind != "var":
        ctx.unknown_name(name, "variable", [n for n, s in ctx.symbols[0].items() if s.kind == "var"])
        return None
    if symbol.indexes != (SEAT,):
        ctx.report("R357", name.span, name=name)
        return None
    symbol.uses += 1
    return symbol.name


def countable(value: ir.Expr, seat: str) -> str:
    """A hint where a list stands and a number is expected."""
    written = value.span.text
    if isinstance(value.type, Map):
        return f"Say whose it is: `{written}[{seat}]`."
    return f"Write `count({written})` for how many there are." if isinstance(value.type, Zone | List) else ""


def winner(ctx: Context, node: nodes.Winner) -> ir.Winner:
    child = ctx.child()
    seat = child.bind(node.seat, SEAT)
    criteria = []
    for each in node.criteria:
        value = expr(child, each.value)
        if not is_ordered(value.type):
            ctx.report("R318", value.span, have=value.type, help=countable(value, str(node.seat)))
        criteria += [(isinstance(each, nodes.Most), part) for part in parts_of(value)]
    return ir.Winner(seat, tuple(criteria), text_of(node), node.tags, node.span)


def parts_of(value: ir.Expr) -> list[ir.Expr]:
    """`most (a, b)` is `most a then most b`."""
    return [part for item in value.items for part in parts_of(item)] if isinstance(value, ir.TupleOf) else [value]


def ending(ctx: Context, node: nodes.Ends) -> ir.Ending:
    return ir.Ending(expr(ctx.child(telling=True), node.condition, BOOL), text_of(node), node.tags, node.span)


def phase_names(ctx: Context) -> list[str]:
    return [name for name, symbol in ctx.symbols[0].items() if symbol.kind in ("phase", "step", "instance")]


def limit(ctx: Context, node: nodes.Limit) -> ir.Limit | None:
    """`end after N Phase`: the phase counts its runs, and ends the game instead of beginning once more than N times."""
    symbol = ctx.lookup(node.proc)
    if symbol is None or symbol.name not in ctx.world.procs or symbol.kind not in ("phase", "step", "instance"):
        ctx.unknown_name(node.proc, "phase", phase_names(ctx))
        return None
    number = expr(ctx, node.number, Int(1, None))
    winners = expr(ctx.child(telling=True), node.winners, List(SEAT)) if node.winners is not None else None
    span, runs, zero = node.span, f"{symbol.name}.runs", ir.Lit(INT, node.span, 0)
    ctx.world.vars[runs] = ir.VarType(runs, (), INT, None, None, zero, "open", "", (), span)
    count = ir.VarAt(INT, span, runs, ())
    last = ir.Op(BOOL, span, "ge", (count, number))
    told = ir.Note(span, (), ir.Message((text_of(node) or "The table limit is reached",)))
    over = ir.Branch(span, (), ((last, (told, ir.EndGame(span, node.tags, winners))),), ())
    more = ir.Op(INT, span, "add", (count, ir.Lit(Int(1, 1), span, 1)))
    begun = ir.Assign(span, (), ir.VarTarget(runs, ()), more)
    proc = ctx.world.procs[symbol.name]
    ctx.world.procs[symbol.name] = attrs.evolve(proc, body=(over, begun, *proc.body))
    return ir.Limit(symbol.name, number, runs, text_of(node), node.tags, span)


def counters(limits: tuple[ir.Limit, ...]) -> dict[str, ir.Appearance]:
    """Mark the counters as bookkeeping: nobody at the table counts, that is what the limit is for."""
    return {each.runs: ir.Appearance(bookkeeping=True) for each in limits}


def endless(world: World, limits: tuple[ir.Limit, ...]) -> None:
    """A loop without a number must run something with a table limit."""
    limited = {each.proc for each in limits}
    bodies = {name: set(callees_of(proc.body)) for name, proc in world.procs.items()}
    bodies |= {name: set(callees_of((menu.actions, menu.finally_))) for name, menu in world.menus.items()}
    for proc in list(world.procs.values()):
        for node in walk(proc.body):
            # A written number has bounds equal to itself, so even a very large one is not mistaken for ENDLESS.
            if isinstance(node, ir.Repeat) and node.number == ir.Lit(INT, node.span, ir.ENDLESS):
                met = waiting = set(callees_of(node.body))
                while waiting:
                    waiting = {other for name in waiting for other in bodies.get(name, ())} - met
                    met = met | waiting
                if not met & limited:
                    world.report("R396", node.span)


def end_as_draw(world: World, span: Span) -> None:
    """End the play as a draw, for a game that names its winners only in `end game` statements."""
    nobody = ir.EndGame(span, (), ir.ListOf(List(SEAT), span, ()))
    play = world.procs["play"]
    world.procs["play"] = attrs.evolve(play, body=(*play.body, nobody))


def invariant(ctx: Context, node: nodes.Invariant) -> ir.Invariant:
    during = []
    for name in node.during:
        symbol = ctx.lookup(name)
        if symbol is None or symbol.kind not in ("phase", "step", "instance", "setup", "play"):
            ctx.unknown_name(name, "phase", phase_names(ctx))
        else:
            during.append(symbol.name)
    test = expr(ctx.child(keep=True, instance=ctx.instance), node.condition, BOOL)
    return ir.Invariant(str(node.title), tuple(during), test, node.tags, node.span)
