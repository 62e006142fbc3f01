"""The names in changes, tests and looks that the checker does not see, because the linker has merged them or removed
what they name. They are read from the tree, each with the key of what it stands for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from rulelang.base.source import Span
from rulelang.check.tables import by_players_names
from rulelang.syntax import nodes
from rulelang.syntax.file_checks import walk
from rulelang.syntax.nodes.base import Word

Key = tuple[str, ...]
"""What a name stands for: its kind, and its identity."""
Found = tuple[Word, Key]


def change_words(file: nodes.File, variants: Collection[str]) -> Iterator[Found]:
    """The names of what is changed."""
    for node, _ in walk(file):
        for word in changed_names(node):
            yield word, ("variant" if str(word) in variants else "game", str(word))
        if isinstance(node, nodes.Variant):
            yield from ((word, ("variant", str(word))) for word in (node.name, *node.excludes))
        elif isinstance(node, nodes.OverrideAction):
            yield node.action.name, ("action", f"{node.menu}.{node.action.name}")
        elif isinstance(node, nodes.RemoveAction):
            yield node.name, ("action", f"{node.menu}.{node.name}")


def changed_names(node: Any) -> Iterable[Word]:
    """The names of declarations that a change is about."""
    if isinstance(node, nodes.Override | nodes.Extend):
        if isinstance(node.declaration, nodes.ConstByPlayers):
            return by_players_names(node.declaration)
        name = getattr(node.declaration, "name", None)
        return [name] if isinstance(name, Word) and not isinstance(node.declaration, nodes.Look) else []
    if isinstance(node, nodes.OverrideAction | nodes.RemoveAction):
        return [node.menu]
    if isinstance(node, nodes.RemoveDecl | nodes.OverrideOption | nodes.Setting):
        return [node.name]
    if isinstance(node, nodes.RemoveScore):
        return [node.score]
    if isinstance(node, nodes.Weave):
        return [node.target] if str(node.target) not in ("setup", "play") else []
    return []


# ---------------------------------------------------------------- looks and rows


def part_words(file: nodes.File, grids: Mapping[str, tuple[object, ...]]) -> Iterator[Found]:
    """The names in looks and in the tables of changes. They may be keywords, so they count only if the key exists.
    `grids`: the indexes of tables without their own columns.
    """
    for node, _ in walk(file):
        if isinstance(node, nodes.Look):
            yield from look_words(node)
        elif isinstance(node, nodes.ExtendRows | nodes.Grid):
            indexes = grids.get(str(node.name))
            yield from row_words(node) if indexes is None else grid_words(node, indexes)
        elif isinstance(node, nodes.Extend) and isinstance(node.declaration, nodes.Piece):
            made = node.declaration.made
            if isinstance(made, nodes.Rows):
                yield from header_words("field", node.declaration.name, made.header)


def look_words(node: nodes.Look) -> Iterator[Found]:
    """The names in a look: its thing, the members, and its phases."""
    first, _, field = str(node.name).partition(".")
    span = node.name.span
    yield Word(first, Span(span.source, span.start, span.start + len(first))), ("game", first)
    if field:
        word = Word(field, Span(span.source, span.end - len(field), span.end))
        yield from ((word, (kind, f"{first}.{field}")) for kind in ("field", "column"))
    for row in node.rows:
        if isinstance(row, nodes.LookRow) and isinstance(row.key, nodes.Name):
            yield row.key.name, ("member", f"{first}.{row.key.name}")
    for part in node.parts:
        if isinstance(part, nodes.LookDuring):
            yield from ((word, ("game", str(word))) for word in part.procs)


def row_words(node: nodes.ExtendRows | nodes.Grid) -> Iterator[Found]:
    """The columns of records, with or without types."""
    first = node.rows[0]
    if isinstance(first, nodes.HeaderRow):
        yield from header_words("column", node.name, first)
    else:
        yield from ((word, ("column", f"{node.name}.{word}")) for word in names_in(first))


def header_words(kind: str, owner: Word, header: nodes.HeaderRow) -> Iterator[Found]:
    for cell in header.cells:
        yield cell.name, (kind, f"{owner}.{cell.name}")
        yield from type_words(cell.type)


def grid_words(node: nodes.ExtendRows | nodes.Grid, indexes: tuple[object, ...]) -> Iterator[Found]:
    """The keys of a table without columns: before its rows, and above them if it has two indexes."""
    if isinstance(node, nodes.Grid):
        yield from type_words(node.indexes)
    rows = [row for row in node.rows if isinstance(row, nodes.TableRow)]
    keys = [(row.cells[0], indexes[0]) for row in rows]
    keys += [(cell, indexes[1]) for cell in rows[0].cells[1:]] if len(indexes) == 2 and rows else []
    for cell, enum in keys:
        yield from ((word, ("member", f"{enum}.{word}")) for word in names_in(cell))


def type_words(types: Any) -> Iterator[Found]:
    """The names in a type, or in several: of types, and of the constants that bound them."""
    several = types if isinstance(types, tuple) else (types,)
    for each, _ in chain.from_iterable(walk(type_) for type_ in several if type_ is not None):
        if isinstance(each, nodes.TypeName | nodes.Name):
            yield each.name, ("game", str(each.name))


def names_in(node: nodes.Node) -> list[Word]:
    return [each.name for each, _ in walk(node) if isinstance(each, nodes.Name)]
