"""What a statement itself changes: pieces and places, variables and resources. Its class says which of its fields name
them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang import ir


def touched(stmt: ir.Stmt) -> tuple[Any, ...]:
    """The pieces and places that it names and changes: their contents, order or faces."""
    found = (getattr(stmt, name) for name in stmt.changes if name not in NAMES)
    return tuple(each for each in found if not isinstance(each, ir.LocalTarget | ir.VarTarget | ir.VarWhole | None))


def written(stmt: ir.Stmt, game: ir.Game) -> set[str]:
    """The variables and resources that it changes."""
    found: set[str] = set()
    for name in stmt.changes:
        value = getattr(stmt, name)
        if name in NAMES:
            found |= NAMES[name](value, game)
        elif isinstance(value, ir.VarTarget | ir.VarWhole):
            found.add(value.var)
    return found


def added_to(score: str, game: ir.Game) -> set[str]:
    into = game.scores[score].into
    return set() if into is None else {into}


def begun_anew(proc: str, game: ir.Game) -> set[str]:
    """The variables of a mechanism, which it initializes."""
    return {name for name, var in game.vars.items() if var.during == proc}


NAMES: dict[str, Callable[[str, ir.Game], set[str]]] = {
    "var": lambda name, game: {name},
    "resource": lambda name, game: {name},
    "score": added_to,
    "proc": begun_anew,
}
"""Fields that hold a name, and what is changed with it."""
