"""Pieces on the table: who sees them, and how they move. Pieces are conserved by construction, and counted to make
sure.

Pieces move one after another, in the order of the list: of several pieces put on a pile the last is on top. A move from
several zones is told zone by zone, so that the order of pieces that somebody does not see reveals nothing. A moved
piece loses its exception of sight and, in a bag, also its face. A group that becomes empty goes back to its stock.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang.base.source import Span
from rulelang.engine.errors import RuleError
from rulelang.engine.meter import GRAIN, PIECE, Meter
from rulelang.engine.runner import Runner, Slots
from rulelang.engine.state import sight_mask
from rulelang.engine.unordered import Unordered, is_copied, plain
from rulelang.program import BLOCK_SEAT, Program
from rulelang.program.events import Moved

Job = tuple[tuple[int, ...], int, str | None]
"""Pieces, the zone they move to, and at which end."""


class Board:
    """The static data about a program's pieces and zones."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.meter = Meter(program.limits)
        layout = program.layout
        self.places, self.faces, self.sights = layout.places, layout.faces, layout.sights
        self.groups, self.zones = layout.groups, layout.zones
        self.masks = [sight_mask(program, zone.sight, zone.owner) for zone in program.zones]
        self.inside = [zone.group for zone in program.zones]
        self.sorted = [zone.order in ("set", "bag") for zone in program.zones]
        self.front = [zone.order == "pile" for zone in program.zones]
        self.bag = [zone.order == "bag" for zone in program.zones]
        self.takes = [None if zone.of is None else frozenset(zone.of) for zone in program.zones]
        self.kinds = [piece.kind for piece in program.pieces]
        self.rolls = [piece.kind in program.faces for piece in program.pieces]
        self.looks = [(piece.kind, *piece.fields) for piece in program.pieces]
        self.is_group = [piece.is_group for piece in program.pieces]

    def sight(self, s: Slots, piece: int) -> int:
        """Who sees a piece; the same as `State.piece_sight`."""
        exception, zone = s[self.sights + piece], s[self.places + piece]
        group = self.inside[zone]
        if group is not None:
            return self.sight(s, group) | (exception or 0)
        return self.masks[zone] if exception is None else int(exception)

    def look(self, s: Slots, piece: int) -> tuple[object, ...]:
        """Kind, fields and face; the same as `State.look`."""
        if self.rolls[piece]:
            return (*self.looks[piece], s[self.faces + piece])
        if self.is_group[piece]:
            return (self.kinds[piece], *(s[self.groups + piece] or ()))
        return self.looks[piece]

    # ------------------------------------------------------------ moving

    def move(self, r: Runner, s: Slots, jobs: list[Job], span: Span) -> None:
        """Moves pieces, as one effect."""
        left: set[int] = set()
        if len(jobs) > 1 or len(jobs[0][0]) > 1:
            moved = [piece for pieces, _, _ in jobs for piece in pieces]
            if len(set(moved)) < len(moved):
                raise RuleError("R620", span)
        for pieces, target, end in jobs:
            sources = self.by_source(s, pieces)
            if len(sources) == 1:
                self.carry(r, s, pieces, next(iter(sources)), target, end, span)
            else:
                self.gather(r, s, pieces, sources, target, end, span)
            left.update(source for source in sources if self.inside[source] is not None)
        for zone in sorted(left):
            self.disband(r, s, zone, span)

    def by_source(self, s: Slots, pieces: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
        """Pieces by their zone. Several zones come in their own order, with the pieces as they lie there: the order in
        a list of pieces may be a secret.
        """
        if len(pieces) == 1:
            return {s[self.places + pieces[0]]: pieces}
        sources = sorted({s[self.places + piece] for piece in pieces})
        if len(sources) == 1:
            return {sources[0]: pieces}
        those = set(pieces)
        return {source: tuple([each for each in plain(s[self.zones + source]) if each in those]) for source in sources}

    def carry(
        self, r: Runner, s: Slots, pieces: tuple[int, ...], source: int, target: int, end: str | None, span: Span
    ) -> None:
        """Moves pieces from one zone to another."""
        cost = PIECE * len(pieces) + (len(s[self.zones + source]) + len(s[self.zones + target])) // GRAIN
        self.meter.spend(s, cost, span)
        self.fitting(pieces, target, span)
        before = [self.sight(s, piece) for piece in pieces]
        looks = tuple([self.look(s, piece) for piece in pieces])
        number = len(s[self.zones + source]) + (len(s[self.zones + target]) if source != target else 0)
        self.take_out(s, pieces, source)
        self.put_in(s, pieces, target, end)
        if number != len(s[self.zones + source]) + (len(s[self.zones + target]) if source != target else 0):
            raise RuleError("R625", span, what=f"moving to `{self.program.zones[target].name}`")
        seen = tuple([mask | self.sight(s, piece) for mask, piece in zip(before, pieces)])
        r.events.append(Moved(span, s[BLOCK_SEAT], pieces, looks, source, target, seen))

    def gather(
        self,
        r: Runner,
        s: Slots,
        pieces: tuple[int, ...],
        sources: dict[int, tuple[int, ...]],
        target: int,
        end: str | None,
        span: Span,
    ) -> None:
        """Moves pieces from several zones to one, zone by zone, then arranges them in their order."""
        for source, some in sources.items():
            self.carry(r, s, some, source, target, end, span)
        if not self.sorted[target]:
            self.take_out(s, pieces, target)
            self.put_in(s, pieces, target, end)
            last = r.events[-1]
            assert isinstance(last, Moved)
            r.events[-1] = attrs.evolve(last, laid=pieces)

    def fitting(self, pieces: tuple[int, ...], target: int, span: Span) -> None:
        takes = self.takes[target]
        if takes is None:
            return
        for piece in pieces:
            if self.kinds[piece] not in takes:
                raise RuleError("R617", span, kind=self.kinds[piece], zone=self.program.zones[target].name)

    def take_out(self, s: Slots, pieces: tuple[int, ...], source: int) -> None:
        lying = s[self.zones + source]
        if len(lying) == len(pieces):
            s[self.zones + source] = ()
        elif isinstance(lying, Unordered):
            s[self.zones + source] = lying.without(pieces, is_copied(s, self.zones + source))
        elif len(pieces) == 1:
            gone = pieces[0]
            s[self.zones + source] = tuple([piece for piece in lying if piece != gone])
        else:
            those = set(pieces)
            s[self.zones + source] = tuple([piece for piece in lying if piece not in those])

    def put_in(self, s: Slots, pieces: tuple[int, ...], target: int, end: str | None) -> None:
        """Adds pieces to a zone, one after another."""
        lying: tuple[int, ...] = s[self.zones + target]
        if self.sorted[target]:
            now = tuple(sorted(lying + pieces))
        elif end in ("top", "left") or (end is None and self.front[target]):
            now = pieces[::-1] + lying
        else:
            now = lying + pieces
        s[self.zones + target] = now
        clear = self.bag[target]
        for piece in pieces:
            s[self.places + piece] = target
            s[self.sights + piece] = None
            if clear:
                s[self.faces + piece] = None

    def disband(self, r: Runner, s: Slots, zone: int, span: Span) -> None:
        """Puts an empty group back into the stock."""
        group = self.inside[zone]
        if group is None or s[self.zones + zone]:
            return
        stock = self.program.stocks[self.kinds[group]]
        if s[self.places + group] == stock:
            return
        outer = s[self.places + group]
        self.carry(r, s, (group,), outer, stock, None, span)
        s[self.groups + group] = None
        self.disband(r, s, outer, span)

    # ------------------------------------------------------------ counting

    def audit(self, s: Slots) -> list[str]:
        """Errors in a state: pieces not in exactly one place, zones out of order, amounts lost."""
        wrong = []
        lying = sorted(piece for zone in self.program.zones for piece in s[self.zones + zone.id])
        if lying != list(range(len(self.program.pieces))):
            wrong.append("a piece is lost or there twice")
        for zone in self.program.zones:
            here: Any = s[self.zones + zone.id]
            if any(s[self.places + piece] != zone.id for piece in here):
                wrong.append(f"a piece of `{zone.name}` thinks it is elsewhere")
            if self.sorted[zone.id] and list(here) != sorted(here):
                wrong.append(f"`{zone.name}` is out of order")
        for resource in self.program.resources.values():
            amounts = [s[resource.slot(holder)] for holder in resource.holders]
            if sum(amounts) != resource.total or min(amounts) < 0:
                wrong.append(f"{resource.name} are lost")
        return wrong
