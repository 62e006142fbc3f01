"""The match for a node: the same draws and answers, replayed by the reference engine from the beginning.

A tree draws the order of a shuffled zone lazily; a match draws it when the zone is shuffled. So earlier shuffles are
filled in with what was found later; what nobody has found yet gets any order.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang.engine.runner import Draw
from rulelang.play.match import Game, Match
from rulelang.program import events as ev
from rulelang.tree.position import Position


def match_of(game: Game, node: Position) -> Match:
    """A match in the state of the node."""
    past = events_of(node)
    script = list(draws(past))
    match = game.start(chance=lambda draw: outcome(script, draw))
    for event in past:
        if isinstance(event, ev.Chose) and event.asked:
            match.choose(event.taken)
    return match


def events_of(node: Position) -> list[ev.Event]:
    """All events, each shuffle completed with what was found of it."""
    found: list[ev.Event] = []
    for each in reversed(list(node.past)):
        swaps = list(each.swaps)
        for number, event in enumerate((*each.events, None)):
            while swaps and swaps[0][0] <= number:
                fill_in(found, *swaps.pop(0)[1:])
            if event is not None:
                found.append(event)
    return found


def fill_in(events: list[ev.Event], here: int, piece: int) -> None:
    """Puts a piece into the position where it was found after the last shuffle."""
    for at in range(len(events) - 1, -1, -1):
        event = events[at]
        if isinstance(event, ev.Shuffled) and here in event.order:
            swap = {here: piece, piece: here}
            events[at] = attrs.evolve(event, order=tuple(swap.get(each, each) for each in event.order))
            return


def draws(events: list[ev.Event]) -> Iterator[int | tuple[int, ...]]:
    """What a match must draw: outcomes, and the orders of shuffles that the tree did not draw."""
    shuffling = False
    for event in events:
        if isinstance(event, ev.Drew):
            shuffling = event.what == "shuffle"
            yield event.outcome
        elif isinstance(event, ev.Shuffled) and not shuffling:
            if len(event.order) > 1:  # one piece has no order to draw
                yield event.order
        else:
            shuffling = False


def outcome(script: list[int | tuple[int, ...]], draw: Draw) -> int | None:
    """The next draw of a script; None at its end."""
    if not script:
        return None
    if isinstance(script[0], int):
        return script.pop(0)  # type: ignore[return-value]
    first, *rest = script[0]
    script[0] = tuple(rest)
    if len(rest) == 1:
        script.pop(0)
    return draw.candidates.index(first)
