"""A game that starts where one of its tests does: `load(file, test="…")`.

What the test builds in `given` replaces the setup, and what it runs in `when` replaces the play. So it is a game like
any other, which can be played, recorded and undone. `opening` also gives the answers and the chance results of the
test, as far as they go.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import attrs

from rulelang import ir
from rulelang.base.rng import Dice, stream
from rulelang.diagnostics import nearest
from rulelang.engine.errors import RuleError
from rulelang.engine.runner import Draw, Question, Runner
from rulelang.engine.start import first_slots
from rulelang.engine.testing import Play, Wrong
from rulelang.ir.types import SEAT, List
from rulelang.link import Linked
from rulelang.play.errors import LoadError
from rulelang.program import RUNNING, Program
from rulelang.program.events import Entered
from rulelang.syntax import nodes

if TYPE_CHECKING:
    from rulelang.play.match import Game, Match

ITSELF = "setup itself"


def test_named(linked: Linked, title: str) -> nodes.Test:
    """The test of a title."""
    found = {str(each.title): each for each in linked.tests}
    if title in found:
        return found[title]
    close = nearest(title, found)
    raise LoadError(f"There is no test `{title}`" + (f"; did you mean `{close}`?" if close else "."))


test_named.__test__ = False  # type: ignore[attr-defined]  # not a test of pytest's


def beginning_with(game: ir.Game, test: ir.Test) -> ir.Game:
    """The game that starts from the position of a test, and is over when the part that the test runs is over."""
    if test.proc is None:
        raise LoadError(f"The test `{test.title}` runs nothing, so there is nothing to play; name one with a `when`.")
    given = tuple(stmt for suite in test.given for stmt in suite)
    body = (ir.Together(test.span, (), given),) if given else ()
    laid = ir.Proc("setup", "setup", (), None, body, None, "", (), test.span, by_hand=True)
    procs = {**game.procs, "setup": laid}
    if test.proc == "play":
        return attrs.evolve(game, procs=procs, tests=())
    if "setup" in game.procs:
        procs[ITSELF] = attrs.evolve(game.procs["setup"], name=ITSELF, kept="setup")
    runs = ir.Run(test.span, (), ITSELF if test.proc == "setup" else test.proc, test.arguments, None)
    over = ir.EndGame(test.span, (), ir.ListOf(List(SEAT), test.span, ()))  # a part of a game has no winner
    procs["play"] = ir.Proc("play", "play", (), None, (runs, over), None, "", (), test.span)
    return attrs.evolve(game, procs=procs, winner=None, tests=())


# ---------------------------------------------------------------- how far a test goes


class Led(Play):
    """A test that is played for the answers it gives, up to the first question that it leaves open."""

    def __init__(self, program: Program, test: ir.Test, seed: int) -> None:
        super().__init__(program, attrs.evolve(test, given=()))
        self.r = Runner(self.code, first_slots(self.code, seed), self.outcome)
        self.r.stops = self.r.forced = True
        self.answers: list[int] = []
        self.drawn: list[tuple[int, int, int]] = []
        """The number of a draw, what the test makes of it, and how many answers came before it."""

    def run(self) -> None:
        self.listen()
        self.r.advance()
        while self.r.question is not None and self.step(self.r.question):
            pass

    def answer_open(self, question: Question) -> bool:
        over = self.line() is None and len(question.options) > 1
        return not over and super().answer_open(question)

    def take(self, index: int) -> None:
        assert self.r.question is not None
        self.answers += [index] if self.r.question.asked else []
        super().take(index)

    def outcome(self, draw: Draw) -> int | None:
        names = [*self.program.game.procs]
        if [names[number] for number in self.r.s[RUNNING]] == ["setup"]:
            return None  # what the test says of chance is for what it runs
        found = super().outcome(draw)
        self.drawn += [(draw.number, found, len(self.answers))] if found is not None and draw.n > 1 else []
        return found


def opening(game: Game, seed: int) -> tuple[Match, int]:
    """A match of a game that starts from a test, after the answers that the test gives, and how many these are. If the
    test leaves no question open, none of its answers is given.
    """
    assert game.test is not None
    led = Led(game.program, game.test, seed)
    with suppress(Wrong, RuleError):  # what does not fit is answered at the table
        led.run()
    for given in (len(led.answers), 0):
        chance = {number: outcome for number, outcome, before in led.drawn if before <= given}
        match = game.start(seed, chance=chance or None)
        for index in led.answers[:given]:
            match.choose(index)
        if not match.over:
            break
    return match, given


# ---------------------------------------------------------------- where a phase begins

TRIED = 50  # games in which a phase is looked for


def start_at_phase(game: Game, phase: str, seed: int) -> Match | None:
    """A match at the first question after a phase has begun, played up to there by players who choose at random; None
    if it does not get there.
    """
    match = game.start(seed)
    dice = {seat: Dice(stream(seed, 0, player=seat)) for seat in game.program.seats}
    seen = 0
    while (decision := match.decision) is not None:
        events, procs = match.events, game.typed.procs
        if any(isinstance(each, Entered) and procs[each.proc].declared == phase for each in events[seen:]):
            return match
        seen = len(events)
        match.choose(dice[decision.seat].below(len(decision.options)))
    return None
