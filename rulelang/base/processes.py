"""Work in other processes. They ignore Ctrl-C, which is for the process that started them.

A terminal sends Ctrl-C to all its processes, also to one that is just starting and could not yet ignore the signal. So
the signal is blocked while processes are started: they inherit that from their first instruction.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from typing import TypeVar

Result = TypeVar("Result")


def map_unordered(function: Callable[..., Result], tasks: Iterable[tuple], jobs: int) -> Generator[Result, None, None]:
    """The results of the function for all tasks, from `jobs` processes, in the order of completion."""
    from joblib import Parallel, delayed

    with block_interrupts():
        done = Parallel(n_jobs=jobs, return_as="generator_unordered")(
            delayed(in_other_process)(function, *task) for task in tasks
        )
    with closing(done):
        yield from done


def in_other_process(function: Callable[..., Result], *task: object) -> Result:
    ignore_interrupts()
    return function(*task)


def ignore_interrupts() -> None:
    """The first step of a process where a signal cannot be blocked. Whoever started it ends it with SIGTERM: a handler
    that it inherits might only take note, and both would wait for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Processes started inside do not receive Ctrl-C; this one receives it at the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # starting it later would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
