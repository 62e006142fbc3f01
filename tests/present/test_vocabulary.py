"""Names and looks of things: what a game declares, and good words where it declares nothing."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from play_kit import game_of

from rulelang.ir.types import Enum
from rulelang.present.english import Reader, write
from rulelang.present.faces import Faces
from rulelang.present.places import read_place
from rulelang.present.vocabulary import Vocabulary, Word

PLAIN = """\
rules 1
game "Plain" for 2 players
use std.french
enum Sweet: cotton_candy, red
piece Token(sweet: Sweet) in bag "Sweet": 2 each
piece Die(color: Sweet) rolls face: 1..6 in bag "Die": 2 each
piece Goal in bag "A goal that is worth something at the end":
  | id: Label | points: 1..9 | needs: list of Sweet | note: Text   |
  | G1        | 3            | red red              | "A long one" |
zone bag: bag of Token | Die | Goal, hidden
resource coins[Seat, pot]: 10, open
resource berries[Seat]: 10, open
var turn_count: Int = 0
phase PickDice: nothing
play: nothing
winner p: most p.number
"""
OWNED = """\
rules 1
game "Discs" for 2 players
piece Disc(of: Seat) in box "Disc": 2 each
zone heap: set of Disc, open
look Disc face "disc of {of}"
play: nothing
winner p: most p.number
"""


def test_pieces_of_players_are_called_by_their_names() -> None:
    typed = game_of(OWNED).typed
    assert Vocabulary(typed).piece("Disc", {"of": 1}).name == "disc of Player 1"
    assert Vocabulary(typed, {1: "Ann"}).piece("Disc", {"of": 1}).name == "disc of Ann"


LOOKS = """\
look Sweet:
  cotton_candy "candy floss" plural "candy floss" short "floss" color pink
look Goal "goal" face "{needs} for {points}" short "{needs} = {points}"
look Goal.id bookkeeping
look coins "doubloon":
  pot "treasure chest"
look turn_count "turn"
look PickDice "Choosing dice"
look Seat:
  P1 "North"
