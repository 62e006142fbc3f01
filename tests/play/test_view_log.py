"""Logs: what a seat comes to know, in order, with nothing it may not know."""

from __future__ import annotations

import json

import pytest
from helpers import examples
from hypothesis import given
from hypothesis import strategies as st
from play_kit import at, fits_schema, game_of, games, named_pieces, plays, readers, small, steps

from rulelang.cli.play.turn import options
from rulelang.engine.data import look_text
from rulelang.present.speech import Speech
from rulelang.present.vocabulary import Vocabulary
from rulelang.program import RUNNING


@pytest.mark.few(1)
@pytest.mark.parametrize("name", games())
def test_logs_have_the_documented_shape_and_only_grow(name):
    match = games()[name].start(seed=2)
    known = {seat: [] for seat in readers(match)}
    for _ in steps(match, 8, most=60):
        for seat, before in known.items():
            log = match.log(seat)
            assert log[: len(before)] == before
            known[seat] = log
    for log in known.values():
        for entry in log:
            fits_schema("log", entry)
    again = match.clone()
    for seat, log in known.items():
        for short, entry in zip(again.log(seat, tables=False), log, strict=True):
            assert {**entry, **short} == {**entry, "zones": short["zones"]} if "zones" in short else short == entry


@examples(30)
@given(plays())
def test_a_log_is_the_same_however_it_was_read(match):
    """Read at once or step by step, before or after going back."""
    logs = {seat: match.log(seat) for seat in readers(match)}
    again = match.clone()
    assert {seat: again.log(seat) for seat in readers(match)} == logs
    *_, further = steps(again, 1, 3)
    further.log(1)
    for _ in range(len(further.acts) - len(match.acts)):
        further.undo()
    assert {seat: further.log(seat) for seat in readers(match)} == logs


@examples(60)
@given(plays(("packs", "cups", "lines")))
def test_a_piece_is_named_only_to_those_who_saw_it(match):
    program = match.game.program
    for seat in readers(match):
        named = named_pieces(match, seat)
        text = json.dumps(match.log(seat))
        kinds = {piece.id: look_text(program, (piece.kind, *piece.fields))[:-1] for piece in program.pieces}
        never = [kinds[piece.id] for piece in program.pieces if not piece.is_group and piece.id not in named]
        assert not [look for look in never if f"{look})" in text or f"{look}, " in text], seat


@examples(40)
@given(plays(("packs",)))
def test_what_others_keep_to_themselves_is_not_logged(match):
    for seat in readers(match):
        for entry in match.log(seat):
            assert "id" not in entry
            assert "options" not in entry or (entry["event"] == "asked" and entry["seat"] == seat)
            if entry["event"] == "wrote":
                assert entry["variable"] != "fate"
                assert not entry["variable"].startswith("lucky") or entry["variable"] == f"lucky[P{seat}]"
            if entry["event"] == "paid":
                assert {f"P{seat}", "pot"} & {entry["from"], entry["to"]}


def test_places_and_ends_are_told():
    match = small("lines").start(1)
    first = [entry for entry in match.log(1) if entry["event"] == "moved" and entry["to"] == "line"]
    assert [entry.get("end") for entry in first] == [None, "left"]
    match.choose(1)
    taken = match.log(2)[-2]
    assert taken["event"] == "moved" and taken["places"] == [2] and taken["end"] == "left"


@examples(40)
@given(plays(("lines", "packs", "cups")))
def test_a_log_alone_gives_the_zones_of_a_view(match):
    """A reader who knows nothing but the log, and puts pieces where it says, has the rows and piles of the view."""
    for seat in readers(match):
        lying: dict[str, list[str]] = {}
        for entry in match.log(seat):
            if entry["event"] == "began":
                lying = {name: [piece["text"] for piece in zone["pieces"]] for name, zone in entry["zones"].items()}
            if entry["event"] in ("showed", "block_ended"):
                lying |= {name: [piece["text"] for piece in zone["pieces"]] for name, zone in entry["zones"].items()}
            if entry["event"] == "moved":
                follow_move(lying, entry)
            if entry["event"] == "shuffled" and entry["pieces"]:
                shuffled = iter(entry["pieces"])
                row = lying[entry["zone"]]
                lying[entry["zone"]] = [next(shuffled, piece) for piece in row]
        zones = match.view(seat)["zones"]
        for name in ("line", "stack", f"kept[P{seat}]", "table"):
            if name in zones:
                assert [piece["text"] for piece in zones[name]["pieces"]] == (lying.get(name) or []), (seat, name)


