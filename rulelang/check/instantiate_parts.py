"""The parts of an instance, built once all its names and types are known."""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.check import data, rules
from rulelang.check.declared_types import resolve
from rulelang.check.environment import Context, World
from rulelang.check.expressions import expr
from rulelang.check.instantiate import Asked, Fitting, bind_params
from rulelang.check.statements import suite
from rulelang.check.typing import join
from rulelang.diagnostics import problem
from rulelang.ir.types import UNKNOWN, Type, Unknown
from rulelang.ir.walk import walk
from rulelang.syntax import nodes


def finish(fitting: Fitting) -> ir.Instance:
    """Build the whole instance, now that all signatures are known."""
    before = len(fitting.ctx.world.problems)
    for part in fitting.mechanism.parts:
        build_part(fitting, part)
    shows = {
        str(show.name): check_shown(fitting, show.value)
        for part in fitting.mechanism.parts
        if isinstance(part, nodes.Shows)
        for show in part.shows
    }
    blame_the_game(fitting, before)
    node, mechanism = fitting.node, fitting.mechanism
    text = str(node.text or mechanism.text or "")
    return ir.Instance(
        str(node.name), str(node.family.name), str(mechanism.name), shows, text, node.tags, node.span
    )


def check_shown(fitting: Fitting, node: Any) -> ir.Expr:
    """A whole zone with indexes may be shown by its name."""
    if isinstance(node, nodes.Name):
        symbol = fitting.ctx.lookup(node.name)
        if symbol is not None and symbol.kind == "zone":
            return ir.ZoneAt(symbol.type, node.span, symbol.name, ())
    return expr(fitting.ctx, node)


def build_part(fitting: Fitting, part: Any) -> None:
    ctx, world = fitting.ctx, fitting.ctx.world
    name = str(fitting.node.name)
    if isinstance(part, nodes.Zone):
        symbol = ctx.symbols[1][str(part.name)]
        world.zones[symbol.name] = data.zone(ctx, part, symbol, name)
    elif isinstance(part, nodes.Var):
        symbol = ctx.symbols[1][str(part.name)]
        world.vars[symbol.name] = data.var(ctx, part, symbol, name)
    elif isinstance(part, nodes.Fn):
        rules.fn(ctx, part, ctx.symbols[1][str(part.name)])
    elif isinstance(part, nodes.Step):
        rules.proc(ctx, part, ctx.symbols[1][str(part.name)])
    elif isinstance(part, nodes.Menu):
        rules.menu(ctx, part, ctx.symbols[1][str(part.name)])
    elif isinstance(part, nodes.Need | nodes.Hook):
        build_hook(fitting, part)
    elif isinstance(part, nodes.OnHook):
        build_on(fitting, part)
    elif isinstance(part, nodes.Play):
        build_play(fitting, part)
    elif isinstance(part, nodes.Invariant):
        made = rules.invariant(ctx, part)
        world.invariants.append(attrs.evolve(made, during=made.during or (name,)))


def build_hook(fitting: Fitting, part: Asked) -> None:
    """Build an unbound hook from its default, which sees the mechanism; a bound hook is built already."""
    name = f"{fitting.node.name}.{part.name}"
    made = fitting.made.get(str(part.name))
    if made is None and isinstance(part, nodes.Hook):
        child, params = rules.inner(fitting.ctx, part)
        body = expr(child, part.value, resolve(fitting.ctx, part.type))
        made = ir.Fn(name, params, body, str(part.text or ""), part.tags, part.span)
    if made is not None:
        fitting.ctx.world.fns[name] = made
        fitting.ctx.symbols[1][str(part.name)].type = resolve(fitting.ctx, part.type)


