"""Boards as a reader sees them: what lies on each cell, drawn as a grid, as hexes or as a line of spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from rulelang import ir
from rulelang.engine.data import to_json
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.ir.walk import walk
from rulelang.present.vocabulary import Vocabulary, Word
from rulelang.program import Program, Records
from rulelang.program.boards import Board

SIGNS = "●○◆◇▲△■□★☆"
COLORS = ("red", "blue", "green", "orange", "purple", "brown", "cyan", "magenta", "gray", "pink")


@attrs.frozen
class Drawn:
    """A board with what lies on its cells. `legend`: the meaning of the seats' signs."""

    board: Board
    on: Mapping[str, tuple[Word, ...]]
    legend: tuple[tuple[Word, int], ...]


def lying(program: Program) -> dict[str, str]:
    """The board of each zone or variable that is indexed by one cell, or that holds one."""
    game, found = program.game, {}
    indexed = [*((zone.name, zone.indexes) for zone in game.zones.values())]
    indexed += [(var.name, var.indexes) for var in game.vars.values()]
    for name, indexes in indexed:
        kinds = [index.kind for index in indexes]
        if kinds and kinds[-1] in game.boards and kinds[:-1] in ([], ["Seat"]):
            found[name] = kinds[-1]
    for name, var in game.vars.items():
        board = board_of(var.type, game)
        if board and [index.kind for index in var.indexes] in ([], ["Seat"]):
            found[name] = board
    return found


def board_of(type_: t.Type, game: ir.Game) -> str:
    inner = bare(type_)
    return inner.name if isinstance(inner, t.Enum) and inner.name in game.boards else ""


@attrs.frozen
class Spaces:
    """A table whose rows are spaces on which something of each seat stands: drawn as a path."""

    board: Board
    cells: Mapping[int, str]
    """The name of each space, by its number."""


def spaces(program: Program, vocabulary: Vocabulary) -> dict[str, Spaces]:
    """By each seat variable that the rules use to look up a table: the spaces that this table describes."""
    game = program.game
    numbered = {name for name, each in game.tables.items() if each.columns and isinstance(each.columns[0].type, t.Int)}
    if not numbered:
        return {}
    found = {}
    for node in walk((game.procs, game.fns, game.menus)):
        looked_up = isinstance(node, ir.RowAt) and node.table in numbered and isinstance(node.key, ir.VarAt)
        if looked_up and [index.kind for index in game.vars[node.key.var].indexes] == ["Seat"]:
            rows = cells_of(program, node.table, vocabulary)
            shown = ([key, *(each for each in rest if not isinstance(each.column.type, t.Text))] for key, *rest in rows)
            cells = {int(key.value): " ".join([key.word, *(each.brief for each in rest)]) for key, *rest in shown}
            found[node.key.var] = Spaces(Board(node.table, "path", tuple(cells.values()), (), ()), cells)
    return found


@attrs.frozen
class Cell:
    """A cell of a table: its column, its value, the value in words, and in short form."""

    column: ir.FieldType
    value: Any
    word: str
    brief: str


def cells_of(program: Program, table: str, vocabulary: Vocabulary) -> list[list[Cell]]:
    """The rows of a table, each with its key and its nonzero values."""
    made, columns = program.tables[table], program.game.tables[table].columns
    rows = []
    for row in made.rows if isinstance(made, Records) else ():
        data = [to_json(program, value, column.type, str) for value, column in zip(row, columns)]
        words = [vocabulary.value(column.type, each) for column, each in zip(columns, data)]
        cells = [Cell(column, value, word.name, word.brief) for column, value, word in zip(columns, row, words)]
        rows.append([cells[0], *(each for each in cells[1:] if each.value)])
    return rows


