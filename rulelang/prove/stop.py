"""Ctrl-C, handled between two answers.

If it were raised anywhere, it could be lost: Python drops exceptions raised in a garbage collector callback or in a
finalizer. So it is only noted, and `raise_if_heard` raises it where a search can stop.
"""

from __future__ import annotations

from types import FrameType

from rulelang.base.interrupts import Held


class Enough(BaseException):
    """Time is up. Hypothesis lets it through, as it does Ctrl-C."""


class Stop(Held):
    """Defers KeyboardInterrupt inside a `with`, until `raise_if_heard`."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = False

    def hear(self, number: int, frame: FrameType | None) -> None:
        self.heard = True

    def raise_if_heard(self) -> None:
        if self.heard:
            self.heard = False
            raise KeyboardInterrupt
