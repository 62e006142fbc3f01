"""Deals that OpenSpiel played alike, replayed: every legal move at every question, and the returns.

`tests/sweep.py spiel` plays many of each against OpenSpiel itself.
"""

from __future__ import annotations

import json

import pytest
import spiel_cards
import spiel_gin
from helpers import ROOT
from spiel_told import plays_of

RECORDED = json.loads((ROOT / "tests/data/spiel/cards.json").read_text(encoding="utf-8"))


@pytest.fixture
def by_the_reference(monkeypatch):
    """Oh Hell is another game with each number of cards, and C would be made for each."""
    monkeypatch.setenv("RULELANG_CC", "no-such-compiler")
    plays_of.cache_clear()
    yield
    plays_of.cache_clear()


@pytest.mark.usefixtures("by_the_reference")
@pytest.mark.parametrize("name", spiel_cards.SHARED)
def test_recorded_deals_are_ours_too(name):
    assert RECORDED[name]
    for seed, turns, returns in RECORDED[name]:
        played, won = spiel_cards.record(name, seed)
        assert [list(turn) for turn in played] == turns and won == returns


@pytest.mark.parametrize("name", spiel_cards.SHARED)
def test_open_spiel_plays_them_alike(name):
    pytest.importorskip("pyspiel")
    assert spiel_cards.compare(name, 2, first=50) == ""
    assert spiel_cards.followed(name, 50, off=1), "other returns are noticed"


def test_recorded_deals_of_gin_are_ours_too():
    for seed, turns, points in RECORDED["gin_rummy"]:
        assert list(spiel_gin.replayed(seed, turns).values()) == points


def test_open_spiel_plays_gin_alike():
    pytest.importorskip("pyspiel")
    assert spiel_gin.compare(2, first=7) == ""
