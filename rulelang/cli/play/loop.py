"""The loop of a table, from the first question to the last line, and how it ends.

A game ends by its rules, by `q`, by Ctrl-C or the end of the input, or by a mistake in the rules. In every case the
requested files are written, and the player is told the command to continue.
"""

from __future__ import annotations

from contextlib import suppress

from rulelang.cli.errors import tell_problem
from rulelang.cli.options.run_options import Plan, RunOptions, plan
from rulelang.cli.play.display import best_display
from rulelang.cli.play.interrupt import ignore_signals
from rulelang.cli.play.record_files import replay_command, resume_command, write_lines
from rulelang.cli.play.story_page import final_sheet
from rulelang.cli.play.table import Table
from rulelang.cli.play.turn import your_turn
from rulelang.cli.terminal import Unseen, is_person, paint, say, say_json, warn, wrap
from rulelang.engine.errors import RuleError
from rulelang.play.match import Match
from rulelang.present.english import Reader, series
from rulelang.present.vocabulary import Vocabulary
from rulelang.story.facts import Facts
from rulelang.story.talk import winners_sentence

OK, WRONG, INTERRUPTED = 0, 1, 130


def play(given: RunOptions) -> int:
    """Play a game and return the exit code."""
    planned = plan(given)
    quiet = given.as_json
    greeting = [] if quiet else greet(planned)
    try:
        match = planned.begin()
    except RuleError as error:
        return report_break(error, planned.order.seed, planned.again())
    table = Table(match, planned.bots(), planned.order, planned.kept, planned.names)
    if table.people and not quiet:
        table.display = best_display()
        table.display.told += greeting
    table.begin_journal()
    with table.interrupts:
        try:
            with table.open_display():
                finished = go_on(table, planned, quiet)
            code = conclude(table, quiet) if finished else leave(table, "You quit", OK)
        except RuleError as error:
            code = fail(table, error)
        except KeyboardInterrupt:
            code = leave(table, "Interrupted", table.interrupts.code)
        except EOFError:
            code = leave(table, "There is no more input", INTERRUPTED)
        except Unseen:
            code = leave(table, "Nobody reads the output", INTERRUPTED)
        finally:
            keep_files(table, given)
    return code


def go_on(table: Table, planned: Plan, quiet: bool) -> bool:
    """Answer question after question; False if you quit."""
    if planned.news and table.people:
        table.skip()
        table.display.tell(["", *wrap(planned.news)])
    while decision := table.match.decision:
        table.interrupts.raise_if_heard()
        if not table.bots.plays(decision.seat):
            table.note_answers()
            hand_over(table, decision.seat)
            table.tell(close=True)
            if your_turn(table, decision) == "quit":
                return False
            continue
        with table.interrupts.open():
            index = table.bots.answer(table.match, decision.seat)
        table.choose(decision, index)
        if not quiet and not table.people:
            table.tell()
    table.note_answers()
    return True


def hand_over(table: Table, seat: int) -> None:
    """Several people at one terminal: clear what one of them saw before the next one looks."""
    before = ([seat] + [answer.seat for answer in table.match.answers if answer.seat in table.people])[-1]
    if before == seat or not is_person() or table.match.game.test is not None:  # a test has one author
        return
    reader = table.reader_at(None)
    table.display.cover()
    say(f"{reader.name(seat)}, press Enter when {reader.name(before)} has looked away.")
    with table.interrupts.open():
        table.display.ask("> ")


def greet(planned: Plan) -> list[str]:
    """Print the game, the number of players and the seed, enough to play it again; return the lines for the history."""
    game, seed = planned.game, planned.order.seed
    extras = [*game.variants, *planned.order.settings]
    head = " · ".join([game.title, f"{game.players} players", f"seed {seed}", *extras])
    lines = [paint(head, "bold"), *(wrap(game.text) if game.text else [])]
    names = Vocabulary(game.typed, planned.names)
    yours = [names.player(seat) for seat, kind in enumerate(planned.kinds, 1) if kind == "you"]
    if yours:
        lines.append(f"You are {series(yours)}. Type ? for help.")
    say("\n".join(lines))
    return lines


# ---------------------------------------------------------------- how it ends


def conclude(table: Table, quiet: bool) -> int:
    """The game is over: the score sheet and the winners."""
    if quiet:
        say_json({**result(table.match), "seats": list(table.bots.kinds)})
        return OK
    table.tell(close=True)
    tell_result(table.match, table.reader_at(table.reader), table.facts)
    return OK


def tell_result(match: Match, reader: Reader, facts: Facts) -> None:
    """Every score line, and who has won; the story has told why the game is over."""
    heading = facts.vocabulary.heading
    sheet = final_sheet(match.score_sheet, match.scores, match.game.program.seats, reader, heading)
    sheet = sheet if match.score_sheet or not match.game.is_part else []
    over = "This part of the game is over" if match.game.is_part else "The game is over"
    say("\n".join(["", paint(f"━━ {over} ━━", "heading"), *sheet]))
    if not match.game.is_part:
        say(paint(winners_sentence(match.winners, match.scores, reader), "bold"))


def result(match: Match) -> dict[str, object]:
    """The result as data."""
    game = match.game
    return {
        "version": 1,
        "title": game.title,
        "players": game.players,
        "seed": match.seed,
        "options": game.options,
        "variants": list(game.variants),
        "mods": list(game.mods),
        "answers": len(list(match.answers)),
        "winners": list(match.winners),
        "scores": [match.scores[seat] for seat in game.program.seats],
        "score_sheet": match.score_sheet,
    }


def leave(table: Table, why: str, code: int) -> int:
    """The game is not over: save it and print the command to continue."""
    with ignore_signals():
        path = table.keep_somewhere(table.match.record())
        tell = say if code == OK else warn
        tell(f"\n{why}. The game is kept in {path}; to go on:")
        tell(f"  {resume_command(table.order.game, path, table.bots.kinds)}")
    return code


def fail(table: Table, error: RuleError) -> int:
    """The rules made a mistake: print the line, the seed, and the command that repeats it."""
    with suppress(RuleError):  # perhaps the question itself cannot be told
        table.tell(close=True)
    say()
    again = table.order.text(table.bots.kinds)
    if table.kept or table.people:
        path = table.keep(table.failing_record())
        again = replay_command(table.order.game, path) if table.people or table.order.resumed else again
    code = report_break(error, table.match.seed, again)
    if table.match.game.test is not None:
        warn("A test lays out what it needs itself; the game may need more from here on.")
    return code


def report_break(error: RuleError, seed: int, again: str) -> int:
    """Print the mistake in the rules, and how to see it again."""
    tell_problem(error.diagnostic)
    warn(f"The rules cannot go on here. The seed was {seed}; the same again:\n  {again}")
    return WRONG


def keep_files(table: Table, given: RunOptions) -> None:
    """Write the requested files, however the game ended."""
    with ignore_signals():
        if given.trace is not None:
            write_lines(given.trace, table.match.trace())
        if table.last is None:
            table.end_journal()
            if given.record is not None and table.match.over and not given.as_json:
                say(f"The record is in {given.record}.")
