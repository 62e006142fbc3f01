"""Calls, indexes and fields: `f(x)`, `hand[p]`, `c.number`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.check import boards, builtins
from rulelang.check.environment import PROBE, Context, Symbol
from rulelang.check.expressions import FORMS, expr, maybe_none, require_list, unknown
from rulelang.check.names import HOW_TO_USE, symbol_value
from rulelang.check.typing import element, join
from rulelang.diagnostics import nearest
from rulelang.ir.types import (
    INT,
    SEAT,
    TEXT,
    UNKNOWN,
    Actions,
    Enum,
    Holder,
    Int,
    List,
    Map,
    Nothing,
    Optional,
    Piece,
    Row,
    Seat,
    Tuple,
    Type,
    Unknown,
    Zone,
    bare,
)
from rulelang.syntax import nodes


def _call(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
    if not isinstance(node.function, nodes.Name):
        ctx.report("R320", node.function.span)
        return unknown(node.span)
    name = node.function.name
    symbol = ctx.lookup(name)
    if symbol is None or (symbol.kind in ("local", "var", "zone") and str(name) in builtins.NAMES):
        builtin = builtins.TABLE.get(str(name)) or boards.TABLE.get(str(name))
        if builtin is not None:
            return builtin(ctx, node, want)
        ctx.unknown_name(name, "function", callable_names(ctx))
        return unknown(node.span)
    if symbol.faulty:
        return check_arguments_only(ctx, node)
    if symbol.kind == "board":
        at = arguments(ctx, node, boards.coordinates(ctx, symbol), symbol.name)
        return boards.check_cell_call(ctx, node, symbol, at, want)
    return CALLS.get(symbol.kind, _not_callable)(ctx, node, symbol)


def callable_names(ctx: Context) -> list[str]:
    kinds = ("fn", "score", "menu", "piece", "group")
    found = [(name, symbol) for table in ctx.symbols for name, symbol in table.items()]
    names = [name for name, symbol in found if symbol.kind in kinds or isinstance(symbol.type, Tuple)]
    return [*names, *builtins.NAMES]


def _not_callable(ctx: Context, node: nodes.Call, symbol: Symbol) -> ir.Expr:
    code = "R306" if symbol.kind in HOW_TO_USE else "R320"
    next_ = HOW_TO_USE.get(symbol.kind, "")
    ctx.report(code, node.span, kind=symbol.kind, name=symbol.name, next=next_)
    return unknown(node.span)


def arguments(ctx: Context, node: Any, types: tuple[Type, ...], name: str) -> tuple[ir.Expr, ...]:
    """The arguments of a call, checked against the parameters."""
    given = node.arguments if isinstance(node, nodes.Call) else ()
    if isinstance(given, nodes.Comprehension):
        given = (nodes.List(given.span, given),)
    if len(given) != len(types):
        ctx.report("R321", node.span, name=name, want=len(types), have=len(given))
        check_arguments_only(ctx, node)
        return tuple(unknown(node.span) for _ in types)
    return tuple(expr(ctx, argument, type_) for argument, type_ in zip(given, types, strict=True))


def check_arguments_only(ctx: Context, node: Any) -> ir.Expr:
    """Arguments for unknown parameters: only the arguments themselves are checked."""
    given = node.arguments if isinstance(node, nodes.Call) else ()
    for argument in (nodes.List(given.span, given),) if isinstance(given, nodes.Comprehension) else given:
        expr(ctx, argument)
    return unknown(node.span)


def _call_fn(ctx: Context, node: nodes.Call, symbol: Symbol) -> ir.Expr:
    symbol.uses += 1
    return ir.Call(symbol.type, node.span, symbol.name, arguments(ctx, node, symbol.params, symbol.name))


def _call_menu(ctx: Context, node: nodes.Call, symbol: Symbol) -> ir.Expr:
    symbol.uses += 1
    args = arguments(ctx, node, symbol.params, symbol.name)
    return ir.MenuOptions(Actions(), node.span, ir.MenuRef(symbol.name, args, (), None))


def _call_piece(ctx: Context, node: nodes.Call, symbol: Symbol) -> ir.Expr:
    """`Card(blue, 3)`: a piece by its look."""
    fields = list(ctx.world.piece_fields.get(symbol.name, {}).values())
    given = node.arguments if isinstance(node.arguments, tuple) else (node.arguments,)
    if len(given) > len(fields) or (len(given) < len(fields) and not ctx.testing):
        ctx.report("R321", node.span, name=symbol.name, want=len(fields), have=len(given))
        return unknown(node.span)
    values = tuple(expr(ctx, value, type_) for value, type_ in zip(given, fields, strict=False))
    return ir.Look(Piece((symbol.name,)), node.span, symbol.name, values)


def _call_type(ctx: Context, node: nodes.Call, symbol: Symbol) -> ir.Expr:
    """`Bid(3, hearts)`: a record of its parts."""
    if not isinstance(symbol.type, Tuple):
        return _not_callable(ctx, node, symbol)
    symbol.uses += 1
    given = arguments(ctx, node, symbol.type.parts, symbol.name)
    parts = map(_within, ctx.world.records[symbol.name], given)
    return ir.TupleOf(symbol.type, node.span, tuple(parts))


def _within(field: ir.FieldType, value: ir.Expr) -> ir.Expr:
    """A number with a range check at run time, unless it is certainly in the range of its field."""
    low, high = field.low, field.high
    if low is None or high is None or isinstance(value.type, Unknown | Nothing):
        return value
    ends, have = (low, high), bare(value.type)
    if isinstance(have, Int) and all(isinstance(end, ir.Lit) for end in ends) and have.low is not None:
        least, most = (end.value for end in ends)  # type: ignore[attr-defined]
        if least <= have.low and have.high is not None and have.high <= most:
            return value
    name = ir.Lit(TEXT, value.span, field.name)
    return ir.Op(field.type, value.span, "ranged", (value, low, high, name))


CALLS: dict[str, Callable[[Context, nodes.Call, Symbol], ir.Expr]] = {
    "fn": _call_fn,
    "score": _call_fn,
    "menu": _call_menu,
    "piece": _call_piece,
    "group": _call_piece,
    "type": _call_type,
}


def _index(ctx: Context, node: nodes.Index, want: Type | None) -> ir.Expr:
    if isinstance(node.value, nodes.Name):
        symbol = ctx.lookup(node.value.name)
        if symbol is not None and symbol.local is None and symbol.kind in INDEXED and not symbol.faulty:
            symbol.uses += 1
            return INDEXED[symbol.kind](ctx, node, symbol)
    value = expr(ctx, node.value)
    if isinstance(value.type, Unknown):
        for index in node.indexes:
            expr(ctx, index)
        return value
    if isinstance(value.type, Map):
        (key,) = indexes(ctx, node, (value.type.key,), "this map") or (unknown(node.span),)
        return ir.Op(value.type.of, node.span, "map_at", (value, key))
    value = require_list(ctx, value)
    return item_at(ctx, node, value, "a list")


def item_at(ctx: Context, node: nodes.Index, items: ir.Expr, name: str) -> ir.Expr:
    (number,) = indexes(ctx, node, (INT,), name) or (unknown(node.span),)
    return ir.Op(element(items.type), node.span, "at", (items, number))


def indexes(ctx: Context, node: nodes.Index, types: tuple[Type, ...], name: str) -> tuple[ir.Expr, ...] | None:
    if len(node.indexes) != len(types):
        ctx.report("R307", node.span, name=name, want=len(types), have=len(node.indexes))
        for index in node.indexes:
            expr(ctx, index)
        return None
    return tuple(expr(ctx, index, type_) for index, type_ in zip(node.indexes, types, strict=True))


def _index_var(ctx: Context, node: nodes.Index, symbol: Symbol) -> ir.Expr:
    if not symbol.indexes and isinstance(bare(symbol.type), List | Map):
        return item_at(ctx, node, symbol_value(ctx, symbol, node.value.span), symbol.name)
    keys = indexes(ctx, node, symbol.indexes, symbol.name)
    return ir.VarAt(symbol.type, node.span, symbol.name, keys) if keys is not None else unknown(node.span)


def _index_zone(ctx: Context, node: nodes.Index, symbol: Symbol) -> ir.Expr:
    if not symbol.indexes:
        return item_at(ctx, node, require_list(ctx, symbol_value(ctx, symbol, node.value.span)), symbol.name)
    keys = indexes(ctx, node, symbol.indexes, symbol.name)
    return ir.ZoneAt(symbol.type, node.span, symbol.name, keys) if keys is not None else unknown(node.span)


def _index_resource(ctx: Context, node: nodes.Index, symbol: Symbol) -> ir.Expr:
    keys = indexes(ctx, node, (Holder(symbol.name),), symbol.name)
    return ir.Amount(Int(0, None), node.span, symbol.name, keys[0]) if keys else unknown(node.span)


def _index_table(ctx: Context, node: nodes.Index, symbol: Symbol) -> ir.Expr:
    keys = indexes(ctx, node, symbol.indexes, symbol.name)
    if keys is None:
        return unknown(node.span)
    if isinstance(symbol.type, Row):
        return ir.RowAt(symbol.type, node.span, symbol.name, keys[0])
    return ir.CellAt(symbol.type, node.span, symbol.name, keys)


def _index_const(ctx: Context, node: nodes.Index, symbol: Symbol) -> ir.Expr:
    return item_at(ctx, node, require_list(ctx, ir.Const(symbol.type, node.value.span, symbol.name)), symbol.name)


INDEXED: dict[str, Callable[[Context, nodes.Index, Symbol], ir.Expr]] = {
    "var": _index_var,
    "zone": _index_zone,
    "resource": _index_resource,
    "table": _index_table,
    "const": _index_const,
    "option": _index_const,
}


def _field(ctx: Context, node: nodes.Field, want: Type | None) -> ir.Expr:
    value = expr(ctx, node.value)
    type_ = value.type
    if isinstance(type_, Optional):
        maybe_none(ctx, value)
        type_ = type_.of
    if isinstance(type_, Piece):
        return _piece_field(ctx, node, value, type_)
    if isinstance(type_, Row):
        return _row_field(ctx, node, value, type_)
    if isinstance(type_, Tuple) and type_.name:
        return _part(ctx, node, value, type_)
    if isinstance(type_, Seat) and str(node.name) in ("left", "right", "number"):
        result: Type = Int(1, ctx.world.most) if node.name == "number" else SEAT
        return ir.Op(result, node.span, str(node.name), (value,))
    if isinstance(type_, Enum) and type_.name in ctx.world.boards:
        told = boards.field(ctx, node, value, type_.name)
        if told is None:
            _no_field(ctx, node, f"a cell of {type_}", boards.fields(ctx, type_.name))
        return told or unknown(node.span)
    if isinstance(type_, Enum) and node.name == "number":
        return ir.Op(Int(1, len(ctx.world.enums[type_.name].members)), node.span, "number", (value,))
    if not isinstance(type_, Unknown):
        known = {Seat: ["left", "right", "number"], Enum: ["number"]}.get(type(type_), [])
        _no_field(ctx, node, str(type_), known, otherwise(ctx, node, value))
    return unknown(node.span)


COUNTING = {
    "empty": "empty", "isEmpty": "empty", "count": "count", "size": "count", "length": "count", "first": "first",
    "last": "last", "top": "last",
}  # fmt: skip


def otherwise(ctx: Context, node: nodes.Field, value: ir.Expr) -> str:
    """Hints for the dot notation of other languages: `hand.count`, `Color.red`, `p.points`."""
    name, text = str(node.name), node.value.span.text
    if isinstance(value, ir.Members) and name in ctx.world.enums[value.enum].members:
        return f"Write `{name}` alone: members stand for themselves."
    if isinstance(value.type, Zone | List) and name in COUNTING:
        return f"Write `{COUNTING[name]}({text})`."
    symbol = ctx.lookup(name)
    if isinstance(value.type, Seat) and symbol is not None and symbol.indexes[:1] == (SEAT,):
        return f"Write `{name}[{text}]`."
    return ""


def _piece_field(ctx: Context, node: nodes.Field, value: ir.Expr, type_: Piece) -> ir.Expr:
    result: Type = UNKNOWN
    for kind in type_.names:
        fields = ctx.world.piece_fields.get(kind, {})
        if str(node.name) not in fields:
            declare = f"Declare it: `piece {kind}({node.name}: 1..6)`; if it is rolled, `rolls {node.name}: 1..6`."
            meant = "" if fields or kind not in ctx.world.pieces else declare
            others = [each for each in type_.names if str(node.name) in ctx.world.piece_fields.get(each, {})]
            if others:
                meant = f"Ask first whether it is one that has it: `{node.value.span.text} in {others[0]}`."
            _no_field(ctx, node, kind, list(fields), meant)
            return unknown(node.span)
        joined = join(result, fields[str(node.name)])
        if joined is None:
            ctx.report("R315", node.name.span, have=fields[str(node.name)], want=result)
            return unknown(node.span)
        result = joined
        ctx.world.mention_part(kind, node.name)
    return ir.PieceField(result, node.span, value, str(node.name))


def _row_field(ctx: Context, node: nodes.Field, value: ir.Expr, type_: Row) -> ir.Expr:
    columns = ctx.world.columns.get(type_.table, {})
    if str(node.name) not in columns:
        _no_field(ctx, node, type_.table, list(columns))
        return unknown(node.span)
    ctx.world.mention_part(type_.table, node.name)
    return ir.RowField(columns[str(node.name)], node.span, value, type_.table, str(node.name))


def _part(ctx: Context, node: nodes.Field, value: ir.Expr, type_: Tuple) -> ir.Expr:
    if str(node.name) not in type_.fields:
        _no_field(ctx, node, type_.name, list(type_.fields))
        return unknown(node.span)
    ctx.world.mention_part(type_.name, node.name)
    at = type_.fields.index(str(node.name))
    return ir.Op(type_.parts[at], node.span, "part", (value, ir.Lit(INT, node.span, at)))


def _no_field(ctx: Context, node: nodes.Field, owner: str, known: list[str], meant: str = "") -> None:
    if str(node.name) == PROBE:
        ctx.world.offered = {each: ctx.world.parts.get((owner, each)) for each in known}
    close = nearest(str(node.name), known)
    help_ = f"did you mean `{close}`?" if close else (f"it has {', '.join(known)}" if known else "")
    help_ = meant or help_
    ctx.report("R322", node.name.span, owner=owner, name=node.name, help=help_)


FORMS.update({nodes.Call: _call, nodes.Index: _index, nodes.Field: _field})
