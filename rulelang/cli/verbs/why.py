"""`rulelang why`: why a move was not offered in a recorded game, in the game's words and with the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import record_options

if TYPE_CHECKING:
    from rulelang.why import Why

EXAMPLES = """\
rulelang why game.json 57 "blue 3"
rulelang why game.json 57 trick
rulelang why game.json 57 score --names Ann,Ben"""


@click.command("why", cls=Verb, help=VERBS["why"], epilog=EXAMPLES)
@click.argument("recorded", metavar="RECORD|TRACE")
@click.argument("answer", metavar="ANSWER", type=click.IntRange(1))
@click.argument("words", metavar="MOVE|trick|score", nargs=-1, required=True)
@record_options()
@click.option("--json", "as_json", is_flag=True, help="Write the reasons as JSON.")
def command(
    recorded: str,
    answer: int,
    words: tuple[str, ...],
    names: str | None,
    rules: str | None,
    anyway: bool,
    as_json: bool,
) -> int:
    """ANSWER counts the answers of the record from 1: the question is told as it was before that answer was given."""
    from rulelang.cli.errors import refusal
    from rulelang.cli.options.load import before_answer
    from rulelang.cli.play.seats import read_names
    from rulelang.story import Facts
    from rulelang.story.talk import reader_of

    match, given = before_answer(recorded, rules, answer, anyway)
    game = match.game
    if match.decision is None:
        raise refusal(f"the game is over after {given} answers; give a number from 1 to {given}.")
    seat, asked = match.decision.seat, " ".join(words)
    reader = reader_of(seat, read_names(names, game.players), Facts.of(game.program), game.program.seats)
    if asked == "trick":
        found = match.why_trick(reader)
    elif asked == "score":
        found = match.why_score(seat)
    else:
        found = [each for each in [match.why(asked, reader)] if each is not None]
    tell(found, asked, as_json)
    return 0 if found else 1


def tell(found: list[Why], asked: str, as_json: bool) -> None:
    """Print each reason on its own line, or all as JSON."""
    from rulelang.cli.terminal import say, say_json, warn, wrap

    if as_json:
        said = [{"move": each.move, "text": each.text, "rule": each.rule, "ids": list(each.ids)} for each in found]
        say_json({"version": 1, "asked": asked, "reasons": said})
    elif found:
        say("\n".join(line for each in found for line in wrap(f"{each}.", "", "  ")))
    elif asked in ("trick", "score"):
        warn(f"There is no {asked} before this answer.")
    else:
        warn(f"Nothing that this player sees is called `{asked}`; name a piece, a number or an action.")
