"""The only output channel: every verb writes to the terminal, and asks whether there is one, through this file.

Colours are for terminals only, and never when NO_COLOR is set. No line ends in spaces. Without a terminal the width is
always 80, so that the same game gives the same bytes. No text can control the terminal, wherever it comes from: hidden
characters are shown by their numbers (`base/hidden.py`), and our own colours carry a mark that nobody can guess. If the
reader of the output goes away (`| head`), a verb works on silently to its exit code.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from rulelang.base.hidden import terminal_text

STYLES = {"bold": "1", "dim": "2", "good": "32", "bad": "31", "seat": "36", "heading": "1;34"}

# Words that name colours are shown in them, since most pieces differ by colour.
TINTS = {
    "red": "31", "green": "32", "yellow": "33", "blue": "94", "purple": "35", "violet": "35", "magenta": "35",
    "cyan": "36", "orange": "38;5;208", "pink": "38;5;212", "brown": "38;5;130", "grey": "90", "gray": "90",
    "silver": "37", "gold": "33",
}  # fmt: skip
COLOR_WORD = re.compile(rf"\b({'|'.join(TINTS)})\b")
OURS = f"\x1b{os.urandom(8).hex()}"  # our own escape character, until it is written
ESCAPE = re.compile(rf"{OURS}\[[0-9;]*m")
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen and its scrollback
GONE = (errno.EPIPE, errno.EIO)  # nobody reads any more: the pipe is closed, or the terminal was hung up


# ---------------------------------------------------------------- colours


def takes_colors(stream: TextIO | None) -> bool:
    """Whether a stream supports colours."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and is_terminal(stream)


def paint(text: str, style: str) -> str:
    """The text in a style, if colours are on."""
    return f"{OURS}[{STYLES[style]}m{text}{OURS}[0m" if text and takes_colors(sys.stdout) else text


def tint(text: str) -> str:
    """The text with the names of colours in their colours, if colours are on."""
    if not takes_colors(sys.stdout):
        return text
    return COLOR_WORD.sub(lambda word: f"{OURS}[{TINTS[word[0]]}m{word[0]}{OURS}[0m", text)


# ---------------------------------------------------------------- writing


def dye(text: str, color: str) -> str:
    """The text in a color of the game, if colours are on. Black and white are the terminal's own."""
    code = TINTS.get(color)
    return f"{OURS}[{code}m{text}{OURS}[0m" if code and text and takes_colors(sys.stdout) else text


listeners: list[Callable[[str], None]] = []
"""Who receives the output: a full screen, while there is one."""


def say(text: str = "") -> None:
    """Write lines; trailing spaces are removed."""
    if listeners:
        listeners[-1](trim(text).removesuffix("\n"))
        return
    put(sys.stdout, trim(text))


def order(code: str) -> str:
    """A terminal control sequence of our own, such as `[H`, to be written with other text."""
    return f"{OURS}{code}"


def say_now(text: str) -> None:
    """Write at once, bypassing the listeners."""
    put(sys.stdout, text)
    flush()


def warn(text: str = "") -> None:
    """Write to the error stream, after all earlier output; on a full screen, with the other output."""
    if listeners and is_terminal(sys.stderr):
        say(text)
        return
    flush()
    put(sys.stderr, trim(text))


def warn_rendered(render: Callable[[bool], str]) -> None:
    """Write a text that is already clean to the error stream; `render` gets whether colours are on."""
    warn(render(takes_colors(sys.stderr)).replace("\x1b", OURS))


def say_exactly(text: str) -> None:
    """Write a text exactly, with its spaces and last line, such as a diff or a page."""
    put(sys.stdout, text)


def say_json(value: Any) -> None:
    """Write a value as JSON: keys in their order, letters unescaped."""
    from rulelang.base.escape import json_text

    put(sys.stdout, json_text(value, indent=2) + "\n")


