"""Compiled games, found by the texts of their rules before anything is parsed.

Notes lie beside the libraries that `native/host/cc.py` keeps. The key of a note is the exact text of the rules and
mods, the settings of the table, the compiler and this very version of rulelang. The note says which other files these
rules depend on and what was in them, which library plays them, and what a report has to know. It is valid only if all
those files, located again, are unchanged; then neither parser nor checker is needed to play the game.

A note is plain data with a checksum, written under another name and then renamed. It is read only if it and its folder
belong to this user and nobody else may write to them. A note with any defect is ignored.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from rulelang.base import files
from rulelang.base.cache import is_ours, place, same_files, seal, sum_of, unseal, version
from rulelang.base.files import Unwritable
from rulelang.base.frozen import Frozen, frozen
from rulelang.native.host import cc
from rulelang.sim.sheet import Sheet, read_sheet

if TYPE_CHECKING:
    from rulelang.sim.model import Files, Setup


@frozen
class Kept(Frozen):
    """A compiled game, and the files that its rules stand on."""

    sheet: Sheet
    library: str
    files: Files


# ---------------------------------------------------------------- finding


def find(setup: Setup, players: int | None) -> Kept | None:
    """The compiled game of a setup for this many players, or the fewest possible; None if there is none."""
    path = place_of(setup, players)
    if path is None or not is_ours(path):
        return None
    try:
        asked, library, sheet = json.loads(unseal(path.read_bytes()))
        made = path.with_name(library)
        shelf = {(asking, words): source for asking, words, source in setup.files}
        found = same_files(asked, (setup.source, *setup.mods), shelf)
        if found is None or not is_ours(made):
            return None
        stood_on = tuple((asking, words, source) for (asking, words), source in found.items())
        return Kept(read_sheet(sheet), str(made), stood_on)
    except (OSError, ValueError, TypeError):
        return None


def load(kept: Kept) -> ctypes.CDLL | None:
    """The library itself; None if it is broken."""
    return cc.open_kept(Path(kept.library))


# ---------------------------------------------------------------- keeping


def keep(setup: Setup, sheet: Sheet, library: str, fewest: bool) -> None:
    """Notes which library plays a setup; with `fewest`, also for requests without a number of players."""
    asked = [(asking, words, sum_of(source)) for asking, words, source in setup.files]
    text = json.dumps([asked, Path(library).name, sheet.to_json()], ensure_ascii=False).encode()
    for players in (setup.players, None)[: 1 + fewest]:
        path = place_of(setup, players)
        if path is not None and path.parent == Path(library).parent:
            with suppress(Unwritable):
                files.write_whole(path, seal(text), mode=0o600)


# ---------------------------------------------------------------- names


def place_of(setup: Setup, players: int | None) -> Path | None:
    """The path of the note of a setup; None if there is no compiler, or no folder that only this user can write to."""
    try:
        return place(f"{key_of(setup, players)}.note")
    except (OSError, cc.NoCompiler):
        return None


def key_of(setup: Setup, players: int | None) -> str:
    """A hash of everything that determines which library plays, except the files that the rules depend on."""
    texts = [sum_of(source) for source in (setup.source, *setup.mods)]
    table = [players, setup.variants, setup.options, setup.statistics, attrs.astuple(setup.limits)]
    parts = [texts, table, cc.key_of(cc.compiler(), ""), version()]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:40]
