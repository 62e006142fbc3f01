"""Why a seat won a trick, and where the points of a score come from: each with its rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulelang import ir
from rulelang.analysis.public import PUBLIC, Public
from rulelang.engine.closures import Closures
from rulelang.engine.errors import RuleError
from rulelang.engine.messages import Template
from rulelang.engine.state import State
from rulelang.ir.types import Piece
from rulelang.present.speech import Speech
from rulelang.program import Program
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


def why_trick(events: Sequence[ev.Event], table: Callable[[int], State], speech: Speech) -> list[Why]:
    """The pieces of the last trick that was taken, the winner's first, each with what made it strong.

    `table` returns the state after a number of events: what was trump then may no longer be trump.
    """
    game = speech.vocabulary.game
    tricks = {name for name, instance in game.instances.items() if instance.family == "trick"}
    ends = [at for at, e in enumerate(events) if isinstance(e, ev.Left) and e.proc in tricks]
    if not ends:
        return []
    name = events[ends[-1]].proc  # type: ignore[attr-defined]
    begins = [at for at in range(ends[-1]) if isinstance(e := events[at], ev.Entered) and e.proc == name]
    laid = plays_of_trick(table(0).program, events, range(begins[-1], ends[-1]), name)
    if not laid:
        return []
    return strongest_first(table(laid[-1][0] + 1), name, [each for _, each in laid], speech)


def plays_of_trick(
    program: Program, events: Sequence[ev.Event], during: range, name: str
) -> list[tuple[int, tuple[int, int]]]:
    """Who laid which piece to the trick's own zones, in order, each with the index of its event."""
    zones = program.zones
    moved = [(at, e) for at in during if isinstance(e := events[at], ev.Moved)]
    return [
        (at, (zones[e.target].owner or 0, piece))
        for at, e in moved
        if zones[e.target].name == f"{name}.laid"
        for piece in e.pieces
    ]


def strongest_first(state: State, name: str, laid: Laid, speech: Speech) -> list[Why]:
    fn = state.program.game.fns.get(f"{name}.strength")
    if fn is None:
        return []
    make, led = Closures(state.program), laid[0][1]
    ranked = [(strength(make, state, fn, piece, led), at, owner, piece) for at, (owner, piece) in enumerate(laid)]
    last_wins = ties_go_last(make, state, name)
    ranked.sort(key=lambda each: (each[0], each[1] if last_wins else -each[1]), reverse=True)
    best = ranked[0][0]
    tie = f"is as strong, but the {'last' if last_wins else 'first'} one played wins"
    verdicts = ["takes the trick", *(tie if strong == best else "is weaker" for strong, *_ in ranked[1:])]
    pieces = [(speech.reader.possessive(owner), piece) for _, _, owner, piece in ranked]
    return [explain_piece(make, state, fn, *each, led, verdict, speech) for each, verdict in zip(pieces, verdicts)]


def strength(make: Closures, state: State, fn: ir.Fn, piece: int, led: int) -> Any:
    slots = bind_parameters(make, state, fn, piece, led)
    try:
        return make.of(fn.body)(slots)
    except (RuleError, TypeError):
        return -1


def bind_parameters(make: Closures, state: State, fn: ir.Fn, piece: int, led: int) -> list[Any]:
    slots = state.slots.copy()
    for param, value in zip(fn.params, (piece, led)):
        slots[make.slot(param)] = value
    return slots


def ties_go_last(make: Closures, state: State, name: str) -> bool:
    ties = state.program.game.fns.get(f"{name}.ties")
    members = state.program.game.enums["Tie"].members if "Tie" in state.program.game.enums else ()
    value = make.of(ties.body)(state.slots.copy()) if ties is not None else 0
    return members[value - 1 : value] == ("last_played",)


def explain_piece(
    make: Closures, state: State, fn: ir.Fn, whose: str, piece: int, led: int, verdict: str, speech: Speech
) -> Why:
    """A piece of the trick: who laid it, and the rung of the ladder that says how strong it is."""
    name = speech.speak(piece, Piece((state.program.pieces[piece].kind,)), state.program, state)
    slots = bind_parameters(make, state, fn, piece, led)
    rung = rung_of(make, fn.body, slots)
    reason = rung.reason if rung is not None and is_open(make.program, fn, rung.reason) else None
    words = speech.text(Template(make, reason).parts(slots), state) if reason is not None else fn.text
    span, tags = (rung.span, rung.tags or fn.tags) if rung is not None else (fn.span, fn.tags)
    return Why(f"{whose} {name}", f"{verdict}: {words}" if words else verdict, place(span), tags)


def is_open(program: Program, fn: ir.Fn, text: ir.Message | None) -> bool:
    """Whether all know what a text in a function says of pieces that all have seen."""
    public, known, body = Public(program), dict.fromkeys(fn.params, PUBLIC), fn.body
    while isinstance(body, ir.Let):
        known[body.local] = public.label(body.value, known)
        body = body.body
    parts = text.parts if text is not None else ()
    return all(public.label(part, known) == PUBLIC for part in parts if isinstance(part, ir.Expr))


def rung_of(make: Closures, body: ir.Expr, slots: list[Any]) -> ir.Rung | None:
    while isinstance(body, ir.Let):
        slots[make.slot(body.local)] = make.of(body.value)(slots)
        body = body.body
    if not isinstance(body, ir.Rungs):
        return None
    last = ir.Rung(body.otherwise, body.otherwise, body.reason, body.tags, body.otherwise.span)
    return next((rung for rung in body.rungs if make.of(rung.condition)(slots)), last)
