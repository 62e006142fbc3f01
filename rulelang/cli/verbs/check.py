"""`rulelang check PATH…`: every problem in every file, then one line per file; with `--fix`, slips are fixed first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from rulelang.base.limits import current
from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import table_options
from rulelang.cli.terminal import paint, say, say_json
from rulelang.present.english import pluralize, series

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostic
    from rulelang.workspace.problems import Examined

EXAMPLES = """\
rulelang check {file}
rulelang check {folder}
rulelang check --fix {file}
rulelang check {game} --mod {mod}"""


@attrs.frozen
class Report:
    """The problems of a file, its numbers of players, and what was fixed in it."""

    path: Path
    found: list[Diagnostic]
    players: tuple[int, ...]
    mended: tuple[Diagnostic, ...] = ()
    diff: tuple[str, ...] = ()
    tried: bool = False
    told: tuple[tuple[str, str, str], ...] | None = None
    """What the rules reveal on purpose: the place, what, and to whom; None if nobody asked."""

    @property
    def errors(self) -> int:
        return sum(each.severity == "error" for each in self.found)


@click.command("check", cls=Verb, help=VERBS["check"], epilog=EXAMPLES)
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@table_options("mods")
@click.option("--fix", is_flag=True, help="Fix clear slips, and show what was changed.")
@click.option("--reveals", is_flag=True, help="List what the rules reveal: on which line, what, and to whom.")
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text", metavar="FORM",
              help="Write text, json, or github (annotations for GitHub).")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def command(
    paths: tuple[str, ...], mods: tuple[str, ...], fix: bool, reveals: bool, form: str, as_json: bool
) -> int:
    from rulelang.cli.errors import refusal
    from rulelang.cli.options.paths import games_of, rules_files

    if fix and mods:
        raise refusal("`--fix` mends a file as it stands; give it without `--mod`, and name the mod's own file.")
    reports = [report(path, fix, mods, reveals) for path in games_of(rules_files(paths))]
    if as_json or form == "json":
        say_json({"version": 1, "files": [to_json(each, fix) for each in reports]})
    else:
        for each in reports:
            tell_github(each) if form == "github" else tell(each)
    return 1 if any(each.errors for each in reports) else 0


def report(path: Path, fix: bool = False, mods: tuple[str, ...] = (), reveals: bool = False) -> Report:
    """Examine a file, with mods or by itself; with `fix`, fix it first."""
    from rulelang.base.source import read_source
    from rulelang.cli.errors import report_load_errors
    from rulelang.play.sources import find_mods
    from rulelang.workspace.problems import examine

    source = read_source(path)
    with report_load_errors():
        found = examine(source, find_mods(mods, source))
    if not fix or not found.problems:
        told = list_releases(found) if reveals else None
        return Report(path, found.problems, found.game.players if found.game else (), told=told)
    from rulelang.workspace.fixes import mend, write

    mended = mend(source)
    if mended.gone:
        write(path, mended.after.text)
        found = examine(mended.after)
    players = found.game.players if found.game else ()
    told_ = list_releases(found) if reveals else None
    return Report(path, found.problems, players, mended.gone, tuple(mended.diff()), True, told_)


def list_releases(found: Examined) -> tuple[tuple[str, str, str], ...]:
    """What a game reveals on purpose, line by line; empty for a file with errors."""
    from rulelang.analysis.report import releases
    from rulelang.lower import lower

    if found.game is None or found.errors:
        return ()
    program, _ = lower(found.game, found.game.players[0], {}, folded=False)
    if program is None:
        return ()
    rows = [(f"{each.span.source.name}:{each.span.line}", " ".join(each.what.split()), to)
            for each, to in releases(program)]  # fmt: skip
    return tuple(dict.fromkeys(rows))


# ---------------------------------------------------------------- for people


def tell(each: Report) -> None:
    """Write changes and the verdict to the output, the problems to the error stream."""
    from rulelang.cli.errors import tell_problems

    for line in each.diff:
        say(paint(line, {"+": "good", "-": "bad"}.get(line[:1], "dim")))
    tell_problems(each.found)
    for place, what, to in each.told or ():
        say(f"{place}: {what} → {to}")
    mended = f"{pluralize(len(each.mended), 'slip')} mended, " if each.mended else ""
    if each.tried and not each.mended:
        mended = "nothing mended, since no single edit is sure to be what is meant; "
    say(f"{each.path}: {mended}{verdict(each.found, each.players)}")


def verdict(found: list[Diagnostic], players: tuple[int, ...]) -> str:
    """`no problems (3 and 4 players)`, `2 errors and 1 warning`."""
    wrong, warnings = (sum(each.severity == kind for each in found) for kind in ("error", "warning"))
    counts = [pluralize(wrong, "error")] * bool(wrong) + [pluralize(warnings, "warning")] * bool(warnings)
    said = paint(series(counts), "bad" if wrong else "bold") if counts else paint("no problems", "good")
    return said if wrong or not players else f"{said} ({player_counts(players)})"


def player_counts(players: tuple[int, ...]) -> str:
    """`3 and 4 players`, `2 to 5 players`, `1 player`."""
    if len(players) > 2 and players == tuple(range(players[0], players[-1] + 1)):
        return f"{players[0]} to {players[-1]} players"
    return f"{series([str(n) for n in players])} {'player' if players == (1,) else 'players'}"


# ---------------------------------------------------------------- for programs


def to_json(each: Report, fix: bool = False) -> dict[str, Any]:
    from rulelang.diagnostics import to_json as diagnostic

    mended = {"mended": [diagnostic(problem) for problem in each.mended], "diff": list(each.diff)} if fix else {}
    return {
        "file": str(each.path),
        "ok": not each.errors,
        "players": list(each.players),
        "diagnostics": [diagnostic(problem) for problem in each.found[: current().shown]],
        **({"more": len(each.found) - current().shown} if len(each.found) > current().shown else {}),
        **mended,
        **({} if each.told is None else {"reveals": [dict(zip(("line", "what", "to"), row)) for row in each.told]}),
    }


def tell_github(each: Report) -> None:
    """One line per problem, in the format by which GitHub marks the place."""
    for problem in each.found[: current().shown]:
        span = problem.span
        place = {
            "file": span.source.name, "line": span.line, "endLine": span.end_line, "col": span.column,
            "endColumn": max(span.end_column, span.column + 1), "title": f"{problem.code} {problem.title}",
        }  # fmt: skip
        if span.end_line != span.line:
            del place["col"], place["endColumn"]  # GitHub takes columns for single lines only
        marks = ",".join(f"{key}={escape(str(value), ':,')}" for key, value in place.items())
        kind = {"error": "error", "warning": "warning"}.get(problem.severity, "notice")
        say(f"::{kind} {marks}::{escape(problem.help)}")


def escape(text: str, more: str = "") -> str:
    """A text as a workflow command takes it."""
    for sign in ("%", "\r", "\n", *more):
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
