"""From statements to instructions: `assemble(program)` gives the code for a runner.

There is no recursion, so every procedure has one static return slot, every loop its own slots, and a state is a list.
Instruction 0 halts, instruction 1 ends the game, instruction 2 begins it. After each statement come the tests for its
phase's `until` and the game's `end when`. Leaving a loop, a procedure or a phase closes the blocks that were opened
inside it.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from operator import itemgetter
from typing import Any

from rulelang import ir
from rulelang.analysis.guards import guards
from rulelang.analysis.reads import footprint, reads
from rulelang.base.source import Source
from rulelang.engine.board import Board
from rulelang.engine.choosing import reserve_menus, write_menus
from rulelang.engine.closures import Closures, Eval, constant
from rulelang.engine.ending import end_game
from rulelang.engine.guards import guarding, kept_slots
from rulelang.engine.instructions import END, Assembler, Build, Frame, Label, leave_proc
from rulelang.engine.runner import STOP, Code, Instruction, Runner, Slots
from rulelang.engine.state import sight_mask
from rulelang.program import BLOCK_SEAT, PC, RESULT, RUNNING, TESTING, TOGETHER, Program
from rulelang.program.events import Entered, Wrote

NOWHERE = Source("engine", "").whole()


def assemble(program: Program) -> Code:
    """The code of a program."""
    board = Board(program)
    asm = Assembler(program, Closures(program), board, size=program.layout.size)
    asm.shared["board"] = board
    found, names = guards(program)
    asm.guards = {span: guarding(asm.make, each, kept_slots(program, names)) for span, each in found.items()}
    asm.endings = [(ending, reads(program.game, ending.condition)) for ending in program.game.endings]
    asm.shared["invariants"] = invariants(asm)
    for number, proc in enumerate(program.game.procs.values()):
        asm.frames[proc.name] = frame_of(asm, proc, number)
    begin_and_end(asm)
    reserve_menus(asm)
    for frame in asm.frames.values():
        write_proc(asm, frame)
    write_menus(asm)
    return finish_code(asm)


def with_given(code: Code, given: ir.Suite) -> Code:
    """The same code, followed by the statements that build a test's position, then a halt."""
    asm = copy(code.extra["assembler"])
    asm.lines, asm.shared = [*asm.lines], {**asm.shared, "given": len(asm.lines), "action_end": Label(0)}
    asm.frame, asm.scopes, asm.where, asm.make = None, [], "given", Closures(asm.program, testing=True)
    asm.suite(given)
    asm.emit(NOWHERE, lambda at: halt)
    asm.make = code.extra["make"]
    return finish_code(asm, code.instructions)


def finish_code(asm: Assembler, made: list[Instruction] | None = None) -> Code:
    """Build the remaining instructions, now that all labels are placed."""
    done = made or []
    fresh = [build(at) for at, (_, build) in enumerate(asm.lines[len(done) :], len(done))]
    entries = {name: frame.entry.pc for name, frame in asm.frames.items()}
    spans = [span for span, _ in asm.lines]
    extra = {**asm.shared, "frames": asm.frames, "make": asm.make, "assembler": asm}
    return Code(asm.program, [*done, *fresh], spans, asm.size, entries, extra)


def invariants(asm: Assembler) -> list[tuple[frozenset[int], Eval, Eval, ir.Invariant]]:
    """For each invariant: the phases in which it is tested, whether it holds, and what it reads."""
    numbers = {name: number for number, name in enumerate(asm.program.game.procs)}
    found = []
    for each in asm.program.game.invariants:
        slots = sorted(footprint(asm.program, each.condition))
        during = frozenset(numbers[name] for name in each.during if name in numbers)
        found.append(
            (during, asm.make.of(each.condition), itemgetter(*slots, slots[0]) if slots else constant(()), each)
        )
    return found


def frame_of(asm: Assembler, proc: ir.Proc, number: int) -> Frame:
    frame = Frame(proc, number, Label(), Label(), Label(), asm.slot(), asm.slot())
    frame.begin = beginning(asm, frame)
    return frame


