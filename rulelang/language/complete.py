"""Completion: what may stand at the cursor.

The parser says which keywords may come next. For names, the text is checked with an undeclared name in place of the
word being typed; the checker's suggestions for it are the completions, by scope and type: variables and functions where
a value is expected, fields after a dot, types after a colon. An unfinished line is given an ending that the parser
accepts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from rulelang.base.files import Shelf
from rulelang.base.source import Source
from rulelang.check.checker import Checker
from rulelang.check.environment import PROBE, Symbol
from rulelang.language.hover import BUILTINS, describe
from rulelang.link import link
from rulelang.link.linker import Reader
from rulelang.syntax import parse
from rulelang.syntax.incremental import HEAD
from rulelang.syntax.read import Failure, acceptable, read
from rulelang.syntax.vocabulary import FORMS
from rulelang.syntax.wording import words_by_terminal

WORD = re.compile(r"[A-Za-z_]\w*$")
REST = re.compile(r"\w*")

# Possible endings for an unfinished line, the likeliest first.
ENDINGS = (
    "", " = 0", ":", " to box", ")", "]", ") = 0", "] = 0", "):", "]:", ") to box", "] to box", ") -> Int = 0",
    " in seats: nothing", " from seats", ", hidden", " for p: 0", "))", "])",
)  # fmt: skip


@attrs.frozen
class Offer:
    """A word that may stand here: its kind, its declaration or use, and its author's text."""

    word: str
    kind: str
    detail: str = ""
    text: str = ""


def complete(source: Source, offset: int, reader: Reader = parse, shelf: Shelf | None = None) -> list[Offer]:
    """What may stand at an offset, in place of the partial word there."""
    if in_text_or_comment(source.text, offset):
        return []
    typed = WORD.search(source.text, 0, offset)
    start = typed.start() if typed else offset
    end = REST.match(source.text, offset).end()  # type: ignore[union-attr]
    stood = parser_state(source, start)
    if stood.type != "stop":
        return []
    names = name_offers(source, stood, start, end, reader, shelf)
    found = {each.word: each for each in (*names, *keywords(stood))}
    return list(found.values())


def parser_state(source: Source, start: int) -> Failure:
    """The parser's state before a word; it reads from the last line that starts in the first column."""
    lines = [line.start() for line in re.finditer(r"^(?=[^\s#])", source.text[: start + 1], re.MULTILINE)]
    return read(source, mask_before(source.text[:start] + "\n", lines[-1] if lines else 0), stop=start, trial=True)


def mask_before(text: str, start: int) -> str:
    """The text with all lines before `start` emptied, so that only the rest is parsed and offsets stay the same."""
    return HEAD.ljust(start, "\n") + text[start:] if start >= len(HEAD) else text


def in_text_or_comment(text: str, offset: int) -> bool:
    """Whether the offset is inside quotes or a comment."""
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    outside = re.sub(r'"(?:\\.|[^"\\])*"', "", line)
    return "#" in outside or '"' in outside


def name_offers(
    source: Source, stood: Failure, start: int, end: int, reader: Reader, shelf: Shelf | None
) -> Iterator[Offer]:
    """The names the checker would offer."""
    written = with_end(source, stood, start, end)
    linked, _ = link(Source(source.name, written), (), (), reader, shelf) if written else (None, [])
    if linked is not None:
        checker = Checker(linked)
        checker.run()
        texts = {str(getattr(each, "name", "")): str(getattr(each, "text", None) or "") for each in linked.declarations}
        for name, symbol in (checker.world.offered or {}).items():
            if name != PROBE:
                yield offer_for(
                    name, symbol, texts.get(name, "") if symbol is not None and symbol.local is None else ""
                )


def with_end(source: Source, stood: Failure, start: int, end: int) -> str | None:
    """The text with an undeclared name in place of a word, on a line that can be parsed."""
    for rest in ENDINGS:
        text = source.text[:start] + PROBE + rest + source.text[end:]
        over = text.find("\n", start + len(PROBE + rest))
        line = text[: over if over >= 0 else len(text)] + "\n"
        out = read(source, line + "x\n", at=stood.line, stop=len(line), trial=True)
        if out.pos >= len(line) and not out.opened:  # a mistake below, such as a missing block, does not matter
            return text
    return None


def offer_for(name: str, symbol: Symbol | None, text: str) -> Offer:
    if symbol is None:
        return Offer(name, "builtin", BUILTINS[name]) if name in BUILTINS else Offer(name, "member")
    return Offer(name, symbol.kind, describe(symbol), text)


def keywords(stood: Failure) -> Iterator[Offer]:
    """The keywords that the parser accepts here."""
    words = words_by_terminal()
    for terminal in sorted(acceptable(stood.states)):
        if terminal in words:
            yield Offer(words[terminal], "keyword", FORMS.get(words[terminal], ""))
