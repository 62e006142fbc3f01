"""`rulelang replay`: a recorded game, told again from its record or its trace."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import record_options

if TYPE_CHECKING:
    from rulelang.play.match import Game, Match

EXAMPLES = """\
rulelang replay game.json
rulelang replay game.jsonl --seat 2 --to 20
rulelang replay game.json --step
rulelang replay game.json --rules {file} --anyway"""


@click.command("replay", cls=Verb, help=VERBS["replay"], epilog=EXAMPLES)
@click.argument("recorded", metavar="RECORD|TRACE")
@click.option("--to", "limit", type=click.IntRange(0), metavar="N", help="Only the first N answers.")
@click.option("--seat", type=int, metavar="S", help="As seat S came to know it.")
@click.option(
    "--spectator", is_flag=True, help="As a spectator came to know it; so it is told unless you say otherwise."
)
@record_options("names")
@click.option("--step", is_flag=True, help="One event at a time, forward and back, with the table beside it.")
@record_options("rules", "anyway")
@click.option("--json", "as_json", is_flag=True, help="Write the log and the result as JSON.")
def command(
    recorded: str,
    limit: int | None,
    seat: int | None,
    spectator: bool,
    names: str | None,
    step: bool,
    rules: str | None,
    anyway: bool,
    as_json: bool,
) -> int:
    from rulelang.cli.errors import refusal, tell_problem
    from rulelang.cli.options.load import game_of_record
    from rulelang.cli.play.record_files import resume_command
    from rulelang.cli.play.recorded import read_recorded
    from rulelang.cli.play.seats import read_names
    from rulelang.cli.terminal import say

    if spectator and seat is not None:
        raise refusal("`--seat` and `--spectator` exclude each other; give one of them.")
    if step and as_json:
        raise refusal("`--step` is for people and `--json` for programs; give one of them.")
    record = read_recorded(recorded).record
    game, name = game_of_record(record, recorded, rules)
    if seat is not None and seat not in game.program.seats:
        raise refusal(f"there is no seat {seat}; the seats are 1 to {game.players}.")
    match, error = replay_until_error(game, {**record, "answers": record["answers"][:limit]}, anyway)
    if match is not None and step:
        return show_steps(match, record, error, seat, read_names(names, game.players))
    if match is not None:
        (tell_json if as_json else tell)(match, seat, read_names(names, game.players))
    if error is not None:
        tell_problem(error.diagnostic)
        return 1
    if match is not None and not match.over and not as_json:
        say(standing_text(limit, len(record["answers"]), resume_command(name, recorded)))
    return 0


def show_steps(match: Match, record: dict[str, Any], error: Any, seat: int | None, names: dict[int, str]) -> int:
    """Step event by event; if the rules fail, also through the events of the step that failed."""
    from rulelang.cli.play.stepper import step_through

    answers, given = record["answers"], len(match.core.history)
    broke = answers[given]["index"] if error is not None and given < len(answers) else None
    step_through(match, error.diagnostic if error is not None else None, broke, seat, names)
    return 1 if error is not None else 0


def standing_text(limit: int | None, count: int, command: str) -> str:
    """The state of a game that is not told to its end."""
    if limit is not None and limit < count:
        return f"\nSo the game stands after answer {limit} of {count}."
    return f"\nThe record ends here; to go on:\n  {command}"


def replay_until_error(game: Game, record: dict[str, Any], anyway: bool) -> tuple[Match | None, Any]:
    """The match of a record; if the rules fail at an answer, the match before it, and the error."""
    from rulelang.cli.options.load import replay_record
    from rulelang.engine.errors import RuleError

    def replay(number: int) -> Match:
        return replay_record(game, {**record, "answers": record["answers"][:number]}, anyway)

    def fails(number: int) -> bool:
        try:
            replay(number)
        except RuleError:
            return True
        return False

    try:
        return replay(len(record["answers"])), None
    except RuleError as failure:
        error = failure
    first = bisect_left(range(len(record["answers"])), True, key=fails)  # a long record is not tried answer by answer
    return (replay(first - 1) if first else None), error


def tell(match: Match, seat: int | None, names: dict[int, str]) -> None:
    """Tell the story as a seat, or a spectator, came to know it."""
    from rulelang.cli.play.loop import tell_result
    from rulelang.cli.play.story_page import StoryPage
    from rulelang.cli.terminal import paint, say
    from rulelang.present.english import pluralize
    from rulelang.story import Facts, Story
    from rulelang.story.talk import reader_of

    game = match.game
    facts = Facts.of(game.program, names)
    reader = reader_of(seat, names, facts, game.program.seats)
    story = Story(StoryPage(facts, game.program.seats, reader))
    head = " · ".join([game.title, pluralize(game.players, "player"), f"seed {match.seed}", *game.variants])
    say("\n".join([paint(head, "bold"), *story.tell(match.log(seat)), *story.close()]))
    if match.over:
        tell_result(match, reader, facts)


def tell_json(match: Match, seat: int | None, names: dict[int, str]) -> None:
    from rulelang.cli.play.loop import result
    from rulelang.cli.terminal import say_json
    from rulelang.story import Facts, Story
    from rulelang.story.talk import reader_of
    from rulelang.story.tell import tell_parts
    from rulelang.table.pages import Paragraphs

    facts, seats = Facts.of(match.game.program, names), match.game.program.seats
    log = match.log(seat)
    story = tell_parts(Story(Paragraphs(facts, seats, reader_of(seat, names, facts, seats))), log)
    say_json({**result(match), "seat": seat, "over": match.over, "log": log, "story": story})
