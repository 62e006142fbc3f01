"""The search, its plans and what makes them small; coverage."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.base.source import Source, read_source
from rulelang.diagnostics import CODES
from rulelang.prove import search as searching
from rulelang.prove.coverage import Coverage
from rulelang.prove.failure_store import Known, from_json, to_json
from rulelang.prove.plan import Plan
from rulelang.prove.play import LAW_OF, Watch, play
from rulelang.prove.reach import Reach
from rulelang.prove.search import Effort, search
from rulelang.prove.shrink import shrink
from rulelang.prove.story import Story
from rulelang.prove.tables import POOL, Rules, Table, domain, pool
from rulelang.workspace.problems import examine
from rulelang.workspace.rule_tests import prove

FOLDER = Path(__file__).parents[1] / "faults"

# Whoever rolls two sixes and bets high has too much; it takes luck to see it.
LUCKY = """\
rules 1
game "Lucky" for 2..3 players
option rounds: 1..9 = 5
option start: Seat? = none
option colours: list of Colour = [red, blue] where count(distinct(colours)) == 2
option open_pot: Bool = true
enum Colour: red, green, blue
resource coins[Seat, pot]: 60, open
piece Die rolls face: 1..6 in cup: 2 each
zone cup: set of Die, open
var points[Seat]: 0..40 = 0
fn rich(p: Seat) -> Bool = points[p] > 8
invariant "Nobody is rich": not any(rich(p) for p in seats)
setup:
  for p in seats: pay 5 coins from bank to p
play:
  repeat rounds times:
    for p in seats: run Turn(p)
phase Turn(p: Seat):
  roll cup
  p may choose n from 1..coins[p] "Bet how much?":
    pay n coins from p to pot
    if all(d.face == 6 for d in cup): points[p] += 2 * n
    else: points[p] += 1
winner p: most points[p]
variant Calm "Nothing is bet":
  override phase Turn(p: Seat): roll cup
