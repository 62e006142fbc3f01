"""Determinizations: other histories of a game that a seat cannot distinguish from the real one, in C
(`rt/c/observe.h`).

The real history is replayed once to record what the seat observes. Then a history is built from nothing but what the
seat was told and a seed (`rt/c/repair.h`); it replaces the real one, and others are tried from there. Each counts only
if the seat is told the same at every step, so every world has the same log for the seat. If none is found nearby, the
history that was built is itself a world. If no history can be built, there are no worlds. If others have acted in
secret blocks and whole histories hardly ever fit, what each of them did there is searched separately. Dead ends are
remembered only during a call, so that worlds depend on nothing but the log and the seeds.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import attrs

from rulelang.native.build import seat_bits
from rulelang.native.host.cache import watched_library
from rulelang.program import Program

NO_LIMIT = 1 << 62
TRIES = 400  # pasts that are tried for a world, before it is not found


@attrs.frozen
class Sampled:
    """Tables in C at the same point as the real one, one after another in memory; the question of each (seat and
    options); and the tries and the effort it took: effects, draws and answers that were replayed.
    """

    tables: ctypes.Array[ctypes.c_char]
    codes: tuple[int, ...]
    tries: int
    effort: int


class Sampler:
    """Worlds of one game. Raises Unsupported for rules that C does not support or cannot observe, NoCompiler if there
    is no compiler.
    """

    def __init__(self, program: Program) -> None:
        self.lib = lib = watched_library(program)
        place, number, word = ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint64
        lib.rulelang_watch_size.restype = number
        lib.rulelang_watch_tell.restype = lib.rulelang_watch_worlds.restype = number
        lib.rulelang_watch_stands.restype = number
        lib.rulelang_watch_tell.argtypes = [place, place, place, number, place, number, place, number, word]
        lib.rulelang_watch_worlds.argtypes = [*(place,) * 5, number, word, number, place, place]
        self.parts = lib.rulelang_watch_outcomes, lib.rulelang_watch_answers
        for part in self.parts:
            part.argtypes, part.restype = [place, place], ctypes.POINTER(ctypes.c_int32)
        lib.rulelang_table_size.restype = lib.rulelang_policy_size.restype = number
        self.policy_size = int(lib.rulelang_policy_size())
        self.size, self.shift = int(lib.rulelang_table_size()), seat_bits(program.players)
        self.watch = ctypes.create_string_buffer(int(lib.rulelang_watch_size()))
        self.stand = ctypes.create_string_buffer(int(lib.rulelang_watch_stands()))
        self.start = (ctypes.c_char * self.size)()

    def tell(self, seat: int, outcomes: Sequence[int], answers: Sequence[int], seed: int = 0) -> bool:
        """Prepares for a seat, with a history built from what it was told and a seed; false if there is none. That
        history counts as the last one made, until another is tried.
        """
        drawn, given = (ctypes.c_int32 * len(outcomes))(*outcomes), (ctypes.c_int32 * len(answers))(*answers)
        past = drawn, len(outcomes), given, len(answers), seed
        return bool(self.lib.rulelang_watch_tell(self.start, self.watch, self.stand, seat, *past) > 0)

    def worlds(self, seed: int, many: int, tries: int = TRIES, effort: int = NO_LIMIT) -> Sampled:
        """Other histories for the seat that was prepared last: at most this many, each after some tries, until the
        effort is used up.
        """
        tables, codes, tried = (ctypes.c_char * (self.size * many))(), (ctypes.c_int64 * many)(), ctypes.c_int64()
        left, past = ctypes.c_int64(effort), (self.start, self.watch, self.stand)
        spent = ctypes.byref(tried), ctypes.byref(left)
        found = self.lib.rulelang_watch_worlds(*past, tables, codes, many, seed, tries, *spent)
        return Sampled(tables, tuple(codes[:found]), tried.value, left.value)

    def sample(self, seed: int, tries: int = TRIES) -> Sampled | None:
        """One of them; None if none is found."""
        made = self.worlds(seed, 1, tries)
        return made if made.codes else None

    def past(self) -> tuple[list[int], list[int]]:
        """The outcomes of draws and the answers of the history that was made last."""
        size = ctypes.c_int64()
        found = []
        for part in self.parts:
            numbers = part(self.watch, ctypes.byref(size))
            found.append(numbers[: size.value])
        return found[0], found[1]