def follow_move(lying, entry):
    """Takes pieces from their places and lays those that are seen at the end they go to."""
    source, target = lying.get(entry["from"], []), lying.get(entry["to"], [])
    gone = {place - 1 for place in entry.get("places", [])}
    lying[entry["from"]] = [piece for at, piece in enumerate(source) if at not in gone]
    if entry["to"] == "stack":
        lying["stack"] = target + entry["pieces"]
    elif entry["to"] in ("line", "table") or (entry["to"].startswith("kept") and entry["pieces"]):
        new = entry["pieces"]
        lying[entry["to"]] = [*reversed(new), *target] if entry.get("end") == "left" else [*target, *new]


# ---------------------------------------------------------------- secret blocks


@examples(25)
@given(st.integers(0, 50), st.lists(st.integers(0, 99), max_size=6))
def test_at_the_end_of_a_block_only_the_net_change_is_told(seed, answers):
    """Nothing while it runs; then one entry with what is different on the table."""
    match = at(small("packs", 3).start(seed), "Packing")
    before = match.log(None)
    for answer in [*answers, *[-1] * 9]:
        if match.decision.name != "Packing":
            break
        assert match.log(None) == before
        match.choose(answer % len(match.decision.options))
    (told,) = [entry for entry in match.log(None)[len(before) :] if entry["event"] == "block_ended"][:1]
    assert match.log(None)[len(before)] == told
    view = match.view(None)
    for seat in (1, 2, 3):
        for zone in (f"hand[P{seat}]", f"packs[P{seat}]", f"shown[P{seat}]"):
            if zone in told["zones"]:
                assert told["zones"][zone] == view["zones"][zone]
            else:
                assert view["zones"][zone]["size"] == (0 if not zone.startswith("hand") else 4)


def test_own_steps_in_a_block_are_told_at_once():
    match = at(small("packs").start(1), "Packing")
    length = len(match.log(1))
    match.choose(0)
    assert [entry["event"] for entry in match.log(1)[length:]] == ["chose", "formed", "moved", "asked"]


def test_a_secret_answer_is_known_to_the_chooser_alone():
    match = at(small("packs").start(1), "Bidding.bid")
    match.choose(2)
    assert {"event": "chose", "seat": 1, "name": "Bidding.bid", "asked": True, "answer": 2, "data": 2} in match.log(1)
    assert not [entry for entry in match.log(2) if entry["event"] == "chose" and entry["name"] == "Bidding.bid"]
    match.choose(3)
    shown = [entry for entry in match.log(2) if entry["event"] == "showed" and entry["variables"]]
    assert shown[-1]["variables"] == {"bid[P1]": 2, "bid[P2]": 3}


# ---------------------------------------------------------------- following events


@examples(30)
@given(plays())
def test_events_tell_all_that_happens_on_the_table(match):
    """A table that follows the events is the table of the match."""
    follower, state, program = match.follower(), match.state, match.game.program
    for event in match.events:
        follower.apply(event)
    for piece in program.pieces:
        assert follower.state.look(piece.id) == state.look(piece.id)
        assert follower.state.piece_sight(piece.id) == state.piece_sight(piece.id)
    assert [follower.state.zone(zone.id) for zone in program.zones] == [state.zone(zone.id) for zone in program.zones]
    for var in program.vars.values():
        assert all(follower.state.var(var.name, at) == state.var(var.name, at) for at in iter(var.array.keys()))
    for resource in program.resources.values():
        for holder in resource.holders:
            assert follower.state.amount(resource.name, holder) == state.amount(resource.name, holder)
    if not match.over:
        assert follower.state.slots[RUNNING] == state.slots[RUNNING]


