"""What `rulelang test` does after the tests of a file: it plays games, looks for one that breaks, and reports it.

By default it plays 200 games, or as many as 10 seconds of work allow, including the time to shrink a failure. Games
come in the order of the seed, so the same seed finds the same failure. `--games` and `--time` set how much to play.
"""

from __future__ import annotations

import contextlib
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from rulelang.base.hidden import terminal_text
from rulelang.cli.options.settings import OPTIONS as SETTINGS
from rulelang.cli.terminal import is_watched, paint, say, warn
from rulelang.present.english import pluralize

if TYPE_CHECKING:
    from rulelang.prove.search import Effort, Progress, Result
    from rulelang.prove.story import Story
    from rulelang.prove.tables import Rules, Table

GAMES, TIME = 200, 10.0  # the default number of games and seconds
FEW = 12  # tables to play at within the default time
AUDITED = 0.3  # the share of the games that run on the reference engine, with all laws checked
MANY = 1_000_000_000
UNITS = {"": 1, "s": 1, "m": 60, "min": 60, "h": 3600}


class Duration(click.ParamType[float]):
    """`60s`, `5m`, `1h`; a number alone is seconds."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(s|m|min|h|)", str(value))
        if not found or not float(found[1]):
            self.fail(f"`{value}` is not a time; write `60s`, `5m` or `1h`.", param, ctx)
        return float(found[1]) * UNITS[found[2]]


# flag: its declaration
OPTIONS = (
    click.option("--games", type=click.IntRange(1), metavar="N", help="Play N games to look for one that breaks."),
    click.option("--time", "seconds", type=Duration(), metavar="TIME", help="Play for this long: 60s, 5m, 1h."),
    click.option("--players", type=click.IntRange(1), metavar="N", help="Play with N players only."),
    *(SETTINGS[name] for name in ("variants", "settings")),
    click.option("--seed", type=int, default=0, metavar="S", help="Random seed; the same seed plays the same games."),
    click.option("--budget", type=click.IntRange(1), metavar="N", help="A game must be over after N events."),
    click.option("--no-search", is_flag=True, help="Run the tests only; play nothing."),
    click.option("--coverage", is_flag=True, help="Show the parts of the rules that no test or game reached."),
    click.option("--html", metavar="FILE", help="With --coverage: write the rules as a page with colours."),
    click.option("--mutants", type=click.IntRange(1), metavar="N",
                 help="Make N small changes to the rules; list those that no test notices."),
    click.option("--jobs", type=click.IntRange(1), metavar="N", help="With --mutants: use N processes."),
)


def proving_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of the search to a command that takes them as keywords."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@attrs.frozen
class SearchOptions:
    """The options of the search from the command line."""

    games: int | None = None
    seconds: float | None = None
    seed: int = 0
    budget: int | None = None
    no_search: bool = False
    coverage: bool = False
    html: str | None = None
    players: int | None = None
    variants: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    mutants: int | None = None
    jobs: int | None = None

    def effort(self, tables: tuple[Table, ...] = ()) -> Effort:
        from rulelang.base.cache import cache_folder
        from rulelang.prove.play import BUDGET
        from rulelang.prove.search import Effort
        from rulelang.prove.tables import POOL

        games = self.games or (GAMES if self.seconds is None else MANY)
        seconds = self.seconds or (TIME if self.games is None else None)
        audited = max(1, int(games * AUDITED))
        return Effort(
            audited,
            games - audited,
            time=seconds,
            working=self.seconds is None,
            seed=self.seed,
            budget=self.budget or BUDGET,
            keep=cache_folder(),
            tables=tables,
            pool=POOL if seconds is None or seconds > TIME else FEW,
        )


    def tables(self, rules: Rules) -> tuple[Table, ...]:
        """The tables that were asked for; empty if none were."""
        if self.players is None and not self.variants and not self.settings:
            return ()
        from rulelang.cli.errors import report_load_errors
        from rulelang.cli.options.settings import read_settings
        from rulelang.play.game import assemble
        from rulelang.prove.tables import Table

        options = read_settings(self.settings)
        with report_load_errors():
            typed = rules.typed(self.variants)
            counts = typed.players if self.players is None else (self.players,)
            for count in counts:
                assemble(rules.source, count, self.variants, dict(options), rules.mods)  # raises if impossible
        return tuple(Table(count, self.variants, tuple(options.items())) for count in counts)


@attrs.frozen
class Search:
    """A file that was searched: what was found, its story, and its record."""

    path: Path
    result: Result
    story: Story | None
    record: Path | None

    @property
    def failed(self) -> bool:
        return not self.result.passed

    def to_json(self) -> dict[str, Any]:
        result = self.result
        return {
            "games": result.games,
            "answers": result.answers,
            "interrupted": result.interrupted,
            "failure": None if self.story is None else {**self.story.to_json(), "record": str(self.record)},
            "warnings": [each.to_json() for each in result.warnings],
        }


def play_file(path: Path, mods: tuple[str, ...], given: SearchOptions, quiet: bool) -> Search:
    """Look for a game that breaks; a failure is recorded at once."""
    from rulelang.base.source import read_source
    from rulelang.play.sources import find_mods
    from rulelang.prove.search import search
    from rulelang.prove.story import Story
    from rulelang.prove.tables import Rules

    source = read_source(path)
    rules = Rules(source, tuple(find_mods(mods, source)))
    with progress_bar(path.name, "games", quiet) as progress:
        result = search(rules, given.effort(given.tables(rules)), progress)
    if result.failure is None:
        return Search(path, result, None, None)
    game = rules.game(result.failure.plan.table)
    assert game is not None
    story = Story.of(result.failure, game)
    return Search(path, result, story, keep_record(path, story))


def keep_record(path: Path, story: Story) -> Path:
    """Save the record of a failure."""
    from rulelang.cli.play.record_files import record_folder, write_record

    return write_record(record_folder() / f"{path.stem}-{story.fault.code}.record.json", story.record())


# ---------------------------------------------------------------- telling


def tell_search(search: Search) -> None:
    """Print the story of what broke, or one line if nothing did."""
    result = search.result
    for each in result.warnings:
        assert each.span is not None
        warn(f"warning[{each.code}]: {each.title}\n  {each.span!r}  {each.help}")
    if search.story is not None:
        say(f"{paint('broken', 'bad')}: {search.path}")
        say("\n".join(search.story.lines()))
        command = ["rulelang", "replay", str(search.record), "--rules", str(search.path), "--step"]
        say(f"Go through it: {shlex.join(command)}\n")
    say(f"{search.path}: {verdict(search)}")


def verdict(search: Search) -> str:
    """`100 games played, nothing broken`."""
    result = search.result
    played = f"{pluralize(result.games, 'game')} played" if result.games else "a known failure tried again"
    stopped = " (interrupted)" if result.interrupted else ""
    if search.failed:
        return paint(f"{played}, the rules break{stopped}", "bad")
    return paint(f"{played}, nothing broken{stopped}", "good")


@contextlib.contextmanager
def progress_bar(title: str, things: str, quiet: bool) -> Iterator[Progress]:
    """A bar on a terminal; nothing elsewhere."""
    if quiet or not is_watched():
        yield lambda games, share, what: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    words = TextColumn(f"{{task.fields[done]}} {things}{{task.fields[what]}}", markup=False)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(bar_width=20), words)
    screen = Console(stderr=True)
    with Progress(*columns, TimeElapsedColumn(), console=screen, transient=True, refresh_per_second=4) as bar:
        task = bar.add_task(terminal_text(title), total=1.0, done=0, what="")
        yield lambda done, share, what: bar.update(task, completed=share, done=done, what=f", {what}" if what else "")
