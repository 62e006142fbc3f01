"""The only way out: every verb writes to the terminal, and asks whether there is one, through this file.

Colour is for terminals, and never when NO_COLOR is set. A line has no trailing spaces. Away from a terminal the width
is always 80, so that the same game is the same bytes. No text, wherever it comes from, gives orders to the terminal:
what is hidden in it is shown by its number (`base/hidden.py`); our own colours are known by a mark nobody can guess.
Who reads the output may go away (`| head`): a verb then works on to its exit code and is heard no more.
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

# Words that are colours are shown in them: pieces are mostly told apart so.
TINTS = {
    "red": "31", "green": "32", "yellow": "33", "blue": "94", "purple": "35", "violet": "35", "magenta": "35",
    "cyan": "36", "orange": "38;5;208", "pink": "38;5;212", "brown": "38;5;130", "grey": "90", "gray": "90",
    "silver": "37", "gold": "33",
}  # fmt: skip
COLOR_WORD = re.compile(rf"\b({'|'.join(TINTS)})\b")
OURS = f"\x1b{os.urandom(8).hex()}"  # an escape of our own, until it is written
ESCAPE = re.compile(rf"{OURS}\[[0-9;]*m")
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen and what was scrolled away
GONE = (errno.EPIPE, errno.EIO)  # nobody reads any more: the pipe is closed, the terminal was hung up


# ---------------------------------------------------------------- colours


def takes_colors(stream: TextIO | None) -> bool:
    """Whether this stream takes colours."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and is_terminal(stream)


def paint(text: str, style: str) -> str:
    """The text in a style, where colours are taken."""
    return f"{OURS}[{STYLES[style]}m{text}{OURS}[0m" if text and takes_colors(sys.stdout) else text


def tint(text: str) -> str:
    """The text with the names of colours in their colours, where colours are taken."""
    if not takes_colors(sys.stdout):
        return text
    return COLOR_WORD.sub(lambda word: f"{OURS}[{TINTS[word[0]]}m{word[0]}{OURS}[0m", text)


# ---------------------------------------------------------------- writing


def dye(text: str, color: str) -> str:
    """The text in a color of the game, where colours are taken. Black and white are the terminal's own."""
    code = TINTS.get(color)
    return f"{OURS}[{code}m{text}{OURS}[0m" if code and text and takes_colors(sys.stdout) else text


listeners: list[Callable[[str], None]] = []
"""Who shows what is said: a full screen, while there is one."""


def say(text: str = "") -> None:
    """Write lines; none ends in a space."""
    if listeners:
        listeners[-1](trim(text).removesuffix("\n"))
        return
    put(sys.stdout, trim(text))


def order(code: str) -> str:
    """An order of our own to the terminal, as `[H`, to be written with other text."""
    return f"{OURS}{code}"


def say_now(text: str) -> None:
    """Write at once, past whoever shows what is said."""
    put(sys.stdout, text)
    flush()


def warn(text: str = "") -> None:
    """Write to the error stream, after all that was said before; at a full screen, where all else is shown."""
    if listeners and is_terminal(sys.stderr):
        say(text)
        return
    flush()
    put(sys.stderr, trim(text))


def warn_rendered(render: Callable[[bool], str]) -> None:
    """Write to the error stream what cleans its own texts; `render` is told whether colours are taken."""
    warn(render(takes_colors(sys.stderr)).replace("\x1b", OURS))


def say_exactly(text: str) -> None:
    """Write a text whose spaces and last line count, such as a diff or a page."""
    put(sys.stdout, text)


def say_json(value: Any) -> None:
    """Write a value for programs: keys as given, letters as they are."""
    from rulelang.base.escape import json_text

    put(sys.stdout, json_text(value, indent=2) + "\n")


def write_through(text: str) -> None:
    """Write what a filter was given, byte for byte, to a file or a pipe; at a terminal, as every other text."""
    data = getattr(sys.stdout, "buffer", None)
    if data is None or is_terminal(sys.stdout):
        put(sys.stdout, text)
        return
    flush()
    with ignore_gone_reader(sys.stdout):
        data.write(text.encode("utf-8", "surrogateescape"))


def read_line(question: str, offered: Sequence[str] = ()) -> str:
    """A line from whoever plays; EOFError when there are no more, Unseen when nobody sees the question.

    It can be edited. The arrow keys go through what is offered, the last one first, as it is next to the cursor; Tab
    completes it.
    """
    if is_person():
        offer(offered)
        flush()
        return input(question)
    say_exactly(question)
    line = next_line()
    if not line:
        raise EOFError
    say(line.rstrip("\n"))  # as on a terminal, the answer stands beside its question
    return line


def offer(lines: Sequence[str]) -> None:
    """Put lines where the arrow keys and Tab find them."""
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
    """The lines that begin so; None ends them."""
    return [*(line for line in lines if line.casefold().startswith(begun.casefold())), None]


class Unseen(Exception):
    """Nobody reads what is said, so there is nobody to ask."""


def next_line() -> str:
    """The next line of the input, once all that was said is out; empty at the end."""
    flush()
    if sys.stdout in deaf:
        raise Unseen
    return sys.stdin.readline() if sys.stdin is not None else ""


def clear() -> None:
    """Wipe the screen and what was above it, so that the next player does not see it."""
    put(sys.stdout, CLEAR.replace("\x1b", OURS))


def flush() -> None:
    """Send off what was said."""
    if sys.stdout is not None:
        with ignore_gone_reader(sys.stdout):
            sys.stdout.flush()


def put(stream: TextIO | None, text: str) -> None:
    """The last step of every text: nothing hidden in it but our own colours."""
    if stream is None:  # closed before we began
        return
    own = text.split(OURS)
    clean = "\x1b".join("\n".join(map(terminal_text, part.split("\n"))) for part in own)
    with ignore_gone_reader(stream):
        stream.write(clean)


def trim(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.split("\n")) + "\n"


@contextmanager
def ignore_gone_reader(stream: TextIO) -> Iterator[None]:
    """Inside, a reader that went away is no error: what is still to be written goes nowhere."""
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
    """Lead a stream nowhere, the output if none is named: what it still holds is no error when the program ends."""
    stream = stream or sys.stdout
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tolerate_any_letter() -> None:
    """A terminal that lacks a letter gets a question mark, never an error."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


# ---------------------------------------------------------------- who is there


def is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def is_person() -> bool:
    """Does somebody read the output and type the input?"""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def is_typed() -> bool:
    """Is the input typed, not a file or a pipe?"""
    return is_terminal(sys.stdin)


def is_watched() -> bool:
    """Does somebody look at the error stream, where bars are drawn?"""
    return is_terminal(sys.stderr)


def width() -> int:
    """How many columns a line has."""
    if not is_terminal(sys.stdout):
        return 80
    return max(40, min(shutil.get_terminal_size().columns, 100))


def size() -> tuple[int, int]:
    """Columns and lines of the terminal; none if there is none, or it does not say."""
    try:
        found = os.get_terminal_size(sys.stdout.fileno())
    except (AttributeError, OSError, ValueError):
        return 0, 0
    return found.columns, found.lines


# ---------------------------------------------------------------- laying out


def wrap(text: str, first: str = "", rest: str | None = None) -> list[str]:
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
