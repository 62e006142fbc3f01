"""A record that grows while a game is played, so that neither a crash nor a power cut loses an answer.

A journal is JSON Lines: the header of a record, then one answer per line. It is created as a complete file; each answer
is on disk before the next question is shown. When the game ends or is left, the record replaces it. If a journal was
interrupted, only its last line can be incomplete, and readers drop that line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Protocol

import attrs

from rulelang.base.escape import json_text
from rulelang.base.files import Unwritable, write_whole
from rulelang.play.errors import BadRecord

FORMAT = "rulelang journal"


class Recorded(Protocol):
    """A match, as far as a journal knows it."""

    def record(self) -> dict[str, Any]: ...

    def answers_since(self, number: int) -> Iterable[Any]: ...


@attrs.define
class Journal:
    """A journal at its place; `written`: how many answers of the match it holds."""

    path: str
    written: int = 0
    file: Any = None

    def begin(self, match: Recorded) -> None:
        """Put the match so far in the place of whatever was there."""
        self.close()
        record = match.record()
        head = {key: value for key, value in record.items() if key not in ("answers", "result")}
        lines = [{**head, "format": FORMAT}, *record["answers"]]
        write_whole(self.path, "".join(f"{json_text(line)}\n" for line in lines))
        self.written = len(record["answers"])
        self.file = open(self.path, "ab")  # noqa: SIM115  open as long as the game
        with suppress(OSError):  # a file system may have no locks
            lock(self.file, exclusive=True)

    def add(self, match: Recorded) -> None:
        """Bring the answers since the last time to the disk; raises Unwritable."""
        lines = "".join(f"{json_text(answer.to_json())}\n" for answer in match.answers_since(self.written))
        if not lines or self.file is None:
            return
        try:
            self.file.write(lines.encode("utf-8"))
            self.file.flush()
            os.fsync(self.file.fileno())
        except OSError as error:
            self.close()
            why = (error.strerror or str(error)).lower()
            raise Unwritable(f"`{self.path}` cannot be written ({why}).") from None
        self.written += lines.count("\n")

    def close(self) -> None:
        if self.file is not None:
            with suppress(OSError):  # what a full disk did not take
                self.file.close()
            self.file = None


# ---------------------------------------------------------------- one game, one file


def lock(file: Any, exclusive: bool) -> None:
    """Lock an open file until it is closed, or its process ends; raises OSError if another process has locked it."""
    try:
        import fcntl
    except ImportError:  # not on this system
        return
    fcntl.lockf(file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)


def is_in_use(path: str | os.PathLike[str]) -> bool:
    """Whether another process keeps its game in this file now."""
    try:
        with open(path, "rb") as file:
            lock(file, exclusive=False)
    except (BlockingIOError, PermissionError):
        return os.access(path, os.R_OK)
    except OSError:
        return False
    return False


# ---------------------------------------------------------------- reading


def is_journal(head: object) -> bool:
    """Is this the first line of a journal?"""
    return isinstance(head, dict) and head.get("format") == FORMAT


def from_journal(head: dict[str, Any], lines: Sequence[bytes], name: str) -> tuple[dict[str, Any], bool]:
    """The fields of the record that a journal holds, and whether its last line was torn and is left out."""
    answers: list[Any] = []
    for number, line in enumerate(lines, 2):
        try:
            answers.append(json.loads(line))
        except (ValueError, RecursionError):
            if number < len(lines) + 1:
                raise BadRecord(f"{name} is damaged: line {number} is not JSON.") from None
            return {**head, "answers": answers}, True
    return {**head, "answers": answers}, False
