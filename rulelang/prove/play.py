"""Plays one plan and watches: `play(rules, plan, watch)` reports how the game went and what was wrong.

A `Watch` says which laws are checked, and when. In a search, they are checked at a few questions of every game; while
shrinking a failure, only the broken law is checked, at the question where the game is cut.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulelang.engine.errors import IllegalChoice, RuleError
from rulelang.play.match import Game, Match, begin
from rulelang.program import events as ev
from rulelang.prove import checks
from rulelang.prove.audit import Audited
from rulelang.prove.faults import Fault, Found, crash, fault, rule_fault
from rulelang.prove.plan import Plan, answer, below, chance
from rulelang.prove.tables import Rules

BUDGET = 50_000  # events that a game may have
STEPS = 200_000  # instructions from one question to the next

# code: the law that finds it again; every other fault shows by playing alone
LAW_OF = {"R703": "options", "R704": "refusal", "R705": "leak", "R708": "future", "R712": "twins", "R713": "sample"}


@attrs.frozen
class Watch:
    """Which laws are tried: one of them at one question of `every`, rarer in long games; or all of them where the
    game is cut, and only there (`every` 0).
    """

    laws: tuple[str, ...] = tuple(checks.LAWS)
    every: int = 12
    replay: bool = True
    budget: int = BUDGET
    heed: Callable[[], None] = lambda: None
    """Called before every answer; it may raise to stop the game."""


@attrs.define
class Outcome:
    """How a game went: the fault, the answers that were given (the last may have caused it), and the match."""

    plan: Plan
    fault: Fault | None = None
    taken: list[int] = attrs.Factory(list)
    match: Match | None = None
    entered: frozenset[str] = frozenset()

    @property
    def work(self) -> int:
        """What it took to play, told by events and answers: the same on every machine."""
        return len(self.taken) + (len(self.match.core.events) if self.match is not None else 0)


def play(rules: Rules, plan: Plan, watch: Watch) -> Outcome | None:
    """Plays a plan to its end; None where there is no such table."""
    game = rules.game(plan.table)
    if game is None:
        return None
    outcome = Outcome(plan)
    try:
        play_through(game, plan, watch, outcome)
    except Found as found:
        outcome.fault = found.fault
        if found.answer is not None:
            outcome.taken.append(found.answer)
    except RuleError as error:
        outcome.fault = rule_fault(error)
    except Exception as error:
        outcome.fault = crash(error)
    if outcome.match is not None:
        outcome.entered = frozenset(e.proc for e in outcome.match.core.events if isinstance(e, ev.Entered))
    return outcome


def play_through(game: Game, plan: Plan, watch: Watch, outcome: Outcome) -> None:
    match = outcome.match = begin(game, plan.seed or 0, 0, chance(plan), Audited)
    match.core.runner.budget = STEPS
    said = dict(plan.choices)
    seen = 0
    while True:
        seen = look(match, seen, watch)
        decision, number = match.decision, len(outcome.taken)
        if decision is None or number == plan.stop:
            break
        moment = checks.Moment(
            match, number, lambda at, asked: answer(plan, said, at, asked), below(plan.seed or 0, number, 1 << 30)
        )
        if watch.every and watch.laws and moment.salt % (watch.every + number // 10) == 0:
            checks.LAWS[watch.laws[moment.salt // 4096 % len(watch.laws)]](moment)
        index = answer(plan, said, number, decision)
        outcome.taken.append(index)
        watch.heed()
        take(match, index)
    finish(match, plan, watch, said, len(outcome.taken))


def take(match: Match, index: int) -> None:
    """Gives an answer that is offered."""
    decision = match.decision
    assert decision is not None
    try:
        match.choose(decision.options[index] if index % 2 else index)
    except IllegalChoice:
        raise Found(checks.refusal_fault(decision.options[index])) from None


def look(match: Match, seen: int, watch: Watch) -> int:
    """What is checked before every question and at the end; returns the number of events."""
    events = match.core.events
    checks.all_there(match.state)
    checks.check_undisclosed(match.game.program, events[seen:])
    if len(events) > watch.budget and not match.over:
        raise Found(fault("R702", count=watch.budget))
    return len(events)


def finish(match: Match, plan: Plan, watch: Watch, said: dict[int, int], number: int) -> None:
    """What is tried where the game ends or is cut."""
    if match.decision is not None and not watch.every:
        for salt in range(match.game.players):
            moment = checks.Moment(match, number, lambda at, asked: answer(plan, said, at, asked), salt)
            for law in watch.laws:
                checks.LAWS[law](moment)
    if watch.replay and (plan.seed or 0) % 4 == 0:
        checks.check_replay(match)
