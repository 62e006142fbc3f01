"""Characters that nobody sees, or that give orders to whatever shows them.

Controls, zero-width characters, those that turn the reading direction, separators: in a text from a stranger each is
shown by its number, `‹U+202E›`. This is loaded by every verb, and imports next to nothing.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

TAB = 4
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # controls, formats (zero-width, bidi), half characters, separators
# Letters and accents by their category that are drawn as nothing; FE00–FE0F are left: they choose how a sign is drawn.
BLANKS = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x3164, 0xFFA0, *range(0xE0100, 0xE01F0)))
)


def terminal_text(text: str) -> str:
    """A text as it may go to a terminal: on one line, with nothing hidden in it."""
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
    """Whether a character is not seen where it stands, or does something to what is seen."""
    return unicodedata.category(letter) in UNSEEN or letter in BLANKS or is_noncharacter(ord(letter))


def is_noncharacter(number: int) -> bool:
    """Numbers that Unicode keeps free of characters for good; XML and HTML refuse them."""
    return number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF
