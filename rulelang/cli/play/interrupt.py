"""Ctrl-C at the right moment, and likewise the signals for a system shutdown and a closed terminal.

While a question is open they interrupt at once. While the engine works, they wait until the move is complete, so that
the record is of a real position; a second one does not wait.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rulelang.base.interrupts import ENDING, Held


class Interrupts(Held):
    """Holds back KeyboardInterrupt inside a `with`, except in what runs in `open`; `number`: the last signal."""

    signals = ENDING

    def __init__(self) -> None:
        super().__init__()
        self.waiting = False
        self.asking = False
        self.number = int(signal.SIGINT)

    @property
    def code(self) -> int:
        """The exit code for this signal."""
        return 128 + self.number

    def hear(self, number: int, frame: FrameType | None) -> None:
        self.number = number
        if self.asking or self.waiting:
            raise KeyboardInterrupt
        self.waiting = True

    def raise_if_heard(self) -> None:
        """Between moves: raise for a signal that came during the last one."""
        if self.waiting:
            raise KeyboardInterrupt

    @contextmanager
    def open(self) -> Iterator[None]:
        """Inside, a signal interrupts at once."""
        self.asking = True  # first: a signal that comes between these two lines must not wait
        try:
            self.raise_if_heard()
            yield
        finally:
            self.asking = False


@contextmanager
def ignore_signals() -> Iterator[None]:
    """While files are written, no signal ends the program."""
    before = {}
    try:
        for each in ENDING:
            before[each] = signal.signal(each, signal.SIG_IGN)
    except ValueError:  # not the main thread
        before = {}
    try:
        yield
    finally:
        for each, way in before.items():
            signal.signal(each, way)
