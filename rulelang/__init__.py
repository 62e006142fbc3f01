"""A declarative rules language for tabletop games: write the rules, then play, check, test and simulate them.

    text ──parse──▶ tree ──link──▶ one game ──check──▶ typed game ──lower──▶ program ──▶ match
    .rules          syntax/        link/               check/, ir.py         lower/       engine/, play/

Each arrow is a package; it takes the value on its left and gives the value on its right and the problems it found
(`diagnostics/`). `source.py` knows texts and places in them, `types.py` the types of the language, `chance.py` every
draw, `program.py` the layout of a state, `events.py` what can happen. `play/` is what people and programs hold:

    import rulelang

    game = rulelang.load("hearts.rules", players=4)
    match = game.start(seed=7)
    while decision := match.decision:
        match.choose(decision.options[0])
    print(match.winners, match.scores)

The names below are the stable interface; `docs/python.md` explains them. They are imported when they are first
used, so that `import rulelang` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulelang.base.limits import Limits
    from rulelang.engine.errors import IllegalChoice, RuleError
    from rulelang.engine.match import Decision, Option
    from rulelang.play.errors import BadRecord, LoadError
    from rulelang.play.game import Game, load
    from rulelang.play.match import Match
    from rulelang.play.record import read_record

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
}


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module `rulelang` has no attribute `{name}`")
    return getattr(import_module(HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *HOMES})
