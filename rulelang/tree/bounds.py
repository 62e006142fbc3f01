"""Bounds on the length of a game and on the outcomes of a chance node, which other libraries want to know beforehand.

Rules do not say how long a game lasts. So the length of a few random games is multiplied by a margin; small games are
counted exactly.
"""

from __future__ import annotations

from random import Random

import attrs

from rulelang.engine.errors import RuleError
from rulelang.tree.nodes import Tree

GAMES = 2  # random games to measure
MARGIN = 50  # factor for the length of a game
LEAST = 1000


@attrs.frozen
class Bounds:
    """`length`: the most steps of a game, chance included. `outcomes`: the most outcomes of a chance node."""

    length: int
    outcomes: int


def bounds(tree: Tree) -> Bounds:
    """Safe for every game that is not far longer than random games are."""
    longest, program = LEAST, tree.game.program
    for seed in range(GAMES):
        random, node, steps = Random(seed), tree.root, 0
        try:
            while node.kind != "end" and steps * MARGIN < 10**7:
                node, steps = node.made(random.choice(node.legal)), steps + 1
        except RuleError:
            pass
        longest = max(longest, steps * MARGIN)
    faces = [high - low + 1 for low, high in program.faces.values()]
    return Bounds(longest, max([len(program.pieces), *faces, 64]))
