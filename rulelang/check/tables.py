"""Tables: records, grids and constants by players. Every row has the right width, every key its row."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from rulelang import ir
from rulelang.check.declared_types import field_type, index_of, resolve
from rulelang.check.environment import Context, Symbol
from rulelang.check.expressions import expr
from rulelang.check.lists import common
from rulelang.ir.types import TEXT, UNKNOWN, Enum, Int, List, Row, Type, Unknown
from rulelang.syntax import nodes

Cells = dict[int, Any]
Placed = tuple[tuple[ir.Expr, ...], Any, nodes.TableRow]
"""The keys of a grid cell, the cell and its row."""


def cell_value(ctx: Context, cell: Any, want: Type | None, row: Any) -> ir.Expr | None:
    """The value of a cell: one value, or a list of several; None for `-`. An empty cell has only the span of
    its row.
    """
    if isinstance(cell, nodes.NoCell):
        return None
    atoms = cell.atoms
    if isinstance(want, List):
        items = tuple(expr(ctx, atom, want.of) for atom in atoms)
        return ir.ListOf(want, cell.span, items)
    if not atoms:
        ctx.report("R366", row.span)
        return ir.Lit(UNKNOWN, row.span, None)
    if len(atoms) > 1:
        ctx.report("R367", cell.span, want=want)
        return ir.Lit(UNKNOWN, cell.span, None)
    return expr(ctx, atoms[0], want)


def atoms_of(cell: Any) -> tuple[Any, ...]:
    """The names, numbers and texts in a cell; none in a `-`."""
    return getattr(cell, "atoms", ())


# ---------------------------------------------------------------- constants by players


def by_players_rows(ctx: Context, node: nodes.ConstByPlayers) -> Iterator[tuple[nodes.Word, str, Cells]]:
    """Each row's name and text, and its cell for each number of players."""
    rows = [row for row in node.rows if isinstance(row, nodes.TableRow)]
    if not rows:
        return
    header = rows[0]
    counts = [_count(ctx, cell) for cell in header.cells[1:]]
    wanted = range(ctx.world.least, ctx.world.most + 1)
    missing = [n for n in wanted if n not in counts]
    if missing:
        ctx.report("R368", header.span, missing=" and ".join(map(str, missing)))
    for row in rows_of_width(ctx, rows[1:], len(header.cells)):
        if not is_named(row):
            ctx.report("R369", row.cells[0].span)
            continue
        name, *text = atoms_of(row.cells[0])
        cells = {n: cell for n, cell in zip(counts, row.cells[1:], strict=True) if n is not None}
        yield name.name, str(text[0].value) if text else "", cells


def by_players_values(ctx: Context, row: nodes.Word, cells: Cells) -> tuple[Type, dict[int, ir.Expr | None]]:
    """The type of a row's constant, and its value for each number of players: lists, if one of the cells is a list."""
    several = any(len(atoms_of(cell)) > 1 for cell in cells.values())
    want = List(UNKNOWN) if several else None
    values = {players: cell_value(ctx, cell, want, row) for players, cell in cells.items()}
    made = [value for value in values.values() if value is not None]
    type_ = common(ctx, tuple(item for value in made for item in getattr(value, "items", (value,))))
    if not several:
        return type_, values
    lists = {n: attrs.evolve(value, type=List(type_)) if value is not None else None for n, value in values.items()}
    return List(type_), lists


def is_named(row: nodes.TableRow) -> bool:
    """The first cell is a name, perhaps with a text: `CARDS "Cards dealt to each player"`."""
    name, *text = atoms_of(row.cells[0]) or (None,)
    return isinstance(name, nodes.Name) and len(text) <= 1 and all(isinstance(each, nodes.Text) for each in text)


def _count(ctx: Context, cell: Any) -> int | None:
    atoms = atoms_of(cell)
    if len(atoms) == 1 and isinstance(atoms[0], nodes.Number):
        return atoms[0].value
    ctx.report("R370", cell.span)
    return None


def by_players_names(node: nodes.ConstByPlayers) -> list[nodes.Word]:
    rows = [row for row in node.rows if isinstance(row, nodes.TableRow)]
    return [atoms_of(row.cells[0])[0].name for row in rows[1:] if row.cells and is_named(row)]


# ---------------------------------------------------------------- records


