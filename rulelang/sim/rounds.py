"""What a round is: one iteration of an outermost loop of `play` in which somebody chooses.

A loop over seats is a turn around the table, not a round. If `play` itself has no such loop, the loops of the
procedures that it runs count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang import ir
from rulelang.ir import types
from rulelang.ir.suites import suites
from rulelang.ir.walk import walk

LOOPS = (ir.For, ir.While, ir.Repeat)
CHOICES = (ir.Choose, ir.ChooseAction, ir.EachChooses, ir.Resolve)


def round_loops(game: ir.Game) -> list[ir.Stmt]:
    """The loops whose passes are rounds."""
    play = game.procs.get("play")
    if play is None:
        return []
    level, seen = [play.body], {"play"}
    while level:
        steps = [stmt for body in level for stmt in shallow(body)]
        found = [stmt for stmt in steps if is_round(game, stmt)]
        if found:
            return found
        names = dict.fromkeys(stmt.proc for stmt in steps if isinstance(stmt, ir.Run) and stmt.proc not in seen)
        seen |= set(names)
        level = [game.procs[name].body for name in names]
    return []


def is_round(game: ir.Game, stmt: ir.Stmt) -> bool:
    """Is it a loop, not over seats, in which somebody chooses?"""
    if not isinstance(stmt, LOOPS) or (isinstance(stmt, ir.For) and isinstance(stmt.local.type, types.Seat)):
        return False
    return any(isinstance(node, CHOICES) for node in all_of(game, stmt))


def shallow(body: Any) -> Iterator[ir.Stmt]:
    """The statements of a body that stand in no loop, and the loops."""
    for node in body:
        yield node
        if isinstance(node, LOOPS):
            continue
        for inner in suites(node):
            yield from shallow(inner)


def reachable_procs(game: ir.Game, part: Any) -> set[str]:
    """The procedures that a part of the game may run."""
    found: set[str] = set()
    waiting = [part]
    menus: set[str] = set()
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, ir.Run) and node.proc not in found:
                found.add(node.proc)
                waiting.append(game.procs[node.proc].body)
            elif isinstance(node, ir.MenuRef) and node.menu not in menus:
                menus.add(node.menu)
                waiting.append((game.menus[node.menu].actions, game.menus[node.menu].finally_))
    return found


def all_of(game: ir.Game, part: Any) -> Iterator[Any]:
    """Everything in a part of the game, and in the procedures it may run."""
    yield from walk(part)
    for name in sorted(reachable_procs(game, part)):
        yield from walk(game.procs[name].body)
