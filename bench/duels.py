"""How strong one kind of player is among others: the same deals from every seat.

    python bench/duels.py nokosu:4 hard random [--deals 250] [--seconds 400]
    python bench/duels.py hearts:4 bot:20 plain:25 --set '{"most_deals": 1, "pass_cards": false}'

In each deal the first kind sits at each seat once, and all others are of the second kind. A deal is one observation:
its games are not independent. With `--seconds` it stops after so much time of its own, and tells how far it came.
"""

from __future__ import annotations

import argparse
import json
import time
from math import sqrt

import attrs

from rulelang import Game, Match, load
from rulelang.bots.kinds import Kind, read_kind
from rulelang.bots.players import Player, player_of


@attrs.define
class Clock:
    """A player whose thinking is timed."""

    player: Player
    moves: int = 0
    took: float = 0.0

    def answer(self, match: Match, seat: int) -> int:
        began = time.process_time()
        index = self.player.answer(match, seat)
        self.took += time.process_time() - began
        self.moves += len(match.decision.options) > 1 if match.decision is not None else 0
        return index


@attrs.define
class Tally:
    """By deal, the share of its games that the one has won; and how long each side thought."""

    shares: list[float] = attrs.Factory(list)
    times: dict[str, list[float]] = attrs.Factory(dict)

    def add(self, kind: Kind, clock: Clock) -> None:
        sums = self.times.setdefault(kind.text, [0.0, 0.0])
        sums[0] += clock.moves
        sums[1] += clock.took

    def text(self, one: Kind, players: int) -> str:
        mean, many = sum(self.shares) / len(self.shares), len(self.shares)
        spread = sum((each - mean) ** 2 for each in self.shares) / max(1, many - 1)
        means = ((kind, 1000 * took / max(1, number)) for kind, (number, took) in self.times.items())
        moves = ", ".join(f"{kind} {mean:.2f} ms" for kind, mean in means)
        share = f"{one.text} wins {100 * mean:.1f} ± {196 * sqrt(spread / many):.1f} % (even: {100 / players:.0f} %)"
        return f"{share}; {many} deals, {many * players} games; a move: {moves}"


def duel(game: Game, one: Kind, rest: Kind, deals: int, seconds: float, seed: int) -> str:
    tally, began = Tally(), time.process_time()
    for deal in range(deals):
        won = 0.0
        for own in game.program.seats:
            match = game.start(seed=seed, index=deal)
            kinds = {seat: one if seat == own else rest for seat in game.program.seats}
            seats = {seat: Clock(player_of(kind, seat, seed, deal)) for seat, kind in kinds.items()}
            while (decision := match.decision) is not None:
                match.choose(seats[decision.seat].answer(match, decision.seat))
            won += (own in match.winners) / max(1, len(match.winners))
            for seat, kind in kinds.items():
                tally.add(kind, seats[seat])
        tally.shares.append(won / game.players)
        if time.process_time() - began > seconds:
            break
    return f"{game.name}:{game.players}: {tally.text(one, game.players)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", help="a game, with its number of players behind a colon")
    parser.add_argument("one", type=read_kind)
    parser.add_argument("rest", type=read_kind)
    parser.add_argument("--deals", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--seed", type=int, default=11, help="not 7: bots learn from its deals")
    parser.add_argument("--set", type=json.loads, default={}, metavar="JSON", help="options of the game")
    given = parser.parse_args()
    name, _, players = given.table.partition(":")
    game = load(name, players=int(players) if players else None, options=given.set)
    print(duel(game, given.one, given.rest, given.deals, given.seconds, given.seed), flush=True)


if __name__ == "__main__":
    main()
