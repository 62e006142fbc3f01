"""`rulelang run`: play a game, or watch bots play it."""

from __future__ import annotations

from typing import Any

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import record_options, table_options

EXAMPLES = """\
rulelang run {game}
rulelang run {game} --seats you,hard,medium
rulelang run {file} --seed 7 --players 3 --seats random,random,random
rulelang run {game} --seed 7 --players 3 --seats random,random,random --record game.json --trace game.jsonl
rulelang run {game} --resume game.json
rulelang run {game} --from Declare"""


@click.command("run", cls=Verb, help=VERBS["run"], epilog=EXAMPLES)
@click.argument("game", required=False)
@table_options("players")
@click.option("--seed", type=int, metavar="S", help="Random seed; if you give none, one is drawn and printed.")
@table_options()
@click.option("--seats", metavar="KIND,…", help="Who sits at each seat: you, random, easy, medium, hard, bot:500 …")
@record_options("names")
@click.option("--trace", metavar="FILE", help="Write every event to FILE, as JSON Lines.")
@click.option("--record", metavar="FILE", help="Write the record of the game to FILE.")
@click.option("--resume", metavar="FILE", help="Go on with a recorded game.")
@click.option("--from", "start", metavar="TEST|PHASE",
              help="Begin as a test does, after its answers; or where a phase begins, played there at random.")
@click.option("--json", "as_json", is_flag=True, help="Write only the result, as JSON; bots play.")
def command(**given: Any) -> int:
    from rulelang.cli.options.run_options import RunOptions
    from rulelang.cli.play.loop import play

    return play(RunOptions(**given))
