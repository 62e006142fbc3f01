"""How strong our search is beside OpenSpiel's ISMCTS: the same deals from every seat, each game played on both.

    python bench/spiel_duels.py hearts plain:4000 300 [--deals 250] [--seconds 400]

The first kind sits at each seat once (in Euchre: it has each side once), and all others are OpenSpiel's bot with so
many simulations. A deal is one observation. Cards are not passed in Hearts, and nobody plays alone in Euchre, where the
dealer may not put away the card just taken up. Oh Hell is one deal of ten tricks for five, where all cards but two are
dealt: OpenSpiel's worlds deal the cards that the others really hold among them, so with fewer players its bot knows
what was not dealt.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Any

import attrs
import pyspiel

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests")]

from open_spiel_hearts import card_of, dealt  # noqa: E402  they lie beside this and among the tests
from spiel_cards import PARTNER, euchre_asked, euchre_deal, oh_hell_asked, oh_hell_deal, turned_up  # noqa: E402

from rulelang import Match, load  # noqa: E402
from rulelang.bots.kinds import Effort, read_kind  # noqa: E402
from rulelang.bots.thinking import think  # noqa: E402

NOWHERE = 0
OPTIONS = {"schedule": "single", "hook": True, "most": 10}


@attrs.frozen
class Table:
    """A game of both: ours, what OpenSpiel calls it, what it is dealt, and our options in its numbers."""

    players: int
    options: dict[str, Any]
    theirs: str
    deal: Callable[[Match], list[int]]
    asked: Callable[[list[str], int], list[int]]
    sides: int
    """How many sides there are; seats of one side are that far apart."""


TABLES = {
    "hearts": Table(
        4, {"most_deals": 1, "pass_cards": False}, "hearts(pass_cards=false)",
        lambda match: [NOWHERE, *dealt(match)], lambda words, _: [card_of(word) for word in words], 4,
    ),
    "oh_hell": Table(5, OPTIONS, "oh_hell(players=5)", lambda match: oh_hell_deal(match, OPTIONS), oh_hell_asked, 5),
    "euchre": Table(4, {"goal": 5, "alone": False}, "euchre", lambda match: euchre_deal(match, {}), euchre_asked, 2),
}  # fmt: skip


def bot_of(simulations: int, seed: int) -> Any:
    evaluator, final = pyspiel.RandomRolloutEvaluator(1, seed), pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(seed, evaluator, 2.0, simulations, -1, final, False, False)


@attrs.define
class Duel:
    """A game of a seed on both, with our bot at some seats. `times`: moves and seconds of ours, then of theirs."""

    name: str
    match: Match
    effort: Effort
    simulations: int
    own: frozenset[int]
    seed: int
    times: list[list[float]]

    def play(self) -> list[float]:
        """What each seat has won in the end."""
        table, state = TABLES[self.name], pyspiel.load_game(TABLES[self.name].theirs).new_initial_state()
        bots = {seat: bot_of(self.simulations, 100 * self.seed + seat) for seat in self.match.game.program.seats}
        cards = iter(table.deal(self.match))
        turned = turned_up(self.name, self.match) if self.name == "euchre" else -1
        while not state.is_terminal():
            decision = self.match.decision
            words = [str(option.value) for option in decision.options] if decision is not None else []
            ours = table.asked(words, turned)
            if state.is_chance_node():
                state.apply_action(next(cards))
                continue
            legal = state.legal_actions()
            if len(legal) == 1 and (len(ours) != 1 or ours != legal or decision.seat - 1 != state.current_player()):
                state.apply_action(legal[0])  # ours does not ask for it
                continue
            if PARTNER in legal and self.name == "euchre":
                state.apply_action(PARTNER)
                continue
            assert decision is not None and decision.seat - 1 == state.current_player() and set(legal) <= set(ours)
            action = self.choose(decision.seat, ours, legal, state, bots[decision.seat])
            state.apply_action(action)
            self.match.choose(ours.index(action))
        return list(state.returns())

    def choose(self, seat: int, ours: list[int], legal: list[int], state: Any, bot: Any) -> int:
        if len(legal) == 1:
            return legal[0]
        began = time.process_time()
        if seat in self.own:
            thought = think(self.match, seat, self.effort, self.seed)
            allowed = [at for at, action in enumerate(ours) if action in legal]
            action = ours[max(allowed, key=lambda at: (thought.visits[at], thought.means[at]))]
        else:
            action = bot.step(state)
        spent = self.times[seat not in self.own]
        spent[0] += 1
        spent[1] += time.process_time() - began
        return int(action)


def share(returns: list[float], own: frozenset[int]) -> float:
    """Who has most has won; sides that have as much share it."""
    best = max(returns)
    winners = [seat for seat, each in enumerate(returns, 1) if each == best]
    return sum(seat in own for seat in winners) / len(winners)


def mean_of(values: list[float]) -> str:
    mean, many = sum(values) / len(values), len(values)
    spread = sum((each - mean) ** 2 for each in values) / max(1, many - 1)
    return f"{mean:.3f} ± {1.96 * sqrt(spread / many):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=TABLES)
    parser.add_argument("kind", type=read_kind)
    parser.add_argument("simulations", type=int, help="of OpenSpiel's bot")
    parser.add_argument("--deals", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    table, began = TABLES[given.game], time.process_time()
    game, times = load(given.game, players=table.players, options=table.options), [[0.0, 0.0], [0.0, 0.0]]
    shares, ahead = list[float](), list[float]()
    for seed in range(given.seed, given.seed + given.deals):
        won, lead = 0.0, 0.0
        for first in range(1, table.sides + 1):
            own = frozenset(range(first, table.players + 1, table.sides))
            match = game.start(seed=seed)
            returns = Duel(given.game, match, given.kind.effort, given.simulations, own, seed, times).play()
            won += share(returns, own)
            others = [each for seat, each in enumerate(returns, 1) if seat not in own]
            lead += sum(returns[seat - 1] for seat in own) / len(own) - sum(others) / len(others)
        shares.append(won / table.sides)
        ahead.append(lead / table.sides)
        if time.process_time() - began > given.seconds:
            break
    ours, theirs = (1000 * seconds / max(1, moves) for moves, seconds in times)
    print(f"{given.game}: {given.kind.text} among OpenSpiel's {given.simulations} wins {mean_of(shares)} "
          f"(even: {1 / table.sides:.3f}), points ahead {mean_of(ahead)}; {len(shares)} deals, "
          f"{len(shares) * table.sides} games; a move: ours {ours:.1f} ms, theirs {theirs:.1f} ms",
          flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
