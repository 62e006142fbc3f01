"""Nothing recurs: functions, phases and steps form no circle of calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulelang import ir
from rulelang.check.world import World


def find_recursion(world: World) -> None:
    """Reports each circle once, at one of its members."""
    graph = {name: set(called_by(part)) for name, part in bodies(world)}
    done: set[str] = set()
    for name in graph:
        if name not in done:
            visit(world, graph, name, [], done)


def bodies(world: World) -> Iterator[tuple[str, Any]]:
    for name, fn in world.fns.items():
        yield name, fn.body
    for name, proc in world.procs.items():
        yield name, (proc.until, proc.body)
    for name, menu in world.menus.items():
        parts = [(a.binders, a.guard, a.body) for a in menu.actions]
        yield name, (menu.key, menu.condition, parts, menu.finally_)


def visit(world: World, graph: dict[str, set[str]], name: str, path: list[str], done: set[str]) -> None:
    if name in path:
        circle = path[path.index(name) :]
        if not done & set(circle):
            where = world.fns.get(name) or world.procs.get(name) or world.menus[name]
            world.report("R345", where.span, name=name, circle=" → ".join([*circle, name]))
        done |= set(circle)
        return
    if name in done or name not in graph:
        return
    for other in sorted(graph[name]):
        visit(world, graph, other, [*path, name], done)
    done.add(name)


def called_by(node: Any) -> Iterator[str]:
    """The names of everything that a typed tree calls, runs or offers."""
    if isinstance(node, ir.Call):
        yield node.fn
    elif isinstance(node, ir.Run):
        yield node.proc
    elif isinstance(node, ir.MenuRef):
        yield node.menu
    for part in children(node):
        yield from called_by(part)


_PARTS: dict[type, tuple[str, ...]] = {}
LEAVES = (ir.Local, str, int, type(None))
FLAT = {"type", "span", "tags", "local"}


def children(node: Any) -> list[Any]:
    """The parts of a typed node that may hold others."""
    if isinstance(node, tuple | list):
        return list(node)
    names = _PARTS.get(type(node))
    if names is None:
        names = tuple(f.name for f in attrs.fields(type(node)) if f.name not in FLAT) if is_typed(node) else ()
        _PARTS[type(node)] = names
    return [value for name in names if not isinstance(value := getattr(node, name), LEAVES)]


def is_typed(node: Any) -> bool:
    return type(node).__module__.startswith(ir.__name__)
