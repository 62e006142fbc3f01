"""The files that a game writes, its record and its trace, and the commands that continue or replay it."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
import click

from rulelang.base.escape import json_text
from rulelang.base.files import is_stream, write_whole
from rulelang.base.source import Source
from rulelang.cli.options.settings import command_again


@attrs.frozen
class Order:
    """The options of the command line; `text` writes them again."""

    game: str
    players: int
    seed: int
    variants: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    mods: tuple[str, ...] = ()
    resumed: bool = False
    start: str | None = None

    def text(self, seats: Iterable[str]) -> str:
        """The command that plays the same game."""
        table = self.players, self.seed, self.variants, self.settings, self.mods
        start = ["--from", self.start] if self.start is not None else []
        return command_again(("run", self.game), *table, ["--seats", ",".join(seats), *start])


def resume_command(game: str, record: Path | str, seats: Iterable[str] = ()) -> str:
    """The command that continues a game."""
    who = ["--seats", ",".join(seats)] if seats else []
    return shlex.join(["rulelang", "run", game, "--resume", str(record), *who])


def replay_command(game: str, record: Path | str) -> str:
    """The command that tells a game again."""
    return shlex.join(["rulelang", "replay", str(record), "--rules", game])


def must_be_writable(flag: str, name: str | None, ours: bytes = b"") -> None:
    """Refuse, before a game begins, a file that could not be written after it, or that holds rules, or whose beginning
    lacks `ours`: nobody wants to lose such a file.
    """
    if name is None:
        return
    path = Path(name)
    folder = path.parent
    if path.is_dir():
        why = "it is a folder"
    elif not folder.is_dir():
        why = f"there is no folder `{folder}`"
    elif not os.access(path if is_stream(path) else folder, os.W_OK):
        why = "it may not be written by you"
    elif Source(name, (head := head_of(path)).decode("utf-8-sig", "replace")).is_rules:
        why = "it holds rules, which would be lost"
    elif head and ours not in head:
        why = "it holds something else, which would be lost; choose another name"
    else:
        return
    raise click.UsageError(f"`{flag} {name}` cannot be written: {why}.", click.get_current_context())


def head_of(path: Path) -> bytes:
    """The first bytes of a file; none if it is missing or cannot be read."""
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                return file.read(1 << 12)
    return b""


def record_folder() -> Path:
    """This folder or, if it is not writable, the temporary one."""
    return Path() if os.access(".", os.W_OK) else Path(tempfile.gettempdir())


def free_name(stem: str) -> Path:
    """An unused name for a record."""
    folder = record_folder()
    path, number = folder / f"{stem}.record.json", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.record.json"
    return path


def write_record(path: Path, record: Mapping[str, Any]) -> Path:
    """Write a record atomically."""
    write_whole(path, json_text(record, indent=1) + "\n")
    return path


def write_lines(path: str, values: Iterable[Mapping[str, Any]]) -> None:
    """Write JSON Lines: one object per line."""
    write_whole(path, "".join(f"{json_text(value)}\n" for value in values))
