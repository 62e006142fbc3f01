"""When a value can be computed: looking at the score before the end must not stop a game.

Most values can be computed in every state. Others require something (`only(hand[p])` requires exactly one card): these
requirements are collected as conditions, which are tested in order before the value is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from rulelang import ir
from rulelang.base.dispatch import Total, total
from rulelang.ir import types
from rulelang.ir.walk import locals_of
from rulelang.program import Grid, Program, Records

SAFE = {
    "neg", "add", "sub", "mul", "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "default", "in", "not_in",
    "range", "join", "without", "count", "empty", "sum", "any", "all", "first_or_none", "last_or_none", "highest",
    "lowest", "sorted", "reverse", "distinct", "take", "owner", "seat", "left", "right", "number", "values",
    "connected", "longest_line",
}  # fmt: skip


WANT = {"only": "eq", "min": "ge", "max": "ge", "first": "ge", "last": "ge"}  # items of a list: one, or at least one


def conditions_for(program: Program, expr: Any, seat: ir.Local) -> tuple[ir.Expr, ...] | None:
    """What must hold for all seats so that it has a value: nothing, if it always has; None if that cannot be told."""
    knowing = Knowing(program)
    if not knowing.sure(expr):
        return None
    seats = ((seat, ir.Seats(types.List(types.SEAT), expr.span)),)
    return tuple(for_all(wanted, seats) for wanted in knowing.wanted)


def for_all(wanted: ir.Expr, binders: tuple[tuple[ir.Local, ir.Expr], ...], where: ir.Expr | None = None) -> ir.Expr:
    """A condition for every value of the binders it speaks of."""
    if not {local for local, _ in binders} & locals_of(wanted):
        return wanted
    each = ir.Each(types.List(types.BOOL), wanted.span, binders, where, wanted, None)
    return ir.Op(types.BOOL, wanted.span, "all", (each,))


class Knowing:
    """Looks through expressions and the functions they call. There is no recursion, so this terminates."""

    sure: Total[bool] = total(ir.Expr)
    """`knowing.sure(expr)`: has it a value, if what is `wanted` then holds?"""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.game = program.game
        self.wanted: list[ir.Expr] = []

    @sure.case(ir.Lit, ir.Const, ir.Get, ir.Seats, ir.Members, ir.Pieces)
    def of_plain(self, expr: ir.Expr) -> bool:
        return True

    @sure.case(ir.VarMap, ir.Look, ir.Sees, ir.After, ir.MenuOptions)
    def of_unsure(self, expr: ir.Expr) -> bool:
        """What nobody has said anything of."""
        return False

    @sure.case(ir.Op)
    def of_op(self, expr: ir.Op) -> bool:
        if not all(map(self.sure, expr.arguments)):
            return False
        by = expr.arguments[-1]
        several = expr.op in ("min", "max") and len(expr.arguments) > 1
        divided = expr.op in ("div", "mod") and isinstance(by, ir.Lit) and bool(by.value)
        if expr.op in SAFE or several or divided:
            return True
        if expr.op not in WANT or not isinstance(by.type, types.List):
            return False
        self.want(WANT[expr.op], ir.Op(types.INT, expr.span, "count", (by,)), one(expr))
        return True

    def want(self, op: str, *sides: ir.Expr) -> None:
        self.wanted.append(ir.Op(types.BOOL, sides[0].span, op, sides))

    def inside(self, around: Callable[[ir.Expr], ir.Expr], parts: Iterable[Any]) -> bool:
        """Do these parts have values, if what they require is established `around` them?"""
        before, self.wanted = self.wanted, []
        sure = all(self.sure(part) for part in parts if part is not None)
        self.wanted = [*before, *map(around, self.wanted)]
        return sure

    @sure.case(ir.VarAt)
    def of_varat(self, expr: ir.VarAt) -> bool:
        var = self.game.vars[expr.var]
        return var.start is not None and var.during is None and self.is_index_sure(var.indexes, expr.indexes)

    def is_index_sure(self, declared: tuple[ir.Index, ...], indexes: tuple[ir.Expr, ...]) -> bool:
        """An index is inside if it is a seat or a member; a number must be."""
        for index, expr in zip(declared, indexes, strict=True):
            if not self.sure(expr):
                return False
            if isinstance(expr.type, types.Int) and index.low is not None and index.high is not None:
                self.want("ge", expr, index.low)
                self.want("le", expr, index.high)
            elif not isinstance(expr.type, types.Seat | types.Enum):
                return False
        return True

    @sure.case(ir.Amount)
    def of_amount(self, expr: ir.Amount) -> bool:
        return self.sure(expr.holder)

    @sure.case(ir.Contents)
    def of_contents(self, expr: ir.Contents) -> bool:
        return self.sure(expr.zone)

    @sure.case(ir.Inside)
    def of_inside(self, expr: ir.Inside) -> bool:
        return self.sure(expr.group)

    @sure.case(ir.ZoneAt)
    def of_zoneat(self, expr: ir.ZoneAt) -> bool:
        return self.is_index_sure(self.game.zones[expr.zone].indexes, expr.indexes)

    @sure.case(ir.PieceField)
    def of_piecefield(self, expr: ir.PieceField) -> bool:
        kind = expr.piece.type
        if not isinstance(kind, types.Piece) or not self.sure(expr.piece):
            return False
        columns, faces = self.program.columns, self.program.faces
        return all(expr.field in columns[name] and not is_face(columns[name], faces, name, expr) for name in kind.names)

    @sure.case(ir.RowField)
    def of_rowfield(self, expr: ir.RowField) -> bool:
        return self.sure(expr.row)

    @sure.case(ir.RowAt)
    def of_rowat(self, expr: ir.RowAt) -> bool:
        table, kind = self.program.tables[expr.table], expr.key.type
        if not isinstance(table, Records) or not isinstance(kind, types.Enum) or not self.sure(expr.key):
            return False
        return set(range(1, len(self.program.members[kind.name]) + 1)) <= set(table.by_key)

    @sure.case(ir.CellAt)
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

    @sure.case(ir.If)
    def of_if(self, expr: ir.If) -> bool:
        return all(map(self.sure, (expr.condition, expr.then, expr.otherwise)))

    @sure.case(ir.Reveal)
    def of_reveal(self, expr: ir.Reveal) -> bool:
        return self.sure(expr.value)

    @sure.case(ir.Let)
    def of_let(self, expr: ir.Let) -> bool:
        return self.sure(expr.value) and self.inside(bind(((expr.local, expr.value),)), (expr.body,))

    @sure.case(ir.Rungs)
    def of_rungs(self, expr: ir.Rungs) -> bool:
        return self.sure(expr.otherwise) and all(self.sure(r.condition) and self.sure(r.value) for r in expr.rungs)

    @sure.case(ir.Call)
    def of_call(self, expr: ir.Call) -> bool:
        if not all(map(self.sure, expr.arguments)):
            return False
        if expr.fn in self.game.fns:
            fn = self.game.fns[expr.fn]
            return self.inside(bind(zip(fn.params, expr.arguments)), (fn.body,))
        score = self.game.scores[expr.fn]
        parts = [part for line in score.lines for part in (line.condition, line.value)]
        return self.inside(bind(((score.seat, expr.arguments[0]),)), parts)

    @sure.case(ir.Each)
    def of_each(self, expr: ir.Each) -> bool:
        """What comes first need not know of what comes later."""
        first, *others = [source for _, source in expr.binders]
        number = len(self.wanted)
        if not self.sure(first) or not all(map(self.sure, others)) or (others and len(self.wanted) > number):
            return False
        tested = self.inside(lambda wanted: for_all(wanted, expr.binders), (expr.condition,))
        about = (expr.element, expr.key)
        return tested and self.inside(lambda wanted: for_all(wanted, expr.binders, expr.condition), about)

    @sure.case(ir.ListOf, ir.TupleOf)
    def of_items(self, expr: ir.ListOf | ir.TupleOf) -> bool:
        return all(map(self.sure, expr.items))


Knowing.sure.seal()


def is_face(columns: tuple[str, ...], faces: dict[str, tuple[int, int]], name: str, expr: ir.PieceField) -> bool:
    return name in faces and columns[-1] == expr.field


def bind(values: Iterable[tuple[ir.Local, ir.Expr]]) -> Callable[[ir.Expr], ir.Expr]:
    """What is wanted where locals have these values."""
    some = tuple(values)

    def around(wanted: ir.Expr) -> ir.Expr:
        for local, value in some:
            wanted = ir.Let(wanted.type, wanted.span, local, value, wanted)
        return wanted

    return around


def one(expr: ir.Expr) -> ir.Expr:
    return ir.Lit(types.INT, expr.span, 1)
