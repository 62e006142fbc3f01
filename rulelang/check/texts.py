"""Texts of declarations: `play "{rounds} rounds; the deal moves clockwise"`.

Braces contain an option or a constant; readers see its value at their table. A text that writes out the default of an
option is wrong at some tables. A game can be played whatever is wrong with a text, so all findings are warnings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulelang.base.numbers import WORDS
from rulelang.base.source import Span
from rulelang.check.environment import Context
from rulelang.syntax import nodes
from rulelang.syntax.scan import HOLE

VALUES = ("option", "const")


def check_texts(ctx: Context, declared: Iterable[Any]) -> None:
    """Check the braces in every text of the game itself, and find numbers that should be in braces."""
    all_declared = list(declared)
    options = {str(each.name): default_of(each) for each in all_declared if isinstance(each, nodes.Option)}
    for node in all_declared:
        text = getattr(node, "text", None)
        if isinstance(text, nodes.Word) and not isinstance(node, nodes.Look) and not text.span.source.is_library:
            check_holes(ctx, text, {str(param.name) for param in getattr(node, "params", ())})
            if not isinstance(node, nodes.Option | nodes.Const):
                check_numbers(ctx, text, options)


def check_holes(ctx: Context, text: nodes.Word, params: set[str]) -> None:
    for hole, place in holes(text):
        symbol = ctx.world.symbols.get(hole)
        if symbol is not None and symbol.kind in VALUES:
            ctx.world.mention(nodes.Word(hole, place), symbol)
        elif hole != "players" and hole not in params:
            ctx.report("R424", place, hole=hole, can="`{players}`, an option or a constant of the game")


def holes(text: nodes.Word) -> Iterator[tuple[str, Span]]:
    """What stands in braces, and where."""
    for hole in HOLE.finditer(text):
        yield hole[1], text.span.part(1 + hole.start(1), 1 + hole.end(1))


def default_of(option: nodes.Option) -> int | None:
    """The default of an option as a number; None if it is not written as one."""
    return option.default.value if isinstance(option.default, nodes.Number) else None


def check_numbers(ctx: Context, text: nodes.Word, options: Mapping[str, int | None]) -> None:
    """`Four rounds`, where an option `rounds` is 4 by default and may be something else."""
    for name, default in options.items():
        if default is None:
            continue
        written = "|".join([str(default), *WORDS[default : default + 1]])
        things = name.replace("_", " ").removesuffix("s")
        found = re.search(rf"\b(?:{written}) {re.escape(things)}s?\b", text, re.IGNORECASE)
        if found is not None:
            place = text.span.part(1 + found.start(), 1 + found.end())
            ctx.report("R425", place, said=found[0], name=name)
