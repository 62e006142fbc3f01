"""The games that can be played at a server's tables: bundled ones, the gallery, and the files it was started with.

A client names a game, a mod or an option; it never names a file.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from pathlib import Path
from typing import Any

import attrs

from rulelang.base.files import bundled_games, gallery_games
from rulelang.play.catalog import describe, mods_by_game
from rulelang.play.errors import LoadError
from rulelang.play.game import Game, load
from rulelang.table.room import Refused, Settings

MOST = 64  # games that are kept loaded


@attrs.define(eq=False)
class Shelf:
    """`files`: where the rules of each game are. Described and loaded games are kept; each is the same for all."""

    files: dict[str, Path]
    gallery: frozenset[str] = frozenset()
    described: dict[str, asyncio.Future[dict[str, Any]]] = attrs.field(factory=dict)
    loaded: OrderedDict[str, asyncio.Future[Game]] = attrs.field(factory=OrderedDict)

    @classmethod
    def of(cls, files: dict[str, Path]) -> Shelf:
        """Files that somebody named come first, and stand for bundled games of their name."""
        ours = {**files, **{name: path for name, path in bundled_games().items() if name not in files}}
        more = {name: path for name, path in gallery_games().items() if name not in ours}
        return cls({**ours, **more}, frozenset(more))

    async def catalog(self, gallery: bool = False) -> list[dict[str, Any]]:
        """All games, as `rulelang games --json` describes them, but for where their files are; or those of the gallery,
        which need not be there at once.
        """
        names = [name for name in self.files if (name in self.gallery) == gallery]
        for name in names:
            if name not in self.described:
                self.described[name] = asyncio.ensure_future(asyncio.to_thread(self.describe, name))
            await asyncio.shield(self.described[name])
        return [without_files(self.described[name].result()) for name in names]

    def describe(self, name: str) -> dict[str, Any]:
        return describe(name, self.files[name], mods_by_game().get(name, []))

    async def game(self, settings: Settings) -> Game:
        """The game of some settings; what cannot be loaded is refused with the reason."""
        if settings.game not in self.files:
            raise Refused(f"There is no game `{settings.game}` here.")
        key = json.dumps(attrs.asdict(settings), sort_keys=True)
        if key not in self.loaded:
            self.loaded[key] = asyncio.ensure_future(asyncio.to_thread(self.load, settings))
            while len(self.loaded) > MOST:
                self.loaded.popitem(last=False)
        try:
            return await asyncio.shield(self.loaded[key])
        except LoadError as error:
            self.loaded.pop(key, None)
            path = self.files[settings.game]  # where it lies on this machine is nobody's business
            raise Refused(str(error).splitlines()[0].replace(str(path), path.name)) from None

    def load(self, settings: Settings) -> Game:
        known = {mod["name"]: mod["file"] for mod in mods_by_game().get(settings.game, [])}
        for mod in settings.mods:
            if mod not in known:
                raise LoadError(f"There is no mod `{mod}` of this game here.", [])
        return load(
            self.files[settings.game],
            players=settings.players,
            variants=settings.variants,
            options=settings.options,
            mods=[known[mod] for mod in settings.mods],
        )


def without_files(game: dict[str, Any]) -> dict[str, Any]:
    """What a browser is told: where things lie on this machine is nobody's business."""
    mods = [{key: value for key, value in mod.items() if key != "file"} for mod in game.get("mods", [])]
    return {**{key: value for key, value in game.items() if key != "file"}, "mods": mods}
