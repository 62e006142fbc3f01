"""Leaks: public values that are worked out from what not everybody may see.

The labels are those of `flow`, with two things taken on trust: an answer that is not secret is public once it is given,
and what the rules reveal somewhere is public when it is used. What is left is a mistake, unless it says `reveal`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang import ir
from rulelang.analysis.flow import PRIVATE, PUBLIC, Flow, shown
from rulelang.diagnostics import Diagnostic, problem
from rulelang.ir.walk import walk
from rulelang.program import Program


def leaks(program: Program) -> list[Diagnostic]:
    """Every assignment of a private value to a variable that all can see."""
    return [problem("R347", stmt.value.span, name=stmt.target.var) for stmt in leaking(Trusting(program))]


class Trusting(Flow):
    """Labels that trust reveals and open answers."""

    def __init__(self, program: Program) -> None:
        self.revealed = {
            name for stmt in shown(program.game) if stmt.sight == "all" for name in (stmt.var, *zones_in(stmt.pieces))
        }
        super().__init__(program)

    def settle(self) -> None:
        self.secret_vars = {name for name in self.secret_vars if name not in self.revealed}
        self.veiled = self.veiled - self.revealed
        super().settle()

    def open_zone(self, name: str) -> bool:
        return name in self.revealed or super().open_zone(name)

    def answered(self, stmt: Any) -> None:
        if isinstance(stmt, ir.Choose) and not stmt.secret:
            self.raise_to(stmt.asking.local, PUBLIC)
        else:
            super().answered(stmt)

    def bind(self, binders: tuple[tuple[ir.Local, ir.Expr], ...]) -> None:
        for local, _ in binders:
            self.raise_to(local, PUBLIC)


def zones_in(pieces: ir.Expr | None) -> set[str]:
    return {node.zone for node in walk(pieces) if isinstance(node, ir.ZoneAt)}


def leaking(flow: Flow) -> Iterator[Any]:
    game = flow.game
    for stmt in walk((game.procs, game.menus)):
        if isinstance(stmt, ir.Assign) and isinstance(stmt.target, ir.VarTarget):
            var = game.vars[stmt.target.var]
            is_open = var.sight == "open" and var.name not in flow.secret_vars
            if is_open and flow.label(stmt.value, flow.locals) == PRIVATE:
                yield stmt
