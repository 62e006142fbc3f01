"""A question at the terminal: numbered options, a line of answer.

A number takes its option; any other words keep the options whose labels hold them, and Enter then takes the last one
left. `?`, `u` and `q` are for the table, not for the game, and are handed back.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal

from rulelang.cli.terminal import paint, say, tint, visible, width, wrapped
from rulelang.story.pieces import short

MANY = 20  # more options than these are offered to be filtered
FEW_LINES = 6  # as many options stand one below the other
Command = Literal["?", "u", "q"]
WHY = re.compile(r"why\b\s*(.*)", re.IGNORECASE)
WORDS: dict[str, Command] = {"?": "?", "help": "?", "u": "u", "undo": "u", "q": "q", "quit": "q"}


def ask(
    labels: Sequence[str], read: Callable[[str], str], why: Callable[[str], str] | None = None
) -> int | Command:
    """The index of the option taken, or a command. `read` gives the next line, or raises EOFError; `why` tells why a
    move is not offered.
    """
    left = list(range(len(labels)))
    show(labels, left)
    while True:
        line = " ".join(read("> ").split())
        if line in WORDS:
            return WORDS[line]
        asked = WHY.fullmatch(line) if why is not None else None
        if asked is not None and why is not None and not any(line.casefold() in each.casefold() for each in labels):
            say("\n".join(wrapped(why(asked[1]))))
            continue
        if line.isdecimal():
            if 1 <= int(line) <= len(labels):
                return int(line) - 1
            say(f"There is no option {line}: the numbers go from 1 to {len(labels)}.")
        elif line:
            left = narrow(labels, line) or left
        elif len(left) == 1:
            return left[0]
        else:
            left = list(range(len(labels)))
            show(labels, left)


def narrow(labels: Sequence[str], text: str) -> list[int]:
    """Show the options that hold every word of a text; none if there is no such option."""
    words = re.findall(r"[^\s(),]+", text.casefold())
    kept = [index for index, label in enumerate(labels) if all(word in label.casefold() for word in words)]
    if not kept:
        say(f"No option holds `{text}`. Type a number, part of an option, or ? for help.")
        return []
    show(labels, kept)
    say(paint("Enter takes it." if len(kept) == 1 else "Enter shows all options again.", "dim"))
    return kept


def show(labels: Sequence[str], left: Sequence[int]) -> None:
    """The options with their numbers, in as many columns as fit, numbered down and then across."""
    wide = len(str(len(labels)))
    say("\n".join(columns([f"{index + 1:>{wide + 1}}  {short(labels[index])}" for index in left])))
    if len(left) > MANY:
        say(paint("Type part of an option to see fewer.", "dim"))


def columns(cells: list[str], gap: int = 3) -> list[str]:
    """Cells in columns of one width, filled downwards; few cells stand in one column."""
    widest = max(map(visible, cells), default=0)
    fit = max(1, (width() + gap) // (widest + gap)) if len(cells) > FEW_LINES else 1
    if fit == 1:
        return [
            tint(line) for cell in cells for line in wrapped(cell.lstrip(), margin(cell), " " * (len(margin(cell)) + 4))
        ]
    height = -(-len(cells) // fit)
    rows = [cells[row::height] for row in range(height)]
    return [tint((" " * gap).join(cell + " " * (widest - visible(cell)) for cell in row).rstrip()) for row in rows]


def margin(cell: str) -> str:
    """The spaces a cell begins with."""
    return cell[: len(cell) - len(cell.lstrip())]


def read_line(prompt: str) -> str:
    """A line from whoever plays; EOFError when there are no more."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  lets the line be edited
        return input(prompt)
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(line.rstrip("\n"))  # as on a terminal, the answer stands beside its question
    return line
