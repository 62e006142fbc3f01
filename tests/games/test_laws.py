"""Laws of every game, whatever is drawn and chosen: conservation, ranges, replay, copies, options, chance.

The faults at the end are engines that mint a coin or drop a card: the same laws must find them, and name the effect.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path

import attrs
import pytest
from helpers import ALL, GAMES, Play, Setup, counts, examples, plays, standing
from hypothesis import given
from hypothesis import strategies as st

import rulelang
from rulelang import IllegalChoice, RuleError
from rulelang.engine import effects, writing
from rulelang.engine.board import Board
from rulelang.program.events import Chose, Drew
from rulelang.prove.audit import Audited, Lost, census

TABLES = [Setup(name, players) for name in ALL for players in counts(name)]

# ---------------------------------------------------------------- conservation and ranges


def conserved(play: Play) -> None:
    """Every piece, coin and number is where it may be, after every event of a whole game; and the game ends."""
    match = play.end(play.start(Audited))
    assert match.over and match.winners
    kinds = Counter(piece.kind for piece in match.game.program.pieces)
    state = match.state
    assert Counter(state.look(piece)[0] for zone in state.program.zones for piece in state.zone(zone.id)) == kinds


@examples(25)
@given(plays())
def test_everything_is_conserved(play):
    conserved(play)


@pytest.mark.few(6)
@pytest.mark.parametrize("setup", TABLES, ids=str)
def test_everything_is_conserved_at_every_table(setup):
    conserved(Play(setup, 1))


# ---------------------------------------------------------------- replay and copies


@examples(15)
@given(plays(), st.integers(0, 120))
def test_a_record_is_the_game(play, most):
    """A replay gives equal events; saved as text and read again, the future is the same too."""
    match = play.end(most=most)
    saved = json.loads(json.dumps(match.record()))
    again = play.setup.game.replay(saved)
    assert again.events == match.events
    assert standing(again) == standing(match)


@examples(15)
@given(plays(), st.integers(0, 100), st.integers(1, 12))
def test_copies_have_the_same_future(play, most, further):
    """A clone, a saved game, and a game that was undone and redone go on as the game itself."""
    play = attrs.evolve(play, draws={})
    match = play.end(most=most)
    here, stands, past = len(match.acts), standing(match), match.events
    clone, saved = match.clone(), play.setup.game.replay(match.record())
    play.end(match, here + further)
    assert play.end(clone, here + further).events == match.events
    assert play.end(saved, here + further).events == match.events
    while len(match.acts) > here:
        assert match.undo()
    assert standing(match) == stands and match.events == past
    assert play.end(match, here + further).events == clone.events


@examples(10)
@given(plays(), st.integers(0, 60))
def test_everything_can_be_undone(play, most):
    match = play.end(most=most)
    while match.undo():
        pass
    assert match.events == play.start().events and standing(match) == standing(play.start())


PROBE = """
import hashlib, json, sys
sys.path.insert(0, sys.argv[1])
from helpers import ALL, SHARE, Play, Setup
from rulelang import NoSample
digest = hashlib.sha256()
for name in list(ALL)[::SHARE]:
    match = Play(Setup(name, 4), 7).end(most=40)
    seats = match.game.program.seats
    digest.update(repr(match.events).encode())
    digest.update(json.dumps([[match.view(seat), match.log(seat)] for seat in (*seats, None)]).encode())
    try:
        digest.update(repr(match.sample(1, 4).events).encode())
    except NoSample:
        digest.update(b"no sample")
