"""Why a trick went to whom, and where the points of a score come from: each with the rule that says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulelang import ir
from rulelang.engine.closures import Closures
from rulelang.engine.errors import RuleError
from rulelang.engine.messages import Template
from rulelang.engine.state import State
from rulelang.engine.text import say
from rulelang.ir.types import Piece
from rulelang.program import events as ev
from rulelang.why.moves import Why, place

Laid = list[tuple[int, int]]
"""Who laid which piece, in order."""


def why_score(state: State, events: Sequence[ev.Event], seat: int) -> list[Why]:
    """The lines of the seat's last score, each with its rule."""
    last = next((e for e in reversed(events) if isinstance(e, ev.Scored) and e.seat == seat), None)
    if last is None:
        return []
    score = state.program.game.scores[last.score]
    lines = {line.label: line for line in score.lines}
    return [Why(label, str(value), place(lines[label].span), lines[label].tags) for label, value in last.lines]


def why_trick(state: State, events: Sequence[ev.Event]) -> list[Why]:
    """The pieces of the last trick that was taken, the winner's first, each with what made it strong."""
    game = state.program.game
    tricks = {name for name, instance in game.instances.items() if instance.family == "trick"}
    ends = [at for at, e in enumerate(events) if isinstance(e, ev.Left) and e.proc in tricks]
    if not ends:
        return []
    name = events[ends[-1]].proc  # type: ignore[attr-defined]
    begins = [at for at in range(ends[-1]) if isinstance(e := events[at], ev.Entered) and e.proc == name]
    laid = laid_in(state, events[begins[-1] : ends[-1]], name)
    return strongest_first(state, name, laid) if laid else []


def laid_in(state: State, events: Sequence[ev.Event], name: str) -> Laid:
    """The pieces that went to the trick's own places."""
    zones = state.program.zones
    moved = [e for e in events if isinstance(e, ev.Moved) and zones[e.target].name == f"{name}.laid"]
    return [(zones[e.target].owner or 0, piece) for e in moved for piece in e.pieces]


def strongest_first(state: State, name: str, laid: Laid) -> list[Why]:
    fn = state.program.game.fns.get(f"{name}.strength")
    if fn is None:
        return []
    make, led = Closures(state.program), laid[0][1]
    ranked = [(strength(make, state, fn, piece, led), at, owner, piece) for at, (owner, piece) in enumerate(laid)]
    last_wins = ties_go_last(make, state, name)
    ranked.sort(key=lambda each: (each[0], each[1] if last_wins else -each[1]), reverse=True)
    return [told(make, state, fn, owner, piece, led, first=n == 0) for n, (_, _, owner, piece) in enumerate(ranked)]


def strength(make: Closures, state: State, fn: ir.Fn, piece: int, led: int) -> Any:
    slots = entered(make, state, fn, piece, led)
    try:
        return make.of(fn.body)(slots)
    except (RuleError, TypeError):
        return -1


def entered(make: Closures, state: State, fn: ir.Fn, piece: int, led: int) -> list[Any]:
    slots = state.slots.copy()
    for param, value in zip(fn.params, (piece, led)):
        slots[make.slot(param)] = value
    return slots


def ties_go_last(make: Closures, state: State, name: str) -> bool:
    ties = state.program.game.fns.get(f"{name}.ties")
    members = state.program.game.enums["Tie"].members if "Tie" in state.program.game.enums else ()
    value = make.of(ties.body)(state.slots.copy()) if ties is not None else 0
    return members[value - 1 : value] == ("last_played",)


def told(make: Closures, state: State, fn: ir.Fn, owner: int, piece: int, led: int, first: bool) -> Why:
    """A piece of the trick: who laid it, and the rung of the ladder that says how strong it is."""
    name = say(piece, Piece((state.program.pieces[piece].kind,)), state.program, state)
    slots = entered(make, state, fn, piece, led)
    rung = rung_of(make, fn.body, slots)
    words = Template(make, rung.reason)(slots) if rung is not None and rung.reason is not None else fn.text
    span, tags = (rung.span, rung.tags or fn.tags) if rung is not None else (fn.span, fn.tags)
    verdict = "takes the trick" if first else "is weaker, or as strong and loses the tie"
    return Why(f"P{owner}'s {name}", f"{verdict}: {words}" if words else verdict, place(span), tags)


def rung_of(make: Closures, body: ir.Expr, slots: list[Any]) -> ir.Rung | None:
    while isinstance(body, ir.Let):
        slots[make.slot(body.local)] = make.of(body.value)(slots)
        body = body.body
    if not isinstance(body, ir.Rungs):
        return None
    last = ir.Rung(body.otherwise, body.otherwise, body.reason, body.tags, body.otherwise.span)
    return next((rung for rung in body.rungs if make.of(rung.condition)(slots)), last)
