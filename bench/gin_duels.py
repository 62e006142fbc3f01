"""How strong our search is beside OpenSpiel's simple bot for Gin Rummy: the same deals from both seats, played on both.

    python bench/gin_duels.py hard [--deals 500] [--seconds 400]

Its bot draws the upcard if that makes a meld, discards what leaves least deadwood, and knocks as soon as it may. A
deal in which the two games part (`tests/spiel_gin.py` tells where they are meant to) counts for nobody, and is told.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspiel

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests")]

from spiel_duels import mean_of  # noqa: E402  they lie beside this and among the tests
from spiel_gin import KNOCK, Both, cards  # noqa: E402

from rulelang.bots.kinds import Effort, read_kind  # noqa: E402
from rulelang.bots.thinking import think  # noqa: E402


class Parted(Exception):
    """OpenSpiel's bot does what ours does not offer."""


class Duel(Both):
    """A deal on both, our bot at one seat. `moves` and `took`: how often and how long it has thought."""

    def __init__(self, seed: int, own: int, effort: Effort) -> None:
        super().__init__(seed)
        self.seed, self.own, self.effort = seed, own, effort
        self.bot = pyspiel.make_simple_gin_rummy_bot(self.state.get_game().get_parameters(), int(own == self.first))
        self.moves, self.took = 0, 0.0

    def play(self) -> list[float] | None:
        """What each seat has won; None if the games part."""
        while self.told.seat:
            try:
                if self.turn(self.told.seat, {word: at for at, word in enumerate(self.told.words)}):
                    return None
            except Parted:
                return None
        return self.told.held("points")

    def chosen(self, options: dict[str, int]) -> str:
        if len(options) == 1:
            return next(iter(options))
        return self.thought(options) if self.told.seat == self.own else self.theirs(options)

    def thought(self, options: dict[str, int]) -> str:
        began, match = time.process_time(), self.told.play.match()
        thought = think(match, self.own, self.effort, self.seed)
        indexes = list(self.told.play.words.values())
        self.took += time.process_time() - began
        self.moves += 1
        return max(options, key=lambda word: (thought.visits[at := indexes[options[word]]], thought.means[at]))

    def theirs(self, options: dict[str, int]) -> str:
        """What OpenSpiel's bot does; a knock is said there before the card that is put away with it."""
        action = self.bot.step(self.state)
        if action != KNOCK:
            return found(word for word in options if not word.startswith("knock") and action in self.actions(word))
        after: Any = self.state.clone()
        after.apply_action(KNOCK)
        card = self.bot.step(after)
        return found(word for word in options if word.startswith("knock") and cards(word)[0] == card)


def found(words: Iterator[str]) -> str:
    for word in words:
        return word
    raise Parted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", type=read_kind)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    began, moves, took, parted = time.process_time(), 0, 0.0, 0
    shares, ahead = list[float](), list[float]()
    for seed in range(given.seed, given.seed + given.deals):
        won, lead = [], []
        for own in (1, 2):
            duel = Duel(seed, own, given.kind.effort)
            points = duel.play()
            moves, took = moves + duel.moves, took + duel.took
            if points is not None:
                mine, other = points[own - 1], points[2 - own]
                won.append(0.5 if mine == other else float(mine > other))
                lead.append(mine - other)
        if len(won) == 2:
            shares.append(sum(won) / 2)
            ahead.append(sum(lead) / 2)
        else:
            parted += 1
        if time.process_time() - began > given.seconds:
            break
    print(f"gin_rummy: {given.kind.text} wins {mean_of(shares)} of the deals against OpenSpiel's simple bot (even: "
          f"0.500), points ahead {mean_of(ahead)}; {len(shares)} deals from both seats, {parted} parted; a move: "
          f"{1000 * took / max(1, moves):.1f} ms", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
