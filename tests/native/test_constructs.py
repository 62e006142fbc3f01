"""A small game for each construct: the reference, generated Python and C play it alike, and none falls back."""

from __future__ import annotations

from pathlib import Path

import pytest
from native_kit import needs_c

from rulelang import load
from rulelang.native.build import Build
from rulelang.native.host.playout import generated_c, generated_python, reference

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
