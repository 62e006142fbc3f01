"""What the tests of the engine are built with: typed games made by hand, and small games written in the language."""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.base.source import Source
from rulelang.check import check
from rulelang.engine.match import Match
from rulelang.ir import types
from rulelang.link import link
from rulelang.lower import lower
from rulelang.program import Program
from rulelang.program.events import Event

AT = Source("hand.rules", "made by hand").whole()
INT, BOOL, SEAT = types.INT, types.BOOL, types.SEAT
COLOR, CARD, DIE = types.Enum("Color"), types.Piece(("Card",)), types.Piece(("Die",))
NUMBERS, CARDS = types.List(INT), types.List(CARD)


# ---------------------------------------------------------------- typed games by hand


def lit(value: Any, type_: types.Type = INT) -> ir.Lit:
    return ir.Lit(type_, AT, value)


def numbers(*values: int) -> ir.Lit:
    return lit(tuple(values), NUMBERS)


def op(name: str, *arguments: ir.Expr, type_: types.Type = INT) -> ir.Op:
    return ir.Op(type_, AT, name, arguments)


def local(name: str, number: int, type_: types.Type = INT) -> ir.Local:
    return ir.Local(name, type_, number)


def get(of: ir.Local) -> ir.Get:
    return ir.Get(of.type, AT, of)


def zone(name: str, *indexes: ir.Expr, of: types.Piece = CARD) -> ir.Contents:
    return ir.Contents(types.List(of), AT, ir.ZoneAt(types.Zone(of), AT, name, indexes))


def game(**parts: Any) -> ir.Game:
    """A game with nothing in it but what is given: two colours, cards of colour and number in a pile, dice in a bag."""
    nothing: dict[str, Any] = {
        field.name: () if field.name in ("credits", "endings", "invariants", "rulings", "tests", "active") else {}
        for field in attrs.fields(ir.Game)
    }
    nothing.update(title="Test", text="", players=(2, 3, 4), winner=None, locals=20)
    nothing.update(enums={"Color": ir.EnumType("Color", ("red", "blue"), "", AT)})
    nothing.update(pieces={"Card": cards(), "Die": dice()})
    nothing.update(zones={"deck": a_zone("deck"), "bag": a_zone("bag", DIE, "bag"), "hand": hands()})
    nothing.update(parts)
    return ir.Game(**nothing)


def cards() -> ir.PieceType:
    fields = (ir.FieldType("color", COLOR, None, None), ir.FieldType("number", INT, lit(1), lit(3)))
    return ir.PieceType("Card", fields, None, "deck", (), lit(1), None, (), "", (), AT)


def dice() -> ir.PieceType:
    return ir.PieceType("Die", (), ir.FieldType("face", INT, lit(1), lit(6)), "bag", (), lit(2), None, (), "", (), AT)


def a_zone(name: str, of: types.Piece = CARD, order: str = "pile", sight: str = "open") -> ir.ZoneType:
    return ir.ZoneType(name, (), order, of, sight, None, "", (), AT)


def hands() -> ir.ZoneType:
    return ir.ZoneType("hand", (ir.Index("Seat"),), "set", CARD, "owner", None, "", (), AT)


def lowered(made: ir.Game, players: int = 2, options: dict[str, Any] | None = None) -> Program:
    program, problems = lower(made, players, options)
    assert not problems, problems
    return program


# ---------------------------------------------------------------- games in the language

HEAD = """rules 1
game "Test" for 2..4 players "for tests"
enum Color: red, blue
"""
CARDS_TEXT = """
piece Card(color: Color, number: 1..3) in deck "Card": 1 each
zone deck: pile of Card, open
zone hand[Seat]: set of Card, owner
zone table: row of Card, open
"""
END = "\nwinner p: most score[p]\nvar score[Seat]: Int = 0\n"


def program(text: str, players: int = 2, options: dict[str, Any] | None = None) -> Program:
    """The program of a small game: its head, its end and its cards are added if it does not bring them."""
    whole = HEAD + (CARDS_TEXT if "piece " not in text else "") + text
    whole += "" if "winner " in text else END
    whole += "" if "\nsetup" in whole else "\nsetup: nothing\n"
    linked, problems = link(Source("small.rules", whole))
    assert linked is not None and not problems, problems
    typed, problems = check(linked)
    assert typed is not None and not [p for p in problems if p.severity == "error"], problems
    return lowered(typed, players, options)


def play(text: str, players: int = 2, seed: int = 0, options: dict[str, Any] | None = None, **more: Any) -> Match:
    return Match(program(text, players, options), seed, **more)


def values(match: Match) -> list[int | str]:
    """The options of the open decision, as a test writes them."""
    assert match.decision is not None
    return [option.value for option in match.decision.options]


def answer(match: Match, *wanted: int | str) -> None:
    """Answers one question after another."""
    for value in wanted:
        match.choose(values(match).index(value))


def events(match: Match, kind: type[Event]) -> list[Any]:
    return [event for event in match.events if isinstance(event, kind)]


def lying(match: Match, name: str, *indexes: int) -> list[str]:
    """The pieces in a zone, in words."""
    from rulelang.engine.text import say

    pieces = match.state.zone(match.program.zone_id(name, indexes))
    return [say(piece, types.Piece(()), match.program, match.state) for piece in pieces]
