"""`rulelang sim`: many games in a row, and what they come to."""

from __future__ import annotations

from typing import Any

import click

from rulelang.cli.group import VERBS, Verb

EXAMPLES = """\
rulelang sim {game} -n 1000
rulelang sim {file} -n 500 --players 3..4 --seed 11
rulelang sim {game} -n 200 --json report.json --csv figures.csv --html report.html"""

ENGINES = ("auto", "c", "python", "reference")


@click.command("sim", cls=Verb, help=VERBS["sim"], epilog=EXAMPLES)
@click.argument("game")
@click.option(
    "-n", "games", type=click.IntRange(1), default=10_000, metavar="N", help="How many games; 10000, if not given."
)
@click.option("--players", metavar="N", help="How many play: 4, or 3..5, or 2,4; the fewest, if not given.")
@click.option("--seed", type=int, default=7, metavar="S", help="What chance brings; 7, if not given.")
@click.option("--variant", "variants", multiple=True, metavar="V", help="A variant to play with; may be repeated.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Set an option; may be repeated.")
@click.option("--mod", "mods", multiple=True, metavar="FILE", help="A mod to play with; may be repeated.")
@click.option("--seats", metavar="KIND,…", help="Who sits at each seat: random.")
@click.option("--jobs", type=int, default=1, metavar="J", help="Processes to play in; -1: one a core.")
@click.option("--cluster", metavar="dask://HOST:PORT", help="Play on the workers of a Dask scheduler.")
@click.option("--engine", type=click.Choice(ENGINES), default="auto", help="What plays; auto: the fastest there is.")
@click.option("--no-statistics", is_flag=True, help="Only wins, scores and lengths; a little faster.")
@click.option("--json", "json_file", metavar="FILE", help="Write the report to FILE as JSON; - is the output.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write the figures to FILE as CSV; - is the output.")
@click.option("--html", "html_file", metavar="FILE", help="Write a page with plots to FILE; - is the output.")
def command(**wishes: Any) -> int:
    from rulelang.cli.simulating import simulated

    return simulated(**wishes)
