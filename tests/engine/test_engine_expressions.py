"""Every expression and every built-in, on a state made by hand."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from engine_kit import (
    AT,
    BOOL,
    CARD,
    CARDS,
    COLOR,
    DIE,
    INT,
    NUMBERS,
    SEAT,
    a_zone,
    game,
    get,
    hands,
    lit,
    local,
    lowered,
    numbers,
    op,
    zone,
)

from rulelang import ir
from rulelang.engine.closures import Closures
from rulelang.engine.errors import RuleError
from rulelang.engine.start import code_of, first_slots
from rulelang.ir import types
from rulelang.program.boards import grid

X, Y = local("x", 0), local("y", 1)
C = local("c", 2, CARD)
NONE = lit(None, types.NOTHING)
SOME = lit(5, types.Optional(INT))


def test_game() -> ir.Game:
    score = ir.VarType("score", (ir.Index("Seat"),), INT, lit(0), lit(9), lit(4), "open", "", (), AT)
    size = ir.TableType("SIZE", (), (), ("Color",), ((lit(1, COLOR),),), (lit(7),), INT, "", (), AT)
    columns = (ir.FieldType("color", COLOR, None, None), ir.FieldType("worth", INT, lit(0), lit(9)))
    rows = ((lit(2, COLOR), lit(8)), (lit(1, COLOR), lit(6)))
    worth = ir.TableType("WORTH", columns, rows, (), (), (), INT, "", (), AT)
    twice = ir.Fn("twice", (X,), op("mul", get(X), lit(2)), "", (), AT)
    coins = ir.ResourceType("coins", ("pot",), lit(30), "open", "", (), AT)
    return game(
        vars={"score": score},
        tables={"SIZE": size, "WORTH": worth},
        fns={"twice": twice},
        resources={"coins": coins},
        zones={"deck": a_zone("deck"), "bag": a_zone("bag", DIE, "bag"), "hand": hands()},
    )


test_game.__test__ = False  # type: ignore[attr-defined]
PROGRAM = attrs.evolve(lowered(test_game()), boards={"Grid": grid("Grid", "square", 3, 3)})


def value(expr: ir.Expr) -> Any:
    """The value of an expression at the start of a game."""
    slots = first_slots(code_of(PROGRAM), 0)
    return Closures(PROGRAM).of(expr)(slots)


def each(element: ir.Expr, source: ir.Expr, condition: ir.Expr | None = None, key: ir.Expr | None = None) -> ir.Each:
    return ir.Each(types.List(element.type), AT, ((X, source),), condition, element, key)


def cards(*ids: int) -> ir.Lit:
    return lit(tuple(ids), CARDS)


CELLS = types.List(types.Enum("Grid"))


def cells(*numbers: int) -> ir.Lit:
    return lit(numbers, CELLS)


BIG = op("gt", get(X), lit(2), type_=BOOL)
PAIR = types.Tuple((INT, INT))
LISTS = types.List(NUMBERS)

BUILT_INS: dict[str, list[tuple[ir.Expr, Any]]] = {
    "neg": [(op("neg", lit(3)), -3)],
    "add": [(op("add", lit(3), lit(4)), 7)],
    "sub": [(op("sub", lit(3), lit(4)), -1)],
    "mul": [(op("mul", lit(3), lit(4)), 12)],
    "div": [(op("div", lit(-7), lit(2)), -4), (op("div", lit(7), lit(-2)), -4)],
    "mod": [(op("mod", lit(-7), lit(2)), 1), (op("mod", lit(7), lit(-2)), -1)],
    "eq": [
        (op("eq", lit(3), lit(3)), True),
        (op("eq", SOME, NONE), False),
        (op("eq", NONE, NONE), True),
        (op("eq", cards(0, 1), cards(1, 0)), True),
        (op("eq", cards(0, 1), cards(0, 2)), False),
        (op("eq", numbers(1, 2), numbers(2, 1)), False),
        (op("eq", lit(6, DIE), lit(7, DIE)), True),
    ],
    "ne": [(op("ne", lit(3), lit(3)), False), (op("ne", lit(6, DIE), lit(7, DIE)), False)],
    "lt": [(op("lt", lit((1, 5), PAIR), lit((2, 0), PAIR)), True)],
    "le": [(op("le", lit(3), lit(3)), True)],
    "gt": [(op("gt", lit((2, 0), PAIR), lit((1, 5), PAIR)), True)],
    "ge": [(op("ge", lit(2), lit(3)), False)],
    "and": [(op("and", lit(False, BOOL), op("eq", op("div", lit(1), lit(0)), lit(1))), False)],
    "or": [(op("or", lit(True, BOOL), op("eq", op("div", lit(1), lit(0)), lit(1))), True)],
    "not": [(op("not", lit(True, BOOL)), False)],
    "default": [(op("default", NONE, lit(4)), 4), (op("default", SOME, op("div", lit(1), lit(0))), 5)],
    "in": [(op("in", lit(2), numbers(1, 2)), True), (op("in", lit(6, DIE), lit((7,), types.List(DIE))), False)],
    "not_in": [(op("not_in", lit(2), numbers(1, 2)), False)],
    "range": [(op("range", lit(2), lit(4)), (2, 3, 4)), (op("range", lit(2), lit(1)), ())],
    "join": [(op("join", numbers(1), numbers(1, 2)), (1, 1, 2))],
    "without": [(op("without", numbers(1, 1, 2), numbers(1, 3)), (1, 2))],
    "count": [(op("count", numbers(4, 4)), 2), (op("count", each(get(X), numbers(1, 2, 3, 4), BIG)), 2)],
    "empty": [(op("empty", numbers()), True), (op("empty", each(get(X), numbers(1, 3), BIG)), False)],
    "sum": [(op("sum", numbers(4, 4)), 8), (op("sum", each(get(X), numbers(1, 2, 3, 4), BIG)), 7)],
    "any": [(op("any", each(BIG, numbers(1, 3))), True), (op("any", lit((False,), types.List(BOOL))), False)],
    "all": [(op("all", each(BIG, numbers(1, 3))), False), (op("all", lit((), types.List(BOOL))), True)],
    "first": [(op("first", numbers(4, 5)), 4), (op("first", each(get(X), numbers(1, 3), BIG)), 3)],
    "last": [(op("last", numbers(4, 5)), 5)],
    "first_or_none": [
        (op("first_or_none", numbers()), None),
        (op("first_or_none", each(get(X), numbers(1), BIG)), None),
    ],
    "last_or_none": [(op("last_or_none", numbers()), None), (op("last_or_none", numbers(3)), 3)],
    "only": [(op("only", numbers(4)), 4), (op("only", SOME), 5)],
    "min": [(op("min", numbers(3, 1, 2)), 1), (op("min", lit(3), lit(2)), 2)],
    "max": [(op("max", numbers(3, 1, 2)), 3), (op("max", lit(3), lit(2), lit(9)), 9)],
    "highest": [(op("highest", each(get(X), numbers(1, 2, 3, 4), None, op("mod", get(X), lit(2)))), (1, 3))],
    "lowest": [(op("lowest", each(get(X), numbers(1, 2, 3, 4), None, op("mod", get(X), lit(2)))), (2, 4))],
    "sorted": [
        (op("sorted", numbers(3, 1, 2)), (1, 2, 3)),
        (op("sorted", each(get(X), numbers(1, 2, 3, 4), None, op("mod", get(X), lit(2)))), (2, 4, 1, 3)),
    ],
    "reverse": [(op("reverse", numbers(3, 1, 2)), (2, 1, 3))],
    "distinct": [
        (op("distinct", numbers(3, 1, 3)), (3, 1)),
        (op("distinct", lit((6, 7), types.List(DIE))), (6,)),
    ],
    "take": [(op("take", numbers(3, 1, 2), lit(2)), (3, 1)), (op("take", numbers(3), lit(9)), (3,))],
    "subsets": [
        (op("subsets", numbers(1, 1, 2), lit(2), type_=LISTS), ((1, 1), (1, 2))),
        (op("subsets", numbers(1, 2), numbers(0, 1), type_=LISTS), ((), (1,), (2,))),
        (op("subsets", lit((6, 7), types.List(DIE)), lit(1)), ((6,),)),
    ],
    "bags": [(op("bags", numbers(1, 2), lit(2)), ((1, 1), (1, 2), (2, 2)))],
    "permutations": [(op("permutations", numbers(2, 1)), ((2, 1), (1, 2)))],
    "best_split": [
        (op("best_split", lit(((1, 2), (2, 3), (3, 4, 5)), LISTS), type_=LISTS), ((1, 2), (3, 4, 5))),
        (op("best_split", lit(((1,), (1, 2), (3,), ()), LISTS), type_=LISTS), ((1, 2), (3,))),
        (
            op(
                "best_split",
                each(get(X), lit(((1,), (2, 9), (9,)), LISTS), None, op("sub", lit(3), op("count", get(X)))),
            ),
            ((1,), (9,)),
        ),
    ],
    "owner": [(op("owner", lit(0, CARD)), None)],
    "seat": [(op("seat", lit(3)), 1), (op("seat", lit(0)), 2), (op("seat", lit(-1)), 1)],
    "left": [(op("left", lit(2, SEAT)), 1)],
    "right": [(op("right", lit(1, SEAT)), 2)],
    "number": [(op("number", lit(2, COLOR)), 2)],
    "at": [(op("at", numbers(7, 8), lit(2)), 8)],
    "part": [(op("part", lit((7, 8), PAIR), lit(1)), 8)],
    "ranged": [
        (op("ranged", lit(3), lit(1), lit(3), lit("tricks", types.TEXT)), 3),
        (op("ranged", NONE, lit(1), lit(3), lit("tricks", types.TEXT)), None),
    ],
    "map_at": [(op("map_at", ir.VarMap(types.Map(SEAT, INT), AT, "score"), lit(2, SEAT)), 4)],
    "connected": [(op("connected", cells(1), cells(1, 2, 4, 9), type_=CELLS), (1, 2, 4))],
    "longest_line": [(op("longest_line", cells(1, 5, 9, 2)), 3)],
    "values": [(op("values", ir.VarMap(types.Map(SEAT, INT), AT, "score")), (4, 4))],
}


@pytest.mark.parametrize(("expr", "expected"), [case for cases in BUILT_INS.values() for case in cases])
def test_built_ins(expr: ir.Expr, expected: Any) -> None:
    assert value(expr) == expected


def test_every_built_in_is_tried() -> None:
    assert set(BUILT_INS) == set(ir.OPS), "BUILT_INS here, OPS in ir/expressions.py"


OTHERS: list[tuple[ir.Expr, Any]] = [
    (ir.VarAt(INT, AT, "score", (lit(1, SEAT),)), 4),
    (ir.VarMap(types.Map(SEAT, INT), AT, "score"), (4, 4)),
    (zone("deck"), (0, 1, 2, 3, 4, 5)),
    (zone("hand", lit(2, SEAT)), ()),
    (ir.ZoneAt(types.Zone(CARD), AT, "hand", (lit(1, SEAT),)), PROGRAM.zone_id("hand", (1,))),
    (ir.Amount(INT, AT, "coins", lit(-1, types.Holder("coins"))), 30),
    (ir.Amount(INT, AT, "coins", lit(-2, types.Holder("coins"))), 0),
    (ir.Amount(INT, AT, "coins", lit(2, SEAT)), 0),
    (ir.PieceField(INT, AT, lit(5, CARD), "number"), 3),
    (ir.PieceField(COLOR, AT, lit(5, CARD), "color"), 2),
    (ir.RowAt(types.Row("WORTH"), AT, "WORTH", lit(1, COLOR)), 1),
    (ir.RowField(INT, AT, ir.RowAt(types.Row("WORTH"), AT, "WORTH", lit(1, COLOR)), "WORTH", "worth"), 6),
    (ir.RowField(INT, AT, lit(0, types.Row("WORTH")), "WORTH", "worth"), 8),
    (ir.CellAt(INT, AT, "SIZE", (lit(1, COLOR),)), 7),
    (ir.Pieces(types.List(DIE), AT, ("Die",)), (6, 7)),
    (ir.Look(CARD, AT, "Card", (lit(2, COLOR), lit(1))), 3),
    (ir.Members(types.List(COLOR), AT, "Color"), (1, 2)),
    (ir.Seats(types.List(SEAT), AT), (1, 2)),
    (ir.Const(INT, AT, "players"), 2),
    (ir.If(INT, AT, lit(True, BOOL), lit(1), lit(2)), 1),
    (ir.Let(INT, AT, X, lit(3), op("mul", get(X), get(X))), 9),
    (ir.Reveal(INT, AT, lit(3), None), 3),
    (ir.Call(INT, AT, "twice", (ir.Call(INT, AT, "twice", (lit(3),)),)), 12),
    (ir.ListOf(NUMBERS, AT, (lit(1), op("add", lit(1), lit(1)))), (1, 2)),
    (ir.TupleOf(PAIR, AT, (lit(1), lit(2))), (1, 2)),
    (ir.Each(NUMBERS, AT, ((X, numbers(1, 2)), (Y, op("range", lit(1), get(X)))), None, get(Y), None), (1, 1, 2)),
]


@pytest.mark.parametrize(("expr", "expected"), OTHERS)
def test_expressions(expr: ir.Expr, expected: Any) -> None:
    assert value(expr) == expected


def test_a_ladder_takes_the_first_rung_that_holds() -> None:
    rungs = tuple(ir.Rung(op("eq", get(X), lit(n)), lit(10 * n), None, (), AT) for n in (1, 2))
    ladder = ir.Rungs(INT, AT, rungs, lit(0))
    assert [value(ir.Let(INT, AT, X, lit(n), ladder)) for n in (1, 2, 3)] == [10, 20, 0]


ERRORS: list[tuple[str, ir.Expr]] = [
    ("R606", op("only", numbers(1, 2))),
    ("R606", op("only", numbers())),
    ("R613", op("only", lit(None, types.Optional(INT)))),
    ("R607", op("first", numbers())),
    ("R607", op("max", numbers())),
    ("R607", op("first", each(get(X), numbers(1), BIG))),
    ("R608", op("at", numbers(1), lit(0))),
    ("R605", op("ranged", lit(4), lit(1), lit(3), lit("tricks", types.TEXT))),
    ("R608", op("map_at", ir.VarMap(types.Map(SEAT, INT), AT, "score"), lit(3))),
    ("R608", ir.VarAt(INT, AT, "score", (lit(7),))),
    ("R610", ir.CellAt(INT, AT, "SIZE", (lit(2, COLOR),))),
    ("R611", op("div", lit(1), lit(0))),
    ("R611", op("mod", lit(1), lit(0))),
    ("R612", ir.PieceField(INT, AT, lit(6, DIE), "face")),
    ("R621", ir.RowAt(types.Row("WORTH"), AT, "WORTH", lit(3))),
    ("R622", ir.Look(CARD, AT, "Card", (lit(2, COLOR), lit(9)))),
]


@pytest.mark.parametrize(("code", "expr"), ERRORS)
def test_errors(code: str, expr: ir.Expr) -> None:
    with pytest.raises(RuleError) as error:
        value(expr)
    assert error.value.code == code and error.value.span == AT
