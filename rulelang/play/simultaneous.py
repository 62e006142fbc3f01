"""Seats that act at the same time: in an open block, each seat may be asked now, whoever is first in the list.

The engine runs a block seat by seat. Nobody in it can see or touch what another does, so a seat whose turn is still to
come is asked on a branch: a copy of the match from the start of the block, which continues directly with the part of
that seat and the answers it gave ahead, and stops where the part ends. What others have done in the block does not
exist there, so neither the seat's questions nor what it is told can depend on it. A mistake in the rules raises the
same error here as when the turn of that seat comes.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.match import Match as Core
from rulelang.engine.match import Moment
from rulelang.engine.runner import Runner
from rulelang.program import BLOCK, BLOCK_SEAT, PC


def branch(core: Core, seat: int | None, answers: Sequence[int] = ()) -> Core:
    """The match as it is for a seat: itself, or the branch on which a later seat of the open block acts."""
    later = seats_to_come(core)
    if seat not in later:
        return core
    copy = core.clone()
    act(copy, later[seat], answers)
    return copy


def act(core: Core, at: int, answers: Sequence[int]) -> None:
    """Goes on from the start of the block with the part of the seat at a place of its list."""
    runner = core.runner
    opened = runner.s[BLOCK]
    _, start, _, head, place = opened
    runner.s = list(start)
    runner.s[BLOCK], runner.s[place] = opened, at
    run_part(runner, runner.code.instructions[head](runner, runner.s), head)
    for index in answers:
        if (question := runner.question) is not None:
            core.history.append(Moment(runner.s, len(core.events), question))
            runner.s = runner.s.copy()
            run_part(runner, runner.take(question, index, True), head)


def run_part(runner: Runner, pc: int, head: int) -> None:
    """Runs up to the next question of a seat, or to the end of its part of the block."""
    runner.question = None
    while pc >= 0 and pc != head and runner.s[BLOCK] is not None:
        pc = runner.code.instructions[pc](runner, runner.s)
    if runner.question is None:
        runner.s[PC] = head


def seats_to_come(core: Core) -> dict[int | None, int]:
    """The seats whose turn in the open block is still to come, with their place in its list."""
    opened = core.runner.s[BLOCK]
    if opened is None:
        return {}
    seats, _, _, _, place = opened
    return {seats[at]: at for at in range(core.runner.s[place], len(seats))}


def is_asked(core: Core, seat: int | None) -> bool:
    """Is this seat asked, inside the block?"""
    return core.runner.question is not None and core.runner.s[BLOCK_SEAT] == seat
