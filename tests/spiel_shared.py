"""Games that OpenSpiel has too, by name: what is different in so many random games, from a number on."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import spiel_boards
import spiel_cards
import spiel_gin
import spiel_kit
from helpers import ROOT
from spiel_told import Told, plays_of

sys.path.append(str(ROOT / "bench"))
import open_spiel_hearts as rival


def hearts(games: int, first: int) -> str:
    """Deals in ten settings, in turn, with cards passed in all ways."""
    found = list(rival.settings().items())
    label, parameters = found[first // max(games, 1) % len(found)]
    ways = list(rival.DIRECTIONS) if parameters["pass_cards"] else ["left"]
    options = {rival.PARAMETERS[name]: value for name, value in parameters.items()}
    theirs = rival.pyspiel.load_game("hearts", parameters)
    for seed in range(first, first + games):
        way = ways[seed % len(ways)]
        told = Told(plays_of("hearts", 4, **options, most_deals=1, first_pass=way), seed)
        direction = rival.DIRECTIONS[way] if parameters["pass_cards"] else rival.DIRECTIONS["nowhere"]
        state = theirs.new_initial_state()
        for action in (direction, *rival.dealt(told.play.match())):
            state.apply_action(action)
        if apart := followed(told, state, seed):
            return f"{label}, deal {seed}: {apart}\n{state}"
    return ""


def followed(told: Told, state: Any, seed: int) -> str:
    """A deal played on both; where they part."""
    dice, style = random.Random(seed), rival.STYLES[seed // 4 % 3]
    while told.seat:
        cards = list(map(rival.card_of, told.words))
        forced(state, told.seat - 1, sorted(cards))
        if (state.current_player(), state.legal_actions()) != (told.seat - 1, sorted(cards)):
            return f"ours: {told.seat - 1} may {sorted(cards)}"
        at = style(cards, told.seat, dice)
        told.choose(at)
        state.apply_action(cards[at])
    forced(state, -1, [])
    returns = [rival.POINTS - points for points in told.held("points")]
    return "" if state.is_terminal() and state.returns() == returns else f"returns {returns}"


def forced(state: Any, seat: int, legal: list[int]) -> None:
    """Moves without a choice that ours does not ask for."""
    while not state.is_terminal() and len(state.legal_actions()) == 1:
        if (state.current_player(), state.legal_actions()) == (seat, legal):
            return
        state.apply_action(state.legal_actions()[0])


SHARED: dict[str, Callable[[int, int], str]] = {
    "hearts": hearts,
    **{name: partial(spiel_boards.compare, name) for name in spiel_boards.THEIRS},
    **{name: partial(spiel_cards.compare, name) for name in spiel_cards.SHARED},
    "gin_rummy": spiel_gin.compare,
    **{name: partial(spiel_kit.walks, *both) for name, both in spiel_kit.WALKED.items()},
}
