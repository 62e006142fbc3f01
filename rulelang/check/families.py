"""Families: a mechanism of the library fitted to a game.

The mechanism's names live in a table of their own between the game's names and the blocks of its body. Its type
parameters are found from the bindings: first those whose own parameters need none, then the others. A binding sees its
arguments and the game, nothing of the mechanism.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.check import data, rules
from rulelang.check.declared_types import resolve
from rulelang.check.expressions import expr, fit
from rulelang.check.lists import value_of
from rulelang.check.statements import suite
from rulelang.check.typing import element, ordered
from rulelang.check.world import Context, Symbol
from rulelang.diagnostics import nearest, problem
from rulelang.link.keys import mentions_original
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.types import INT, UNKNOWN, Int, List, Optional, Piece, Tuple, Type, Unknown, Zone

Asked = nodes.Need | nodes.Hook


@attrs.define(eq=False)
class Fitting:
    """One instance while it is being fitted."""

    ctx: Context
    """The mechanism's side: game names, then its own."""
    node: nodes.Instance
    mechanism: nodes.Mechanism
    types: dict[str, Symbol]
    bindings: dict[str, nodes.Bind | nodes.BindOn]
    faulty: set[str]
    """Hooks whose binding was reported: they count as bound."""
    made: dict[str, ir.Fn] = attrs.field(factory=dict)


# ---------------------------------------------------------------- before anything runs


def begin(ctx: Context, node: nodes.Instance, mechanisms: list[nodes.Mechanism]) -> Fitting | None:
    """Names, type parameters and signature of an instance."""
    mechanism = find(ctx, node, mechanisms)
    if mechanism is None:
        return None
    name = str(node.name)
    own: dict[str, Symbol] = {}
    inside = Context(ctx.world, [ctx.symbols[0], own, {}], instance=name)
    types = {str(p.name): Symbol("type", str(p.name), UNKNOWN, span=p.name.span) for p in mechanism.type_params}
    own.update(types)
    bindings = bindings_of(ctx, node, mechanism)
    faulty = {str(each.name) for each in node.bindings if not isinstance(each, nodes.Hole)} - set(bindings)
    fitting = Fitting(inside, node, mechanism, types, bindings, faulty)
    _declare_hooks(fitting)
    return fitting


def infer(fitting: Fitting) -> None:
    """Works out the type parameters from the bindings, then the signature of the instance."""
    infer_types(fitting)
    _declare_parts(fitting)
    ctx, mechanism = fitting.ctx, fitting.mechanism
    symbol = ctx.symbols[0][str(fitting.node.name)]
    symbol.params = tuple(resolve(ctx, param.type) for param in mechanism.params)
    if mechanism.type is not None:
        symbol.type = resolve(ctx, mechanism.type)


def find(ctx: Context, node: nodes.Instance, mechanisms: list[nodes.Mechanism]) -> nodes.Mechanism | None:
    family = [m for m in mechanisms if m.family.name == node.family.name]
    if node.mechanism is None:
        return family[0]
    for each in family:
        if each.name == node.mechanism:
            return each
    close = nearest(str(node.mechanism), [str(m.name) for m in family])
    known = ", ".join(str(m.name) for m in family)
    help_ = f"did you mean `{close}`?" if close else f"the family {node.family.name} has {known}"
    ctx.report("R384", node.mechanism.span, family=node.family.name, name=node.mechanism, help=help_)
    ctx.symbols[0][str(node.name)].faulty = True
    return None


