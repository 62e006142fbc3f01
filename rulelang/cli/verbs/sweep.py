"""`rulelang sweep`: a game with each value of an option, on the same seeds."""

from __future__ import annotations

from typing import Any

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import table_options
from rulelang.cli.options.sim_options import SimOptions, file_option, many_options, number_option

EXAMPLES = """\
rulelang sweep {game} --set rounds=1..3 -n 200
rulelang sweep {file} --set rounds=1,2 -n 200 --json sweep.json"""


@click.command("sweep", cls=Verb, help=VERBS["sweep"], epilog=EXAMPLES)
@click.argument("game")
@number_option("Games for each value (default 10000).")
@click.option("--players", type=int, metavar="N", help="Number of players (default: the fewest).")
@many_options("seed")
@table_options("variants")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="OPTION=VALUES",
    help="The option to vary: 2..6, or 2,4,6, or all. Others, with one value, are fixed.",
)
@table_options("mods")
@many_options("seats", "jobs", "cluster", "engine")
@file_option("json", "Write all figures to FILE as JSON")
@many_options("html")
def command(**given: Any) -> int:
    from rulelang.cli.report.sweep import sweep

    return sweep(SimOptions(**given))
