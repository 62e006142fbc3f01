"""A mechanism of the library while it is being instantiated."""

from __future__ import annotations

import attrs

from rulelang import ir
from rulelang.check.environment import Context, Symbol
from rulelang.ir.types import Type
from rulelang.syntax import nodes

Asked = nodes.Need | nodes.Hook


@attrs.define(eq=False)
class Fitting:
    """One instance under construction."""

    ctx: Context
    """The mechanism's context: game names, then its own."""
    node: nodes.Instance
    mechanism: nodes.Mechanism
    types: dict[str, Symbol]
    bindings: dict[str, nodes.Bind | nodes.BindOn]
    faulty: set[str]
    """Hooks whose binding was reported: they count as bound."""
    made: dict[str, ir.Fn] = attrs.field(factory=dict)


def bind_params(
    fitting: Fitting, bound: nodes.Bind | nodes.BindOn, types: tuple[Type, ...], kind: str = ""
) -> tuple[Context, tuple[ir.Local, ...]]:
    """The context for a binding: the game's names, with the parameters of the binding."""
    outside = Context(fitting.ctx.world, [fitting.ctx.symbols[0], {}], kind=kind)
    return outside, tuple(outside.bind(param, type_) for param, type_ in zip(bound.params, types, strict=True))