def bindings_of(
    ctx: Context, node: nodes.Instance, mechanism: nodes.Mechanism
) -> dict[str, nodes.Bind | nodes.BindOn]:
    hooks = {str(p.name): p for p in mechanism.parts if isinstance(p, nodes.Need | nodes.Hook | nodes.OnHook)}
    found: dict[str, nodes.Bind | nodes.BindOn] = {}
    for each in node.bindings:
        if isinstance(each, nodes.Hole):
            continue
        hook = hooks.get(str(each.name))
        if hook is None:
            close = nearest(str(each.name), hooks)
            help_ = f"did you mean `{close}`?" if close else f"it has {', '.join(hooks)}"
            ctx.report("R381", each.name.span, name=each.name, mechanism=mechanism.name, help=help_)
        elif isinstance(hook, nodes.OnHook) != isinstance(each, nodes.BindOn):
            form = f"on {each.name}: …" if isinstance(hook, nodes.OnHook) else f"{each.name} = …"
            ctx.report("R385", each.name.span, name=each.name, form=form)
        elif len(each.params) != len(hook.params):
            also = [(hook.name.span, "declared here")]
            ctx.report("R382", each.name.span, name=each.name, want=len(hook.params), have=len(each.params), also=also)
        elif str(each.name) in found:
            also = [(found[str(each.name)].name.span, "bound first here")]
            ctx.report("R206", each.name.span, kind="binding", name=each.name, also=also)
        else:
            found[str(each.name)] = each
    return found


def _declare_hooks(fitting: Fitting) -> None:
    own, name = fitting.ctx.symbols[1], str(fitting.node.name)
    for part in fitting.mechanism.parts:
        if isinstance(part, nodes.Need | nodes.Hook):
            own[str(part.name)] = Symbol("fn", f"{name}.{part.name}", UNKNOWN, span=part.name.span, decl="hook")
        elif isinstance(part, nodes.OnHook):
            own[str(part.name)] = Symbol("step", f"{name}.{part.name}", span=part.name.span)


def _declare_parts(fitting: Fitting) -> None:
    """The mechanism's own parameters, zones, variables, functions, steps and menus."""
    ctx, own, name = fitting.ctx, fitting.ctx.symbols[1], str(fitting.node.name)
    for param in fitting.mechanism.params:
        type_ = resolve(ctx, param.type)
        local = ctx.world.new_local(str(param.name), type_)
        own[str(param.name)] = Symbol("local", str(param.name), type_, span=None, local=local)
    for part in fitting.mechanism.parts:
        if isinstance(part, nodes.Zone):
            own[str(part.name)] = data.zone_symbol(ctx, part, f"{name}.{part.name}")
        elif isinstance(part, nodes.Var):
            own[str(part.name)] = data.var_symbol(ctx, part, f"{name}.{part.name}")
        elif isinstance(part, nodes.Fn | nodes.Step | nodes.Menu):
            kind = {nodes.Fn: "fn", nodes.Step: "step", nodes.Menu: "menu"}[type(part)]
            symbol = Symbol(kind, f"{name}.{part.name}", params=rules.params_of(ctx, part), span=part.name.span)
            if isinstance(part, nodes.Fn) or (isinstance(part, nodes.Step) and part.type is not None):
                symbol.type = resolve(ctx, part.type)  # type: ignore[arg-type]
            own[str(part.name)] = symbol
        elif isinstance(part, nodes.Need | nodes.Hook | nodes.OnHook):
            symbol = own[str(part.name)]
            symbol.params = rules.params_of(ctx, part)
            if not isinstance(part, nodes.OnHook):
                symbol.type = resolve(ctx, part.type)


# ---------------------------------------------------------------- type parameters


def infer_types(fitting: Fitting) -> None:
    asked = [part for part in fitting.mechanism.parts if isinstance(part, nodes.Need | nodes.Hook)]
    waiting = [part for part in asked if source_of(fitting, part) is not None]
    for part in asked:
        if isinstance(part, nodes.Need) and part not in waiting and str(part.name) not in fitting.faulty:
            needs = f"{part.name}({', '.join(str(p.name) for p in part.params)})" if part.params else str(part.name)
            node = fitting.node
            fitting.ctx.report("R380", node.name.span, name=node.name, needs=needs, mechanism=fitting.mechanism.name)
    while waiting:
        ready = [part for part in waiting if not unsolved(fitting, part)] or waiting[:1]
        for part in ready:
            waiting.remove(part)
            bind(fitting, part)


