"""The games that can be played at a server's tables: bundled ones, the gallery, and the files it was started with.

A client names a game, a mod or an option; it never names a file.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import string
from collections import OrderedDict
from pathlib import Path
from typing import Any

import attrs

from rulelang.base.files import bundled_games, gallery_games, write_whole
from rulelang.play.catalog import describe, mods_by_game
from rulelang.play.errors import LoadError
from rulelang.play.game import load
from rulelang.play.match import Game
from rulelang.table.room import Refused, Settings

MOST = 64  # games that are kept loaded
MOST_FILES = 200  # games that others may upload
LETTERS = frozenset(string.ascii_lowercase + string.digits + "_")


@attrs.define(eq=False)
class Shelf:
    """`files`: where the rules of each game are. Described and loaded games are cached, and shared by all tables."""

    files: dict[str, Path]
    gallery: frozenset[str] = frozenset()
    described: dict[str, asyncio.Future[dict[str, Any]]] = attrs.field(factory=dict)
    loaded: OrderedDict[str, asyncio.Future[Game]] = attrs.field(factory=OrderedDict)

    @classmethod
    def of(cls, files: dict[str, Path]) -> Shelf:
        """Files given by name come first, and replace bundled games of the same name."""
        ours = {**files, **{name: path for name, path in bundled_games().items() if name not in files}}
        more = {name: path for name, path in gallery_games().items() if name not in ours}
        return cls({**ours, **more}, frozenset(more))

    async def catalog(self, gallery: bool = False) -> list[dict[str, Any]]:
        """All games, as `rulelang games --json` describes them, but without file paths; or those of the gallery, which
        the page loads later.
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
        """The game for some settings; if it cannot be loaded, it is refused with the reason."""
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
            path = self.files[settings.game]  # errors must not reveal where the file lies on this machine
            raise Refused(str(error).splitlines()[0].replace(str(path), path.name)) from None

    def forget(self, name: str) -> None:
        """Drop a game whose rules have changed."""
        self.described.pop(name, None)
        for key in [key for key in self.loaded if json.loads(key)["game"] == name]:
            del self.loaded[key]

    async def take(self, folder: Path, name: str, text: str) -> str:
        """Store uploaded rules if they can be played, and return their name on this server."""
        plain = "".join(letter for letter in name.lower() if letter in LETTERS)[:40] or "rules"
        named = f"{plain}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
        if named in self.files:
            return named
        if len(self.files) >= MOST_FILES:
            raise Refused("This server has as many games as it can hold; try again later.")
        path = folder / f"{named}.rules"
        write_whole(str(path), text)
        self.files[named] = path
        try:
            await self.game(Settings(named))
        except Refused:
            path.unlink()
            del self.files[named]
            raise
        return named

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
    """What a browser is told about a game, without file paths: they are private to this machine."""
    mods = [{key: value for key, value in mod.items() if key != "file"} for mod in game.get("mods", [])]
    return {**{key: value for key, value in game.items() if key != "file"}, "mods": mods}
