"""`rulelang learn`: bots learn a game by playing against themselves."""

from __future__ import annotations

import os
from typing import Any

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import table_options
from rulelang.cli.options.sim_options import many_options

EXAMPLES = """\
rulelang learn {game}
rulelang learn {game} --players 4 --games 20000 --to {game}.policy"""


@click.command("learn", cls=Verb, help=VERBS["learn"], epilog=EXAMPLES)
@click.argument("game")
@table_options("players")
@click.option("--games", type=click.IntRange(200), default=20_000, metavar="N", help="How many games (default 20000).")
@many_options("seed")
@table_options()
@click.option("--to", type=click.Path(dir_okay=False), metavar="FILE", help="Write what was learned to FILE too.")
def command(**given: Any) -> int:
    from rulelang.cli.report.learning import learn_policy

    return learn_policy(threads=os.cpu_count() or 1, **given)
