"""Families: instantiating a mechanism of the library in a game.

The mechanism's names have a scope of their own between the game's names and the blocks of its body. Its type parameters
are inferred from the bindings (type_parameters.py); then its parts are built (instantiate_parts.py).
"""

from __future__ import annotations

from rulelang.check import data, rules
from rulelang.check.declared_types import resolve
from rulelang.check.environment import Context, Symbol
from rulelang.check.instantiate import Fitting
from rulelang.check.type_parameters import infer_types
from rulelang.diagnostics import nearest
from rulelang.ir.types import UNKNOWN
from rulelang.syntax import nodes


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
    for each in bindings.values():
        ctx.world.mention(each.name, own[str(each.name)])
    return fitting


def infer(fitting: Fitting) -> None:
    """Infer the type parameters from the bindings, then the signature of the instance."""
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
    bindings = [each for each in node.bindings if not isinstance(each, nodes.Hole)]
    unknown_hooks(ctx, mechanism, [each.name for each in bindings if str(each.name) not in hooks], list(hooks))
    for each in bindings:
        hook = hooks.get(str(each.name))
        if hook is None:
            continue
        if isinstance(hook, nodes.OnHook) != isinstance(each, nodes.BindOn):
            form = f"on {each.name}: …" if isinstance(hook, nodes.OnHook) else f"{each.name} = …"
            ctx.report("R385", each.name.span, name=each.name, form=form)
        elif len(each.params) != len(hook.params):
            also = [(hook.name.span, "declared here")]
            want, have = len(hook.params), len(each.params)
            names = f"({', '.join(str(param.name) for param in hook.params)})" if want else ""
            help_ = f"Write `{each.name}{names}`; the names can be yours."
            ctx.report("R382", each.name.span, name=each.name, want=want, have=have, also=also, help=help_)
        elif str(each.name) in found:
            also = [(found[str(each.name)].name.span, "bound first here")]
            ctx.report("R206", each.name.span, kind="binding", name=each.name, also=also)
        else:
            found[str(each.name)] = each
    return found


MANY = 3  # with so many names unlike any hook, they belong to another mechanism, whose line is missing


def unknown_hooks(ctx: Context, mechanism: nodes.Mechanism, names: list[nodes.Word], hooks: list[str]) -> None:
    """Report bound names that the mechanism lacks: each one, but of many that resemble no hook only the first."""
    near = {name: nearest(str(name), hooks) for name in names}
    strange = [name for name in names if not near[name]]
    for name in [name for name in names if near[name] or len(strange) < MANY or name is strange[0]]:
        help_ = f"did you mean `{near[name]}`?" if near[name] else f"it has {', '.join(hooks)}"
        if not near[name] and len(strange) >= MANY:
            help_ += f"; is the line that begins another one missing above `{name}`?"
        ctx.report("R381", name.span, name=name, mechanism=mechanism.name, help=help_)


def _declare_hooks(fitting: Fitting) -> None:
    own, name = fitting.ctx.symbols[1], str(fitting.node.name)
    for part in fitting.mechanism.parts:
        if isinstance(part, nodes.Need | nodes.Hook):
            symbol = Symbol("fn", f"{name}.{part.name}", UNKNOWN, span=part.name.span, decl="hook")
            own[str(part.name)] = symbol
            fitting.ctx.world.mention(part.name, symbol)
        elif isinstance(part, nodes.OnHook):
            symbol = Symbol("step", f"{name}.{part.name}", span=part.name.span)
            own[str(part.name)] = symbol
            fitting.ctx.world.mention(part.name, symbol)


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
