"""Rules of tabletop games as programs: load a game, play it, look at it from a seat, record it.

    import rulelang

    game = rulelang.load("hearts.rules", players=4)
    match = game.start(seed=7)
    while decision := match.decision:
        match.choose(decision.options[0])
    print(match.winners, match.scores)

    load, Game               rules at a table: players, variants, options, mods
    Match, Decision, Option  a game that is played, the question it waits at, and what can be answered
    read_record, BadRecord   a recorded game, and what is wrong with one
    RuleError                the rules broke while they were played
    LoadError                the rules cannot be played at all
    IllegalChoice            an answer that is no option
    Tree, Node               a game as a tree of chance and decisions, for solvers and learners

These names are the stable interface, and `docs/python.md` explains them. They are imported when they are first used,
so that `import rulelang` costs nothing. How rulelang is built: `docs/architecture.md`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulelang.base.limits import Limits
    from rulelang.engine.errors import IllegalChoice, RuleError
    from rulelang.engine.match import Decision, Option
    from rulelang.play.errors import BadRecord, LoadError, NoSample
    from rulelang.play.game import load
    from rulelang.play.match import Game, Match
    from rulelang.play.record import read_record
    from rulelang.tree.nodes import Node, Tree

__all__ = [
    "load",
    "Game",
    "Match",
    "Decision",
    "Option",
    "Limits",
    "read_record",
    "IllegalChoice",
    "RuleError",
    "LoadError",
    "BadRecord",
    "NoSample",
    "Tree",
    "Node",
]

# name: the module it lives in
HOMES = {
    "load": "rulelang.play.game",
    "Game": "rulelang.play.game",
    "Match": "rulelang.play.match",
    "Decision": "rulelang.engine.match",
    "Option": "rulelang.engine.match",
    "Limits": "rulelang.base.limits",
    "read_record": "rulelang.play.record",
    "IllegalChoice": "rulelang.engine.errors",
    "RuleError": "rulelang.engine.errors",
    "LoadError": "rulelang.play.errors",
    "BadRecord": "rulelang.play.errors",
    "NoSample": "rulelang.play.errors",
    "Tree": "rulelang.tree.nodes",
    "Node": "rulelang.tree.nodes",
}


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module `rulelang` has no attribute `{name}`")
    return getattr(import_module(HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *HOMES})
