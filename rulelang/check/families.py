"""Families: a mechanism of the library fitted to a game.

The mechanism's names live in a table of their own between the game's names and the blocks of its body. Its type
parameters are found from the bindings (type_parameters.py); then its parts are made (fitted_parts.py).
"""

from __future__ import annotations

from rulelang.check import data, rules
from rulelang.check.declared_types import resolve
from rulelang.check.fitting import Fitting
from rulelang.check.type_parameters import infer_types
from rulelang.check.world import Context, Symbol
from rulelang.diagnostics import nearest
from rulelang.syntax import nodes
from rulelang.types import UNKNOWN


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
