"""Where a game is shown: line after line, or on a full screen that stays.

On the full screen the table is above, the last events below it, then the question, and the line that is typed at the
bottom. All that is said meanwhile goes into these parts; each question paints them in one write, line by line over what
was there, so that nothing flickers. A new size is heeded at once. When it is left, the terminal is as it was before.
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

SMALLEST = 60, 20  # columns and lines; a smaller terminal gets the lines
NEWS = 3  # at least so many lines tell what happened last
ENTER, LEAVE, HOME = order("[?1049h"), order("[?1049l"), order("[H")
TO_LINE_END, TO_SCREEN_END = order("[K"), order("[J")

Render = Callable[[], Sequence[str]]
"""Makes the lines of something, as wide as the terminal is now."""


@attrs.define
class Lines:
    """A pipe, a dumb or small terminal: one thing after the other. `told`: the story so far."""

    above: Render = attrs.field(default=tuple)
    told: list[str] = attrs.field(factory=list)
    offered: Sequence[str] = ()

    stays = False
    """Is the question still in sight after other things were shown?"""
    column = 6
    """As many options stand one below the other."""

    def open(self) -> None:
        """Begin to show a game."""

    def close(self) -> None:
        """The game is over or left."""

    def table(self, render: Render) -> None:
        """The table as the one who is asked sees it; the question follows."""
        self.above = render
        say("\n".join(["", *render(), ""]))

    def tell(self, lines: Sequence[str]) -> None:
        """What happened."""
        self.told += lines
        say("\n".join(lines))

    def cover(self) -> None:
        """Nothing of what one player saw is left for the next."""
        clear()

    def ask(self, question: str) -> str:
        """What is typed; the arrow keys and Tab find what is offered."""
        return read_line(question, self.offered)

    def renew(self) -> None:
        """The options are about to be shown anew."""

    def busy(self, text: str) -> None:
        """What takes a while now."""
        say(paint(text, "dim"))

    def page(self, lines: Sequence[str], newest: bool = False) -> None:
        """A long text to be read, from its beginning or from what is newest."""
        say("\n".join(["", *lines, ""]))


@attrs.define
class FullScreen(Lines):
    """`notes`: the question with its options, as many lines as `asked` says; then what the last typed line was told.
    `frame`: what is on the screen, to be painted again in another size. `ahead`: an answer typed while a page was read.
    """

    notes: list[str] = attrs.field(factory=list)
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
        self.above, self.notes, self.asked = (lambda: render()[1:]), [], 0  # without the line that parts it from before

    def tell(self, lines: Sequence[str]) -> None:
        self.told += lines

    def cover(self) -> None:
        """The table is gone; the story is the same for all who share the screen."""
        self.above, self.notes, self.asked, self.offered = tuple, [], 0, ()

    def renew(self) -> None:
        del self.notes[1:]
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
        return lay_out(self.above(), self.told, self.notes, size()[1] - 2)

    def read(self, frame: Render, question: str, offered: Sequence[str] = ()) -> str:
        """What is typed below a frame."""
        self.frame, self.question = frame, question
        self.write()
        return read_line(question, offered)

    def write(self) -> None:
        """All lines in one write, the cursor below them; one line stays free, so that Enter scrolls nothing."""
        columns = size()[0]
        painted = "".join(f"{clip(line, columns)}{TO_LINE_END}\n" for line in self.frame())
        say_now(f"{HOME}{painted}{TO_SCREEN_END}")

    def repaint(self) -> None:
        """After a new size, while a line is being typed."""
        with suppress(ImportError, RuntimeError):  # RuntimeError: it came while something else was being written
            import readline

            self.write()
            say_now(f"{self.question}{readline.get_line_buffer()}")


def part(lines: Sequence[str]) -> Sequence[str]:
    """As much of a page as the screen has room for now."""
    return lines[: size()[1] - 3]


def turning(at: int, pages: int) -> str:
    """How to go on from a page."""
    if pages == 1:
        return "Enter goes back to the table: "
    back = "b turns back, " if at else ""
    return f"Page {at + 1} of {pages}. Enter goes on, {back}q goes back to the table: "


def lay_out(above: Sequence[str], told: Sequence[str], notes: Sequence[str], rows: int) -> list[str]:
    """As many lines as there are rows: the table whole if it fits, and the newest of the rest."""
    most = rows - 1 - NEWS - min(len(notes), rows // 3)
    table = list(above) if len(above) <= most else [*above[: most - 1], more("table")]
    free = rows - 1 - len(table)
    most = free - NEWS
    below = list(notes) if len(notes) <= most else [notes[0], more("list"), *notes[len(notes) - most + 2 :]]
    news = [line for line in told if line.strip()][-(free - len(below)) :]
    gap = [""] * (free - len(below) - len(news))
    return [*table, paint("─" * terminal.width(), "dim"), *news, *gap, *below]


def more(word: str) -> str:
    return paint(f"  … `{word}` shows all", "dim")


def clip(line: str, columns: int) -> str:
    """A line that takes one row, with its colors."""
    if terminal.visible(line) <= columns:
        return line
    return terminal.ESCAPE.sub("", line)[: columns - 1] + "…"


def best_display() -> Lines:
    """A full screen where there is one and it is wanted: `RULELANG_LINES=1` asks for lines."""
    columns, lines = size()
    large = columns >= SMALLEST[0] and lines >= SMALLEST[1]
    dumb = os.environ.get("TERM", "dumb") == "dumb" or bool(os.environ.get("RULELANG_LINES"))
    return FullScreen() if is_person() and large and not dumb else Lines()
