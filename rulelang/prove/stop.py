"""Ctrl-C, heard between two answers.

Raised anywhere it could be lost: Python drops what is raised in a callback of the garbage collector or in a finaliser.
So it is only noted, and `heed` raises it where a search can stop.
"""

from __future__ import annotations

import signal
from types import FrameType
from typing import Any


class Stop:
    """Holds back KeyboardInterrupt inside a `with`, until `heed`."""

    def __init__(self) -> None:
        self.heard = False
        self.before: Any = None

    def __enter__(self) -> Stop:
        try:
            self.before = signal.signal(signal.SIGINT, self.hear)
        except ValueError:  # not the main thread: nobody can press Ctrl-C
            self.before = None
        return self

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def hear(self, number: int, frame: FrameType | None) -> None:
        self.heard = True

    def heed(self) -> None:
        if self.heard:
            self.heard = False
            raise KeyboardInterrupt
