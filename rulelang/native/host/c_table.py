"""Tables on generated C. A table is a struct of bytes that is copied as it is; the library holds no state of its own.
If a game bails out, generated Python replays it.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import Any

from rulelang.base.rng import fold
from rulelang.native.build import seat_bits
from rulelang.native.host.cache import step_library
from rulelang.native.host.table import End, Stepper, Table
from rulelang.native.host.tiers import BOLD
from rulelang.native.host.walk import Chance, Walk
from rulelang.program import Program

NATIVE = BOLD - 1
NUMBER = struct.calcsize("q")
ROW = 2 * NUMBER
"""Where the result of a game that is over lies in its table, behind seat and options."""
SEEDED = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64]


class Library:
    """The functions of a compiled game.

    All take a table first. Short calls keep the GIL, since releasing it would take longer; `play_out` releases it, and
    so must be given a table that no other thread has.
    """

    def __init__(self, lib: ctypes.CDLL, players: int) -> None:
        held = ctypes.PyDLL(lib._name, handle=lib._handle)
        self.kept = lib
        self.choose = held.rulelang_table_choose  # a table by reference and an int: without types it is called sooner
        self.choose.restype = ctypes.c_int64
        self.start, self.turn = set_types(held.rulelang_table_start), set_types(held.rulelang_table_turn)
        self.play_out = set_types(lib.rulelang_table_play_out)
        self.buffer = ctypes.c_char * int(held.rulelang_table_size())
        self.shift = seat_bits(players)
        self.seats = (1 << self.shift) - 1
        width = int(held.rulelang_table_width())
        self.row = struct.Struct(f"{width}q").unpack_from
        first, size = 4 + players, (width - 4 - players) // players
        self.scores = [slice(first + at * size, first + at * size + size) for at in range(players)]
        self.winners: dict[int, tuple[int, ...]] = {}

    def end_of(self, state: Any) -> End:
        """How the game of a table has ended."""
        row = self.row(state, ROW)
        winners = row[2]
        if winners not in self.winners:
            self.winners[winners] = tuple(seat for seat in range(winners.bit_length()) if winners >> seat & 1)
        return End(tuple([row[part] for part in self.scores]), self.winners[winners], row[1])


def set_types(call: Any) -> Any:
    call.argtypes, call.restype = SEEDED, ctypes.c_int64
    return call


class CStepper(Stepper):
    """Raises Unsupported for rules that C does not support, NoCompiler if there is no compiler."""

    def __init__(self, program: Program) -> None:
        self.lib = Library(step_library(program), program.players)
        super().__init__(program, NATIVE)

    def make(self, level: int) -> Callable[[Chance], Walk] | None:
        return None if level == NATIVE else super().make(level)

    def start(self, seed: int, game: int = 0) -> Table:
        table = CTable(self, seed, game)
        table.go_on(self.lib.start(table.state, fold(seed), game), ())
        return table


class CTable(Table):
    """`state` is the table, `at` how it is passed to C; None once Python has taken over."""

    __slots__ = ("at", "lib", "state")

    def __init__(self, stepper: CStepper, seed: int, game: int) -> None:
        super().__init__(stepper, seed, game)
        self.lib = stepper.lib
        self.state = self.lib.buffer()
        self.at: Any = ctypes.byref(self.state)

    def choose(self, index: int) -> None:
        if index.__class__ is not int or not 0 <= index < self.options:
            self.check(index)
        lib = self.lib
        code = lib.choose(self.at, index)
        if code > 0:
            self.seat = code & lib.seats
            self.options = code >> lib.shift
        elif self.at is None:
            super().choose(index)
            return
        else:
            self.go_on(code, (index,))
        self.past = (self.past, index)
        self.asked += 1

    def go_on(self, code: int, more: tuple[int, ...]) -> None:
        """Handles the result of a call: a question, the end, or a bail-out."""
        if code > 0:
            self.seat, self.options = code & self.lib.seats, code >> self.lib.shift
        elif code == 0:
            self.seat = self.options = 0
            end = self.lib.end_of(self.state)
            self.scores, self.winners = end.scores, end.winners
        else:
            self.level, self.at = BOLD, None
            self.replay(more)

    def turn(self, seed: int, game: int = 0) -> None:
        if self.at is not None and not self.over:
            self.lib.turn(self.state, fold(seed), game)
        super().turn(seed, game)

    def clone(self) -> Table:
        if self.at is None:
            return super().clone()
        other = CTable.__new__(CTable)
        other.lib, other.state = self.lib, self.lib.buffer.from_buffer_copy(self.state)
        other.at = ctypes.byref(other.state)
        return self.copy_to(other)

    def rollout(self, seed: int, game: int = 0) -> End:
        if self.at is not None and not self.over:
            state = self.lib.buffer.from_buffer_copy(self.state)
            if self.lib.play_out(state, fold(seed), game) == 0:
                return self.lib.end_of(state)
        return super().rollout(seed, game)
