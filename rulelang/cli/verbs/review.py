"""`rulelang review`: the answers of a recorded game that cost most, and what would have been better."""

from __future__ import annotations

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import record_options

EXAMPLES = """\
rulelang review game.json
rulelang review game.json --seat 2 --most 3"""


@click.command("review", cls=Verb, help=VERBS["review"], epilog=EXAMPLES)
@click.argument("recorded", metavar="RECORD|TRACE")
@click.option("--seat", type=click.IntRange(1), metavar="N", help="Only what this seat answered.")
@click.option("--most", type=click.IntRange(1), default=5, metavar="N", help="How many to name; 5, if not given.")
@click.option("--bot", "kind", metavar="KIND", default="medium", help="Who judges: medium, hard, bot:500, bot:2s.")
@click.option("--seed", type=int, default=7, metavar="S", help="Random seed of the bot; 7, if not given.")
@record_options()
@click.option("--json", "as_json", is_flag=True, help="Write what every answer cost as JSON.")
def command(
    recorded: str,
    seat: int | None,
    most: int,
    kind: str,
    seed: int,
    names: str | None,
    rules: str | None,
    anyway: bool,
    as_json: bool,
) -> int:
    """Each answer is judged from what its player could know then: bad luck is no mistake."""
    from rulelang.bots.review import judge, worst
    from rulelang.cli.errors import refusal
    from rulelang.cli.options.load import game_of_record, replay_record
    from rulelang.cli.play.recorded import read_recorded
    from rulelang.cli.play.seats import read_names, read_thinker
    from rulelang.cli.report.review import review_json, slip_text, sums_text
    from rulelang.cli.terminal import say, say_json, wrap
    from rulelang.present.english import Reader
    from rulelang.present.speech import Speech
    from rulelang.story import Facts
    from rulelang.story.talk import option_words, question_words, reader_of

    effort = read_thinker(kind)
    record = read_recorded(recorded).record
    game, _ = game_of_record(record, recorded, rules)
    if seat is not None and seat > game.players:
        raise refusal(f"there is no seat {seat}; {game.players} play.")
    whole, match = replay_record(game, record, anyway), replay_record(game, {**record, "answers": []}, anyway)
    seats = game.program.seats if seat is None else (seat,)
    found = list(judge(match, whole.core.answers, seats, effort, seed))
    if as_json:
        say_json({"version": 1, "answers": review_json(found)})
        return 0
    given = read_names(names, game.players)
    who = {each: Reader(names=given).name(each) for each in seats}
    facts = Facts.of(game.program)
    lines = []
    for each in worst(found, most):
        reader = reader_of(each.decision.seat, given, facts, game.program.seats)
        speech = Speech(facts.vocabulary, reader)
        words = [word.brief for word in option_words(each.decision, speech)]
        lines.append(slip_text(each, question_words(each.decision, speech, facts), who[each.decision.seat], words))
    nothing = "The bot would have changed nothing." if found else "Nobody has chosen anything in this record."
    lines = lines or [nothing]
    say("\n".join(part for line in [*lines, *sums_text(found, who)] for part in wrap(line)))
    return 0
