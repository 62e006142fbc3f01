"""The state before the first step: everything in its place, variables at their initial values."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rulelang.base.rng import stream
from rulelang.base.source import Span
from rulelang.engine.assemble import assemble
from rulelang.engine.closures import Closures
from rulelang.engine.instructions import END
from rulelang.engine.meter import STEP
from rulelang.engine.runner import Code, Runner, Slots
from rulelang.program import BANK, BLOCK_SEAT, COUNTER, DRAWS, KEY, OVER, PC, RUNNING, TESTING, TOGETHER, WORK, Program

HALT, BEGIN = 0, 2  # the instructions that do nothing, and that begin a game


@lru_cache(maxsize=64)
def code_of(program: Program) -> Code:
    """The code of a program, made once."""
    return assemble(program)


def try_out(program: Program, s: Slots, proc: str, values: tuple[Any, ...], span: Span) -> None:
    """Run a procedure on these slots, at most up to the end of the game, without telling anybody."""
    code = code_of(program)
    runner, spend = Runner(code, s), code.extra["make"].meter.spend
    runner.resting = False
    pc = code.extra["frames"][proc].begin(runner, s, values, HALT)
    while pc not in (HALT, END):
        spend(s, STEP, span)
        pc = code.instructions[pc](runner, s)


Closures.tried = staticmethod(try_out)


def first_slots(code: Code, seed: int, game: int = 0) -> Slots:
    """The slots of a game before set-up."""
    program = code.program
    layout = program.layout
    s: list[Any] = [None] * code.size
    s[PC], s[KEY], s[COUNTER], s[DRAWS], s[OVER] = BEGIN, stream(seed, game), 0, 0, False
    s[TOGETHER], s[RUNNING], s[BLOCK_SEAT], s[TESTING], s[WORK] = 0, (), 0, False, program.limits.items
    for zone in program.zones:
        s[layout.zones + zone.id] = ()
    lying: dict[int, list[int]] = {}
    for piece in program.pieces:
        s[layout.places + piece.id] = piece.home
        lying.setdefault(piece.home, []).append(piece.id)
    for home, pieces in lying.items():
        s[layout.zones + home] = tuple(pieces)
    for resource in program.resources.values():
        for holder in resource.holders:
            s[resource.slot(holder)] = resource.total if holder == BANK else 0
    start_variables(code, s)
    return s


def start_variables(code: Code, s: Slots) -> None:
    """Initialize the variables; those of a mechanism are initialized when it runs."""
    program, make = code.program, code.extra["make"]
    for var in program.game.vars.values():
        if var.start is not None and var.during is None:
            array, start = program.vars[var.name].array, make.of(var.start)
            for slot in range(array.base, array.base + array.length):
                s[slot] = start(s)
