"""Names as values: locals, variables, zones, constants, enum members, seats, and the plain literals beside them."""

from __future__ import annotations

from collections.abc import Callable

from rulelang import ir
from rulelang.base.numbers import LEAST, MOST, is_in_bounds
from rulelang.base.source import Span
from rulelang.check import builtins
from rulelang.check.environment import ANYTHING, Context, Symbol, lit, seat_literal, seat_names
from rulelang.check.expressions import FORMS, unknown
from rulelang.ir.types import BOOL, NOTHING, SEAT, TEXT, Enum, Holder, Int, List, Map, Piece, Row, Tuple, Type, bare
from rulelang.syntax import nodes


def _number(ctx: Context, node: nodes.Number, want: Type | None) -> ir.Expr:
    return number_literal(ctx, node.value, node.span)


def _negative(ctx: Context, node: nodes.Negative, want: Type | None) -> ir.Expr:
    return number_literal(ctx, -node.value, node.span)


def number_literal(ctx: Context, value: int, span: Span) -> ir.Expr:
    """A number as written; an error if it is beyond rulelang's numbers."""
    if not is_in_bounds(value):
        ctx.report("R388", span, least=LEAST, most=MOST)
        return unknown(span)
    return lit(value, Int(value, value), span)


def _players(ctx: Context, node: nodes.Players, want: Type | None) -> ir.Expr:
    return ir.Const(Int(ctx.world.least, ctx.world.most), node.span, "players")


def _text(ctx: Context, node: nodes.Text, want: Type | None) -> ir.Expr:
    return lit(str(node.value), TEXT, node.span)


def _none(ctx: Context, node: nodes.None_, want: Type | None) -> ir.Expr:
    return lit(None, NOTHING, node.span)


def _true(ctx: Context, node: nodes.True_, want: Type | None) -> ir.Expr:
    return lit(True, BOOL, node.span)


def _false(ctx: Context, node: nodes.False_, want: Type | None) -> ir.Expr:
    return lit(False, BOOL, node.span)


def _original(ctx: Context, node: nodes.Original, want: Type | None) -> ir.Expr:
    if ctx.original is None:
        ctx.report("R303", node.span)
        return unknown(node.span)
    made: ir.Expr | ir.Suite = ctx.original(ctx, node.span)
    if isinstance(made, tuple):
        help_ = "Run it as a line `original`; its result is `let x = run original`."
        ctx.report("R332", node.span, name="original", help=help_)
        return unknown(node.span)
    return made


def _name(ctx: Context, node: nodes.Name, want: Type | None) -> ir.Expr:
    name = str(node.name)
    symbol = ctx.lookup(name)
    if symbol is None or (symbol.local is None and _is_member(ctx, name, want)):
        special = _special_name(ctx, node, want)
        if special is not None:
            return special
    if symbol is None:
        ctx.unknown_name(node.name, ANYTHING, name_candidates(ctx, want), members_of(ctx, want))
        return unknown(node.span)
    ctx.world.mention(node.name, symbol)
    return symbol_value(ctx, symbol, node.span)


def _special_name(ctx: Context, node: nodes.Name, want: Type | None) -> ir.Expr | None:
    """Names that are not declared: enum members, seats, `seats`, holders."""
    name = str(node.name)
    member = enum_member(ctx, node.name, want)
    if member is not None:
        return member
    number = seat_literal(name)
    if number is not None:
        if not 1 <= number <= ctx.world.most:
            ctx.report("R304", node.span, name=name, most=ctx.world.most)
        return lit(number, SEAT, node.span)
    if name == "seats":
        return ir.Seats(List(SEAT), node.span)
    if name == "Seat":
        return ir.Seats(List(SEAT), node.span)
    if isinstance(want, Holder):
        return holder_name(ctx, node, want)
    return None


def holder_name(ctx: Context, node: nodes.Name, want: Holder) -> ir.Expr | None:
    pots = ("bank", *ctx.world.resources[want.resource].pots)
    if str(node.name) in pots:
        return lit(-1 - pots.index(str(node.name)), want, node.span)
    return None


def _is_member(ctx: Context, name: str, want: Type | None) -> bool:
    wanted = bare(want) if want else None
    return isinstance(wanted, Enum) and ctx.world.is_member(name, wanted.name)


def enum_member(ctx: Context, name: nodes.Word, want: Type | None) -> ir.Expr | None:
    """A member of the expected enum, else of the only enum with a member of this name."""
    wanted = bare(want) if want else None
    if isinstance(wanted, Enum) and ctx.world.is_member(str(name), wanted.name):
        return _member(ctx, wanted.name, name)
    owners = ctx.world.members(str(name))
    if len(owners) > 1:
        ctx.report("R305", name.span, name=name, enums=" and ".join(owners))
        return unknown(name.span)
    return _member(ctx, owners[0], name) if owners else None


def _member(ctx: Context, enum: str, name: nodes.Word) -> ir.Expr:
    ctx.world.mention_part(enum, name)
    if str(name) not in ctx.world.enums[enum].members:
        return cell(enum, name)
    number = ctx.world.enums[enum].members.index(str(name)) + 1
    return lit(number, Enum(enum), name.span)


WORDS = ("seats", "players", "bank", "true", "false", "none", "original")


FEW = 8  # members of an enum that are listed


def members_of(ctx: Context, want: Type | None) -> str:
    """The members of a small enum, where one of them is expected."""
    wanted = bare(want) if want else None
    members = ctx.world.enums[wanted.name].members if isinstance(wanted, Enum) else ()
    return f"Write {' or '.join(f'`{member}`' for member in members)}." if 0 < len(members) <= FEW else ""


