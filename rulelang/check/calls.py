"""Nothing recurs: functions, phases and steps form no circle of calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang import ir
from rulelang.check.environment import World
from rulelang.ir.walk import walk


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
    for each in walk(node):
        if isinstance(each, ir.Call):
            yield each.fn
        elif isinstance(each, ir.Run):
            yield each.proc
        elif isinstance(each, ir.MenuRef):
            yield each.menu
