"""Board games that OpenSpiel has too: the same legal moves, turn for turn, and the same returns.

`record(name)` plays one there; the recorded games in tests/data/spiel/boards.json are replayed without it.
"""

from __future__ import annotations

import random
from typing import Any

from rulelang import load
from rulelang.play.game import Game

SIZE = 6  # of breakthrough, where moves are counted from the other side
THEIRS = {
    "connect_four": "connect_four",
    "hex": "hex(board_size=5)",
    "breakthrough": f"breakthrough(rows={SIZE},columns={SIZE})",
}


def ours_of(name: str, action: int, text: str, taken: list[int]) -> str:
    """A move of OpenSpiel as our rules write it, after those that were taken."""
    if name == "connect_four":
        return f"{'abcdefg'[action]}{taken.count(action) + 1}"
    if name == "hex":
        return f"lay({'abcde'[action % 5]}{action // 5 + 1})"
    start, end = text[:2], text.rstrip("*")[2:4]
    return f"go({mirrored(start)}, {mirrored(end)})"


def mirrored(cell: str) -> str:
    return f"{cell[0]}{SIZE + 1 - int(cell[1])}"


Turn = tuple[list[str], str]
"""What may be done, and what is."""


def record(name: str, seed: int) -> tuple[list[Turn], list[float]]:
    """A game of OpenSpiel at random, in our words, and its returns."""
    import pyspiel

    state, dice, turns, taken = pyspiel.load_game(THEIRS[name]).new_initial_state(), random.Random(seed), [], []
    while not state.is_terminal():
        legal = {each: ours_of(name, each, state.action_to_string(each), taken) for each in state.legal_actions()}
        action = dice.choice(sorted(legal))
        turns.append((sorted(legal.values()), legal[action]))
        taken.append(action)
        state.apply_action(action)
    return turns, state.returns()


def difference(game: Game, turns: list[Turn], returns: list[float]) -> str:
    """Where our game goes another way; nothing if it is the same."""
    match: Any = game.start(1)
    for at, (legal, taken) in enumerate(turns):
        if len(legal) == 1 and (match.decision is None or match.decision.seat != at % 2 + 1):
            continue  # a forced move, which our engine makes by itself
        if match.decision is None:
            return f"over at turn {at}"
        seat, mine = match.decision.seat, sorted(str(each.value) for each in match.decision.options)
        if seat != at % 2 + 1 or mine != legal:
            return f"turn {at}: P{seat} may {mine}, not {legal}"
        match.choose(next(each for each in match.decision.options if str(each.value) == taken))
    won = [(seat in match.winners) - (len(match.winners) == 1 and seat not in match.winners) for seat in (1, 2)]
    return "" if match.over and won == returns else f"over: {match.over}, won {won}, not {returns}"


def compare(name: str, games: int, first: int = 0) -> str:
    """What is different in so many games; nothing if all are the same."""
    game = load(name)
    found = ((seed, difference(game, *record(name, seed))) for seed in range(first, first + games))
    return next((f"{name}, game {seed}: {each}" for seed, each in found if each), "")
