"""The options that the verbs for many games share, and the class that holds their values."""

from __future__ import annotations

import attrs
import click

from rulelang.cli.options.settings import Decorator, some_options
from rulelang.cli.play.record_files import must_be_writable


def file_option(kind: str, text: str) -> Decorator:
    """`--json FILE` and the like. A file that cannot be written is refused before the first game."""
    text = f"{text}; - is the output."
    return click.option(f"--{kind}", f"{kind}_file", metavar="FILE", callback=check_file, help=text)


def check_file(context: click.Context, option: click.Parameter, name: str | None) -> str | None:
    if name != "-":
        must_be_writable(option.opts[0], name)
    return name


OPTIONS = {
    "seed": click.option("--seed", type=int, default=7, metavar="S", help="Random seed (default 7)."),
    "seats": click.option("--seats", metavar="KIND,…",
                          help="Who sits at each seat: random, easy, medium, hard, bot:500 …"),
    "jobs": click.option("--jobs", type=int, metavar="J",
                         help="Processes to use; -1: one per core, as for bots that think; otherwise 1."),
    "cluster": click.option("--cluster", metavar="dask://HOST:PORT", help="Play on the workers of a Dask scheduler."),
    "engine": click.option("--engine", type=click.Choice(("auto", "c", "python", "reference")), default="auto",
                           help="Engine to play with (default auto: the fastest available)."),
    "html": file_option("html", "Write a page with plots to FILE"),
}  # fmt: skip


def many_options(*names: str) -> Decorator:
    """Add some of these options."""
    return some_options(OPTIONS, names)


def number_option(text: str) -> Decorator:
    """`-n`: how many games."""
    return click.option("-n", "games", type=click.IntRange(1), default=10_000, metavar="N", help=text)


@attrs.frozen
class SimOptions:
    """The options of `compare` and `sweep`."""

    game: str
    games: int
    players: int | None
    seed: int
    variants: tuple[str, ...]
    settings: tuple[str, ...]
    mods: tuple[str, ...]
    jobs: int | None
    engine: str
    json_file: str | None
    html_file: str | None
    cluster: str | None
    seats: str | None = None

    @property
    def is_quiet(self) -> bool:
        """Whether a report goes to the standard output, so that nothing else may."""
        return "-" in (self.json_file, self.html_file)
