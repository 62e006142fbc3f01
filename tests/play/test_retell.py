"""Law L1: views, questions, prompts, options and labels are functions of the log, in every file.

A listener that knows nothing but the log of a reader and the rules builds the view of that reader.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from helpers import examples
from hypothesis import given
from hypothesis import strategies as st
from law_kit import FILES, game_named, hidden_game, unproven, untold
from play_kit import game_of, readers

from rulelang import Match, load
from rulelang.engine.errors import RuleError
from rulelang.play.retell import Retelling


@pytest.mark.few(3)
@pytest.mark.parametrize("name", FILES)
def test_a_view_is_told_by_the_log_alone(name):
    for seed in range(2):
        assert not list(untold(game_named(name).start(seed), seed, most=8, every=False))


@examples(25)
@given(st.integers(0, 10**9))
def test_a_view_is_told_by_the_log_alone_whatever_the_rules_are(seed):
    """Also where the rules leak: then the log does, too, and the law of views still holds; up to a mistake in them."""
    game = hidden_game(seed)
    with suppress(RuleError):
        assert game is None or next(untold(game.start(seed % 97), seed, most=8), None) is None


HELD = """rules 1
game "Held" for 2 players "Variables that hold cards, and seats that are asked with a card's name."
piece Card(rank: 1..6) in deck: 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone table: row of Card, open
var lot: Card? = none
var kept: list of Card = []
var due[Seat]: 0..6 = 1
setup:
  shuffle deck
  for p in seats: deal 2 from deck to hand[p]
play:
  P1 chooses c from hand[P1] "Which?"
  lot = c
  kept = [c]
  P2 chooses k from 1..2 "Go on?"
  move c to table
  P2 chooses m from 1..2 "You see {lot}, then?"
  move c to deck
  for p in seats: due[p] = 2
  repeat 2 times: run Bids
phase Bids "All bid":
  each p in seats secretly chooses bid from 0..2 "Bid"
  reveal bid
  P1 chooses n from 1..2 "Go on?"
winner p: most due[p]
"""


def test_a_variable_tells_the_look_of_what_it_holds_as_it_comes_and_goes():
    match = game_of(HELD).start(3)
    match.choose(0)
    assert match.view(2)["variables"]["lot"]["text"] == "Card(?)"
    match.choose(0)
    (moved,) = [entry for entry in match.log(2) if entry["event"] == "moved" and entry["to"] == "table"]
    (card,) = moved["pieces"]
    assert moved["held"]["lot"]["text"] == card and moved["held"]["kept"][0]["text"] == card
    assert match.view(2)["decision"]["prompt"] == f"You see {card}, then?"
    match.choose(0)
    (gone,) = [entry for entry in match.log(2) if entry["event"] == "moved" and entry["from"] == "table"]
    assert gone["held"]["lot"] == {"text": "Card(?)", "kind": "Card", "fields": None}


def test_every_reader_can_tell_the_view_of_it():
    assert not list(untold(game_of(HELD).start(3), 3))


def test_who_no_longer_sees_a_bid_is_told_so():
    """Answers of the last time are each seat's own again when all are asked anew."""
    match = game_of(HELD).start(3)
    while match.view(1)["variables"]["bid[P2]"] in ("?", None):
        match.choose(0)
    match.choose(0)
    assert match.view(1)["variables"]["bid[P2]"] == "?"
    assert {"event": "wrote", "variable": "bid[P2]", "value": "?"} in match.log(1)


def test_all_are_told_who_is_asked_and_the_seat_what_it_may_answer():
    match = game_of(HELD).start(3)
    own, other = match.log(1)[-1], match.log(2)[-1]
    assert other == {"event": "asked", "seat": 1, "name": "play.c"}
    assert own == {**other, "prompt": "Which?", "options": match.view(1)["decision"]["options"]}
    first = match.decision.options[0]
    assert own["options"][0]["data"] == {
        "text": first.value, "kind": "Card", "fields": {"rank": int(first.value[5:-1])}
    }  # fmt: skip
    match.choose(0)
    assert match.log(1)[-5] == own and match.log(1)[-4]["event"] == "chose"


def test_what_an_entry_means_for_a_view_is_never_guessed():
    program = game_of(HELD).program
    with pytest.raises(TypeError, match="an entry `dreamt` has no meaning"):
        Retelling(program, 1).hear({"event": "dreamt"})


def test_in_a_block_a_seat_alone_is_told_that_it_is_asked():
    match = game_of(HELD).start(3)
    while not (match.decision.name.endswith(".bid")):
        match.choose(0)
    asked = {seat: [entry for entry in match.log(seat) if entry["event"] == "asked"][-1] for seat in readers(match)}
    assert (asked[1]["name"], asked[1]["seat"]) == ("Bids.bid", 1)
    assert (asked[2]["name"], asked[2]["seat"]) == ("Bids.bid", 2)
    assert asked[None]["name"] != "Bids.bid"


SOLD = """rules 1
game "Sold" for 2 players "A card is sold face down, and shown before the sale is over."
piece Card(rank: 1..6) in deck: 1 each
zone deck: pile of Card, hidden
zone table: row of Card, hidden
var points[Seat]: Int = 0
auction Sale is sealed:
  offers(p) = [1, 2]
  best(ps, bids) = ps
  on tied(ps, n):
    reveal table
    P1 chooses k from 1..2 "Go on?"
setup: shuffle deck
play:
  deal 1 from deck to table
  let w = run Sale(first(table), seats)
"""
WINNER = "winner p: most points[p]\n"
FACE_DOWN = {"text": "Card(?)", "kind": "Card", "fields": None}


def lots(match: Match, seat: int | None) -> list[Any]:
    """What was sold, as a seat was told when each sale began, and as it sees it now."""
    entered = [each for each in match.log(seat) if each.get("what") == "Sale" and "arguments" in each]
    shown = match.view(seat)["mechanisms"]
    return [*(each["arguments"]["lot"] for each in entered), *(each["shows"]["lot"] for each in shown)]


def test_what_a_mechanism_runs_with_is_told_as_a_piece_and_never_by_its_number():
    game = unproven(SOLD + WINNER)
    match = game.start(3)
    assert [lots(match, seat) for seat in readers(match)] == [[FACE_DOWN, FACE_DOWN]] * 3
    match.choose(0), match.choose(0)
    assert all(lots(match, seat)[-1]["fields"] for seat in readers(match))
    assert not list(untold(game.start(3), 3))


def test_what_may_be_a_piece_or_a_number_is_not_told():
    """A sale of cards and of points."""
    match = unproven(SOLD + "  let v = run Sale(3, seats)\n" + WINNER).start(3)
    assert [lots(match, seat) for seat in readers(match)] == [["?", "?"]] * 3


def test_what_is_sold_keeps_its_type_in_a_mod_that_is_woven_around_the_sale(tmp_path):
    mod = tmp_path / "woven.rules"
    mod.write_text('rules 1\nmod "Woven" extends english_auction\nbefore Sale: opener = opener\n')
    first, *_ = lots(load(mod).start(5), 2)
    assert first == {"text": "Painting(1)", "kind": "Painting", "fields": {"number": 1}}
