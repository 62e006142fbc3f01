"""Boards: their cells as members of an enum, the fields of a cell, and the built-ins about cells.

A game may declare things with the names of these built-ins; its own declarations take precedence.
"""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.base import limits
from rulelang.check.builtins import Builtin, arguments_of, list_argument, missing, one_list
from rulelang.check.data import declare_enum, text_of, word
from rulelang.check.environment import Context, Symbol, lit
from rulelang.check.expressions import expr, require_list
from rulelang.check.names import look_up
from rulelang.check.tables import atoms_of, rows_of_width
from rulelang.check.typing import element
from rulelang.ir.types import BOOL, INT, NOTHING, Enum, Int, List, Optional, Type, Unknown
from rulelang.syntax import nodes

# ---------------------------------------------------------------- declarations


def names(ctx: Context, node: nodes.Board | nodes.Spaces) -> None:
    """The enum of the cells. The cells of a grid get their names when the game is loaded and its size is known."""
    cells = [name_of(row) for row in node.rows] if isinstance(node, nodes.Spaces) else []
    declare_enum(ctx, node, [cell for cell in cells if cell is not None])
    limits.check(len(ctx.world.enums[str(node.name)].members), "members", node.name.span, f"spaces of `{node.name}`")


def name_of(row: Any) -> nodes.Word | None:
    """The name of a space: the one word in the first cell of its row."""
    atoms = atoms_of(row.cells[0]) if isinstance(row, nodes.TableRow) else ()
    return atoms[0].name if len(atoms) == 1 and isinstance(atoms[0], nodes.Name) else None


def grid(ctx: Context, node: nodes.Board) -> ir.BoardType:
    name = str(node.name)
    shape = word(ctx, node.shape, tuple(ir.SHAPES), "shape")
    width = expr(ctx, node.width, Int(1, None))
    height = expr(ctx, node.height, Int(1, None)) if node.height is not None else None
    if (ir.SHAPES[shape] == 2) != (height is not None):
        form = f"{shape} {node.width.span.text}" + (" by 8" if height is None else "")
        ctx.report("R378", node.span, shape=shape, form=form)
    return ir.BoardType(name, shape, width, height, (), text_of(node), node.tags, node.span)


def spaces(ctx: Context, node: nodes.Spaces) -> ir.BoardType:
    """Rows of two cells: a space, and the spaces it is connected to."""
    name = str(node.name)
    links: list[tuple[int, int]] = []
    for row in rows_of_width(ctx, node.rows, 2, "Each row is a space and the spaces it is joined to."):
        space = name_of(row)
        if space is None:
            ctx.report("R366", row.span)
            continue
        ends = [expr(ctx, atom, Enum(name)) for atom in atoms_of(row.cells[1])]
        own = ctx.world.enums[name].members.index(str(space)) + 1
        links += [(own, end.value) for end in ends if isinstance(end, ir.Lit) and isinstance(end.value, int)]
    return ir.BoardType(name, "spaces", None, None, tuple(links), text_of(node), node.tags, node.span)


# ---------------------------------------------------------------- cells


def coordinates(ctx: Context, symbol: Symbol) -> tuple[Type, ...]:
    """The coordinates of a cell: column and row, or its number."""
    return (INT, INT) if ctx.world.boards[symbol.name].is_grid else (INT,)


def check_cell_call(
    ctx: Context, node: nodes.Call, symbol: Symbol, at: tuple[ir.Expr, ...], want: Type | None
) -> ir.Expr:
    """`Grid(3, 4)`: the cell in a column and a row, `Track(5)`: by its number; none if the cell is not on the board and
    an optional is expected.
    """
    symbol.uses += 1
    board = ctx.world.boards[symbol.name]
    if not isinstance(want, Optional):
        return look_up(board.name, "at", Enum(board.name), node.span, *at)
    type_ = Optional(Enum(board.name))
    found = look_up(board.name, "perhaps", type_, node.span, *at)
    inside = lit(True, BOOL, node.span)
    for index, size in zip(at, sizes(ctx, board, node)):
        low = ir.Op(BOOL, node.span, "ge", (index, lit(1, Int(1, 1), node.span)))
        high = ir.Op(BOOL, node.span, "le", (index, size))
        for test in (low, high):
            inside = ir.Op(BOOL, node.span, "and", (inside, test))  # type: ignore[assignment]
    return ir.If(type_, node.span, inside, found, lit(None, NOTHING, node.span))


