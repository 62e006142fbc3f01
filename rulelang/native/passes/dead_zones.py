"""Dead zones, whose contents nothing reads: pieces go there and are later collected by their type. Their contents are
not stored.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.ir.walk import walk
from rulelang.native.plan.layout import Layout


def dead_zones(layout: Layout, invariants: bool) -> set[int]:
    """The numbers of such zones. `invariants`: those are looked at too."""
    game = layout.game if invariants else attrs.evolve(layout.game, invariants=())
    game = attrs.evolve(game, tests=())
    looked_into: set[str] = set()
    passed = {id(expr) for expr in in_passing(game)}
    for node in walk(game):
        if isinstance(node, ir.Expr) and isinstance(bare(node.type), types.Zone) and id(node) not in passed:
            looked_into |= layout.zones_of(node)
    arrays = layout.program.zone_arrays
    seen = {zone for name in looked_into for zone in range(arrays[name].base, arrays[name].base + arrays[name].length)}
    zones = layout.program.zones
    return {zone.id for zone in zones if zone.id not in seen and zone.group is None and zone.name in arrays}


def in_passing(game: ir.Game) -> list[Any]:
    """The zones that pieces only ever go to, and the functions that name one."""
    found: list[Any] = []
    for node in walk(game):
        if isinstance(node, ir.Move):
            found += [where for _, where, _ in node.transfers]
        elif isinstance(node, ir.Deal):
            found.append(node.target)
        elif isinstance(node, ir.Fn):
            found.append(node.body)
    return found
