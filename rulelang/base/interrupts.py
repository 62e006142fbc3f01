"""Ctrl-C, held back inside a `with`: what is done about it is for those who build on this to say."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Any, Self


class Held:
    """Calls `hear` at each Ctrl-C, and puts the old way back at the end."""

    def __init__(self) -> None:
        self.before: Any = None

    def __enter__(self) -> Self:
        try:
            self.before = signal.signal(signal.SIGINT, self.hear)
        except ValueError:  # not the main thread: nobody can press Ctrl-C
            self.before = None
        return self

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def hear(self, number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt
