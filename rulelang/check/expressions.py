"""Expressions: every name becomes what it stands for, every expression gets its type.

`expr(ctx, node, want)` is the one door. `want` is the type expected, if any: an enum member is found by it, a single
piece may stand for a list, a zone for what lies in it. How each form is read stands in names, lists, operators and
postfix, which enter themselves in FORMS.
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
    """The typed expression, fitted to what is expected; a mistake is reported once and gives an unknown."""
    made = FORMS[type(node)](ctx, node, want)
    return fit(ctx, made, want) if want is not None else made


def fit(ctx: Context, made: ir.Expr, want: Type) -> ir.Expr:
    """The expression as the type expected, with the few conversions that the language makes by itself."""
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
    """How to get what is needed from what there is, where that is plain."""
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
    """A zone or a group as the list of what lies in it; anything else as it is."""
    if isinstance(made.type, Zone):
        return ir.Contents(List(made.type.of), made.span, made)
    return made


def values_of(made: ir.Expr) -> ir.Expr:
    """A map as the list of its values; anything else as it is."""
    if isinstance(made.type, Map):
        return ir.Op(List(made.type.of), made.span, "values", (made,))
    return made


def in_group(ctx: Context, made: ir.Expr) -> ir.Expr:
    """A group as the place inside it; anything else as it is."""
    if isinstance(made.type, Piece) and made.type.names and set(made.type.names) <= set(ctx.world.groups):
        return ir.Inside(Zone(ctx.world.groups[made.type.names[0]].of), made.span, made)
    return made


def maybe_none(ctx: Context, made: ir.Expr) -> None:
    """An optional used as if it were there: told once for each variable, then taken as if it were."""
    ctx.world.missed += 1
    key = key_of(made)
    if key is None or key not in ctx.world.excused:
        ctx.report("R311", made.span, have=made.type)
    if key is not None:
        ctx.world.excused.add(key)


def require_list(ctx: Context, made: ir.Expr) -> ir.Expr:
    """A list, whatever way it was written: a zone, a group, a map; anything else is a mistake."""
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
