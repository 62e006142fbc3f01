"""A search in C over the tables of a game: which option is best, according to simulations (`rt/c/search.c`)."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import attrs

from rulelang.native.build import seat_bits
from rulelang.native.host.cache import rollout_library, step_library
from rulelang.native.host.cc import library
from rulelang.native.host.policy import Policy
from rulelang.native.host.sampler import Sampler
from rulelang.native.plan.nodes import Unsupported
from rulelang.native.rt import C
from rulelang.program import Program

EXPLORE = 512  # how much what was tried seldom counts, in 1024ths …
WIDELY = 2048  # … and at the question itself, where only the best counts, not how often the others were tried
ONE = 1 << 20  # the largest reward, and the odds of what is taken for sure
TRUST = 1024  # how much what a policy holds likely counts, in 1024ths
PARTS = (
    "work_take", "work_give", "work_row", "work_lay", "work_step", "work_key", "work_roll", "policy_ask",
    "work_keep", "work_back", "table_start", "table_key", "work_standing", "policy_step", "policy_keys",
)  # fmt: skip
ASKED = "asked"  # what a value calls whether a seat is asked
ROLL = "work_roll"  # of a library of its own, where there is one


class Rules(ctypes.Structure):
    """As in C: the functions that play a game, and what its results mean."""

    _fields_ = [
        *((name, ctypes.c_void_p) for name in PARTS),
        *((name, ctypes.c_int64) for name in ("memory", "width", "players", "seat_bits", "most", "win")),
    ]


class RawPolicy(ctypes.Structure):
    _fields_ = [("at", ctypes.c_void_p), ("odds", ctypes.c_void_p), ("explore", ctypes.c_int64)]


class RawValue(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_int64) for name in ("standings", "stages")),
        ("wanted", ctypes.c_char_p),
        *((name, ctypes.POINTER(ctypes.c_int64)) for name in ("low", "high", "weights")),
    ]


@attrs.frozen
class World:
    """A position in C: its table, and in one number who is asked there and how many options there are."""

    table: Any
    code: int


@attrs.frozen
class Worlds:
    """Several worlds: their tables are one after another in memory."""

    tables: bytes
    codes: Any
    many: int

    @classmethod
    def of(cls, tables: Sequence[Any], codes: Sequence[int]) -> Worlds:
        return cls(b"".join(tables), (ctypes.c_int64 * len(codes))(*codes), len(codes))


@attrs.frozen
class Told:
    """For each question of a seat: how it saw the table, how many options it had, and what it answered."""

    numbers: Any
    many: int


@attrs.frozen
class Found:
    """For each option: how often it was tried, and its mean result, from 0 to 1.

    `points`: how far ahead of the mean of the others that was; if the rules count no points, the share of games won.
    `priors`: how likely a policy considered it; empty without one.
    """

    visits: tuple[int, ...]
    means: tuple[float, ...]
    points: tuple[float, ...]
    priors: tuple[float, ...] = ()

    @property
    def simulations(self) -> int:
        return sum(self.visits)


def add_up(found: Sequence[Found]) -> Found:
    """Merges the results of several searches."""
    columns = range(len(found[0].visits))
    visits = tuple(sum(each.visits[at] for each in found) for at in columns)

    def mean(values: Sequence[Sequence[float]]) -> tuple[float, ...]:
        sums = (sum(each.visits[at] * own[at] for each, own in zip(found, values)) for at in columns)
        return tuple(total / max(1, number) for total, number in zip(sums, visits))

    if len(found) == 1:
        return found[0]
    means, points = mean([each.means for each in found]), mean([each.points for each in found])
    return Found(visits, means, points, found[0].priors)


@lru_cache(maxsize=1)
def searching() -> ctypes.CDLL:
    """The search library; it is the same for every game."""
    lib = library("".join((C / name).read_text(encoding="utf-8") for name in ("search.c", "regret.c", "fit.c")))
    word, number, place = ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p
    lib.rulelang_search_new.argtypes, lib.rulelang_search_new.restype = [*(place,) * 3, *(number,) * 3, word], place
    lib.rulelang_fit.argtypes = [place, place, number, number, word, *(number,) * 3, *(place,) * 5]
    lib.rulelang_fit.restype = number
    lib.rulelang_search_run.argtypes = [place, place, number, place, number, number, place, number]
    lib.rulelang_search_read.argtypes = [place, place, place, place, place, number]
    lib.rulelang_search_run.restype = lib.rulelang_search_read.restype = number
    lib.rulelang_search_free.argtypes = lib.rulelang_whole_free.argtypes = [place]
    lib.rulelang_whole_new.argtypes, lib.rulelang_whole_new.restype = [place, number, word], place
    lib.rulelang_whole_run.argtypes, lib.rulelang_whole_run.restype = [place, number], number
    lib.rulelang_whole_read.argtypes = [place, place, number, number, *(place, number) * 2, place]
    lib.rulelang_whole_read.restype = number
    return lib


class Searcher:
    """Searches in one game. Raises Unsupported for rules that C does not support, NoCompiler if there is no compiler.
    """

    def __init__(self, program: Program, win: bool = False) -> None:
        self.sampler = sampler_of(program)
        self.players, self.search = program.players, searching()
        self.lib = lib = self.sampler.lib if self.sampler is not None else step_library(program)
        lib.rulelang_table_relive.restype = ctypes.c_int64
        place, number = ctypes.c_void_p, ctypes.c_int64
        lib.rulelang_table_relive.argtypes = [place, *(place, number) * 2, number, place, place]
        winner = program.game.winner
        criteria = winner.criteria if winner is not None else ()
        self.size, self.shift = int(lib.rulelang_table_size()), seat_bits(program.players)
        self.rolls = lib if self.sampler is None else rollout_library(program)
        homes = ((self.rolls if name == ROLL else lib, name) for name in PARTS)
        parts = [address(getattr(home, f"rulelang_{name}", None)) for home, name in homes]
        most = criteria[0][0] if criteria else True
        memory = self.sampler.policy_size if self.sampler is not None else 0
        numbers = (memory, int(lib.rulelang_table_width()), program.players, self.shift, int(most))
        self.scored = bool(criteria) and not win
        """Are points counted, or only who wins?"""
        self.rules = Rules(*parts, *numbers, int(not self.scored))

    def world(self, outcomes: Sequence[int], answers: Sequence[int]) -> World | None:
        """The position that a history leads to; None if C does not get there, or the game is over there."""
        return self.relive(outcomes, answers, 0)[0]

    def relive(self, outcomes: Sequence[int], answers: Sequence[int], seat: int) -> tuple[World | None, Told]:
        """The same, and what a seat was told at each of its questions on the way."""
        table, many = (ctypes.c_char * self.size)(), ctypes.c_int64()
        told = (ctypes.c_uint64 * (3 * len(answers) + 1))()
        drawn, given = (ctypes.c_int32 * len(outcomes))(*outcomes), (ctypes.c_int32 * len(answers))(*answers)
        past = drawn, len(outcomes), given, len(answers), seat, told
        code = self.lib.rulelang_table_relive(table, *past, ctypes.byref(many))
        return World(table, code) if code > 0 else None, Told(told, many.value)

    def question(self, world: World) -> tuple[int, int]:
        """Who is asked, and how many options there are."""
        return world.code & ((1 << self.shift) - 1), world.code >> self.shift

    def begin(
        self, seat: int, seed: int, policy: Policy | None = None, widely: bool = True, value: Any = None
    ) -> Search:
        """A search for a seat that is asked. `widely`: it looks for the best option, and tries all of them often; else
        options are tried as often as they are worth it.
        """
        return Search(self, seat, seed, policy, WIDELY if widely and value is None else EXPLORE, value)

    @cached_property
    def standings(self) -> tuple[list[str], list[str]]:
        """What a value looks at, by name: for each seat (the last one says whether it is asked), and for the table."""
        if self.sampler is None:
            return [], []
        self.lib.rulelang_standing_names.restype = ctypes.c_char_p
        seats, stages = self.lib.rulelang_standing_names().decode().split("\n\n")
        return [*seats.split("\n")[1:], ASKED], stages.split("\n")[1:]


def sampler_of(program: Program) -> Sampler | None:
    """Makes worlds in C; None for rules that cannot be observed there."""
    try:
        return Sampler(program)
    except Unsupported:
        return None


def address(function: Any) -> int | None:
    return None if function is None else ctypes.cast(function, ctypes.c_void_p).value


def raw_policy(policy: Policy | None) -> RawPolicy | None:
    return None if policy is None else RawPolicy(ctypes.addressof(policy.at), policy.odds, TRUST)


class Search:
    """The search of a seat: it can be continued as long as it is open."""

    def __init__(
        self, searcher: Searcher, seat: int, seed: int, policy: Policy | None, at_root: int, value: Any = None
    ) -> None:
        self.searcher, self.lib, self.policy, self.value = searcher, searcher.search, policy, value
        given = raw_policy(policy), None if value is None else value.raw
        places = (None if each is None else ctypes.byref(each) for each in (searcher.rules, *given))
        self.at = self.lib.rulelang_search_new(*places, seat, EXPLORE, at_root, seed)
        if not self.at:
            raise MemoryError

    def run(self, worlds: Worlds, simulations: int, ahead: Sequence[int] = ()) -> None:
        """Runs this many more simulations, alternating over some worlds; the seat has given the answers `ahead` in
        each.
        """
        given = (ctypes.c_int32 * max(1, len(ahead)))(*ahead)
        places = worlds.tables, self.searcher.size, worlds.codes, worlds.many
        self.lib.rulelang_search_run(self.at, *places, simulations, given, len(ahead))

    def read(self, options: int) -> Found:
        """What was found for a question with this many options."""
        visits, sums, ahead, priors = ((ctypes.c_int64 * options)() for _ in range(4))
        self.lib.rulelang_search_read(self.at, visits, sums, ahead, priors, options)
        means = tuple(total / (number * ONE) if number else 0.0 for number, total in zip(visits, sums))
        others = max(self.searcher.players - 1, 1)
        points = tuple(total / (number * others) if number else 0.0 for number, total in zip(visits, ahead))
        likely = tuple(each / ONE for each in priors) if any(priors) else ()
        return Found(tuple(visits), means, points if self.searcher.scored else means, likely)

    def close(self) -> None:
        at, self.at = self.at, None
        if at:
            self.lib.rulelang_search_free(at)

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()


class Whole:
    """A small game solved as a whole: how often each option is taken in each information set (`rt/c/regret.c`).

    `known`: has it solved the game? It does not solve games that are too large.
    """

    def __init__(self, searcher: Searcher, games: int, seed: int) -> None:
        self.lib = searcher.search
        self.at = self.lib.rulelang_whole_new(ctypes.byref(searcher.rules), searcher.size, seed)
        if not self.at:
            raise MemoryError
        self.known = bool(self.lib.rulelang_whole_run(self.at, games))

    def read(self, world: World, seat: int, told: Told, options: int, ahead: Sequence[int] = ()) -> tuple[int, ...]:
        """How often each option of the question is taken that a seat comes to from there; nothing if it is unknown."""
        given, taken = (ctypes.c_int32 * max(1, len(ahead)))(*ahead), (ctypes.c_int64 * max(64, options))()
        past = told.numbers, told.many, given, len(ahead), taken
        found = self.lib.rulelang_whole_read(self.at, world.table, world.code, seat, *past)
        return tuple(taken[:options]) if found == options and any(taken) else ()

    def __del__(self) -> None:
        at, self.at = getattr(self, "at", None), None
        if at:
            self.lib.rulelang_whole_free(at)
