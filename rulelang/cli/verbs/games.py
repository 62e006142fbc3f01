"""`rulelang games`: what comes with rulelang, and what can be set in each."""

from __future__ import annotations

from typing import Any

import click

from rulelang.base.files import display_path
from rulelang.cli.group import VERBS, Verb
from rulelang.cli.terminal import paint, say, say_json, wrap
from rulelang.cli.verbs.check import player_counts


@click.command(
    "games", cls=Verb, help=VERBS["games"], epilog="rulelang games\nrulelang games --all\nrulelang games --json"
)
@click.option("--all", "whole", is_flag=True, help="List the games of the gallery too.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(whole: bool, as_json: bool) -> int:
    from rulelang.base.files import gallery_games
    from rulelang.play.catalog import describe_games

    described, more = describe_games(whole), len(gallery_games())
    if as_json:
        say_json({"version": 1, "games": described})
    elif not described:
        say("No game comes with this copy of rulelang; `rulelang run FILE` plays a file of rules.")
    else:
        say("\n\n".join("\n".join(page(game)) for game in described))
        if more and not whole:
            say(f"\n{more} more are in the gallery: rulelang games --all")
    return 0


def page(game: dict[str, Any]) -> list[str]:
    """A game on the screen: its name, title, text and file, then a line for each option, variant and mod."""
    if game.get("broken"):
        return [f"{paint(game['name'], 'bold')}  (its rules are wrong: rulelang check {game['name']})"]
    lines = [f"{paint(game['name'], 'bold')}  {game['title']}, {player_counts(tuple(game['players']))}"]
    lines += wrap(game["text"], "  ")
    lines.append(f"  rules: {display_path(game['file'])}")
    rows = [(f"--set {o['name']}={o['default']}", f"{o['text']} ({o['type']})") for o in game["options"]]
    rows += [(f"--variant {v['name']}", v["text"] + without(v["excludes"])) for v in game["variants"]]
    rows += [(f"--mod {mod['name']}", mod["text"]) for mod in game["mods"]]
    lines += [line for row in rows for line in wrap(row[1], f"  {row[0]:<26}  ", " " * 30)]
    for credit in game["credits"]:
        lines += [paint(line, "dim") for line in wrap(credit, "  ")]
    return lines


def without(excluded: list[str]) -> str:
    return f" (not with {', '.join(excluded)})" if excluded else ""