def unsolved(fitting: Fitting, part: Asked) -> bool:
    """Does a parameter of this hook have a type that is not known yet?"""
    return any(mentions(param.type, open_types(fitting)) for param in part.params)


def open_types(fitting: Fitting) -> set[str]:
    return {name for name, symbol in fitting.types.items() if isinstance(symbol.type, Unknown)}


def mentions(node: Any, names: set[str]) -> bool:
    if isinstance(node, nodes.TypeName):
        return str(node.name) in names
    if isinstance(node, nodes.Union):
        return any(mentions(part, names) for part in node.parts)
    parts = [getattr(node, name) for name in ("of", "key") if hasattr(node, name)]
    return any(mentions(part, names) for part in parts)


def source_of(fitting: Fitting, part: Asked) -> Any:
    """What a hook is bound to: its binding, or what the game has of its own name and shape."""
    bound = fitting.bindings.get(str(part.name))
    return bound if bound is not None else of_own_name(fitting, part)


def of_own_name(fitting: Fitting, part: Asked) -> nodes.Bind | None:
    """`hand(p)` left unbound is the game's `hand[p]`; `kind(c)` is the field `c.kind`."""
    span, name = fitting.node.name.span, nodes.Word(str(part.name), fitting.node.name.span)
    symbol = fitting.ctx.symbols[0].get(str(part.name))
    params = tuple(nodes.Word(str(param.name), span) for param in part.params)
    uses = tuple(nodes.Name(span, param) for param in params)
    value: Any = None
    if symbol is not None and symbol.kind in ("zone", "var") and len(symbol.indexes) == len(params):
        value = nodes.Index(span, nodes.Name(span, name), uses) if params else nodes.Name(span, name)
    elif symbol is not None and symbol.kind in ("const", "option") and not params:
        value = nodes.Name(span, name)
    elif symbol is None and len(params) == 1 and is_field(fitting, part):
        value = nodes.Field(span, uses[0], name)
    return nodes.Bind(span, name, params, None, (), value) if value is not None else None


def is_field(fitting: Fitting, part: Asked) -> bool:
    fields = fitting.ctx.world.piece_fields.values()
    return isinstance(part, nodes.Need) and any(str(part.name) in each for each in fields)


def bind(fitting: Fitting, part: Asked) -> None:
    """Checks a binding, learns type parameters from it, and makes it a function."""
    bound = source_of(fitting, part)
    assert isinstance(bound, nodes.Bind)
    name = f"{fitting.node.name}.{part.name}"
    types = tuple(resolve(fitting.ctx, param.type) for param in part.params)
    fitting.made[str(part.name)] = binding_fn(fitting, part, bound, name, types)


def binding_fn(fitting: Fitting, part: Asked, bound: nodes.Bind, name: str, types: tuple[Type, ...]) -> ir.Fn:
    outside = Context(fitting.ctx.world, [fitting.ctx.symbols[0], {}])
    params = tuple(outside.bind(param, type_) for param, type_ in zip(bound.params, types, strict=True))
    old = fitting.ctx.world.originals.get(id(bound))
    if isinstance(old, nodes.Bind) and mentions_original(bound.value):
        before = original_binding(fitting, old, name + "'", types)
        outside.original = lambda _c, span: ir.Call(before.body.type, span, before.name, rules.read(params, span))
    known = not mentions(part.type, open_types(fitting))
    want = resolve(fitting.ctx, part.type) if known else None
    body = value_of(outside, bound.value, want)
    if want is None:
        unify(fitting, part.type, body.type, bound.name.span)
        body = fit(outside, body, resolve(fitting.ctx, part.type))
    return ir.Fn(name, params, body, str(bound.text or part.text or ""), bound.tags, bound.span)


def original_binding(fitting: Fitting, old: nodes.Bind, name: str, types: tuple[Type, ...]) -> ir.Fn:
    """What a binding was before it was overridden. It settles no type: the new one does."""
    outside = Context(fitting.ctx.world, [fitting.ctx.symbols[0], {}])
    params = tuple(outside.bind(param, type_) for param, type_ in zip(old.params, types, strict=True))
    made = ir.Fn(name, params, value_of(outside, old.value, None), "", old.tags, old.span)
    fitting.ctx.world.fns[name] = made
    return made


