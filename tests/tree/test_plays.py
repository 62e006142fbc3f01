"""Games from a seed in C are those of the reference: seats, actions, tensors, utilities."""

from __future__ import annotations

import pickle

import pytest
from helpers import examples
from hypothesis import Phase, given
from hypothesis import strategies as st
from native_kit import needs_c
from play_kit import game_of
from tree_kit import apart

from rulelang import load
from rulelang.tree.plays import Plays

QUICK = (Phase.explicit, Phase.generate)  # a table and a seed are small already


pytestmark = needs_c


SOME = ["leduc", "hearts", "liars_dice"]  # cards that are shown, seats that act at once, dice; the sweep takes all


@examples(20, phases=QUICK)
@given(st.sampled_from(SOME), st.integers(0, 1000), st.integers(0, 100))
def test_c_plays_what_the_reference_plays(name: str, seed: int, most: int) -> None:
    """At every question the same seat and words, and for every seat the same tensor; the same utilities at the end."""
    assert apart(Plays(load(name)), seed, most) == ""


def test_it_is_the_game_of_the_seed() -> None:
    game = load("leduc")
    play, match = Plays(game).start(seed=7), game.start(seed=7)
    while play.seat:
        assert play.table is not None, "C plays"
        assert match.decision is not None and play.words == dict(
            zip(game.actions().words(match.decision), range(len(match.decision.options)))
        )
        match.choose(play.words[play.actions[-1],])
        play.take(play.actions[-1])
    assert play.utilities == [float(seat in match.winners) / len(match.winners) for seat in game.program.seats]


@pytest.mark.parametrize("utility", ["win", "score", "margin", "chips"])
def test_utilities(utility: str) -> None:
    found = set()
    for seed in range(6):
        plays = [Plays(load("leduc"), utility, native).start(seed) for native in (True, False)]
        while plays[0].seat:
            for play in plays:
                play.take(play.actions[-1])
        assert plays[0].utilities == plays[1].utilities
        found.add(tuple(plays[0].utilities))
    assert len(found) > 1


def test_a_copy_goes_its_own_way() -> None:
    play = Plays(load("leduc")).start(seed=3)
    copy, before = play.clone(), play.tensor(1)
    while copy.seat:
        copy.take(copy.actions[-1])
    assert play.seat and not play.answers and play.tensor(1) == before and play.actions == copy.plays.start(3).actions


PAIRED = """\
rules 1
game "Pairs" for 2 players "The card of P1 is told as a pair."
piece Card(rank: 1..4) in deck "Card": 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
setup: shuffle deck
play:
  for p in seats: deal 1 from deck to hand[p]
  let told = reveal (1, first(hand[P1]).rank)
  P2 chooses a from 0..1 "?"
winner p: most count(hand[p])
"""


def test_what_c_cannot_do_is_said() -> None:
    plays = Plays(game_of(PAIRED))
    assert plays.observer is None and plays.why.startswith("C cannot take `reveal` of a tuple")
    assert pickle.loads(pickle.dumps(plays)).start(1).actions == plays.start(1).actions


def test_what_is_not_legal_is_refused() -> None:
    play = Plays(load("leduc")).start(1)
    with pytest.raises(ValueError, match=r"action 1 is not legal for P1 now; legal are 2 \(Bet: call\)"):
        play.take(1)
