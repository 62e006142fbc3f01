"""Tables on generated C. A library plays one game at a time, which lies in its variables; the others are saved as
bytes, which copies share. If a game is trouble, it is played again by generated Python.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from threading import RLock
from typing import Any, ClassVar

from rulelang.chance import fold
from rulelang.native.c_step import step_text
from rulelang.native.compile import library
from rulelang.native.python_engines import BOLD
from rulelang.native.python_step import Chance, Walk
from rulelang.native.python_steps import Build
from rulelang.native.run import prepared
from rulelang.native.tables import End, Stepper, Table
from rulelang.program import Program

NATIVE = BOLD - 1
COUNT = (1 << 32) - 1
ARGUMENTS: dict[str, list[Any]] = {
    "start": [ctypes.c_uint64, ctypes.c_uint64],
    "choose": [ctypes.c_int64],
    "turn": [ctypes.c_uint64, ctypes.c_uint64],
    "rollout": [ctypes.c_uint64, ctypes.c_uint64],
    "size": [],
    "width": [],
    "save": [ctypes.c_char_p],
    "load": [ctypes.c_char_p],
}


class Library:
    """A loaded library, and whose game lies in its variables. There is one for all steppers of the same program."""

    loaded: ClassVar[dict[int, Library]] = {}
    start: Any
    choose: Any
    turn: Any
    rollout: Any
    size: Any
    width: Any
    save: Any
    load: Any

    def __init__(self, lib: ctypes.CDLL) -> None:
        held = ctypes.PyDLL(lib._name, handle=lib._handle)  # calls are short: nobody else need run meanwhile
        for name, arguments in ARGUMENTS.items():
            call = getattr(held, f"rulelang_step_{name}")
            call.argtypes, call.restype = arguments, ctypes.c_int64
            setattr(self, name, call)
        held.rulelang_step_row.restype = ctypes.c_void_p
        self.row = (ctypes.c_int64 * self.width()).from_address(held.rulelang_step_row())
        self.kept = lib
        self.owner: CTable | None = None
        self.lock = RLock()

    @classmethod
    def of(cls, lib: ctypes.CDLL) -> Library:
        if lib._handle not in cls.loaded:
            cls.loaded[lib._handle] = cls(lib)
        return cls.loaded[lib._handle]

    def leave(self) -> None:
        """Saves the game that lies here, if it is wanted again and has changed."""
        if self.owner is not None and self.owner.saved is None:
            saved = ctypes.create_string_buffer(self.size())
            self.save(saved)
            self.owner.saved = saved

    def enter(self, table: CTable) -> None:
        """Brings in the game of a table."""
        if self.owner is not table:
            self.leave()
            self.owner = None  # until all of the other is here
            self.load(table.saved)
            self.owner = table


class CStepper(Stepper):
    """Raises Unsupported for rules that C cannot take, NoCompiler where there is none."""

    def __init__(self, program: Program) -> None:
        self.lib = Library.of(library(step_text(prepared(program, Build(step=True)))))
        super().__init__(program, NATIVE)

    def make(self, level: int) -> Callable[[Chance], Walk] | None:
        return None if level == NATIVE else super().make(level)

    def start(self, seed: int, game: int = 0) -> Table:
        table, lib = CTable(self, seed, game), self.lib
        with lib.lock:
            lib.leave()
            lib.owner = table
            table.go_on(lib.start(fold(seed), game), ())
        return table


class CTable(Table):
    __slots__ = ("lib", "saved")

    def __init__(self, stepper: CStepper, seed: int, game: int) -> None:
        super().__init__(stepper, seed, game)
        self.lib = stepper.lib
        self.saved: Any = None

    def choose(self, index: int) -> None:
        if self.level != NATIVE:
            super().choose(index)
            return
        if index.__class__ is not int or not 0 <= index < self.options:
            self.check(index)
        lib = self.lib
        with lib.lock:
            if lib.owner is not self:
                lib.enter(self)
            self.saved = None
            code = lib.choose(index)
            if code > 0:
                self.seat, self.options = code >> 32, code & COUNT
            else:
                self.go_on(code, (index,))
        self.past = (self.past, index)
        self.asked += 1

    def go_on(self, code: int, more: tuple[int, ...]) -> None:
        """What a call has come to: a question, the end, or trouble."""
        if code > 0:
            self.seat, self.options = code >> 32, code & COUNT
            return
        self.lib.owner = None
        if code == 0:
            self.seat = self.options = 0
            self.scores, self.winners = self.ended()
        else:
            self.level = BOLD
            self.replay(more)

    def ended(self) -> tuple[Any, Any]:
        """Scores and winners of the game that has just ended."""
        row, players = self.lib.row[:], self.stepper.program.players
        rest = row[4 + players :]
        width = len(rest) // players
        scores = tuple(tuple(rest[at * width : (at + 1) * width]) for at in range(players))
        return scores, tuple(seat for seat in self.stepper.program.seats if row[2] >> seat & 1)

    def turn(self, seed: int, game: int = 0) -> None:
        if self.level == NATIVE and not self.over:
            with self.lib.lock:
                self.lib.enter(self)
                self.saved = None
                self.lib.turn(fold(seed), game)
        super().turn(seed, game)

    def clone(self) -> Table:
        """A copy; what is saved is shared until one of them goes on."""
        if self.level != NATIVE:
            return super().clone()
        other = CTable.__new__(CTable)
        with self.lib.lock:
            if self.lib.owner is self:
                self.lib.leave()
            other.lib, other.saved = self.lib, self.saved
            return self.copied(other)

    def rollout(self, seed: int, game: int = 0) -> End:
        if self.level != NATIVE or self.over:
            return super().rollout(seed, game)
        lib = self.lib
        with lib.lock:
            lib.enter(self)
            lib.leave()
            lib.owner = None
            if lib.rollout(fold(seed), game) == 0:
                return End(*self.ended(), lib.row[1])
        return super().rollout(seed, game)
