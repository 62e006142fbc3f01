"""How long a decision of so many simulations takes, beside OpenSpiel's ISMCTS in C++, in CPU time of one core.

    python bench/ismcts.py [hearts oh_hell euchre] [--simulations 1000] [--deals 2]

Each plays deals with itself, without passing cards. *First* is the first card of a deal, *mean* all cards with a
choice; ours is timed with all that goes before a search. Both search a deal to its end, and both have loaded the game
before. The first decision of ours after that, which opens what was compiled for the rules, is told apart.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from typing import Any

import pyspiel

from rulelang import Game, load
from rulelang.bots.kinds import read_kind
from rulelang.bots.thinking import think

NOWHERE = 0
CARD = "Trick.c"  # how our games call the question for a card
# game: players and options of ours; OpenSpiel's name and parameters, and its actions that are cards
TABLES: dict[str, tuple[int, dict[str, Any], str, int]] = {
    "hearts": (4, {"most_deals": 1, "pass_cards": False}, "hearts(pass_cards=false)", 52),
    "oh_hell": (3, {}, "oh_hell(players=3,num_tricks_fixed=10)", 52),
    "euchre": (4, {}, "euchre", 24),
}


def ours(game: Game, simulations: int, seed: int) -> Iterator[float]:
    """How long each card of the first deal took that was chosen among several."""
    match = game.start(seed=seed)
    effort, began = read_kind(f"plain:{simulations}").effort, False
    assert effort is not None
    while (decision := match.decision) is not None and not (began and decision.name != CARD):
        start = time.process_time()
        thought = think(match, decision.seat, effort, seed)
        if decision.name == CARD:
            began = True
            if len(decision.options) > 1:
                yield time.process_time() - start
        match.choose(thought.best)


def first_of_all(game: Game, simulations: int) -> float:
    """How long the first choice took, by a bot that has not thought in this game before."""
    match, effort = game.start(seed=99), read_kind(f"plain:{simulations}").effort
    while match.decision is not None and len(match.decision.options) == 1:
        match.choose(0)
    start = time.process_time()
    assert match.decision is not None and effort is not None
    think(match, match.decision.seat, effort, 0)
    return time.process_time() - start


def theirs(name: str, simulations: int, seed: int) -> Iterator[float]:
    _, _, game, cards = TABLES[name]
    state, lot = pyspiel.load_game(game).new_initial_state(), random.Random(seed)
    if name == "hearts":  # its first draw says where cards are passed; the bot crashes where that is anywhere
        state.apply_action(NOWHERE)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(seed, evaluator, 2.0, simulations, -1, final, False, False)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(lot.choices(actions, chances)[0])
            continue
        legal, start = state.legal_actions(), time.process_time()
        action = bot.step(state) if len(legal) > 1 else legal[0]
        if len(legal) > 1 and action < cards:
            yield time.process_time() - start
        state.apply_action(action)


def means(deals: list[list[float]]) -> tuple[float, float]:
    """Milliseconds: of the first card, and of all."""
    cards = [each for deal in deals for each in deal]
    return 1000 * sum(deal[0] for deal in deals) / len(deals), 1000 * sum(cards) / len(cards)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(TABLES))
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--deals", type=int, default=2)
    given = parser.parse_args()
    for name in given.games:
        players, options, _, _ = TABLES[name]
        list(ours(load(name, players=players, options=options), 10, 99))  # compiles the rules
        game = load(name, players=players, options=options)
        new = first_of_all(game, given.simulations)
        first, mean = means([list(ours(game, given.simulations, seed)) for seed in range(given.deals)])
        other, others = means([list(theirs(name, given.simulations, seed)) for seed in range(given.deals)])
        print(f"{name}: first card {first:.1f} ms, OpenSpiel {other:.1f} ms ({other / first:.1f} ×); "
              f"mean {mean:.1f} ms, OpenSpiel {others:.1f} ms ({others / mean:.1f} ×); "
              f"the very first decision {1000 * new:.1f} ms", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
