"""Games in Python, one after another: by the reference, and by generated Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rulelang.base.rng import Dice, stream
from rulelang.engine.counting import counts, notes_of, watcher
from rulelang.engine.ending import all_scores
from rulelang.engine.errors import RuleError
from rulelang.engine.match import Match
from rulelang.engine.runner import Slots
from rulelang.engine.start import code_of
from rulelang.native.totals import FINALE, Row, Watched, add_game
from rulelang.program import Program
from rulelang.program.events import Chose
from rulelang.sim.instrument import Watch
from rulelang.sim.model import Chunk
from rulelang.sim.tally import Fault, Tally

Play = Callable[[int, int], Watched]


def reference(watch: Watch) -> Chunk:
    """The meaning."""
    return one_by_one(watch, reference_play(watch))


def one_by_one(watch: Watch, play: Play) -> Chunk:
    """Games one after another, each added to the totals."""

    def chunk(seed: int, first: int, number: int) -> Tally:
        row, faults = Row(int), []
        for game in range(first, first + number):
            try:
                add_game(row, watch.totals, play(seed, game))
            except RuleError as error:
                faults.append(fault(game, error))
        return Tally.of(row, faults)

    return chunk


def fault(game: int, error: RuleError) -> Fault:
    span = error.span
    return Fault(game, error.message, f"{span.source.name}:{span.line}")


def finale_of(program: Program) -> Callable[[Slots], None]:
    """What is counted once a game is over."""
    found = program.game.procs.get(FINALE)
    return (lambda s: None) if found is None else watcher(code_of(program), found.body)


def reference_play(watch: Watch) -> Play:
    """The meaning, driven by players who choose at random."""
    program, finale = watch.program, finale_of(watch.program)

    def play(seed: int, game: int) -> Watched:
        match = Match(program, seed, game=game)
        runner, asked = match.runner, 0
        seats = [Dice(stream(seed, game, seat)) for seat in range(program.players + 1)]
        while (question := runner.question) is not None:
            asked += 1
            runner.answer(seats[question.seat].below(len(question.options)))
        finale(runner.s)
        return watched_match(watch, match, game, asked)

    return play


def watched_match(watch: Watch, match: Match, game: int, asked: int) -> Watched:
    """A match that is over, as it was watched."""
    code, s = match.runner.code, match.runner.s
    scores = [score[0] if watch.totals.scored else 0 for score in all_scores(match.runner, s)]
    offered = [len(event.options) for event in match.events if isinstance(event, Chose)]
    real = [number for number in offered if number > 1]
    about = game, scores, match.winners, asked, len(offered) - len(real), len(real), sum(real)
    marks = notes_of(code, s, "marks")
    offers = counts(code, s, watch.totals.offers, "offers")
    return Watched(*about, counts(code, s, watch.totals.cells), offers, notes_of(code, s, "samples"), marks)


# ---------------------------------------------------------------- generated Python


def python(watch: Watch) -> Chunk:
    """Generated Python; a game that bails out is played by the reference."""
    from rulelang.native.build import Build
    from rulelang.native.host.playout import prepare_plan
    from rulelang.native.host.tiers import Engines

    build = Build(statistics=watch.totals)
    engines = Engines(partial(prepare_plan, watch.program, build), build, True)
    meaning: list[Play] = []

    def play(seed: int, game: int) -> Watched:
        found = engines.play(seed, game)
        if found is not None:
            return as_watched(watch, game, found)
        if not meaning:
            meaning.append(reference_play(watch))
        return meaning[0](seed, game)

    return one_by_one(watch, play)


def as_watched(watch: Watch, game: int, told: Any) -> Watched:
    scores, winners, asked, _, _, _, (cells, offers, samples, marks, (forced, real, options)) = told
    first = [score[0] if watch.totals.scored else 0 for score in scores]
    return Watched(game, first, winners, asked, forced, real, options, cells, offers, samples, marks)
