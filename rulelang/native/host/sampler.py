"""Other pasts of a game that a seat cannot tell from the real one, at the speed of C (`rt/c/observe.h`).

The real past is told once, under the eyes of the seat; then others are tried. Each counts only if the seat was told the
same at every step, so a world that is found has the same log for the seat.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import attrs

from rulelang.native.c.table import seat_bits
from rulelang.native.host.c_table import watched_library
from rulelang.program import Program

TRIES = 400  # pasts that are tried for a world, before it is not found


@attrs.frozen
class Sampled:
    """A table in C that stands where the real one does, what it gives (seat and options), and the tries it took."""

    table: ctypes.Array[ctypes.c_char]
    code: int
    tries: int


class Sampler:
    """Worlds of one game. Raises Unsupported for rules that C cannot take or cannot watch, NoCompiler where there is
    none.
    """

    def __init__(self, program: Program) -> None:
        self.lib = lib = watched_library(program)
        place, number, word = ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint64
        lib.rulelang_watch_size.restype = number
        lib.rulelang_watch_tell.restype = lib.rulelang_watch_try.restype = number
        lib.rulelang_watch_stands.restype = number
        lib.rulelang_watch_tell.argtypes = [place, place, place, number, place, number, place, number]
        lib.rulelang_watch_try.argtypes = [place, place, place, place, word, number, place]
        lib.rulelang_watch_failed.argtypes, lib.rulelang_watch_failed.restype = [place], number
        self.parts = lib.rulelang_watch_outcomes, lib.rulelang_watch_answers
        for part in self.parts:
            part.argtypes, part.restype = [place, place], ctypes.POINTER(ctypes.c_int32)
        lib.rulelang_table_size.restype = number
        self.size, self.shift = int(lib.rulelang_table_size()), seat_bits(program.players)
        self.watch = ctypes.create_string_buffer(int(lib.rulelang_watch_size()))
        self.stand = ctypes.create_string_buffer(int(lib.rulelang_watch_stands()))
        self.start = (ctypes.c_char * self.size)()

    def tell(self, seat: int, outcomes: Sequence[int], answers: Sequence[int]) -> bool:
        """Tells the real past to a seat; false if C does not come so far."""
        drawn, given = (ctypes.c_int32 * len(outcomes))(*outcomes), (ctypes.c_int32 * len(answers))(*answers)
        past = drawn, len(outcomes), given, len(answers)
        return bool(self.lib.rulelang_watch_tell(self.start, self.watch, self.stand, seat, *past) > 0)

    def sample(self, seed: int, tries: int = TRIES) -> Sampled | None:
        """Another past, for the seat that was told last; None if none is found."""
        table, code = (ctypes.c_char * self.size)(), ctypes.c_int64()
        tried = self.lib.rulelang_watch_try(self.start, table, self.watch, self.stand, seed, tries, ctypes.byref(code))
        return Sampled(table, code.value, tried) if tried else None

    def past(self) -> tuple[list[int], list[int]]:
        """The outcomes of draws and the answers of the past that was made last."""
        size = ctypes.c_int64()
        found = []
        for part in self.parts:
            numbers = part(self.watch, ctypes.byref(size))
            found.append(numbers[: size.value])
        return found[0], found[1]
