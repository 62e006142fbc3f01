"""What a seat sees of a table on which others act in secret.

While a secret block or a simultaneous choice is open, the table is to each reader what it was when the block
began, apart from the reader's own part: the zones, variables and amounts of its seat, and the groups that lie
there.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.engine.state import State
from rulelang.program import BLOCK, BLOCK_SEAT, RUNNING


def seen_state(state: State, seat: int | None) -> State:
    """The state as far as the seat (None: a spectator) may know that it has changed."""
    block = state.block
    if block is None:
        return state
    frozen = State(state.program, list(block.slots))
    if seat in block.seats:
        for slot in own_slots(state, frozen, seat or 0):
            frozen.slots[slot] = state.slots[slot]
        if block.seat == seat:
            frozen.slots[RUNNING] = state.slots[RUNNING]
    frozen.slots[BLOCK], frozen.slots[BLOCK_SEAT] = state.slots[BLOCK], 0
    return frozen


def own_slots(now: State, then: State, seat: int) -> Iterator[int]:
    """The slots that belong to a seat, at either of two moments."""
    program, layout = now.program, now.program.layout
    for zone in program.zones:
        if seat in (owner(now, zone.id), owner(then, zone.id)):
            yield layout.zones + zone.id
    for piece in program.pieces:
        if seat in (owner(now, now.place(piece.id)), owner(then, then.place(piece.id))):
            yield from (first + piece.id for first in (layout.places, layout.faces, layout.sights, layout.groups))
    for var in program.vars.values():
        for number, at in enumerate(var.array.keys()):
            if var.by_seat and at[0] == seat:
                yield from (var.array.base + number, var.sights + number)
    yield from (resource.slot(seat) for resource in program.resources.values())


def owner(state: State, zone_id: int) -> int | None:
    """Whose zone it is; the inside of a group belongs to whom the group belongs."""
    zone = state.program.zones[zone_id]
    return zone.owner if zone.group is None else owner(state, state.place(zone.group))
