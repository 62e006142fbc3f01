"""Instructions that write: assignments, draws, swaps, and reveals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.base.source import Span
from rulelang.engine.closures import Closures, Eval, element
from rulelang.engine.errors import RuleError
from rulelang.engine.instructions import Assembler, writes
from rulelang.engine.meter import PIECE
from rulelang.engine.runner import Runner, Slots
from rulelang.engine.state import sight_mask
from rulelang.ir import types
from rulelang.program import BLOCK_SEAT, Program, VarInstance
from rulelang.program.events import Showed, Wrote

Write = Callable[[Runner, Slots, Any], None]


def store(asm: Assembler, target: ir.Target, value: Eval, span: Span) -> None:
    """Write a value; a write to a variable is an effect."""
    if isinstance(target, ir.LocalTarget):
        slot = asm.make.slot(target.local)
        asm.do(span, lambda r, s: s.__setitem__(slot, value(s)))
        asm.test_until(span)
        return
    write = writer(asm.make, target, span)
    asm.effect(span, lambda r, s: write(r, s, value(s)), target.var)


def writer(make: Closures, target: ir.Target, span: Span) -> Write:
    """A function that writes a value to a target: checked for range, with an event if it is a variable."""
    if isinstance(target, ir.LocalTarget):
        slot = make.slot(target.local)
        return lambda r, s, value: s.__setitem__(slot, value)
    var = make.program.vars[target.var]
    if isinstance(target, ir.VarWhole):
        return lambda r, s, value: write_whole(r, s, make, var, value, span)
    indexes = make.all(target.indexes)
    where = ir.VarAt(types.UNKNOWN, span, target.var, target.indexes)
    place = element(make, var.array, target.indexes, target.var, where)
    if isinstance(place, int):
        fixed, at = place, tuple(index([]) for index in indexes)
        return lambda r, s, value: write_element(r, s, make.program, var, (fixed, at), value, span)
    find = place
    return lambda r, s, value: write_element(
        r, s, make.program, var, (find(s), tuple([index(s) for index in indexes])), value, span
    )


def write_element(
    r: Runner, s: Slots, program: Program, var: VarInstance, place: tuple[int, tuple[int, ...]], value: Any, span: Span
) -> None:
    slot, at = place
    in_range(var, value, span)
    s[slot] = value
    seen = s[var.sights + slot - var.array.base]
    if seen is None:
        seen = sight_mask(program, var.sight, at[0] if var.by_seat else None)
    r.events.append(Wrote(span, s[BLOCK_SEAT], var.name, at, value, seen))


def in_range(var: VarInstance, value: Any, span: Span) -> None:
    if (var.low is None and var.high is None) or not isinstance(value, int):
        return
    if (var.low is not None and value < var.low) or (var.high is not None and value > var.high):
        raise RuleError("R605", span, name=var.name, value=value, low=var.low, high=var.high)


def write_whole(r: Runner, s: Slots, make: Closures, var: VarInstance, values: Any, span: Span) -> None:
    """A whole variable from a list, element by element."""
    make.meter.spend(s, PIECE * var.array.length, span)
    if len(values) != var.array.length:
        raise RuleError("R608", span, name=var.name, index=len(values))
    for slot, (at, value) in enumerate(zip(var.array.keys(), values), var.array.base):
        write_element(r, s, make.program, var, (slot, at), value, span)


# ---------------------------------------------------------------- statements


@writes(ir.Assign)
def assign(asm: Assembler, stmt: ir.Assign) -> None:
    store(asm, stmt.target, asm.make.of(stmt.value), stmt.span)


@writes(ir.Draw)
def draw(asm: Assembler, stmt: ir.Draw) -> None:
    """Draw one item of a list at random, unless the value is given."""
    choices, given = asm.make.of(stmt.choices), asm.make.maybe(stmt.given)
    write = writer(asm.make, stmt.target, stmt.span)
    kind = stmt.choices.type
    of = kind.of if isinstance(kind, types.List) else types.UNKNOWN

    def run(r: Runner, s: Slots) -> None:
        value = None if given is None else given(s)
        if value is None:
            items = choices(s)
            if not items:
                raise RuleError("R616", stmt.span)
            value = items[r.draw(len(items), "random", items, of, stmt.span)]
        write(r, s, value)

    if isinstance(stmt.target, ir.LocalTarget):
        asm.do(stmt.span, run)
        asm.test_until(stmt.span)
    else:
        asm.effect(stmt.span, run, stmt.target.var)


@writes(ir.SwapValues)
def swap(asm: Assembler, stmt: ir.SwapValues) -> None:
    """Swap two values, as one effect."""
    targets = (stmt.left, stmt.right)
    (read_left, read_right) = (reader(asm.make, target, stmt.span) for target in targets)
    (write_left, write_right) = (writer(asm.make, target, stmt.span) for target in targets)

    def run(r: Runner, s: Slots) -> None:
        left, right = read_left(s), read_right(s)
        write_left(r, s, right)
        write_right(r, s, left)

    names = [target.var for target in targets if not isinstance(target, ir.LocalTarget)]
    if names:
        asm.effect(stmt.span, run, *names)
    else:
        asm.do(stmt.span, run)


def reader(make: Closures, target: ir.Target, span: Span) -> Eval:
    if isinstance(target, ir.LocalTarget):
        return make.of(ir.Get(types.UNKNOWN, span, target.local))
    indexes = target.indexes if isinstance(target, ir.VarTarget) else ()
    return make.of(ir.VarAt(types.UNKNOWN, span, target.var, indexes))


# ---------------------------------------------------------------- showing


@writes(ir.Show)
def show(asm: Assembler, stmt: ir.Show) -> None:
    seats = asm.make.maybe(stmt.seats)
    run = show_pieces(asm, stmt, seats) if stmt.pieces is not None else show_var(asm, stmt, seats)
    asm.do(stmt.span, run)
    asm.test_until(stmt.span)


def exception(program: Program, sight: str, seats: Any, now: int) -> int | None:
    """The mask that a `reveal`, `hide` or `unreveal` leaves; None is the declared sight."""
    if sight == "declared":
        return None
    if sight == "none":
        return 0
    if seats is None:
        return program.everybody
    return now | sum(1 << seat for seat in set(seats if isinstance(seats, tuple) else (seats,)))


def show_pieces(asm: Assembler, stmt: ir.Show, seats: Eval | None) -> Callable[[Runner, Slots], None]:
    assert stmt.pieces is not None
    pieces, board, program = asm.make.pieces(stmt.pieces), asm.board, asm.program

    def run(r: Runner, s: Slots) -> None:
        shown, to = pieces(s), None if seats is None else seats(s)
        board.meter.spend(s, PIECE * len(shown), stmt.span)
        before = [board.sight(s, piece) for piece in shown]
        for piece, now in zip(shown, before):
            s[board.sights + piece] = exception(program, stmt.sight, to, now)
        looks = tuple(board.look(s, piece) for piece in shown)
        masks = tuple(board.sight(s, piece) for piece in shown)
        r.events.append(Showed(stmt.span, s[BLOCK_SEAT], stmt.sight, shown, looks, None, (), masks))

    return run


def show_var(asm: Assembler, stmt: ir.Show, seats: Eval | None) -> Callable[[Runner, Slots], None]:
    """All elements of a variable whose first indexes are those given."""
    assert stmt.var is not None
    var, indexes, program = asm.program.vars[stmt.var], asm.make.all(stmt.indexes), asm.program

    def run(r: Runner, s: Slots) -> None:
        to, chosen = None if seats is None else seats(s), tuple(index(s) for index in indexes)
        asm.board.meter.spend(s, PIECE * var.array.length, stmt.span)
        elements, masks = [], []
        for offset, at in enumerate(var.array.keys()):
            if at[: len(chosen)] == chosen:
                usual = sight_mask(program, var.sight, at[0] if var.by_seat else None)
                old = s[var.sights + offset]
                new = exception(program, stmt.sight, to, usual if old is None else old)
                s[var.sights + offset] = new
                elements.append((at, s[var.array.base + offset]))
                masks.append(usual if new is None else new)
        event = Showed(stmt.span, s[BLOCK_SEAT], stmt.sight, (), (), var.name, tuple(elements), tuple(masks))
        r.events.append(event)

    return run
