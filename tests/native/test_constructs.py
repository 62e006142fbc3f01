"""A small game for each construct: the reference, generated Python and C play it alike, and none falls back."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_games import by_steps
from native_kit import needs_c

from rulelang import load
from rulelang.native.build import Build
from rulelang.native.host.playout import generated_c, generated_python, reference

ENGINES = {generated_python: "python", generated_c: "c"}
GAMES = sorted((Path(__file__).parents[1] / "data" / "constructs").glob("*.rules"))


@pytest.mark.few(5)
@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_engines_agree(path, make):
    for players in load(path).typed.players:
        program = load(path, players=players).program
        meaning, play = reference(program, traced=True), make(program, Build(traced=True, invariants=True))
        steps = by_steps(ENGINES[make], program)
        for game in range(5):
            want = meaning(11, game)
            assert play(11, game) == want
            assert steps(11, game) == (want.scores, want.winners, want.asked)
        assert play.troubles == 0
