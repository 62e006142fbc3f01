"""Which values can be worked out at any time: looking at the score before the end must not stop a game."""

from __future__ import annotations

from itertools import product
from typing import Any

from rulelang import ir
from rulelang.ir import types
from rulelang.program import Grid, Program, Records

PLAIN = (ir.Lit, ir.Const, ir.Get, ir.Seats, ir.Members, ir.Pieces)
SAFE = {
    "neg", "add", "sub", "mul", "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "default", "in", "not_in",
    "range", "join", "without", "count", "empty", "sum", "any", "all", "first_or_none", "last_or_none", "highest",
    "lowest", "sorted", "reverse", "distinct", "take", "owner", "seat", "left", "right", "number", "values",
}  # fmt: skip


def always_known(program: Program, expr: Any) -> bool:
    """Has it a value in every state, whatever was or was not done yet?"""
    return Knowing(program).sure(expr)


class Knowing:
    """Looks through expressions and the functions they call. Nothing recurs, so this ends."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.game = program.game

    def sure(self, expr: Any) -> bool:
        if isinstance(expr, PLAIN):
            return True
        if isinstance(expr, ir.Op):
            several = expr.op in ("min", "max") and len(expr.arguments) > 1
            by = expr.arguments[-1]
            divided = expr.op in ("div", "mod") and isinstance(by, ir.Lit) and bool(by.value)
            return (expr.op in SAFE or several or divided) and all(map(self.sure, expr.arguments))
        rule = getattr(self, f"of_{type(expr).__name__.lower()}", None)
        return rule is not None and bool(rule(expr))

    def of_varat(self, expr: ir.VarAt) -> bool:
        var = self.game.vars[expr.var]
        return var.start is not None and var.during is None and all(map(self.index, expr.indexes))

    def index(self, expr: ir.Expr) -> bool:
        """An index is inside if it is a seat or a member; a number need not be."""
        return isinstance(expr.type, types.Seat | types.Enum) and self.sure(expr)

    def of_amount(self, expr: ir.Amount) -> bool:
        return self.sure(expr.holder)

    def of_contents(self, expr: ir.Contents) -> bool:
        return self.sure(expr.zone)

    def of_inside(self, expr: ir.Inside) -> bool:
        return self.sure(expr.group)

    def of_zoneat(self, expr: ir.ZoneAt) -> bool:
        return all(map(self.index, expr.indexes))

    def of_piecefield(self, expr: ir.PieceField) -> bool:
        kind = expr.piece.type
        if not isinstance(kind, types.Piece) or not self.sure(expr.piece):
            return False
        columns, faces = self.program.columns, self.program.faces
        return all(expr.field in columns[name] and not rolled(columns[name], faces, name, expr) for name in kind.names)

    def of_rowfield(self, expr: ir.RowField) -> bool:
        return self.sure(expr.row)

    def of_rowat(self, expr: ir.RowAt) -> bool:
        table, kind = self.program.tables[expr.table], expr.key.type
        if not isinstance(table, Records) or not isinstance(kind, types.Enum) or not self.sure(expr.key):
            return False
        return set(range(1, len(self.program.members[kind.name]) + 1)) <= set(table.by_key)

    def of_cellat(self, expr: ir.CellAt) -> bool:
        table, spans = self.program.tables[expr.table], [self.span(index.type) for index in expr.indexes]
        if not isinstance(table, Grid) or not all(map(self.sure, expr.indexes)) or None in spans:
            return False
        return all(key in table.cells for key in product(*(span for span in spans if span is not None)))

    def span(self, type_: types.Type) -> range | None:
        if isinstance(type_, types.Seat):
            return range(1, self.program.players + 1)
        if isinstance(type_, types.Enum):
            return range(1, len(self.program.members[type_.name]) + 1)
        return None

    def of_if(self, expr: ir.If) -> bool:
        return all(map(self.sure, (expr.condition, expr.then, expr.otherwise)))

    def of_reveal(self, expr: ir.Reveal) -> bool:
        return self.sure(expr.value)

    def of_let(self, expr: ir.Let) -> bool:
        return self.sure(expr.value) and self.sure(expr.body)

    def of_rungs(self, expr: ir.Rungs) -> bool:
        return self.sure(expr.otherwise) and all(self.sure(r.condition) and self.sure(r.value) for r in expr.rungs)

    def of_call(self, expr: ir.Call) -> bool:
        if not all(map(self.sure, expr.arguments)):
            return False
        if expr.fn in self.game.fns:
            return self.sure(self.game.fns[expr.fn].body)
        lines = self.game.scores[expr.fn].lines
        return all(self.sure(line.value) and (line.condition is None or self.sure(line.condition)) for line in lines)

    def of_each(self, expr: ir.Each) -> bool:
        parts = [*(source for _, source in expr.binders), expr.condition, expr.element, expr.key]
        return all(self.sure(part) for part in parts if part is not None)

    def of_listof(self, expr: ir.ListOf) -> bool:
        return all(map(self.sure, expr.items))

    def of_tupleof(self, expr: ir.TupleOf) -> bool:
        return all(map(self.sure, expr.items))


def rolled(columns: tuple[str, ...], faces: dict[str, tuple[int, int]], name: str, expr: ir.PieceField) -> bool:
    return name in faces and columns[-1] == expr.field
