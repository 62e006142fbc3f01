"""Data: options, constants, enums, pieces, zones, variables, resources and groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulelang import ir
from rulelang.base import limits
from rulelang.check.declared_types import field_type, index_of, of_pieces, range_of, resolve
from rulelang.check.environment import Context, Symbol
from rulelang.check.expressions import condition, expr
from rulelang.check.tables import by_players_rows, by_players_values, cell_value, label_members, rows_of_width
from rulelang.ir.types import (
    INT,
    UNKNOWN,
    Bool,
    Enum,
    Int,
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
from rulelang.syntax.file_checks import walk

ORDERS = ("pile", "row", "set", "bag")
SIGHTS = ("open", "owner", "hidden")


PLAIN = (Int, Enum, Seat, Bool, Row, Unknown)  # what a record may hold
MOST_FIELDS = 10


def text_of(node: Any) -> str:
    return str(node.text) if node.text is not None else ""


# ---------------------------------------------------------------- enums and types


def enum(ctx: Context, node: nodes.Enum) -> None:
    limits.check(len(node.members), "members", node.name.span, f"members of enum `{node.name}`")
    declare_enum(ctx, node, node.members)


def declare_enum(ctx: Context, node: nodes.Enum | nodes.Board | nodes.Spaces, written: Iterable[nodes.Word]) -> None:
    members: dict[str, None] = {}
    for member in written:
        if str(member) in members:
            ctx.report("R308", member.span, name=member, enum=node.name)
        else:
            members[str(member)] = None
            ctx.world.declare_part("member", str(node.name), member, Enum(str(node.name)))
    ctx.world.enums[str(node.name)] = ir.EnumType(str(node.name), tuple(members), text_of(node), node.span)


def aliases(ctx: Context, written: list[nodes.TypeAlias]) -> None:
    """Named types, each after those that it is made of; a type that contains itself is an error."""
    named = {str(node.name): node for node in written}
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        for each, _ in walk(named[name].type):
            other = str(each.name) if isinstance(each, nodes.TypeName) else ""
            if other in (*path, name):
                circle = " → ".join((*path, name, other)[(*path, name).index(other) :])
                ctx.report("R345", each.span, name=other, circle=circle)
                ctx.symbols[0][other].faulty = True
            elif other in named and other not in done:
                visit(other, (*path, name))
        done.add(name)
        alias(ctx, named[name])

    for name in named:
        if name not in done:
            visit(name, ())


def alias(ctx: Context, node: nodes.TypeAlias) -> None:
    made = record(ctx, node, node.type) if isinstance(node.type, nodes.Record) else resolve(ctx, node.type)
    ctx.symbols[0][str(node.name)].type = made


def record(ctx: Context, node: nodes.TypeAlias, made: nodes.Record) -> Type:
    """A type whose values have fields."""
    fields: dict[str, ir.FieldType] = {}
    for param in made.fields:
        if str(param.name) in fields:
            ctx.report("R206", param.name.span, kind="field", name=param.name)
        else:
            made_of = field_type(ctx, str(param.name), param.type)
            if not isinstance(bare(made_of.type), PLAIN):
                ctx.report("R389", param.type.span, have=made_of.type, most=MOST_FIELDS)
                made_of = ir.FieldType(str(param.name), UNKNOWN, None, None)  # records in records would double
            fields[str(param.name)] = made_of
            ctx.world.declare_part("field", str(node.name), param.name, made_of.type)
    if len(fields) > MOST_FIELDS:
        ctx.report("R389", node.name.span, have=f"{len(fields)} fields", most=MOST_FIELDS)
    ctx.world.records[str(node.name)] = tuple(fields.values())
    return Tuple(tuple(each.type for each in fields.values()), str(node.name), tuple(fields))


# ---------------------------------------------------------------- options and constants


def option(ctx: Context, node: nodes.Option) -> ir.Option:
    symbol = ctx.symbols[0][str(node.name)]
    symbol.type = resolve(ctx, node.type)
    low, high = range_of(ctx, node.type)
    default = expr(ctx, node.default, symbol.type)
    test = condition(ctx, node.condition) if node.condition is not None else None
    return ir.Option(str(node.name), symbol.type, default, test, low, high, text_of(node), node.tags, node.span)


def const(ctx: Context, node: nodes.Const) -> ir.Constant:
    symbol = ctx.symbols[0][str(node.name)]
    want = resolve(ctx, node.type) if node.type is not None else None
    value = const_value(ctx, node, want)
    symbol.type = want or value.type
    return ir.Constant(str(node.name), symbol.type, value, {}, text_of(node), node.tags, node.span)


def const_value(ctx: Context, node: nodes.Const, want: Type | None) -> ir.Expr:
    """The value of a constant; `original` is the value that it replaces."""
    old = ctx.world.originals.get(id(node))
    if isinstance(old, nodes.Const):
        kept = const_value(ctx, old, None)
        ctx.original = lambda _ctx, _span: kept
    value = expr(ctx, node.value, want)
    ctx.original = None
    return value


def by_players(ctx: Context, node: nodes.ConstByPlayers) -> list[ir.Constant]:
    """Each row is a constant with a value for every number of players."""
    made = []
    for name, text, cells in by_players_rows(ctx, node):
        type_, values = by_players_values(ctx, name, cells)
        symbol = ctx.symbols[0].get(str(name))
        if symbol is not None:
            symbol.type = type_
        made.append(ir.Constant(str(name), type_, None, values, text or text_of(node), node.tags, name.span))
    return made


# ---------------------------------------------------------------- pieces and groups


def piece_fields(ctx: Context, node: nodes.Piece) -> None:
    """Resolve the types of a piece's fields before anything uses them."""
    fields: dict[nodes.Word, Type] = {}
    if isinstance(node.made, nodes.Rows):
        for cell in node.made.header.cells:
            if cell.name != "copies":
                fields[cell.name] = _column_type(ctx, node, cell)
    for param in (*node.fields, *([node.rolls] if node.rolls is not None else [])):
        fields[param.name] = resolve(ctx, param.type)
    declare_fields(ctx, node, fields)


