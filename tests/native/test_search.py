"""The search in C: positions are those of the reference, and what wins is found."""

from __future__ import annotations

import ctypes

import pytest
from law_kit import unproven
from native_kit import needs_c
from play_kit import NIM, games, small, steps

from rulelang.native.host.search import Searcher, Worlds
from rulelang.native.plan.nodes import Unsupported
from rulelang.native.plan.views import simultaneous_writes
from rulelang.program.events import Drew

pytestmark = needs_c


def past(match):
    """What a match was made of: the outcomes of its draws, and its answers."""
    return [event.outcome for event in match.events if isinstance(event, Drew)], match.core.answers


@pytest.mark.few(2)
@pytest.mark.parametrize("name", games())
def test_a_past_that_is_relived_asks_what_the_reference_asks(name):
    try:
        searcher = Searcher(games()[name].program)
    except Unsupported:
        pytest.skip("C cannot take it")
    for number, match in enumerate(steps(games()[name].start(seed=4), 2, most=30)):
        if number % 7 == 0 and match.decision is not None:
            world = searcher.world(*past(match))
            assert world is not None
            assert searcher.question(world) == (match.decision.seat, len(match.decision.options))


def test_a_past_that_cannot_be_is_no_world():
    match = small("packs").start(1)
    searcher = Searcher(match.game.program)
    outcomes, answers = past(match)
    assert searcher.world(outcomes, [*answers, 99]) is None
    assert searcher.world([*outcomes, 0], answers) is None
    assert searcher.world([10**6, *outcomes[1:]], answers) is None


def found(searcher, match, simulations, seed=1, value=None):
    with searcher.begin(match.decision.seat, seed, value=value) as search:
        world = searcher.world(*past(match))
        search.run(Worlds.of([world.table], [world.code]), simulations)
        return search.read(len(match.decision.options))


def test_what_wins_is_found(tmp_path):
    """Of 7 one must leave 6, of 5 three: then whatever the other takes, one can leave three less."""
    import rulelang

    (tmp_path / "nim.rules").write_text(NIM, encoding="utf-8")
    match = rulelang.load(tmp_path / "nim.rules").start()
    searcher = Searcher(match.game.program)
    for best, reply in ((0, 0), (1, None)):
        thought = found(searcher, match, 2000)
        assert sum(thought.visits) == thought.simulations == 2000
        assert thought.visits[best] > 1500 and thought.means[best] > thought.means[1 - best]
        match.choose(best)
        if reply is not None:
            match.choose(reply)


def test_equal_seeds_find_the_same_and_others_do_not():
    *_, match = steps(games()["nosh"].start(seed=3), 1, most=4)
    searcher = Searcher(match.game.program)
    one, two, three = (found(searcher, match, 300, seed) for seed in (1, 1, 2))
    assert one == two and one != three


ROUNDS = """\
rules 1
game "Rounds" for 2 players "What is taken counts in its own round; later rounds are played for much more."
var points[Seat]: Int = 0
var taken[Seat]: Int = 0
var round: Int = 0
score Gain for p into points "Points":
  "Taken": taken[p] * round * round * round
play:
  for number in 1..4:
    round = number
    for p in seats:
      p chooses n from 0..3 "How much?"
      taken[p] = n
    tally Gain
winner p: most points[p]
"""


def test_a_simulation_ends_where_points_are_tallied(tmp_path):
    """What later rounds bring does not blur what an option is worth: what it takes, less what the other takes."""
    import rulelang

    (tmp_path / "rounds.rules").write_text(ROUNDS, encoding="utf-8")
    match = rulelang.load(tmp_path / "rounds.rules").start()
    thought = found(Searcher(match.game.program), match, 400)
    assert thought.visits[3] == max(thought.visits)
    assert all(at - 3 <= points <= at for at, points in enumerate(thought.points))


DEALS = """\
rules 1
game "Deals" for 2 players "Points of a deal are counted without a tally; later deals are played for much more."
piece Card(rank: 1..6) in deck: 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
var points[Seat]: Int = 0
play:
  for number in 1..4:
    move Card to deck
    shuffle deck
    for p in seats: deal 2 from deck to hand[p]
    for p in seats:
      p chooses n from 0..3 "How much?"
      points[p] += n * number * number * number
winner p: most points[p]
"""


@pytest.mark.parametrize("kept", [False, True])
def test_a_simulation_ends_where_cards_are_dealt_anew(tmp_path, kept):
    """All are gathered and shuffled: a new deal. Where somebody keeps a card, it is the same deal still."""
    import rulelang

    text = DEALS
    if kept:
        text = text.replace("    move Card to deck\n", "").replace("deal 2", "deal up to 1")
    (tmp_path / "deals.rules").write_text(text, encoding="utf-8")
    match = rulelang.load(tmp_path / "deals.rules").start(seed=2)
    thought = found(Searcher(match.game.program), match, 400)
    assert all(at - 3 <= points <= at for at, points in enumerate(thought.points)) == (not kept)


AT_ONCE = """rules 1
game "At once" for 2 players "Everything that a seat can do in secret."
piece Card(rank: 1..6) in deck: 2 each
piece Die rolls face: 1..6 in cup: 2 each
group Meld(size: 1..9) of Card, at most 4
zone deck: pile of Card, hidden
zone used: set of Card, hidden
zone stock[Seat]: pile of Card, owner, refill from waste
zone waste: pile of Card, hidden
zone pick[Seat]: set of Card, owner
zone made[Seat]: set of Meld, owner
zone line[Seat]: row of Card, owner
zone cup: set of Die, open
zone far: set of Card, open
var one[Seat]: 0..9 = 0, owner
var two[Seat]: 0..9 = 0, owner
var lot[Seat]: 0..9 = 0, owner
var total[Seat]: Int = 0, owner
var still: 0..9 = 0
resource coins[Seat]: 4, owner
play:
  each p in seats secretly:
    DONE
  move far to used
  still = 1
score Sum for p into total:
  "All": one[p]
winner p: most one[p]
"""


@pytest.mark.parametrize(
    ("done", "zones", "names"),
    [
        ("move pick[p] to used", {"pick", "used"}, set()),
        ("deal 1 from stock[p] to pick[p]", {"stock", "waste", "pick"}, set()),
        ("form Meld(1) from line[p] to made[p]", {"line", "made"}, set()),
        ("shuffle line[p]", {"line"}, set()),
        ("roll cup", {"cup"}, set()),
        ("swap one[p], two[p]", set(), {"one", "two"}),
        ("lot[p] = random 1..6", set(), {"lot"}),
        ("tally Sum for p", set(), {"total"}),
        ("pay 1 coins from bank to p", set(), {"coins"}),
    ],
)
def test_what_seats_change_at_the_same_time_is_known_for_every_statement(done, zones, names):
    game = unproven(AT_ONCE.replace("DONE", done))
    assert simultaneous_writes(game.program.game) == (zones, names)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", games())
def test_a_rollout_ends_as_it_would_under_somebodys_eyes(name):
    """The library that plays out unwatched knows the tables of the other, and plays the same games."""
    try:
        searcher = Searcher(games()[name].program)
    except Unsupported:
        pytest.skip("C cannot take it")
    if searcher.rolls is searcher.lib:
        pytest.skip("C cannot watch it")
    width = int(searcher.lib.rulelang_table_width())
    word, number, place = ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p
    searcher.lib.rulelang_work_lay.argtypes = [place, place, word, number]
    searcher.lib.rulelang_work_take.restype = searcher.lib.rulelang_work_row.restype = place
    searcher.lib.rulelang_work_row.argtypes = searcher.lib.rulelang_work_give.argtypes = [place]
    work = searcher.lib.rulelang_work_take()
    for match in steps(games()[name].start(seed=6), 3, most=20):
        world = searcher.world(*past(match)) if match.decision is not None and match.core.state.block is None else None
        if world is None:
            continue
        for chance, ends, answer in ((1, 1, 0), (2, 0, -1)):
            rows = []
            for lib in (searcher.lib, searcher.rolls):
                lib.rulelang_work_roll.argtypes, lib.rulelang_work_roll.restype = [place, number, word], number
                searcher.lib.rulelang_work_lay(work, ctypes.addressof(world.table), chance, ends)
                code = lib.rulelang_work_roll(work, answer, chance)
                rows.append((code, (number * width).from_address(searcher.lib.rulelang_work_row(work))[1:]))
            assert rows[0] == rows[1] and rows[0][0] == 0
    searcher.lib.rulelang_work_give(work)
