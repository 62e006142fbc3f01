"""Views: complete, of the documented shape, and without anything the reader may not know."""

from __future__ import annotations

import json

import pytest
from helpers import examples
from hypothesis import given
from hypothesis import strategies as st
from play_kit import at, fits_schema, game_of, games, hidden_looks, plays, readers, small, steps

from rulelang.play.game import load
from rulelang.play.view import VERSION, LastView


def view_text(match, seat):
    return json.dumps(match.view(seat), ensure_ascii=False)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", games())
def test_views_have_the_documented_shape(name):
    """And made from the one before they are the same: what has not changed is taken over, and nothing else."""
    before = {}
    for match in steps(games()[name].start(seed=5), 3, most=60):
        for seat in readers(match):
            view = match.view(seat)
            fits_schema("view", view)
            assert match.view(seat, before.setdefault(seat, LastView())) == view
    assert match.view(1)["version"] == VERSION


@examples(60)
@given(plays(("packs", "cups", "lines")))
def test_nothing_hidden_is_in_a_view(match):
    """No look of a piece that a seat does not see is anywhere in its view, its options among them."""
    for seat in readers(match):
        text = view_text(match, seat)
        assert not [look for look in hidden_looks(match, seat) if look in text], seat


@examples(40)
@given(plays(("packs",)))
def test_hidden_variables_are_not_in_a_view(match):
    state = match.state
    for seat in readers(match):
        view = match.view(seat)
        assert view["variables"]["fate"] == "?"
        for owner in match.game.program.seats:
            lucky, coins = view["variables"][f"lucky[P{owner}]"], view["resources"]["coins"][f"P{owner}"]
            if seat == owner:
                assert (lucky, coins) == (state.var("lucky", (owner,)), state.amount("coins", owner))
            else:
                assert (lucky, coins) == ("?", "?")


@examples(30)
@given(plays())
def test_an_id_is_nowhere_in_a_view(match):
    """Two matches whose alike pieces are exchanged look the same: here, a view is made of looks alone."""
    for seat in readers(match):
        assert "#" not in view_text(match, seat)
        assert "id" not in set(structure(match.view(seat)))