"""


@pytest.fixture
def lucky() -> Rules:
    return Rules(Source("lucky.rules", LUCKY))


def test_the_tables(lucky: Rules) -> None:
    tables = pool(lucky)
    assert tables[:2] == [Table(2), Table(3)] and tables[2].variants == ("Calm",)
    assert len(set(tables)) == len(tables) == POOL and all(lucky.game(each) is not None for each in tables)
    game = lucky.game(Table(2))
    assert game is not None
    values = {name: domain(game.program, option) for name, option in game.typed.options.items()}
    assert values["rounds"] == list(range(1, 10)) and values["open_pot"] == [False, True]
    assert values["start"] == [None, 1, 2] and ("red", "green") in values["colours"]
    met = {(name, value) for table in tables for name, value in table.options}
    assert met >= {(name, value) for name in ("rounds", "open_pot", "start") for value in values[name]}
    assert lucky.game(Table(9)) is None and lucky.game(Table(2, options=(("rounds", 99),))) is None


def test_a_plan_is_the_whole_game(lucky: Rules) -> None:
    plan = Plan(Table(2), seed=5, lean="any", draws=((1, 3),), choices=((0, 2),))
    one, other = (play(lucky, plan, Watch()) for _ in range(2))
    assert one is not None and other is not None and one.match is not None and other.match is not None
    assert one.match.events == other.match.events and one.taken == other.taken and one.taken[0] == 2
    assert from_json(to_json(plan)) == plan


def test_the_same_seed_finds_the_same_and_makes_it_small(lucky: Rules) -> None:
    one, other = (search(lucky, Effort(300, seed=3)) for _ in range(2))
    assert one.failure is not None and other.failure is not None
    assert one.failure.plan == other.failure.plan and one.games == other.games
    plan = one.failure.plan
    assert (plan.table, plan.seed, plan.stop) == (Table(2), None, 1)
    assert plan.draws == ((0, 5), (1, 5)) and plan.choices == ((0, 4),)
    story = Story.of(one.failure, lucky.game(plan.table))  # type: ignore[arg-type]
    lines = story.lines()
    assert "  points[p] is 10, for p = P1" in lines and "  chance: roll 6, roll 6" in lines
    assert "  P1: 5 (Turn.n)" in lines and lines[-1].startswith("  → ")
    assert story.record()["chance"] == {"0": 5, "1": 5} and len(story.record()["answers"]) == 1


def test_shrinking_keeps_the_fault(lucky: Rules) -> None:
    found = next(
        outcome
        for seed in range(3000)
        if (outcome := play(lucky, Plan(Table(3), seed, "busy", "high"), Watch())) is not None and outcome.fault
    )
    small = shrink(lucky, found, Watch(), 50_000)
    assert small.fault is not None and found.fault is not None and small.fault.key == found.fault.key
    assert small.plan.table == Table(2) and small.plan.stop == 1


def test_known_failures_come_first_until_they_are_mended(lucky: Rules, tmp_path: Path) -> None:
    effort = Effort(300, seed=3, keep=tmp_path)
    assert search(lucky, effort).games > 0
    again = search(lucky, effort)
    assert again.failure is not None and again.games == 0
    mended = Rules(Source("lucky.rules", LUCKY.replace("2 * n", "n")))
    assert search(mended, Effort(5, keep=tmp_path)).games == 5
    assert not list(Known.of(mended, tmp_path).plans())


def test_ctrl_c_loses_nothing(lucky: Rules, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(searching, "shrink", interrupted)
    result = search(lucky, Effort(300, seed=3, keep=tmp_path))
    assert result.interrupted and result.failure is not None and len(list(Known.of(lucky, tmp_path).plans())) == 1


def test_effort_is_kept() -> None:
    rules = Rules(read_source(FOLDER / "market.rules"))
    assert search(rules, Effort(7)).games == 7
    few = search(rules, Effort(1000, answers=100))
    assert 100 <= few.answers < 200 and few.passed
    assert search(rules, Effort(100_000, time=1.0)).games < 100_000


def test_every_fault_is_whole() -> None:
    assert set(LAW_OF) <= {code for code in CODES if code.startswith("R7")}


# ---------------------------------------------------------------- coverage


def test_coverage_tells_what_was_not_reached() -> None:
    source = read_source(FOLDER / "unreachable.rules")
    with Coverage().watching() as coverage:
        assert all(proof.passed for proof in prove(examine(source)))
        search(Rules(source), Effort(10))
    reach = Reach.of(coverage, source)
    assert reach.counts == (1, 3) and [(first, last) for first, last, _ in reach.gaps()] == [(3, 4), (6, 6)]
    assert "never true" in reach.gaps()[1][2]
    page = reach.html()
    assert page.count("<tr") == len(source.starts) and 'class="none"' in page and "http" not in page


LADDER = """\
rules 1
game "Ladder" for 2 players
enum Size: small, large
table PRICE:
  | size: Size | price: 1..9 |
  | small      | 2           |
  | large      | 5           |
var points[Seat]: 0..99 = 0
fn worth(n: Int) -> Int:
  1 when n < 3
  7 when n > 90
  else 2
play:
  P1 chooses from Pick(P1) "Pick"
  tally Final
menu Pick(p: Seat):
  one "One": points[p] += worth(1) + PRICE[small].price
  two "Two": points[p] += worth(points[p] + 5)
  many where points[p] > 50 "Many": points[p] += 1
score Final for p:
  "Points": points[p]
  "Bonus": 5 when points[p] > 70
winner p: most points[p]
"""


def test_coverage_of_rungs_rows_actions_and_scores() -> None:
    source = Source("ladder.rules", LADDER)
    with Coverage().watching() as coverage:
        search(Rules(source), Effort(10))
    missing = {first: said for first, _, said in Reach.of(coverage, source).gaps()}
    assert missing[11] == ["never run"] and "`many` never offered" in missing[19][0] and 22 in missing
    assert set(missing) <= {7, 11, 19, 22}


def test_watching_leaves_the_engine_as_it_was() -> None:
    from rulelang.engine.closures import Closures
    from rulelang.engine.instructions import Assembler

    before = Assembler.emit, Closures.of, dict(Assembler.writers.cases)
    with Coverage().watching():
        assert Assembler.emit is not before[0]
    assert (Assembler.emit, Closures.of, dict(Assembler.writers.cases)) == before
