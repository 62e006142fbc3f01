"""Signals that ask a program to end: handled inside a `with`, or at once while foreign code runs.

Python handles a signal only between its own instructions. Generated C may run for long, so it is called in a separate
thread: the main thread waits, receives Ctrl-C, and leaves; the C code ends with the process.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

# Ctrl-C; a system shutdown; a closed terminal.
ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Held:
    """Calls `hear` at each signal, and restores the old handlers at the end."""

    signals: tuple[signal.Signals, ...] = (signal.SIGINT,)

    def __init__(self) -> None:
        self.before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        for each in self.signals:
            if each != signal.SIGINT and signal.getsignal(each) is signal.SIG_IGN:
                continue  # our parent wants it ignored: nohup
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
    """The result of a call into foreign code, during which the main thread can receive Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        return call(*arguments)
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(call(*arguments)), daemon=True)
    thread.start()
    thread.join()
    return found[0]