def declare_fields(ctx: Context, node: nodes.Piece | nodes.Group, fields: dict[nodes.Word, Type]) -> None:
    for name, type_ in fields.items():
        ctx.world.declare_part("field", str(node.name), name, type_)
    ctx.world.piece_fields[str(node.name)] = {str(name): type_ for name, type_ in fields.items()}


def _column_type(ctx: Context, node: nodes.Piece, cell: nodes.HeaderCell) -> Type:
    if cell.type is None:
        ctx.report("R360", cell.span, name=cell.name)
        return UNKNOWN
    if isinstance(cell.type, nodes.TypeName) and cell.type.name == "Label":
        return label_members(ctx, node, cell)
    return resolve(ctx, cell.type)


def piece(ctx: Context, node: nodes.Piece) -> ir.PieceType:
    name = str(node.name)
    types = ctx.world.piece_fields[name]
    rolls = field_type(ctx, str(node.rolls.name), node.rolls.type) if node.rolls is not None else None
    home = _home(ctx, node)
    if isinstance(node.made, nodes.Rows):
        fields, rows = _piece_rows(ctx, node, types)
        return ir.PieceType(name, fields, rolls, home, (), None, None, rows, text_of(node), node.tags, node.span)
    fields = tuple(field_type(ctx, str(param.name), param.type) for param in node.fields)
    with ctx.block():
        locals_ = tuple(ctx.bind(param.name, types[str(param.name)]) for param in node.fields)
        copies = expr(ctx, node.made.number, INT)
        test = condition(ctx, node.made.condition) if node.made.condition is not None else None
    return ir.PieceType(name, fields, rolls, home, locals_, copies, test, (), text_of(node), node.tags, node.span)


def _home(ctx: Context, node: nodes.Piece) -> str:
    if node.home is None:
        return "box"
    symbol = ctx.lookup(node.home)
    if symbol is None or symbol.kind != "zone":
        zones = [n for n, s in ctx.symbols[0].items() if s.kind == "zone"]
        ctx.unknown_name(node.home, "zone", zones)
        return "box"
    if symbol.indexes:
        ctx.report("R361", node.home.span, name=node.home)
        return "box"
    if isinstance(symbol.type, Zone) and str(node.name) not in symbol.type.of.names:
        ctx.report("R337", node.home.span, have=node.name, want=symbol.type.of)
    return str(node.home)


Kind = tuple[tuple[ir.Expr, ...], ir.Expr]


def _piece_rows(
    ctx: Context, node: nodes.Piece, types: dict[str, Type]
) -> tuple[tuple[ir.FieldType, ...], tuple[Kind, ...]]:
    assert isinstance(node.made, nodes.Rows)
    header = node.made.header.cells
    rows: list[Kind] = []
    for row in rows_of_width(ctx, node.made.rows, len(header)):
        copies: ir.Expr = ir.Lit(INT, row.span, 1)
        values: list[ir.Expr] = []
        for column, cell in zip(header, row.cells, strict=True):
            type_ = INT if column.name == "copies" else types[str(column.name)]
            value = cell_value(ctx, cell, type_, row)
            value = value if value is not None else ir.Lit(UNKNOWN, row.span, None)
            if column.name == "copies":
                copies = value
            else:
                values.append(value)
        rows.append((tuple(values), copies))
    fields = tuple(_row_field(ctx, c, types) for c in header if c.name != "copies")
    return fields, tuple(rows)


