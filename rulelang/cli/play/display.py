"""Where a game is shown: line after line, or on a full screen that stays.

On the full screen the table is above, the last events below it, then the question, and the line that is typed at the
bottom. All that is said meanwhile goes into these parts; each question paints them in one write, line by line over what
was there, so that nothing flickers. A new size is heeded at once. When it is left, the terminal is as it was before.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import attrs

from rulelang.cli import terminal
from rulelang.cli.terminal import clear, is_person, order, paint, read_line, say, say_now

SMALLEST = 60, 20  # columns and lines; a smaller terminal gets the lines
NEWS = 3  # at least so many lines tell what happened last
ENTER, LEAVE, HOME = order("[?1049h"), order("[?1049l"), order("[H")
TO_LINE_END, TO_SCREEN_END = order("[K"), order("[J")


@attrs.define
class Lines:
    """A pipe, a dumb or small terminal: one thing after the other. `above`: the table. `told`: the story so far."""

    above: list[str] = attrs.field(factory=list)
    told: list[str] = attrs.field(factory=list)

    def open(self) -> None:
        """Begin to show a game."""

    def close(self) -> None:
        """The game is over or left."""

    def table(self, lines: Sequence[str]) -> None:
        """The table as the one who is asked sees it; the question follows."""
        self.above = list(lines)
        say("\n".join(["", *lines, ""]))

    def tell(self, lines: Sequence[str]) -> None:
        """What happened."""
        self.told += lines
        say("\n".join(lines))

    def cover(self) -> None:
        """Nothing of what one player saw is left for the next."""
        clear()

    def ask(self, question: str) -> str:
        return read_line(question)

    def renew(self) -> None:
        """The options are about to be shown anew."""

    def page(self, lines: Sequence[str]) -> None:
        """A long text to be read."""
        say("\n".join(lines))


@attrs.define
class FullScreen(Lines):
    """`notes`: the question with its options, as many lines as `asked` says; then what the last typed line was told."""

    notes: list[str] = attrs.field(factory=list)
    asked: int = 0
    resized: Any = None

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

    def table(self, lines: Sequence[str]) -> None:
        self.above, self.notes, self.asked = list(lines[1:]), [], 0  # without the line that parts it from the story

    def tell(self, lines: Sequence[str]) -> None:
        self.told += lines

    def cover(self) -> None:
        """The table is gone; the story is the same for all who share the screen."""
        self.above, self.notes, self.asked = [], [], 0

    def renew(self) -> None:
        del self.notes[1:]
        self.asked = 0

    def ask(self, question: str) -> str:
        self.asked = self.asked or len(self.notes)
        self.paint()
        typed = read_line(question)
        del self.notes[self.asked :]
        return typed

    def page(self, lines: Sequence[str]) -> None:
        """A text page by page."""
        rows = size()[1] - 3
        for at in range(0, len(lines), rows):
            self.write(lines[at : at + rows])
            if read_line("Enter goes on, q goes back to the table: ").strip() == "q":
                return

    def paint(self) -> None:
        self.write(laid_out(self.above, self.told, self.notes, size()[1] - 2))

    def write(self, lines: Sequence[str]) -> None:
        """All lines in one write, the cursor below them; one line stays free, so that Enter scrolls nothing."""
        columns = size()[0]
        painted = "".join(f"{clipped(line, columns)}{TO_LINE_END}\n" for line in lines)
        say_now(f"{HOME}{painted}{TO_SCREEN_END}")

    def repaint(self) -> None:
        """After a new size, while a line is being typed."""
        with suppress(ImportError, RuntimeError):  # RuntimeError: it came while something else was being written
            import readline

            self.paint()
            say_now(f"> {readline.get_line_buffer()}")


def laid_out(above: Sequence[str], told: Sequence[str], notes: Sequence[str], rows: int) -> list[str]:
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


def clipped(line: str, columns: int) -> str:
    """A line that takes one row, with its colors."""
    if terminal.visible(line) <= columns:
        return line
    return terminal.ESCAPE.sub("", line)[: columns - 1] + "…"


def size() -> tuple[int, int]:
    """Columns and lines of the terminal; none if it does not say."""
    try:
        found = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return 0, 0
    return found.columns, found.lines


def best_display() -> Lines:
    """A full screen where there is one and it is wanted: `RULELANG_LINES=1` asks for lines."""
    columns, lines = size()
    large = columns >= SMALLEST[0] and lines >= SMALLEST[1]
    dumb = os.environ.get("TERM", "dumb") == "dumb" or bool(os.environ.get("RULELANG_LINES"))
    return FullScreen() if is_person() and large and not dumb else Lines()


@contextmanager
def shown(display: Lines) -> Iterator[None]:
    """Inside, the display is open; whatever ends it, the terminal is given back."""
    display.open()
    try:
        yield
    finally:
        display.close()
