"""`rulelang check PATH…`: every problem in every file, then one line a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.terminal import colored, enumerate_words, number_of, paint, say, say_json, warn

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostic

EXAMPLES = "rulelang check {file}\nrulelang check {folder}\nrulelang check --json {file}"


@click.command("check", cls=Verb, help=VERBS["check"], epilog=EXAMPLES)
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(paths: tuple[str, ...], as_json: bool) -> int:
    from rulelang.cli.finding import rules_files

    reports = [report(path) for path in rules_files(paths)]
    if as_json:
        say_json({"version": 1, "files": [to_json(*each) for each in reports]})
    else:
        for each in reports:
            tell(*each)
    return 1 if any(errors(found) for _, found, _ in reports) else 0


def report(path: Path) -> tuple[Path, list[Diagnostic], tuple[int, ...]]:
    """What is wrong with a file, and for how many players it is."""
    from rulelang.examine import examine
    from rulelang.source import read_source

    found = examine(read_source(path))
    return path, found.problems, found.game.players if found.game else ()


def errors(found: list[Diagnostic]) -> int:
    return sum(each.severity == "error" for each in found)


def tell(path: Path, found: list[Diagnostic], players: tuple[int, ...]) -> None:
    """The problems to the error stream, the verdict to the other."""
    from rulelang.diagnostics import render

    for each in found:
        warn(render(each, color=colored(sys.stderr)) + "\n")
    say(f"{path}: {verdict(found, players)}")


def verdict(found: list[Diagnostic], players: tuple[int, ...]) -> str:
    """`no problems (3 and 4 players)`, `2 errors and 1 warning`."""
    wrong, warnings = errors(found), sum(each.severity == "warning" for each in found)
    counts = [number_of(wrong, "error")] * bool(wrong) + [number_of(warnings, "warning")] * bool(warnings)
    said = paint(enumerate_words(counts), "bad" if wrong else "bold") if counts else paint("no problems", "good")
    return said if wrong or not players else f"{said} ({player_counts(players)})"


def player_counts(players: tuple[int, ...]) -> str:
    """`3 and 4 players`, `2 to 5 players`, `1 player`."""
    if len(players) > 2 and players == tuple(range(players[0], players[-1] + 1)):
        return f"{players[0]} to {players[-1]} players"
    return f"{enumerate_words([str(n) for n in players])} {'player' if players == (1,) else 'players'}"


def to_json(path: Path, found: list[Diagnostic], players: tuple[int, ...]) -> dict[str, Any]:
    from rulelang.diagnostics import to_json as diagnostic

    return {
        "file": str(path),
        "ok": not errors(found),
        "players": list(players),
        "diagnostics": [diagnostic(each) for each in found],
    }
