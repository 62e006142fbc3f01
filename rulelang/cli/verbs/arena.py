"""`rulelang arena`: a tournament of bots on the same deals, with seats exchanged."""

from __future__ import annotations

from typing import Any

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import table_options
from rulelang.cli.options.sim_options import file_option, many_options

EXAMPLES = """\
rulelang arena {game} hard easy random
rulelang arena {game} bot:100 bot:1000 -n 50 --jobs -1 --html arena.html"""


@click.command("arena", cls=Verb, help=VERBS["arena"], epilog=EXAMPLES)
@click.argument("game")
@click.argument("kinds", metavar="KIND KIND…", nargs=-1, required=True)
@click.option("-n", "deals", type=click.IntRange(2), default=20, metavar="N", help="How many deals (default 20).")
@table_options("players")
@many_options("seed")
@table_options()
@many_options("jobs")
@file_option("json", "Write the table to FILE as JSON")
@file_option("html", "Write a page with the cross table to FILE")
def command(**given: Any) -> int:
    from rulelang.cli.report.arena import run_arena

    return run_arena(**given)
