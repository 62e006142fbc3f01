"""Games that OpenSpiel has too, by name: what is different in so many random games, from a number on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import spiel_boards
import spiel_cards
import spiel_gin
import spiel_kit
from helpers import ROOT

sys.path.append(str(ROOT / "bench"))
import open_spiel_hearts


def hearts(games: int, first: int) -> str:
    """Deals in ten settings, in turn."""
    found = list(open_spiel_hearts.settings().items())
    label, parameters = found[first // max(games, 1) % len(found)]
    try:
        for _ in open_spiel_hearts.deals(parameters, games, first):
            pass
    except open_spiel_hearts.Apart as problem:
        return f"{label}: {problem}"
    return ""


SHARED: dict[str, Callable[[int, int], str]] = {
    "hearts": hearts,
    **{name: partial(spiel_boards.compare, name) for name in spiel_boards.THEIRS},
    **{name: partial(spiel_cards.compare, name) for name in spiel_cards.SHARED},
    "gin_rummy": spiel_gin.compare,
    **{name: partial(spiel_kit.walks, *both) for name, both in spiel_kit.WALKED.items()},
}
