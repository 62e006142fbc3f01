"""Characters that are invisible, or that control whatever shows them.

Controls, zero-width characters, direction marks, separators: in a text from a stranger each is shown by its number,
`‹U+202E›`. Every verb loads this module, so it imports next to nothing.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

TAB = 4
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # controls, formats (zero-width, bidi), surrogates, separators
# Letters and accents by category that are drawn as nothing; without FE00–FE0F, which choose how a sign is drawn.
BLANKS = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x3164, 0xFFA0, *range(0xE0100, 0xE01F0)))
)


def terminal_text(text: str) -> str:
    """A text for a terminal: on one line, with nothing hidden in it."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " * TAB if letter == "\t" else safe(letter) for letter in text)


def clean(text: str) -> str:
    """A message on one line, with nothing hidden in it."""
    return terminal_text(" ".join(text.split()))


@lru_cache(maxsize=4096)
def safe(letter: str) -> str:
    return f"‹U+{ord(letter):04X}›" if is_hidden(letter) else letter


def is_hidden(letter: str) -> bool:
    """Whether a character is invisible, or affects what is visible."""
    return unicodedata.category(letter) in UNSEEN or letter in BLANKS or is_noncharacter(ord(letter))


def is_noncharacter(number: int) -> bool:
    """Numbers that Unicode never assigns to characters; XML and HTML refuse them."""
    return number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF
