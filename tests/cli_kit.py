"""What the tests of the command line are built with: a call of `main`, a terminal to type at, and small games."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs
import warm

from rulelang.cli import main

ROOT = Path(__file__).parents[1]
GAMES = sorted(path.stem for path in (ROOT / "games").glob("*.rules"))

# What `sim` says first where RULELANG_CC names no compiler, as in the fixture `two_games`.
NOT_COMPILED = "Playing with generated Python: RULELANG_CC names no compiler that can be run: 'no-such-compiler'.\n"

# A die in the middle, a number from each player, a note: one round of everything small.
GUESS = """\
rules 1
game "Guess" for 2..3 players "Name the number."
option top: 2..40 = 6 "The highest number"
piece Coin(side: 1..2) in hat "Coin": 1 each
zone hat: bag of Coin, hidden
zone hand[Seat]: set of Coin, owner
var goal: 0..40 = 0, hidden
var said[Seat]: 0..40 = 0 "the number said last"
var points[Seat]: Int = 0

play:
  repeat 3 times:
    run Hide, Ask
    tally Rate

phase Hide "A number is drawn":
  unreveal goal
  goal = random 1..top

phase Ask "Each says a number; near is good":
  for p in seats:
    p chooses n from 1..top "Which number?"
    said[p] = n
  reveal goal

fn distance(p: Seat) -> Int = if said[p] > goal then said[p] - goal else goal - said[p]
score Rate for p into points:
  "Hit": 10 when distance(p) == 0
  "Near": 3 when distance(p) == 1
winner p: most points[p]
"""
# A variant and two tests that may follow it.
TESTED = """\

variant Night "Numbers are low":
  override option top = 5

test "nobody has points" for 2 players:
  expect points[P1] == 0

test "all is played" for 2 players:
  when play
"""

# The rules break when the second answer is given, whatever it is.
BREAKS = """\
rules 1
game "Breaks" for 2 players
var n: 0..1 = 0
var points[Seat]: Int = 0
play:
  repeat 3 times:
    P1 chooses k from 1..2 "How many?"
    n += 1
winner p: most points[p]
"""

LOOPS = """\
rules 1
game "Loops" for 2 players
var n: Int = 0
play:
  repeat 1000000000 times:
    n = 1 - n
winner p: most p.number
"""


@attrs.frozen
class Said:
    """What a command said, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        return self.out + self.err


def rulelang(*arguments: object, typed: str = "") -> Said:
    """Run a command in this process, away from a terminal."""
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(typed)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([str(each) for each in arguments])
    finally:
        sys.stdin = before
    return Said(code, out.getvalue(), err.getvalue())


def script() -> str:
    """The installed command."""
    return str(Path(sys.executable).with_name("rulelang"))


class Terminal:
    """A terminal of 80 columns with a command at it; `full`: with a full screen."""

    def __init__(
        self, folder: Path, *arguments: object, color: bool = False, full: bool = False, rows: int = 24
    ) -> None:
        self.seen = ""
        self.at = 0
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")  # what is read may end within a letter
        self.fd, there = pty.openpty()
        self.resize(rows, 80)
        env = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        env |= {"TERM": "xterm-256color", "NO_COLOR": "" if color else "1", "RULELANG_LINES": "" if full else "1"}
        self.process = warm.Process(arguments, cwd=folder, env=env, given=there, out=there, err=there, screen=True)
        self.pid = self.process.pid
        os.close(there)

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def tell_size(self) -> None:
        """Say once more that the size has changed."""
        os.kill(self.pid, signal.SIGWINCH)

    def frame(self) -> str:
        """The full screen, once it waits for a line: what was painted last, without the orders to the terminal."""
        painted = self.wait(r"\x1b\[J[^\n]*(> |: )$").rpartition("\x1b[H")[2]
        return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", painted)

    def wait(self, pattern: str, seconds: float = 60, again: Callable[[], None] | None = None) -> str:
        """Read until a pattern is seen after what was read before; the text since then.

        `again`: done every few seconds until then. A signal that comes just before a line is waited for is heard by
        readline with the next one only.
        """
        end, next_time = time.monotonic() + seconds, time.monotonic() + 4
        while not (found := re.compile(pattern).search(self.seen, self.at)):
            assert time.monotonic() < end, f"no {pattern!r} in {self.seen[self.at :]!r}"
            if again is not None and time.monotonic() > next_time:
                next_time += 4
                again()
            if not self.read():
                raise AssertionError(f"it ended without {pattern!r}: {self.seen[self.at :]!r}")
        text, self.at = self.seen[self.at : found.end()], found.end()
        return text

    def read(self) -> bool:
        """Take what is there; False when it is over."""
        if not select.select([self.fd], [], [], 0.2)[0]:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.seen += self.decoder.decode(data).replace("\r", "")
        return bool(data)

    def prompt(self) -> str:
        return self.wait(r"\n> ")

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def modes(self) -> list[object]:
        """How the terminal is set: whether it echoes, and so on."""
        return list(termios.tcgetattr(self.fd)[:4])

    def end(self, seconds: float = 60) -> int:
        """Read to the end; the exit code."""
        limit = time.monotonic() + seconds
        while time.monotonic() < limit and self.read():
            pass
        code = self.process.wait()
        os.close(self.fd)
        return code


@contextlib.contextmanager
def terminal(folder: Path, *arguments: object, color: bool = False, full: bool = False) -> Iterator[Terminal]:
    """A terminal that is gone afterwards, whatever happens."""
    made = Terminal(folder, *arguments, color=color, full=full)
    try:
        yield made
    finally:
        made.process.send(signal.SIGKILL)
        made.process.wait()
