"""Following calls: what a part of a typed game leads to through the functions, scores, menus and procedures it
names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulelang.ir.declarations import Game
from rulelang.ir.expressions import After, Call, Expr, Get, Local, MenuRef
from rulelang.ir.statements import Run, Tally
from rulelang.ir.walk import walk

Way = Callable[[Game, Any], tuple[str, Any] | None]
"""Where a node leads: a name, and the part of the game behind it."""


def body(game: Game, fn: str) -> Any:
    """What a call evaluates: the body of a function, or the lines of a score."""
    return game.fns[fn].body if fn in game.fns else game.scores[fn].lines


def params(game: Game, fn: str) -> tuple[Local, ...]:
    return game.fns[fn].params if fn in game.fns else (game.scores[fn].seat,)


def offers(game: Game, menu: str) -> tuple[Any, ...]:
    """What determines the present options of a menu."""
    part = game.menus[menu]
    return part.key, part.condition, tuple((action.binders, action.guard) for action in part.actions)


def calls(game: Game, node: Any) -> tuple[str, Any] | None:
    """Into functions and scores."""
    return (node.fn, body(game, node.fn)) if isinstance(node, Call) else None


def evaluates(game: Game, node: Any) -> tuple[str, Any] | None:
    """Into everything that is evaluated for a value: functions, scores, and what a menu offers."""
    return (node.menu, offers(game, node.menu)) if isinstance(node, MenuRef) else calls(game, node)


def runs(game: Game, node: Any) -> tuple[str, Any] | None:
    """Into everything that may happen: also procedures, whole menus, and tallied scores."""
    if isinstance(node, Tally):
        return node.score, game.scores[node.score]
    name = callee(node)
    parts = (game.fns, game.scores, game.procs, game.menus)
    return next(((name, each[name]) for each in parts if name in each), None) if name else None


def callee(node: Any) -> str:
    """The name of what a node calls, runs or offers; empty if it does none of these."""
    if isinstance(node, Run | After):
        return node.proc
    return node.fn if isinstance(node, Call) else node.menu if isinstance(node, MenuRef) else ""


def reach(game: Game, part: Any, way: Way = calls) -> Iterator[Any]:
    """Every node of a part of the game, and of what it leads to, each once."""
    seen: set[str] = set()
    waiting = [part]
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            found = way(game, node)
            if found is not None and found[0] not in seen:
                seen.add(found[0])
                waiting.append(found[1])


def locals_read(game: Game, part: Expr) -> set[Local]:
    """The locals that an expression reads, also in the functions it calls."""
    return {node.local for node in reach(game, part) if isinstance(node, Get)}
