"""Runs rules up to the next question or chance event.

A runner stops before an elementary draw by undoing the instruction that needs it; when the outcome is given, the
instruction runs again from its beginning with all its outcomes so far. Outcomes that nobody can ever tell apart (cards
that look the same) are one outcome with the sum of their probabilities, and a single outcome makes no node. The order
of a shuffled zone is drawn card by card, on demand (`engine/unordered.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.source import Span
from rulelang.engine.data import look_text, to_text
from rulelang.engine.runner import STOP, Code, Draw, Instruction, Runner, Slots
from rulelang.engine.state import State
from rulelang.engine.unordered import Look, Unordered, has_loose, place_everywhere
from rulelang.ir import types as t
from rulelang.ir.walk import walk
from rulelang.program import PC


@attrs.frozen
class Outcome:
    """An outcome of chance: `number` for the engine, `text` for people."""

    number: int
    weight: int
    text: str


@attrs.frozen
class Fork:
    """A chance event: `what` is shuffle, deal, roll or random; `here`: when a shuffled zone is looked at, the piece
    that stands for the unknown one.
    """

    what: str
    outcomes: tuple[Outcome, ...]
    here: int | None = None
    shuffle: int = 0
    """If the same instruction has shuffled the zone: the number of that shuffle."""

    @property
    def probabilities(self) -> list[float]:
        total = self.limits[-1]
        return [outcome.weight / total for outcome in self.outcomes]

    @cached_property
    def limits(self) -> list[int]:
        """The cumulative weights of the outcomes, for random draws."""
        return list(accumulate(outcome.weight for outcome in self.outcomes))


Given = int | tuple[int, int, int]
"""The outcome of a draw; or, for a look: the number of the shuffle in the instruction, the piece that stood there, and
the piece that was found.
"""
Swap = tuple[int, int, int]
"""After a number of events, a piece no longer stands for another: that piece, and the one that lies there."""


class Undecided(Exception):
    """A draw has no outcome yet."""

    def __init__(self, draw: Draw) -> None:
        super().__init__(draw)
        self.draw = draw


class Walker(Runner):
    """A runner that stops at chance events: then `fork` has the possible outcomes."""

    def __init__(self, code: Code, slots: Slots, forced: bool, given: Sequence[Given] = ()) -> None:
        super().__init__(code, slots, self.outcome)
        self.lazy, self.resting, self.stops = True, False, forced
        self.instructions = make_undoable(code)
        self.fork: Fork | None = None
        self.given = list(given)
        """The outcomes so far of the next instruction."""
        self.used = self.shuffles = 0
        """How many outcomes the instruction has used, and how often it has shuffled."""
        self.loose = has_loose(slots)
        self.swaps: list[Swap] = []

    def outcome(self, draw: Draw) -> int:
        """The next given outcome."""
        outcomes = [each for each in self.given if isinstance(each, int)]
        if self.used == len(outcomes):
            raise Undecided(draw)
        self.used += 1
        return outcomes[self.used - 1]

    def loosen(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """A shuffle; pieces that the same instruction has found in it lie where they were found."""
        found = super().loosen(pieces)
        self.shuffles += 1
        for each in self.given:
            if isinstance(each, tuple) and each[0] == self.shuffles and isinstance(found, Unordered):
                found = found.place(*each[1:])
        return found

    def attempt(self, pc: int, run: Instruction, draws: bool) -> int:
        """Run an instruction; if chance must decide first, undo it."""
        s = self.s
        if not draws and not self.loose:
            return run(self, s)
        while True:
            before, told = s.copy(), len(self.events)
            self.used = self.shuffles = 0
            try:
                after = run(self, s)
            except (Look, Undecided) as found:
                s[:] = before
                del self.events[told:]
                fork = self.fork_at(found)
                if len(fork.outcomes) > 1:
                    s[PC], self.fork = pc, fork
                    return STOP
                self.decide(fork, fork.outcomes[0].number)
            else:
                self.given.clear()
                self.loose = has_loose(s)
                return after

    def fork_at(self, halt: Look | Undecided) -> Fork:
        """The chance event before the instruction can run."""
        if isinstance(halt, Undecided):
            return draw_fork(self.state, halt.draw)
        here = self.s[self.program.layout.places + halt.piece]
        lying = self.s[self.program.layout.zones + here]
        before = isinstance(lying, Unordered) and halt.piece in lying.loose
        return look_fork(self.state, halt, 0 if before else self.shuffles)

    def decide(self, fork: Fork, outcome: int) -> None:
        """Give the outcome of a chance event."""
        if fork.here is None:
            self.given.append(outcome)
        elif fork.shuffle:
            self.given.append((fork.shuffle, fork.here, outcome))
        else:
            place_everywhere(self.s, fork.here, outcome)
            self.swaps.append((len(self.events), fork.here, outcome))


def make_undoable(code: Code) -> list[Instruction]:
    """The instructions of a program, each undone if chance must decide first."""
    if "undoable" not in code.extra:
        spans = drawing_spans(code)
        pairs = zip(code.instructions, code.spans)
        code.extra["undoable"] = [wrap(pc, run, span in spans) for pc, (run, span) in enumerate(pairs)]
    found: list[Instruction] = code.extra["undoable"]
    return found


def wrap(pc: int, run: Instruction, draws: bool) -> Instruction:
    def attempt(r: Any, s: Slots) -> int:
        found: int = r.attempt(pc, run, draws)
        return found

    return attempt


def drawing_spans(code: Code) -> frozenset[Span]:
    """The statements that may draw."""
    game = code.program.game
    drawing: tuple[type[ir.Stmt], ...] = (*ir.DRAWING, ir.Deal)
    return frozenset(each.span for each in walk((game.procs, game.menus)) if isinstance(each, drawing))


# ---------------------------------------------------------------- outcomes that are alike are one


def draw_fork(state: State, draw: Draw) -> Fork:
    """The outcomes of a draw; pieces that look alike, and equal values, are merged."""
    pieces, found = isinstance(draw.type, t.Piece), dict[Any, list[int]]()
    for number, candidate in enumerate(draw.candidates):
        found.setdefault(kind_of(state, candidate) if pieces else candidate, []).append(number)
    firsts = [numbers[0] for numbers in found.values()]
    names = [name_outcome(state, draw, draw.candidates[number]) for number in firsts]
    return Fork(draw.what, tuple(map(Outcome, firsts, map(len, found.values()), names)))


def name_outcome(state: State, draw: Draw, candidate: Any) -> str:
    if isinstance(draw.type, t.Piece):
        return look_text(state.program, state.look(candidate))
    return to_text(state.program, candidate, draw.type)


def look_fork(state: State, look: Look, shuffle: int) -> Fork:
    """The possible pieces at a position of a shuffled zone."""
    found = dict[Any, list[int]]()
    for piece in sorted(look.loose):
        found.setdefault(kind_of(state, piece), []).append(piece)
    names = [look_text(state.program, state.look(pieces[0])) for pieces in found.values()]
    firsts, weights = [pieces[0] for pieces in found.values()], map(len, found.values())
    return Fork("shuffle", tuple(map(Outcome, firsts, weights, names)), look.piece, shuffle)


def kind_of(state: State, piece: int) -> Any:
    """A key that is equal for pieces that nobody can tell apart: place, look, and who sees them; for groups also what
    they hold.
    """
    program = state.program
    sight = state.slots[program.layout.sights + piece]
    held = [kind_of(state, each) for each in state.pieces_in_group(piece)] if program.pieces[piece].is_group else ()
    return state.place(piece), state.look(piece), sight, tuple(sorted(map(repr, held)))
