"""Rest points and the end: invariants, endings, winners."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.engine.closures import Eval
from rulelang.engine.errors import RuleError
from rulelang.engine.meter import FREE
from rulelang.engine.runner import STOP, Instruction, Runner, Slots
from rulelang.program import OVER, PC, RUNNING, TESTING, TOGETHER, WINNERS, WORK
from rulelang.program.events import Ended, Noted


def test_invariants(r: Runner, s: Slots) -> None:
    """Tests the declared invariants; not in a position built by hand, nor again while the values that it reads stay the
    same.
    """
    if s[TESTING] or not r.resting:
        return
    running, held = s[RUNNING], r.held
    if len(r.code.extra["invariants"]) > FREE:
        r.code.extra["make"].meter.spend(s, len(r.code.extra["invariants"]), r.code.spans[s[PC]])
    for number, (during, holds, seen, invariant) in enumerate(r.code.extra["invariants"]):
        if invariant.during and during.isdisjoint(running):
            continue
        here, left = seen(s), s[WORK]
        known = held.get(number)
        if known is not None and known[0] == here and known[1] <= left:
            s[WORK] = left - known[1]  # charge the cached cost: what play may do must not depend on the past
            continue
        if not holds(s):
            raise RuleError("R614", invariant.span, title=invariant.title)
        held[number] = here, left - s[WORK]


test_invariants.__test__ = False  # type: ignore[attr-defined]  # not a test of pytest's


def test_endings(tests: list[tuple[Eval, ir.Ending]], after: int, end: int) -> Instruction:
    """Ends the game at once if one of these holds, unless inside `together`."""

    def run(r: Runner, s: Slots) -> int:
        if not s[TOGETHER]:
            for holds, ending in tests:
                if holds(s):
                    if ending.text:
                        r.events.append(Noted(ending.span, 0, ending.text, (ending.text,)))
                    return end
        return after

    return run


test_endings.__test__ = False  # type: ignore[attr-defined]


def end_game(r: Runner, s: Slots) -> int:
    """End the game: winners as given, or by the criteria."""
    span = r.code.spans[1]
    scores = all_scores(r, s)
    if s[WINNERS] is None:
        s[WINNERS] = best_seats(r, scores)
    s[OVER], s[RUNNING], s[TOGETHER], s[PC] = True, (), 0, 0
    r.events.append(Ended(span, 0, s[WINNERS], scores))
    return STOP


def all_scores(r: Runner, s: Slots) -> tuple[tuple[Any, ...], ...]:
    """For each seat its value in each criterion of `winner`."""
    slot, criteria = r.code.extra["criteria"]
    scores = []
    for seat in r.program.seats:
        s[slot] = seat
        scores.append(tuple([value(s) for _, value in criteria]))
    return tuple(scores)


def best_seats(r: Runner, scores: tuple[tuple[Any, ...], ...]) -> tuple[int, ...]:
    """The seats that are best by the first criterion, among them by the next, and so on; a tie is shared."""
    seats = r.program.seats
    for at, (most, _) in enumerate(r.code.extra["criteria"][1]):
        values = [scores[seat - 1][at] for seat in seats]
        best = max(values) if most else min(values)
        seats = tuple(seat for seat in seats if scores[seat - 1][at] == best)
    return seats
