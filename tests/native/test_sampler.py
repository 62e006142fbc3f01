"""Worlds that C makes for a seat: the reference plays them, and the seat's log is the same, entry by entry."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
import twin_worlds
from helpers import ALL, ROOT
from native_kit import log_of, needs_c, past, played
from play_kit import game_of, games, steps
from twin_worlds import LITTLE, same_answer, try_game, world

from rulelang import load
from rulelang.bots.kinds import FEWEST
from rulelang.bots.thinking import think
from rulelang.native.host.sampler import Sampler
from rulelang.native.plan.nodes import Unsupported
from rulelang.program import events as ev

pytestmark = needs_c
GALLERY = sorted(ROOT.glob("examples/gallery/*.rules"))
CARDS = """\
rules 1
game "Four cards" for 3 players "One card each; one may look at the top of the deck, then all play."
piece Card(rank: 1..4) in deck "Card": 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone table: row of Card, open
var points[Seat]: Int = 0
setup: shuffle deck
play:
  for p in seats: deal 1 from deck to hand[p]
  P1 chooses bet from 0..1 "Bet?"
  P2 chooses call from 0..1 "Call?"
  P3 chooses raise from 0..1 "Raise?"
  for p in seats: move hand[p] to table
winner p: most points[p]
"""


DICE = """\
rules 1
game "Dice in the middle" for 2 players "Take turns to take a die; the first die of each player is rolled unseen."
piece Die(color: 1..2) rolls face: 1..6 in bag "Die": 4 each
zone bag: bag of Die, hidden
zone middle: set of Die, open
zone dice[Seat]: set of Die, open
zone cup[Seat]: set of Die, owner
var points[Seat]: Int = 0
play:
  for p in seats:
    deal 1 from bag to cup[p]
    roll cup[p]
  deal 6 from bag to middle
  roll middle
  repeat 2 times:
    for p in seats:
      p chooses d from middle "Take one"
      move d to dice[p]
winner p: most points[p]
"""


def before_block(core):
    """What happened, up to the block that is open."""
    if core.state.block is None:
        return core.events
    return core.events[: max(at for at, event in enumerate(core.events) if isinstance(event, ev.BlockBegan))]


@pytest.mark.few(1)
@pytest.mark.parametrize("name", games())
def test_a_world_has_the_log_of_the_real_past(name):
    game, found = games()[name], 0
    sampler = Sampler(game.program)
    for number, match in enumerate(steps(game.start(seed=6), 4, most=28)):
        if number % 12 != 3 or match.decision is None:
            continue
        seat, real = match.decision.seat, past(before_block(match.core))
        if not sampler.tell(seat, *real):
            continue
        log = log_of(match, played(game, *real), seat)
        for seed in range(3):
            if sampler.sample(seed) is not None:
                found += 1
                assert log_of(match, played(game, *sampler.past()), seat) == log
    assert found


def test_worlds_are_spread_evenly_over_all_that_fit():
    """P2 holds a card: the three others lie in six orders, each as likely; chi-square with five degrees of freedom."""
    game = game_of(CARDS)
    match = game.start(seed=3)
    match.choose(0)
    sampler, real = Sampler(game.program), past(match.core.events)
    assert sampler.tell(2, *real)
    own = match.state.zone(game.program.zone_arrays["hand"].base + 1)
    pasts, seen, hands = Counter(), Counter(), game.program.zone_arrays["hand"].base
    for seed in range(1200):
        assert sampler.sample(seed * 1_000_003) is not None
        pasts[tuple(map(tuple, sampler.past()))] += 1
    for found, times in pasts.items():
        core = played(game, *found)
        held = [core.state.zone(hands + at) for at in range(3)]
        assert held[1] == own
        seen[held[0], held[2]] += times
    others = [(piece,) for piece in range(4) if (piece,) != own]
    expected = {(one, two) for one, two, _ in permutations(others)}
    assert set(seen) == expected
    assert sum((seen[each] - 200) ** 2 / 200 for each in expected) < 20.5  # p = 0.001


def test_a_world_is_a_function_of_the_log():
    """In a world that the seat cannot tell from the real one, the same seeds give the same worlds."""
    game = game_of(CARDS)
    match = game.start(seed=3)
    match.choose(1)
    sampler = Sampler(game.program)
    assert sampler.tell(2, *past(match.core.events))
    assert sampler.sample(77) is not None
    twin, worlds = sampler.past(), []
    for real in (past(match.core.events), twin):
        assert sampler.tell(2, *real)
        worlds.append([sampler.sample(seed) and sampler.past() for seed in range(20)])
    assert worlds[0] == worlds[1]


@pytest.mark.few(1)
@pytest.mark.parametrize("path", [*ALL.values(), *GALLERY], ids=lambda path: path.stem)
def test_worlds_and_answers_follow_from_the_log_in_every_game(path):
    """`tests/sweep.py samples` tries more positions and all seeds."""
    try:
        tried = try_game(load(path), 1, most=2, seeds=2, every=1)
    except Unsupported:
        return
    assert not tried.failures and tried.positions


PAIRS = """\
rules 1
game "Pairs" for 2 players "Two cards each; one passes a card unseen and plays one."
piece Card(rank: 1..5) in deck "Card": 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone aside: set of Card, hidden
zone table: row of Card, open
setup: shuffle deck
play:
  for p in seats: deal 2 from deck to hand[p]
  P1 chooses d from hand[P1] "Put which aside?"
  move d to aside
  deal 1 from deck to hand[P1]
  P1 chooses c from hand[P1] "Play which?"
  move c to table
  P2 chooses bet from 0..1 "Bet?"