print(digest.hexdigest())
"""


def test_nothing_depends_on_the_order_of_hashes():
    """Events, views, logs and samples are the same whatever PYTHONHASHSEED is."""
    here = str(Path(__file__).parents[1])
    runs = [
        subprocess.run(
            [sys.executable, "-c", PROBE, here],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(rulelang.__file__).parents[1])},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "4242")
    ]
    assert len(set(runs)) == 1 and len(runs[0]) == 65


# ---------------------------------------------------------------- chance and options


@examples(12)
@given(plays())
def test_a_draw_has_at_least_two_outcomes(play):
    drawn = [event for event in play.end().events if isinstance(event, Drew)]
    assert all(0 <= event.outcome < event.n and event.n > 1 for event in drawn)
    assert [event.number for event in drawn] == list(range(len(drawn)))


@examples(15)
@given(plays(), st.integers(0, 120))
def test_options_are_what_can_be_taken(play, most):
    """All options differ, each can be taken, and nothing else can."""
    match = play.end(most=most)
    if match.decision is None:
        for answer in (0, 1, True, "pass"):
            with pytest.raises(IllegalChoice):
                match.choose(answer)
        return
    options = match.decision.options
    assert options, "somebody is asked, and has no option"
    assert len({(each.value, each.label) for each in options}) == len(options)
    assert len({each.value for each in options}) == len(options)
    futures = []
    for option in options[:40]:
        other = match.clone()
        other.choose(option)
        taken = other.events[len(match.events)]
        assert isinstance(taken, Chose) and taken.asked and taken.taken == option.index
        futures.append(other)
    before, events = standing(match), match.events
    stale = match.clone()
    stale.choose(0)
    foreign = list(stale.decision.options) if stale.decision is not None else []
    strangers = [each for each in foreign if each not in options and each.decision.seat == match.decision.seat]
    for answer in (len(options), -1, 10**9, True, False, "pass", None, 0.0, *strangers[:5]):
        with pytest.raises(IllegalChoice):
            match.choose(answer)
        assert standing(match) == before and match.events == events


@examples(15)
@given(plays())
def test_unasked_answers_have_one_option(play):
    """The engine answers only where there is one answer, and never what was offered to a choice."""
    for event in play.end().events:
        if isinstance(event, Chose) and not event.asked:
            assert len(event.options) == 1


# ---------------------------------------------------------------- faults

COINS = [name for name in ALL if any(load.resources for load in [Setup(name, counts(name)[0]).game.program])]


def play_of(name: str) -> Play:
    return Play(Setup(name, counts(name)[-1]), 3)


@pytest.mark.parametrize("name", COINS)
def test_a_minted_coin_is_found_with_its_effect(name, monkeypatch):
    plain = effects.pay_amount

    def minting(r, s, resource, amount, source, target, stmt):
        s[resource.slot(target)] += amount > 0 and s[resource.slot(source)] > 0
        plain(r, s, resource, amount, source, target, stmt)

    monkeypatch.setattr(effects, "pay_amount", minting)
    with pytest.raises(Lost, match=r"\w+ are not kept: there are \d+, and \d+ are held") as caught:
        conserved(play_of(name))
    assert "pay " in caught.value.span.text


@pytest.mark.parametrize("name", ALL)
def test_a_dropped_piece_is_found_with_its_effect(name, monkeypatch):
    """The engine counts the two zones of a move by itself; the rule line is in its error."""
    plain = Board.put_in

    def dropping(self, s, pieces, target, end):
        plain(self, s, pieces[:-1] if len(pieces) > 1 or target % 3 else pieces, target, end)

    monkeypatch.setattr(Board, "put_in", dropping)
    with pytest.raises(RuleError) as caught:
        conserved(play_of(name))
    assert caught.value.code == "R625"
    assert caught.value.span.source.name.endswith(".rules")


@pytest.mark.parametrize("name", [name for name in ALL if name != "pretzel"])
def test_a_piece_lost_behind_the_engine_is_found(name, monkeypatch):
    """A move that takes two pieces out, puts two in, and has lost one of them."""
    plain = Board.put_in

    def doubling(self, s, pieces, target, end):
        plain(self, s, pieces, target, end)
        lying = s[self.zones + target]
        if len(lying) > 1:
            s[self.zones + target] = (lying[0], *lying[:-1])

    monkeypatch.setattr(Board, "put_in", doubling)
    with pytest.raises(Lost, match=r"pieces are not kept: ") as caught:
        conserved(play_of(name))
    assert re.search("move|deal|form|take|discard", caught.value.span.text)


def test_a_shuffle_that_loses_a_card_is_found(monkeypatch):
    monkeypatch.setattr(effects, "shuffle_order", lambda r, order, span: [order[0], *order[:-1]])
    for name in ("nosh", "nokosu", "hearts"):
        with pytest.raises(Lost, match=r"pieces are not kept: ") as caught:
            conserved(play_of(name))
        assert "shuffle" in caught.value.span.text


def test_a_number_out_of_its_range_is_found(monkeypatch):
    """A write that does not look at ranges."""

    def careless(r, s, program, var, place, value, span, *more):
        s[place[0]] = 99
        r.events.append(writing.Wrote(span, 0, var.name, place[1], 99, program.everybody))

    monkeypatch.setattr(writing, "write_element", careless)
    with pytest.raises(Lost, match=r"the bounds of `\w+` are not kept: it is 99, outside"):
        conserved(play_of("nokosu"))


def test_the_census_finds_nothing_at_the_beginning():
    for name, players in product(GAMES, (3, 4)):
        match = Setup(name, players).game.start(1)
        assert census(match.game.program, match.state.slots) == []
        assert match.core.runner.code.extra["board"].audit(match.state.slots) == []
