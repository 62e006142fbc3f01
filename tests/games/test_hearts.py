"""Hearts is the game OpenSpiel plays: deals written down by bench/open_spiel_hearts.py, which compares many more."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers import ALL, ROOT

from rulelang import load

DEALS = json.loads((ROOT / "tests/data/open_spiel_hearts.json").read_text(encoding="utf-8"))


def card(value: str) -> str:
    """`Card(spades, 12)` is `QS`."""
    suit, rank = value.removeprefix("Card(").removesuffix(")").split(", ")
    return "23456789TJQKA"[int(rank) - 2] + suit[0].upper()


@pytest.mark.parametrize("deal", DEALS, ids=range(len(DEALS)))
def test_legal_moves_and_returns_are_those_of_open_spiel(deal: dict[str, Any]) -> None:
    match = load(ALL["hearts"], players=4, options=deal["options"]).start(seed=deal["seed"])
    for line in deal["decisions"]:
        taken, legal = line.split(" of ")
        assert match.decision is not None
        offered = {card(option.value): option for option in match.decision.options}
        assert sorted(offered) == sorted(legal.split())
        match.choose(offered[taken])
    assert match.decision is None
    assert [26 - points for points in match.scores.values()] == deal["returns"]
