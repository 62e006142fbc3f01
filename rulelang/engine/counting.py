"""Instructions that observe a game for statistics. They count in slots, so that a clone continues the count."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.engine.closures import Closures, Eval
from rulelang.engine.flowing import for_each as loop
from rulelang.engine.instructions import Assembler, writes
from rulelang.engine.menus import merge_alike
from rulelang.engine.runner import Code, Runner, Slots
from rulelang.ir.counting import Aside, Count, Offer, Offers, Options, Sample, Standing
from rulelang.program.events import Chose


@writes(Aside)
def aside(asm: Assembler, stmt: Aside) -> None:
    until, asm.until = asm.until, None
    asm.suite(stmt.body)
    asm.until = until


@writes(Offers)
def offers(asm: Assembler, stmt: Offers) -> None:
    asm.suite(stmt.body)


@writes(Count)
def count(asm: Assembler, stmt: Count) -> None:
    reserve(asm, stmt, "cells")
    note = counter(asm.make, asm.shared["cells"], stmt)
    asm.do(stmt.span, lambda r, s: note(s))


@writes(Options)
def options(asm: Assembler, stmt: Options) -> None:
    loop(asm, stmt, merge_alike(asm.make, stmt.source), None)


@writes(Offer)
def offer(asm: Assembler, stmt: Offer) -> None:
    reserve(asm, stmt, "offers")
    cells, seat, value = asm.shared["offers"], asm.make.of(stmt.seat), asm.make.maybe(stmt.value)
    among, many = asm.make.maybe(stmt.among), asm.program.players + 1

    def run(r: Runner, s: Slots) -> None:
        place = cells[stmt.cell + (0 if value is None else bin_of(stmt, value(s)))]
        who = place + seat(s)
        if stmt.taken:
            s[place + many] = (s[place + many] or 0) + 1
            s[who] = (s[who] or 0) + (last_size(r) if among is None else among(s))
        else:
            s[who], s[place] = (s[who] or 0) - 1, (s[place] or 0) + 1

    asm.do(stmt.span, run)


@writes(Sample)
def sample(asm: Assembler, stmt: Sample) -> None:
    note = sampler(asm.make, note_slot(asm, "samples"), stmt)
    asm.do(stmt.span, lambda r, s: note(s))


@writes(Standing)
def standing(asm: Assembler, stmt: Standing) -> None:
    slot = note_slot(asm, "marks")

    def run(r: Runner, s: Slots) -> None:
        s[slot] = with_one_more(s[slot], ranks(r.code, s) if stmt.known else (0, 0))

    asm.do(stmt.span, run)


# ---------------------------------------------------------------- what is noted


def last_size(r: Runner) -> int:
    """The number of options of the last question."""
    return next(len(event.options) for event in reversed(r.events) if isinstance(event, Chose))


def reserve(asm: Assembler, stmt: Count | Offer, name: str) -> None:
    """Reserve a slot for each cell and seat."""
    cells: dict[int, int] = asm.shared.setdefault(name, {})
    for cell in range(stmt.cell, stmt.cell + stmt.size):
        if cell not in cells:
            cells[cell] = asm.size
            asm.size += width_of(asm.program.players, name)


def width_of(players: int, name: str) -> int:
    """The slots of a cell: one for the total and one per seat; an offer also counts how often it was taken."""
    return players + 2 if name == "offers" else players + 1


def note_slot(asm: Assembler, name: str) -> int:
    if name not in asm.shared:
        asm.shared[name] = asm.slot()
    return int(asm.shared[name])


Notes = tuple[tuple[tuple[Any, ...], ...], tuple[Any, ...]]
"""The notes in chunks, so that adding one does not copy all: the full chunks, and the last one."""
NOTHING: Notes = ((), ())
FULL = 200


def with_one_more(notes: Notes | None, each: Any) -> Notes:
    whole, last = notes or NOTHING
    return ((*whole, last), (each,)) if len(last) == FULL else (whole, (*last, each))


def counter(make: Closures, cells: dict[int, int], stmt: Count) -> Eval:
    seat, value = make.maybe(stmt.seat), make.maybe(stmt.value)

    def note(s: Slots) -> None:
        cell = stmt.cell + (0 if value is None else bin_of(stmt, value(s)))
        place = cells[cell] + (0 if seat is None else seat(s) or 0)
        s[place] = (s[place] or 0) + 1

    return note


def bin_of(stmt: Count | Offer, value: Any) -> int:
    """The index of a value's cell, relative to the first."""
    last = stmt.size - 1
    if value is None:
        return last
    if stmt.bins:
        return stmt.bins[value] if 0 <= value < len(stmt.bins) else last
    return value - stmt.low if 0 <= value - stmt.low < last else last


def sampler(make: Closures, slot: int, stmt: Sample) -> Eval:
    value = make.of(stmt.value)

    def note(s: Slots) -> None:
        found = value(s)
        if found is not None:
            s[slot] = with_one_more(s[slot], (stmt.series, int(found)))

    return note


def ranks(code: Code, s: Slots) -> tuple[int, int]:
    """Who leads and who is last now, as masks of seats."""
    slot, criteria = code.extra["criteria"]
    most, value = criteria[0]
    scores = []
    for seat in code.program.seats:
        s[slot] = seat
        scores.append(value(s))
    high, low = max(scores), min(scores)
    best, worst = (high, low) if most else (low, high)
    return mask(scores, best), mask(scores, worst)


def mask(scores: list[int], wanted: int) -> int:
    return sum(1 << seat for seat, score in enumerate(scores, 1) if score == wanted)


# ---------------------------------------------------------------- after a game


def counts(code: Code, s: Slots, cells: int, name: str = "cells") -> list[int]:
    """The counts, or offers, cell by cell and seat by seat."""
    width = width_of(code.program.players, name)
    found = [0] * (cells * width)
    for cell, slot in code.extra.get(name, {}).items():
        found[cell * width : (cell + 1) * width] = [each or 0 for each in s[slot : slot + width]]
    return found


def notes_of(code: Code, s: Slots, name: str) -> tuple[Any, ...]:
    """The samples, or the marks of the rounds."""
    slot = code.extra.get(name)
    whole, last = (slot is not None and s[slot]) or NOTHING
    return tuple(each for part in (*whole, last) for each in part)


def watcher(code: Code, body: ir.Suite) -> Eval:
    """A suite that only observes, as a function of the slots, for use after the end of the game."""
    parts = [watching(code, stmt) for stmt in body]

    def run(s: Slots) -> None:
        for part in parts:
            part(s)

    return run


def watching(code: Code, stmt: ir.Stmt) -> Eval:
    make: Closures = code.extra["make"]
    if isinstance(stmt, Aside):
        return watcher(code, stmt.body)
    if isinstance(stmt, Count):
        return counter(make, code.extra["cells"], stmt)
    if isinstance(stmt, Sample):
        return sampler(make, code.extra["samples"], stmt)
    if isinstance(stmt, ir.For):
        return for_each(make, stmt, watcher(code, stmt.body))
    assert isinstance(stmt, ir.Branch)
    return first_that_holds([(make.of(test), watcher(code, inner)) for test, inner in stmt.branches])


def for_each(make: Closures, stmt: ir.For, body: Eval) -> Eval:
    slot, source = make.slot(stmt.local), make.of(stmt.source)

    def run(s: Slots) -> None:
        for item in source(s):
            s[slot] = item
            body(s)

    return run


def first_that_holds(branches: list[tuple[Eval, Eval]]) -> Eval:
    def run(s: Slots) -> None:
        for test, body in branches:
            if test(s):
                body(s)
                return

    return run