def label_members(ctx: Context, node: Any, cell: nodes.HeaderCell) -> Type:
    """A column of type Label declares the names in it."""
    rows: Any = node.made if isinstance(node, nodes.Piece) else node.rows
    at = rows.header.cells.index(cell)
    names: list[nodes.Word] = []
    for row in rows.rows:
        atoms = atoms_of(row.cells[at]) if isinstance(row, nodes.TableRow) and len(row.cells) > at else ()
        if len(atoms) == 1 and isinstance(atoms[0], nodes.Name):
            names.append(atoms[0].name)
    enum = f"{node.name}.{cell.name}"
    for name in names:
        ctx.world.declare_part("member", enum, name, Enum(enum))
    ctx.world.enums[enum] = ir.EnumType(enum, tuple(dict.fromkeys(map(str, names))), "", cell.span)
    return Enum(enum)


def table_columns(ctx: Context, node: nodes.Table) -> None:
    """The types of a table's columns, before anything uses them."""
    columns: dict[str, Type] = {}
    for cell in node.rows.header.cells:
        if cell.type is None:
            ctx.report("R360", cell.span, name=cell.name)
            columns[str(cell.name)] = UNKNOWN
        elif isinstance(cell.type, nodes.TypeName) and cell.type.name == "Label":
            columns[str(cell.name)] = label_members(ctx, node, cell)
        else:
            columns[str(cell.name)] = resolve(ctx, cell.type)
    name = str(node.name)
    for cell in node.rows.header.cells:
        ctx.world.declare_part("column", name, cell.name, columns[str(cell.name)])
    ctx.world.columns[name] = columns
    symbol = ctx.symbols[0][name]
    symbol.type, symbol.indexes = Row(name), (next(iter(columns.values())),)


def rows_of_width(
    ctx: Context, rows: Iterable[nodes.TableRow | nodes.Hole], cells: int, help_: str = ""
) -> Iterator[nodes.TableRow]:
    """The rows with this number of cells; others are reported, except unparsed ones, which were reported before."""
    for row in rows:
        if isinstance(row, nodes.Hole):
            continue
        if len(row.cells) == cells:
            yield row
        else:
            ctx.report("R362", row.span, have=len(row.cells), want=cells, help=help_)


def table(ctx: Context, node: nodes.Table) -> ir.TableType:
    name = str(node.name)
    columns = ctx.world.columns[name]
    rows: list[tuple[ir.Expr, ...]] = []
    found = len(ctx.world.problems)
    for row in rows_of_width(ctx, node.rows.rows, len(columns)):
        values = [cell_value(ctx, c, t, row) for c, t in zip(row.cells, columns.values(), strict=True)]
        if any(value is None for value in values):
            ctx.report("R371", row.span)
        rows.append(tuple(v if v is not None else ir.Lit(UNKNOWN, row.span, None) for v in values))
    fields = tuple(_column(ctx, cell, columns) for cell in node.rows.header.cells)
    if len(ctx.world.problems) == found and is_complete(ctx, node, node.rows.rows):
        every_key(ctx, node, next(iter(columns.values()), UNKNOWN), [row[0] for row in rows])
    text = str(node.text) if node.text is not None else ""
    return ir.TableType(name, fields, tuple(rows), (), (), (), Row(name), text, node.tags, node.span)


def _column(ctx: Context, cell: nodes.HeaderCell, columns: dict[str, Type]) -> ir.FieldType:
    type_ = columns[str(cell.name)]
    if cell.type is None or isinstance(type_, Enum | Unknown) or type_ == TEXT:
        return ir.FieldType(str(cell.name), type_, None, None)
    return field_type(ctx, str(cell.name), cell.type)


def is_complete(ctx: Context, node: Any, rows: tuple[Any, ...]) -> bool:
    """Whether all rows could be parsed, also those that a mod adds. If not, missing keys are not reported."""
    return not ctx.world.is_lost(str(node.name)) and not any(isinstance(row, nodes.Hole) for row in rows)


def every_key(ctx: Context, node: Any, type_: Type, keys: list[ir.Expr]) -> None:
    """Each key must occur once and, for an enum or a plain range, every key must occur."""
    seen: dict[object, ir.Expr] = {}
    for key in keys:
        if isinstance(key, ir.Lit) and key.value is not None:
            if key.value in seen:
                ctx.report("R372", key.span, key=key.span.text, also=[(seen[key.value].span, "the first one")])
            seen[key.value] = key
    wanted = every_value(ctx, type_)
    missing = [label for value, label in wanted if value not in seen]
    if missing:
        help_ = f"Add {'a row' if len(missing) == 1 else 'rows'}: there is one for every key."
        ctx.report("R373", node.name.span, name=node.name, missing=", ".join(missing[:5]), help=help_)


