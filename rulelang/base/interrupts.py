"""Ctrl-C: held back inside a `with`, or heard at once while foreign code runs.

Python hears a signal only between its own instructions. Generated C may play for long, so it is called in a thread of
its own: the main thread waits, hears Ctrl-C, and leaves; what C was doing ends with the process.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
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


def interruptible(call: Callable[..., int], *arguments: Any) -> int:
    """The result of a call into foreign code, during which the main thread hears Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        return call(*arguments)
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(call(*arguments)), daemon=True)
    thread.start()
    thread.join()
    return found[0]
