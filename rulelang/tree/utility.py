"""What a seat wants: to win, points, or more points than the others.

name         utility of a seat at the end                               sum over all seats
win          1 for the winner; winners share it; all do if nobody wins  1
score        the first criterion of `winner`, negated if                –
             the least wins
margin       the same less the mean of all seats                        0
NAME         an amount or a variable that every seat has                –
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from rulelang import ir
from rulelang.engine.runner import Slots
from rulelang.play.errors import LoadError
from rulelang.play.match import Game
from rulelang.program import WINNERS, Program
from rulelang.program import events as ev

PLENTY = float(1 << 31)  # if no bound is known
Bounds = tuple[float, float]
Held = Callable[[str], list[float]]
"""By name: the amount of each seat."""


@attrs.frozen
class Utility:
    """`low`, `high`: its bounds; `total`: the sum over all seats, None if it may vary."""

    name: str
    program: Program
    low: float
    high: float
    total: float | None

    def of(self, slots: Slots, events: Sequence[ev.Event]) -> list[float]:
        """By seat, when the game is over."""
        ended = events[-1]
        assert isinstance(ended, ev.Ended)
        return self.at_end(slots[WINNERS] or (), ended.scores, lambda name: amounts_of(self.program, name, slots))

    def at_end(self, winners: Sequence[int], scores: Sequence[Sequence[int]], held: Held) -> list[float]:
        """The same from the winners, the criteria by seat, and the amounts of the seats."""
        if self.name == "win":
            sharing = winners or self.program.seats
            return [1 / len(sharing) if seat in sharing else 0.0 for seat in self.program.seats]
        if self.name not in ("score", "margin"):
            return held(self.name)
        sign = 1 if most_wins(self.program) else -1
        values = [float(sign * score[0]) for score in scores]
        mean = sum(values) / len(values) if self.name == "margin" else 0.0
        return [value - mean for value in values]


def most_wins(program: Program) -> bool:
    winner = program.game.winner
    return winner is None or not winner.criteria or winner.criteria[0][0]


def amounts_of(program: Program, name: str, slots: Slots) -> list[float]:
    """An amount or a variable, by seat."""
    if name in program.resources:
        return [float(slots[program.resources[name].slot(seat)]) for seat in program.seats]
    return [float(slots[program.var_slot(name, (seat,))] or 0) for seat in program.seats]


def utility_of(game: Game, name: str) -> Utility:
    """A utility by name; refused if the game does not have it."""
    program, players = game.program, game.players
    if name == "win":
        return Utility(name, program, 0.0, 1.0, 1.0)
    scored = program.game.winner is not None and bool(program.game.winner.criteria)
    if name in ("score", "margin"):
        if not scored:
            raise LoadError(f"“{game.title}” does not say by points who wins; take the utility `win`.")
        low, high = score_bounds(program)
        if name == "score":
            return Utility(name, program, low, high, None)
        return Utility(name, program, low - high, high - low, 0.0)
    amounts = [*program.resources, *(var.name for var in program.vars.values() if is_amount(program, var.name))]
    if name not in amounts:
        known = ", ".join(f"`{each}`" for each in ("win", *(("score", "margin") if scored else ()), *amounts))
        raise LoadError(f"`{name}` is no utility of “{game.title}” for {players} players; there are {known}.")
    return Utility(name, program, *bounds_of(program, name), None)


def is_amount(program: Program, name: str) -> bool:
    """Whether it is a number that every seat has."""
    var = program.vars[name]
    return var.by_seat and len(var.array.sizes) == 1 and isinstance(program.game.vars[name].type, ir.types.Int)


def bounds_of(program: Program, name: str) -> Bounds:
    if name in program.resources:
        return 0.0, float(program.resources[name].total)
    low, high = program.vars[name].low, program.vars[name].high
    return (-PLENTY if low is None else float(low)), (PLENTY if high is None else float(high))


def score_bounds(program: Program) -> Bounds:
    """Bounds of the first criterion, if it is a plain amount or variable."""
    assert program.game.winner is not None
    most, expr = program.game.winner.criteria[0]
    name = getattr(expr, "resource", None) or getattr(expr, "var", None)
    low, high = bounds_of(program, name) if name in program.resources or name in program.vars else (-PLENTY, PLENTY)
    return (low, high) if most else (-high, -low)
