"""Decisions, phases and log entries keep their names under `before`, `after` and `override`."""

import itertools

import pytest
from helpers import ALL, Setup, counts

from rulelang import load

GAME = """rules 1
game "Keep" for 2 players
enum Suit: red, blue
piece Card(suit: Suit, rank: 1..9) in deck: 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone taken[Seat]: pile of Card, open
setup:
  shuffle deck
  for p in seats: deal 4 from deck to hand[p]
phase Round(p: Seat) "Everybody keeps a card":
  p chooses keep from hand[p] "Keep a card"
  move keep to taken[p]
trick Trick:
  follows(c, led) = c.suit == led.suit
  strength(c, led) = c.rank
  ties = first_played
  goes_to(w) = taken[w]
  on won(w):
    w chooses again from 1..2 "Again?"
    note "{again}"
play:
  run Round(P1)
  run Trick(P2)
winner p: most count(taken[p])
variant Woven:
  before Round: note "before"
  after Round: note "after"
  after Trick: note "{result} took it"
variant Overridden:
  override phase Round(p: Seat):
    original
  override trick Trick:
    on won(w):
      original
"""


def played(path, variants):
    """The names of decisions, of the innermost phase at each, and of what the log enters."""
    match = load(path, players=2, variants=variants).start(seed=1)
    names, phases = [], []
    while not match.over:
        decision = match.decision
        names.append(decision.name)
        phases.append([each["name"] for each in match.view(decision.seat)["phases"]])
        match.choose(0)
    return names, phases, [entry["what"] for entry in match.log(None) if entry["event"] in ("entered", "left")]


@pytest.mark.parametrize("variants", [["Woven"], ["Overridden"], ["Woven", "Overridden"]])
def test_a_change_around_a_phase_renames_nothing(tmp_path, variants):
    path = tmp_path / "keep.rules"
    path.write_text(GAME)
    names, phases, entered = played(path, [])
    assert names == ["Round.keep", "Trick.c", "Trick.c", "Trick.won.again"]
    assert phases[0] == ["play", "Round"] and phases[1] == ["play", "Trick"]
    changed = played(path, variants)
    assert changed[:2] == (names, phases)
    assert [name for name, _ in itertools.groupby(changed[2])] == [name for name, _ in itertools.groupby(entered)]


@pytest.mark.parametrize("name", sorted(ALL))
def test_a_game_lists_all_that_it_can_ask(name):
    """Whatever is asked is listed by name, and whatever is offered among its values."""
    game = Setup(name, counts(name)[0]).game
    listed = {}
    for each in game.decisions():
        listed.setdefault(each.name, []).append(each.values)
    match, asked = game.start(seed=4), 0
    while (decision := match.decision) is not None and asked < 60:
        for option in decision.options:
            values = listed[decision.name]
            assert option.value == "pass" or any(some is None or str(option.value) in some for some in values)
        match.choose(asked * 7 % len(decision.options))
        asked += 1
