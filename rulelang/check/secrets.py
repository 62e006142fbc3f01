"""Secret blocks: in `each p in … secretly:` only what is p's may be touched, and nothing is left to chance.

So the order of the seats cannot matter, and nobody's view moves before all are done. The check follows procedures and
menus that a block runs, with arguments put in place of parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang import ir
from rulelang.base.source import Span
from rulelang.check.calls import bodies
from rulelang.check.environment import World
from rulelang.check.sight import Env, replaced
from rulelang.ir.walk import walk

CHANCE = (ir.Draw, ir.Shuffle, ir.Roll)


def check_secrets(world: World) -> None:
    for _, part in bodies(world):
        for node in walk(part):
            if isinstance(node, ir.EachSecretly):
                for each in effects(world, node.body, {}, 0):
                    judge(world, node, *each)


def effects(world: World, body: Any, env: Env, depth: int) -> Iterator[tuple[Any, Env]]:
    """Every statement that a body runs, with what its parameters stand for."""
    for node in walk(body):
        if isinstance(node, ir.Stmt):
            yield node, env
        if depth > 20:
            continue
        if isinstance(node, ir.Run) and node.proc in world.procs:
            proc = world.procs[node.proc]
            inner = {p.number: replaced(a, env) for p, a in zip(proc.params, node.arguments, strict=False)}
            yield from effects(world, proc.body, inner, depth + 1)
        elif isinstance(node, ir.MenuRef) and node.menu in world.menus:
            menu = world.menus[node.menu]
            inner = {p.number: replaced(a, env) for p, a in zip(menu.params, node.arguments, strict=False)}
            parts = ([action.body for action in menu.actions], menu.finally_)
            yield from effects(world, parts, inner, depth + 1)


def judge(world: World, block: ir.EachSecretly, stmt: Any, env: Env) -> None:
    if isinstance(stmt, CHANCE) or (isinstance(stmt, ir.Deal) and from_bag(world, stmt)):
        world.report("R398", stmt.span, seat=block.seat.name)
    for what, index, span in touched(stmt):
        if not is_seat(replaced(index, env), block.seat):
            world.report("R399", span, seat=block.seat.name, what=what)


def touched(stmt: Any) -> Iterator[tuple[str, Any, Span]]:
    """What a statement writes: the name, its first index, and where."""
    targets = [getattr(stmt, name, None) for name in ("target", "into", "left", "right")]
    for target in targets:
        if isinstance(target, ir.VarTarget):
            yield target.var, target.indexes[0] if target.indexes else None, stmt.span
    if isinstance(stmt, ir.Move):
        for _, zone, _ in stmt.transfers:
            yield from zone_touched(zone, stmt)
    elif isinstance(stmt, ir.Deal | ir.Form):
        yield from zone_touched(stmt.target, stmt)
    elif isinstance(stmt, ir.Pay):
        yield stmt.resource, None, stmt.span
    elif isinstance(stmt, ir.Tally):
        yield stmt.score, None, stmt.span


def zone_touched(zone: ir.Expr, stmt: Any) -> Iterator[tuple[str, Any, Span]]:
    if isinstance(zone, ir.ZoneAt):
        yield zone.zone, zone.indexes[0] if zone.indexes else None, stmt.span


def from_bag(world: World, stmt: ir.Deal) -> bool:
    source = stmt.source
    return isinstance(source, ir.ZoneAt) and source.zone in world.zones and world.zones[source.zone].order == "bag"


def is_seat(index: Any, seat: ir.Local) -> bool:
    return isinstance(index, ir.Get) and index.local is seat
