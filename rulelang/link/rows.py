"""Rows and columns: how `override table`, `extend table`, `extend piece` and `extend const by players` place cells.

Cells are placed by the names in the headers, in any order. New keys widen a range that is written with numbers:
`COPIES[Kind, 2..5]` with a column for 6 players goes to 6.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rulelang.diagnostics import Diagnostic, nearest, problem
from rulelang.link.keys import cell_text, has_header, row_key, rows_of, with_rows
from rulelang.link.merge import Merger
from rulelang.syntax import nodes

# ---------------------------------------------------------------- override


def override_table(merger: Merger, new: nodes.ExtendRows | nodes.Grid, by: str) -> None:
    """Rows by key: the written cells replace the old ones."""
    old = merger.find(new.name, (nodes.Table, nodes.Grid), "override")
    if old is None:
        return
    if isinstance(new, nodes.Grid) and isinstance(old, nodes.Table):
        merger.other_kind(new.name, "table of that form", old)
        return
    written = plain_rows(new.rows)
    if not written or is_unread(old):
        return  # unreadable lines were reported already
    columns = given = columns_of(old)
    if isinstance(old, nodes.Table) or has_header(old):
        header, *written = written
        names = [cell_text(cell) for cell in header.cells]
        given = names if isinstance(old, nodes.Table) else ["", *names[1:]]
        if not set(given) <= set(columns) or given[:1] != columns[:1]:
            merger.problems.append(misfit(old.name, header, columns))
            return
    rows = list(old.rows.rows if isinstance(old, nodes.Table) else old.rows)
    for row in written:
        at = next((i for i, each in enumerate(rows) if row_key(each) == row_key(row)), None)
        if at is None:
            merger.problems.append(problem("R210", row.span, table=new.name, key=row_key(row)))
        elif len(row.cells) != len(given):
            merger.problems.append(problem("R212", row.span, name=old.name, columns=", ".join(given)))
        else:
            merger.claim(str(new.name), f"[{row_key(row)}]", row.span, by)
            cells = {**dict(zip(columns, rows[at].cells)), **dict(zip(given, row.cells))}
            rows[at] = attrs.evolve(row, cells=tuple(cells[name] for name in columns))
    wider = attrs.evolve(old, type=new.type) if isinstance(new, nodes.Grid) else old  # what a cell may contain now
    merger.named[str(old.name)] = with_rows(wider, rows)


def misfit(name: nodes.Word, row: Any, columns: list[str]) -> Diagnostic:
    """A header or a row that does not fit the columns; a misspelt column is marked."""
    for cell in row.cells:
        written = cell_text(cell)
        close = nearest(written, columns) if written and written not in columns else None
        if close:
            help_ = f"did you mean `{close}`?"
            return problem("R212", cell.span, name=name, columns=", ".join(columns), help=help_)
    return problem("R212", row.span, name=name, columns=", ".join(columns))


def columns_of(table: Any) -> list[str]:
    """The names in a header; for a list with one index, the key and the value."""
    if isinstance(table, nodes.Table):
        return [str(cell.name) for cell in table.rows.header.cells]
    if not has_header(table):
        return ["", "value"]
    return ["", *(cell_text(cell) for cell in rows_of(table.rows)[0].cells[1:])]


def is_unread(table: nodes.Table | nodes.Grid) -> bool:
    """Whether no line of it could be parsed."""
    return isinstance(table, nodes.Grid) and not rows_of(table.rows)


def plain_rows(some: Iterable[Any]) -> list[nodes.TableRow]:
    """The rows that could be parsed; for a header with types, the names."""
    return [without_types(row) if isinstance(row, nodes.HeaderRow) else row for row in some
            if isinstance(row, nodes.HeaderRow | nodes.TableRow)]  # fmt: skip


def without_types(header: nodes.HeaderRow) -> nodes.TableRow:
    names = [nodes.Name(cell.name.span, cell.name) for cell in header.cells]
    return nodes.TableRow(header.span, tuple(nodes.Cell(name.span, (name,)) for name in names))


# ---------------------------------------------------------------- extend


def extend_rows(merger: Merger, more: nodes.ExtendRows, by: str) -> None:
    old = merger.find(more.name, (nodes.Table, nodes.Grid), "extend")
    rows = plain_rows(more.rows)
    if old is None or not rows or is_unread(old):
        return
    merger.touch(str(old.name), "", more.name.span, by)
    if isinstance(old, nodes.Table):
        names = [cell_text(cell) for cell in rows[0].cells]
        found = reorder_columns(merger, old, names, rows[0], rows[1:])
        merger.named[str(old.name)] = with_rows(old, [*old.rows.rows, *found])
    elif has_header(old):
        extend_grid(merger, old, rows[0], rows[1:])
    else:
        known = {row_key(row): row for row in rows_of(old.rows)}
        again = next((row for row in rows if row_key(row) in known), None)
        if again is not None:
            also = [(known[row_key(again)].span, "declared first here")]
            merger.problems.append(problem("R372", again.span, key=row_key(again), also=also))
            return
        wider = widen_range(old, 0, [row_key(row) for row in rows])
        merger.named[str(old.name)] = with_rows(wider, [*old.rows, *rows])


def extend_grid(merger: Merger, old: nodes.Grid, header: nodes.TableRow, rows: list[nodes.TableRow]) -> None:
    """New rows have a cell for every column; existing rows get cells for the new columns."""
    columns, given = columns_of(old), ["", *(cell_text(cell) for cell in header.cells[1:])]
    fresh = [name for name in given if name not in columns]
    head, *body = rows_of(old.rows)
    wanted = [*columns, *fresh]
    by_name = dict(zip(given, header.cells))
    made = [attrs.evolve(head, cells=(*head.cells, *(by_name[name] for name in fresh)))]
    left = {row_key(row): row for row in rows}
    for row in body:
        extra = left.pop(row_key(row), None)
        if fresh and (extra is None or given != ["", *fresh] or len(extra.cells) != len(given)):
            merger.problems.append(lacking(old.name, extra or header, row_key(row), fresh))
            return
        if extra is not None and not fresh:
            also = [(row.span, "declared first here")]
            merger.problems.append(problem("R372", extra.span, key=row_key(row), also=also))
            return
        made.append(attrs.evolve(row, cells=row.cells + extra.cells[1:]) if extra is not None else row)
    for row in left.values():
        cells = dict(zip(given, row.cells))
        if len(row.cells) != len(given) or set(wanted) != set(given):
            merger.problems.append(problem("R212", row.span, name=old.name, columns=", ".join(columns[1:])))
            return
        made.append(attrs.evolve(row, cells=tuple(cells[name] for name in wanted)))
    wider = widen_range(widen_range(old, 1, fresh), 0, list(left))
    merger.named[str(old.name)] = with_rows(wider, made)


def lacking(name: str, at: nodes.Node, key: str, columns: Iterable[str]) -> Any:
    """An existing row has no cell in a new column."""
    return problem("R216", at.span, name=name, key=key, columns=", ".join(columns))


def widen_range(table: nodes.Grid, index: int, keys: list[str]) -> nodes.Grid:
    """The table with a range that includes new keys, if its range is written with numbers."""
    type_ = table.indexes[index]
    numbers = [int(key) for key in keys if key.isdigit()]
    if not numbers or not isinstance(type_, nodes.TypeRange):
        return table
    low, high = type_.low, type_.high
    if not isinstance(low, nodes.Number) or not isinstance(high, nodes.Number):
        return table
    low = attrs.evolve(low, value=min(low.value, *numbers))
    high = attrs.evolve(high, value=max(high.value, *numbers))
    indexes = list(table.indexes)
    indexes[index] = attrs.evolve(type_, low=low, high=high)
    return attrs.evolve(table, indexes=tuple(indexes))


def extend_piece(merger: Merger, more: nodes.Piece, by: str) -> None:
    old = merger.find(more.name, (nodes.Piece,), "extend")
    if old is None:
        return
    if not isinstance(old.made, nodes.Rows) or not isinstance(more.made, nodes.Rows):
        also = [(old.name.span, "declared here")]
        merger.problems.append(problem("R211", more.name.span, name=more.name, also=also))
        return
    merger.touch(str(old.name), "", more.name.span, by)
    header = more.made.header
    rows = reorder_columns(merger, old, [str(cell.name) for cell in header.cells], header, rows_of(more.made.rows))
    made = attrs.evolve(old.made, rows=old.made.rows + tuple(rows))
    merger.named[str(old.name)] = attrs.evolve(old, made=made)


def reorder_columns(
    merger: Merger, old: Any, names: list[str], header: nodes.Node, rows: Iterable[nodes.TableRow]
) -> list[nodes.TableRow]:
    """Rows with their columns in the order of the table they are added to."""
    rows_: Any = old.made if isinstance(old, nodes.Piece) else old.rows
    wanted = [str(cell.name) for cell in rows_.header.cells]
    wrong = [header] if sorted(names) != sorted(wanted) else [row for row in rows if len(row.cells) != len(wanted)]
    for place in wrong:
        merger.problems.append(misfit(old.name, place, wanted))
        merger.unsound.add(str(old.name))
    if wrong:
        return []
    found = [dict(zip(names, row.cells)) for row in rows]
    return [
        attrs.evolve(row, cells=tuple(cells[name] for name in wanted)) for row, cells in zip(rows, found, strict=True)
    ]


def extend_players(merger: Merger, more: nodes.ConstByPlayers, by: str) -> None:
    """More columns: every row of the base's table gets the new cells."""
    if not (found := rows_of(more.rows)):
        return  # unreadable lines were reported already
    header, *rows = found
    left = {row_key(row): row for row in rows}
    counts = [cell_text(cell) for cell in header.cells[1:]]
    for at, table in enumerate(merger.nameless):
        if not isinstance(table, nodes.ConstByPlayers) or not rows_of(table.rows):
            continue
        head, *body = rows_of(table.rows)
        if not any(row_key(row) in left for row in body):
            continue
        twice = [cell for cell in header.cells[1:] if cell_text(cell) in map(cell_text, head.cells[1:])]
        if twice:
            merger.report_twice(twice[0].span, "column", cell_text(twice[0]), head.span)
            return
        made = [attrs.evolve(head, cells=head.cells + header.cells[1:])]
        for row in body:
            extra = left.pop(row_key(row), None)
            if extra is None or len(extra.cells) != len(header.cells):
                merger.problems.append(lacking("const by players", extra or header, row_key(row), counts))
                return
            merger.touch(row_key(row), "", extra.span, by)
            made.append(attrs.evolve(row, cells=row.cells + extra.cells[1:]))
        merger.nameless[at] = attrs.evolve(table, rows=tuple(made))
    for row in left.values():
        merger.problems.append(problem("R210", row.span, table="const by players", key=row_key(row)))
