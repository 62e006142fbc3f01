"""Where a game is shown: line by line, or on a full screen.

The full screen shows the table at the top, the last events below it, then the question, and the input line at the
bottom. All output goes into these parts. Each question paints them in one write, line by line over the old ones, so
that nothing flickers. A new window size takes effect at once. When the game ends, the terminal is as it was before.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import attrs

from rulelang.cli import terminal
from rulelang.cli.terminal import clear, is_person, order, paint, read_line, say, say_now, size

SMALLEST = 60, 20  # columns and lines; a smaller terminal gets the line display
NEWS = 3  # lines for the latest events, at least
ENTER, LEAVE, HOME = order("[?1049h"), order("[?1049l"), order("[H")
TO_LINE_END, TO_SCREEN_END = order("[K"), order("[J")

Render = Callable[[], Sequence[str]]
"""Makes lines that are as wide as the terminal is now."""


@attrs.define
class Lines:
    """For a pipe, or a dumb or small terminal: one thing after the other. `told`: the story so far."""

    above: Render = attrs.field(default=tuple)
    told: list[str] = attrs.field(factory=list)
    offered: Sequence[str] = ()

    stays = False
    """Whether the question stays visible after other output."""
    column = 6
    """This many options or fewer are listed in one column."""

    def open(self) -> None:
        """Begin to show a game."""

    def close(self) -> None:
        """The game is over or left."""

    def table(self, render: Render) -> None:
        """The table as the seat that is asked sees it; the question follows."""
        self.above = render
        say("\n".join(["", *render(), ""]))

    def tell(self, lines: Sequence[str]) -> None:
        """What happened."""
        self.told += lines
        say("\n".join(lines))

    def cover(self) -> None:
        """Remove what one player saw before the next looks."""
        clear()

    def pose(self, lines: Sequence[str]) -> None:
        """The question; its options follow."""
        say("\n".join(lines))

    def ask(self, question: str) -> str:
        """Read an answer; the arrow keys and Tab go through what is offered."""
        return read_line(question, self.offered)

    def renew(self) -> None:
        """Called before the options are shown again."""

    def busy(self, text: str) -> None:
        """Say what takes a while now."""
        say(paint(text, "dim"))

    def page(self, lines: Sequence[str], newest: bool = False) -> None:
        """A long text to read, from its beginning or from the newest part."""
        say("\n".join(["", *lines, ""]))


@attrs.define
class FullScreen(Lines):
    """`notes`: the question, `posed` lines, with its options, `asked` lines of both; then the reply to the last input.
    `frame`: what is on the screen, to be painted again after a resize. `ahead`: an answer that was typed on a page.
    """

    notes: list[str] = attrs.field(factory=list)
    posed: int = 0
    asked: int = 0
    frame: Render = attrs.field(default=tuple)
    question: str = ""
    ahead: str = ""
    resized: Any = None

    stays = True
    column = 2

    def open(self) -> None:
        terminal.listeners.append(self.note)
        say_now(ENTER)
        with suppress(ValueError, AttributeError):  # not the main thread, or no such signal
            self.resized = signal.signal(signal.SIGWINCH, lambda *_: self.repaint())

    def close(self) -> None:
        terminal.listeners.clear()
        with suppress(ValueError, AttributeError):
            signal.signal(signal.SIGWINCH, self.resized or signal.SIG_DFL)
        say_now(LEAVE)

    def note(self, text: str) -> None:
        self.notes += text.split("\n")

    def table(self, render: Render) -> None:
        self.above, self.notes, self.asked = (lambda: render()[1:]), [], 0  # without the separator line

    def tell(self, lines: Sequence[str]) -> None:
        self.told += lines

    def cover(self) -> None:
        """The table is removed; the story stays, since it is the same for all who share the screen."""
        self.above, self.notes, self.asked, self.offered = tuple, [], 0, ()

    def pose(self, lines: Sequence[str]) -> None:
        self.notes, self.posed = [*lines], len(lines)

    def renew(self) -> None:
        del self.notes[self.posed :]
        self.asked = 0

    def ask(self, question: str) -> str:
        self.asked = self.asked or len(self.notes)
        typed, self.ahead = self.ahead or self.read(self.parts, question, self.offered), ""
        del self.notes[self.asked :]
        return typed

    def busy(self, text: str) -> None:
        self.frame = self.parts
        self.write()
        say_now(paint(text, "dim"))

    def page(self, lines: Sequence[str], newest: bool = False) -> None:
        rows = size()[1] - 3
        starts = list(range(0, len(lines), rows)) or [0]
        at = len(starts) - 1 if newest else 0
        while 0 <= at < len(starts):
            typed = self.read(partial(part, lines[starts[at] : starts[at] + rows]), turning(at, len(starts)))
            if typed.strip() not in ("", "q", "b"):
                self.ahead = typed
                return
            at += {"q": len(starts), "b": -1 if at else 0}.get(typed.strip(), 1)

    # ------------------------------------------------------------ painting

    def parts(self) -> list[str]:
        return lay_out(self.above(), self.told, self.notes, size()[1] - 2, self.posed)

    def read(self, frame: Render, question: str, offered: Sequence[str] = ()) -> str:
        """Read a line below a frame."""
        self.frame, self.question = frame, question
        self.write()
        return read_line(question, offered)

    def write(self) -> None:
        """All lines in one write, the cursor below them; one line stays free, so that Enter does not scroll."""
        columns = size()[0]
        painted = "".join(f"{clip(line, columns)}{TO_LINE_END}\n" for line in self.frame())
        say_now(f"{HOME}{painted}{TO_SCREEN_END}")

    def repaint(self) -> None:
        """Paint again after a resize during input."""
        with suppress(ImportError, RuntimeError):  # RuntimeError: the signal came during another write
            import readline

            self.write()
            say_now(f"{self.question}{readline.get_line_buffer()}")


def part(lines: Sequence[str]) -> Sequence[str]:
    """The part of a page that fits the screen."""
    return lines[: size()[1] - 3]


def turning(at: int, pages: int) -> str:
    """How to turn pages."""
    if pages == 1:
        return "Enter goes back to the table: "
    back = "b turns back, " if at else ""
    return f"Page {at + 1} of {pages}. Enter goes on, {back}q goes back to the table: "


def lay_out(
    above: Sequence[str], told: Sequence[str], notes: Sequence[str], rows: int, posed: int = 1
) -> list[str]:
    """Fill the rows: the whole table if it fits, and the newest of the rest; the question, `posed` lines, is whole."""
    most = rows - 1 - NEWS - min(len(notes), rows // 3)
    table = list(above) if len(above) <= most else [*above[: most - 1], more("table")]
    free = rows - 1 - len(table)
    most = free - NEWS
    head = [*notes[: max(1, min(posed, most - 2))], more("list")]
    below = list(notes) if len(notes) <= most else [*head, *notes[len(notes) - most + len(head) :]]
    news = [line for line in told if line.strip()][-(free - len(below)) :]
    gap = [""] * (free - len(below) - len(news))
    return [*table, paint("─" * terminal.width(), "dim"), *news, *gap, *below]


def more(word: str) -> str:
    return paint(f"  … `{word}` shows all", "dim")


def clip(line: str, columns: int) -> str:
    """A line cut to one row, with its colors."""
    if terminal.visible(line) <= columns:
        return line
    return terminal.ESCAPE.sub("", line)[: columns - 1] + "…"


def best_display() -> Lines:
    """A full screen if the terminal has one; `RULELANG_LINES=1` asks for lines instead."""
    columns, lines = size()
    large = columns >= SMALLEST[0] and lines >= SMALLEST[1]
    dumb = os.environ.get("TERM", "dumb") == "dumb" or bool(os.environ.get("RULELANG_LINES"))
    return FullScreen() if is_person() and large and not dumb else Lines()
