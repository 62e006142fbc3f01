"""`rulelang sim`: many games in a row, and what they come to."""

from __future__ import annotations

from typing import Any

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import table_options
from rulelang.cli.options.sim_options import file_option, many_options, number_option

EXAMPLES = """\
rulelang sim {game} -n 1000
rulelang sim {file} -n 500 --players 3..4 --seed 11
rulelang sim {game} -n 200 --beside easy --beside-games 1
rulelang sim {game} -n 200 --json report.json --csv figures.csv --html report.html"""


@click.command("sim", cls=Verb, help=VERBS["sim"], epilog=EXAMPLES)
@click.argument("game")
@number_option("How many games (default 10000).")
@click.option("--players", metavar="N", help="Number of players: 4, or 3..5, or 2,4 (default: the fewest).")
@many_options("seed")
@table_options()
@many_options("seats")
@click.option("--beside", metavar="KIND", help="Show what bots of this kind do otherwise.")
@click.option("--beside-games", type=click.IntRange(1), default=25, metavar="N", help="How many games (default 25).")
@many_options("jobs", "cluster", "engine")
@click.option("--no-statistics", is_flag=True, help="Only wins, scores and lengths; a little faster.")
@file_option("json", "Write the report to FILE as JSON")
@file_option("csv", "Write the figures to FILE as CSV")
@many_options("html")
def command(**given: Any) -> int:
    from rulelang.cli.options.simulate import simulate_reports

    return simulate_reports(**given)
