"""Other libraries' loops over their games and over ours: OpenSpiel states driven from Python, and PettingZoo
environments with an observation and a mask at every step. Both sides get the same loop and the same random numbers.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from random import Random
from typing import Any

from timing import Batch

WARM = 20_000  # games before the clock starts: a tree of a small game is played once
OUR_KUHN, OUR_LEDUC, OUR_TABLE = "Kuhn of rulelang.spiel", "Leduc of rulelang.spiel", "Leduc of rulelang.zoo"
PYTHON_KUHN, CPP_KUHN, CPP_LEDUC = "OpenSpiel's Python Kuhn", "OpenSpiel's C++ Kuhn", "OpenSpiel's C++ Leduc"
CLASSIC_LEDUC, CLASSIC_TEXAS = "PettingZoo's Leduc", "PettingZoo's Texas"
SPIEL = {
    OUR_KUHN: "rulelang(file=kuhn,utility=margin)",
    PYTHON_KUHN: "python_kuhn_poker",
    CPP_KUHN: "kuhn_poker",
    OUR_LEDUC: "rulelang(file=leduc,utility=margin)",
    CPP_LEDUC: "leduc_poker",
}


def states() -> dict[str, Batch]:
    """States of OpenSpiel, steps of chance and players."""
    import pyspiel
    from open_spiel.python.games import kuhn_poker

    import rulelang.spiel

    assert kuhn_poker and rulelang.spiel  # importing them registers their games
    found = {name: driven(pyspiel.load_game(text)) for name, text in SPIEL.items()}
    for name in (OUR_KUHN, OUR_LEDUC):
        found[name](0, WARM)
    return found


def driven(game: Any) -> Batch:
    """The loop of OpenSpiel's documentation."""

    def run(first: int, games: int) -> int:
        dice, steps = Random(first), 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choices(outcomes, chances)[0])
                else:
                    state.apply_action(dice.choice(state.legal_actions()))
                steps += 1
            state.returns()
        return steps

    return run


def environments() -> dict[str, Batch]:
    """Environments of PettingZoo, as its documentation makes them; its card games want RLCard."""
    from rulelang.zoo import env

    found = {OUR_TABLE: stepped(env("leduc", utility="margin"))}
    found[OUR_TABLE](0, WARM)
    if importlib.util.find_spec("rlcard") is None:
        print("RLCard is not installed, so PettingZoo's card games are left out: `pip install rlcard`.")
        return found
    from pettingzoo.classic import leduc_holdem_v4, texas_holdem_v4

    makers: dict[str, Callable[[], Any]] = {
        CLASSIC_LEDUC: leduc_holdem_v4.env,
        f"{CLASSIC_LEDUC}, unwrapped": leduc_holdem_v4.raw_env,
        CLASSIC_TEXAS: texas_holdem_v4.env,
        f"{CLASSIC_TEXAS}, unwrapped": texas_holdem_v4.raw_env,
    }
    return {**found, **{name: stepped(make()) for name, make in makers.items()}}


def stepped(table: Any) -> Batch:
    """The loop of PettingZoo's documentation: the last observation, and a legal action at random."""

    def run(first: int, games: int) -> int:
        dice, steps = Random(first), 0
        table.reset(seed=first)
        for game in range(games):
            if game:
                table.reset()
            for _ in table.agent_iter():
                observation, _, ended, cut, _ = table.last()
                over = ended or cut
                table.step(None if over else dice.choice(observation["action_mask"].nonzero()[0]))
                steps += not over
        return steps

    return run
