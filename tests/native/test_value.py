"""What a position is worth: what is looked at, what games teach, and that it helps where chance says little."""

from __future__ import annotations

import ctypes

import pytest
from native_kit import needs_c
from play_kit import LONG, game_of, games, steps
from test_search import found, past

from rulelang.bots.learning import is_better
from rulelang.engine.ending import all_scores
from rulelang.native.host.search import ASKED, Searcher
from rulelang.native.host.value import POINT, Side, Value, Valued, ValueLearner, learn_value, solve, value_for
from rulelang.native.plan.nodes import Unsupported

pytestmark = needs_c

EVERYTHING = """\
rules 1
game "Everything" for 2..3 players "All that a value looks at."
piece Card(rank: 1..4) in deck: 3 each
resource coins[Seat]: 20, open
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone table: row of Card, open
var round: 1..3 = 1
var points[Seat]: Int = 0
var ready[Seat]: Bool = false
var guess[Seat]: Int? = none
var leader: Seat = P1
var latest: Seat? = none
fn worth(c: Card) -> Int = c.rank
fn low(c: Card) -> Bool = c.rank < 3
fn all_of(cs: list of Card) -> Int = sum(c.rank for c in cs)
fn fits(p: Seat, c: Card) -> Bool = c in hand[p]
fn rich(p: Seat) -> Bool = coins[p] > 3
fn same(cs: list of Card) -> list of Card = cs
score Held for p into points:
  "Cards": count(hand[p])
play:
  shuffle deck
  for p in seats:
    deal 2 from deck to hand[p]
    pay p.number coins from bank to p
  deal 1 from deck to table
  repeat 3 times:
    for p in seats: p chooses c from hand[p]
    tally Held
winner p: most points[p] then most coins[p]
"""
OWN = [
    "winner 1", "winner 2", "points", "ready", "guess", "leader == p", "latest == p", "coins", "Held(p)", "rich(p)",
    "sum fits(p, deck)", "count(hand)", "sum worth(hand)", "sum low(hand)", "all_of(hand)", "sum fits(p, hand)",
    "sum fits(p, table)", ASKED,
]  # fmt: skip


def standings(searcher, match):
    """By what is looked at, the numbers of all seats, or that of the table."""
    world, lib, players = searcher.world(*past(match)), searcher.lib, match.game.players
    names, stages = searcher.standings
    numbers = (ctypes.c_int64 * (len(names) * players + len(stages)))()
    lib.rulelang_work_take.restype = ctypes.c_void_p
    work = ctypes.c_void_p(lib.rulelang_work_take())
    assert lib.rulelang_work_lay(work, world.table, ctypes.c_uint64(1), ctypes.c_int64(1)) == 0
    lib.rulelang_work_standing(work, b"\1" * (len(names) + len(stages)), numbers)
    lib.rulelang_work_give(work)
    rows = {name: tuple(numbers[at * players : (at + 1) * players]) for at, name in enumerate(names[:-1])}
    return rows | {name: numbers[(len(names) - 1) * players + at] for at, name in enumerate(stages)}


def test_a_value_looks_at_what_is_declared():
    game = game_of(EVERYTHING, players=3)
    searcher = Searcher(game.program)
    assert searcher.standings == (OWN, ["latest != none", "round", "count(deck)", "count(table)"])
    match = game.start(seed=1)
    program, first = game.program, game.program.zone_arrays["hand"].base
    hands = [[program.pieces[c].fields[0] for c in match.core.state.zone(first + at)] for at in range(3)]
    seen = standings(searcher, match)
    assert seen["coins"] == seen["winner 2"] == (1, 2, 3) and seen["leader == p"] == (1, 0, 0)
    assert seen["all_of(hand)"] == seen["sum worth(hand)"] == tuple(map(sum, hands))
    assert seen["sum low(hand)"] == tuple(sum(rank < 3 for rank in hand) for hand in hands)
    assert seen["sum fits(p, hand)"] == (2, 2, 2) and seen["guess"] == seen["latest == p"] == (0, 0, 0)
    assert seen["latest != none"] == 0 and (seen["round"], seen["count(deck)"], seen["count(table)"]) == (1, 5, 1)


@pytest.mark.few(3)
@pytest.mark.parametrize("name", games())
def test_how_seats_stand_is_what_the_reference_says(name):
    try:
        searcher = Searcher(games()[name].program)
    except Unsupported:
        pytest.skip("C cannot take it")
    if "winner 1" not in searcher.standings[0]:
        pytest.skip("nothing is counted")
    for number, match in enumerate(steps(games()[name].start(seed=4), 2, most=30)):
        if number % 7 == 0 and match.decision is not None:
            scores = all_scores(match.core.runner, match.core.runner.s)
            assert standings(searcher, match)["winner 1"] == tuple(int(row[0]) for row in scores)


def test_weights_are_found_that_explain_what_was_seen():
    """3 a - 2 b, and b never differs from c; d is always nought."""
    rows = [(a, b, b, 0) for a in range(-9, 10) for b in range(-9, 10)]
    squares = [sum(row[i] * row[j] for row in rows) if i <= j else 0 for i in range(4) for j in range(4)]
    products = [sum(row[i] * (3 * row[0] - 2 * row[1]) for row in rows) for i in range(4)]
    weights = [each / (1 << POINT) for each in solve(squares, products, 4, 1, 10**6)]
    assert weights == pytest.approx([3, -1, -1, 0], abs=0.01)


def test_what_is_learned_helps_where_games_at_random_say_little():
    game = game_of(LONG)
    searcher = Searcher(game.program)
    value = value_for(searcher, learn_value(ValueLearner(searcher, 1), 50))
    assert value is not None and is_better(game, Side(value=value), Side(), 1, 1000)
    assert not is_better(game, Side(), Side(value=value), 1, 1000) and not is_better(game, Side(), Side(), 1, 500)


def test_the_same_seed_learns_the_same_value():
    searcher = Searcher(game_of(LONG).program)
    one, two, other = (learn_value(ValueLearner(searcher, seed), 10) for seed in (1, 1, 2))
    assert one == two != other
    assert any(any(row) for _, row in one.weights) and [name for name, *_ in one.stages] == ["turn"]


def test_a_search_goes_by_the_value():
    """Whoever holds coins for bad takes none."""
    match = game_of(LONG).start()
    searcher = Searcher(match.game.program)
    names, stages = searcher.standings
    for sign, best in ((1, 3), (-3, 0)):
        rows = tuple((name, (sign * (name == "coins") << POINT, 0)) for name in names)
        value = Value(Valued(rows, tuple((name, 0, 30) for name in stages)))
        visits = found(searcher, match, 200, value=value).visits
        assert visits[best] == max(visits) > 100


def test_a_value_of_other_things_is_none():
    searcher = Searcher(game_of(LONG).program)
    assert value_for(searcher, Valued((("coins", (1,)),), ())) is None and value_for(searcher, None) is None
