"""Inlay hints: inferred types after their names; and the number of options of a choice, at the end of its line, if it
is known before play.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang import ir
from rulelang.base.limits import EXHAUSTED
from rulelang.base.source import Source
from rulelang.language.index import Index
from rulelang.lower import lower
from rulelang.lower.large_choices import choices
from rulelang.syntax import nodes
from rulelang.syntax.file_checks import walk
from rulelang.syntax.nodes.base import Word

UNTYPED = (nodes.Let, nodes.LadderLet, nodes.LocalVar, nodes.For, nodes.Choose, nodes.MayChoose, nodes.EachChooses)


def hints(source: Source, tree: nodes.File, index: Index, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Offsets in a range, each with the type to show there: `let best: list of Seat = …`."""
    for node, _ in walk(tree):
        name = getattr(node, "name", None)
        if not isinstance(node, UNTYPED) or not isinstance(name, Word) or getattr(node, "type", None) is not None:
            continue
        place = name.span.start, name.span.end
        key = index.keys.get((source.name, *place))
        thing = index.things[index.root(key)] if key is not None else None
        if thing is not None and thing.kind == "local" and thing.type and start <= place[1] <= end:
            yield place[1], f": {thing.type}"


def option_hints(source: Source, game: ir.Game, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Ends of lines in a range, each with the number of options for the fewest and for the most players."""
    found: dict[int, list[int]] = {}
    try:
        for players in (game.players[0], game.players[-1]):
            program, problems = lower(game, players, {}, folded=False)
            for span, number in choices(program) if not problems else ():
                if number and span.source.name == source.name and start <= span.start <= end:
                    line = source.line(span.line)
                    found.setdefault(source.starts[span.line - 1] + len(line), []).append(number)
    except EXHAUSTED:
        return
    for place, numbers in found.items():
        few, many = min(numbers), max(numbers)
        yield place, f"{few} options" if few == many else f"{few} to {many} options"
