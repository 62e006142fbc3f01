"""Small questions about nodes: the key of a declaration, the span of its name, its word in messages."""

from __future__ import annotations

from typing import Any

import attrs

from rulelang.base.source import Span
from rulelang.syntax import nodes

# The word for each kind of declaration in messages.
WORDS: dict[type, str] = {
    nodes.Option: "option", nodes.Const: "constant", nodes.Enum: "enum", nodes.TypeAlias: "type", nodes.Piece: "piece",
    nodes.Zone: "zone", nodes.Resource: "resource", nodes.Var: "var", nodes.Table: "table", nodes.Grid: "table",
    nodes.Group: "group", nodes.Fn: "fn", nodes.Step: "step", nodes.Phase: "phase", nodes.Setup: "setup",
    nodes.Play: "play", nodes.Menu: "menu", nodes.Score: "score", nodes.Winner: "winner", nodes.Invariant: "invariant",
    nodes.Mechanism: "mechanism", nodes.Instance: "instance", nodes.Test: "test", nodes.Variant: "variant",
    nodes.ConstByPlayers: "constants by players", nodes.Ends: "end", nodes.Ruling: "ruling", nodes.Credits: "credits",
    nodes.Look: "look", nodes.Board: "board", nodes.Spaces: "board", nodes.Limit: "end",
}  # fmt: skip
NAMELESS = (nodes.ConstByPlayers, nodes.Ends, nodes.Limit, nodes.Ruling, nodes.Credits, nodes.Hole)
RUNNABLE = (nodes.Phase, nodes.Step, nodes.Setup, nodes.Play, nodes.Instance)


def key_of(node: Any) -> str:
    """The key of a declaration. `setup`, `play` and `winner` exist once each."""
    if isinstance(node, nodes.Setup | nodes.Play | nodes.Winner):
        return WORDS[type(node)]
    if isinstance(node, nodes.Invariant):
        return f"invariant {node.title}"
    if isinstance(node, nodes.Look):
        return f"look {node.name}"
    return str(node.name)


def place(node: Any) -> Span:
    """The span of a declaration's name."""
    name = getattr(node, "name", None) or getattr(node, "title", None)
    return name.span if isinstance(name, nodes.Word) else node.span


def word(node: nodes.Node) -> str:
    if isinstance(node, nodes.Instance):
        return str(node.family.name)
    return WORDS.get(type(node), "declaration")


def cell_text(cell: Any) -> str:
    return str(cell.span.text).strip()


def row_key(row: Any) -> str:
    """The first cell of a row, as text; a text after a name in it is left out."""
    if not getattr(row, "cells", ()):
        return ""
    first, *more = getattr(row.cells[0], "atoms", ()) or (row.cells[0],)
    return cell_text(first) if isinstance(first, nodes.Name) and more else cell_text(row.cells[0])


def has_header(grid: nodes.Grid) -> bool:
    """A grid with two indexes has a header row."""
    return len(grid.indexes) == 2


def with_rows(table: Any, rows: list[Any]) -> Any:
    if isinstance(table, nodes.Table):
        return attrs.evolve(table, rows=attrs.evolve(table.rows, rows=tuple(rows)))
    return attrs.evolve(table, rows=tuple(rows))


def rows_of(some: Any) -> list[nodes.TableRow]:
    """The rows that could be parsed."""
    return [row for row in some if isinstance(row, nodes.TableRow)]


def mentions_original(node: Any) -> bool:
    """Whether an override uses what it replaces."""
    if isinstance(node, nodes.Original | nodes.OriginalStmt):
        return True
    if isinstance(node, tuple):
        return any(mentions_original(item) for item in node)
    if isinstance(node, nodes.Node):
        return any(mentions_original(getattr(node, field.name)) for field in attrs.fields(type(node))[1:])
    return False


def with_original(node: Any, old: nodes.Expr) -> Any:
    """Replace `original` in a value by what was there."""
    if isinstance(node, nodes.Original):
        return old
    if isinstance(node, tuple):
        return tuple(with_original(item, old) for item in node)
    if isinstance(node, nodes.Node) and mentions_original(node):
        fields = [field.name for field in attrs.fields(type(node))[1:]]
        return attrs.evolve(node, **{name: with_original(getattr(node, name), old) for name in fields})
    return node


# ---------------------------------------------------------------- signatures


def same_shape(new: Any, old: Any, named: dict[str, nodes.Node]) -> bool:
    """Whether two declarations take and give the same types. All numbers are equal here: a range may grow or shrink.

    Undeclared types are left to the checker, which knows the intended name.
    """
    if any(
        names_unknown_type(each, named)
        for each in (*(param.type for param in getattr(new, "params", ())), type_of(new))
    ):
        return True
    mine, theirs = getattr(new, "params", ()), getattr(old, "params", ())
    if len(mine) != len(theirs):
        return False
    if any(shape(one.type, named) != shape(other.type, named) for one, other in zip(mine, theirs)):
        return False
    if isinstance(new, nodes.Fn | nodes.Step) and isinstance(old, nodes.Fn | nodes.Step):
        return shape(new.type, named) == shape(old.type, named)
    return True


PLAIN_TYPES = ("Int", "Bool", "Seat", "Text")


def type_of(node: Any) -> Any:
    return getattr(node, "type", None)


def names_unknown_type(node: Any, named: dict[str, nodes.Node]) -> bool:
    """Whether a type names something that is not declared."""
    if isinstance(node, nodes.TypeName):
        return str(node.name) not in PLAIN_TYPES and str(node.name) not in named
    if isinstance(node, tuple):
        return any(names_unknown_type(part, named) for part in node)
    if isinstance(node, nodes.Type):
        return any(names_unknown_type(getattr(node, field.name), named) for field in attrs.fields(type(node))[1:])
    return False


def shape(node: Any, named: dict[str, nodes.Node]) -> object:
    """A type as written, with aliases resolved and every range as a number."""
    if isinstance(node, nodes.TypeRange):
        return "Int"
    if isinstance(node, nodes.TypeName):
        alias = named.get(str(node.name))
        return shape(alias.type, named) if isinstance(alias, nodes.TypeAlias) else str(node.name)
    if isinstance(node, nodes.Union):
        return frozenset(shape(part, named) for part in node.parts)
    if isinstance(node, nodes.Node):
        fields = attrs.fields(type(node))[1:]
        return (type(node).__name__, *(shape(getattr(node, field.name), named) for field in fields))
    return node
