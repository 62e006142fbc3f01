"""Tables in C that identify options, and report what a seat sees as numbers (`rt/c/tensor.h`).

An option has a key, which is equal for options of one question that are answered with the same words. What a seat sees
is written into a tensor, one row for each field; whoever defines the schema supplies the rows.
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
FORKED = -2  # what a walk gives where chance decides
WORD, PLACE, INT = ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int64
Places = ctypes.POINTER(ctypes.c_int32)


class Part(ctypes.Structure):
    """As in C: a field of a tensor. `at`: the number of what it is of; `during`: the procedure that must run, or -1."""

    _fields_ = [
        *((name, INT) for name in ("what", "at", "start", "low", "size", "during")),
        *((name, Places) for name in ("looks", "unseen")),
    ]


class Observer:
    """Makes such tables of a program. Raises Unsupported for rules that C does not support or cannot observe,
    NoCompiler if there is no compiler.
    """

    def __init__(self, program: Program) -> None:
        lib, self.players = watched_library(program), program.players
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
        self.go, self.forks = held.rulelang_tree_go, held.rulelang_tree_forks
        self.go.argtypes = [*[PLACE] * 5, INT, ctypes.c_int32, PLACE, INT, PLACE, PLACE]
        self.forks.argtypes = [PLACE, ctypes.POINTER(ctypes.POINTER(INT))]
        for call in (self.begin, self.choose, self.observe, self.value, self.block, self.go, self.forks):
            call.restype = INT
        self.room = ctypes.create_string_buffer(int(held.rulelang_watch_size()))
        self.keys = (WORD * int(held.rulelang_play_rows()))()
        self.watch, self.row = ctypes.addressof(self.room), ctypes.addressof(self.keys)
        self.stand = ctypes.c_char * int(held.rulelang_watch_stands())
        self.weights, self.known = ctypes.POINTER(INT)(), WORD()
        self.know = ctypes.addressof(self.known)

    def start(self, seed: int, game: int = 0) -> Observed:
        """A game at its first question. Raises GivenUp if C does not get there."""
        table = Observed(self, self.base.buffer(), self.stand())
        table.stands(self.begin(table.place, self.watch, table.eyes, self.row, fold(seed), game))
        return table

    def walk(self, before: Watched | None, index: int, outcomes: array[int]) -> Watched | list[int]:
        """From a question, by an answer and some outcomes, to the next question, the end, or a draw of chance with the
        weights of its outcomes. Raises GivenUp if C cannot do it.
        """
        found = Watched(self)
        script, many = outcomes.buffer_info()
        for seat, eyes in enumerate(found.eyes, 1):
            past = (before.place, before.eyes[seat - 1]) if before is not None else (None, None)
            code = self.go(*past, found.place, self.watch, eyes, seat, index, script, many, self.row, self.know)
            if code == FORKED:
                return self.weights[: self.forks(self.watch, ctypes.byref(self.weights))]
            if code < 0:
                raise GivenUp
            found.known.append(self.known.value)
        found.seat = code & self.base.seats
        found.keys = self.keys[: code >> self.base.shift]
        return found


class Watched:
    """A game of a tree that waits for an answer, or is over. `known`: by seat, a number that is equal if the seat knows
    the same.
    """

    __slots__ = ("eyes", "kept", "keys", "known", "observer", "place", "seat", "state")

    def __init__(self, observer: Observer) -> None:
        self.observer, self.state = observer, observer.base.buffer()
        self.kept = [observer.stand() for _ in range(observer.players)]
        self.place, self.eyes = ctypes.addressof(self.state), list(map(ctypes.addressof, self.kept))
        self.seat, self.keys, self.known = 0, list[int](), list[int]()


class Observed:
    """A game that waits. `keys`: of its options; `seat` is 0 when it is over."""

    __slots__ = ("eyes", "kept", "keys", "observer", "place", "seat", "state")

    def __init__(self, observer: Observer, state: Any, kept: Any) -> None:
        self.observer, self.state, self.kept = observer, state, kept
        self.place, self.eyes = ctypes.addressof(state), ctypes.addressof(kept)
        self.seat, self.keys = 0, list[int]()

    def choose(self, index: int) -> None:
        """Answers the open question. Raises GivenUp if C cannot do it."""
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
    def block(self) -> int:
        """The number of the block in which seats act at the same time; 0 where they do not."""
        return int(self.observer.block(self.eyes))

    def write(self, seat: int, parts: ctypes.Array[Part], tensor: array[float]) -> bool:
        """Writes what a seat sees; false if seats act at the same time, since nobody then sees the table as it is."""
        out, own = tensor.buffer_info()[0], self.observer
        found = own.observe(self.place, own.watch, self.eyes, seat, ctypes.addressof(parts), len(parts), out)
        return bool(found)

    def value(self, variable: bool, at: int) -> int:
        """An element of a variable, or else an amount, by its number."""
        return int(self.observer.value(self.place, variable, at))

    @property
    def end(self) -> Any:
        """Scores and winners, when it is over."""
        return self.observer.base.end_of(self.state)
