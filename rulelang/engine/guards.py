"""Guards: a value that was only perhaps revealed must really be revealed before somebody is told what follows from it.

The analysis accepts a value that some line reveals, without knowing whether that line has run. Where it did so, the
expression is evaluated once more before its statement, on slots that record reads. If it read an element of a variable,
or a piece, that a reader does not see, the game stops with R630. Sights are public, so stopping reveals nothing. Only
matches that write logs are guarded: in other playouts nobody is told anything.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

from rulelang import ir
from rulelang.analysis.facts import Facts
from rulelang.analysis.guards import Guard
from rulelang.analysis.labels import Readers, Term
from rulelang.base.source import Span
from rulelang.engine.closures import Closures, Slots
from rulelang.engine.errors import RuleError
from rulelang.engine.runner import Runner
from rulelang.engine.state import State, sight_mask
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
        if isinstance(at, slice):
            self.read.update(range(*at.indices(len(self))))
        else:
            self.read.add(at)
        return list.__getitem__(self, at)


def guarding(make: Closures, guards: list[Guard], kept: Kept) -> Callable[[Runner, Slots], None]:
    """Tests the guards of a statement."""
    seen = [guard for guard in guards if not (guard.alike or guard.covered)]
    tests = [(make.of(guard.expr), guard.audience, guard.span) for guard in seen]
    covered = [(make.of(guard.expr), guard) for guard in guards if guard.covered]
    taken = [(make.pieces(guard.expr), guard) for guard in guards if guard.alike]

    def run(r: Runner, s: Slots) -> None:
        if not r.guarded:
            return
        for value, audience, span in tests:
            watched = Watched(s)
            with suppress(RuleError, TypeError):  # the statement itself will raise it
                value(watched)
            readers = mask(make.program, s, audience)
            test_seen(State(make.program, s), watched.read, kept, readers, span)
            test_looks(State(make.program, s), watched.read, readers, span)
        for pieces, guard in taken:
            found: tuple[int, ...] = ()
            with suppress(RuleError, TypeError):
                found = pieces(s.copy())
            test_alike(State(make.program, s), found, mask(make.program, s, guard.audience), guard)
        for value, guard in covered:
            watched = Watched(s)
            with suppress(RuleError, TypeError):
                value(watched)
            test_covered(State(make.program, s), watched.read, guard)

    return run


def test_seen(state: State, read: set[int], kept: Kept, readers: int, span: Span) -> None:
    for slot in sorted(read & kept.keys()):
        name, indexes = kept[slot]
        if readers & ~sight(state, slot, name, indexes):
            raise RuleError("R630", span, name=name)


def test_covered(state: State, read: set[int], guard: Guard) -> None:
    """Raise if others see a variable than its declaration says."""
    assert isinstance(guard.expr, ir.VarAt)
    for slot, (name, indexes) in kept_slots(state.program, {guard.expr.var}).items():
        declared = state.program.vars[name]
        mine = sight_mask(state.program, declared.sight, indexes[0] if declared.by_seat and indexes else None)
        if slot in read and state.var_sight(name, indexes or ()) & ~mine:
            raise RuleError("R630", guard.span, name=guard.covered)


def test_looks(state: State, read: set[int], readers: int, span: Span) -> None:
    """Raise if a reader does not see a piece whose face or contents are read: dice and groups."""
    for slot, piece in changing_slots(state.program).items():
        if slot in read and readers & ~state.piece_sight(piece):
            raise RuleError("R630", span, name=state.program.pieces[piece].kind)


@lru_cache(maxsize=64)
def changing_slots(program: Program) -> dict[int, int]:
    """By slot of a face, of a group, and of what lies in it: the piece."""
    layout = program.layout
    found = {layout.faces + piece.id: piece.id for piece in program.pieces if piece.kind in program.faces}
    found |= {layout.groups + piece.id: piece.id for piece in program.pieces if piece.is_group}
    return found | {layout.zones + zone: group for group, zone in program.insides.items()}


def test_alike(state: State, pieces: tuple[int, ...], readers: int, guard: Guard) -> None:
    """Raise if a reader sees some of the pieces in a zone: they would learn which of them are taken, and how the others
    compare.
    """
    for zone in sorted({state.place(piece) for piece in pieces}):
        some, every = 0, state.program.everybody if guard.by_look else 0
        for piece in state.zone(zone):
            some, every = some | state.piece_sight(piece), every & state.piece_sight(piece)
        if readers & some & ~every:
            raise RuleError("R630", guard.span, name=state.program.zones[zone].name)


def sight(state: State, slot: int, name: str, indexes: tuple[int, ...] | None) -> int:
    """Who knows the content of a slot. Pieces in a variable are known to those who see both, or who can tell from the
    zone of a piece that it is the one.
    """
    value, known = state.slots[slot], state.program.everybody
    if indexes is not None:
        known = state.var_sight(name, indexes)
        if not has_pieces(state.program.game.vars[name].type):
            return known
    mask, told = state.program.everybody, told_by_place(state.program) if indexes is not None else {}
    for piece in value if isinstance(value, tuple) else () if value is None else (value,):
        named = state.program.zones[state.place(piece)].name in told.get(name, ())
        mask &= state.piece_sight(piece) & (state.program.everybody if named else known)
    return mask


@lru_cache(maxsize=64)
def told_by_place(program: Program) -> dict[str, frozenset[str]]:
    """By variable: the zones that tell which pieces it holds. All statements are walked for it, so once per program."""
    return Facts(program).told_by_place


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
