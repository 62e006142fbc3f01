"""Notes beside the libraries of `cc`: they say which library belongs to which rules, before any code is generated.

A library is found by its C text, but generating that text takes a while. A note is found by what determines the text:
linked rules and settings, the compiler, and this very version of rulelang. It is written under another name and then
renamed, and is used only if it belongs to this user and nobody else may write to it.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.base.cache import is_ours, place, version
from rulelang.base.files import Unwritable, write_whole
from rulelang.native.build import Build
from rulelang.native.host import cc

if TYPE_CHECKING:
    from rulelang.program import Program


STEPS = Build(step=True)
WATCHED = Build(step=True, watched=True)
ROLLOUT = Build(step=True, watched=True, rollout=True)


def step_library(program: Program) -> ctypes.CDLL:
    return load_library(program, "step", lambda: text_of(program, STEPS))


def watched_library(program: Program) -> ctypes.CDLL:
    """The same for a watched build, which can replay a game as a seat observes it. Raises Unsupported if that is not
    possible.
    """
    return load_library(program, "watched", lambda: text_of(program, WATCHED))


def rollout_library(program: Program) -> ctypes.CDLL:
    """The library for playouts from the tables of a watched build: faster, since it observes nothing."""
    return load_library(program, "rollout", lambda: text_of(program, ROLLOUT))


def is_watched(program: Program) -> bool:
    """Does such a library already exist?"""
    try:
        note = note_of(program, "watched", cc.compiler())
    except cc.NoCompiler:
        return False
    return note is not None and is_ours(note)


def text_of(program: Program, build: Build) -> str:
    """The C text of a program; the code generator is loaded only if the library is not cached."""
    from rulelang.native.c.table import step_text
    from rulelang.native.host.playout import prepare_plan

    return step_text(prepare_plan(program, build), build)


def load_library(program: Program, build: str, text: Callable[[], str]) -> ctypes.CDLL:
    """The library of a program in this build; `text` generates its C text if it is not cached. Raises NoCompiler."""
    command = cc.compiler()
    note = note_of(program, build, command)
    if note is not None and is_ours(note):
        with suppress(OSError, ValueError):
            library = note.with_name(note.read_text(encoding="ascii"))
            found = cc.open_kept(library) if library.parent == note.parent else None
            if found is not None:
                return found
    made = text()
    found = cc.library(made)
    if note is not None:
        with suppress(Unwritable):
            write_whole(note, f"{cc.key_of(command, made, cc.FLAGS)}.so", mode=0o600)
    return found


def note_of(program: Program, build: str, command: list[str]) -> Path | None:
    """The path of the note that names the library of a program; None if nothing can be cached."""
    return place(f"{key_of(program, build, command)}.of")


def key_of(program: Program, build: str, command: list[str]) -> str:
    """A hash of everything that determines the C text and how it is compiled."""
    game = program.game
    rules = [sorted(game.hashes.items()), program.players, repr(sorted(program.options.items())), game.active]
    parts = [build, rules, cc.key_of(command, ""), version()]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:40]