def _row_field(ctx: Context, cell: nodes.HeaderCell, types: dict[str, Type]) -> ir.FieldType:
    low, high = range_of(ctx, cell.type)
    return ir.FieldType(str(cell.name), types[str(cell.name)], low, high)


def group_fields(ctx: Context, node: nodes.Group) -> None:
    declare_fields(ctx, node, {param.name: resolve(ctx, param.type) for param in node.fields})


def group(ctx: Context, node: nodes.Group) -> ir.GroupType:
    of = resolve(ctx, node.of, of_pieces)
    if not isinstance(of, Piece):
        if not isinstance(of, Unknown):
            ctx.report("R324", node.of.span, have=of)
        of = Piece(())
    fields = tuple(field_type(ctx, str(param.name), param.type) for param in node.fields)
    stock = expr(ctx, node.stock, INT)
    return ir.GroupType(str(node.name), fields, of, stock, text_of(node), node.tags, node.span)


# ---------------------------------------------------------------- zones, variables, resources


def word(ctx: Context, name: nodes.Word, known: tuple[str, ...], what: str) -> str:
    """One of a few words that are allowed only at this place."""
    if str(name) in known:
        return str(name)
    from rulelang.diagnostics import nearest

    close = nearest(str(name), known)
    help_ = f"did you mean `{close}`?" if close else f"write {', '.join(known[:-1])} or {known[-1]}"
    ctx.report("R363", name.span, what=what, name=name, help=help_)
    return known[0]


def zone_symbol(ctx: Context, node: nodes.Zone, name: str) -> Symbol:
    of = resolve(ctx, node.of, of_pieces)
    if not isinstance(of, Piece | Unknown):
        ctx.report("R324", node.of.span, have=of)
    types = tuple(index_of(ctx, each)[0] for each in node.indexes)
    type_ = Zone(of) if isinstance(of, Piece) else UNKNOWN
    return Symbol("zone", name, type_, indexes=types, span=node.name.span)


def zone(ctx: Context, node: nodes.Zone, symbol: Symbol, during: str | None = None) -> ir.ZoneType:
    order, sight = word(ctx, node.order, ORDERS, "order"), word(ctx, node.sight, SIGHTS, "sight")
    indexes = tuple(index_of(ctx, each)[1] for each in node.indexes)
    if sight == "owner" and not (indexes and indexes[0].kind == "Seat"):
        ctx.report("R364", node.sight.span, name=node.name)
    refill = None
    if node.refill is not None:
        refill = expr(ctx, node.refill.source)
    of = symbol.type.of if isinstance(symbol.type, Zone) else Piece(())
    return ir.ZoneType(symbol.name, indexes, order, of, sight, refill, text_of(node), node.tags, node.span, during)


def var_symbol(ctx: Context, node: nodes.Var, name: str) -> Symbol:
    types = tuple(index_of(ctx, each)[0] for each in node.indexes)
    return Symbol("var", name, resolve(ctx, node.type), indexes=types, span=node.name.span)


def var(ctx: Context, node: nodes.Var, symbol: Symbol, during: str | None = None) -> ir.VarType:
    indexes = tuple(index_of(ctx, each)[1] for each in node.indexes)
    sight = word(ctx, node.sight, SIGHTS, "sight") if node.sight is not None else "open"
    if sight == "owner" and not (indexes and indexes[0].kind == "Seat"):
        ctx.report("R364", (node.sight or node.name).span, name=node.name)
    low, high = range_of(ctx, node.type)
    start = expr(ctx, node.start, symbol.type) if node.start is not None else None
    if start is None and not isinstance(symbol.type, Optional | Unknown):
        ctx.report("R375", node.name.span, name=node.name)
    return ir.VarType(
        symbol.name, indexes, symbol.type, low, high, start, sight, text_of(node), node.tags, node.span, during
    )


def resource(ctx: Context, node: nodes.Resource) -> ir.ResourceType:
    pots = []
    for holder in node.holders:
        name = holder.name if isinstance(holder, nodes.TypeName) else None
        if name is None:
            ctx.report("R365", holder.span)
        elif name != "Seat":
            pots.append(str(name))
    total = expr(ctx, node.total, Int(0, None))
    sight = word(ctx, node.sight, SIGHTS, "sight")
    return ir.ResourceType(str(node.name), tuple(pots), total, sight, text_of(node), node.tags, node.span)
