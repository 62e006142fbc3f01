"""Games ready to play, found by the texts of their rules before anything is parsed.

The result of parsing, checking and lowering is kept in the user's cache folder. Its key is the exact text of the rules
and mods, the settings and limits of the table, and this very version of rulelang; it is valid only if the files that
these rules depend on, located again, are unchanged. Tests are not included, since they are not played.

A cached game is a pickle of plain data. It may name only classes of the typed game and the program, so unpickling it
can call nothing. Like everything in the cache, it is read only if it and its folder belong to this user and nobody else
may write to them. A file with any defect is ignored.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs

from rulelang.analysis.guards import guards, note
from rulelang.base import limits
from rulelang.base.cache import is_ours, place, same_files, seal, sum_of, unseal, version
from rulelang.base.files import Shelf, Unwritable, write_whole
from rulelang.base.frozen import Frozen
from rulelang.base.source import Source, source_name
from rulelang.play.answers import Answers
from rulelang.play.match import Game
from rulelang.play.sources import find_mods, find_source

HOMES = (
    "rulelang.ir.", "rulelang.program", "rulelang.analysis.guards", "rulelang.analysis.labels", "rulelang.base.limits",
    "rulelang.base.source", "rulelang.diagnostics.model",
)  # fmt: skip
LARGEST = 30_000_000  # bytes of a kept game


def load_kept(
    name: str | os.PathLike[str],
    *,
    players: int | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    mods: Iterable[str | os.PathLike[str]] = (),
) -> Game:
    """As `load`, without the tests of the game: from the cache, if it is there, else kept for the next time."""
    with limits.use_limits(None):
        source = find_source(name)
        sources = (source, *find_mods(tuple(mods), source))
        table = [players, list(variants), dict(options or {})]
        path = place_of(sources, table)
        found = None if path is None else find(path, sources)
        if found is not None:
            return found
        from rulelang.play.game import assemble  # what reads rules is loaded only where it is needed

        shelf: Shelf = {}
        game = assemble(source, players, variants, dict(options or {}), sources[1:], shelf)
        if path is not None:
            with suppress(Unwritable, pickle.PicklingError):
                write_whole(path, seal(pack(game, shelf)), mode=0o600)
        return game


def place_of(sources: Sequence[Source], table: list[Any]) -> Path | None:
    """Where the game of these texts lies; None if there is no folder that is ours alone."""
    bounds = attrs.astuple(limits.current())
    try:
        parts = json.dumps([[sum_of(source) for source in sources], table, bounds, version()], sort_keys=True)
    except (OSError, TypeError, ValueError):  # an option that is no plain value is refused elsewhere
        return None
    return place(f"{hashlib.sha256(parts.encode()).hexdigest()[:40]}.game")


def pack(game: Game, shelf: Shelf) -> bytes:
    """A game without its tests, and the files that it stands on."""
    asked = [(asking, words, sum_of(source)) for (asking, words), source in shelf.items()]
    typed = attrs.evolve(game.typed, tests=(), hashes=dict(game.typed.hashes))
    program = attrs.evolve(game.program, game=typed)
    return pickle.dumps((asked, program, guards(game.program), game.warnings), protocol=5)


def find(path: Path, sources: Sequence[Source]) -> Game | None:
    """The game that is kept there; None if there is none, or one that stands on other files."""
    if not is_ours(path) or path.stat().st_size > LARGEST:
        return None
    try:
        asked, program, guarded, warnings = Unpickler(io.BytesIO(unseal(path.read_bytes()))).load()
        if same_files(asked, sources, {}) is None:
            return None
        note(program, guarded)
        names = tuple(source_name(mod.name) for mod in sources[1:])
        return Game(program, source_name(sources[0].name), names, Answers.of(program), warnings)
    except Exception:  # a broken pickle may raise anything
        return None


class Unpickler(pickle.Unpickler):
    """Reads data of a game; what is no class of such data is refused."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.startswith(HOMES) else None
        if isinstance(found, type) and (issubclass(found, Frozen) or "__attrs_attrs__" in vars(found)):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no data of a game")
