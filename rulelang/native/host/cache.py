"""Notes beside the libraries of `cc`: which one belongs to what, known before any code is made of it.

A library is known by its C text, and to make that text takes a while. A note is known by what decides the text: linked
rules and settings, the compiler, and this very version of rulelang. It is written under another name and then renamed,
and counts only if it belongs to this user and nobody else may write to it.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.base.files import HOME, Unwritable, bundled_folder, keep
from rulelang.native.host import cc

if TYPE_CHECKING:
    from rulelang.program import Program


def noted_library(program: Program, build: str, text: Callable[[], str]) -> ctypes.CDLL:
    """The library of a program in this build; `text` makes its C text, if it is not known. Raises NoCompiler."""
    command = cc.compiler()
    note = place(f"{key_of(program, build, command)}.of")
    if note is not None and cc.is_ours(note):
        with suppress(OSError, ValueError):
            library = note.with_name(note.read_text(encoding="ascii"))
            if library.parent == note.parent and cc.is_ours(library):
                return ctypes.CDLL(str(library))
    made = text()
    found = cc.library(made)
    if note is not None:
        with suppress(Unwritable):
            keep(note, f"{cc.key_of(command, made, cc.FLAGS)}.so", mode=0o600)
    return found


def key_of(program: Program, build: str, command: list[str]) -> str:
    """A hash of all that decides the C text and what is made of it."""
    game = program.game
    rules = [sorted(game.hashes.items()), program.players, repr(sorted(program.options.items())), game.active]
    parts = [build, rules, cc.key_of(command, ""), version()]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:40]


def place(name: str) -> Path | None:
    """Where a note lies; None if there is no folder that is ours alone."""
    try:
        folder = cc.private_folder(cc.cache_folder())
    except OSError:
        return None
    return None if folder is None else folder / name


@cache
def version() -> str:
    """This rulelang: where it lies, and every file of it by size and times."""
    found = [str(HOME)]
    for home in (HOME, bundled_folder("grammar")):
        for folder, folders, files in os.walk(home):
            folders[:] = sorted(each for each in folders if each != "__pycache__")
            for name in sorted(files):
                about = os.stat(os.path.join(folder, name))
                found.append(f"{name} {about.st_size} {about.st_mtime_ns} {about.st_ctime_ns}")
    return hashlib.sha256("\n".join(found).encode()).hexdigest()
