"""The score sheet: one block per tally, with labeled lines and a total for each seat.

Scores that decide who wins but are never tallied are computed when the game is over, as a last block.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang import ir
from rulelang.engine.state import State
from rulelang.ir.walk import walk
from rulelang.play.evaluate import evaluate
from rulelang.play.progress import Progress
from rulelang.program import events as ev

Lines = tuple[tuple[str, int], ...]


def score_sheet(match: Progress[Any]) -> list[dict[str, Any]]:
    """The blocks so far, in order."""
    blocks: list[dict[str, Any]] = []
    for event in match.core.events:
        if isinstance(event, ev.Scored):
            if not blocks or blocks[-1]["score"] != event.score or event.seat in blocks[-1]["seats"]:
                blocks.append(block(match.state, event.score))
            blocks[-1]["seats"][event.seat] = entry(event.lines)
    return blocks + (list(final_blocks(match.state)) if match.over else [])


def block(state: State, score: str) -> dict[str, Any]:
    return {"score": score, "text": state.program.game.scores[score].text, "seats": {}}


def entry(lines: Lines) -> dict[str, Any]:
    shown = [{"label": label, "value": value} for label, value in lines]
    return {"lines": shown, "total": sum(value for _, value in lines)}


def final_blocks(state: State) -> Iterator[dict[str, Any]]:
    """The scores that `winner` reads and no tally has shown."""
    for name in untallied_scores(state.program.game):
        made = block(state, name)
        for seat in state.program.seats:
            made["seats"][seat] = entry(lines_of(state, name, seat))
        yield made


def untallied_scores(game: ir.Game) -> list[str]:
    criteria = game.winner.criteria if game.winner else ()
    called = (node.fn for node in walk(criteria) if isinstance(node, ir.Call))
    tallied = {node.score for node in walk((*game.procs.values(), *game.menus.values())) if isinstance(node, ir.Tally)}
    return [name for name in dict.fromkeys(called) if name in game.scores and name not in tallied]


def lines_of(state: State, score: str, seat: int) -> Lines:
    """The lines of a score whose condition holds now."""
    declared = state.program.game.scores[score]
    held = [
        line
        for line in declared.lines
        if line.condition is None or evaluate(state, line.condition, declared.seat, seat)
    ]
    return tuple((line.label, evaluate(state, line.value, declared.seat, seat)) for line in held)