"""


@cache
def vocabulary(looks: bool) -> Vocabulary:
    return Vocabulary(game_of(PLAIN + (LOOKS if looks else "")).typed)


def token(sweet: str) -> dict[str, Any]:
    return {"kind": "Token", "fields": {"sweet": sweet}}


def die(color: str, face: int | None) -> dict[str, Any]:
    return {"kind": "Die", "fields": {"color": color, "face": face}}


def card(suit: str, rank: int) -> dict[str, Any]:
    return {"kind": "Card", "fields": {"suit": suit, "rank": rank}}


def test_words_without_any_look() -> None:
    words = vocabulary(looks=False)
    assert words.member("Sweet", "cotton_candy") == Word("cotton candy")
    assert words.member("Sweet", "red").color == "red"
    assert (words.kind("Token").name, words.kind("Die").plural, words.kind("Goal").name) == ("sweet", "dice", "goal")
    assert (words.resource("coins").name, words.resource("berries").name) == ("coin", "berry")
    assert (words.pot("coins", "bank"), words.pot("coins", "pot")) == ("the bank", "the pot")
    assert (words.variable("turn_count").name, words.heading("PickDice")) == ("turn count", "Pick dice")
    assert words.piece("Die", {"color": "red", "face": 5}) == Word("red 5", "red 5", "red")
    assert words.piece("Die", {"color": "red", "face": None}).name == "red"
    assert words.piece("Token", None).name == "sweet"
    assert "long" not in words.piece("Goal", {"id": "G1", "points": 3, "needs": ["red"], "note": "A long one"}).name
    assert words.value(Enum("Sweet"), "cotton_candy").name == "cotton candy"


def test_looks_are_taken() -> None:
    words = vocabulary(looks=True)
    assert words.member("Sweet", "cotton_candy") == Word("candy floss", "floss", "pink", "candy floss")
    goal = {"id": "G1", "points": 3, "needs": ["red", "cotton_candy"], "note": "A long one"}
    assert words.piece("Goal", goal) == Word("red and candy floss for 3", "red, floss = 3", "")
    assert (words.resource("coins").plural, words.pot("coins", "pot")) == ("doubloons", "the treasure chest")
    assert (words.variable("turn_count").name, words.heading("PickDice")) == ("turn", "Choosing dice")
    assert (words.seat(1), words.seat(2)) == ("North", "")


def test_the_french_pack() -> None:
    words = vocabulary(looks=False)
    king = words.piece("Card", {"suit": "hearts", "rank": 13})
    assert king == Word("king of hearts", "K♥", "red")
    assert words.piece("Card", {"suit": "clubs", "rank": 7}) == Word("7 of clubs", "7♣", "black")
    assert words.kind("Card").plural == "cards"


ROWS: dict[str, tuple[list[dict[str, Any]], bool]] = {
    "red 3 5 · cotton candy 2": ([die("red", 3), die("cotton_candy", 2), die("red", 5)], False),
    "red 3 · cotton candy 2 · red 5": ([die("red", 3), die("cotton_candy", 2), die("red", 5)], True),
    "red ×2 · cotton candy": ([token("red"), token("cotton_candy"), token("red")], False),
    "red sweet · red 5 die": ([token("red"), die("red", 5)], False),
    "7♣ · 8♠ · 5♦ · 6♠": ([card("clubs", 7), card("spades", 8), card("diamonds", 5), card("spades", 6)], True),
    "red · ? · red": ([token("red"), {"kind": "Token", "fields": None}, token("red")], True),
}


@pytest.mark.parametrize("text", ROWS)
def test_pieces_in_a_row(text: str) -> None:
    assert Faces(vocabulary(looks=False)).line(*ROWS[text]) == text


@pytest.mark.parametrize(
    ("text", "pieces", "unseen"),
    [
        ("the king of hearts", [card("hearts", 13)], {}),
        ("a red", [token("red")], {}),
        ("2 reds and a cotton candy", [token("red"), token("red"), token("cotton_candy")], {}),
        ("3 cards", [], {"Card": 3}),
        ("the 2 of clubs and a sweet", [card("clubs", 2)], {"Token": 1}),
        ("2 × red 5", [die("red", 5), die("red", 5)], {}),
        ("red 1 2 3 4", [die("red", face) for face in (1, 2, 3, 4)], {}),
    ],
)
def test_pieces_in_a_sentence(text: str, pieces: list[dict[str, Any]], unseen: dict[str, int]) -> None:
    faces = Faces(vocabulary(looks=False), lambda piece: piece["kind"] == "Card")
    assert write(faces.several(pieces, unseen), Reader()) == text


INDEXED = """\
rules 1
game "Indexed" for 2 players
enum Sweet: rice_cake, jelly
var worth[Seat, Sweet]: Int = 0
var depth[-2..2]: Int = 0
look Sweet:
  jelly "osmanthus jelly" short "OJ"
play: nothing
winner p: most worth[p, jelly]
"""


def test_an_index_is_called_by_its_look() -> None:
    """“rice 4” was told of rice cakes."""
    words = Vocabulary(game_of(INDEXED).typed)
    assert [read_place(f"worth[P1, {each}]").index(words) for each in ("rice_cake", "jelly")] == ["rice cake", "OJ"]
    assert read_place("depth[-2]").words(words) == "depth -2"


def test_a_few_equal_numbers_are_shown_one_by_one() -> None:
    """“2 ×2” was read as two times two."""
    dice = [{"kind": "Die", "fields": {"face": face}, "text": ""} for face in (2, 2, 6)]
    game = "rules 1\ngame \"Dice\" for 2 players\nuse std.dice\nplay: nothing\nwinner p: most p.number\n"
    assert Faces(Vocabulary(game_of(game).program.game)).line(dice) == "2 2 · 6"
