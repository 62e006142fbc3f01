"""Tables in C that tell options by what they are, and what a seat sees as numbers (`rt/c/observe.h`).

An option has a key, equal for options of one question that are answered with the same words. What a seat sees is
written into a tensor by its parts, a row for each field; who makes a schema makes the rows.
"""

from __future__ import annotations

import ctypes
from array import array
from typing import Any

from rulelang.base.rng import fold
from rulelang.engine.errors import GivenUp
from rulelang.native.host.c_table import Library
from rulelang.native.host.cache import watched_library
from rulelang.program import Program

PHASE, ZONE, NUMBER, VALUE, PIECE, VALUES, PIECES, AMOUNT = range(8)
"""What a part of a tensor is of: a phase that runs, a zone; a variable with a number, one of some values, a piece, or a
list of such; an amount."""
WORD, PLACE, INT = ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int64
Places = ctypes.POINTER(ctypes.c_int32)


class Part(ctypes.Structure):
    """As in C: a field of a tensor. `at`: the number of what it is of; `during`: the procedure that must run, or -1."""

    _fields_ = [
        *((name, INT) for name in ("what", "at", "start", "low", "size", "during")),
        *((name, Places) for name in ("looks", "unseen")),
    ]


class Observer:
    """Makes such tables of a program. Raises Unsupported for rules that C cannot take or watch, NoCompiler where there
    is none.
    """

    def __init__(self, program: Program) -> None:
        lib = watched_library(program)
        self.base = Library(lib, program.players)
        held = ctypes.PyDLL(lib._name, handle=lib._handle)
        for name in ("rulelang_watch_size", "rulelang_watch_stands", "rulelang_play_rows"):
            getattr(held, name).restype = INT
        self.begin, self.choose = held.rulelang_play_start, held.rulelang_play_choose
        self.observe, self.value = held.rulelang_play_observe, held.rulelang_play_value
        self.block = held.rulelang_play_block
        self.begin.argtypes = [PLACE, PLACE, PLACE, PLACE, WORD, WORD]
        self.choose.argtypes = [PLACE, PLACE, PLACE, PLACE, ctypes.c_int32]
        self.observe.argtypes = [PLACE, PLACE, PLACE, INT, PLACE, INT, PLACE]
        self.value.argtypes, self.block.argtypes = [PLACE, INT, INT], [PLACE]
        for call in (self.begin, self.choose, self.observe, self.value, self.block):
            call.restype = INT
        self.room = ctypes.create_string_buffer(int(held.rulelang_watch_size()))
        self.keys = (WORD * int(held.rulelang_play_rows()))()
        self.watch, self.row = ctypes.addressof(self.room), ctypes.addressof(self.keys)
        self.stand = ctypes.c_char * int(held.rulelang_watch_stands())

    def start(self, seed: int, game: int = 0) -> Observed:
        """A game at its first question. Raises GivenUp where C does not come so far."""
        table = Observed(self, self.base.buffer(), self.stand())
        table.stands(self.begin(table.place, self.watch, table.eyes, self.row, fold(seed), game))
        return table


class Observed:
    """A game that waits. `keys`: of its options; `seat` is 0 when it is over."""

    __slots__ = ("eyes", "kept", "keys", "observer", "place", "seat", "state")

    def __init__(self, observer: Observer, state: Any, kept: Any) -> None:
        self.observer, self.state, self.kept = observer, state, kept
        self.place, self.eyes = ctypes.addressof(state), ctypes.addressof(kept)
        self.seat, self.keys = 0, list[int]()

    def choose(self, index: int) -> None:
        """Answers the open question. Raises GivenUp where C cannot."""
        own = self.observer
        self.stands(own.choose(self.place, own.watch, self.eyes, own.row, index))

    def stands(self, code: int) -> None:
        """What a call has come to."""
        if code < 0:
            raise GivenUp
        base = self.observer.base
        self.seat = code & base.seats
        self.keys = self.observer.keys[: code >> base.shift]

    def clone(self) -> Observed:
        own = self.observer
        other = Observed(own, own.base.buffer.from_buffer_copy(self.state), own.stand.from_buffer_copy(self.kept))
        other.seat, other.keys = self.seat, self.keys
        return other

    @property
    def in_block(self) -> bool:
        """Do seats act at the same time?"""
        return bool(self.observer.block(self.eyes))

    def write(self, seat: int, parts: ctypes.Array[Part], tensor: array[float]) -> bool:
        """Writes what a seat sees; false where seats act at the same time, and nobody sees the table as it is."""
        out, own = tensor.buffer_info()[0], self.observer
        found = own.observe(self.place, own.watch, self.eyes, seat, ctypes.addressof(parts), len(parts), out)
        return bool(found)

    def value(self, variable: bool, at: int) -> int:
        """An element of a variable, or else an amount, by its number."""
        return int(self.observer.value(self.place, variable, at))

    @property
    def end(self) -> Any:
        """Scores and winners, when it is over."""
        return self.observer.base.ended(self.state)
