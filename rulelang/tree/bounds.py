"""How long a game may last and how much chance may decide at once, as other libraries want to know beforehand.

Rules do not say how long a game lasts. What a few random games need is multiplied; small games are counted.
"""

from __future__ import annotations

from random import Random

import attrs

from rulelang.engine.errors import RuleError
from rulelang.tree.nodes import Tree

GAMES = 2  # random games that are looked at
MARGIN = 50  # times as long a game may become
LEAST = 1000


@attrs.frozen
class Bounds:
    """`length`: the most steps of a game, chance and all. `outcomes`: the most that chance decides between."""

    length: int
    outcomes: int


def bounds(tree: Tree) -> Bounds:
    """Safe for every game that is not far longer than games at random are."""
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
