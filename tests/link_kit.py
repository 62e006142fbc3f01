"""What tests of linked games share: a base game that mods change, and games played by random players."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from rulelang.base.source import read_source
from rulelang.engine.match import Match
from rulelang.lower import lower
from rulelang.workspace.problems import Examined, examine

BASE = """rules 1
game "Base" for 2..3 players
option rounds: 1..4 = 2
option fast: Bool = false
enum Kind: red, blue
const by players:
  |      | 2 | 3 |
  | HAND | 3 | 2 |
  | TOP  | 9 | 8 |
const GOAL = 5
table CARD:
  | kind: Kind | size: 0..9 | cost: 0..9 |
  | red        | 3          | 1          |
  | blue       | 4          | 2          |
table COPIES[Kind, 2..3]: 0..9:
  | kind | 2 | 3 |
  | red  | 2 | 3 |
  | blue | 1 | 4 |
table STEPS[1..2]: 0..9:
  | 1 | 3 |
  | 2 | 7 |
piece Card(kind: Kind) in deck: COPIES[kind, players] each
piece Tile in tiles:
  | name: Label | worth: 0..9 |
  | one         | 1           |
zone deck: pile of Card, hidden
zone tiles: set of Tile, open
var points[Seat]: Int = 0
var log: Int = 0
fn twice(n: Int) -> Int = n + n
step add(p: Seat, n: Int): points[p] += n
step next_of(p: Seat) -> Int: return points[p] + 1
phase Round:
  for p in seats: p chooses from Act(p)
menu Act(p: Seat):
  gain(n in 1..2) "Gain {n}": run add(p, n)
  wait "Wait": nothing
score Total for p:
  "Points": points[p]
  "Goal": GOAL when points[p] > 3
play:
  repeat rounds times: run Round
winner p: most Total(p)
invariant "No debts": all(points[p] >= 0 for p in seats)
variant Slow excludes Quick "Slowly":
  override fn twice(n: Int) -> Int = original - 1
variant Quick "Quickly":
  override option rounds = 1
test "B-1: two gains":
  when Round:
    P1: gain(2)
    P2: gain(1)
  expect [points[P1], points[P2]] == [2, 1]
test "B-10: twice":
  expect twice(3) == 6
test "waiting":
  when Round:
    P1: wait
    P2: wait
  expect points[P1] == 0
"""


@cache
def examined(path: Path) -> Examined:
    return examine(read_source(path))


def play_some(path: Path, seeds: int) -> None:
    game = examined(path).game
    for players in {game.players[0], game.players[-1]}:
        program, problems = lower(game, players, {})
        assert not problems
        for seed in range(seeds):
            match, bots = Match(program, seed=seed), random.Random(seed)
            while match.decision is not None:
                match.choose(bots.randrange(len(match.decision.options)))
            assert match.over