def beginning(asm: Assembler, frame: Frame) -> Callable[[Runner, Slots, tuple[Any, ...], int], int]:
    """How a procedure begins: set the parameters and the return address, and reset its own variables."""
    slots = [asm.make.slot(param) for param in frame.proc.params]
    fresh = fresh_variables(asm, frame.proc)
    number, name, span = frame.number, frame.proc.name, frame.proc.span

    def begin(r: Runner, s: Slots, values: tuple[Any, ...], back: int) -> int:
        for slot, value in zip(slots, values):
            s[slot] = value
        s[frame.back], s[frame.together] = back, s[TOGETHER]
        s[RUNNING] = (*s[RUNNING], number)
        r.events.append(Entered(span, s[BLOCK_SEAT], name, values))
        for renew in fresh:
            renew(r, s)
        return frame.entry.pc

    return begin


def fresh_variables(asm: Assembler, proc: ir.Proc) -> list[Callable[[Runner, Slots], None]]:
    """Sets each variable of a mechanism to its initial value."""
    own = [var for var in asm.program.game.vars.values() if var.during == proc.name]
    return [renewal(asm, var) for var in own] if proc.kind == "mechanism" else []


def renewal(asm: Assembler, var: ir.VarType) -> Callable[[Runner, Slots], None]:
    place, start = asm.program.vars[var.name], asm.make.maybe(var.start)
    array = place.array

    def renew(r: Runner, s: Slots) -> None:
        value = None if start is None else start(s)
        asm.make.meter.spend(s, array.length, var.span)
        for slot, at in enumerate(array.keys(), array.base):
            hidden, s[place.sights + slot - array.base] = s[place.sights + slot - array.base], None
            if s[slot] != value or hidden is not None:  # tell those who see it from now on
                s[slot] = value
                seen = sight_mask(asm.program, place.sight, at[0] if place.by_seat else None)
                r.events.append(Wrote(var.span, s[BLOCK_SEAT], var.name, at, value, seen))

    return renew


def write_proc(asm: Assembler, frame: Frame) -> None:
    """The body of a procedure, and its exits."""
    proc = frame.proc
    asm.frame, asm.until, asm.where, asm.scopes = frame, asm.make.maybe(proc.until), proc.declared, []
    asm.place(frame.entry)
    make = asm.make
    if proc.by_hand:
        asm.make = Closures(asm.program, testing=True)
        asm.do(proc.span, rest_invariants)
    asm.test_until(proc.span)
    asm.suite(proc.body)
    asm.make = make
    asm.place(frame.leave)
    asm.do(proc.span, clear_result)
    asm.place(frame.returned)
    asm.emit(proc.span, lambda at: lambda r, s: leave_proc(r, s, frame))
    asm.frame, asm.until = None, None


def rest_invariants(r: Runner, s: Slots) -> None:
    s[TESTING] = True


def clear_result(r: Runner, s: Slots) -> None:
    s[RESULT] = None


def begin_and_end(asm: Assembler) -> None:
    """Instructions 0, 1 and 2: halt, end, begin."""
    winner = asm.program.game.winner
    span = winner.span if winner else NOWHERE
    asm.emit(NOWHERE, lambda at: halt)
    asm.shared["criteria"] = criteria(asm)
    asm.emit(span, lambda at: end_game)
    for kind in ("setup", "play"):
        for frame in asm.frames.values():
            if frame.proc.name == kind and frame.begin is not None:  # not the original kept by an override or `before`
                asm.emit(frame.proc.span, start_frame(frame))
    asm.emit(span, lambda at: lambda r, s: END)


def start_frame(frame: Frame) -> Build:
    begin = frame.begin
    assert begin is not None
    return lambda at: lambda r, s: begin(r, s, (), at + 1)


def halt(r: Runner, s: Slots) -> int:
    s[PC] = 0
    return STOP


def criteria(asm: Assembler) -> tuple[int, list[tuple[bool, Eval]]]:
    """The winner's criteria: the slot of the seat, and (most, value) for each."""
    winner = asm.program.game.winner
    if winner is None:
        return asm.slot(), []
    return asm.make.slot(winner.seat), [(most, asm.make.of(value)) for most, value in winner.criteria]
