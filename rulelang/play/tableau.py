"""What is on the table, as one reader sees it: zones, variables, amounts.

Sizes are public, and so is the kind of every piece. In a `set` or `bag`, the visible pieces are in a fixed order, so
that their positions reveal nothing; a `row` (left to right) and a `pile` (top down) keep their order, with `"Card(?)"`
for an unseen piece, or an empty list if none is visible. A piece is an object: its text, its kind and its fields; a
group also has its contents.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from rulelang.engine.data import (
    UNKNOWN,
    as_data,
    elements,
    index_json,
    look_order,
    look_text,
    piece_json,
    plain_piece,
    seat_name,
    to_json,
    var_name,
    zone_name,
)
from rulelang.engine.state import State
from rulelang.ir import types as t
from rulelang.program import Program, ResourceInstance, ZoneInstance


def zones(state: State, seat: int | None) -> dict[str, Any]:
    """Every zone by name and index."""
    return {name: zone_entry(title, contents(state, zone, seat)) for zone, name, title in public_zones(state)}


def zones_since(changed: set[int], state: State, seat: int | None, known: dict[str, Any]) -> dict[str, Any]:
    """The same, with what is known of zones other than those that have changed."""
    found = {}
    for zone, name, title in public_zones(state):
        same = known.get(name) if zone.id not in changed else None
        found[name] = same or zone_entry(title, contents(state, zone, seat))
    return found


def zone_entry(title: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """The entry of a zone: its title, with a list of indexes of its own, and what lies in it."""
    return {**title, "index": title["index"].copy(), **now}


def other_zones(before: State, after: State, seat: int | None) -> dict[str, Any]:
    """The zones that look different after something happened. Only those in which a slot has changed are looked at."""
    changed, running = changed_zones(before, after), before.running
    found = {}
    for zone, name, title in public_zones(after):
        was_there = zone.during is None or zone.during in running
        if was_there and zone.id not in changed:
            continue
        now = contents(after, zone, seat)
        if not was_there or contents(before, zone, seat) != now:
            found[name] = zone_entry(title, now)
    return found


def changed_zones(before: State, after: State) -> set[int]:
    """The zones in which something lies, or has lain, that is not as it was: a piece, its face, who sees it."""
    program, layout = before.program, before.program.layout
    parts = (layout.places, layout.faces, layout.groups, layout.sights)
    pieces = {piece for base in parts for piece in changed_slots(before, after, base, len(program.pieces))}
    zones = {*changed_slots(before, after, layout.zones, len(program.zones))}
    zones.update(state.place(piece) for piece in pieces for state in (before, after))
    return {lying_in(state, zone).id for zone in zones for state in (before, after)}


def changed_slots(before: State, after: State, base: int, length: int) -> list[int]:
    """The numbers of the slots from `base` on that differ."""
    then, now = before.slots[base : base + length], after.slots[base : base + length]
    return [] if then == now else [at for at, (one, other) in enumerate(zip(then, now)) if one != other]


def variables(state: State, seat: int | None, names: Iterable[str] | None = None) -> dict[str, Any]:
    """Every variable that is there now, or those named, by name and index; `"?"` if the seat does not see it."""
    if names is None:
        running = state.running
        vars = state.program.game.vars.items()
        names = [name for name, var in vars if var.during is None or var.during in running]
    known = element_names(state.program)
    return {text: variable(state, name, at, seat) for name in names for at, text in known[name]}


def variables_since(before: State, state: State, seat: int | None, known: dict[str, Any]) -> dict[str, Any]:
    """Every variable that is there now, with what is known of those that are as they were."""
    running, then, now = state.running, before.slots, state.slots
    found = {}
    for name, during, rows in element_slots(state.program):
        if during is not None and during not in running:
            continue
        for at, text, slot, sight in rows:
            same = sight is not None and then[slot] == now[slot] and then[sight] == now[sight] and text in known
            found[text] = known[text] if same else variable(state, name, at, seat)
    return found


def amounts(state: State, seat: int | None) -> dict[str, Any]:
    """Every resource: how much each holder has."""
    return {
        resource.name: {
            holder_name(resource, holder): amount(state, resource.name, holder, seat) for holder in resource.holders
        }
        for resource in state.program.resources.values()
    }


# ---------------------------------------------------------------- zones


def public_zones(state: State) -> Iterator[tuple[ZoneInstance, str, dict[str, Any]]]:
    """The zones of the rules that are there now, with name and title: none of idle mechanisms."""
    running = state.running
    for row in named_zones(state.program):
        if row[0].during is None or row[0].during in running:
            yield row


@lru_cache(maxsize=64)
def named_zones(program: Program) -> tuple[tuple[ZoneInstance, str, dict[str, Any]], ...]:
    """The zones of the rules: no insides of groups, no stocks."""
    stocks = set(program.stocks.values())
    own = (zone for zone in program.zones if zone.group is None and zone.id not in stocks)
    return tuple((zone, zone_name(program, zone), zone_title(program, zone)) for zone in own)


@lru_cache(maxsize=64)
def element_names(program: Program) -> dict[str, list[tuple[tuple[int, ...], str]]]:
    """By variable: the indexes of each element, and its name."""
    return {name: [(at, var_name(program, name, at)) for at in elements(var)] for name, var in program.vars.items()}


Row = tuple[tuple[int, ...], str, int, int | None]


@lru_cache(maxsize=64)
def element_slots(program: Program) -> list[tuple[str, str | None, list[Row]]]:
    """By variable: while what runs it is there, and for each element its indexes, its name, and the slots of its value
    and of who sees it. What holds pieces looks different when they do, so it has no such slot.
    """
    found = []
    for name, declared in program.game.vars.items():
        var, each = program.vars[name], element_names(program)[name]
        slots = [program.var_slot(name, at) for at, _ in each]
        plain = not has_pieces(declared.type)
        sights = [var.sights + slot - var.array.base if plain else None for slot in slots]
        rows = [(at, text, slot, sight) for (at, text), slot, sight in zip(each, slots, sights)]
        found.append((name, declared.during, rows))
    return found


def has_pieces(type_: t.Type) -> bool:
    if isinstance(type_, t.Optional | t.List | t.Map):
        return has_pieces(type_.of)
    if isinstance(type_, t.Tuple):
        return any(map(has_pieces, type_.parts))
    return isinstance(type_, t.Piece)


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
    pieces = state.zone(zone.id)
    if not pieces:
        return {"size": 0, "pieces": [], "unseen": {}}
    bit = 1 << (seat or 0)
    seen = {piece for piece, sight in state.sights_in(zone.id) if sight & bit}
    if zone.order in ("row", "pile"):
        listed = pieces if seen else ()
    else:
        listed = tuple(sorted(seen, key=lambda piece: place_in_set(state, piece, seat)))
    hidden = [state.program.pieces[piece].kind for piece in pieces if piece not in seen]
    return {
        "size": len(pieces),
        "pieces": [entry(state, piece, piece in seen, seat) for piece in listed],
        "unseen": dict(sorted(Counter(hidden).items())) if hidden else {},
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
    """The zone of the rules in which something lies, directly or in a group."""
    zone = state.program.zones[zone_id]
    return zone if zone.group is None else lying_in(state, state.place(zone.group))


def place_in_set(state: State, piece: int, seat: int | None) -> tuple[Any, ...]:
    """As the game declares their looks; groups that look alike by what they hold."""
    program = state.program
    if piece not in program.insides:
        return plain_piece(program, piece, state.slots[program.layout.faces + piece])[2], ""
    return look_order(program, state.look(piece)), json.dumps(entry(state, piece, True, seat))


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
