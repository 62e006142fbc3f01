"""The type parameters of a mechanism, inferred from the bindings of its hooks.

The hooks whose own parameters need none of them come first, then the others. A binding sees its arguments and the game,
nothing of the mechanism.
"""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.base.source import Span
from rulelang.check import rules
from rulelang.check.declared_types import resolve
from rulelang.check.environment import Context, Implied, Symbol
from rulelang.check.expressions import fit
from rulelang.check.instantiate import Asked, Fitting, bind_params
from rulelang.check.lists import value_of
from rulelang.check.typing import element, is_ordered
from rulelang.ir.types import INT, Int, List, Optional, Piece, Tuple, Type, Unknown, Zone
from rulelang.link.keys import mentions_original
from rulelang.syntax import nodes


def infer_types(fitting: Fitting) -> None:
    asked = [part for part in fitting.mechanism.parts if isinstance(part, nodes.Need | nodes.Hook)]
    waiting = [part for part in asked if source_of(fitting, part) is not None]
    for part in asked:
        if isinstance(part, nodes.Need) and part not in waiting and str(part.name) not in fitting.faulty:
            needs = f"{part.name}({', '.join(str(p.name) for p in part.params)})" if part.params else str(part.name)
            node = fitting.node
            fitting.ctx.report("R380", node.name.span, name=node.name, needs=needs, mechanism=fitting.mechanism.name)
    while waiting:
        ready = [part for part in waiting if not is_unsolved(fitting, part)] or waiting[:1]
        for part in ready:
            waiting.remove(part)
            bind(fitting, part)


def is_unsolved(fitting: Fitting, part: Asked) -> bool:
    """Whether a parameter of this hook has a type that is not known yet."""
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
    """The binding of a hook, or the game's declaration of the same name and shape."""
    bound = fitting.bindings.get(str(part.name))
    return bound if bound is not None else of_own_name(fitting, part)


def of_own_name(fitting: Fitting, part: Asked) -> nodes.Bind | None:
    """An unbound `hand(p)` is the game's `hand[p]`; an unbound `kind(c)` is the field `c.kind`."""
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
        symbol = field_named(fitting, str(part.name))
    if value is not None and symbol is not None:
        fitting.ctx.world.implied.append(Implied(fitting.node, str(part.name), tuple(map(str, params)), symbol))
    return nodes.Bind(span, name, params, None, (), value) if value is not None else None


def field_named(fitting: Fitting, name: str) -> Symbol | None:
    return next((each for (_, field), each in fitting.ctx.world.parts.items() if field == name), None)


def is_field(fitting: Fitting, part: Asked) -> bool:
    fields = fitting.ctx.world.piece_fields.values()
    return isinstance(part, nodes.Need) and any(str(part.name) in each for each in fields)


def bind(fitting: Fitting, part: Asked) -> None:
    """Check a binding, infer type parameters from it, and turn it into a function."""
    bound = source_of(fitting, part)
    assert isinstance(bound, nodes.Bind)
    name = f"{fitting.node.name}.{part.name}"
    types = tuple(resolve(fitting.ctx, param.type) for param in part.params)
    fitting.made[str(part.name)] = binding_fn(fitting, part, bound, name, types)


def binding_fn(fitting: Fitting, part: Asked, bound: nodes.Bind, name: str, types: tuple[Type, ...]) -> ir.Fn:
    outside, params = bind_params(fitting, bound, types)
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
    check_holds(outside, body, want)
    return ir.Fn(name, params, body, str(bound.text or part.text or ""), bound.tags, bound.span)


def check_holds(ctx: Context, body: ir.Expr, want: Type | None) -> None:
    """A zone that a mechanism moves pieces to must hold all the kinds that it moves."""
    if isinstance(want, Zone) and isinstance(body.type, Zone):
        have, held = set(want.of.names), set(body.type.of.names)
        if have & held and not have <= held:
            ctx.report("R337", body.span, have=want.of, want=body.type.of)


def original_binding(fitting: Fitting, old: nodes.Bind, name: str, types: tuple[Type, ...]) -> ir.Fn:
    """A binding before it was overridden. It determines no type: the new one does."""
    outside, params = bind_params(fitting, old, types)
    made = ir.Fn(name, params, value_of(outside, old.value, None), "", old.tags, old.span)
    fitting.ctx.world.fns[name] = made
    return made


def unify(fitting: Fitting, written: Any, have: Type, place: Span) -> None:
    """Assign type parameters so that `written` equals `have`."""
    if isinstance(written, nodes.TypeName) and str(written.name) in fitting.types:
        _settle(fitting, str(written.name), have, place)
    elif isinstance(written, nodes.TypeList | nodes.TypeZone) and isinstance(have, List | Zone):
        unify(fitting, written.of, element(have), place)
    elif isinstance(written, nodes.Optional):
        unify(fitting, written.of, have.of if isinstance(have, Optional) else have, place)


def _settle(fitting: Fitting, name: str, have: Type, place: Span) -> None:
    symbol = fitting.types[name]
    declared = next(p for p in fitting.mechanism.type_params if p.name == name)
    if isinstance(declared, nodes.OrderedType) and not is_ordered(have):
        fitting.ctx.report("R386", place, name=name, have=have)
        return
    if name in kinds_of_pieces(fitting.mechanism) and not isinstance(have, Piece):
        fitting.ctx.report("R324", place, have=have, help="Name pieces or a zone: they lie on the table.")
        return
    if isinstance(declared, nodes.HasType) and isinstance(have, Piece):
        lacking = [k for k in have.names if str(declared.field) not in fitting.ctx.world.piece_fields.get(k, {})]
        if lacking:
            fitting.ctx.report("R387", place, kind=lacking[0], field=declared.field)
            return
    if isinstance(symbol.type, Unknown):
        symbol.type = drop_range(have)


def kinds_of_pieces(mechanism: nodes.Mechanism) -> set[str]:
    """The type parameters that stand for the pieces in zones."""
    hooks = [part.type for part in mechanism.parts if isinstance(part, nodes.Need | nodes.Hook)]
    zones = [each for each in (*mechanism.parts, *hooks) if isinstance(each, nodes.Zone | nodes.TypeZone)]
    return {str(zone.of.name) for zone in zones if isinstance(zone.of, nodes.TypeName)}


def drop_range(type_: Type) -> Type:
    """A type parameter stands for any number, not for the range that one binding happens to have."""
    if isinstance(type_, Tuple) and not type_.name:
        return Tuple(tuple(drop_range(part) for part in type_.parts))
    return INT if isinstance(type_, Int) else type_
