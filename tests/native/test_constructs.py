"""A small game for each construct: the reference, generated Python and C play it alike, and none falls back."""

from __future__ import annotations

from pathlib import Path

import pytest
from native_kit import needs_c

from rulelang import load
from rulelang.native.build import Build
from rulelang.native.c.module import c_text
from rulelang.native.host.playout import generated_c, generated_python, prepared, reference
from rulelang.native.plan.nodes import Unsupported

LISTS = """rules 1
game "Lists of lists" for 2 players "What generated code takes or leaves."
var points[Seat]: Int = 0
var level: 0..9 = 0
{more}play:
  P1 chooses n from 1..4
  level = n
{body}winner p: most points[p]
"""
NESTED = {
    "kept in a variable": (
        "var kept: list of list of Int = []\n",
        "  kept = subsets(1..level, 1)\n  P2 chooses m from 1..3\n  points[P1] += m * sum(sum(s) for s in kept)\n",
    ),
    "kept in a local": ("", "  let some = subsets(1..level, 1)\n  points[P1] += sum(sum(s) for s in some)\n"),
    "gone through while somebody is asked": (
        "", "  for s in subsets(1..level, 1..2):\n    P2 chooses m from 1..3\n    points[P1] += m * sum(s)\n",
    ),
    "compared": ("", "  if subsets(1..level, 2) == subsets(1..3, 2): points[P1] += 1\n"),
    "different": ("", "  points[P2] += count(distinct(subsets([level, 2, 3], 2) + subsets([level, 2], 2)))\n"),
}  # fmt: skip
GAMES = sorted((Path(__file__).parents[1] / "data" / "constructs").glob("*.rules"))


@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_engines_agree(path, make):
    for players in load(path).typed.players:
        program = load(path, players=players).program
        meaning, play = reference(program, traced=True), make(program, Build(traced=True, invariants=True))
        for game in range(5):
            assert play(11, game) == meaning(11, game)
        assert play.troubles == 0


@pytest.mark.parametrize("name", NESTED)
def test_lists_of_lists_are_left_to_python_where_c_would_lose_them(name, tmp_path):
    more, body = NESTED[name]
    path = tmp_path / "lists.rules"
    path.write_text(LISTS.format(more=more, body=body), encoding="utf-8")
    program, build = load(path).program, Build(traced=True)
    meaning, play = reference(program, traced=True), generated_python(program, build)
    assert [play(5, game) for game in range(4)] == [meaning(5, game) for game in range(4)] and play.troubles == 0
    with pytest.raises(Unsupported, match="lists of lists"):
        c_text(prepared(program, build), build)
