"""The packs of the library: how many cards each has, which is the highest, and that every engine plays with it."""

from __future__ import annotations

import pytest

from rulelang.base.source import Source
from rulelang.native.build import Build
from rulelang.native.host.playout import generated_python, reference
from rulelang.play.game import assemble
from rulelang.workspace.problems import examine
from rulelang.workspace.rule_tests import prove

GAME = """rules 1
game "A pack" for 2 players "The better hand wins."
use std.hands
{changes}
zone hand[Seat]: set of Card, owner
setup:
  shuffle deck
  for p in seats: deal 5 from deck to hand[p]
play:
  for p in seats: reveal hand[p]
winner p: most poker_hand(hand[p])
"""
PACKS = {  # changes, cards, the highest rank
    "24": ("override const LOWEST = 9", 24, 14),
    "32": ("override const LOWEST = 7", 32, 14),
    "36": ("override const LOWEST = 6", 36, 14),
    "40": ("override fn in_pack(rank: Int) -> Bool = rank < 8 or rank > 10", 40, 14),
    "52": ("", 52, 14),
    "jokers": ("override const JOKERS = 2", 54, 15),
    "two packs with jokers": ("override const JOKERS = 3\noverride const PACKS = 2", 110, 15),
    "ace low": ("override const ACE = 1", 52, 13),
    "ace low, jokers": ("override const ACE = 1\noverride const JOKERS = 4", 56, 15),
}


@pytest.mark.parametrize("pack", PACKS)
def test_a_pack(pack):
    changes, cards, highest = PACKS[pack]
    game = assemble(Source("pack.rules", GAME.format(changes=changes)), 2, (), {}, ())
    ranks = [piece.fields[1] for piece in game.program.pieces]
    assert len(ranks) == cards and max(ranks) == highest
    meaning, fast = reference(game.program), generated_python(game.program, Build())
    assert [fast(3, number) for number in range(8)] == [meaning(3, number) for number in range(8)]


def test_a_joker_is_no_part_of_a_poker_hand():
    cards = "Card(hearts, JOKER), Card(spades, JOKER), Card(clubs, 3), Card(spades, 3), Card(hearts, 9)"
    expected = "poker_hand(hand[P1]) == PokerHand(one_pair, 3, 9, 0, 0, 0)"
    test = f'test "a pair":\n  given: put [{cards}] into hand[P1]\n  expect {expected}\n'
    source = Source("pack.rules", GAME.format(changes="override const JOKERS = 2") + test)
    assert [proof.passed for proof in prove(examine(source))] == [True]
