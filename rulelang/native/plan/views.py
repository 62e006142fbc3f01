"""What each seat sees of the table according to the declarations, for code that distinguishes positions as a seat does.

A search groups the positions in which a seat would answer the same. What is left out here (pieces that were revealed
one by one, lists in variables) makes the groups larger. What is written while seats act at the same time counts as the
writer's own, since nobody else has seen it when it is answered. Masks: bit k stands for seat k.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang import ir
from rulelang.analysis.changes import touched, written
from rulelang.base.frozen import Frozen, frozen
from rulelang.engine.state import amount_sight, sight_mask
from rulelang.ir.walk import walk
from rulelang.native.plan.layout import Layout
from rulelang.native.plan.nodes import INT
from rulelang.program import Program


@frozen
class Views(Frozen):
    """By zone: who sees its pieces, who sees how many there are. By variable or resource: who sees each element."""

    contents: tuple[int, ...]
    sizes: tuple[int, ...]
    vars: dict[str, tuple[int, ...]]
    resources: dict[str, tuple[int, ...]]


def views_of(layout: Layout) -> Views:
    """The views of all seats. Stocks and the insides of groups are nobody's."""
    program = layout.program
    zones, names = simultaneous_writes(program.game)
    hidden = {zone.id for zone in program.zones if zone.group is not None} | set(program.stocks.values())
    contents, sizes = [], []
    for zone in program.zones:
        own = 0 if zone.owner is None else 1 << zone.owner
        limit = 0 if zone.id in hidden else own if zone.name in zones else program.everybody
        contents.append(sight_mask(program, zone.sight, zone.owner) & limit)
        sizes.append(limit)
    numbers = [name for name, var in program.game.vars.items() if layout.rep_of(var.type) == INT]
    held = {
        name: tuple(amount_sight(program, each.sight, holder) for holder in each.holders)
        for name, each in program.resources.items()
        if name not in names
    }
    seen = {name: elements(program, name, name in names) for name in numbers}
    return Views(tuple(contents), tuple(sizes), seen, held)


def elements(program: Program, name: str, own: bool) -> tuple[int, ...]:
    """Who sees each element of a variable."""
    var = program.vars[name]
    masks = []
    for at in var.array.keys():  # noqa: SIM118  an array is no dictionary
        seat = at[0] if var.by_seat else None
        limit = program.everybody if not own else 0 if seat is None else 1 << seat
        masks.append(sight_mask(program, var.sight, seat) & limit)
    return tuple(masks)


def simultaneous_writes(game: ir.Game) -> tuple[set[str], set[str]]:
    """The zones, variables and resources that seats change while they act at the same time."""
    zones: set[str] = set()
    names = {node.var for node in walk(game) if isinstance(node, ir.EachChooses)}
    for node in secretly_done(game):
        if isinstance(node, ir.Stmt):
            zones |= {each.zone for each in with_refills(game, touched(node)) if isinstance(each, ir.ZoneAt)}
            names |= written(node, game)
    return zones, names


def with_refills(game: ir.Game, parts: Any) -> Iterator[Any]:
    """All nodes of these; where a zone is dealt from that has a refill, that too."""
    for node in walk(parts):
        yield node
        refill = game.zones[node.zone].refill if isinstance(node, ir.ZoneAt) and node.zone in game.zones else None
        yield from walk(refill) if refill is not None else ()


def secretly_done(game: ir.Game) -> Iterator[Any]:
    """Everything that may be done in secret blocks, including the procedures and menus that they use."""
    waiting: list[Any] = [node.body for node in walk(game) if isinstance(node, ir.EachSecretly)]
    done: set[str] = set()
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            name = node.proc if isinstance(node, ir.Run) else node.menu if isinstance(node, ir.MenuRef) else None
            if name is not None and name not in done:
                done.add(name)
                waiting.append(game.procs[name].body if isinstance(node, ir.Run) else game.menus[name])
