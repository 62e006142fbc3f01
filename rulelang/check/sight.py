"""A chooser must be able to see what it chooses among.

For each choice the zones whose pieces are offered are followed through functions and menus, with arguments put in place
of parameters. An `owner` zone may be offered only to the seat in its first index, a `hidden` zone to nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang import ir
from rulelang.base.source import Span
from rulelang.check.calls import bodies
from rulelang.check.environment import World
from rulelang.check.typing import element
from rulelang.ir.types import Piece
from rulelang.ir.walk import walk

Env = dict[int, Any]


def check_sight(world: World) -> None:
    for _, part in bodies(world):
        for node in walk(part):
            if isinstance(node, ir.Choose):
                offered(world, node.asking.source, node.seat, {}, node)
            elif isinstance(node, ir.EachChooses):
                seat = ir.Get(node.seat.type, node.span, node.seat)
                offered(world, node.asking.source, seat, {}, node)
            elif isinstance(node, ir.ChooseAction):
                for ref in node.menus:
                    menu_offered(world, ref, node)


def menu_offered(world: World, ref: ir.MenuRef, node: ir.ChooseAction) -> None:
    menu = world.menus.get(ref.menu)
    if menu is None:
        return
    env: Env = {p.number: a for p, a in zip(menu.params, ref.arguments, strict=False)}
    for action in menu.actions:
        for _, source in action.binders:
            offered(world, source, node.seat, env, action)


def offered(world: World, source: ir.Expr, seat: ir.Expr, env: Env, node: Any) -> None:
    if not isinstance(element(source.type), Piece):
        return
    for zone, index, read in zones_read(world, source, env, 0):
        declared = world.zones.get(zone)
        if declared is None or declared.sight == "open":
            continue
        if declared.sight == "hidden":
            unseen(world, "R358", source, read, declared, "hidden from everybody")
        elif not same(index, replaced(seat, env)):
            unseen(world, "R359", source, read, declared, "seen by its owner only")


def unseen(world: World, code: str, source: ir.Expr, read: Span, declared: ir.ZoneType, how: str) -> None:
    """A choice of the library is told where the game names the zone: there the author can mend it."""
    also = [(declared.span, how)]
    if source.span.source.name.startswith("std/"):
        world.report(code, read, zone=declared.name, also=[*also, (source.span, "chosen from here, in the library")])
    else:
        world.report(code, source.span, zone=declared.name, also=also)


def zones_read(world: World, node: Any, env: Env, depth: int) -> Iterator[tuple[str, Any, Span]]:
    """The zones whose pieces a list is made of, each with its first index and where it is named."""
    if isinstance(node, ir.Contents) and isinstance(node.zone, ir.ZoneAt):
        yield from zones_read(world, node.zone, env, depth)
    elif isinstance(node, ir.Contents | ir.If | ir.Let | ir.Rungs | ir.Each | ir.Op | ir.Rung | tuple):
        for part in listed_parts(node):
            yield from zones_read(world, part, env, depth)
    elif isinstance(node, ir.ZoneAt):
        yield node.zone, replaced(node.indexes[0], env) if node.indexes else None, node.span
    elif isinstance(node, ir.Call) and node.fn in world.fns and depth < 20:
        fn = world.fns[node.fn]
        inner = {p.number: replaced(a, env) for p, a in zip(fn.params, node.arguments, strict=False)}
        yield from zones_read(world, fn.body, inner, depth + 1)


def listed_parts(node: Any) -> list[Any]:
    """The parts of a list expression that its items come from; conditions only decide."""
    if isinstance(node, ir.Contents):
        return [node.zone]
    if isinstance(node, ir.If):
        return [node.then, node.otherwise]
    if isinstance(node, ir.Let):
        return [node.body]
    if isinstance(node, ir.Rungs):
        return [*(rung.value for rung in node.rungs), node.otherwise]
    if isinstance(node, ir.Each):
        bound = {local.number: source for local, source in node.binders}
        element_ = node.element
        return [bound[element_.local.number]] if isinstance(element_, ir.Get) and element_.local.number in bound else []
    if isinstance(node, ir.Op) and node.op in ("join", "without", "take", "reverse", "distinct", "sorted", "subsets"):
        return list(node.arguments[:1] if node.op != "join" else node.arguments)
    return []


def replaced(node: Any, env: Env) -> Any:
    """A parameter as the argument it was given."""
    if isinstance(node, ir.Get):
        return env.get(node.local.number, node)
    return node


def same(a: Any, b: Any) -> bool:
    """The same seat, as far as can be told from the text."""
    if isinstance(a, ir.Get) and isinstance(b, ir.Get):
        return a.local is b.local
    return bool(a == b)
