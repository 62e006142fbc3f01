"""Signals that ask a program to end: heard inside a `with`, or at once while foreign code runs.

Python hears a signal only between its own instructions. Generated C may play for long, so it is called in a thread of
its own: the main thread waits, hears Ctrl-C, and leaves; what C was doing ends with the process.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

# Ctrl-C; a system that shuts down; a terminal that is closed.
ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Held:
    """Calls `hear` at each signal, and puts the old way back at the end."""

    signals: tuple[signal.Signals, ...] = (signal.SIGINT,)

    def __init__(self) -> None:
        self.before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        for each in self.signals:
            if each != signal.SIGINT and signal.getsignal(each) is signal.SIG_IGN:
                continue  # whoever started us wants it so: nohup
            try:
                self.before[each] = signal.signal(each, self.hear)
            except ValueError:  # not the main thread: nobody can press Ctrl-C
                break
        return self

    def __exit__(self, *_: object) -> None:
        for each, way in self.before.items():
            signal.signal(each, way)
        self.before = {}

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
