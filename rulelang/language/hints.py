"""Inlay hints: the types that nobody has to write, shown behind the names that have them."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.base.source import Source
from rulelang.language.index import Index
from rulelang.syntax import nodes
from rulelang.syntax.nodes.base import Word
from rulelang.syntax.whole import walk

UNTYPED = (nodes.Let, nodes.LadderLet, nodes.LocalVar, nodes.For, nodes.Choose, nodes.MayChoose, nodes.EachChooses)


def hints(source: Source, tree: nodes.File, index: Index, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Places between two offsets, each with the type to show there: `let best: list of Seat = …`."""
    for node, _ in walk(tree):
        name = getattr(node, "name", None)
        if not isinstance(node, UNTYPED) or not isinstance(name, Word) or getattr(node, "type", None) is not None:
            continue
        place = name.span.start, name.span.end
        key = index.keys.get((source.name, *place))
        thing = index.things[index.root(key)] if key is not None else None
        if thing is not None and thing.kind == "local" and thing.type and start <= place[1] <= end:
            yield place[1], f": {thing.type}"