def every_value(ctx: Context, type_: Type) -> list[tuple[object, str]]:
    """The values of a small type with their names; none if they are not all known now."""
    if isinstance(type_, Enum):
        return [(i + 1, name) for i, name in enumerate(ctx.world.enums[type_.name].members)]
    if isinstance(type_, Int) and type_.low is not None and type_.high is not None:
        return [(n, str(n)) for n in range(type_.low, type_.high + 1)] if type_.high - type_.low < 1000 else []
    return []


# ---------------------------------------------------------------- grids


def grid_symbol(ctx: Context, node: nodes.Grid) -> None:
    symbol: Symbol = ctx.symbols[0][str(node.name)]
    symbol.indexes = tuple(index_of(ctx, each)[0] for each in node.indexes)
    symbol.type = resolve(ctx, node.type)


def grid(ctx: Context, node: nodes.Grid) -> ir.TableType:
    symbol = ctx.symbols[0][str(node.name)]
    keys: list[tuple[ir.Expr, ...]] = []
    cells: list[ir.Expr | None] = []
    found = len(ctx.world.problems)
    for key, cell, row in _grid_cells(ctx, node, symbol.indexes):
        keys.append(key)
        cells.append(cell_value(ctx, cell, symbol.type, row))
    if len(ctx.world.problems) == found and is_complete(ctx, node, node.rows):
        _every_combination(ctx, node, symbol.indexes, keys)
    kinds = tuple(_grid_index(ctx, each) for each in node.indexes)
    text = str(node.text) if node.text is not None else ""
    return ir.TableType(
        str(node.name), (), (), kinds, tuple(keys), tuple(cells), symbol.type, text, node.tags, node.span
    )


def _grid_index(ctx: Context, node: nodes.Type) -> tuple[ir.Expr, ir.Expr] | str:
    _, index = index_of(ctx, node)
    if index.low is not None and index.high is not None:
        return index.low, index.high
    return index.kind


def _grid_cells(ctx: Context, node: nodes.Grid, types: tuple[Type, ...]) -> Iterator[Placed]:
    rows = [row for row in node.rows if isinstance(row, nodes.TableRow)]
    if len(types) == 1:
        yield from _pairs(ctx, rows, types[0])
    elif len(types) == 2 and rows:
        yield from _cross_table_cells(ctx, rows, types)
    elif rows:
        ctx.report("R374", node.span)


def _pairs(ctx: Context, rows: list[nodes.TableRow], type_: Type) -> Iterator[Placed]:
    for row in rows_of_width(ctx, rows, 2, "A table with one index has no header: each row is a key and its value."):
        key = cell_value(ctx, row.cells[0], type_, row)
        if key is not None:
            yield (key,), row.cells[1], row


def _cross_table_cells(ctx: Context, rows: list[nodes.TableRow], types: tuple[Type, ...]) -> Iterator[Placed]:
    header = rows[0]
    columns = [cell_value(ctx, cell, types[1], header) for cell in header.cells[1:]]
    for row in rows_of_width(ctx, rows[1:], len(header.cells)):
        key = cell_value(ctx, row.cells[0], types[0], row)
        for column, cell in zip(columns, row.cells[1:], strict=True):
            if key is not None and column is not None:
                yield (key, column), cell, row


def _every_combination(
    ctx: Context, node: nodes.Grid, types: tuple[Type, ...], keys: list[tuple[ir.Expr, ...]]
) -> None:
    """Every combination of keys must occur once."""
    if any(isinstance(part.type, Unknown) for key in keys for part in key) or not keys:
        return
    seen = {tuple(part.value for part in key if isinstance(part, ir.Lit)) for key in keys}
    wanted = itertools.product(*(every_value(ctx, type_) for type_ in types))
    missing = next((combo for combo in wanted if tuple(value for value, _ in combo) not in seen), None)
    if missing:
        first = ", ".join(label for _, label in missing)
        ctx.report("R373", node.name.span, name=node.name, missing=first)