def build_on(fitting: Fitting, part: nodes.OnHook) -> None:
    name = f"{fitting.node.name}.{part.name}"
    bound = fitting.bindings.get(str(part.name))
    types = rules.params_of(fitting.ctx, part)
    if isinstance(bound, nodes.BindOn):
        made = bind_step(fitting, bound, name, types)
    else:
        child, params = rules.inner(fitting.ctx, part, kind="step")
        body = suite(child, part.body)
        made = ir.Proc(name, "step", params, None, body, None, str(part.text or ""), part.tags, part.span)
    fitting.ctx.world.procs[name] = made


def bind_step(fitting: Fitting, bound: nodes.BindOn, name: str, types: tuple[Type, ...], kept: str = "") -> ir.Proc:
    world = fitting.ctx.world
    outside, params = bind_params(fitting, bound, types, kind="step")
    old = world.originals.get(id(bound))
    if isinstance(old, nodes.BindOn) and len(old.params) == len(params):
        world.procs[name + "'"] = bind_step(fitting, old, name + "'", types, kept or name)
        outside.original = lambda _c, span: (ir.Run(span, (), name + "'", rules.read(params, span), None),)
    return ir.Proc(name, "step", params, None, suite(outside, bound.body), None, "", bound.tags, bound.span, kept)


def build_play(fitting: Fitting, part: nodes.Play) -> None:
    ctx, mechanism, node = fitting.ctx, fitting.mechanism, fitting.node
    result = resolve(ctx, mechanism.type) if mechanism.type is not None else None
    child = Context(ctx.world, [*ctx.symbols, {}], instance=ctx.instance, result=result, kind="mechanism")
    own = ctx.symbols[1]
    params = tuple(symbol.local for p in mechanism.params if (symbol := own[str(p.name)]).local is not None)
    body = suite(child, part.body)
    ctx.world.procs[str(node.name)] = ir.Proc(
        str(node.name), "mechanism", params, None, body, result, str(node.text or mechanism.text or ""), node.tags,
        node.span,
    )  # fmt: skip


def blame_the_game(fitting: Fitting, start: int) -> None:
    """Attribute a mistake inside the library to the instance, so that it is reported where the author can fix it."""
    found = fitting.ctx.world.problems[start:]
    mended = []
    for each in found:
        if each.span.source.is_library:
            also = [(each.span, "found here, in the library")]
            name = fitting.node.name
            mended.append(problem("R383", name.span, name=name, what=each.title, also=also))
        else:
            mended.append(each)
    fitting.ctx.world.problems[start:] = mended[:1] if all(m.code == "R383" for m in mended) else mended


def with_types(instances: dict[str, ir.Instance], world: World) -> dict[str, ir.Instance]:
    """Mechanisms may leave the types of their parameters open. Give the parameters of instances, and what they show of
    them, the types of the arguments; if these have no common type, the parameter stays open.
    """
    procs = world.procs.values()
    params = {each.declared: each.params for each in procs if each.kind == "mechanism"}
    given: dict[str, list[tuple[Type, ...]]] = {name: [] for name in instances}
    for node in walk([*(each.body for each in procs), *world.menus.values()]) if instances else ():
        if isinstance(node, ir.Run) and node.proc in given:
            given[node.proc].append(tuple(argument.type for argument in node.arguments))
    return {name: with_types_of(each, params.get(name, ()), given[name]) for name, each in instances.items()}


def with_types_of(instance: ir.Instance, params: tuple[ir.Local, ...], given: list[tuple[Type, ...]]) -> ir.Instance:
    takes = tuple(map(common, zip(*given))) if given else tuple(param.type for param in params)
    found = dict(zip(params, takes))
    shows = {
        name: attrs.evolve(each, type=found.get(each.local, each.type))
        if isinstance(each, ir.Get) and isinstance(each.type, Unknown)
        else each
        for name, each in instance.shows.items()
    }
    return attrs.evolve(instance, shows=shows, takes=takes)


def common(types: tuple[Type, ...]) -> Type:
    """The common supertype."""
    found: Type | None = types[0]
    for each in types[1:]:
        found = join(found, each) if found is not None else None
    return found or UNKNOWN