def structure(value):
    """The keys of some JSON, leaving aside the fields of pieces, which are named by the rules."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from structure(each if key != "fields" else None)
    for each in value if isinstance(value, list) else ():
        yield from structure(each)


@examples(30)
@given(plays())
def test_a_look_changes_nothing(match):
    before = match.state.slots.copy(), match.events
    for seat in readers(match):
        assert match.view(seat) == match.view(seat)
    assert (match.state.slots, match.events) == before


@examples(40)
@given(plays())
def test_the_seat_that_is_asked_sees_its_question(match):
    for decision in match.pending:
        shown = match.view(decision.seat)["decision"]
        assert shown["name"] == decision.name and shown["prompt"] == decision.prompt
        assert [option["value"] for option in shown["options"]] == [option.value for option in decision.options]
        assert [option["label"] for option in shown["options"]] == [option.label for option in decision.options]
    asked = {decision.seat for decision in match.pending}
    assert all(match.view(seat)["decision"] is None for seat in readers(match) if seat not in asked)


def test_seats_are_checked():
    match = small("packs").start(1)
    for wrong in (0, 3, "P1", True):
        with pytest.raises(ValueError, match="seats are 1 to 2"):
            match.view(wrong)


# ---------------------------------------------------------------- zones


def test_zones_show_sizes_and_what_is_seen():
    zones = small("packs").start(1).view(1)["zones"]
    assert zones["deck"]["size"] == 14 and zones["deck"]["pieces"] == [] and zones["deck"]["unseen"] == {"Card": 14}
    assert zones["hand[P1]"]["size"] == len(zones["hand[P1]"]["pieces"]) == 4
    assert zones["hand[P2]"]["pieces"] == [] and zones["hand[P2]"]["unseen"] == {"Card": 4}
    assert len(zones["table"]["pieces"]) == 2 and zones["hand[P2]"]["index"] == [2]


def test_a_set_stands_in_the_order_of_looks():
    pieces = small("packs").start(1).view(1)["zones"]["hand[P1]"]["pieces"]
    suits = ["sun", "moon"]
    order = [(suits.index(piece["fields"]["suit"]), piece["fields"]["rank"]) for piece in pieces]
    assert order == sorted(order)


def test_a_row_keeps_places_with_unseen_pieces():
    game = small("packs")
    match = game.start(1)
    table = match.game.program.zone_id("table")
    first = match.state.zone(table)[0]
    match.state.slots[match.game.program.layout.sights + first] = 0
    shown = match.view(1)["zones"]["table"]
    assert shown["pieces"][0] == {"text": "Card(?)", "kind": "Card", "fields": None} and shown["unseen"] == {"Card": 1}
    assert shown["pieces"][1]["fields"].keys() == {"suit", "rank"}


def test_groups_hold_their_pieces():
    match = at(small("packs").start(1), "Packing")
    packed = match.decision.options[0]
    match.choose(packed)
    (own,) = match.view(1)["zones"]["packs[P1]"]["pieces"]
    assert (own["text"], own["kind"], own["fields"]) == ("Pack(1)", "Pack", {"size": 1})
    assert [each["text"] for each in own["pieces"]] == [str(packed.value)[len("pack([") : -2]]
    assert match.view(2)["zones"]["packs[P1]"]["size"] == 0
    match = at(match, "Bidding.bid")
    other = match.view(2)["zones"]["packs[P1]"]
    assert other["pieces"] == [] and other["unseen"] == {"Pack": other["size"]}


# ---------------------------------------------------------------- secret blocks


@examples(25)
@given(st.integers(0, 50), st.lists(st.integers(0, 99), min_size=1, max_size=5))
def test_in_a_block_the_others_stand_still(seed, answers):
    """Whatever a seat does in secret, the views of the others are what they were."""
    match = at(small("packs", 3).start(seed), "Packing")
    before = {seat: match.view(seat) for seat in (2, 3, None)}
    for answer in answers:
        if match.decision.seat != 1 or match.decision.name != "Packing":
            break
        match.choose(answer % len(match.decision.options))
        assert {seat: match.view(seat) for seat in (2, 3, None)} == before


def test_a_spectator_sees_that_a_block_runs_and_no_more():
    match = at(small("packs").start(1), "Packing")
    assert match.view(None)["asked"] == {"together": True, "seats": [1, 2], "name": None, "you": False}
    assert match.view(2)["asked"]["you"] and match.view(2)["decision"]["name"] == "Packing"


def test_in_turn_everybody_knows_who_is_asked():
    match = small("packs").start(1)
    assert match.view(None)["asked"] == {"together": False, "seats": [1], "name": "Pass.c", "you": False}
    assert match.view(1)["asked"]["you"] and not match.view(2)["asked"]["you"]


# ---------------------------------------------------------------- what is worked out


def test_scores_are_shown_as_far_as_they_can_be_known():
    match = small("packs").start(1)
    assert match.view(1)["scores"] == [match.scores[1], "?"]
    assert match.view(None)["scores"] == ["?", "?"]
    *_, match = steps(match)
    assert match.view(None)["scores"] == [match.scores[1], match.scores[2]]
    assert match.view(None)["winners"] == list(match.winners)
    assert small("cups").start(1).view(None)["scores"] == [0, 0]


TRICKS = """
rules 1
game "Tricks" for 3 players
use std.french
zone hand[Seat]: set of Card, owner
zone taken[Seat]: pile of Card, open
var leader: Seat = P1
setup:
  shuffle deck
  for p in seats: deal 3 from deck to hand[p]
play:
  repeat 3 times: leader = run Trick(leader)
trick Trick:
  hand(p) = hand[p]
  follows(c, led) = c.suit == led.suit
  strength(c, led) = if c.suit == led.suit then c.rank else 0
  ties = first_played
  goes_to(w) = taken[w]
winner p: most count(taken[p])
"""


def test_a_running_mechanism_shows_what_its_family_knows():
    match = game_of(TRICKS).start(3)
    match.choose(0)
    (shown,) = match.view(2)["mechanisms"]
    assert (shown["name"], shown["family"], shown["mechanism"]) == ("Trick", "trick", "follow")
    (led,) = match.view(2)["zones"]["Trick.laid[P1]"]["pieces"]
    assert shown["shows"]["led"] == led
    assert shown["shows"]["leader"] == 1 and shown["shows"]["winning"] == 1
    assert shown["shows"]["laid"] == {"P1": [led], "P2": [], "P3": []}
    assert [phase["name"] for phase in match.view(2)["phases"]] == ["play", "Trick"]


def test_what_is_sold_is_shown_as_what_it_is():
    """The mechanism leaves open what a lot is; the game sells paintings."""
    (sale,) = load("english_auction").start(seed=5).view(1)["mechanisms"]
    assert sale["shows"]["lot"] == {"text": "Painting(1)", "kind": "Painting", "fields": {"number": 1}}
