"""Who sees what: the tables of hidden information of the five games, and the law of views for all games and settings.

The law: as long as two matches have shown a seat the same log, its view, its questions and its options are the same.
`match.sample` makes such matches.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pytest
from helpers import ALL, GAMES, Play, Setup, counts, examples, plays, variants
from hypothesis import given
from hypothesis import strategies as st

from rulelang import LoadError, NoSample, load
from rulelang.engine.data import look_text

# ---------------------------------------------------------------- the tables

# Each zone and variable of a game, and who knows what lies there: all, its owner, nobody; or a question of its own.
ALL_SEE, OWNER, NOBODY = "all", "owner", "nobody"


def until_the_end(match, indexes):
    return ALL_SEE if match.over else OWNER


def red_goals(match, indexes):
    """The goals of the last round lie open, those of earlier rounds wait face down."""
    return ALL_SEE if indexes[0] == match.game.options["rounds"] else NOBODY


def markers(match, indexes):
    """Secret from the moment they are set until the count; then public until they are set anew."""
    running = match.state.running
    if "Exchange" in running:
        return OWNER
    return ALL_SEE if "Count" in running or "Reset" in running or match.over else None


ZONES = {
    "nokosu": {
        "deck": NOBODY,
        "bag": NOBODY,
        "middle": ALL_SEE,
        "cards": OWNER,
        "dice": ALL_SEE,
        "taken": ALL_SEE,
    },
    "nosh": {
        "deck": NOBODY,
        "eaten": ALL_SEE,
        "treats": ALL_SEE,
        "stand": ALL_SEE,
        "favorites": NOBODY,
        "favorite": until_the_end,
        "blues": NOBODY,
        "reds": NOBODY,
        "plan": red_goals,
        "goals": ALL_SEE,
        "claimed": ALL_SEE,
        "gone": ALL_SEE,
    },
    "nuts": {
        "deck": NOBODY,
        "belt": lambda match, indexes: None,  # card by card: see below
        "discards": NOBODY,
        "hand": OWNER,
        "front": ALL_SEE,
        "aside": ALL_SEE,
        "floor": until_the_end,
        "swept": OWNER,
        "packages": until_the_end,
    },
    "pretzel": {"rolled": ALL_SEE, "spent": ALL_SEE},
    "sweet_nose": {
        "bag": NOBODY,
        "aside": ALL_SEE,
        "market": ALL_SEE,
        "plate": ALL_SEE,
        "bowl": ALL_SEE,
        "stores": ALL_SEE,
        "store": ALL_SEE,
    },
}
# Variables and amounts that are not public, all others are.
SECRETS = {"sweet_nose": {"sweetness": markers, "order": OWNER}}


def rule_of(known, match, indexes):
    return known(match, indexes) if callable(known) else known


def knows(rule, seat, indexes):
    return rule == ALL_SEE or (rule == OWNER and bool(indexes) and indexes[0] == seat)


def follows_the_table(match):
    """Every view shows all and only what the table of its game says."""
    name = match.game.name
    for seat in (*match.game.program.seats, None):
        view = match.view(seat)
        for shown in view["zones"].values():
            if shown["zone"] not in ZONES[name]:
                assert shown["zone"] == "box" or "." in shown["zone"], f"a zone the table does not name: {shown}"
                continue
            rule = rule_of(ZONES[name][shown["zone"]], match, shown["index"])
            if rule is not None:
                hidden = sum(shown["unseen"].values())
                want = 0 if knows(rule, seat, shown["index"]) else shown["size"]
                assert hidden == want, (seat, shown)
        for variable, value in view["variables"].items():
            base, _, rest = variable.partition("[")
            if "." in base:
                continue
            rule = rule_of(SECRETS.get(name, {}).get(base, ALL_SEE), match, ())
            owner = int(rest[1]) if rest[:1] == "P" else None
            if rule is not None:
                assert (value != "?") == knows(rule, seat, (owner,)), (seat, variable)
        for amounts in view["resources"].values():
            assert "?" not in amounts.values()


@pytest.mark.few(1)
@pytest.mark.parametrize("name", GAMES)
def test_views_follow_the_table(name):
    for players in counts(name):
        play = Play(Setup(name, players), players)
        for number, match in enumerate(play.steps()):
            if number % 12 == 0 or match.over:
                follows_the_table(match)


@examples(12)
@given(plays(tuple(GAMES)), st.integers(0, 150))
def test_views_follow_the_table_in_every_setting(play, most):
    follows_the_table(play.end(most=most))


@examples(10)
@given(plays(), st.integers(0, 120))
def test_what_is_shown_is_true(play, most):
    """Outside simultaneous choices a zone that a seat sees holds what the view says; and every zone its number."""
    match = play.end(most=most)
    state, program = match.state, match.game.program
    if state.block is not None:
        return
    for seat in program.seats:
        zones = {(shown["zone"], tuple(shown["index"])): shown for shown in match.view(seat)["zones"].values()}
        for zone in program.zones:
            shown = zones.get((zone.name, zone.indexes))
            if shown is None or zone.group is not None:
                continue
            looks = Counter(look_text(program, state.look(piece)) for piece in state.zone(zone.id))
            assert shown["size"] == sum(looks.values())
            if not shown["unseen"] and not any(program.pieces[piece].is_group for piece in state.zone(zone.id)):
                assert Counter(each["text"] for each in shown["pieces"]) == looks


# ---------------------------------------------------------------- Mixed Nuts: the belt, bids


def face_down(match, seat):
    belts = [shown for shown in match.view(seat)["zones"].values() if shown["zone"] == "belt"]
    return [sum(shown["unseen"].values()) for shown in belts]


@pytest.mark.few(1)
@pytest.mark.parametrize(("chosen", "first"), [((), 1), (("MoreLuck",), 3), (("LessLuck",), 0)])
@pytest.mark.parametrize("players", [2, 4])
def test_face_down_cards_of_the_belt(chosen, first, players):
    """One, three or no card lies face down at first, for everybody alike; and never more than before."""
    season, before = 0, 0
    for match in Play(Setup("nuts", players, chosen), 8).steps():
        now = match.state.var("season")
        down = {tuple(face_down(match, seat)) for seat in (*match.game.program.seats, None)}
        assert len(down) == 1
        number = sum(down.pop())
        assert number == first if now != season else number <= before
        season, before = now, number


def test_where_face_down_cards_lie():
    for chosen, ends in (((), (-1,)), (("MoreLuck",), (0, -1))):
        for seed in range(6):
            match = Play(Setup("nuts", 3, chosen), seed).start()
            belt = match.view(2)["zones"]["belt[1]"]
            state = match.state
            lying = state.zone(match.game.program.zone_id("belt", (1,)))
            down = [at for at, piece in enumerate(lying) if not state.piece_sight(piece) & 0b100]
            assert {at % len(lying) for at in ends} <= set(down) and len(down) == sum(belt["unseen"].values())


def test_the_same_gold_card_twice_is_refused():
    for wrong in ("broom broom raisin", "broom raisin", "broom raisin peanut", "broom raisin gloves hot_spice"):
        with pytest.raises(LoadError):
            load(GAMES["nuts"], options={"gold_types": wrong})


def secret_moments(play, most=400):
    """Matches that stand in a simultaneous choice with more seats to answer."""
    return [match.clone() for match in play.steps(most=most) if match.state.block and len(match.pending) > 1]


@pytest.mark.few(1)
@pytest.mark.parametrize("setup", [Setup("nuts", 3), Setup("nuts", 4, ("MixedNuts",)), Setup("sweet_nose", 3)], ids=str)
def test_nobody_learns_an_answer_before_all_have_answered(setup):
    """Whatever a seat answers, and that it has answered: the others' views and logs do not change."""
    moments = secret_moments(Play(setup, 5), 60)
    assert moments
    for match in moments[:: max(1, len(moments) // 6)]:
        seat = match.decision.seat
        others = [each for each in (*setup.game.program.seats, None) if each != seat]
        before = [(match.view(each), match.log(each)) for each in others]
        last = len(match.decision.options) - 1
        for answer in {0, last // 2, last}:
            after = match.clone()
            after.choose(answer)
            if after.state.block is not None and after.decision.seat != seat:
                assert [(after.view(each), after.log(each)) for each in others] == before


def test_answers_to_bids_may_come_in_any_order():
    """A bid that is given before its turn is nobody's to see, and counts as if it came in order."""
    first, second = (Setup("nuts", 3).game.start(4) for _ in range(2))
    late = first.pending[2]
    first.choose(late.options[2])
    assert first.view(1) == second.view(1) and first.view(2) == second.view(2)
    for match, bids in ((first, (1, 3)), (second, (1, 3, 2))):
        for bid in bids:
            match.choose(bid)
    assert first.events == second.events


# ---------------------------------------------------------------- the law of views


def shown(match, seat):
    """All a seat is shown now; its own question comes with the view."""
    own = [each for each in match.pending if each.seat == seat]
    asked = [(each.name, each.prompt, [(o.value, o.label) for o in each.options]) for each in own]
    return match.view(seat), match.log(seat), asked


@examples(8)
@given(plays(), st.integers(0, 120), st.integers(0, 99))
def test_a_seat_cannot_tell_a_sample_from_the_game(play, most, seed):
    """All games, all settings, all seats."""
    match = play.end(most=most)
    for seat in match.game.program.seats:
        with suppress(NoSample):
            assert shown(match.sample(seat, seed), seat) == shown(match, seat)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ALL)
def test_the_law_of_views_with_every_variant(name):
    """At points of a game, for every seat."""
    alone = [some for some in variants(name) if len(some) < 2]
    tried = made = 0
    for at, chosen in enumerate(alone):
        play = Play(Setup(name, counts(name)[at % len(counts(name))], chosen), at + 1)
        for number, match in enumerate(play.steps(most=60)):
            for seat in match.game.program.seats if number in (9, 50) else ():
                tried += 1
                with suppress(NoSample):
                    assert shown(match.sample(seat, at), seat) == shown(match, seat)
                    made += 1
    assert 2 * made > tried


@pytest.mark.parametrize("name", ["nokosu", "nosh", "nuts", "sweet_nose"])
def test_samples_deal_anew_what_is_hidden(name):
    """Others' secrets come out otherwise in some sample; so the law above compares different games."""
    match = Play(Setup(name, 3), 2).end(most=8)
    assert any(match.sample(1, seed).events != match.events for seed in range(6))


def test_an_answer_that_shows_later_in_what_was_made_of_it_is_found_again():
    """Sweet Nose: orders are chosen in secret and never shown, but the markers that are set by them are."""
    match = next(each for each in Play(Setup("sweet_nose", 4), 0).steps() if "Reset" in each.state.running)
    assert shown(match.sample(1, 7), 1) == shown(match, 1)


@examples(6)
@given(plays())
def test_a_log_only_grows(play):
    seats = (*play.setup.game.program.seats[:2], None)
    before = {seat: [] for seat in seats}
    for number, match in enumerate(play.steps()):
        if number % 7 == 0 or match.over:
            for seat in seats:
                now = match.log(seat)
                assert now[: len(before[seat])] == before[seat]
                before[seat] = now