def table_rows(program: Program, table: str, vocabulary: Vocabulary) -> list[str]:
    """The rows of a table that contain a number, with the names of their columns: `peanut: brown, size 3, value 2`."""
    told = []
    for key, *rest in cells_of(program, table, vocabulary):
        numbers = [isinstance(each.column.type, t.Int) for each in rest]
        names = [vocabulary.field_name(table, each.column.name) for each in rest]
        said = [f"{name} {each.word}" if number else each.word for name, number, each in zip(names, numbers, rest)]
        told += [f"{key.word}: {', '.join(said)}"] if any(numbers) else []
    return told


def seat_sign(seat: int) -> Word:
    """The sign of a seat, for pieces that show nothing but their owner."""
    at = (seat - 1) % len(SIGNS)
    return Word(f"P{seat}", short=SIGNS[at], color=COLORS[at])


# ---------------------------------------------------------------- lines of letters


def lines_of(drawn: Drawn, wide: int, dye: Callable[[str, str], str]) -> list[str]:
    """A board as lines, at most `wide` columns."""
    if drawn.board.places:
        return grid_lines(drawn, dye)
    return path_lines(drawn, wide, dye)


def grid_lines(drawn: Drawn, dye: Callable[[str, str], str]) -> list[str]:
    """Rows from the top; in a hex grid each begins half a cell further to the right than the one below."""
    board, hexes = drawn.board, drawn.board.shape != "square"
    columns, rows = (range(1, 1 + max(at[k] for at in board.places)) for k in (0, 1))
    texts = {cell: " ".join(word.brief for word in words) for cell, words in drawn.on.items()}
    size = max(1 + hexes, *(len(text) for text in texts.values()), *(len(board.cells[0]) - 1,)) + 1
    size += hexes * size % 2  # so that half a cell is a whole number of columns
    names = dict(zip(board.places, board.cells))
    shift = {row: (row - 1) * size // 2 if hexes else 0 for row in rows}
    starts = [shift[y] + (x - 1) * size for x, y in names]
    margin = min(starts)
    lines = []
    for row in reversed(rows):
        here = [column for column in columns if (column, row) in names]
        line = " " * (shift[row] + (here[0] - 1) * size - margin)
        for column in here:
            words, text = drawn.on.get(names[column, row], ()), texts.get(names[column, row]) or "·"
            line += (" ".join(dye(word.brief, word.color) for word in words) or text) + " " * (size - len(text))
        lines.append(f"  {row:>2}  {line}".rstrip())
    bottom = [column for column in columns if (column, 1) in names]
    feet = "".join(f"{letter_of(board, column):<{size}}" for column in bottom)
    return [*lines, f"      {' ' * ((bottom[0] - 1) * size - margin)}{feet}".rstrip()]


def letter_of(board: Board, column: int) -> str:
    return next(name.rstrip("0123456789") for name, at in zip(board.cells, board.places) if at[0] == column)


def path_lines(drawn: Drawn, wide: int, dye: Callable[[str, str], str]) -> list[str]:
    """Spaces one after another, with what stands on them."""
    joint = "  " if drawn.board.shape == "spaces" else "─"
    rows: list[list[tuple[str, int]]] = [[]]
    for cell in drawn.board.cells:
        words = drawn.on.get(cell, ())
        bare = f"[{cell.replace('_', ' ')}{''.join(f' {word.brief}' for word in words)}]"
        said = f"[{cell.replace('_', ' ')}{''.join(f' {dye(word.brief, word.color)}' for word in words)}]"
        if rows[-1] and sum(length + len(joint) for _, length in rows[-1]) + len(bare) > wide - 4:
            rows.append([])
        rows[-1].append((said, len(bare)))
    lines = [joint.join(text for text, _ in row) for row in rows]
    ends = [joint] * (len(lines) - 1) + [" ↺" if drawn.board.shape == "ring" else ""]
    return [f"  {line}{end}".rstrip() for line, end in zip(lines, ends)]


def words_on(found: Iterable[tuple[str, Iterable[Word]]]) -> dict[str, tuple[Word, ...]]:
    """All that lies on each cell."""
    on: dict[str, list[Word]] = {}
    for cell, words in found:
        on.setdefault(cell, []).extend(words)
    return {cell: tuple(words) for cell, words in on.items()}
