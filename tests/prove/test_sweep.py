"""Games that generated code plays, with the invariants in it: what breaks is found, told and made small."""

from __future__ import annotations

import pytest
from cli_kit import rulelang
from native_kit import needs_c

from rulelang.base.source import Source
from rulelang.prove.play import Watch, play
from rulelang.prove.search import Effort, search
from rulelang.prove.sweep import Sweep, plain_tables, random_plan
from rulelang.prove.tables import Rules, Table, pool

RARE = """rules 1
game "Rare" for 2..3 players "Once in a hundred games the bag is empty too early."
piece Die rolls face: 1..6 in dice: 4 each
zone dice: set of Die, open
option sides: 1..3 = 1
var sum_of[Seat]: Int = 0
play:
  repeat 3 times:
    for p in seats:
      roll dice
      p chooses d from dice "Keep one"
      sum_of[p] += d.face
winner p: most sum_of[p]
invariant "Nobody is that lucky": not any(sum_of[p] == 17 for p in seats)
"""
SOUND = RARE.replace("== 17", "== 99")


def rules(text: str) -> Rules:
    return Rules(Source("rare.rules", text))


@pytest.mark.parametrize("slow", [False, pytest.param(True, marks=needs_c)])
def test_a_game_that_breaks_is_written_out_as_a_plan(slow):
    made = rules(RARE)
    sweep = Sweep(made, plain_tables(pool(made)), slow)
    found = [(number, plan) for number in range(200) if (plan := sweep.play(1, number)[1])]
    assert found
    for number, plan in found[:3]:
        outcome = play(made, plan, Watch(laws=(), every=0, replay=False))
        assert outcome.fault.code == "R614" and plan.seed is None
        assert plan == random_plan(made.game(plan.table), plan.table, 1, number)


def test_the_same_seed_finds_the_same_failure():
    one, other = (search(rules(RARE), Effort(1, 400, seed=3, engines=False)) for _ in range(2))
    assert one.failure.fault.code == other.failure.fault.code == "R614"
    assert one.failure.plan == other.failure.plan and one.games == other.games > 1


def test_what_holds_is_played_to_the_end():
    result = search(rules(SOUND), Effort(3, 197, engines=False))
    assert result.passed and result.games == 200 and result.answers > 200


def test_time_bounds_the_whole():
    result = search(rules(SOUND), Effort(10**6, 10**6, time=0.5))
    assert result.passed and 0 < result.games < 10**6


def test_only_the_tables_that_are_named():
    result = search(rules(SOUND), Effort(3, 5, engines=False, tables=(Table(3, (), (("sides", 2),)),)))
    assert result.passed and result.games == 8


def test_the_command_takes_a_table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rare.rules").write_text(SOUND)
    said = rulelang("test", "rare.rules", "--games", "6", "--players", "3", "--set", "sides=2")
    assert said.code == 0 and "6 games played, nothing broken" in said.out
    said = rulelang("test", "rare.rules", "--games", "6", "--players", "7")
    assert said.code != 0 and "2 or 3 players, not 7" in said.err
    said = rulelang("test", "rare.rules", "--games", "6", "--set", "side=2")
    assert said.code != 0 and "`side`" in said.err
