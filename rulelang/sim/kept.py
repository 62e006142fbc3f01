"""Compiled games that are found again by their rules, before any code is made of them.

The cache of `native/compile.py` knows a library by its C text. To make that text takes a while; so a note beside the
library says which one belongs to these rules, settings, this compiler and this very version of rulelang.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import rulelang
from rulelang.native import compile as compiling
from rulelang.program import Program
from rulelang.sim.watch import Watch


def kept_library(watch: Watch, text: Callable[[], str]) -> ctypes.CDLL:
    """The library of a program that is watched; `text` makes its C text, if it must be compiled. Raises NoCompiler."""
    command = compiling.compiler()
    note = place_of(f"{key_of(watch, command)}.of")
    if note is not None and compiling.is_ours(note):
        path = note.with_name(note.read_text(encoding="utf-8").strip())
        if compiling.is_ours(path):
            return ctypes.CDLL(str(path))
    made = text()
    found = compiling.library(made)
    if note is not None:
        write(note, f"{compiling.key_of(command, made)}.so")
    return found


def place_of(name: str) -> Path | None:
    """Where a note is kept; None if there is no folder that is ours alone."""
    try:
        folder = compiling.private_folder(compiling.cache_folder())
    except OSError:
        return None
    return None if folder is None else folder / name


def write(path: Path, text: str) -> None:
    """Under another name first, so that nobody reads half of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".noting-")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(name, path)


def key_of(watch: Watch, command: list[str]) -> str:
    """A hash of all that decides the C text and what is made of it."""
    parts = [*rules_of(watch.program), repr(watch.totals), compiling.key_of(command, ""), version()]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:40]


def rules_of(program: Program) -> list[str]:
    """The rules that were linked, and the table they are for."""
    hashes = [f"{name}={value}" for name, value in sorted(program.game.hashes.items())]
    return [*hashes, str(program.players), repr(sorted(program.options.items())), repr(program.game.active)]


@cache
def version() -> str:
    """This rulelang: every file of it, by size and time."""
    found = []
    for folder, folders, files in os.walk(Path(rulelang.__file__).parent):
        folders[:] = sorted(each for each in folders if each != "__pycache__")
        for name in sorted(files):
            about = os.stat(os.path.join(folder, name))
            found.append(f"{name} {about.st_size} {about.st_mtime_ns}")
    return hashlib.sha256("\n".join(found).encode()).hexdigest()
