"""What a story knows of a game besides its log: texts, kinds, and where a round begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from rulelang import ir
from rulelang.ir import types
from rulelang.story.english import said


@attrs.frozen
class Facts:
    """`rounds`: the procedure that opens each round, None if the game has none. `numbered`: those that `play` repeats
    alone. `told_vars`: what it means that a variable is true. `told_numbers`: those told with what changes them.
    `families`: the family of each mechanism.
    """

    texts: dict[str, str]
    kinds: frozenset[str]
    rounds: str | None
    numbered: frozenset[str]
    families: dict[str, str]
    told_vars: dict[str, str]
    told_numbers: frozenset[str]
    seat_vars: frozenset[str]
    places_shown: frozenset[str]
    into: dict[str, str]

    @classmethod
    def of(cls, game: ir.Game) -> Facts:
        variables = game.vars.values()
        return cls(
            {name: proc.text for name, proc in game.procs.items()}
            | {name: menu.text for name, menu in game.menus.items()},
            frozenset((*game.pieces, *game.groups)),
            opener(game),
            frozenset(names[0] for names in repeated(game) if len(names) == 1),
            {instance.name: instance.family for instance in game.instances.values()},
            {var.name: var.text for var in variables if is_told(var, types.Bool)},
            frozenset(var.name for var in variables if is_told(var, types.Int)) - sums(game),
            frozenset((*(var.name for var in variables if is_seat(var.type)), *shown(game, is_seat))),
            frozenset(shown(game, is_place)),
            {score.name: score.into for score in game.scores.values() if score.into},
        )

    def shown(self, variable: str, value: Any) -> str:
        """The value of a variable, as people say it."""
        seat = variable in self.seat_vars and isinstance(value, int) and not isinstance(value, bool)
        return f"P{value}" if seat else said(value)


def is_told(var: ir.VarType, kind: type[types.Type]) -> bool:
    """What each seat has one of, open and with a text of its own: it is told when somebody changes it."""
    by_seat = len(var.indexes) == 1 and var.indexes[0].kind == "Seat"
    return bool(var.text) and by_seat and isinstance(var.type, kind) and var.sight == "open"


def sums(game: ir.Game) -> set[str]:
    """Variables that scores are added to: the score tables tell them."""
    return {score.into for score in game.scores.values() if score.into}


def shown(game: ir.Game, wanted: Callable[[types.Type], bool]) -> Iterator[str]:
    """What running mechanisms show that is of a wanted type, as `Trick.leader`."""
    for instance in game.instances.values():
        yield from (f"{instance.name}.{word}" for word, expr in instance.shows.items() if wanted(expr.type))


def is_place(type_: types.Type) -> bool:
    return isinstance(type_.of if isinstance(type_, types.Optional | types.Map) else type_, types.Zone)


def is_seat(type_: types.Type) -> bool:
    return isinstance(type_.of if isinstance(type_, types.Optional) else type_, types.Seat)


def opener(game: ir.Game) -> str | None:
    """The first procedure of a loop of `play` that runs at least two of them: each time, a round begins."""
    return next((names[0] for names in repeated(game) if len(names) > 1), None)


def repeated(game: ir.Game) -> Iterator[list[str]]:
    """For each loop of `play`: the phases and mechanisms it runs, in order."""
    play = game.procs.get("play")
    for loop in loops(play.body if play else ()):
        runs = dict.fromkeys(name for name in ran(loop.body) if game.procs[name].kind in ("phase", "mechanism"))
        if runs:
            yield list(runs)


def loops(body: ir.Suite) -> Iterator[ir.For | ir.While | ir.Repeat]:
    """The loops of a body, outermost first."""
    for step in body:
        if isinstance(step, ir.For | ir.While | ir.Repeat):
            yield step
        for inner in bodies(step):
            yield from loops(inner)


def ran(body: ir.Suite) -> Iterator[str]:
    """The procedures that a body runs, in order."""
    for step in body:
        if isinstance(step, ir.Run):
            yield step.proc
        for inner in bodies(step):
            yield from ran(inner)


def bodies(step: ir.Stmt) -> Iterator[ir.Suite]:
    """The bodies inside a statement."""
    if isinstance(step, ir.Branch):
        yield from (body for _, body in step.branches)
    for name in ("body", "otherwise"):
        inner = getattr(step, name, ())
        if isinstance(inner, tuple):
            yield inner
