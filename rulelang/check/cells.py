"""Cells of a board by name, and what is looked up of them when a game is loaded."""

from __future__ import annotations

from rulelang import ir
from rulelang.base.source import Span
from rulelang.check.environment import lit
from rulelang.ir.types import Enum, Int, Type
from rulelang.syntax import nodes


def look_up(board: str, what: str, type_: Type, span: Span, *indexes: ir.Expr) -> ir.Expr:
    """Something about a cell that is worked out when the game is loaded."""
    return ir.CellAt(type_, span, f"{board}.{what}", indexes)


def cell(board: str, name: nodes.Word) -> ir.Expr:
    """`c4`, on a grid whose size is known when the game is loaded."""
    at = (lit(n, Int(n, n), name.span) for n in ir.place_of(str(name)))
    return look_up(board, "at", Enum(board), name.span, *at)
