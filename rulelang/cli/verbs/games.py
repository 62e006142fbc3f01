"""`rulelang games`: what comes with rulelang, and what can be set in each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.paths import shown_path
from rulelang.cli.terminal import paint, say, say_json, wrapped
from rulelang.cli.verbs.check import player_counts

HEAD = re.compile(r'^mod "(?P<title>[^"]*)" extends (?P<base>\w+)(?: "(?P<text>[^"]*)")?', re.MULTILINE)


@click.command("games", cls=Verb, help=VERBS["games"], epilog="rulelang games\nrulelang games --json")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(as_json: bool) -> int:
    from rulelang.base.files import bundled_games

    mods = bundled()
    described = [describe(name, path, mods.get(name, [])) for name, path in bundled_games().items()]
    if as_json:
        say_json({"version": 1, "games": described})
    elif not described:
        say("No game comes with this copy of rulelang; `rulelang run FILE` plays a file of rules.")
    else:
        say("\n\n".join("\n".join(page(game)) for game in described))
    return 0


def bundled() -> dict[str, list[dict[str, Any]]]:
    """The mods that come with rulelang, by their game; their first lines say what they are."""
    from rulelang.base.files import bundled_mods

    found: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(bundled_mods().glob("*.rules")):
        head = HEAD.search(path.read_text(encoding="utf-8"))
        if head:
            about = {"name": path.stem, "file": str(path), "title": head["title"], "text": head["text"] or ""}
            found.setdefault(head["base"], []).append(about)
    return found


def describe(name: str, path: Path, mods: list[dict[str, Any]]) -> dict[str, Any]:
    """A game for people and programs; defaults are written as `--set` takes them."""
    from rulelang.base.source import read_source
    from rulelang.check import check
    from rulelang.link import link
    from rulelang.syntax import nodes

    linked, _ = link(read_source(path))
    game = check(linked)[0] if linked else None
    if linked is None or game is None:
        return {"name": name, "file": str(path), "title": name, "text": "", "broken": True}
    declared = [each for each in linked.declarations if isinstance(each, nodes.Option)]
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


def one_line(text: str) -> str:
    return " ".join(text.split())


def page(game: dict[str, Any]) -> list[str]:
    """A game on the screen: its name, title, text and file, then a line an option, a variant and a mod."""
    if game.get("broken"):
        return [f"{paint(game['name'], 'bold')}  (its rules are wrong: rulelang check {game['name']})"]
    lines = [f"{paint(game['name'], 'bold')}  {game['title']}, {player_counts(tuple(game['players']))}"]
    lines += wrapped(game["text"], "  ")
    lines.append(f"  rules: {shown_path(Path(game['file']))}")
    rows = [(f"--set {o['name']}={o['default']}", f"{o['text']} ({o['type']})") for o in game["options"]]
    rows += [(f"--variant {v['name']}", v["text"] + without(v["excludes"])) for v in game["variants"]]
    rows += [(f"--mod {mod['name']}", mod["text"]) for mod in game["mods"]]
    lines += [line for row in rows for line in wrapped(row[1], f"  {row[0]:<26}  ", " " * 30)]
    for credit in game["credits"]:
        lines += [paint(line, "dim") for line in wrapped(credit, "  ")]
    return lines


def without(excluded: list[str]) -> str:
    return f" (not with {', '.join(excluded)})" if excluded else ""
