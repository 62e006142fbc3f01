"""`rulelang ask`: a designer's questions, answered by many games."""

from __future__ import annotations

from typing import Any

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import table_options
from rulelang.cli.options.sim_options import many_options, number_option

EXAMPLES = """\
rulelang ask --list
rulelang ask {game} "first player"
rulelang ask {game} "is it too long?" --players 4 -n 2000"""


@click.command("ask", cls=Verb, help=VERBS["ask"], epilog=EXAMPLES)
@click.argument("game", required=False)
@click.argument("question", required=False)
@click.option("--list", "only_list", is_flag=True, help="List the questions that can be asked.")
@number_option("How many games (default 10000).")
@click.option("--players", type=int, metavar="N", help="Number of players (default: the fewest).")
@many_options("seed")
@table_options()
@many_options("seats", "jobs")
def command(**given: Any) -> int:
    from rulelang.cli.report.answers import ask_question

    return ask_question(**given)
