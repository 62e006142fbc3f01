"""What is simulated, as plain data: another process, or another machine, can play its share with this alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import attrs

from rulelang.frozen import Frozen, frozen
from rulelang.play.game import Game, assemble
from rulelang.sim.engines import Engine, engine_for
from rulelang.sim.tally import Tally
from rulelang.sim.watch import Watch, unwatched, watched
from rulelang.source import Source


@frozen
class Setup(Frozen):
    """Rules as texts, players, settings, and how it is played. `options` is JSON, so that a setup can be looked up.

    `engine`: auto, c, python or reference. `statistics`: without, only wins, scores and lengths are told. `files`: what
    the rules stand on, for a machine that has no such files; who asks, what for, and what it gets.
    """

    source: Source
    players: int
    variants: tuple[str, ...] = ()
    options: str = "{}"
    mods: tuple[Source, ...] = ()
    engine: str = "auto"
    statistics: bool = True
    files: tuple[tuple[str, str, Source], ...] = ()


@frozen
class Ready(Frozen):
    """A setup that can be played."""

    game: Game
    watch: Watch
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
    from rulelang.play.finding import find_mods, find_source

    source = find_source(name)
    texts = tuple(find_mods(tuple(mods), source))
    made = Setup(source, 0, tuple(variants), json.dumps(dict(options or {})), texts, engine, statistics)
    game = assemble(source, players, made.variants, dict(options or {}), texts)
    remembered(attrs.evolve(made, players=game.players), game)
    return attrs.evolve(made, players=game.players)


LOADED: dict[Setup, Game] = {}


def remembered(setup: Setup, game: Game) -> None:
    """The game of a setup that was loaded just now need not be loaded again."""
    LOADED.clear()
    LOADED[setup] = game


def loaded(setup: Setup) -> Game:
    if setup in LOADED:
        return LOADED[setup]
    shelf = {(asking, name): source for asking, name, source in setup.files}
    return assemble(setup.source, setup.players, setup.variants, json.loads(setup.options), setup.mods, shelf)


def with_files(setup: Setup) -> Setup:
    """The setup for a machine that has none of its files: bases of mods and modules beside them come along."""
    from rulelang.files import Shelf
    from rulelang.link import link

    shelf: Shelf = {}
    link(setup.source, setup.variants, setup.mods, shelf=shelf)
    return attrs.evolve(setup, files=tuple((*key, source) for key, source in shelf.items()))


@lru_cache(maxsize=64)  # a sweep goes round and round through all of its values
def ready(setup: Setup) -> Ready:
    """Loads, watches and compiles. Raises LoadError, Unsupported or NoCompiler."""
    game = loaded(setup)
    watch = watched(game.program) if setup.statistics else unwatched(game.program)
    return Ready(game, watch, engine_for(watch, setup.engine))


def play_chunk(setup: Setup, seed: int, first: int, number: int) -> Tally:
    """The tally of some games of a seed, by number. It depends on its arguments alone."""
    return ready(setup).engine.chunk(seed, first, number)
