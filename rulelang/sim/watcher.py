"""What the parts that instrument a game may ask of the whole (instrument.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rulelang import ir
from rulelang.base.source import Span
from rulelang.ir import types
from rulelang.ir.counting import Count
from rulelang.program import Program
from rulelang.sim.cells import Cells


class Watcher(Protocol):
    """`resolved`: menus with an action that is bound to apply. `known`: what must hold so that all scores can be told;
    None if that is not clear.
    """

    program: Program
    game: ir.Game
    cells: Cells
    resolved: set[str]
    known: tuple[ir.Expr, ...] | None

    def local(self, name: str, type_: types.Type) -> ir.Local: ...
    def aside(self, span: Span, body: list[ir.Stmt]) -> list[ir.Stmt]: ...
    def is_known(self, span: Span) -> ir.Expr: ...
    def count_pass(self, stmt: ir.Choose | ir.ChooseAction) -> Count: ...
    def answer(self, asking: ir.Asking, value: ir.Expr, seat: ir.Expr) -> list[ir.Stmt]: ...
    def count_action(
        self, menu: ir.Menu, action: ir.Action, chosen: tuple[ir.Expr, ...], seat: ir.Expr
    ) -> Sequence[ir.Stmt]: ...
