"""Recorded games of OpenSpiel on boards, replayed: every legal move at every turn, and who has won.

`tests/sweep.py spiel` plays a hundred thousand of each against OpenSpiel itself.
"""

from __future__ import annotations

import json

import pytest
import spiel_boards
from helpers import ROOT
from spiel_told import plays_of

RECORDED = json.loads((ROOT / "tests/data/spiel/boards.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", spiel_boards.THEIRS)
def test_recorded_games_are_ours_too(name):
    game = plays_of(name)
    for turns, returns in RECORDED[name]:
        assert spiel_boards.difference(game, turns, returns) == ""
    (legal, taken), *rest = RECORDED[name][0][0]
    assert spiel_boards.difference(game, [(legal[1:], taken), *rest], RECORDED[name][0][1]), "a move that is not there"
