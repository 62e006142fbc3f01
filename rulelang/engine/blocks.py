"""Instructions for simultaneous choices and secret blocks: one seat after another, while the others' views
stand still.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang import ir
from rulelang.base.source import Span
from rulelang.engine.choosing import flow_of, put_question
from rulelang.engine.instructions import Assembler, Label, Scope, shut_block, writes
from rulelang.engine.offers import value_offer
from rulelang.engine.runner import Instruction, Runner, Slots
from rulelang.engine.state import State
from rulelang.program import BLOCK, BLOCK_SEAT, RUNNING, TOGETHER, VarInstance
from rulelang.program.events import BlockBegan, Wrote

Begin = Callable[[Runner, Slots, tuple[int, ...]], None]


def block(asm: Assembler, seat: ir.Local, seats: ir.Expr, span: Span, begin: Begin, body: Callable[[], None]) -> None:
    """A block for each seat of a list. The slot BLOCK holds (seats, slots at its beginning, depth, head, index in the
    list). `end when` and `until` wait for its end.
    """
    head, out, items, at = Label(), Label(), asm.slot(), asm.slot()
    source, local = asm.make.of(seats), asm.make.slot(seat)

    def open_block(r: Runner, s: Slots) -> None:
        listed = source(s)
        begin(r, s, listed)
        s[items], s[at] = listed, 0
        s[TOGETHER] += 1  # an ending would reveal an answer before the others have answered
        r.events.append(BlockBegan(span, 0, listed))
        s[BLOCK] = (listed, tuple(s), len(s[RUNNING]), head.pc, at)

    def build(pc: int) -> Instruction:
        def run(r: Runner, s: Slots) -> int:
            here, listed = s[at], s[items]
            if here == len(listed):
                return out.pc
            s[local] = s[BLOCK_SEAT] = listed[here]
            s[at] = here + 1
            return pc + 1

        return run

    asm.do(span, open_block)
    asm.place(head)
    asm.emit(span, build)
    asm.scopes.append(Scope("block", out))
    body()
    asm.scopes.pop()
    asm.jump(head, span)
    asm.place(out)
    asm.do(span, lambda r, s: shut_block(r, s, span))
    asm.ends(span)
    asm.test_until(span)


@writes(ir.EachSecretly)
def each_secretly(asm: Assembler, stmt: ir.EachSecretly) -> None:
    block(asm, stmt.seat, stmt.seats, stmt.span, lambda r, s, seats: None, lambda: asm.suite(stmt.body))


@writes(ir.EachChooses)
def each_chooses(asm: Assembler, stmt: ir.EachChooses) -> None:
    """Each answer goes to the seat's element of the variable, which only that seat sees."""
    offer, var = value_offer(asm.make, flow_of(asm), stmt.asking), asm.program.vars[stmt.var]
    seat, name = asm.make.slot(stmt.seat), f"{asm.where}.{stmt.asking.local.name}"
    base = var.array.base - 1

    def keep(r: Runner, s: Slots, value: object) -> None:
        here = s[seat]
        s[base + here] = value
        r.events.append(Wrote(stmt.span, s[BLOCK_SEAT], var.name, (here,), value, 1 << here))

    def question() -> None:
        put_question(asm, offer, lambda s: s[seat], (name, True, stmt.span), keep, None)

    block(asm, stmt.seat, stmt.seats, stmt.span, lambda r, s, seats: clear(r, s, var, stmt.span), question)


def clear(r: Runner, s: Slots, var: VarInstance, span: Span) -> None:
    """Clears the answers; from now on each seat sees its own."""
    for offset, (seat,) in enumerate(var.array.keys()):
        place, sight = var.array.base + offset, State(r.program, s).var_sight(var.name, (seat,))
        s[var.sights + offset] = 1 << seat
        if s[place] is not None or sight != 1 << seat:
            s[place] = None
            r.events.append(Wrote(span, s[BLOCK_SEAT], var.name, (seat,), None, 1 << seat))
