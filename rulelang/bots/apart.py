"""A third-party bot in a separate process, without access to the memory of the game or of other bots.

Each question is sent as a line of JSON, and each answer comes back as a line. What the bot prints goes to standard
error. It is still somebody else's program and runs with your permissions.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
import weakref
from typing import Any

from rulelang.bots.plugins import Bot, BotError, make

PATIENCE = 60.0  # seconds for an answer
LATE = f"gave no answer in {PATIENCE:.0f} s"
LONGEST = 1 << 20  # bytes of one
STARTED = "ready"


class Apart:
    """Talks to the process, which ends together with this object's process."""

    def __init__(self, name: str, seed: int) -> None:
        command = [sys.executable, "-m", __name__, name, str(seed)]
        self.name, self.process = name, subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.end = weakref.finalize(self, end, self.process)
        assert self.process.stdin is not None and self.process.stdout is not None
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.input, False)  # a bot that does not read is late, too
        if self.read_answer(time.monotonic() + PATIENCE) != STARTED:
            raise BotError(f"the bot `{name}` cannot be made in a process of its own.")

    def choose(self, view: dict[str, Any], log: list[dict[str, Any]], decision: dict[str, Any]) -> Any:
        latest = time.monotonic() + PATIENCE
        self.send(json.dumps([view, log]).encode() + b"\n", latest)
        return self.read_answer(latest)

    def send(self, line: bytes, latest: float) -> None:
        """Send a line. Raises BotError."""
        left = memoryview(line)
        while left:
            _, ready, _ = select.select([], [self.input], [], max(0, latest - time.monotonic()))
            if not ready:
                raise self.end_with(LATE)
            try:
                left = left[os.write(self.input, left) :]
            except OSError:
                raise self.end_with("has ended") from None

    def read_answer(self, latest: float) -> Any:
        """The answer that came back. Raises BotError."""
        line = b""
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([self.output], [], [], max(0, latest - time.monotonic()))
            part = os.read(self.output, 1 << 16) if ready else b""
            line += part
            if not part or len(line) > LONGEST:
                raise self.end_with(LATE if not ready else "answered too much" if part else "has ended")
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            raise self.end_with("answered no JSON") from None
        if isinstance(found, dict) and isinstance(found.get("broke"), str):
            raise BotError(found["broke"])
        return found["answer"] if isinstance(found, dict) and "answer" in found else found

    def end_with(self, why: str) -> BotError:
        self.end()
        return BotError(f"the bot `{self.name}` {why}, in its own process.")


def end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()


# ---------------------------------------------------------------- in the other process


def serve(name: str, seed: int) -> None:
    """Answers questions until the input ends."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)

        def say(what: Any) -> None:
            out.write(json.dumps(what).encode() + b"\n")
            out.flush()

        try:
            bot = make(name, seed)
        except BotError as problem:
            return say({"broke": str(problem)})
        say(STARTED)
        for line in sys.stdin.buffer:
            say(answer_safely(name, bot, *json.loads(line)))


def answer_safely(name: str, bot: Bot, view: dict[str, Any], log: list[dict[str, Any]]) -> dict[str, Any]:
    try:
        answer = bot.choose(view, log, view["decision"])
        json.dumps(answer)
    except Exception as error:  # whatever a stranger's bot does
        return {"broke": f"the bot `{name}` broke: {type(error).__name__}: {error}."}
    return {"answer": answer}


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
