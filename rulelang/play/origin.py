"""Since when a match holds something that a seat does not know: a sample need not go back further than that.

What is hidden now came about by a draw, a roll or an answer. Of each hidden piece, face and variable the last
of them counts; the earliest of all these is where another past begins. What was hidden before, and is known or
gone now, is left as it was.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from math import inf

import attrs

from rulelang.engine.data import elements
from rulelang.engine.state import State
from rulelang.play.past import Sightings
from rulelang.program import events as ev


@attrs.frozen
class Traces:
    """When each piece was last drawn among others, moved and rolled, and each variable last written."""

    drawn: Mapping[int, float]
    moved: dict[int, int]
    rolled: dict[int, int]
    wrote: dict[tuple[str, tuple[object, ...]], int]


def origin(
    events: Sequence[ev.Event], state: State, sightings: Sightings, drawn: Mapping[int, float], unknown: list[int]
) -> float:
    """The time from which on the past may have been another. `unknown`: the times of answers the seat does not know."""
    traces = Traces(drawn, {}, {}, {})
    block = inf
    for time, event in enumerate(events):
        if isinstance(event, ev.Moved):
            traces.moved.update(dict.fromkeys(event.pieces, time))
        elif isinstance(event, ev.Rolled):
            traces.rolled[event.piece] = time
        elif isinstance(event, ev.Wrote):
            traces.wrote[event.var, event.indexes] = time
        elif isinstance(event, ev.BlockBegan):
            block = time
        elif isinstance(event, ev.BlockEnded):
            block = inf
    pieces = (when for piece in unseen(state, sightings.seat) for when in of_piece(piece, traces, sightings, unknown))
    return min([block, *pieces, *of_variables(events, state, sightings.seat, traces, unknown)])


def unseen(state: State, seat: int) -> Iterator[int]:
    """The pieces that a seat does not see now."""
    return (piece.id for piece in state.program.pieces if not state.piece_sight(piece.id) & 1 << seat)


def of_piece(piece: int, traces: Traces, sightings: Sightings, unknown: list[int]) -> Iterator[float]:
    """When a hidden piece was last drawn, rolled, or perhaps moved by an answer that is not known."""
    seen = max(sightings.pieces.get(piece, -1), -1)
    drawn = traces.drawn.get(piece, -1)
    if drawn > seen:
        yield drawn
    if traces.rolled.get(piece, -1) > seen:
        yield traces.rolled[piece] - 1
    after = bisect_right(unknown, max(seen, drawn))
    if after < len(unknown) and unknown[after] <= traces.moved.get(piece, -1):
        yield unknown[after]


def of_variables(
    events: Sequence[ev.Event], state: State, seat: int, traces: Traces, unknown: list[int]
) -> Iterator[float]:
    """When the value of a hidden variable was drawn, or answered."""
    for var in state.program.vars.values():
        for at in elements(var):
            time = traces.wrote.get((var.name, at))
            if time is None or state.var(var.name, at) is None or state.var_sight(var.name, at) & 1 << seat:
                continue
            before = bisect_right(unknown, time)
            if isinstance(events[time - 1], ev.Drew):
                yield time - 1
            elif before:
                yield unknown[before - 1]
