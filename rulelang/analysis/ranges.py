"""Range analysis: the least and greatest value of an expression, so that arithmetic that stays in bounds needs no
check.

`Ranges(program).fits(expr)` says whether a sum, difference or product is always in the range of `Int`, whatever happens
in play. All engines use it, so they check the same operations. The analysis knows declared ranges, constants, tables,
fields and the sizes of zones. It is flow-insensitive: a local has the range of everything that is ever bound to it, a
parameter that of its type. An unknown value may be any number in range, which is always right: a number out of range
never comes into being.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import prod
from typing import Any

from rulelang import ir
from rulelang.base.dispatch import total
from rulelang.base.numbers import LEAST, MOST
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.ir.walk import walk
from rulelang.program import Grid, Program, Records

Span = tuple[int, int]
"""The least and the greatest value."""
Binding = tuple[str, ir.Expr]
"""How a local gets a value: "value", it is that of the expression; "item", it is one of the list."""

EVERY: Span = (LEAST, MOST)
LONGEST = 1 << 32  # items of a list that is made: memory holds no more
KEEPING = ("reverse", "sorted", "distinct", "take", "highest", "lowest", "values", "without", "number", "best_split")
PICKING = ("first", "last", "first_or_none", "last_or_none", "only", "at", "map_at")


class Ranges:
    """The ranges of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.known: dict[int, tuple[ir.Expr, Span]] = {}
        self.locals: dict[ir.Local, Span] = {}
        self.vars: dict[str, Span] = {}
        self.fns: dict[str, Span] = {}
        self.bound: dict[ir.Local, list[Binding] | None] | None = None

    def fits(self, expr: ir.Op) -> bool:
        """Is the result of arithmetic certainly a number that rulelang counts with?"""
        return within(self.arithmetic(expr), EVERY)

    def total_fits(self, score: ir.Score) -> bool:
        """Is the sum of a score's lines certainly such a number?"""
        return within(self.total(score), EVERY)

    def of(self, expr: ir.Expr) -> Span:
        """The range of a number. It is only asked for values that are numbers, or count as such."""
        if id(expr) not in self.known:
            self.known[id(expr)] = (expr, clamp(self.span(expr)))
        return self.known[id(expr)][1]

    def arithmetic(self, expr: ir.Op) -> Span:
        """The range of a built-in, even if it goes beyond the bounds."""
        if expr.op == "sum":
            items, size = self.items(expr.arguments[0]), self.size(expr.arguments[0])
            return min(0, items[0] * size), max(0, items[1] * size)
        return ARITHMETIC[expr.op](*(self.of(each) for each in expr.arguments))

    # ------------------------------------------------------------ numbers

    span = total(ir.Expr)

    @span.case(ir.Lit)
    def literal(self, expr: ir.Lit) -> Span:
        return self.of_values([expr.value], expr)

    @span.case(ir.Const)
    def constant(self, expr: ir.Const) -> Span:
        return self.of_values([self.program.constants[expr.name]], expr)

    @span.case(ir.Get)
    def local(self, expr: ir.Get) -> Span:
        return self.of_local(expr.local)

    @span.case(ir.VarAt)
    def var(self, expr: ir.VarAt) -> Span:
        return self.of_var(expr.var)

    @span.case(ir.Amount)
    def amount(self, expr: ir.Amount) -> Span:
        return 0, self.program.resources[expr.resource].total

    @span.case(ir.PieceField)
    def field(self, expr: ir.PieceField) -> Span:
        program, kind = self.program, bare(expr.piece.type)
        names = kind.names if isinstance(kind, types.Piece) else tuple(program.columns)
        if any(name in program.game.groups for name in names):
            return EVERY
        rolled = [end for name in names if name in program.faces for end in program.faces[name]]
        return self.of_values([*self.printed_values(names, expr.field), *rolled], expr)

    def printed_values(self, names: tuple[str, ...], field: str) -> Iterator[object]:
        """The values that pieces of some kinds are made with."""
        for piece in self.program.pieces:
            columns = self.program.columns[piece.kind]
            if piece.kind in names and field in columns[: len(piece.fields)]:
                yield piece.fields[columns.index(field)]

    @span.case(ir.RowField)
    def cell_of_row(self, expr: ir.RowField) -> Span:
        table = self.program.tables[expr.table]
        assert isinstance(table, Records)
        column = table.columns.index(expr.column)
        return self.of_values([row[column] for row in table.rows], expr)

    @span.case(ir.CellAt)
    def cell(self, expr: ir.CellAt) -> Span:
        table = self.program.tables[expr.table]
        assert isinstance(table, Grid)
        return self.of_values(table.cells.values(), expr)

    @span.case(ir.If)
    def if_(self, expr: ir.If) -> Span:
        return hull([self.of(expr.then), self.of(expr.otherwise)])

    @span.case(ir.Reveal, ir.After)
    def value(self, expr: ir.Reveal | ir.After) -> Span:
        return self.of(expr.value)

    @span.case(ir.Let)
    def let(self, expr: ir.Let) -> Span:
        return self.of(expr.body)

    @span.case(ir.Rungs)
    def rungs(self, expr: ir.Rungs) -> Span:
        return hull([*(self.of(rung.value) for rung in expr.rungs), self.of(expr.otherwise)])

    @span.case(ir.Call)
    def call(self, expr: ir.Call) -> Span:
        game = self.program.game
        if expr.fn not in self.fns:
            self.fns[expr.fn] = EVERY  # while it is being worked out
            self.fns[expr.fn] = self.of(game.fns[expr.fn].body) if expr.fn in game.fns else clamp(
                self.total(game.scores[expr.fn])
            )
        return self.fns[expr.fn]

    def total(self, score: ir.Score) -> Span:
        """The sum of a score's lines, even if it goes beyond the bounds."""
        spans = [self.of(line.value) for line in score.lines]
        return sum(min(low, 0) for low, _ in spans), sum(max(high, 0) for _, high in spans)

    @span.case(ir.Op)
    def builtin(self, expr: ir.Op) -> Span:
        first = expr.arguments[0]
        if expr.op in ARITHMETIC or expr.op == "sum":
            return self.arithmetic(expr)
        if expr.op in ("min", "max"):
            return self.extreme(expr)
        if expr.op == "count":
            return 0, self.size(first)
        if expr.op == "default":
            return hull([self.of(each) for each in expr.arguments])
        if expr.op in PICKING:
            return self.items(first) if isinstance(bare(first.type), types.List | types.Map) else self.of(first)
        return self.of(first) if expr.op in KEEPING else self.by_type(expr.type)

    def extreme(self, expr: ir.Op) -> Span:
        """The least or greatest of several numbers, or of a list."""
        first, several = expr.arguments[0], expr.arguments
        if len(several) == 1 and isinstance(first, ir.ListOf) and first.items:
            several = first.items
        elif len(several) == 1 and isinstance(bare(first.type), types.List | types.Map):
            return self.items(first)
        pick = min if expr.op == "min" else max
        lows, highs = zip(*(self.of(each) for each in several))
        return pick(lows), pick(highs)

    @span.case(
        ir.VarMap, ir.ZoneAt, ir.Inside, ir.Contents, ir.RowAt, ir.Pieces, ir.Look, ir.Sees, ir.Members, ir.Seats,
        ir.Each, ir.ListOf, ir.TupleOf, ir.MenuOptions,
    )  # fmt: skip
    def no_number(self, expr: ir.Expr) -> Span:
        return self.by_type(expr.type)

    span.seal()

    # ------------------------------------------------------------ lists

    def items(self, expr: ir.Expr) -> Span:
        """The range of each item of a list or map of numbers."""
        if isinstance(expr, ir.Lit | ir.Const):
            value = expr.value if isinstance(expr, ir.Lit) else self.program.constants[expr.name]
            return self.of_values(value if isinstance(value, tuple) else (), expr)
        if isinstance(expr, ir.VarMap):
            return self.of_var(expr.var)
        if isinstance(expr, ir.ListOf):
            return hull([self.of(item) for item in expr.items]) if expr.items else EVERY
        if isinstance(expr, ir.Each):
            return self.of(expr.element)
        if isinstance(expr, ir.If):
            return hull([self.items(expr.then), self.items(expr.otherwise)])
        if isinstance(expr, ir.Op) and expr.op == "range":
            return self.of(expr.arguments[0])[0], self.of(expr.arguments[1])[1]
        if isinstance(expr, ir.Op) and expr.op == "join":
            return hull([self.items(each) for each in expr.arguments])
        if isinstance(expr, ir.Op) and expr.op in KEEPING:
            return self.items(expr.arguments[0])
        kind = bare(expr.type)
        return self.by_type(kind.of) if isinstance(kind, types.List | types.Map) else EVERY

    def size(self, expr: ir.Expr) -> int:
        """How many items a list has at most."""
        if isinstance(expr, ir.Contents | ir.Pieces) or isinstance(bare(expr.type), types.Zone):
            return len(self.program.pieces)
        if isinstance(expr, ir.Seats):
            return self.program.players
        if isinstance(expr, ir.Members):
            return len(self.program.members[expr.enum])
        if isinstance(expr, ir.VarMap):
            return self.program.vars[expr.var].array.length
        if isinstance(expr, ir.ListOf):
            return len(expr.items)
        if isinstance(expr, ir.Lit) and isinstance(expr.value, tuple):
            return len(expr.value)
        if isinstance(expr, ir.Each):
            return prod(self.size(source) for _, source in expr.binders)
        if isinstance(expr, ir.Op) and expr.op == "range":
            low, high = (self.of(each) for each in expr.arguments)
            return max(0, high[1] - low[0] + 1)
        if isinstance(expr, ir.Op) and expr.op == "join":
            return sum(map(self.size, expr.arguments))
        return self.size(expr.arguments[0]) if isinstance(expr, ir.Op) and expr.op in KEEPING else LONGEST

    # ------------------------------------------------------------ what is bound, written, declared

    def of_local(self, local: ir.Local) -> Span:
        if local not in self.locals:
            self.locals[local] = EVERY  # while it is being worked out
            self.locals[local] = self.of_bindings(local)
        return self.locals[local]

    def of_bindings(self, local: ir.Local) -> Span:
        if self.bound is None:
            self.bound = bindings(self.program.game)
        found = self.bound.get(local)
        if not found or not isinstance(local.type, types.Int):
            return self.by_type(local.type)
        return hull([self.of(expr) if how == "value" else self.items(expr) for how, expr in found])

    def of_var(self, name: str) -> Span:
        """The range that writes are tested for, with the start and answers, which are not."""
        if name not in self.vars:
            self.vars[name] = EVERY  # while it is being worked out
            self.vars[name] = self.of_writes(name)
        return self.vars[name]

    def of_writes(self, name: str) -> Span:
        game, var = self.program.game, self.program.vars[name]
        if var.low is None and var.high is None:
            return self.by_type(game.vars[name].type)
        spans = [(LEAST if var.low is None else var.low, MOST if var.high is None else var.high)]
        start = game.vars[name].start
        if start is not None:
            spans.append(self.of(start))
        for node in walk(game.procs):
            if isinstance(node, ir.EachChooses) and node.var == name:
                spans.append(self.items(node.asking.source))
        return hull(spans)

    def of_values(self, values: Iterable[object], expr: ir.Expr) -> Span:
        """The range of known values; what is none counts for nothing."""
        given = [value for value in values if value is not None]
        found = [value for value in given if isinstance(value, int)]
        return (min(found), max(found)) if found and len(found) == len(given) else self.by_type(expr.type)

    def by_type(self, type_: types.Type) -> Span:
        """What is known of all values of a type. The range of a parameter is not tested, so a number may be any."""
        type_ = bare(type_)
        if isinstance(type_, types.Seat):
            return 1, self.program.players
        if isinstance(type_, types.Enum):
            return 1, len(self.program.members[type_.name])
        return (0, 1) if isinstance(type_, types.Bool) else EVERY


