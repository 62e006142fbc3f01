"""Text to tokens, as far as that is possible without context.

The type of a word or sign depends on its place: `deal` is a name where only a name can stand. So a token has only its
text and its place here, and the parser, which knows what it expects, assigns the type. The patterns are those of
`grammar/rulelang.lark`, combined into one; a test compares them with the grammar's.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import NamedTuple

from rulelang.base import limits
from rulelang.base.frozen import Frozen, frozen
from rulelang.base.source import Source, Span

# The kinds of token, as the groups of NEXT; every token may have blanks before it. CARRIED and JOINED are line ends
# after which the line continues: after `=` or a comma, and before a joining word or sign.
CARRIED, WORD, NUMBER, TEXT, JOINED, LINE, SIGN = range(1, 8)

# Words with which an indented line continues the one above.
JOINING = ("where", "and", "or", "div", "mod", "in")

# Reserved words that can only begin their own line.
ALONE = "break|deal|each|elif|else|for|form|hide|let|move|note|nothing|on|pay|put|repeat|require|return|roll"
ALONE += "|shuffle|stop|swap|tally|var|while"

NEXT = re.compile(
    rf"""((?<=[=,])[\t ]*(?:\#[^\n]*)?\r?\n[\t ]+(?=[^\s\#])(?!(?:{ALONE})\b)) | [\t ]*(?:
      ([A-Za-z_][A-Za-z0-9_]*)
    | ([0-9]+)
    | ("(?:\\.|[^"\\\n])*")
    | ((?:\#[^\n]*)?\r?\n[\t ]+
        (?=(?:{"|".join(JOINING)}|not[\t ]+in)\b | [+*](?!=) | -[\t ] | [=!<>]= | [<>]) | \\[\t ]*\r?\n)
    | ((?:\r?\n[\t ]*|\#[^\n]*)+)
    | (\.\.\.?|->|[=!<>]=|[+-]=|[-+*.,:=()\[\]|?<>])
    )""",
    re.VERBOSE,
)

# Words that begin a phrase, and the terminals it may be; phrases are matched before single words.
PHRASES = {
    "const": ("CONST_BY_PLAYERS",),
    "end": ("END_WHEN", "END_AFTER", "END_GAME"),
    "at": ("AT_MOST",),
    "up": ("UP_TO",),
    "may": ("MAY_CHOOSE", "MAY_NOT"),
    "cannot": ("CANNOT_SEE",),
    "one": ("ONE_BY_ONE",),
    "chance": ("CHANCE",),
    "others": ("OTHERS",),
}


class Token(NamedTuple):
    """A token of a line and its place; a character that begins none is a token of kind 0."""

    kind: int
    text: str
    start: int
    end: int


def tokens(text: str, start: int, end: int) -> list[Token]:
    """The tokens in a part of a text, without line ends and comments."""
    found = []
    while start < end:
        match = NEXT.match(text, start, end)
        if match and match.lastindex:
            kind, start = match.lastindex, match.end()
            if kind not in (CARRIED, JOINED, LINE):
                found.append(Token(kind, match[kind], match.start(kind), start))
        else:
            while start < end and text[start] in "\t ":
                start += 1
            if start < end:
                found.append(Token(0, text[start], start, start + 1))
            start += 1
    return found


WORDS = re.compile(r'#[^\n]*|"(?:\\.|[^"\\\n])*"|\w+|[^\w\s]')
HOLE = re.compile(r"\{([^{}]*)\}")  # in a text in quotes: what stands there is code


@functools.lru_cache(maxsize=128)
def count_words(text: str) -> int:
    """Count the words, numbers, texts and signs of a text, also in the holes of quoted texts, which are code. Cached,
    since a file is linked many times.
    """
    words = [word for word in WORDS.findall(text) if word[0] != "#"]
    holes = [hole[0] for word in words if word[0] == '"' for hole in HOLE.finditer(word)]
    return len(words) + sum(len(WORDS.findall(hole)) for hole in holes)


def check_words(sources: Iterable[Source], times: int = 1, limit: str = "words") -> None:
    """Parsing these texts `times` times must stay within the limit; an excess is reported at the last one."""
    texts = [*sources]
    if times * sum(len(source.text) for source in texts) <= getattr(limits.current(), limit):
        return  # a word has at least one letter: most files need not be counted
    total = 0
    for source in texts:
        total += times * count_words(source.text)
        limits.check(total, limit, source.line_span())


@frozen
class Comment(Frozen):
    """A comment, from its `#` to the end of its line; `own_line` if nothing stands before it."""

    span: Span
    own_line: bool


def comments(source: Source) -> list[Comment]:
    """The comments of a text, in order. A `#` in a quoted text begins none."""
    found = []
    for match in re.finditer(r'"(?:\\.|[^"\\\n])*"|\#[^\n]*', source.text):
        if match[0][0] == "#":
            start = match.start()
            end = start + len(match[0].rstrip("\r"))
            before = source.text[source.text.rfind("\n", 0, start) + 1 : start]
            found.append(Comment(Span(source, start, end), not before.strip("\t \ufeff")))
    return found
