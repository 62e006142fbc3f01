"""Commands in processes of their own that wait for no imports.

A process beside the tests has imported what every verb needs (the front half, the reference engine, the library of
mechanisms) and what others wrote, and forks for each command. What a verb needs besides, its process imports, so no
verb finds what another has loaded. How a real process starts is for other tests: `script()` in `cli_kit`.
"""

from __future__ import annotations

import contextlib
import fcntl
import io
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[1]
SIZE = struct.Struct("=q")


class Process:
    """A command that runs; `lines`: what it prints is read from `stdout`, else it goes where `out` and `err` say.

    `libraries` of others that it needs are imported before the fork, once for all that need them.
    """

    def __init__(
        self,
        words: Sequence[object],
        *,
        program: str = "rulelang",
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
        given: int | IO[Any] | None = None,
        out: int | IO[Any] | None = None,
        err: int | IO[Any] | None = None,
        lines: bool = False,
        screen: bool = False,
        libraries: Sequence[str] = (),
    ) -> None:
        self.returncode: int | None = None
        self.stdout: IO[str] | None = None
        with contextlib.ExitStack() as stack:
            nothing = stack.enter_context(open(os.devnull, "r+b"))
            if lines:
                read, write = os.pipe()
                self.stdout, out = os.fdopen(read, encoding="utf-8"), stack.enter_context(os.fdopen(write, "wb"))
            self.told, tell = os.pipe()
            stack.callback(os.close, tell)
            asked = {
                "program": program, "words": [str(word) for word in words], "cwd": os.path.abspath(cwd or "."),
                "env": dict(os.environ if env is None else env), "screen": screen, "libraries": libraries,
            }  # fmt: skip
            ends = [each if isinstance(each, int) else (each or nothing).fileno() for each in (given, out, err)]
            server().send(asked, [*ends, tell])
        self.pid = SIZE.unpack(os.read(self.told, SIZE.size))[0]

    def wait(self, seconds: float = 600) -> int:
        """Until it has ended: its code, or the signal that ended it as a negative number."""
        if self.returncode is None:
            assert select.select([self.told], [], [], seconds)[0], f"it still runs after {seconds} seconds"
            said = os.read(self.told, SIZE.size)
            assert said, "the process that forks is gone"
            self.returncode = SIZE.unpack(said)[0]
            os.close(self.told)
            if self.stdout is not None:
                self.stdout.close()
        return self.returncode

    def send(self, number: int) -> None:
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)


def run(
    words: Sequence[object],
    *,
    program: str = "rulelang",
    cwd: str | Path | None = None,
    env: Mapping[str, str] | None = None,
    together: bool = False,
) -> subprocess.CompletedProcess[str]:
    """A command to its end; nobody types. `together`: what it says on both streams is its output."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        code = Process(words, program=program, cwd=cwd, env=env, out=out, err=out if together else err).wait()
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
    return subprocess.CompletedProcess([program, *map(str, words)], code, *texts)


class Server:
    """The process that forks, seen from the tests."""

    def __init__(self, known: int | None = None) -> None:
        self.owner = os.getpid()
        if known is not None:
            self.socket = socket.socket(fileno=known)
            return
        self.socket, other = socket.socketpair()
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
        with other:
            command = [sys.executable, __file__, str(other.fileno())]
            self.process = subprocess.Popen(command, cwd=ROOT, env=env, pass_fds=[other.fileno()])

    def send(self, asked: Mapping[str, object], ends: Sequence[int]) -> None:
        data = json.dumps(asked).encode()
        socket.send_fds(self.socket, [SIZE.pack(len(data))], ends)
        self.socket.sendall(data)

    def end(self) -> None:
        if os.getpid() == self.owner:
            self.socket.close()
            self.process.wait()


STARTED: list[Server] = []


def server() -> Server:
    if not STARTED or STARTED[0].owner != os.getpid():
        STARTED[:] = [Server()]
    return STARTED[0]


def relay(*words: str, libraries: str = "") -> list[str]:
    """A command of a process that hands its streams to a fork: for who must start a process. It inherits the socket."""
    return [sys.executable, "-S", __file__, str(server().socket.fileno()), libraries, *words]


# ---------------------------------------------------------------- the process that forks


def serve(door: socket.socket) -> tuple[str, list[str]]:
    """Forks for whoever asks, and tells how each has ended; the result is for the fork alone: a program, its words."""
    running: dict[int, int] = {}
    ended, wake = socket.socketpair()
    wake.setblocking(False)
    signal.set_wakeup_fd(wake.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        ready, _, _ = select.select([door, ended], [], [])
        if ended in ready:
            ended.recv(4096)
            reap(running)
        if door not in ready:
            continue
        head, ends, _, _ = socket.recv_fds(door, SIZE.size, 4)
        if not head:
            os._exit(0)
        data = b""
        while len(data) < SIZE.unpack(head)[0]:
            data += door.recv(SIZE.unpack(head)[0] - len(data))
        *ends, tell = ends
        asked = json.loads(data)
        for library in asked["libraries"]:
            import_module(library)
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            for each in (door.detach(), ended.detach(), wake.detach(), tell, *running.values()):
                os.close(each)
            return become(asked, ends)
        running[pid] = tell
        os.write(tell, SIZE.pack(pid))
        for each in ends:
            os.close(each)


def reap(running: dict[int, int]) -> None:
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            tell = running.pop(found[0])
            with contextlib.suppress(BrokenPipeError):
                os.write(tell, SIZE.pack(os.waitstatus_to_exitcode(found[1])))
            os.close(tell)


def become(asked: Mapping[str, Any], ends: Sequence[int]) -> tuple[str, list[str]]:
    """Makes this fork what a new process would be."""
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if asked["screen"]:
        os.setsid()
        fcntl.ioctl(ends[0], termios.TIOCSCTTY, 0)
    for number, end in enumerate(ends):
        os.dup2(end, number)
    for end in {*ends} - {0, 1, 2}:
        os.close(end)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    if hasattr(time, "tzset"):
        time.tzset()
    soon = bool(os.environ.get("PYTHONUNBUFFERED"))
    sys.stdin = sys.__stdin__ = os.fdopen(0, encoding="utf-8")
    sys.stdout = sys.__stdout__ = written(1, "strict", soon)
    sys.stderr = sys.__stderr__ = written(2, "backslashreplace", True)
    sys.path[0] = asked["cwd"]
    return asked["program"], asked["words"]


def written(number: int, errors: str, soon: bool) -> io.TextIOWrapper:
    return os.fdopen(number, "w", encoding="utf-8", errors=errors, buffering=1 if soon or os.isatty(number) else -1)


def prepare() -> None:
    """Imports what every verb needs, and nothing that only some do; and loads the bundled games, for all verbs."""
    import gc

    import hypothesis
    import pytest
    import rich.console
    from sharing import share_games

    import rulelang.cli
    from rulelang import load

    assert hypothesis and pytest and rich.console and rulelang.cli
    share_games()
    for path in sorted((ROOT / "games").glob("*.rules")):
        load(path)
    gc.collect()
    gc.freeze()


def main() -> int:
    if len(sys.argv) > 2:
        STARTED.append(Server(int(sys.argv[1])))
        return Process(sys.argv[3:], given=0, out=1, err=2, libraries=sys.argv[2].split(",")).wait(10**6)
    door = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests
    prepare()
    program, words = serve(door)
    sys.argv = [program, *words]
    if program == "pytest":
        import pytest

        return int(pytest.main(words))
    from rulelang.cli import main

    return main()


if __name__ == "__main__":
    sys.exit(main())
