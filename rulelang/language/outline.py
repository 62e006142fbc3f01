"""The shape of a file: an outline of its declarations, folding ranges, and semantic tokens."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang.base.source import Source, Span
from rulelang.language.highlight import tokens
from rulelang.language.index import Index
from rulelang.syntax import nodes
from rulelang.syntax.nodes.base import Node, Word


@attrs.frozen
class Entry:
    """A declaration in the outline; `span` is the whole of it, `name_span` its name."""

    name: str
    kind: str
    span: Span
    name_span: Span
    inside: tuple[Entry, ...] = ()


def outline(tree: nodes.File) -> list[Entry]:
    return [entry for part in tree.parts if (entry := entry_of(part)) is not None]


def entry_of(node: Node) -> Entry | None:
    """A declaration with a name or a title, and the declarations inside it."""
    if isinstance(node, nodes.Override | nodes.Extend):
        return entry_of(node.declaration)
    name = getattr(node, "name", None) or getattr(node, "title", None)
    if isinstance(node, nodes.Setup | nodes.Play):
        word = type(node).__name__.lower()
        return Entry(word, word, node.span, Span(node.span.source, node.span.start, node.span.start + len(word)))
    if not isinstance(name, Word):
        return None
    children = [*getattr(node, "actions", ()), *getattr(node, "changes", ()), *getattr(node, "parts", ())]
    inside = tuple(entry for child in children if (entry := entry_of(child)) is not None)
    return Entry(str(name), type(node).__name__.lower(), node.span, name.span, inside)


def tests(tree: nodes.File) -> Iterator[nodes.Test]:
    return (part for part in tree.parts if isinstance(part, nodes.Test))


def folds(source: Source) -> list[tuple[int, int]]:
    """The foldable ranges, with lines counted from 0: a line and all deeper lines below it."""
    lines = source.text.split("\n")
    depths = [len(line) - len(line.lstrip()) if line.strip() else None for line in lines]
    open_: list[tuple[int, int]] = []
    found = []
    last = 0
    for at, depth in enumerate(depths):
        if depth is None:
            continue
        while open_ and open_[-1][1] >= depth:
            start, _ = open_.pop()
            if last > start:
                found.append((start, last))
        open_.append((at, depth))
        last = at
    return sorted(found + [(start, last) for start, _ in open_ if last > start])


SEMANTIC = (
    "keyword", "type", "enumMember", "property", "variable", "parameter", "function", "string", "number", "comment",
)  # fmt: skip
MEANING = {  # kind of a thing: type of its token
    "enum": "type", "piece": "type", "group": "type", "type": "type", "member": "enumMember", "field": "property",
    "column": "property", "local": "parameter", "fn": "function", "step": "function", "phase": "function",
    "menu": "function", "action": "function", "instance": "function", "score": "function",
}  # fmt: skip
PLAIN = {
    "comment": "comment", "text": "string", "number": "number", "declaration": "keyword", "keyword": "keyword",
    "operator_word": "keyword", "constant": "keyword", "type": "type",
}  # fmt: skip


def meanings(source: Source, index: Index) -> Iterator[tuple[int, int, str]]:
    """Each word by its meaning in this game, if known; other tokens by their syntax."""
    for kind, start, end in tokens(source.text):
        key = index.keys.get((source.name, start, end))
        if key is not None:
            yield start, end, MEANING.get(index.things[index.root(key)].kind, "variable")
        elif kind in PLAIN:
            yield start, end, PLAIN[kind]
