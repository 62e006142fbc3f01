"""Closures for fields and tables: arrays by piece and by row, built with the closure."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.engine.closures import Closures, Eval, Slots, makes, present
from rulelang.engine.errors import RuleError
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.program import Program

MISSING: Any = object()


@makes(ir.PieceField)
def piece_field(make: Closures, expr: ir.PieceField) -> Eval:
    """Declared fields come from an array by piece; rolled ones and those of groups from the state."""
    if expr.field not in make.printed:
        make.printed[expr.field] = field_values(make.program, expr.field)
    values, piece = make.printed[expr.field], make.of(expr.piece)
    kinds = bare(expr.piece.type)
    names = kinds.names if isinstance(kinds, types.Piece) else tuple(make.program.columns)
    if not any(name in make.program.game.groups or rolls(make.program, name, expr.field) for name in names):
        if isinstance(expr.piece, ir.Get):
            slot = make.slot(expr.piece.local)
            return lambda s: values[s[slot]]
        return lambda s: values[piece(s)]
    return stored_field(make, expr, values, piece)


def stored_field(make: Closures, expr: ir.PieceField, values: list[Any], piece: Eval) -> Eval:
    """A field that, for some kinds, is stored in the state."""
    program, faces, groups = make.program, make.layout.faces, make.layout.groups

    def read(s: Slots) -> Any:
        here = piece(s)
        value = values[here]
        if value is not MISSING:
            return value
        value = s[faces + here]
        if value is not None:
            return value
        instance = program.pieces[here]
        if not instance.is_group:
            raise RuleError("R612", expr.span, kind=instance.kind)
        return present(s[groups + here], expr)[program.columns[instance.kind].index(expr.field)]

    return read


def field_values(program: Program, field: str) -> list[Any]:
    """The value of a declared field by piece; missing where it is not declared."""
    values = []
    for piece in program.pieces:
        columns = program.columns[piece.kind]
        at = columns.index(field) if field in columns else len(piece.fields)
        values.append(piece.fields[at] if at < len(piece.fields) else MISSING)
    return values


def rolls(program: Program, kind: str, field: str) -> bool:
    return kind in program.faces and program.columns[kind][-1] == field


@makes(ir.RowAt)
def row_at(make: Closures, expr: ir.RowAt) -> Eval:
    table, key = make.program.records(expr.table).by_key, make.of(expr.key)

    def find(s: Slots) -> int:
        if (row := table.get(wanted := key(s))) is None:
            raise RuleError("R621", expr.span, name=expr.table, key=wanted)
        return row

    return find


@makes(ir.RowField)
def row_field(make: Closures, expr: ir.RowField) -> Eval:
    table = make.program.records(expr.table)
    column = table.columns.index(expr.column)
    values, row = [row[column] for row in table.rows], make.of(expr.row)
    if isinstance(expr.row, ir.RowAt):
        by_key, key = {key: values[at] for key, at in table.by_key.items()}, make.of(expr.row.key)

        def read(s: Slots) -> Any:
            value = by_key.get(wanted := key(s), MISSING)
            if value is MISSING:
                raise RuleError("R621", expr.span, name=expr.table, key=wanted)
            return value

        return read
    return lambda s: values[row(s)]


@makes(ir.CellAt)
def cell_at(make: Closures, expr: ir.CellAt) -> Eval:
    cells, indexes = make.program.grid(expr.table).cells, make.all(expr.indexes)

    def read(s: Slots) -> Any:
        at = tuple(index(s) for index in indexes)
        value = cells.get(at, MISSING)
        if value is MISSING:
            raise missing_cell(expr, at)
        return value

    return read


def missing_cell(expr: ir.CellAt, at: tuple[Any, ...]) -> RuleError:
    """A table cell that is `-`, or a board cell that does not exist."""
    board, dot, what = expr.table.partition(".")
    code = "R633" if dot and what in ("at", "perhaps") else "R610"
    return RuleError(code, expr.span, name=board, index=", ".join(map(str, at)))
