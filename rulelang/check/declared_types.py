"""Types as written: names looked up, ranges evaluated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.check.environment import Context, Symbol
from rulelang.check.expressions import expr
from rulelang.ir.types import (
    BOOL,
    INT,
    SEAT,
    TEXT,
    UNKNOWN,
    Enum,
    Int,
    List,
    Map,
    Optional,
    Piece,
    Row,
    Type,
    Unknown,
    Zone,
)
from rulelang.syntax import nodes

PLAIN: dict[str, Type] = {"Int": INT, "Bool": BOOL, "Seat": SEAT, "Text": TEXT}


Fits = Callable[[Type], bool]
"""Whether a type is allowed here."""


def anything(type_: Type) -> bool:
    return True


def of_pieces(type_: Type) -> bool:
    return isinstance(type_, Piece)


def counts_places(type_: Type) -> bool:
    """Whether a zone, variable or table may be indexed by it."""
    return isinstance(type_, Enum) or type_ == SEAT


def resolve(ctx: Context, node: nodes.Type, fits: Fits = anything) -> Type:
    """The type that is written here; for an unknown name, suggests one that fits."""
    if isinstance(node, nodes.TypeName):
        return type_by_name(ctx, node.name, fits)
    if isinstance(node, nodes.TypeRange):
        low, high = bounds(ctx, node)
        return range_type(low, high)
    if isinstance(node, nodes.TypeList):
        return List(resolve(ctx, node.of))
    if isinstance(node, nodes.TypeMap):
        return Map(resolve(ctx, node.key), resolve(ctx, node.of))
    if isinstance(node, nodes.TypeZone):
        return zone_of(ctx, node)
    if isinstance(node, nodes.Optional):
        return Optional(resolve(ctx, node.of))
    assert isinstance(node, nodes.Union)
    return union(ctx, node)


def range_type(low: ir.Expr, high: ir.Expr) -> Int:
    """The range between two bounds; any number if they are reversed (which is reported)."""
    least, most = _end(low.type, "low"), _end(high.type, "high")
    return INT if least is not None and most is not None and least > most else Int(least, most)


def _end(type_: Type, which: str) -> int | None:
    return getattr(type_, which) if isinstance(type_, Int) else None


def type_by_name(ctx: Context, name: nodes.Word, fits: Fits) -> Type:
    if str(name) in PLAIN:
        return PLAIN[str(name)]
    symbol = ctx.lookup(name)
    if symbol is not None and symbol.kind in TYPE_OF:
        symbol.uses += 1
        return TYPE_OF[symbol.kind](symbol)
    if symbol is not None and symbol.faulty:
        return UNKNOWN
    kinds = [n for table in ctx.symbols for n, s in table.items() if is_type(s, fits)]
    ctx.unknown_name(name, "type", [*(n for n, type_ in PLAIN.items() if fits(type_)), *kinds])
    return UNKNOWN


def is_type(symbol: Symbol, fits: Fits) -> bool:
    """Whether a name can stand for a type that fits; yes if the type is not resolved yet."""
    if symbol.kind not in TYPE_OF or (symbol.kind == "table" and not isinstance(symbol.type, Row)):
        return False
    type_ = TYPE_OF[symbol.kind](symbol)
    return isinstance(type_, Unknown) or fits(type_)


TYPE_OF: dict[str, Any] = {
    "enum": lambda symbol: Enum(symbol.name),
    "board": lambda symbol: Enum(symbol.name),
    "piece": lambda symbol: Piece((symbol.name,)),
    "group": lambda symbol: Piece((symbol.name,)),
    "type": lambda symbol: symbol.type,
    "table": lambda symbol: symbol.type if isinstance(symbol.type, Row) else UNKNOWN,
}


def bounds(ctx: Context, node: nodes.TypeRange) -> tuple[ir.Expr, ir.Expr]:
    low, high = expr(ctx, node.low, INT), expr(ctx, node.high, INT)
    least, most = _end(low.type, "low"), _end(high.type, "high")
    if least is not None and most is not None and least > most:
        ctx.report("R323", node.span)
    return low, high


def range_of(ctx: Context, node: nodes.Type | None) -> tuple[ir.Expr | None, ir.Expr | None]:
    """The exact bounds of a type, if it is a range (or an optional one)."""
    if isinstance(node, nodes.Optional):
        node = node.of
    if isinstance(node, nodes.TypeRange):
        return bounds(ctx, node)
    return None, None


def zone_of(ctx: Context, node: nodes.TypeZone) -> Type:
    inner = resolve(ctx, node.of, of_pieces)
    if isinstance(inner, Piece):
        return Zone(inner)
    if not isinstance(inner, Unknown):
        ctx.report("R324", node.of.span, have=inner)
    return UNKNOWN


def union(ctx: Context, node: nodes.Union) -> Type:
    names: set[str] = set()
    for part in node.parts:
        inner = resolve(ctx, part, of_pieces)
        if not isinstance(inner, Piece):
            if not isinstance(inner, Unknown):
                ctx.report("R324", part.span, have=inner)
            return UNKNOWN
        names |= set(inner.names)
    return Piece(tuple(sorted(names)))


def index_of(ctx: Context, node: nodes.Type) -> tuple[Type, ir.Index]:
    """The index type of a zone, variable or table."""
    type_ = resolve(ctx, node, counts_places)
    if isinstance(node, nodes.TypeRange):
        low, high = bounds(ctx, node)
        return type_, ir.Index("range", low, high)
    if isinstance(type_, Enum):
        return type_, ir.Index(type_.name)
    if type_ == SEAT:
        return type_, ir.Index("Seat")
    if not isinstance(type_, Unknown):
        ctx.report("R325", node.span, have=type_)
    return UNKNOWN, ir.Index("Seat")


def field_type(ctx: Context, name: str, node: nodes.Type) -> ir.FieldType:
    low, high = range_of(ctx, node)
    return ir.FieldType(name, resolve(ctx, node), low, high)
