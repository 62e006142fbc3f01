"""Lowering: settings, constants, tables, pieces and zones, and what is wrong with them for one table."""

from __future__ import annotations

from typing import Any

import pytest
from engine_kit import AT, BOOL, CARD, COLOR, INT, SEAT, a_zone, cards, game, get, lit, local, lowered, op, program

from rulelang import ir
from rulelang.ir import types
from rulelang.lower import lower
from rulelang.program import BANK, Array, Grid, Records


def option(name: str, type_: types.Type, default: ir.Expr, **more: Any) -> ir.Option:
    rest: dict[str, Any] = {"condition": None, "low": None, "high": None, "text": "", "tags": (), "span": AT}
    return ir.Option(name, type_, default, **{**rest, **more})


def const(name: str, type_: types.Type = INT) -> ir.Const:
    return ir.Const(type_, AT, name)


def constant(name: str, value: ir.Expr | None, by: dict[int, ir.Expr | None] | None = None) -> ir.Constant:
    return ir.Constant(name, INT, value, by or {}, "", (), AT)


ROUNDS = option("rounds", INT, lit(4), low=lit(1), high=lit(9))
COLORS = option("colors", types.List(COLOR), lit((1,), types.List(COLOR)))
FIRST = option("first", types.Optional(SEAT), lit(None, types.NOTHING))
LOUD = option("loud", BOOL, lit(False, BOOL))
EVEN = option("even", INT, lit(2), condition=op("eq", op("mod", const("even"), lit(2)), lit(0), type_=BOOL))
OPTIONS = {each.name: each for each in (ROUNDS, COLORS, FIRST, LOUD, EVEN)}


def codes(made: ir.Game, players: int = 2, options: dict[str, Any] | None = None) -> list[str]:
    return [problem.code for problem in lower(made, players, options)[1]]


# ---------------------------------------------------------------- options and constants


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("rounds", 2, 2),
        ("rounds", "7", 7),
        ("colors", ["blue", "red"], (2, 1)),
        ("colors", "[blue, red]", (2, 1)),
        ("first", "P2", 2),
        ("first", 1, 1),
        ("first", "none", None),
        ("loud", "true", True),
        ("loud", False, False),
        ("even", 8, 8),
    ],
)
def test_options_as_people_write_them(name: str, given: Any, value: Any) -> None:
    made = lowered(game(options=OPTIONS), options={name: given})
    assert made.options[name] == value == made.constants[name]
    assert made.options["rounds" if name != "rounds" else "even"] in (4, 2)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"round": 2}, "R501"),
        ({"rounds": 10}, "R502"),
        ({"rounds": "many"}, "R502"),
        ({"rounds": True}, "R502"),
        ({"colors": ["green"]}, "R502"),
        ({"colors": 5}, "R502"),
        ({"first": "P3"}, "R502"),
        ({"loud": 1}, "R502"),
        ({"even": 3}, "R502"),
    ],
)
def test_options_that_cannot_be(given: dict[str, Any], code: str) -> None:
    assert codes(game(options=OPTIONS), options=given) == [code]


def test_the_nearest_option_is_offered() -> None:
    (problem,) = lower(game(options=OPTIONS), 2, {"round": 2})[1]
    assert problem.help == "did you mean `rounds`?"


def test_constants_by_players_and_in_any_order() -> None:
    made = game(
        constants={
            "TWICE": constant("TWICE", op("mul", const("SIZE"), lit(2))),
            "SIZE": constant("SIZE", None, {2: lit(5)}),
        }
    )
    assert lowered(made).constants == {"players": 2, "TWICE": 10, "SIZE": 5}
    assert codes(made, 3) == ["R504"]


def test_players_outside_the_game() -> None:
    assert codes(game(), 5) == ["R503"]


# ---------------------------------------------------------------- tables


def test_tables_become_arrays() -> None:
    columns = (ir.FieldType("color", COLOR, None, None), ir.FieldType("n", INT, lit(0), lit(3)))
    records = ir.TableType("T", columns, ((lit(2, COLOR), const("players")),), (), (), (), INT, "", (), AT)
    grid = ir.TableType("G", (), (), ("Color",), ((lit(1, COLOR),), (lit(2, COLOR),)), (lit(3), None), INT, "", (), AT)
    made = lowered(game(tables={"T": records, "G": grid}))
    assert made.tables == {"T": Records(("color", "n"), ((2, 2),), {2: 0}), "G": Grid({(1,): 3})}
    assert codes(game(tables={"T": records}), 4) == ["R509"]


# ---------------------------------------------------------------- pieces and zones