def bindings(game: ir.Game) -> dict[ir.Local, list[Binding] | None]:
    """How each local of a game gets its values; None if some way is not followed."""
    found: dict[ir.Local, list[Binding] | None] = {}

    def bind(local: ir.Local, how: str, expr: ir.Expr) -> None:
        known = found.setdefault(local, [])
        if known is not None:
            known.append((how, expr))

    followed: set[int] = set()
    for node in walk(every_part(game)):
        if isinstance(node, ir.Assign) and isinstance(node.target, ir.LocalTarget):
            bind(node.target.local, "value", node.value)
            followed.add(id(node.target))
        elif isinstance(node, ir.Let):
            bind(node.local, "value", node.value)
        elif isinstance(node, ir.For | ir.Asking):
            bind(node.local, "item", node.source)
        elif isinstance(node, ir.Each | ir.MenuRef | ir.Action):
            for local, source in node.binders:
                bind(local, "item", source)
        elif isinstance(node, ir.LocalTarget) and id(node) not in followed:
            found[node.local] = None
    for local in parameters(game):
        found[local] = None
    return found


def every_part(game: ir.Game) -> tuple[Any, ...]:
    """All of a game that binds locals."""
    return (*game.rules, game.instances, game.zones, game.vars)


def parameters(game: ir.Game) -> Iterator[ir.Local]:
    """Locals that are given a value from elsewhere."""
    units: list[ir.Fn | ir.Proc | ir.Menu] = [*game.fns.values(), *game.procs.values(), *game.menus.values()]
    for unit in units:
        yield from unit.params


