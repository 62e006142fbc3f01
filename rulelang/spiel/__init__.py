"""Games of rulelang in OpenSpiel: `import rulelang.spiel` registers the game `rulelang` there.

    import pyspiel
    import rulelang.spiel

    game = pyspiel.load_game("rulelang(file=leduc,utility=margin)")

    parameter   means
    file        a path, or the name of a game that comes with rulelang
    players     how many play; the least that the game is for, if not given
    options     `rounds:2;deals:3`
    variants    names, with `;` between them
    mods        paths or names, with `;` between them
    utility     win, score, margin, or what every seat has an amount of (`rulelang/tree/utility.py`)
    forced      ask also where there is one answer and everybody knows

The numbers of actions are those of `game.actions()`, the outcomes of a chance node count from 0, and seat P1 is player
0. Where seats choose at the same time they are asked one after another, and none knows what the others have answered.
"""

from __future__ import annotations

from rulelang.base.extras import missing

try:
    import numpy  # noqa: F401
    import pyspiel  # noqa: F401
except ImportError as error:
    raise ImportError(missing("spiel", error)) from None

from rulelang.spiel.game import RulelangGame, RulelangState, load_tree, spiel_game

__all__ = ["RulelangGame", "RulelangState", "load_tree", "spiel_game"]
