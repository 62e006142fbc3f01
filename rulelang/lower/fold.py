"""Constant folding: what does not depend on the state is computed once.

Constants become literals; a subtree that reads neither state nor locals is replaced by its value; a branch with a known
condition is chosen. A subtree that raises an error stays, so that it is an error only if play reaches it.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.analysis.reads import looks_at_state
from rulelang.engine.closures import Closures
from rulelang.engine.errors import RuleError
from rulelang.ir import types
from rulelang.ir.walk import walk_free
from rulelang.program import Program

SKIPPED = ("span", "type", "tags", "text", "label", "title")
LARGEST = 5000  # a longer list is computed in play


def fold(program: Program) -> ir.Game:
    """The game with its constants folded in."""
    folder = Folder(program)
    game = program.game
    parts = ("fns", "procs", "menus", "scores", "winner", "endings", "invariants", "instances", "zones", "vars")
    return attrs.evolve(game, **{part: folder.node(getattr(game, part)) for part in parts})


class Folder:
    """Rewrites the nodes of a game."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.make = Closures(program)
        self.known: dict[str, bool] = {}
        self.slots: list[Any] = program.blank()

    def node(self, node: Any) -> Any:
        """A node with everything under it folded."""
        if isinstance(node, tuple):
            return self.sequence(node)
        if isinstance(node, dict):
            return {key: self.node(value) for key, value in node.items()}
        if not attrs.has(type(node)) or isinstance(node, ir.Local | types.Type):
            return node
        if isinstance(node, ir.Proc) and node.by_hand:
            return node  # a look in it stands for several pieces
        if isinstance(node, ir.Expr) and (value := self.literal(node)) is not None:
            return value
        changed = {}
        for field in attrs.fields(type(node)):
            old = getattr(node, field.name)
            if field.name not in SKIPPED or isinstance(old, ir.Message):
                new = self.node(old)
                if new is not old:
                    changed[field.name] = new
        return self.choose(attrs.evolve(node, **changed) if changed else node)

    def sequence(self, nodes: tuple[Any, ...]) -> tuple[Any, ...]:
        new = tuple(self.node(node) for node in nodes)
        return new if any(a is not b for a, b in zip(new, nodes)) else nodes

    def literal(self, expr: ir.Expr) -> ir.Lit | None:
        """The value of an expression that depends on nothing, if it can be computed."""
        if isinstance(expr, ir.Lit):
            return expr
        if isinstance(expr.type, types.Zone):
            return None  # zones keep their names, because flow labels use them
        return self.evaluate(expr) if self.is_closed(expr) else None

    def is_closed(self, expr: ir.Expr) -> bool:
        """Whether it reads no state, and no local except its own binders, and tells nothing."""
        game = self.program.game
        for node in walk_free(expr):
            if isinstance(node, ir.Get | ir.Reveal) or looks_at_state(self.program, game, node, self.known):
                return False
        return True

    def evaluate(self, expr: ir.Expr) -> ir.Lit | None:
        try:
            value = self.make.of(expr)(self.slots)
        except (RuleError, TypeError):
            return None  # also if the work limit for folding is used up: then it is computed in play
        if isinstance(value, tuple) and len(value) > LARGEST:
            return None
        return ir.Lit(expr.type, expr.span, value)

    def choose(self, node: Any) -> Any:
        """Choose a branch whose condition is known."""
        if isinstance(node, ir.If) and isinstance(node.condition, ir.Lit):
            return node.then if node.condition.value else node.otherwise
        if isinstance(node, ir.Op) and node.op in ("and", "or") and isinstance(node.arguments[0], ir.Lit):
            deciding = (node.op == "or") == bool(node.arguments[0].value)
            return node.arguments[0] if deciding else node.arguments[1]
        return node
