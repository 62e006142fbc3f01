"""What is simulated, as plain data: it is all that another process or machine needs to play its share."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import attrs

from rulelang.base.frozen import Frozen, frozen
from rulelang.base.limits import current, use_limits
from rulelang.play.sources import find_mods, find_source
from rulelang.sim import cache
from rulelang.sim.engines import Engine, engine_for
from rulelang.sim.model import Chunk, Setup
from rulelang.sim.sheet import Sheet
from rulelang.sim.tally import Tally

if TYPE_CHECKING:
    from rulelang.base.files import Shelf
    from rulelang.play.match import Game
    from rulelang.sim.instrument import Watch


@frozen
class Ready(Frozen):
    """The engine for a setup, and what a report says about it. Neither needs the game itself."""

    sheet: Sheet
    engine: Engine


def setup_of(
    name: str,
    players: int | None = None,
    variants: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
    mods: Iterable[str] = (),
    engine: str = "auto",
    statistics: bool = True,
) -> Setup:
    """A setup from names, as `load` takes them. Raises LoadError."""
    source = find_source(name)
    texts = tuple(find_mods(tuple(mods), source))
    wanted = tuple(variants), json.dumps(dict(options or {})), texts, engine, statistics
    asked = Setup(source, 0, *wanted, limits=current())
    found = find_kept(asked, players)
    if found is not None:
        return attrs.evolve(asked, players=found.sheet.totals.players, files=found.files)
    return load(asked, players)


# ---------------------------------------------------------------- games

LOADED: dict[Setup, Game] = {}
MOST = 8  # games that are kept in memory


def load(asked: Setup, players: int | None) -> Setup:
    """A setup as requested, with its actual players and files."""
    from rulelang.play.game import assemble

    shelf: Shelf = {(asking, words): source for asking, words, source in asked.files}
    with use_limits(asked.limits):
        game = assemble(asked.source, players, asked.variants, json.loads(asked.options), asked.mods, shelf)
    setup = attrs.evolve(asked, players=game.players, files=tuple((*place, source) for place, source in shelf.items()))
    while len(LOADED) >= MOST:
        del LOADED[next(iter(LOADED))]
    LOADED[setup] = game
    return setup


def game_of(setup: Setup) -> Game:
    """The game of a setup; one that was loaded just now need not be loaded again."""
    return LOADED[setup if setup in LOADED else load(setup, setup.players)]


def watch_of(setup: Setup) -> Watch:
    from rulelang.sim.instrument import plain_watch, watch_program

    program = game_of(attrs.evolve(setup, seats=())).program
    return watch_program(program) if setup.statistics else plain_watch(program)


# ---------------------------------------------------------------- playing


@lru_cache(maxsize=64)  # a sweep goes round and round through all of its values
def prepare(setup: Setup) -> Ready:
    """Finds the engine for a setup, or loads, instruments and compiles it. Raises LoadError, Unsupported or NoCompiler.
    """
    found = find_kept(setup, setup.players)
    library = cache.load(found) if found is not None else None
    if found is not None and library is not None:
        from rulelang.sim.in_c import tallying

        return Ready(found.sheet, Engine("c", "", tallying(library, found.sheet.totals, partial(meaning, setup))))
    watch = watch_of(setup)
    if setup.seats:
        return Ready(watch.sheet, bot_engine(setup, watch))
    engine = engine_for(watch, setup.engine)
    if engine.library:
        cache.keep(setup, watch.sheet, engine.library, setup.players == min(watch.program.game.players))
    return Ready(watch.sheet, engine)


def find_kept(setup: Setup, players: int | None) -> cache.Kept | None:
    """What is kept of a setup; only C code is."""
    return cache.find(setup, players) if setup.engine in ("auto", "c") and not setup.seats else None


def bot_engine(setup: Setup, watch: Watch) -> Engine:
    """Bots play, and the reference watches."""
    from rulelang.sim.with_bots import bots

    return Engine("bots", ", ".join(setup.seats), bots(watch, game_of(attrs.evolve(setup, seats=())), setup.seats))


def meaning(setup: Setup) -> Chunk:
    from rulelang.sim.in_python import reference

    return reference(watch_of(setup))


def play_chunk(setup: Setup, seed: int, first: int, number: int) -> Tally:
    """The tally of a range of games of a seed. It depends only on its arguments."""
    return prepare(setup).engine.chunk(seed, first, number)
