"""No recursion: functions, phases and steps form no cycle of calls, and no chain longer than the limit.

The graph is walked without recursion; each node is finished once, after everything that it calls.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang import ir
from rulelang.base import limits
from rulelang.base.source import Span
from rulelang.check.environment import World
from rulelang.ir.calls import callee
from rulelang.ir.walk import walk


def find_recursion(world: World) -> None:
    """Reports each cycle once, at one of its members; a chain of calls that is too long exceeds a limit."""
    graph = {name: sorted(set(callees_of(part))) for name, part in bodies(world)}
    depths: dict[str, int] = {}
    faulty: set[str] = set()
    for name in graph:
        if name not in depths:
            visit(world, graph, name, depths, faulty)


def visit(world: World, graph: dict[str, list[str]], first: str, depths: dict[str, int], faulty: set[str]) -> None:
    """The depth of the calls below each reachable node; `path` holds the open ones, in order."""
    path: dict[str, Iterator[str]] = {first: iter(graph[first])}
    while path:
        name = next(reversed(path))
        other = next(path[name], None)
        if other is None:
            del path[name]
            depths[name] = 1 + max((depths.get(each, 0) for each in graph[name]), default=0)
            limits.check(depths[name], "depth", place_of(world, name))
        elif other in path:
            circle = [*path][[*path].index(other) :]
            if faulty.isdisjoint(circle):
                world.report("R345", place_of(world, other), name=other, circle=" → ".join([*circle, other]))
            faulty |= set(circle)
        elif other in graph and other not in depths:
            path[other] = iter(graph[other])


def place_of(world: World, name: str) -> Span:
    return (world.fns.get(name) or world.procs.get(name) or world.menus[name]).span


def bodies(world: World) -> Iterator[tuple[str, Any]]:
    for name, fn in world.fns.items():
        yield name, fn.body
    for name, proc in world.procs.items():
        yield name, (proc.until, proc.body)
    for name, menu in world.menus.items():
        parts = [(a.binders, a.guard, a.body) for a in menu.actions]
        yield name, (menu.key, menu.condition, parts, menu.finally_)


def find_trials(world: World) -> None:
    """A trial on a copy must ask nobody, use no chance, and leave no phase that it runs in."""
    for _, part in bodies(world):
        for each in walk(part):
            if isinstance(each, ir.After) and (found := find_untriable(world, each.proc, set())) is not None:
                span, why = found
                world.report("R300", each.span, name=each.proc, why=why, also=[(span, "here")])


def find_untriable(world: World, proc: str, seen: set[str]) -> tuple[Span, str] | None:
    """A statement in a procedure, or in what it runs, that cannot be tried out, and why."""
    seen.add(proc)
    for node in walk(world.procs[proc].body if proc in world.procs else ()):
        why = next((why for kinds, why in UNTRIED.items() if isinstance(node, kinds)), None)
        if why is not None:
            return node.span, why
        if isinstance(node, ir.Deal) and by_chance(world, node.source):
            return node.span, "it leaves something to chance"
        if isinstance(node, ir.Run) and node.proc not in seen and (found := find_untriable(world, node.proc, seen)):
            return found
    return None


def by_chance(world: World, place: ir.Expr) -> bool:
    """Whether a deal from here may draw or shuffle: from a bag, from a zone with a refill, or from a computed zone."""
    if not isinstance(place, ir.ZoneAt):
        return True
    zone = world.zones[place.zone]
    return zone.order == "bag" or zone.refill is not None


UNTRIED: dict[tuple[type, ...], str] = {
    (ir.Choose, ir.ChooseAction, ir.EachChooses, ir.EachSecretly, ir.Resolve): "it asks somebody",
    ir.DRAWING: "it leaves something to chance",
    (ir.Stop,): "it stops a phase",
}


def callees_of(node: Any) -> Iterator[str]:
    """The names of everything that a typed tree calls, runs or offers."""
    return filter(None, map(callee, walk(node)))
