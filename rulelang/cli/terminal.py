"""What every verb writes with: plain lines, with colours only where a person looks.

Colour is for terminals, and never when NO_COLOR is set. A line has no trailing spaces. Away from a terminal the width
is always 80, so that the same game is the same bytes.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from typing import Any, TextIO

STYLES = {"bold": "1", "dim": "2", "good": "32", "bad": "31", "seat": "36", "heading": "1;34"}

# Words that are colours are shown in them: pieces are mostly told apart so.
TINTS = {
    "red": "31", "green": "32", "yellow": "33", "blue": "94", "purple": "35", "violet": "35", "magenta": "35",
    "cyan": "36", "orange": "38;5;208", "pink": "38;5;212", "brown": "38;5;130", "grey": "90", "gray": "90",
    "silver": "37", "gold": "33",
}  # fmt: skip
COLOR_WORD = re.compile(rf"\b({'|'.join(TINTS)})\b")
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def colored(stream: TextIO) -> bool:
    """Whether this stream takes colours."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and stream.isatty()


def width() -> int:
    """How many columns a line has."""
    if not sys.stdout.isatty():
        return 80
    return max(40, min(shutil.get_terminal_size().columns, 100))


def paint(text: str, style: str) -> str:
    """The text in a style, where colours are taken."""
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if text and colored(sys.stdout) else text


def tint(text: str) -> str:
    """The text with the names of colours in their colours, where colours are taken."""
    if not colored(sys.stdout):
        return text
    return COLOR_WORD.sub(lambda word: f"\x1b[{TINTS[word[0]]}m{word[0]}\x1b[0m", text)


def dye(text: str, color: str) -> str:
    """The text in a color of the game, where colours are taken. Black and white are the terminal's own."""
    code = TINTS.get(color)
    return f"\x1b[{code}m{text}\x1b[0m" if code and text and colored(sys.stdout) else text


def say(text: str = "") -> None:
    """Write lines; none ends in a space."""
    print("\n".join(line.rstrip() for line in text.split("\n")))


def warn(text: str) -> None:
    """Write to the error stream, after all that was said before."""
    sys.stdout.flush()
    print("\n".join(line.rstrip() for line in text.split("\n")), file=sys.stderr)


def say_json(value: Any) -> None:
    """Write a value for programs: keys as given, letters as they are."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """A paragraph in lines, the first and the others begun so; `Player 2` is not broken."""
    kept = re.sub(r"\bPlayer (?=\d)", "Player\xa0", text)
    lines = textwrap.wrap(
        kept,
        width(),
        initial_indent=first,
        subsequent_indent=" " * len(first) if rest is None else rest,
        break_long_words=True,
        break_on_hyphens=False,
    )
    return [line.replace("\xa0", " ") for line in lines]


def visible(text: str) -> int:
    """How many columns a text takes."""
    from rulelang.base.columns import screen_width

    return screen_width(ESCAPE.sub("", text))


def number_of(count: int, thing: str, several: str = "") -> str:
    """`1 test`, `3 tests`."""
    return f"{count} {thing if count == 1 else several or thing + 's'}"


def enumerate_words(words: list[str], last: str = "and") -> str:
    """`3`, `3 and 4`, `2, 3 and 4`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
