"""The search in C: positions are those of the reference, and what wins is found."""

from __future__ import annotations

import pytest
from native_kit import needs_c
from play_kit import NIM, games, small, steps

from rulelang.native.host.search import Searcher
from rulelang.native.plan.nodes import Unsupported
from rulelang.program.events import Drew

pytestmark = needs_c


def past(match):
    """What a match was made of: the outcomes of its draws, and its answers."""
    return [event.outcome for event in match.events if isinstance(event, Drew)], match.core.answers


@pytest.mark.few(3)
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
            assert (world.seat, world.options) == (match.decision.seat, len(match.decision.options))


def test_a_past_that_cannot_be_is_no_world():
    match = small("packs").start(1)
    searcher = Searcher(match.game.program)
    outcomes, answers = past(match)
    assert searcher.world(outcomes, [*answers, 99]) is None
    assert searcher.world([*outcomes, 0], answers) is None
    assert searcher.world([10**6, *outcomes[1:]], answers) is None


def found(searcher, match, simulations, seed=1):
    with searcher.begin(match.decision.seat, seed) as search:
        search.run([searcher.world(*past(match))], simulations)
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
