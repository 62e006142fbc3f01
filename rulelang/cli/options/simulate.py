"""What `sim`, `compare` and `sweep` share: reading options, playing with a progress bar, writing reports."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import attrs
import click

from rulelang.base.files import write_whole
from rulelang.base.hidden import terminal_text
from rulelang.cli import INTERRUPTED, OK, WRONG
from rulelang.cli.errors import refusal, report_load_errors
from rulelang.cli.options.settings import read_settings
from rulelang.cli.report.figures import table
from rulelang.cli.report.simulation import report_lines
from rulelang.cli.terminal import is_watched, paint, say, say_exactly, warn
from rulelang.sim.engines import NAMES, Engine
from rulelang.sim.report import Report, report_of
from rulelang.sim.run import ClusterError, Jobs, Run, simulate
from rulelang.sim.setup import Setup, prepare, setup_of
from rulelang.sim.thinking import thinkers
from rulelang.sim.wording import interval, percent, plain

MOST_JOBS = 1000
PATIENCE = 0.4  # seconds before a progress bar is shown
SAMPLE, LONG = 2, 10  # games played to estimate the total time; estimates from this many seconds on are shown


def simulate_reports(
    game: str,
    games: int,
    players: str | None,
    seed: int,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    mods: tuple[str, ...],
    seats: str | None,
    beside: str | None,
    beside_games: int,
    jobs: int | None,
    engine: str,
    no_statistics: bool,
    json_file: str | None,
    csv_file: str | None,
    html_file: str | None,
    cluster: str | None,
) -> int:
    """Simulate for each number of players, and print the results."""
    options = read_settings(settings)
    quiet = "-" in (json_file, csv_file, html_file)
    reports, stopped, failure = [], False, ""
    with report_load_errors():  # report what cannot be played before the first game
        wanted = variants, options, mods, engine, not no_statistics
        setups = [setup_of(game, count, *wanted) for count in read_players(players)]
    setups = [with_seats(setup, seats) for setup in setups]
    thinking = [with_seats(thinkers(setup, beside), ",".join([beside] * setup.players)) for setup in setups if beside]
    workers = jobs_of(jobs, cluster, thinking=bool(thinking) or any(setup.seats for setup in setups))
    announced = ""
    for at, setup in enumerate(setups):
        before, announced = announced, announcement(playable(setup), seed, games, workers)
        if announced not in ("", before):
            warn(announced)
        run = play_with_bar(setup, seed, games, workers)
        reports.append(report_of(run))
        stopped, failure = run.stopped, run.failure
        if thinking and not stopped:
            said = announcement(playable(thinking[at]), seed, beside_games, workers)
            if said:
                warn(said)
            run = play_with_bar(thinking[at], seed, beside_games, workers, f"{beside} ")
            reports[-1] = attrs.evolve(reports[-1], beside=report_of(run))
            stopped, failure = run.stopped, run.failure
        if not quiet:
            say("\n".join(["", *report_lines(reports[-1])] if len(reports) > 1 else report_lines(reports[-1])))
        if stopped:
            break
    if len(reports) > 1 and not quiet:
        say("\n".join(["", *comparison(reports)]))
    write_reports(reports, json_file, csv_file, html_file)
    return code_of(stopped, failure, any(each.faulty for each in reports))


def code_of(stopped: bool, failure: str, faulty: bool) -> int:
    """The exit code. If a cluster failed on the way, the failure is told after the report on the finished games."""
    if failure:
        warn(f"rulelang: {failure}")
        return WRONG
    return INTERRUPTED if stopped else WRONG if faulty else OK


def make_setup(
    game: str,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, Any],
    mods: tuple[str, ...],
    engine: str = "auto",
    seats: str | None = None,
) -> Setup:
    """A setup that can be played; errors in it end the verb."""
    with report_load_errors():
        setup = with_seats(setup_of(game, players, variants, options, mods, engine), seats)
    playable(setup)
    return setup


def playable(setup: Setup) -> Engine:
    """The engine for a setup, if the requested one can play it."""
    from rulelang.native.host.cc import NoCompiler
    from rulelang.native.plan.nodes import Unsupported

    try:
        return prepare(setup).engine
    except Unsupported as problem:
        raise refusal(f"{setup.engine} cannot play these rules ({problem}); leave `--engine` away.") from None
    except NoCompiler as problem:
        raise refusal(f"C cannot be played: {problem}; leave `--engine` away.") from None


def announcement(engine: Engine, seed: int, games: int, jobs: Jobs) -> str:
    """A line before the first game if the engine was not asked for, or will take long: which, why, and how long."""
    if engine.name == "c" or not isinstance(jobs, int):
        return ""
    seconds = 0.0
    if games > SAMPLE:
        engine.chunk(seed, 0, 1)  # the first game is slower than the others
        began = time.monotonic()
        engine.chunk(seed, 0, SAMPLE)
        seconds = (time.monotonic() - began) / SAMPLE * games / jobs
    length = f"; {games:,} games will take about {duration(seconds)}" if seconds > LONG else ""
    why = f": {engine.why}" if engine.why else ""
    return f"Playing with {NAMES[engine.name]}{why}{length}." if why or length else ""


def duration(seconds: float) -> str:
    """`12 s`, `7 min`, `3 h`."""
    for limit, size, unit in ((100, 1, "s"), (6000, 60, "min")):
        if seconds < limit:
            return f"{max(1, round(seconds / size))} {unit}"
    return f"{round(seconds / 3600)} h"


def read_players(text: str | None) -> list[int | None]:
    """`4`, `3..5` or `2,4`."""
    if text is None:
        return [None]
    found: list[int | None] = []
    for part in text.split(","):
        match = re.fullmatch(r"([0-9]{1,3})(?:\.\.([0-9]{1,3}))?", part.strip())
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if high < low:
            raise refusal(f"`--players {text}` is no number of players; write 4, 3..5 or 2,4.")
        found += range(low, high + 1)
    return found


def with_seats(setup: Setup, text: str | None) -> Setup:
    """The setup with bots at its seats, if some of them think; thinking bots have an engine of their own."""
    from rulelang.cli.play.seats import make_player, read_seats

    if text is None:
        return setup
    kinds, players = read_seats(text), setup.players
    if len(kinds) != players:
        raise refusal(f"`--seats` names {len(kinds)} seats, and {players} play; name each, or none.")
    if "you" in kinds:
        raise refusal("you cannot sit at a table of a simulation; every seat is a bot's.")
    if set(kinds) == {"random"}:
        return setup
    if setup.engine != "auto":
        raise refusal("bots that think play on their own engine; leave `--engine` away.")
    for seat, kind in enumerate(kinds, 1):
        make_player(kind, seat, 0)  # report a third-party bot that cannot be created before the first game
    return attrs.evolve(setup, seats=kinds)


def jobs_of(jobs: int | None, cluster: str | None, thinking: bool) -> Jobs:
    """Who plays: processes on this machine, or the workers of a cluster. Thinking bots use every core, unless a number
    is given.
    """
    if jobs is not None and (jobs == 0 or jobs < -1 or jobs > MOST_JOBS):
        raise refusal(f"`--jobs` is a number of processes, {MOST_JOBS} at most; -1 is one for each core.")
    if cluster is not None and jobs not in (None, 1):
        raise refusal("`--jobs` is for this machine and `--cluster` for others; give one of them.")
    if cluster is not None:
        return connect_cluster(cluster)
    wanted = jobs or (-1 if thinking else 1)
    if wanted > 0:
        return wanted
    from joblib import cpu_count

    return int(cpu_count())


def connect_cluster(address: str) -> Jobs:
    """Connect to a cluster until the verb ends."""
    from rulelang.sim.cluster import connect

    try:
        found = connect(address)
    except ClusterError as problem:
        raise refusal(str(problem)) from None
    click.get_current_context().call_on_close(found.close)
    return found


# ---------------------------------------------------------------- playing


def play_with_bar(setup: Setup, seed: int, games: int, jobs: Jobs, what: str = "") -> Run:
    """Play, with a progress bar if a person watches and it takes a while."""
    if not is_watched():
        return simulate(setup, seed, games, jobs)
    bar = Bar(games, what)
    try:
        return simulate(setup, seed, games, jobs, bar.show)
    finally:
        bar.close()


class Bar:
    """A progress bar on the error stream, created only when it will be seen."""

    def __init__(self, games: int, what: str) -> None:
        self.games, self.what, self.began = games, what, time.monotonic()
        self.bar: Any = None

    def show(self, finished: int) -> None:
        if self.bar is None:
            if time.monotonic() - self.began < PATIENCE:
                return
            self.open()
        spent = max(time.monotonic() - self.began, 0.001)
        self.bar.update(0, completed=finished, speed=f"{finished / spent:,.0f} games/s")

    def open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        parts = [TextColumn("{task.description}", markup=False), BarColumn(None)]
        parts += [TextColumn("{task.percentage:>3.0f} %"), TextColumn("{task.fields[speed]}"), TimeRemainingColumn()]
        self.bar = Progress(*parts, console=Console(stderr=True), transient=True, expand=True)
        self.bar.add_task(terminal_text(self.what), total=self.games, speed="")
        self.bar.start()

    def close(self) -> None:
        if self.bar is not None:
            self.bar.stop()


# ---------------------------------------------------------------- what came out


def comparison(reports: list[Report]) -> list[str]:
    """One line for each number of players."""
    rows = [["", "P1 wins", "95 %", "decisions", "rounds", "ties", "first to last", "forced"]]
    for each in reports:
        first = each.seats[0].wins
        row = [str(each.players), percent(first.value), interval(first)]
        row += [plain(each.decisions.mean), plain(each.rounds.mean), percent(each.ties.value)]
        rows.append([*row, plain(each.spread.mean), percent(each.forced.value)])
    return [paint("By number of players", "bold"), *table(rows)]


def write_reports(reports: list[Report], json_file: str | None, csv_file: str | None, html_file: str | None) -> None:
    from rulelang.sim.export import as_csv, as_json

    write_file(json_file, lambda: as_json(reports))
    write_file(csv_file, lambda: as_csv(reports))
    write_file(html_file, lambda: pages().report_page(reports))


def pages() -> Any:
    """The module that makes pages, imported only on demand."""
    from rulelang.sim import page

    return page


def write_file(path: str | None, text: Callable[[], str]) -> None:
    """Write a text to a file, or to the output if the path is `-`."""
    if path == "-":
        say_exactly(text())
    elif path is not None:
        write_whole(path, text())
        warn(f"Written: {path}")
