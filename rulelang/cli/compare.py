"""`rulelang compare`: two games, or a game and a change of it, on the same seeds."""

from __future__ import annotations

from typing import Any

import click

from rulelang.cli.group import VERBS, Verb

EXAMPLES = """\
rulelang compare {game} --mod {mod} -n 500
rulelang compare {file} --set rounds=2 -n 500 --json difference.json"""


@click.command("compare", cls=Verb, help=VERBS["compare"], epilog=EXAMPLES)
@click.argument("game")
@click.argument("other", required=False)
@click.option(
    "-n", "games", type=click.IntRange(1), default=10_000, metavar="N", help="How many games; 10000, if not given."
)
@click.option("--players", type=int, metavar="N", help="How many play; the fewest, if not given.")
@click.option("--seed", type=int, default=7, metavar="S", help="What chance brings; 7, if not given.")
@click.option("--variant", "variants", multiple=True, metavar="V", help="A variant of the other side; may be repeated.")
@click.option(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the other side; may be repeated."
)
@click.option("--mod", "mods", multiple=True, metavar="FILE", help="A mod of the other side; may be repeated.")
@click.option("--jobs", type=int, default=1, metavar="J", help="Processes to play in; -1: one a core.")
@click.option("--cluster", metavar="dask://HOST:PORT", help="Play on the workers of a Dask scheduler.")
@click.option("--engine", type=click.Choice(("auto", "c", "python", "reference")), default="auto", help="What plays.")
@click.option("--json", "json_file", metavar="FILE", help="Write the comparison to FILE as JSON; - is the output.")
@click.option("--html", "html_file", metavar="FILE", help="Write a page with plots to FILE; - is the output.")
def command(**wishes: Any) -> int:
    from rulelang.cli.comparing import compared

    return compared(**wishes)
