"""Board games that OpenSpiel has too: the same legal moves, turn for turn, and the same returns.

`record(name)` plays one there; the recorded games in tests/data/spiel/boards.json are replayed without it.
"""

from __future__ import annotations

import random

from spiel_told import Told, plays_of

from rulelang.tree.plays import Plays

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

    state, dice = pyspiel.load_game(THEIRS[name]).new_initial_state(), random.Random(seed)
    turns, taken = list[Turn](), list[int]()
    while not state.is_terminal():
        legal = {each: ours_of(name, each, state.action_to_string(each), taken) for each in state.legal_actions()}
        action = dice.choice(sorted(legal))
        turns.append((sorted(legal.values()), legal[action]))
        taken.append(action)
        state.apply_action(action)
    return turns, state.returns()


def difference(plays: Plays, turns: list[Turn], returns: list[float]) -> str:
    """Where our game goes another way; nothing if it is the same."""
    told = Told(plays, 1)
    for at, (legal, taken) in enumerate(turns):
        if len(legal) == 1 and told.seat != at % 2 + 1:
            continue  # a forced move, which our engine makes by itself
        if not told.seat:
            return f"over at turn {at}"
        words = told.words
        if told.seat != at % 2 + 1 or sorted(words) != legal:
            return f"turn {at}: P{told.seat} may {sorted(words)}, not {legal}"
        told.choose(words.index(taken))
    won = [2 * share - 1 for share in told.play.utilities]
    return "" if not told.seat and won == returns else f"over: {not told.seat}, won {won}, not {returns}"


def compare(name: str, games: int, first: int = 0) -> str:
    """What is different in so many games; nothing if all are the same."""
    plays = plays_of(name)
    found = ((seed, difference(plays, *record(name, seed))) for seed in range(first, first + games))
    return next((f"{name}, game {seed}: {each}" for seed, each in found if each), "")
