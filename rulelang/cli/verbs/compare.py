"""`rulelang compare`: two games, or a game and a change of it, on the same seeds."""

from __future__ import annotations

from typing import Any

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.sim_options import SimOptions, file_option, many_options, number_option

EXAMPLES = """\
rulelang compare {game} --mod {mod} -n 500
rulelang compare {file} --set rounds=2 -n 500 --json difference.json"""


@click.command("compare", cls=Verb, help=VERBS["compare"], epilog=EXAMPLES)
@click.argument("game")
@click.argument("other", required=False)
@number_option("How many games (default 10000).")
@click.option("--players", type=int, metavar="N", help="Number of players (default: the fewest).")
@many_options("seed")
@click.option("--variant", "variants", multiple=True, metavar="V", help="A variant of the other side; may be repeated.")
@click.option(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the other side; may be repeated."
)
@click.option("--mod", "mods", multiple=True, metavar="FILE", help="A mod of the other side; may be repeated.")
@many_options("seats", "jobs", "cluster", "engine")
@file_option("json", "Write the comparison to FILE as JSON")
@many_options("html")
def command(other: str | None, **given: Any) -> int:
    from rulelang.cli.report.comparison import compare

    return compare(SimOptions(**given), other)
