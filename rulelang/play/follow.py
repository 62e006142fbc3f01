"""Follows a game by its events alone: after each event, where every piece is and what every variable holds.

A log is written for a reader event by event and needs the table as it was at each event; a match keeps only the current
table.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rulelang import ir
from rulelang.base.dispatch import Total, total
from rulelang.base.source import Span
from rulelang.engine.board import Board
from rulelang.engine.state import State
from rulelang.ir.walk import walk
from rulelang.program import OVER, RUNNING, WINNERS, Program
from rulelang.program import events as ev


class Follower:
    """The table as the events tell it, from a given beginning."""

    apply: Total[None] = total(ev.Event)
    """`follower.apply(event)` changes the table as an event says."""

    def __init__(self, program: Program, slots: list[Any]) -> None:
        self.state = State(program, slots.copy())
        self.board = board_of(program)
        self.stocks = frozenset(program.stocks.values())

    def clone(self) -> Follower:
        """Another that goes its own way from here."""
        return Follower(self.state.program, self.state.slots)

    # ------------------------------------------------------------ one method a kind of event

    @apply.case(ev.Drew, ev.Chose, ev.Scored, ev.Noted, ev.Told, ev.BlockBegan, ev.BlockEnded)
    def nothing(self, event: ev.Event) -> None:
        """What changes nothing on the table."""

    @apply.case(ev.Began)
    def began(self, event: ev.Began) -> None:
        program, slots = self.state.program, self.state.slots
        lying: list[list[int]] = [[] for _ in program.zones]
        for piece, zone in event.places:
            lying[zone].append(piece)
            slots[program.layout.places + piece] = zone
        for zone, pieces in enumerate(lying):
            slots[program.layout.zones + zone] = tuple(pieces)

    @apply.case(ev.Entered)
    def entered(self, event: ev.Entered) -> None:
        slots = self.state.slots
        slots[RUNNING] = (*(slots[RUNNING] or ()), self.state.program.procs.index(event.proc))
        for param, value in zip(self.state.program.game.procs[event.proc].params, event.arguments):
            slots[self.state.program.layout.locals + param.number] = value
        for var in self.state.program.vars.values():
            if self.state.program.game.vars[var.name].during == event.proc:
                slots[var.sights : var.sights + var.array.length] = [None] * var.array.length

    @apply.case(ev.Left)
    def left(self, event: ev.Left) -> None:
        slots, number = self.state.slots, self.state.program.procs.index(event.proc)
        running = slots[RUNNING]
        slots[RUNNING] = running[: max(at for at, each in enumerate(running) if each == number)]

    @apply.case(ev.Moved)
    def moved(self, event: ev.Moved) -> None:
        slots = self.state.slots
        end = end_of(self.state.program, event)
        self.board.take_out(slots, event.pieces, event.source)
        self.board.put_in(slots, event.pieces, event.target, end)
        if event.laid:
            self.board.take_out(slots, event.laid, event.target)
            self.board.put_in(slots, event.laid, event.target, end)
        for piece in event.pieces:
            if event.target in self.stocks:
                slots[self.board.groups + piece] = None

    @apply.case(ev.Shuffled)
    def shuffled(self, event: ev.Shuffled) -> None:
        slots, zone = self.state.slots, self.board.zones + event.zone
        order, those = iter(event.order), set(event.order)
        slots[zone] = tuple(next(order) if piece in those else piece for piece in slots[zone])

    @apply.case(ev.Rolled)
    def rolled(self, event: ev.Rolled) -> None:
        self.state.slots[self.board.faces + event.piece] = event.face

    @apply.case(ev.Formed)
    def formed(self, event: ev.Formed) -> None:
        slots = self.state.slots
        self.board.take_out(slots, (event.group,), slots[self.board.places + event.group])
        self.board.put_in(slots, (event.group,), event.zone, None)
        slots[self.board.groups + event.group] = event.fields

    @apply.case(ev.Paid)
    def paid(self, event: ev.Paid) -> None:
        resource, slots = self.state.program.resources[event.resource], self.state.slots
        holders = {resource.title(holder): resource.slot(holder) for holder in resource.holders}
        slots[holders[event.source]] -= event.amount
        slots[holders[event.target]] += event.amount

    @apply.case(ev.Wrote)
    def wrote(self, event: ev.Wrote) -> None:
        slots, var = self.state.slots, self.state.program.vars[event.var]
        slot = self.state.program.var_slot(event.var, event.indexes)  # type: ignore[arg-type]
        slots[slot] = event.value
        # The answers of a simultaneous choice are each seat's own from the start; only the writing tells.
        if self.state.var_sight(event.var, event.indexes) != event.seen:  # type: ignore[arg-type]
            slots[var.sights + slot - var.array.base] = event.seen

    @apply.case(ev.Showed)
    def showed(self, event: ev.Showed) -> None:
        slots = self.state.slots
        for piece, mask in zip(event.pieces, event.seen):
            slots[self.board.sights + piece] = None if event.sight == "declared" else mask
        if event.var is not None:
            var = self.state.program.vars[event.var]
            for (indexes, _), mask in zip(event.elements, event.seen):
                at = self.state.program.var_slot(event.var, indexes) - var.array.base  # type: ignore[arg-type]
                slots[var.sights + at] = None if event.sight == "declared" else mask

    @apply.case(ev.Ended)
    def ended(self, event: ev.Ended) -> None:
        slots = self.state.slots
        slots[OVER], slots[WINNERS], slots[RUNNING] = True, event.winners, ()

    apply.seal()


@lru_cache(maxsize=64)
def board_of(program: Program) -> Board:
    return Board(program)


# ---------------------------------------------------------------- which end


def end_of(program: Program, event: ev.Moved) -> str | None:
    """At which end of a row or pile pieces were laid, if the rule says so; None for the zone's own end."""
    zone = program.zones[event.target].name
    found = (end for name, end in ends(program).get(event.rule, ()) if name in (None, zone))
    return next(found, None)


@lru_cache(maxsize=64)
def ends(program: Program) -> dict[Span | None, list[tuple[str | None, str]]]:
    """By statement: the zones it moves to (None: any) with the end it names."""
    found: dict[Span | None, list[tuple[str | None, str]]] = {}
    for node in walk((*program.game.procs.values(), *program.game.menus.values())):
        transfers: list[tuple[ir.Expr, str | None]] = []
        if isinstance(node, ir.Move):
            transfers = [(where, end) for _, where, end in node.transfers]
        elif isinstance(node, ir.Deal):
            transfers = [(node.target, node.place)]
        for where, end in transfers:
            if end is not None:
                name = where.zone if isinstance(where, ir.ZoneAt) else None
                found.setdefault(node.span, []).append((name, end))
    return found