winner p: most count(hand[p])
"""


def test_pasts_that_happened_to_have_one_log_give_the_same_worlds():
    """Games are dealt and played at random; of those with one log for P2, hidden ways differ, and worlds do not."""
    game, by_log = game_of(PAIRS), {}
    for seed in range(150):
        *_, match = steps(game.start(seed=seed), seed, most=2)
        by_log.setdefault(str(match.log(2)), []).append(past(match.core.events))
    twins = [pasts for pasts in by_log.values() if len({str(each) for each in pasts}) > 1]
    assert len(twins) > 10
    sampler = Sampler(game.program)
    for pasts in twins:
        worlds = []
        for real in pasts:
            assert sampler.tell(2, *real, seed=5)
            worlds.append([sampler.sample(seed) and sampler.past() for seed in range(4)])
        assert all(each == worlds[0] for each in worlds)


ORDERS = """\
rules 1
game "Orders" for 4 players "Three times all set five markers at once; when they were shown, the first player bets."
var mark[Seat, 1..5]: 1..5 = 1, owner
var points[Seat]: Int = 0
play:
  repeat 3 times:
    each p in seats secretly chooses order from permutations(1..5) "Which order?"
    unreveal mark
    for p in seats:
      for n in 1..5: mark[p, n] = order[p][n]
    reveal mark
    P1 chooses bet from 0..1 "Bet?"
winner p: most points[p]
"""


def test_answers_that_are_told_item_by_item_are_given_again():
    """One of 120 orders for each of three others, in each round: by chance no past would ever fit."""
    game = game_of(ORDERS)
    sampler, told = Sampler(game.program), 0
    for match in steps(game.start(seed=3), 7):
        if match.decision is None or len(match.decision.options) > 2:
            continue
        assert sampler.tell(1, *past(match.core.events), 5)
        made = sampler.worlds(1, 20)
        assert len(made.codes) == made.tries == 20
        assert log_of(match, played(game, *sampler.past()), 1) == log_of(match, match.core, 1)
        told += 1
    assert told == 3


def test_a_past_is_found_for_dice_that_are_offered_in_some_order():
    """Dice of one color are offered in the order of their numbers: which of them shows which face is no secret."""
    sampler = Sampler(game_of(DICE).program)
    for seed in range(4):
        for match in steps(game_of(DICE).start(seed=seed), seed):
            if match.decision is not None:
                assert all(sampler.tell(match.decision.seat, *past(match.core.events), tried) for tried in range(3))


PICKED = """\
rules 1
game "Two of four" for 2 players "One card is shown; two are picked, and nobody else is told which."
piece Card(rank: 1..8) in deck "Card": 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
var points[Seat]: Int = 0
setup: shuffle deck
play:
  deal 4 from deck to hand[P1]
  P1 chooses c from hand[P1] "Show one"
  reveal c
  P1 chooses 2 cs from hand[P1] {how} "Name two"
  P2 chooses bet from 0..1 "Is it one of them?"
winner p: most points[p]
"""


@pytest.mark.parametrize(("how", "is_told"), [("", True), ("one by one", False)])
def test_a_pick_is_known_in_worlds_to_those_who_are_told(how, is_told):
    """Picks come in the order of what cards show: who sees one of four is not told when it is picked."""
    game = game_of(PICKED.format(how=how))
    for seed in range(3):
        match = next(each for each in steps(game.start(seed=seed), seed) if each.decision.seat == 2)
        sampler, named = Sampler(game.program), set()
        assert sampler.tell(2, *past(match.core.events), 5)
        for number in range(40):
            if sampler.sample(number):
                core = played(game, *sampler.past())
                assert log_of(match, core, 2) == log_of(match, match.core, 2)
                shown, *picks = (event for event in core.events if isinstance(event, ev.Chose))
                wanted, taken = shown.options[shown.taken], [each.options[each.taken] for each in picks]
                named.add(wanted in (taken[0] if is_told else taken))
        assert len(named) == (1 if is_told else 2)


def test_worlds_do_not_depend_on_the_calls_before():
    game = load("nuts", players=4)
    *_, match = (each for each in steps(game.start(seed=2), 4, most=45))
    sampler = Sampler(game.program)
    assert sampler.tell(match.decision.seat, *past(before_block(match.core)), 5)
    first, other, again = (sampler.worlds(seed, 12) for seed in (1, 2, 1))
    assert first.codes and first.tables.raw != other.tables.raw
    assert (first.tables.raw, first.tries) == (again.tables.raw, again.tries)


DOUBLED = """\
rules 1
game "Doubled" for 2 players "The second player hides some coins, and twice as many are told; then the first one bets."
var twice: Int = 0
var points[Seat]: Int = 0
play:
  each p in [P2] secretly chooses coins from 0..299 "How many?"
  twice = reveal 2 * coins[P2]
  P1 chooses bet from 0..1 "Bet?"
  P2 chooses answer from 0..1 "And you?"
winner p: most points[p]
"""


def test_where_no_other_past_is_near_the_one_that_was_made_counts():
    """One of 300 answers fits, and nothing says which: it is found, but not again and again."""
    game = game_of(DOUBLED)
    match = game.start(seed=0)
    match.choose(match.decision.options[77])
    seat, sampler = match.decision.seat, Sampler(game.program)
    made = [world(sampler, seat, past(match.core.events), seed) for seed in range(2)]
    for seed, each in enumerate(made):
        assert world(sampler, seat, each, seed) == each
        assert log_of(match, played(game, *each), seat) == log_of(match, match.core, seat)
    assert think(match, seat, LITTLE, 4).worlds == FEWEST
    assert same_answer(match, twin_worlds.played(game, made[0]), seat)
