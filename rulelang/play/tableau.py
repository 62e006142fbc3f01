"""What lies on the table, as one reader sees it: zones, variables, amounts.

Sizes are public, and so is the kind of every piece. In a `set` or `bag` the pieces a reader sees stand in a
fixed order, so that nothing can be read from where they stand; a `row` (left to right) and a `pile` (top down)
keep their places, with `"Card(?)"` for a piece that is not seen, or an empty list where none is. A piece is an object:
its text, its kind and its fields; a group has its own contents besides.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from rulelang.engine.data import (
    UNKNOWN,
    as_data,
    elements,
    index_json,
    look_order,
    look_text,
    piece_json,
    seat_name,
    to_json,
    var_name,
    zone_name,
)
from rulelang.engine.state import State
from rulelang.program import Program, ResourceInstance, ZoneInstance


def zones(state: State, seat: int | None) -> dict[str, Any]:
    """Every zone by name and index."""
    return {zone_name(state.program, zone): zone_entry(state, zone, seat) for zone in public_zones(state)}


def variables(state: State, seat: int | None, names: Iterable[str] | None = None) -> dict[str, Any]:
    """Every variable that is there now, or those named, by name and index; `"?"` if the seat does not see it."""
    if names is None:
        names = [name for name, var in state.program.game.vars.items() if is_running(state, var.during)]
    return {
        var_name(state.program, name, at): variable(state, name, at, seat)
        for name in names
        for at in elements(state.program.vars[name])
    }


def amounts(state: State, seat: int | None) -> dict[str, Any]:
    """Every resource: how much each holder has."""
    return {
        resource.name: {
            holder_name(resource, holder): amount(state, resource.name, holder, seat) for holder in resource.holders
        }
        for resource in state.program.resources.values()
    }


# ---------------------------------------------------------------- zones


def public_zones(state: State) -> Iterator[ZoneInstance]:
    """The zones of the rules that are there now: no insides of groups, no stocks, none of idle mechanisms."""
    stocks = set(state.program.stocks.values())
    for zone in state.program.zones:
        if zone.group is None and zone.id not in stocks and is_running(state, zone.during):
            yield zone


def is_running(state: State, during: str | None) -> bool:
    return during is None or during in state.running


def zone_entry(state: State, zone: ZoneInstance, seat: int | None) -> dict[str, Any]:
    """A zone with what lies in it."""
    return {**zone_title(state.program, zone), **contents(state, zone, seat)}


def zone_title(program: Program, zone: ZoneInstance) -> dict[str, Any]:
    """The name and the indexes of a zone, and its order."""
    declared = program.game.zones.get(zone.name)
    kinds = [index.kind for index in declared.indexes] if declared else []
    index = [index_json(program, kind, at) for kind, at in zip(kinds, zone.indexes)]
    return {"zone": zone.name, "index": index, "order": zone.order}


def index_text(state: State, zone: ZoneInstance) -> str:
    """The index of a zone as text: `P2`; empty if it has none."""
    return zone_name(state.program, zone)[len(zone.name) :].strip("[]")


def contents(state: State, zone: ZoneInstance, seat: int | None) -> dict[str, Any]:
    """How many pieces, those that are seen, and how many of each kind are not."""
    pieces, bit = state.zone(zone.id), 1 << (seat or 0)
    seen = {piece for piece in pieces if state.piece_sight(piece) & bit}
    if zone.order in ("row", "pile"):
        listed = pieces if seen else ()
    else:
        listed = tuple(sorted(seen, key=lambda piece: place_in_set(state, piece, seat)))
    hidden = Counter(state.program.pieces[piece].kind for piece in pieces if piece not in seen)
    return {
        "size": len(pieces),
        "pieces": [entry(state, piece, piece in seen, seat) for piece in listed],
        "unseen": dict(sorted(hidden.items())),
    }


def entry(state: State, piece: int, seen: bool, seat: int | None) -> Any:
    """A piece as data; a group that is seen with what it holds. What an unseen one holds is secret."""
    found = piece_json(state, piece, seen)
    inside = state.program.insides.get(piece)
    if inside is None or not seen:
        return found
    text = look_text(state.program, state.look(piece))
    return {**found, "text": text, **contents(state, state.program.zones[inside], seat)}


def lying_in(state: State, zone_id: int) -> ZoneInstance:
    """The zone of the rules in which something lies, be it in a group."""
    zone = state.program.zones[zone_id]
    return zone if zone.group is None else lying_in(state, state.place(zone.group))


def place_in_set(state: State, piece: int, seat: int | None) -> tuple[Any, ...]:
    """As the game declares their looks; groups that look alike by what they hold."""
    held = json.dumps(entry(state, piece, True, seat)) if piece in state.program.insides else ""
    return (look_order(state.program, state.look(piece)), held)


# ---------------------------------------------------------------- variables and amounts


def variable(state: State, name: str, at: tuple[int, ...], seat: int | None) -> Any:
    """The value of an element, its pieces named as the seat sees them."""
    if not state.var_sight(name, at) & 1 << (seat or 0):
        return UNKNOWN
    return to_json(state.program, state.var(name, at), state.program.game.vars[name].type, as_data(state, seat))


def amount(state: State, resource: str, holder: int, seat: int | None) -> int | str:
    seen = state.amount_sight(resource, holder) & 1 << (seat or 0)
    return state.amount(resource, holder) if seen else UNKNOWN


def holder_name(resource: ResourceInstance, holder: int) -> str:
    title = resource.title(holder)
    return seat_name(title) if isinstance(title, int) else title