TWINS = """
rules 1
game "Twins" for 2 players "Two packs that look alike."
enum Suit: sun, moon, clip
piece Card(suit: Suit) in deck "Card": 2 each
group Pack(size: 1..2) of Card, at most 4 "A pack"
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone packs[Seat]: set of Pack, owner
play:
  move deck to hand[P1]
  form Pack(2) from reveal [for c in hand[P1] where c.suit == sun] to packs[P1]
  form Pack(2) from reveal [for c in hand[P1] where c.suit == moon] to packs[P1]
  P1 chooses from Mark(P1)
  P1 chooses g from packs[P1] "Which goes left?"
  move g to packs[P2]
menu Mark(p: Seat):
  clip(g in packs[p]) "Clip a pack": move first(hand[p]) to g
winner p: most count(packs[p])
"""


def test_groups_that_look_alike_are_told_by_what_they_hold():
    """Two options that read the same could not be told apart, neither by the chooser nor from the log."""
    match = game_of(TWINS).start()
    suns, moons = "Pack(2) with [Card(sun), Card(sun)]", "Pack(2) with [Card(moon), Card(moon)]"
    assert [each.value for each in match.decision.options] == [f"clip({suns})", f"clip({moons})"]
    labels = [f"Clip a pack: clip({suns})", f"Clip a pack: clip({moons})"]
    assert [each.label for each in options(match.decision, Speech(Vocabulary(match.game.typed)))] == labels
    match.choose(1)
    match.choose(next(each for each in match.decision.options if each.value == suns))
    told = [entry for entry in match.log(1) if entry["event"] in ("chose", "moved")][-4:]
    assert [told[0]["answer"], told[1]["to"], told[2]["answer"], told[3]["pieces"]] == [
        f"clip({moons})", moons, suns, [suns]
    ]  # fmt: skip
    assert "with" not in json.dumps(match.log(2))  # P2 gets a pack, and never saw that there was another like it


LABELS = """rules 1
game "Labels" for 2 players
enum Suit: red, blue
piece Card(suit: Suit) in deck: 2 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone table: row of Card, open
var purse[Seat]: 0..9 = 3, owner
setup:
  for p in seats: deal 2 from deck to hand[p]
play:
  P1 chooses from Show(P1)
  P1 chooses from Drop(P1)
  P1 chooses from Count(P1, purse[P1])
  P1 chooses from Plain(P1)
menu Show(p: Seat):
  open(n in 1..2) "Say {n} to {p.left}": nothing
  shut "Say nothing": nothing
menu Drop(p: Seat):
  drop(c in hand[p]) "Drop a {c.suit} card": move c to deck
  keep "Keep them": nothing
menu Count(p: Seat, coins: Int):
  told "I have {coins}": nothing
  held "I have {purse[p]}": nothing
menu Plain(p: Seat):
  plain(n in 1..2): nothing
winner p: most count(hand[p])
"""


def test_an_action_is_told_in_the_words_of_the_rules_to_those_who_see_all_they_tell():
    match = game_of(LABELS).start(seed=1)
    for action in ("open", "drop", "told", "plain"):
        match.choose(next(o for o in match.decision.options if str(o.value).startswith(action)).index)
    mine, theirs, everyones = (
        [entry.get("label") for entry in match.log(seat) if entry["event"] == "chose"] for seat in (1, 2, None)
    )
    dropped = mine[1]
    assert dropped in ("Drop a red card", "Drop a blue card")
    assert mine == ["Say 1 to P2", dropped, "I have 3", None]
    assert theirs == everyones == ["Say 1 to P2", None, None, None]
    for entry in match.log(1):
        fits_schema("log", entry)
