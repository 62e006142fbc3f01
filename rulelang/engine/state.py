"""A state of play: a program and its slots, with the queries that a view needs.

Who sees what is a mask: bit k is seat k, bit 0 is everybody (a spectator).
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang.program import BANK, BLOCK, BLOCK_SEAT, OVER, RUNNING, WINNERS, Program


@attrs.frozen
class Block:
    """An open secret block or simultaneous choice: its seats, the current one, and the slots at its beginning."""

    seats: tuple[int, ...]
    seat: int
    slots: tuple[Any, ...]


@attrs.define(eq=False)
class State:
    """The slots of a program; `clone` is a copy."""

    program: Program
    slots: list[Any]

    def clone(self) -> State:
        return State(self.program, self.slots.copy())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.program is other.program and self.slots == other.slots

    __hash__ = None  # type: ignore[assignment]

    # ------------------------------------------------------------ pieces and zones

    def zone(self, zone_id: int) -> tuple[int, ...]:
        """The pieces in a zone, in canonical order."""
        return self.slots[self.program.layout.zones + zone_id]

    def place(self, piece: int) -> int:
        """The zone a piece lies in."""
        return self.slots[self.program.layout.places + piece]

    def face(self, piece: int) -> int | None:
        """The face a piece shows, None if it was not rolled."""
        return self.slots[self.program.layout.faces + piece]

    def piece_fields(self, piece: int) -> tuple[object, ...]:
        """The fields of a piece; a group's were given when it was formed."""
        instance = self.program.pieces[piece]
        if instance.is_group:
            return self.slots[self.program.layout.groups + piece] or ()
        return instance.fields

    def look(self, piece: int) -> tuple[object, ...]:
        """What distinguishes a piece: kind, fields and, if it can be rolled, its face."""
        kind = self.program.pieces[piece].kind
        fields = (kind, *self.piece_fields(piece))
        return (*fields, self.face(piece)) if kind in self.program.faces else fields

    def telling(self, piece: int) -> tuple[int, ...]:
        """What a group holds, if only that distinguishes it from a group beside it that looks the same to the same
        seats.
        """
        if not self.program.pieces[piece].is_group:
            return ()
        held = self.pieces_in_group(piece)
        twins = [each for each in self.zone(self.place(piece)) if each != piece and self.look(each) == self.look(piece)]
        unlike = [
            each
            for each in twins
            if [self.look(one) for one in self.pieces_in_group(each)] != [self.look(one) for one in held]
        ]
        return held if any(self.piece_sight(each) == self.piece_sight(piece) for each in unlike) else ()

    def pieces_in_group(self, group: int) -> tuple[int, ...]:
        """The pieces in a group."""
        return self.zone(self.program.insides[group])

    def piece_sight(self, piece: int) -> int:
        """Who sees what a piece is: the sight of its zone, unless it was revealed or hidden; in a group, that of the
        group.
        """
        zone = self.program.zones[self.place(piece)]
        exception = self.slots[self.program.layout.sights + piece]
        if zone.group is not None:
            return self.piece_sight(zone.group) | (exception or 0)
        return self.zone_sight(zone.id) if exception is None else exception

    def sights_in(self, zone_id: int) -> list[tuple[int, int]]:
        """The pieces of a zone, each with who sees it: `piece_sight`, but the zone is asked once."""
        pieces = self.slots[self.program.layout.zones + zone_id]
        if not pieces:
            return []
        usual, slots, sights = self.zone_sight(zone_id), self.slots, self.program.layout.sights
        at_least = usual if self.program.zones[zone_id].group is not None else 0
        return [(piece, usual if (mask := slots[sights + piece]) is None else mask | at_least) for piece in pieces]

    def zone_sight(self, zone_id: int) -> int:
        """Who sees the pieces of a zone as declared; inside a group, who sees the group."""
        zone = self.program.zones[zone_id]
        if zone.group is not None:
            return self.piece_sight(zone.group)
        return sight_mask(self.program, zone.sight, zone.owner)

    # ------------------------------------------------------------ variables and amounts

    def var(self, name: str, indexes: tuple[int, ...] = ()) -> Any:
        return self.slots[self.program.var_slot(name, indexes)]

    def var_sight(self, name: str, indexes: tuple[int, ...] = ()) -> int:
        """Who sees an element of a variable."""
        var = self.program.vars[name]
        exception = self.slots[var.sights + self.program.var_slot(name, indexes) - var.array.base]
        if exception is not None:
            return int(exception)
        return sight_mask(self.program, var.sight, indexes[0] if var.by_seat else None)

    def amount(self, resource: str, holder: int) -> int:
        """How much a seat (1..n), the bank (-1) or a pot (-2 …) has."""
        return self.slots[self.program.resources[resource].slot(holder)]

    def amount_sight(self, resource: str, holder: int) -> int:
        """Who sees how much a holder has."""
        return amount_sight(self.program, self.program.resources[resource].sight, holder)

    # ------------------------------------------------------------ where play stands

    @property
    def over(self) -> bool:
        return bool(self.slots[OVER])

    @property
    def winners(self) -> tuple[int, ...]:
        return self.slots[WINNERS] or ()

    @property
    def running(self) -> tuple[str, ...]:
        """The procedures that run now, outermost first."""
        return tuple(self.program.procs[number] for number in self.slots[RUNNING])

    @property
    def block(self) -> Block | None:
        """The secret block or simultaneous choice that is open."""
        opened = self.slots[BLOCK]
        return Block(opened[0], self.slots[BLOCK_SEAT], opened[1]) if opened else None


def amount_sight(program: Program, sight: str, holder: int) -> int:
    """Who sees an amount. A pot on the table belongs to nobody, so all see it unless the amount is hidden."""
    if sight == "owner" and holder < BANK:
        return program.everybody
    return sight_mask(program, sight, holder if holder > 0 else None)


def sight_mask(program: Program, sight: str, owner: int | None) -> int:
    """The mask of a declared sight: everybody, the owner alone, or nobody."""
    if sight == "open":
        return program.everybody
    return 1 << owner if sight == "owner" and owner is not None else 0
