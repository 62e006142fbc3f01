"""Ctrl-C, heard at the right moment.

While a question is open it interrupts at once. While the engine works, it is kept until the move is whole, so that the
record is that of a real position; a second Ctrl-C does not wait.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rulelang.base.interrupts import Held


class Interrupts(Held):
    """Holds back KeyboardInterrupt inside a `with`, but for what runs in `open`."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = False
        self.asking = False

    def hear(self, number: int, frame: FrameType | None) -> None:
        if self.asking or self.waiting:
            raise KeyboardInterrupt
        self.waiting = True

    def heed(self) -> None:
        """Between moves: give way to a Ctrl-C that came during the last."""
        if self.waiting:
            raise KeyboardInterrupt

    @contextmanager
    def open(self) -> Iterator[None]:
        """A stretch in which Ctrl-C interrupts at once."""
        self.heed()
        self.asking = True
        try:
            yield
        finally:
            self.asking = False
