"""Work in other processes. They ignore Ctrl-C, which is for the process that started them.

A terminal sends Ctrl-C to all processes that it runs, also to one that is only just starting and could not yet say that
it does not listen. So the signal is blocked while others are started: they inherit that, from their first instruction.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from typing import TypeVar

Result = TypeVar("Result")


def map_unordered(function: Callable[..., Result], tasks: Iterable[tuple], jobs: int) -> Generator[Result, None, None]:
    """The results of the function for all tasks, from so many processes, in the order in which they are ready."""
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
    """What a process does first where a signal cannot be blocked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Processes that are started inside do not hear Ctrl-C; here it is heard at the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # where it has to be started first, it unblocks the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