def write_through(text: str) -> None:
    """Write the output of a filter, byte for byte, to a file or a pipe; to a terminal, like any other text."""
    data = getattr(sys.stdout, "buffer", None)
    if data is None or is_terminal(sys.stdout):
        put(sys.stdout, text)
        return
    flush()
    with ignore_gone_reader(sys.stdout):
        data.write(text.encode("utf-8", "surrogateescape"))


def read_line(question: str, offered: Sequence[str] = ()) -> str:
    """A line from the player; EOFError at the end of the input, Unseen if nobody sees the question.

    The line can be edited. The arrow keys go through what is offered, the last one first, since it is next to the
    cursor; Tab completes it.
    """
    if is_person():
        offer(offered)
        flush()
        return input(question)
    say_exactly(question)
    line = next_line()
    if not line:
        raise EOFError
    say(line.rstrip("\n"))  # show the answer beside its question, as on a terminal
    return line


def offer(lines: Sequence[str]) -> None:
    """Offer lines to the arrow keys and Tab."""
    with suppress(ImportError):
        import readline

        readline.clear_history()
        readline.set_auto_history(False)
        for line in lines:
            readline.add_history(line)
        readline.set_completer_delims("")
        readline.set_completer(lambda begun, at: completions(lines, begun)[at])
        readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")


def completions(lines: Sequence[str], begun: str) -> list[str | None]:
    """The lines with this prefix, then None as readline expects."""
    return [*(line for line in lines if line.casefold().startswith(begun.casefold())), None]


class Unseen(Exception):
    """Nobody reads the output, so there is nobody to ask."""


def next_line() -> str:
    """The next line of the input, after flushing the output; empty at the end."""
    flush()
    if sys.stdout in deaf:
        raise Unseen
    return sys.stdin.readline() if sys.stdin is not None else ""


def clear() -> None:
    """Clear the screen and its scrollback, so that the next player does not see them."""
    put(sys.stdout, CLEAR.replace("\x1b", OURS))


def flush() -> None:
    """Flush the output."""
    if sys.stdout is not None:
        with ignore_gone_reader(sys.stdout):
            sys.stdout.flush()


def put(stream: TextIO | None, text: str) -> None:
    """The last step for every text: escape everything hidden except our own colours."""
    if stream is None:  # closed before we started
        return
    own = text.split(OURS)
    clean = "\x1b".join("\n".join(map(terminal_text, part.split("\n"))) for part in own)
    with ignore_gone_reader(stream):
        stream.write(clean)


def trim(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.split("\n")) + "\n"


@contextmanager
def ignore_gone_reader(stream: TextIO) -> Iterator[None]:
    """Inside, a reader that went away is no error: further output is dropped."""
    try:
        yield
    except OSError as error:
        if error.errno not in GONE:
            raise
        deaf.add(stream)
        silence(stream)


deaf: set[TextIO] = set()
"""Streams that nobody reads any more."""


def silence(stream: TextIO | None = None) -> None:
    """Redirect a stream, by default the output, to nowhere, so that its buffer causes no error at exit."""
    stream = stream or sys.stdout
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tolerate_any_letter() -> None:
    """Print a question mark for a letter that the terminal lacks, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


# ---------------------------------------------------------------- who is there


def is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def is_person() -> bool:
    """Whether a person reads the output and types the input."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def is_typed() -> bool:
    """Whether the input is typed, not a file or a pipe."""
    return is_terminal(sys.stdin)


def is_watched() -> bool:
    """Whether a person sees the error stream, where progress bars are drawn."""
    return is_terminal(sys.stderr)


def width() -> int:
    """How many columns a line has."""
    if not is_terminal(sys.stdout):
        return 80
    return max(40, min(shutil.get_terminal_size().columns, 100))


def size() -> tuple[int, int]:
    """Columns and lines of the terminal; zeros if there is none, or if it does not say."""
    try:
        found = os.get_terminal_size(sys.stdout.fileno())
    except (AttributeError, OSError, ValueError):
        return 0, 0
    return found.columns, found.lines


# ---------------------------------------------------------------- laying out


def wrap(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """A paragraph as wrapped lines, with a prefix for the first and for the others; `Player 2` is not broken."""
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
