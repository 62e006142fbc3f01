"""Commands run behind walls: in a forked process with little memory and time, so that nothing hostile gets out.

The verbs are imported before the fork, so a run costs little more than the verb itself.
"""

from __future__ import annotations

import gc
import os
import re
import resource
import signal
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile

import attrs

from rulelang.base.files import bundled_games
from rulelang.base.source import Source
from rulelang.link import link
from rulelang.syntax.read import grammar

MEMORY = 1 << 30  # bytes of addresses beyond those of the parent; what is really used is measured
INTERNAL = re.compile(r"Traceback|mistake in rulelang|Fatal Python")


@attrs.frozen
class Run:
    """What came of a command. `megabytes` are what it took beyond what its parent had; `stopping`: the seconds from
    Ctrl-C to its end, 0 if it was never given.
    """

    code: int
    seconds: float
    megabytes: float
    out: str
    err: str
    stopping: float = 0.0

    @property
    def text(self) -> str:
        return self.out + self.err

    @property
    def broke(self) -> str:
        """What must never come out: a signal, a traceback, a mistake of ours; "" if nothing did."""
        if self.code < 0:
            return f"signal {signal.Signals(-self.code).name}"
        if self.code not in (0, 1, 2, 130):
            return f"exit code {self.code}"
        return "".join(line for line in self.text.splitlines() if INTERNAL.search(line))


@attrs.frozen
class Command:
    """Files, the words behind `rulelang`, and what is typed then."""

    files: dict[str, str]
    words: tuple[str, ...]
    answers: str = "1\n2\nwhy\n?\n1\nu\n7\n"

    def run(self, folder: Path, seconds: int = 20, patience: float | None = None) -> Run:
        for old in folder.iterdir():
            if old.is_file():
                old.unlink()
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return walled(self.words, folder, self.answers, seconds, patience)


def walled(
    arguments: Sequence[str],
    folder: Path,
    answers: str = "",
    seconds: int = 8,
    patience: float | None = None,
    hang: float = 400,
) -> Run:
    """Runs `rulelang …` in a folder; who has only so much `patience` presses Ctrl-C then. What waits for something that
    never comes is killed after the seconds of `hang`.
    """
    warm_up()
    pressed: list[float] = []
    with TemporaryFile("w+") as given, TemporaryFile("w+b") as out, TemporaryFile("w+b") as err:
        given.write(answers)
        given.seek(0)
        before = resident()
        child = os.fork()
        if child == 0:
            behind(arguments, folder, (given.fileno(), out.fileno(), err.fileno()), seconds)
        process = os.pidfd_open(child)
        timers = [threading.Timer(hang, signal.pidfd_send_signal, (process, signal.SIGKILL))]
        if patience is not None:
            timers.append(threading.Timer(patience, interrupt, (process, pressed)))
        for timer in timers:
            timer.start()
        _, status, used = os.wait4(child, 0)
        ended = time.monotonic()
        for timer in timers:
            timer.cancel()
            timer.join()
        os.close(process)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read(1 << 20).decode("utf-8", "replace"))
    taken = used.ru_utime + used.ru_stime
    megabytes, stopping = max(0.0, used.ru_maxrss / 1024 - before), ended - pressed[0] if pressed else 0.0
    return Run(os.waitstatus_to_exitcode(status), taken, megabytes, *texts, stopping)


def interrupt(process: int, pressed: list[float]) -> None:
    """Ctrl-C for one process alone: nothing else that it has begun hears of it."""
    pressed.append(time.monotonic())
    with suppress(ProcessLookupError):
        signal.pidfd_send_signal(process, signal.SIGINT)


@cache
def warm_up() -> None:
    """What every verb needs is there before the fork; what bundled games say is read, since mods stand on them."""
    for module in ("cli.verbs.check", "cli.verbs.fmt", "cli.verbs.run", "play.game", "workspace.problems"):
        import_module(f"rulelang.{module}")
    grammar()
    for name in bundled_games():
        link(Source("mod.rules", f'rules 1\nmod "m" extends {name}\n'))
    gc.collect()
    gc.freeze()


def resident() -> float:
    """Megabytes that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def addresses() -> int:
    """Bytes of addresses that this process has now: a worker of a long run has many."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def behind(arguments: Sequence[str], folder: Path, files: tuple[int, int, int], seconds: int) -> None:
    """In the child: limits, files, the verb, and nothing after it."""
    code = 70
    try:
        for place, file in enumerate(files):
            os.dup2(file, place)
        sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
        os.chdir(folder)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        most = addresses() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        signal.signal(signal.SIGINT, signal.default_int_handler)
        from rulelang.cli import main

        code = main(list(arguments))
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        import traceback

        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)
