"""Questions and their answers on the screen, each with its figures and the command that repeats it."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang.cli import INTERRUPTED, OK
from rulelang.cli.errors import refusal
from rulelang.cli.options.settings import command_again, read_settings
from rulelang.cli.options.simulate import Bar, jobs_of, make_setup, play_with_bar
from rulelang.cli.report.simulation import fault_lines, heading
from rulelang.cli.terminal import is_watched, paint, say, wrap
from rulelang.sim.questions import QUESTIONS, Answer, Inquiry, Question, find_questions
from rulelang.sim.report import report_of
from rulelang.sim.run import Run

LIST = "`rulelang ask --list` lists what can be asked"


def ask_question(
    game: str | None,
    question: str | None,
    only_list: bool,
    games: int,
    players: int | None,
    seed: int,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    mods: tuple[str, ...],
    seats: str | None,
    jobs: int | None,
) -> int:
    """Play, and answer one question, or all that one simulation can answer."""
    if only_list:
        wide = max(len(each.name) for each in QUESTIONS)
        say("\n".join(f"  {each.name:{wide}}  {each.text}" for each in QUESTIONS))
        return OK
    if game is None:
        raise refusal(f"a question is asked of a game: `rulelang ask GAME QUESTION`; {LIST}.")
    wanted = [each for each in QUESTIONS if not each.own] if question is None else [find_question(question)]
    setup = make_setup(game, players, variants, read_settings(settings), mods, "auto", seats)
    workers, usual = jobs_of(jobs, None, thinking=bool(setup.seats)), any(each.needs_report for each in wanted)
    run = play_with_bar(setup, seed, games, workers) if usual else Run(setup, seed, games)
    report = report_of(run)
    say("\n".join(paint(line, "heading") for line in wrap(heading(report, "" if usual else wanted[0].own))))
    table = setup.players, seed, variants, settings, mods, ["-n", str(games), *(["--seats", seats] if seats else [])]
    for each in wanted if report.games or not usual else ():
        try:
            answer = answer_question(each, Inquiry(setup, seed, games, workers, report))
        except KeyboardInterrupt:
            return INTERRUPTED
        say("\n".join(lines(each, answer, command_again(("ask", game, each.name), *table))))
    faults = list(fault_lines(report))
    if faults:
        say("\n".join(faults))
    return INTERRUPTED if run.stopped else OK


def answer_question(question: Question, inquiry: Inquiry) -> Answer:
    """The answer, with a progress bar if a person waits for games."""
    if not question.own or not is_watched():
        return question.answer(inquiry)
    bar = Bar(inquiry.games, question.name)
    try:
        return question.answer(attrs.evolve(inquiry, progress=bar.show))
    finally:
        bar.close()


def find_question(text: str) -> Question:
    """The question that a text means; an ambiguous or unknown text is refused."""
    found = find_questions(text)
    if not found:
        raise refusal(f"cannot answer {text!r}; {LIST}.")
    if len(found) > 1:
        names = " or ".join(f'"{each.name}"' for each in found)
        raise refusal(f"{text!r} may mean {names}; ask for one of them.")
    return found[0]


def lines(question: Question, answer: Answer, again: str) -> Iterator[str]:
    yield ""
    yield paint(question.text, "bold")
    yield from wrap(answer.sentence, "  ")
    for figure in answer.figures:
        yield from wrap(figure, "  · ", "    ")
    yield from wrap(f"Again: {again}", "  ", "    ")