def sizes(ctx: Context, board: ir.BoardType, node: Any) -> tuple[ir.Expr, ...]:
    """The number of columns and rows, or of spaces."""
    cells = ir.Members(List(Enum(board.name)), node.span, board.name)
    if board.shape == "spaces" or board.width is None:
        return (ir.Op(INT, node.span, "count", (cells,)),)
    if board.shape == "hexagon":
        two = ir.Op(INT, node.span, "mul", (board.width, lit(2, Int(2, 2), node.span)))
        side = ir.Op(INT, node.span, "sub", (two, lit(1, Int(1, 1), node.span)))
        return side, side
    return (board.width, board.height) if board.height is not None else (board.width,)


def fields(ctx: Context, board: str) -> list[str]:
    """The fields of a cell."""
    return ["number", *(["column", "row"] if ctx.world.boards[board].is_grid else []), "neighbours", "around"]


def field(ctx: Context, node: nodes.Field, value: ir.Expr, board: str) -> ir.Expr | None:
    """A field of a cell; None if it has none of that name."""
    name = str(node.name)
    if name not in fields(ctx, board):
        return None
    if name == "number":
        return ir.Op(Int(1, None), node.span, "number", (value,))
    if name in ("neighbours", "around"):
        return look_up(board, name, List(Enum(board)), node.span, value)
    return look_up(board, name, Int(1, None), node.span, value)


# ---------------------------------------------------------------- built-ins


def of_two(what: str, list_of_cells: bool = False, plain: Type = INT) -> Builtin:
    """A built-in about two cells of one board."""

    def build(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
        args = arguments_of(ctx, node, 2, 2)
        if args is None:
            return missing(node)
        one, two = both_cells(ctx, args)
        board = board_of(ctx, one.type, node, lines=what != "distance")
        if board is None:
            return missing(node)
        if two.type != one.type and not isinstance(two.type, Unknown):
            ctx.report("R310", two.span, have=two.type, want=one.type)
        return look_up(board, what, List(Enum(board)) if list_of_cells else plain, node.span, one, two)

    return build


def both_cells(ctx: Context, args: list[Any]) -> tuple[ir.Expr, ir.Expr]:
    """Two cells; a cell given by name is looked up on the board of the other."""
    if isinstance(args[0], nodes.Name) and not isinstance(args[1], nodes.Name):
        two, one = both_cells(ctx, args[::-1])
        return one, two
    one = expr(ctx, args[0])
    return one, expr(ctx, args[1], one.type if isinstance(one.type, Enum) else None)


def board_of(ctx: Context, type_: Type, node: Any, lines: bool = False) -> str | None:
    """The board of a cell; reports if it is no cell, or if the board has no lines but `lines` are needed."""
    if isinstance(type_, Unknown):
        return None
    if not isinstance(type_, Enum) or type_.name not in ctx.world.boards:
        ctx.report("R379", node.span, have=type_)
        return None
    if lines and ctx.world.boards[type_.name].shape == "spaces":
        ctx.report("R379", node.span, have=f"a space of `{type_.name}`, which has no lines")
        return None
    return type_.name


def some_cells(ctx: Context, argument: Any, board: str) -> ir.Expr:
    """A list of cells; a single cell becomes a list of one."""
    if isinstance(argument, nodes.Comprehension | nodes.List):
        return one_list(ctx, argument, Enum(board))
    by_name = isinstance(argument, nodes.Name) and ctx.world.is_member(str(argument.name), board)
    found = expr(ctx, argument, Enum(board) if by_name else None)
    return (
        ir.ListOf(List(found.type), found.span, (found,)) if isinstance(found.type, Enum) else require_list(ctx, found)
    )


def connected(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
    args = arguments_of(ctx, node, 2, 2)
    if args is None:
        return missing(node)
    among = one_list(ctx, args[1])
    board = board_of(ctx, element(among.type), node)
    if board is None:
        return missing(node)
    start = some_cells(ctx, args[0], board)
    if element(start.type) not in (Enum(board), Unknown()):
        ctx.report("R310", start.span, have=start.type, want=List(Enum(board)))
    return ir.Op(List(Enum(board)), node.span, "connected", (start, among))


def longest_line(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
    found = list_argument(ctx, node)
    if found is None or board_of(ctx, element(found.type), node, lines=True) is None:
        return missing(node)
    return ir.Op(Int(0, None), node.span, "longest_line", (found,))


TABLE: dict[str, Builtin] = {
    "distance": of_two("distance"),
    "in_line": of_two("in_line", plain=BOOL),
    "between": of_two("between", list_of_cells=True),
    "connected": connected,
    "longest_line": longest_line,
}
