"""`rulelang hint`: what a bot would do in a recorded game, from what the player who is asked may know."""

from __future__ import annotations

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import record_options

EXAMPLES = """\
rulelang hint game.json 12
rulelang hint game.json 57 --bot bot:500"""


@click.command("hint", cls=Verb, help=VERBS["hint"], epilog=EXAMPLES)
@click.argument("recorded", metavar="RECORD|TRACE")
@click.argument("answer", metavar="[ANSWER]", type=click.IntRange(1), required=False)
@click.option("--bot", "kind", metavar="KIND", default="hard", help="Who thinks: easy, medium, hard, bot:500, bot:2s.")
@click.option("--seed", type=int, default=7, metavar="S", help="Random seed of the bot; 7, if not given.")
@record_options()
@click.option("--json", "as_json", is_flag=True, help="Write what the bot thinks as JSON.")
def command(
    recorded: str,
    answer: int | None,
    kind: str,
    seed: int,
    names: str | None,
    rules: str | None,
    anyway: bool,
    as_json: bool,
) -> int:
    """ANSWER counts the answers of the record from 1: the hint is for the question before that answer. Without it, the
    hint is for the question at which the record ends.
    """
    from rulelang.bots.thinking import think
    from rulelang.cli.errors import refusal
    from rulelang.cli.options.load import before_answer
    from rulelang.cli.play.seats import read_names, read_thinker
    from rulelang.cli.report.hint import hint_text, thought_json
    from rulelang.cli.terminal import say, say_json, wrap
    from rulelang.present.speech import Speech
    from rulelang.story import Facts
    from rulelang.story.talk import option_words, question_words, reader_of

    effort = read_thinker(kind)
    match, given = before_answer(recorded, rules, answer, anyway)
    game, decision = match.game, match.decision
    if decision is None:
        raise refusal(f"the game is over after {given} answers; give the number of an answer, from 1 to {given}.")
    facts = Facts.of(game.program)
    reader = reader_of(decision.seat, read_names(names, game.players), facts, game.program.seats)
    speech = Speech(facts.vocabulary, reader)
    thought = think(match, decision.seat, effort, seed)
    words = [word.brief for word in option_words(decision, speech)]
    if as_json:
        say_json({"version": 1, "seat": decision.seat, **thought_json(thought, decision)})
        return 0
    asked = question_words(decision, speech, facts)
    say("\n".join([*wrap(asked), *wrap(hint_text(thought, words))]))
    return 0
