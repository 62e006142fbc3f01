"""The Pygments lexer: `rules` files in colour, wherever Pygments is used (alias `rulelang`)."""

from __future__ import annotations

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Whitespace, string_to_tokentype

from rulelang.language.highlight import KINDS, rules


def states() -> dict[str, list[tuple[object, ...]]]:
    """The table in Pygments' format."""
    rows: list[tuple[object, ...]] = [(r"\n|[\t\r ]+", Whitespace)]
    opening: list[tuple[object, ...]] = []
    for rule in rules():
        kind = string_to_tokentype(KINDS[rule.kind][1])
        if rule.opens:
            opening.append((rf"^([\t ]*)({rule.pattern})", bygroups(Whitespace, kind)))
        else:
            rows.append((rule.pattern, kind))
    return {"root": [*opening, *rows]}


class RulelangLexer(RegexLexer):
    """Rules of tabletop games."""

    name = "rulelang"
    aliases = ["rulelang"]
    filenames = ["*.rules"]
    tokens = states()
