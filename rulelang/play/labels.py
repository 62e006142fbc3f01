"""The label of an action in the log: the text that the rules give it, with the current values in its braces.

A reader gets the text only if it sees everything that the text reads: the pieces that were chosen, and everything in
the braces. The chosen values are public, like the answer itself. An argument of the menu is public only if it is a
seat, a visible piece, computed from what the reader sees, or known to everybody wherever the menu is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from rulelang import ir
from rulelang.analysis.flow import Flow
from rulelang.analysis.public import PRIVATE, PUBLIC
from rulelang.engine.closures import Closures
from rulelang.engine.messages import Part, Template
from rulelang.engine.state import State
from rulelang.engine.visibility import knows
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.ir.walk import locals_of, walk
from rulelang.play.answers import Menus, pieces_in
from rulelang.present.english import agree
from rulelang.present.speech import Speech, number_in, seat_in
from rulelang.present.vocabulary import Vocabulary
from rulelang.program import Program

Seen = Callable[[int], bool]
Pair = tuple[ir.Local, Any]


def label_of(menus: Menus, option: Any, state: State, seat: int | None, seen: Seen) -> dict[str, Any]:
    """The text of the action that was taken, as a reader may know it: `label` as a test would write it, `told` in the
    words of the game, with its seats apart. Nothing if it has none.
    """
    ref, number, given, values = option
    menu = state.program.game.menus[menus[ref].menu]
    action = menu.actions[number]
    if action.label is None:
        return {}
    params, binders = list(zip(menu.params, given)), list(zip((local for local, _ in action.binders), values))
    read = {local.number for local in locals_of(action.label.parts)}
    asked = [(*pair, expr) for pair, expr in zip(params, menus[ref].arguments) if pair[0].number in read]
    sight = all(seen(piece) for piece in pieces_of(binders)) and all(
        is_public(state, seat, *each) for each in asked if not isinstance(bare(each[0].type), t.Seat)
    )
    bound = {local.number: value for local, value in (*params, *binders) if isinstance(bare(local.type), t.Seat)}
    parts = [part for part in action.label.parts if isinstance(part, ir.Expr)]
    if not sight or not all(knows(state, seat, part, bound) for part in parts):
        return {}
    return write_label(action.label, state, [*params, *binders])


def pieces_of(pairs: list[Pair]) -> Iterator[int]:
    for local, value in pairs:
        yield from pieces_in(value, local.type)


def is_public(state: State, seat: int | None, local: ir.Local, value: Any, expr: ir.Expr) -> bool:
    """What a menu was asked about: a piece in sight, or something that the reader could work out itself."""
    pieces = list(pieces_in(value, local.type))
    if pieces:
        return all(state.piece_sight(piece) >> (seat or 0) & 1 for piece in pieces)
    if flow_of(state.program).locals.get(local, PRIVATE) == PUBLIC:
        return True
    own = [node for node in walk(expr) if isinstance(node, ir.Get)]
    return all(isinstance(bare(node.type), t.Seat) for node in own) and knows(state, seat, expr)


@lru_cache(maxsize=64)
def flow_of(program: Program) -> Flow:
    return Flow(program)


def write_label(text: ir.Message, state: State, pairs: list[Pair]) -> dict[str, Any]:
    make, slots = Closures(state.program), state.slots.copy()
    for local, value in pairs:
        slots[make.slot(local)] = value
    template = Template(make, text)
    return {"label": template(slots), "told": parts_json(template.parts(slots), state)}


def parts_json(parts: Iterable[Part], state: State) -> list[Any]:
    """The parts of a text: texts, and seats as `{"seat": 2}`, since each reader calls them otherwise."""
    speech = speech_of(state.program)
    found: list[Any] = []
    before: Part = ""
    for part in parts:
        if isinstance(part, str):
            found.append(agree(number_in(before), part))
        elif (seat := seat_in(part)) is not None:
            found.append({"seat": seat})
        else:
            found.append(speech.speak(*part, state.program, state))
        before = part
    return found


@lru_cache(maxsize=64)
def speech_of(program: Program) -> Speech:
    return Speech(Vocabulary(program.game))