def test_pieces_are_numbered_by_their_fields() -> None:
    made = lowered(game())
    assert [piece.fields for piece in made.pieces if piece.kind == "Card"] == [
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 1),
        (2, 2),
        (2, 3),
    ]
    assert made.zones[0].name == "box" and made.columns == {"Card": ("color", "number"), "Die": ("face",)}
    assert [(zone.name, zone.indexes, zone.owner) for zone in made.zones[3:]] == [("hand", (1,), 1), ("hand", (2,), 2)]


def test_copies_and_conditions_see_the_fields() -> None:
    color, number = local("color", 0, COLOR), local("number", 1)
    kind = attrs_evolve(
        cards(),
        locals=(color, number),
        copies=op("sub", const("players"), lit(1)),
        condition=op("lt", get(number), lit(3), type_=BOOL),
    )
    made = game(pieces={"Card": kind}, zones={"deck": a_zone("deck")})
    assert len(lowered(made, 2).pieces) == 4 and len(lowered(made, 3).pieces) == 8
    fewer = attrs_evolve(kind, copies=op("sub", const("players"), lit(3)))
    assert codes(game(pieces={"Card": fewer}, zones={"deck": a_zone("deck")})) == ["R505"]


def attrs_evolve(kind: ir.PieceType, **changes: Any) -> ir.PieceType:
    import attrs

    return attrs.evolve(kind, **changes)


def test_rows_list_the_pieces() -> None:
    rows = (((lit(2, COLOR), lit(3)), lit(2)), ((lit(1, COLOR), lit(9)), lit(1)))
    kind = attrs_evolve(cards(), rows=rows)
    made = game(pieces={"Card": kind}, zones={"deck": a_zone("deck")})
    assert codes(made) == ["R509"]
    good = attrs_evolve(kind, rows=rows[:1])
    assert [p.fields for p in lowered(game(pieces={"Card": good}, zones={"deck": a_zone("deck")})).pieces] == [
        (2, 3)
    ] * 2


def test_groups_have_a_stock_and_an_inside() -> None:
    group = ir.GroupType("Pack", (), CARD, lit(3), "", (), AT)
    made = lowered(game(groups={"Pack": group}))
    packs = [piece for piece in made.pieces if piece.is_group]
    assert len(packs) == 3 and made.zones[made.stocks["Pack"]].name == "Pack stock"
    assert [made.zones[made.insides[piece.id]].group for piece in packs] == [piece.id for piece in packs]
    assert codes(game(groups={"Pack": ir.GroupType("Pack", (), CARD, lit(-1), "", (), AT)})) == ["R508"]


def test_ranges_that_are_empty() -> None:
    var = ir.VarType("n", (), INT, lit(3), const("players"), lit(3), "open", "", (), AT)
    assert codes(game(vars={"n": var}), 2) == ["R506"] and codes(game(vars={"n": var}), 3) == []
    zone = ir.ZoneType("row", (ir.Index("range", lit(3), const("players")),), "row", CARD, "open", None, "", (), AT)
    assert codes(game(zones={"deck": a_zone("deck"), "row": zone}, pieces={"Card": cards()}), 2) == ["R506"]


def test_what_cannot_be_worked_out_is_a_problem() -> None:
    made = game(constants={"N": constant("N", op("div", lit(1), op("sub", const("players"), lit(2))))})
    assert codes(made, 2) == ["R507"] and codes(made, 3) == []


def test_amounts_have_a_slot_a_holder() -> None:
    coins = ir.ResourceType("coins", ("pot",), lit(9), "owner", "", (), AT)
    resource = lowered(game(resources={"coins": coins})).resources["coins"]
    assert [resource.slot(holder) - resource.base for holder in resource.holders] == [0, 1, 2, 3]
    assert [resource.title(holder) for holder in (2, BANK, -2)] == [2, "bank", "pot"]


def test_arrays_know_their_elements() -> None:
    array = Array(10, (1, 0), (2, 3))
    assert [array.at(at) for at in array.keys()] == [10, 11, 12, 13, 14, 15]  # noqa: SIM118
    assert array.at((3, 0)) is None and array.at((1, -1)) is None


# ---------------------------------------------------------------- folding


def test_constants_and_known_branches_are_folded() -> None:
    made = program("""
option big: Bool = true
const N = 3
fn size(p: Seat) -> Int = (if big then N * players else 0) + count(hand[p])
fn broken(p: Seat) -> Int = if count(hand[p]) > 9 then 1 div (N - 3) else 0
play: score[P1] = size(P1) + broken(P1)
""")
    body = made.game.fns["size"].body
    assert isinstance(body, ir.Op) and isinstance(body.arguments[0], ir.Lit) and body.arguments[0].value == 6
    assert isinstance(made.game.fns["broken"].body, ir.If)
