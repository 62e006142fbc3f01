"""Completion: what may stand where the cursor is.

The parser says which words of the language may come next. For names, the text is checked with a name that nobody
declares in the place of the word that is being typed; what the checker would then have offered is the completion, by
scope and type: variables and functions where a value is wanted, fields behind a dot, types behind a colon.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from rulelang.base.files import Shelf
from rulelang.base.source import Source
from rulelang.check.checker import Checker
from rulelang.check.environment import PROBE, Symbol
from rulelang.language.hover import described
from rulelang.link import link
from rulelang.syntax import parse
from rulelang.syntax.read import acceptable, grammar, read
from rulelang.syntax.vocabulary import FORMS, PHRASE_WORDS

WORD = re.compile(r"[A-Za-z_]\w*$")


# What may be missing behind a word on a line that is being typed, the likeliest first.
ENDINGS = ("", " = 0", ":", " to box", ")", "]", ") -> Int = 0", "] = 0", " in seats: nothing")


@attrs.frozen
class Offer:
    """A word that may stand here: what it is, and what is said about it."""

    word: str
    kind: str
    detail: str = ""


def complete(source: Source, offset: int, shelf: Shelf | None = None) -> list[Offer]:
    """What may stand at an offset, in place of the beginning of a word that is there."""
    if in_text_or_comment(source.text, offset):
        return []
    typed = WORD.search(source.text, 0, offset)
    start = typed.start() if typed else offset
    end = offset
    while end < len(source.text) and (source.text[end].isalnum() or source.text[end] == "_"):
        end += 1
    names = offered_names(source, start, end, shelf)
    found = {each.word: each for each in (*names, *keywords(source, start))}
    return list(found.values())


def in_text_or_comment(text: str, offset: int) -> bool:
    """Is the place inside quotes or behind a `#`?"""
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    outside = re.sub(r'"(?:\\.|[^"\\])*"', "", line)
    return "#" in outside or '"' in outside


def offered_names(source: Source, start: int, end: int, shelf: Shelf | None) -> Iterator[Offer]:
    """The names the checker would offer; a line that has no end yet is tried with one."""
    for rest in ENDINGS:
        text = source.text[:start] + PROBE + rest + source.text[end:]
        linked, _ = link(Source(source.name, text), (), (), parse, shelf)
        if linked is None:
            continue
        checker = Checker(linked)
        checker.run()
        if checker.world.offered is not None:
            for name, symbol in checker.world.offered.items():
                if name != PROBE:
                    yield made(name, symbol)
            return


def made(name: str, symbol: Symbol | None) -> Offer:
    if symbol is None:
        return Offer(name, "builtin" if name.islower() else "member")
    return Offer(name, symbol.kind, described(symbol))


def keywords(source: Source, start: int) -> Iterator[Offer]:
    """The words of the language that the parser can take here."""
    stood = read(source, source.text[:start] + "\n", stop=start, trial=True)
    if stood.type != "stop":
        return
    words = {name: word for word, name in grammar().tables.words.items()} | PHRASE_WORDS
    for terminal in sorted(acceptable(stood.states)):
        if terminal in words:
            yield Offer(words[terminal], "keyword", FORMS.get(words[terminal], ""))
