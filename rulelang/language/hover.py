"""Hover texts: the declaration of a name, its type, and the author's own text."""

from __future__ import annotations

from rulelang.check.environment import Symbol
from rulelang.ir.types import Unknown
from rulelang.language.index import Thing
from rulelang.syntax import nodes
from rulelang.syntax.file_checks import walk
from rulelang.syntax.nodes.base import Node, Word

# The arguments and result of each built-in, as in docs/language.md.
BUILTINS = {
    "count": "count(list): how many items",
    "empty": "empty(list): are there none?",
    "sum": "sum(numbers): all of them added",
    "any": "any(conditions): does at least one hold?",
    "all": "all(conditions): do all hold?",
    "first": "first(list): the first item",
    "last": "last(list): the last item",
    "only": "only(list): the item of a list that has one",
    "min": "min(list): the least value, of a list or of several values",
    "max": "max(list): the greatest value, of a list or of several values",
    "highest": "highest(list): all items that are as great as the greatest",
    "lowest": "lowest(list): all items that are as small as the least",
    "sorted": "sorted(list): the least first",
    "reverse": "reverse(list): the last first",
    "distinct": "distinct(list): one of each, by look",
    "take": "take(list, number): the first so many items",
    "subsets": "subsets(list, sizes): every choice of so many items",
    "bags": "bags(list, sizes): every choice of so many items, each as often as you like",
    "permutations": "permutations(list): every order",
    "best_split": "best_split(lists): those without an item in common that are worth most together, `by` their worth",
    "owner": "owner(piece): the seat in whose zone it lies",
    "seat": "seat(number): the seat with this number",
    "distance": "distance(cell, cell): steps from neighbour to neighbour",
    "in_line": "in_line(cell, cell): do they lie in a straight line?",
    "between": "between(cell, cell): the cells between two that lie in a line",
    "connected": "connected(cells, among): the cells of a list that one comes to, from neighbour to neighbour",
    "longest_line": "longest_line(cells): how many of them lie side by side in a straight line",
}


def describe(symbol: Symbol) -> str:
    """A symbol on one line: `fn trump(Card) -> Bool`, `zone hand[Seat]: set of Card`."""
    indexes = f"[{', '.join(map(str, symbol.indexes))}]" if symbol.indexes else ""
    params = f"({', '.join(map(str, symbol.params))})" if symbol.params else ""
    type_ = "" if isinstance(symbol.type, Unknown) else str(symbol.type)
    joint = " -> " if symbol.kind in ("fn", "step", "instance") else ": "
    return f"{symbol.kind} {symbol.name}{indexes}{params}{joint + type_ if type_ else ''}"


def hover_text(thing: Thing, declaration: Node | None) -> str:
    """Markdown: the declaring line, then the author's text and the ids of its rules."""
    head = first_line(declaration) if declaration is not None else f"{thing.kind} {thing.name}: {thing.type}"
    parts = [f"```rulelang\n{head}\n```"]
    text = getattr(declaration, "text", None) or getattr(declaration, "label", None)
    if text:
        parts.append(str(text))
    tags = getattr(declaration, "tags", ())
    if tags:
        parts.append(f"Rules: {', '.join(tags)}")
    if thing.kind == "local" and thing.type:
        parts = [f"```rulelang\n{thing.name}: {thing.type}\n```"]
    return "\n\n".join(parts)


def first_line(node: Node) -> str:
    return node.span.text.split("\n")[0].rstrip(" :")


def declaration_at(tree: nodes.File, start: int) -> Node | None:
    """The declaration whose name begins at an offset; of several nodes, the outermost."""
    best = None
    for node, _ in walk(tree):
        name = getattr(node, "name", None)
        if isinstance(name, Word) and name.span.start == start and (best is None or size(node) > size(best)):
            best = node
    return best


def size(node: Node) -> int:
    return node.span.end - node.span.start
