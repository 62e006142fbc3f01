"""`rulelang sweep`: a game with each value of an option, on the same seeds."""

from __future__ import annotations

from typing import Any

import click

from rulelang.cli.group import VERBS, Verb

EXAMPLES = """\
rulelang sweep {game} --set rounds=1..3 -n 200
rulelang sweep {file} --set rounds=1,2 -n 200 --json sweep.json"""


@click.command("sweep", cls=Verb, help=VERBS["sweep"], epilog=EXAMPLES)
@click.argument("game")
@click.option(
    "-n", "games", type=click.IntRange(1), default=10_000, metavar="N", help="Games a value; 10000, if not given."
)
@click.option("--players", type=int, metavar="N", help="How many play; the fewest, if not given.")
@click.option("--seed", type=int, default=7, metavar="S", help="What chance brings; 7, if not given.")
@click.option("--variant", "variants", multiple=True, metavar="V", help="A variant to play with; may be repeated.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="OPTION=VALUES",
    help="The option to go through: 2..6, or 2,4,6, or all. Others, with one value, are set.",
)
@click.option("--mod", "mods", multiple=True, metavar="FILE", help="A mod to play with; may be repeated.")
@click.option("--jobs", type=int, default=1, metavar="J", help="Processes to play in; -1: one a core.")
@click.option("--cluster", metavar="dask://HOST:PORT", help="Play on the workers of a Dask scheduler.")
@click.option("--engine", type=click.Choice(("auto", "c", "python", "reference")), default="auto", help="What plays.")
@click.option("--json", "json_file", metavar="FILE", help="Write all figures to FILE as JSON; - is the output.")
@click.option("--html", "html_file", metavar="FILE", help="Write a page with plots to FILE; - is the output.")
def command(**wishes: Any) -> int:
    from rulelang.cli.sweeping import swept

    return swept(**wishes)
