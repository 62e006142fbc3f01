"""Expressions: every name is resolved, every expression gets its type.

`expr(ctx, node, want)` is the only entry point. `want` is the expected type, if any: it selects an enum member, lets a
single piece stand for a list, and a zone for its contents. The readers of the forms are in names, lists, operators and
postfix, which register them in FORMS.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.base.dispatch import total
from rulelang.base.source import Span
from rulelang.check.environment import Context, lit
from rulelang.check.narrowing import key_of
from rulelang.check.typing import element, fits
from rulelang.ir.types import (
    BOOL,
    UNKNOWN,
    Actions,
    Enum,
    Int,
    List,
    Map,
    Optional,
    Piece,
    Seat,
    Tuple,
    Type,
    Unknown,
    Zone,
    bare,
)  # fmt: skip
from rulelang.syntax import nodes

Form = Callable[[Context, Any, "Type | None"], ir.Expr]
TABLE = total(nodes.Expr)
FORMS: dict[type, Form] = TABLE.cases


def expr(ctx: Context, node: Any, want: Type | None = None) -> ir.Expr:
    """The typed expression, converted to the expected type; a mistake is reported once and gives an unknown."""
    made = FORMS[type(node)](ctx, node, want)
    return fit(ctx, made, want) if want is not None else made


def fit(ctx: Context, made: ir.Expr, want: Type) -> ir.Expr:
    """The expression as the expected type, with the few implicit conversions of the language."""
    have = made.type
    if isinstance(have, Unknown):
        return made
    if isinstance(bare(want), List) and not isinstance(have, List):
        made = as_list(in_group(ctx, made))
        made = values_of(made)
        have = made.type
    if isinstance(want, Zone) and isinstance(have, Piece):
        made = in_group(ctx, made)
        have = made.type
    if fits(have, want):
        return made
    if isinstance(have, Optional) and fits(have.of, want):
        maybe_none(ctx, made)
    elif isinstance(have, Int) and isinstance(want, Int):
        ctx.report("R312", made.span, have=have, want=want)
    else:
        ctx.report("R310", made.span, have=have, want=want, help=conversion(made, want))
    return unknown(made.span)


def conversion(made: ir.Expr, want: Type) -> str:
    """How to get what is needed from what is there, if that is obvious."""
    if isinstance(made.type, Seat) and isinstance(want, Int):
        return f"Write `{made.span.text}.number` for its number, and `{made.span.text}.left` for the next seat."
    if isinstance(want, Seat) and isinstance(made, ir.Lit) and isinstance(made.value, int):
        return f"Write `P{made.value}`."
    if isinstance(made.type, Map) and fits(made.type.of, want):
        index = "p" if isinstance(made.type.key, Seat) else "…"
        return f"It has a value for each index: write `{made.span.text}[{index}]` for one of them."
    if isinstance(made.type, Tuple) and isinstance(bare(want), Tuple) and is_written_tuple(made):
        return f"Write `{bare(want)}{made.span.text}`."
    if isinstance(made, ir.Lit) and isinstance(made.value, str) and isinstance(want, Enum):
        return f"Write it without quotes: `{made.value}`."
    return ""


def as_list(made: ir.Expr) -> ir.Expr:
    """A zone or a group as the list of its contents; anything else unchanged."""
    if isinstance(made.type, Zone):
        return ir.Contents(List(made.type.of), made.span, made)
    return made


def values_of(made: ir.Expr) -> ir.Expr:
    """A map as the list of its values; anything else unchanged."""
    if isinstance(made.type, Map):
        return ir.Op(List(made.type.of), made.span, "values", (made,))
    return made


def in_group(ctx: Context, made: ir.Expr) -> ir.Expr:
    """A group as the zone inside it; anything else unchanged."""
    if isinstance(made.type, Piece) and made.type.names and set(made.type.names) <= set(ctx.world.groups):
        return ir.Inside(Zone(ctx.world.groups[made.type.names[0]].of), made.span, made)
    return made


def maybe_none(ctx: Context, made: ir.Expr) -> None:
    """An optional that is used without a check: reported once per variable, then treated as present."""
    ctx.world.missed += 1
    key = key_of(made)
    if key is None or key not in ctx.world.excused:
        ctx.report("R311", made.span, have=made.type)
    if key is not None:
        ctx.world.excused.add(key)


def require_list(ctx: Context, made: ir.Expr) -> ir.Expr:
    """A list, however it was written: a zone, a group, a map; anything else is a mistake."""
    made = values_of(as_list(in_group(ctx, made)))
    if not isinstance(made.type, List | Unknown | Actions):
        help_ = f"A list stands in square brackets: `[{made.span.text.strip('()')}]`." if is_written_tuple(made) else ""
        ctx.report("R313", made.span, have=made.type, help=help_)
        return unknown(made.span)
    return made


def is_written_tuple(made: ir.Expr) -> bool:
    return isinstance(made.type, Tuple) and made.span.text.startswith("(")


def pieces(ctx: Context, node: Any) -> ir.Expr:
    """One piece or several: always a list of pieces."""
    made = expr(ctx, node)
    made = single(made) if isinstance(made.type, Piece) else as_list(made)
    if not isinstance(element(made.type), Piece | Unknown) or not isinstance(made.type, List | Unknown):
        ctx.report("R314", made.span, have=made.type)
        return unknown(made.span)
    return made


def unknown(span: Span) -> ir.Expr:
    return lit(None, UNKNOWN, span)


def condition(ctx: Context, node: Any) -> ir.Expr:
    return expr(ctx, node, BOOL)


def single(made: ir.Expr) -> ir.Expr:
    return ir.ListOf(List(made.type), made.span, (made,))
