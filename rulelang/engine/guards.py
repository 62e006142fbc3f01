"""Guards: a value that was only perhaps revealed must really be revealed before somebody is told what follows from it.

The analysis accepts a value that some line reveals, without knowing whether that line has run. Where it did so, the
expression is evaluated once more before its statement, on slots that record reads. If it read an element of a variable,
or a piece, that a reader does not see, the game stops with R630. Sights are public, so stopping reveals nothing. Only
matches that write logs are guarded: in other playouts nobody is told anything.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rulelang.analysis.guards import Guard
from rulelang.analysis.labels import Readers, Term
from rulelang.base.source import Span
from rulelang.engine.closures import Closures, Slots
from rulelang.engine.errors import RuleError
from rulelang.engine.runner import Runner
from rulelang.engine.state import State
from rulelang.ir.types import has_pieces
from rulelang.program import Program

Kept = dict[int, tuple[str, tuple[int, ...] | None]]
"""By slot: the variable and its indexes, or the zone and None."""


class Watched(list[Any]):
    """Slots that record which of them are read."""

    def __init__(self, slots: Slots) -> None:
        super().__init__(slots)
        self.read: set[int] = set()

    def __getitem__(self, at: Any) -> Any:
        self.read.update(range(*at.indices(len(self))) if isinstance(at, slice) else (at,))
        return super().__getitem__(at)


def guarding(make: Closures, guards: list[Guard], kept: Kept) -> Callable[[Runner, Slots], None]:
    """Tests the guards of a statement."""
    tests = [(make.of(guard.expr), guard.audience, guard.span) for guard in guards if not guard.alike]
    taken = [(make.pieces(guard.expr), guard.audience, guard.span) for guard in guards if guard.alike]

    def run(r: Runner, s: Slots) -> None:
        if not r.guarded:
            return
        for value, audience, span in tests:
            watched = Watched(s)
            with suppress(RuleError, TypeError):  # the statement itself will raise it
                value(watched)
            test_seen(State(make.program, s), watched.read, kept, mask(make.program, s, audience), span)
        for pieces, audience, span in taken:
            found: tuple[int, ...] = ()
            with suppress(RuleError, TypeError):
                found = pieces(s.copy())
            test_alike(State(make.program, s), found, mask(make.program, s, audience), span)

    return run


def test_seen(state: State, read: set[int], kept: Kept, readers: int, span: Span) -> None:
    for slot in sorted(read & kept.keys()):
        name, indexes = kept[slot]
        if readers & ~sight(state, slot, name, indexes):
            raise RuleError("R630", span, name=name)


def test_alike(state: State, pieces: tuple[int, ...], readers: int, span: Span) -> None:
    """Raise if a reader sees some of the pieces in a zone and not the others: they would learn which of them
    are taken.
    """
    for zone in sorted({state.place(piece) for piece in pieces}):
        some, every = 0, state.program.everybody
        for piece in state.zone(zone):
            some, every = some | state.piece_sight(piece), every & state.piece_sight(piece)
        if readers & some & ~every:
            raise RuleError("R630", span, name=state.program.zones[zone].name)


def sight(state: State, slot: int, name: str, indexes: tuple[int, ...] | None) -> int:
    """Who knows the content of a slot. Pieces are known to those who see them, whoever sees the variable."""
    value, everybody = state.slots[slot], state.program.everybody
    if indexes is not None and not has_pieces(state.program.game.vars[name].type):
        return state.var_sight(name, indexes)
    mask = everybody
    for piece in value if isinstance(value, tuple) else () if value is None else (value,):
        mask &= state.piece_sight(piece)
    return mask


def mask(program: Program, s: Slots, audience: Readers) -> int:
    if audience is None:
        return program.everybody
    return sum({1 << seat for term in audience if (seat := seat_of(program, s, term))})


def seat_of(program: Program, s: Slots, term: Term) -> int:
    """The seat that a term names now; 0 if none."""
    if term[0] in ("left", "right"):
        inner = seat_of(program, s, term[1])
        step = 1 if term[0] == "left" else -1
        return (inner - 1 + step) % program.players + 1 if inner else 0
    if term[0] == "local":
        return s[program.layout.locals + term[1]] or 0
    if term[0] == "var":
        return s[program.var_slot(term[1])] or 0
    return int(term[1]) if term[0] == "seat" else 0


def kept_slots(program: Program, names: set[str]) -> Kept:
    """The slots of variables and zones by these names."""
    found: Kept = {}
    for name in names:
        if name in program.vars:
            array = program.vars[name].array
            found |= {slot: (name, at) for slot, at in enumerate(array.keys(), array.base)}
        elif name in program.zone_arrays:
            array = program.zone_arrays[name]
            base = program.layout.zones
            found |= {base + zone: (name, None) for zone in range(array.base, array.base + array.length)}
    return found
