"""The bundled games, and what can be set in each: players, options, variants and mods."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from rulelang.base.files import bundled_games, bundled_mods, gallery_games
from rulelang.base.source import read_source
from rulelang.check import check
from rulelang.ir import Game, types
from rulelang.ir.types import bare
from rulelang.link import link
from rulelang.syntax import nodes

HEAD = re.compile(r'^mod "(?P<title>[^"]*)" extends (?P<base>\w+)(?: "(?P<text>[^"]*)")?', re.MULTILINE)


def describe_games(gallery: bool = False) -> list[dict[str, Any]]:
    """Every bundled game, described; with `gallery`, those of the gallery too."""
    mods, found = mods_by_game(), {**bundled_games(), **(gallery_games() if gallery else {})}
    return [describe(name, path, mods.get(name, [])) for name, path in found.items()]


def mods_by_game() -> dict[str, list[dict[str, Any]]]:
    """The mods that come with rulelang, by their game; their first lines say what they are."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(bundled_mods().glob("*.rules")):
        head = HEAD.search(path.read_text(encoding="utf-8"))
        if head:
            about = {"name": path.stem, "file": str(path), "title": head["title"], "text": head["text"] or ""}
            found.setdefault(head["base"], []).append(about)
    return found


def describe(name: str, path: Path, mods: list[dict[str, Any]]) -> dict[str, Any]:
    """A game for people and programs; defaults are written as `--set` takes them."""
    linked, _ = link(read_source(path))
    game = check(linked)[0] if linked else None
    if linked is None or game is None:
        return {"name": name, "file": str(path), "title": name, "text": "", "broken": True}
    declared = linked.declared(nodes.Option)
    return {
        "name": name,
        "file": str(path),
        "title": game.title,
        "text": game.text,
        "players": list(game.players),
        "options": [
            {
                "name": str(each.name),
                "type": one_line(each.type.span.text),
                "default": one_line(each.default.span.text),
                "text": str(each.text or ""),
                "values": values(game, str(each.name)),
            }
            for each in declared
        ],
        "variants": [
            {"name": each.name, "excludes": [str(other) for other in each.excludes], "text": str(each.text or "")}
            for each in linked.variants.values()
        ],
        "mods": mods,
        "credits": list(game.credits),
    }


def values(game: Game, name: str) -> list[str]:
    """All values of an option, where they can be listed in a line."""
    kind = game.options[name].type
    some = bare(kind)
    listed: list[str] = []
    if isinstance(some, types.Enum):
        listed = list(game.enums[some.name].members)
    elif isinstance(some, types.Bool):
        listed = ["true", "false"]
    elif isinstance(some, types.Seat):
        listed = [f"P{seat}" for seat in range(1, max(game.players) + 1)]
    return ["none", *listed] if listed and isinstance(kind, types.Optional) else listed


def one_line(text: str) -> str:
    return " ".join(text.split())
