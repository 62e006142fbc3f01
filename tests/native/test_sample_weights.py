"""How often each past is made: against all pasts that fit what a seat knows, in games small enough to count them.

A past weighs as much as its draws are likely; answers that the seat does not know count as drawn from their options.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from math import sqrt

import pytest
from native_kit import log_of, needs_c, past, played
from play_kit import game_of

from rulelang import load
from rulelang.native.host.sampler import Sampler
from rulelang.tree.nodes import Tree

pytestmark = needs_c
SAMPLES, DOUBT = 400, 3.09  # a chi-square is refused where it is larger than in one of a thousand
SECRET = """\
rules 1
game "Secret coins" for 3 players "All hide some coins at once; only the sum is told, then everybody guesses."
var total: Int = 0
var points[Seat]: Int = 0
play:
  each p in seats secretly chooses coins from 0..3 "How many?"
  total = reveal sum(coins[p] for p in seats)
  P1 chooses guess from 0..3 "How many has the second?"
  if reveal guess == coins[P2]: points[P1] += 1
winner p: most points[p]
"""
COPIED = """\
rules 1
game "Copied orders" for 3 players "All set three markers at once; some are shown, then the first player guesses."
var mark[Seat, 1..3]: 1..3 = 1, owner
var high[Seat]: 1..3 = 1, owner
var points[Seat]: Int = 0
play:
  each p in seats secretly chooses order from permutations(1..3) "Which order?"
  for p in seats:
    for n in 1..3: mark[p, n] = order[p][n]
    if order[p][2] > 1: high[p] = order[p][2]
    else: high[p] = 2
  reveal mark[P2, 1]
  reveal high[P3]
  P1 chooses guess from 1..3 "Which is the second of the second?"
  if reveal guess == mark[P2, 2]: points[P1] += 1
winner p: most points[p]
"""
TRICKS = """\
rules 1
game "Six cards" for 2 players "Two cards each of six; the lead is followed if it can be, and two tricks are played."
enum Suit: sun, moon
piece Card(suit: Suit, rank: 1..3) in deck "Card": 1 each
zone deck: bag of Card, hidden
zone hand[Seat]: set of Card, owner
zone table: row of Card, open
var points[Seat]: Int = 0
setup:
  for p in seats: deal 2 from deck to hand[p]
play:
  repeat 2 times:
    P1 chooses led from hand[P1] "Lead which card?"
    move led to table
    P2 chooses c from hand[P2] where c.suit == led.suit or not any(d.suit == led.suit for d in hand[P2]) "Which card?"
    move c to table
    if c.suit == led.suit and c.rank > led.rank: points[P2] += 1
    else: points[P1] += 1
winner p: most points[p]
"""


def situations(game, seat):
    """By what a seat knows where it is asked: the nodes where it may stand, each with its weight."""
    found, waiting = defaultdict(list), [(Tree(game).root, 1.0)]
    while waiting:
        node, weight = waiting.pop()
        if node.kind == "chance":
            waiting += [(node.child(step), weight * chance) for step, chance in node.outcomes]
        elif node.kind == "decision":
            own = node.seat == seat
            if own:
                found[node.information(seat)].append((node, weight))
            waiting += [(node.child(step), weight if own else weight / len(node.actions)) for step in node.actions]
    return found


def known_to_others(match, core, seat):
    """What all others know: two pasts are the same if nobody can tell them apart."""
    others = (each for each in match.game.program.seats if each != seat)
    return tuple(json.dumps(log_of(match, core, each), default=str) for each in others)


def too_far(counted, expected):
    """Is a chi-square larger than chance allows (Wilson and Hilferty)? Rare pasts are counted together."""
    total, samples = sum(expected.values()), sum(counted.values())
    cells, rare = [], [0.0, 0.0]
    for what, weight in expected.items():
        want = samples * weight / total
        if want >= 5:
            cells.append((counted[what], want))
        else:
            rare[0] += counted[what]
            rare[1] += want
    cells += [tuple(rare)] if rare[1] >= 1 else []
    free = len(cells) - 1
    if free < 1:
        return False
    square = sum((got - want) ** 2 / want for got, want in cells)
    part = 2 / (9 * free)
    return ((square / free) ** (1 / 3) - (1 - part)) / sqrt(part) > DOUBT


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("game", "seat", "several"),
    [("kuhn", 2, 2), ("leduc", 1, 4), (TRICKS, 1, 3), (SECRET, 1, 4), (COPIED, 1, 4)],
    ids=["kuhn", "leduc", "tricks", "secret", "copied"],
)
def test_pasts_are_made_as_often_as_they_are_likely(game, seat, several):
    game = load(game) if "\n" not in game else game_of(game)
    sampler, tried = Sampler(game.program), 0
    found = [each for each in situations(game, seat).values() if len(each) >= several]
    for number, nodes in enumerate(found[:: max(1, len(found) // 2)][:2]):
        match = nodes[0][0].match()
        expected = Counter()
        for node, weight in nodes:
            other = node.match()
            expected[known_to_others(other, other.core, seat)] += weight
        assert sampler.tell(seat, *past(match.core.events), 5)
        pasts, counted = Counter(), Counter()
        for seed in range(SAMPLES):
            assert sampler.sample(seed * 1_000_003 + number) is not None
            pasts[tuple(map(tuple, sampler.past()))] += 1
        for each, times in pasts.items():
            counted[known_to_others(match, played(game, *each), seat)] += times
        assert set(counted) <= set(expected)
        assert not too_far(counted, expected), (counted.most_common(), expected.most_common())
        tried += 1
    assert tried
