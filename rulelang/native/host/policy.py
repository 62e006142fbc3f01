"""Policies in C (`rt/c/policy.h`): they weigh the options of a question, and learn from self-play.

The result depends only on the rules, the seed and the number of games: all numbers are integers, and what several
threads learn from their part of a batch is added up, which gives the same in any order.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from rulelang.base.rng import fold
from rulelang.native.host.cache import watched_library
from rulelang.program import Program

WEIGHTS = 1 << 14
SHARES = 2520  # of a win
GRAIN = 11  # bits of a weight that are not kept


class Policies:
    """The policies of one game. Raises Unsupported for rules that C does not support or cannot observe, NoCompiler if
    there is no compiler.
    """

    def __init__(self, program: Program) -> None:
        self.lib = lib = watched_library(program)
        place, number, word = ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint64
        lib.rulelang_policy_size.restype = number
        lib.rulelang_policy_begin.argtypes, lib.rulelang_policy_improve.argtypes = [place], [place, number]
        lib.rulelang_policy_begin.restype = lib.rulelang_policy_improve.restype = lib.rulelang_policy_add.restype = None
        lib.rulelang_policy_add.argtypes = [place, place]
        lib.rulelang_policy_learn.argtypes, lib.rulelang_policy_learn.restype = [place, word, number, number], number
        lib.rulelang_policy_weights.argtypes = [place, place]
        lib.rulelang_policy_weights.restype = ctypes.POINTER(ctypes.c_int32)
        lib.rulelang_policy_try.argtypes, lib.rulelang_policy_try.restype = [place, word, number, number, place], None
        lib.rulelang_policy_odds.argtypes, lib.rulelang_policy_odds.restype = [place], place
        self.size = int(lib.rulelang_policy_size())

    def new(self, weights: Sequence[int] = ()) -> Policy:
        """A policy with these weights; without any, all options are equally likely."""
        made = Policy(self, ctypes.create_string_buffer(self.size))
        self.lib.rulelang_policy_begin(made.at)
        if weights:
            raw = (ctypes.c_int32 * len(weights))(*(weight << GRAIN for weight in weights))
            ctypes.memmove(made.weights, raw, ctypes.sizeof(raw))
        return made


class Policy:
    """One policy and its working memory: only one thread may use it at a time."""

    def __init__(self, policies: Policies, at: ctypes.Array[ctypes.c_char]) -> None:
        self.lib, self.at = policies.lib, at
        self.odds = int(self.lib.rulelang_policy_odds(at))
        self.weights = self.lib.rulelang_policy_weights(at, ctypes.byref(ctypes.c_int64()))

    def rounded_weights(self) -> list[int]:
        """Its weights, as they are written to a file."""
        return [weight >> GRAIN for weight in self.weights[:WEIGHTS]]


    def against_random(self, seed: int, games: int) -> tuple[float, float]:
        """The share of games that it wins against players who choose at random, and its standard error."""
        found = (ctypes.c_int64 * 4)()
        self.lib.rulelang_policy_try(self.at, fold(seed), 0, games, found)
        many = max(1, found[0])
        mean = found[1] / many / SHARES
        return mean, (max(0.0, found[2] / many / SHARES**2 - mean * mean) / many) ** 0.5


class Learner:
    """A policy that learns, with as many helpers as there are threads."""

    def __init__(self, program: Program, seed: int, threads: int = 1) -> None:
        policies = Policies(program)
        self.lib, self.seed, self.played = policies.lib, fold(seed), 0
        self.policy, self.helpers = policies.new(), [policies.new() for _ in range(threads)]
        self.pool = ThreadPoolExecutor(threads)

    def batch(self, games: int, rate: int) -> int:
        """Plays this many games and takes a gradient step; returns how many games reached their end."""
        share = -(-games // len(self.helpers))
        parts = [(at * share, max(0, min(share, games - at * share))) for at in range(len(self.helpers))]
        done = sum(self.pool.map(self.play, self.helpers, parts))
        for helper in self.helpers:
            self.lib.rulelang_policy_add(self.policy.at, helper.at)
        self.lib.rulelang_policy_improve(self.policy.at, rate)
        self.played += games
        for helper in self.helpers:
            ctypes.memmove(helper.weights, self.policy.weights, WEIGHTS * 4)
            self.lib.rulelang_policy_add(self.policy.at, helper.at)  # takes over the scale
        return done

    def play(self, helper: Policy, part: tuple[int, int]) -> int:
        return int(self.lib.rulelang_policy_learn(helper.at, self.seed, self.played + part[0], part[1]))