# ---------------------------------------------------------------- intervals


def within(span: Span, bounds: Span) -> bool:
    return bounds[0] <= span[0] and span[1] <= bounds[1]


def clamp(span: Span) -> Span:
    """What of a range rulelang counts with; a number beyond is an error, and never comes to be."""
    return min(max(span[0], LEAST), MOST), max(min(span[1], MOST), LEAST)


def hull(spans: list[Span]) -> Span:
    return min(low for low, _ in spans), max(high for _, high in spans)


def corners(work: Callable[[int, int], int]) -> Callable[[Span, Span], Span]:
    """The range of an operation that is greatest and least at ends of the ranges of its sides."""

    def span(one: Span, two: Span) -> Span:
        found = [work(a, b) for a, b in product(one, two)]
        return min(found), max(found)

    return span


def quotient(one: Span, two: Span) -> Span:
    """Rounded down, so never farther from 0 than what is divided; by a positive number the ends tell."""
    if two[0] > 0:
        return corners(int.__floordiv__)(one, two)
    most = max(abs(one[0]), abs(one[1]))
    return -most, most


def rest(one: Span, two: Span) -> Span:
    """Between 0 and the divisor, whose sign it has."""
    return min(two[0] + 1, 0), max(two[1] - 1, 0)


def negative(one: Span) -> Span:
    return -one[1], -one[0]


ARITHMETIC: dict[str, Callable[..., Span]] = {
    "neg": negative,
    "add": corners(int.__add__),
    "sub": corners(int.__sub__),
    "mul": corners(int.__mul__),
    "div": quotient,
    "mod": rest,
}
