"""Numbers at their edges: every engine comes to the same scores, or to the same error on the same line, and generated C
does nothing that C does not define.
"""

from __future__ import annotations

from functools import cache, partial

import pytest
from edges import LINES, counting, endless, sizing
from helpers import ALL, counts
from made_games import ENGINES, ended, made_game
from native_kit import needs_c
from sanitized import at_random, differences, in_order, played, stepped

from rulelang import load
from rulelang.base.source import Source
from rulelang.native.build import Build
from rulelang.native.host.playout import Outcome, generated_c, prepare_plan, reference
from rulelang.native.host.select import fastest
from rulelang.native.host.tiers import Engines
from rulelang.play.game import assemble
from rulelang.program import Program

EDGES = {"counting": counting, "sizing": sizing}
# Half of the games stop at each question, half are played to their end: both builds share nearly all of their text.
STEPPED = ("liars_dice", "nuts", "pretzel", "sweet_nose")


@cache
def edge(name: str) -> Program:
    return assemble(Source(f"{name}.rules", EDGES[name]()), 2, (), {}, ()).program


@pytest.mark.parametrize("name", EDGES)
@pytest.mark.parametrize("engine", ["python", "python steps"])
def test_generated_python_counts_like_the_reference(name, engine):
    meaning, play = reference(edge(name), traced=True), ENGINES[engine](edge(name))
    for game in range(150):
        want = ended(meaning, game)
        if engine.endswith("steps") and isinstance(want, Outcome):
            want = want.scores, want.winners, want.asked
        assert ended(play, game) == want, game


@pytest.mark.few(1)
@needs_c
@pytest.mark.parametrize("name", EDGES)
def test_generated_c_counts_like_the_reference_and_within_its_bounds(name, tmp_path):
    rows = played(edge(name), 400, tmp_path)
    assert differences(rows[:100], at_random(edge(name))) == []
    assert 50 < sum(row is None for row in rows) < 350
    rows = stepped(edge(name), 400, tmp_path)
    assert differences(rows[:100], in_order(edge(name))) == []


@pytest.mark.few(1)
@needs_c
@pytest.mark.parametrize("name", ALL)
def test_shipped_games_do_nothing_that_c_does_not_define(name, tmp_path):
    program = load(ALL[name], players=counts(name)[-1]).program
    rows = stepped(program, 4, tmp_path) if name in STEPPED else played(program, 30, tmp_path)
    assert None not in rows
    assert differences(rows[:1], in_order(program) if name in STEPPED else at_random(program)) == []


@needs_c
def test_made_games_do_nothing_that_c_does_not_define(tmp_path):
    program = assemble(Source("made.rules", made_game(7)), 3, (), {}, ()).program
    assert differences(played(program, 20, tmp_path), at_random(program)) == []


FAR_APART = """rules 1
game "Far apart" for 2 players
piece Card in deck "Card":
  | worth: Int       | copies |
  | 1                | 1      |
  | 9007199254740991 | 1      |
zone deck: set of Card, open
table PRICE:
  | n: Int           | cost: Int |
  | 1                | 5         |
  | 9007199254740991 | 6         |
var points[Seat]: Int = 0
fn near(n: 9007199254740900..9007199254740991) -> Bool = n mod 2 == 0
fn few(yes: Bool) -> Int = if yes then 1 else 2
play:
  for p in seats:
    p chooses y from [1, 9007199254740991]
    points[p] = {value}
winner p: most points[p]
"""


FAR_VALUES = (
    "PRICE[y].cost", "count(c for c in deck where c.worth == y)", "few(near(y))",
    "sum(k mod y for k in [1, 9007199254740991])",
    "if y == 2 then count(for s in subsets(deck, [1, 9007199254740991]) where count(s) > y) else 3",
)  # fmt: skip


@pytest.mark.parametrize("value", FAR_VALUES)
def test_numbers_that_are_far_apart_make_no_large_table(value):
    program = assemble(Source("far.rules", FAR_APART.format(value=value)), 2, (), {}, ()).program
    play, why = fastest(program)
    assert play(1, 1) == reference(program)(1, 1)
    assert not why or "far apart" in why


NESTED = """rules 1
game "Nested" for 2 players "Every procedure is short, and all together go on for days."
var points[Seat]: Int = 0
step inner(p: Seat):
  if points[p] > 1: return
  repeat 900000 times: points[p] = 1 - points[p]
play:
  repeat 900000 times: run inner(P1)
winner p: most points[p]
"""


@needs_c
def test_a_loop_that_runs_loops_burns_their_fuel():
    program = assemble(Source("nested.rules", NESTED), 2, (), {}, ()).program
    assert generated_c(program).raw(1, 1, 1)[0] == 1  # type: ignore[attr-defined]


@needs_c
@pytest.mark.usefixtures("quick_compiler")
def test_generated_code_leaves_loops_without_end_to_the_reference():
    """What that says of them is its own affair; without a limit it would take hours to find out."""
    for line in LINES:
        program = assemble(Source("long.rules", endless(line)), 2, (), {}, ()).program
        assert Engines(partial(prepare_plan, program, Build()), Build(), False).play(1, 1) is None, line
        if line in LINES[:5:2]:
            assert generated_c(program).raw(1, 1, 1)[0] == 1, line  # type: ignore[attr-defined]