def name_candidates(ctx: Context, want: Type | None) -> list[str]:
    wanted = bare(want) if want else None
    members = [m for e in ctx.world.enums.values() for m in e.members]
    if isinstance(wanted, Enum):
        members = list(ctx.world.enums[wanted.name].members)
    pots = [pot for resource in ctx.world.resources.values() for pot in resource.pots]
    return [*ctx.locals_in_sight(), *members, *seat_names(ctx.world), *WORDS, *pots, *builtins.NAMES]


def symbol_value(ctx: Context, symbol: Symbol, span: Span) -> ir.Expr:
    """What a name stands for as a value."""
    symbol.uses += 1
    if symbol.faulty:
        return unknown(span)
    if symbol.local is not None:
        type_ = ctx.facts.get(("local", symbol.local.number), symbol.type)
        return ir.Get(type_, span, symbol.local)
    if symbol.kind in ("const", "option"):
        return ir.Const(symbol.type, span, symbol.name)
    return VALUES.get(symbol.kind, _no_value)(ctx, symbol, span)


def _no_value(ctx: Context, symbol: Symbol, span: Span) -> ir.Expr:
    ctx.report("R306", span, kind=symbol.kind, name=symbol.name, next=HOW_TO_USE.get(symbol.kind, "use it as declared"))
    return unknown(span)


HOW_TO_USE = {
    "phase": "write `run` before it, as a statement",
    "step": "write `run` before it, as a statement",
    "instance": "write `run` before it, as a statement",
    "setup": "it is run by itself",
    "fn": "call it with its arguments in brackets",
    "menu": "call it with its arguments in brackets",
    "score": "call it with a seat in brackets",
    "resource": "say whose: put a holder in square brackets",
    "type": "types stand after a colon",
    "table": "put its key in square brackets",
}


def _var_value(ctx: Context, symbol: Symbol, span: Span) -> ir.Expr:
    if not symbol.indexes:
        type_ = ctx.facts.get(("var", symbol.name), symbol.type)
        return ir.VarAt(type_, span, symbol.name, ())
    if len(symbol.indexes) == 1:
        return ir.VarMap(Map(symbol.indexes[0], symbol.type), span, symbol.name)
    ctx.report("R307", span, name=symbol.name, want=len(symbol.indexes), have=0)
    return unknown(span)


def _zone_value(ctx: Context, symbol: Symbol, span: Span) -> ir.Expr:
    if symbol.indexes:
        ctx.report("R307", span, name=symbol.name, want=len(symbol.indexes), have=0)
        return unknown(span)
    return ir.ZoneAt(symbol.type, span, symbol.name, ())


def _enum_value(ctx: Context, symbol: Symbol, span: Span) -> ir.Expr:
    return ir.Members(List(Enum(symbol.name)), span, symbol.name)


def _pieces_value(ctx: Context, symbol: Symbol, span: Span) -> ir.Expr:
    return ir.Pieces(List(Piece((symbol.name,))), span, (symbol.name,))


def _table_value(ctx: Context, symbol: Symbol, span: Span) -> ir.Expr:
    """The rows of a table whose keys are the members of an enum, or of a column of labels."""
    if not isinstance(symbol.type, Row) or not isinstance(symbol.indexes[0], Enum):
        return _no_value(ctx, symbol, span)
    key = symbol.indexes[0]
    member = ctx.world.new_local("row", key)
    row = ir.RowAt(symbol.type, span, symbol.name, ir.Get(key, span, member))
    keys = ir.Members(List(key), span, key.name)
    return ir.Each(List(symbol.type), span, ((member, keys),), None, row, None)


def _alias_value(ctx: Context, symbol: Symbol, span: Span) -> ir.Expr:
    if isinstance(symbol.type, Piece):
        return ir.Pieces(List(symbol.type), span, symbol.type.names)
    if isinstance(symbol.type, Tuple):
        form = f"{symbol.name}({', '.join(symbol.type.fields)})"
        ctx.report("R306", span, kind="type", name=symbol.name, next=f"make one of its values with `{form}`")
        return unknown(span)
    return _no_value(ctx, symbol, span)


def _fn_value(ctx: Context, symbol: Symbol, span: Span) -> ir.Expr:
    """A hook without parameters is called by its name alone."""
    if symbol.decl == "hook" and not symbol.params:
        return ir.Call(symbol.type, span, symbol.name, ())
    return _no_value(ctx, symbol, span)


VALUES: dict[str, Callable[[Context, Symbol, Span], ir.Expr]] = {
    "var": _var_value,
    "zone": _zone_value,
    "enum": _enum_value,
    "board": _enum_value,
    "piece": _pieces_value,
    "group": _pieces_value,
    "table": _table_value,
    "type": _alias_value,
    "fn": _fn_value,
}


FORMS.update(
    {
        nodes.Number: _number,
        nodes.Negative: _negative,
        nodes.Players: _players,
        nodes.Text: _text,
        nodes.None_: _none,
        nodes.True_: _true,
        nodes.False_: _false,
        nodes.Original: _original,
        nodes.Name: _name,
    }
)


# ---------------------------------------------------------------- cells of boards


def look_up(board: str, what: str, type_: Type, span: Span, *indexes: ir.Expr) -> ir.Expr:
    """A property of a cell, computed when the game is loaded."""
    return ir.CellAt(type_, span, f"{board}.{what}", indexes)


def cell(board: str, name: nodes.Word) -> ir.Expr:
    """`c4`, on a grid whose size is known when the game is loaded."""
    at = (lit(n, Int(n, n), name.span) for n in ir.place_of(str(name)))
    return look_up(board, "at", Enum(board), name.span, *at)
