"""The games that can be played at a server's tables: bundled ones, the gallery, and the files it was started with.

A client names a game, a mod or an option; it never names a file.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import string
from collections import OrderedDict
from pathlib import Path
from typing import Any

import attrs

from rulelang.base.files import Unwritable, bundled_games, gallery_games, write_whole
from rulelang.play.catalog import describe, mods_by_game
from rulelang.play.errors import LoadError
from rulelang.play.game import load
from rulelang.play.match import Game
from rulelang.table.room import Refused, Settings

MOST = 64  # games that are kept loaded
MOST_FILES = 200  # games that others may upload
TRIAL = "."  # prefix of the names of files with uploaded rules that have not been tried yet
LETTERS = frozenset(string.ascii_lowercase + string.digits + "_")


@attrs.define(eq=False)
class Shelf:
    """`files`: where the rules of each game are. Described and loaded games are cached, and shared by all tables."""

    files: dict[str, Path]
    gallery: frozenset[str] = frozenset()
    described: dict[str, asyncio.Future[dict[str, Any]]] = attrs.field(factory=dict)
    loaded: OrderedDict[str, asyncio.Future[Game]] = attrs.field(factory=OrderedDict)
    patience: float | None = None
    """How many seconds to wait for the descriptions of games; those that take longer are listed later."""
    trials: set[Path] = attrs.field(factory=set)
    """Uploaded rules that are being tried."""

    @classmethod
    def of(cls, files: dict[str, Path]) -> Shelf:
        """Files given by name come first, and replace bundled games of the same name."""
        ours = {**files, **{name: path for name, path in bundled_games().items() if name not in files}}
        more = {name: path for name, path in gallery_games().items() if name not in ours}
        return cls({**ours, **more}, frozenset(more))

    async def catalog(self, gallery: bool = False) -> list[dict[str, Any]]:
        """All games that can be described now, as `rulelang games --json` does, but without file paths; or those of the
        gallery, which the page loads later.
        """
        names = [name for name in self.files if (name in self.gallery) == gallery]
        for name in names:
            if name not in self.described:
                self.described[name] = asyncio.ensure_future(asyncio.to_thread(self.describe, name))
        waited = {name: self.described[name] for name in names}
        if waited:
            await asyncio.wait(waited.values(), timeout=self.patience)
        for name, each in waited.items():
            if each.done() and each.exception() is not None:  # its file is gone, or there was no memory for it
                self.described.pop(name, None)
        return [without_files(each.result()) for each in waited.values() if each.done() and each.exception() is None]

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
            raise refusal(error, self.files[settings.game], settings.game) from None

    def forget(self, name: str) -> None:
        """Drop a game whose rules have changed."""
        self.described.pop(name, None)
        for key in [key for key in self.loaded if json.loads(key)["game"] == name]:
            del self.loaded[key]

    async def take(self, folder: Path, name: str, text: str) -> str:
        """Store uploaded rules if they can be played, and return their name on this server. Until they have been tried,
        they are not listed: rules that end this process are gone when it starts again.
        """
        plain = "".join(letter for letter in name.lower() if letter in LETTERS)[:40] or "rules"
        named = f"{plain}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
        if named in self.files:
            return named
        if len(self.files) + len(self.trials) >= MOST_FILES:
            raise Refused("This server has as many games as it can hold; try again later.")
        path, trial = folder / f"{named}.rules", folder / f"{TRIAL}{named}.{secrets.token_hex(4)}.rules"
        self.trials.add(trial)
        try:
            write_whole(trial, text)
            found = await asyncio.to_thread(try_rules, trial, named)
            trial.replace(path)
        except LoadError as error:
            raise refusal(error, trial, named) from None
        except (Unwritable, OSError):
            raise Refused("These rules could not be kept: the disk of this server takes nothing now.") from None
        finally:
            trial.unlink(missing_ok=True)
            self.trials.discard(trial)
        self.files[named] = path
        self.described[named] = done = asyncio.get_running_loop().create_future()
        done.set_result(found)
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


def try_rules(path: Path, name: str) -> dict[str, Any]:
    """Do once all that is done with rules before a game begins; the result is their description."""
    load(path)
    return describe(name, path, [])


def refusal(error: LoadError, path: Path, name: str) -> Refused:
    """The first line of an error, which must not reveal where the file lies on this machine."""
    return Refused(str(error).splitlines()[0].replace(str(path), f"{name}.rules"))


def uploaded(folder: Path) -> dict[str, Path]:
    """The uploaded games in a folder, by name."""
    found = {path.stem: path for path in sorted(folder.glob("*.rules"))}
    return {name: path for name, path in found.items() if not name.startswith(TRIAL)}


def forget_trials(folder: Path) -> None:
    """Remove uploaded rules that were being tried when the process ended."""
    for path in folder.glob(f"{TRIAL}*.rules"):
        path.unlink(missing_ok=True)


def without_files(game: dict[str, Any]) -> dict[str, Any]:
    """What a browser is told about a game, without file paths: they are private to this machine."""
    mods = [{key: value for key, value in mod.items() if key != "file"} for mod in game.get("mods", [])]
    return {**{key: value for key, value in game.items() if key != "file"}, "mods": mods}