def unify(fitting: Fitting, written: Any, have: Type, place: Span) -> None:
    """Gives type parameters the types they must have for `written` to be `have`."""
    if isinstance(written, nodes.TypeName) and str(written.name) in fitting.types:
        _settle(fitting, str(written.name), have, place)
    elif isinstance(written, nodes.TypeList | nodes.TypeZone) and isinstance(have, List | Zone):
        unify(fitting, written.of, element(have), place)
    elif isinstance(written, nodes.Optional):
        unify(fitting, written.of, have.of if isinstance(have, Optional) else have, place)


def _settle(fitting: Fitting, name: str, have: Type, place: Span) -> None:
    symbol = fitting.types[name]
    declared = next(p for p in fitting.mechanism.type_params if p.name == name)
    if isinstance(declared, nodes.OrderedType) and not ordered(have):
        fitting.ctx.report("R386", place, name=name, have=have)
        return
    if isinstance(declared, nodes.HasType) and isinstance(have, Piece):
        lacking = [k for k in have.names if str(declared.field) not in fitting.ctx.world.piece_fields.get(k, {})]
        if lacking:
            fitting.ctx.report("R387", place, kind=lacking[0], field=declared.field)
            return
    if isinstance(symbol.type, Unknown):
        symbol.type = whole(have)


def whole(type_: Type) -> Type:
    """A type parameter stands for any number, not for the range that one binding happens to have."""
    if isinstance(type_, Tuple):
        return Tuple(tuple(whole(part) for part in type_.parts))
    return INT if isinstance(type_, Int) else type_


# ---------------------------------------------------------------- the parts


def finish(fitting: Fitting) -> ir.Instance:
    """Everything of the instance, now that all signatures are known."""
    before = len(fitting.ctx.world.problems)
    for part in fitting.mechanism.parts:
        build_part(fitting, part)
    shows = {
        str(show.name): shown(fitting, show.value)
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


def shown(fitting: Fitting, node: Any) -> ir.Expr:
    """A whole zone with indexes may be shown by its name."""
    if isinstance(node, nodes.Name):
        symbol = fitting.ctx.lookup(str(node.name))
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
    """A bound hook is made already; an unbound one has its default, which sees the mechanism."""
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
        made = bound_step(fitting, bound, name, types)
    else:
        child, params = rules.inner(fitting.ctx, part, kind="step")
        body = suite(child, part.body)
        made = ir.Proc(name, "step", params, None, body, None, str(part.text or ""), part.tags, part.span)
    fitting.ctx.world.procs[name] = made


def bound_step(fitting: Fitting, bound: nodes.BindOn, name: str, types: tuple[Type, ...]) -> ir.Proc:
    world = fitting.ctx.world
    outside = Context(world, [fitting.ctx.symbols[0], {}], kind="step")
    params = tuple(outside.bind(param, type_) for param, type_ in zip(bound.params, types, strict=True))
    old = world.originals.get(id(bound))
    if isinstance(old, nodes.BindOn) and len(old.params) == len(params):
        world.procs[name + "'"] = bound_step(fitting, old, name + "'", types)
        outside.original = lambda _c, span: (ir.Run(span, (), name + "'", rules.read(params, span), None),)
    return ir.Proc(name, "step", params, None, suite(outside, bound.body), None, "", bound.tags, bound.span)


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
    """A mistake found inside the library is the instance's: it is told where the author can mend it."""
    found = fitting.ctx.world.problems[start:]
    mended = []
    for each in found:
        if each.span.source.name.startswith("std/"):
            also = [(each.span, "found here, in the library")]
            name = fitting.node.name
            mended.append(problem("R383", name.span, name=name, what=each.title, also=also))
        else:
            mended.append(each)
    fitting.ctx.world.problems[start:] = mended[:1] if all(m.code == "R383" for m in mended) else mended


