"""Generated Python at three levels: the bolder the code, the faster it is, and the sooner it gives up.

A bold engine computes values before it knows that they are needed, and draws as if no random word were uneven. If it
bails out, a less bold engine replays the game, and finally one that computes everything in place. All give the same
results.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulelang.native.build import Build
from rulelang.native.host.supply import Supply
from rulelang.native.passes.cse import share
from rulelang.native.passes.inline import inline
from rulelang.native.passes.licm import hoist
from rulelang.native.passes.sources import mark_sources
from rulelang.native.plan.nodes import Plan
from rulelang.native.py.module import python_text
from rulelang.native.rt.py.support import FAILURES
from rulelang.native.totals import EVERY

LEVELS = BOLD, PLAIN, CAREFUL = 0, 1, 2
PATIENCE = 4  # games that an engine may give up, and one in eight of all, before it is left aside

Engine = Callable[..., Any]
"""Plays a game from its streams: scores, winners, questions, words taken, choices, draws. An engine that counts is also
told whether to count offers.
"""


def improve(plan: Plan, build: Build, boldness: int) -> None:
    """Optimizes a plan, at this level of boldness."""
    if boldness != CAREFUL:
        share(plan)
        inline(plan, resting(plan) if build.invariants else frozenset())
        mark_sources(plan)
        hoist(plan, bold=boldness == BOLD, tests=boldness == BOLD)


def resting(plan: Plan) -> frozenset[str]:
    """The procedures whose beginning or end is a rest point that matters to invariants."""
    phases = {name for name, unit in plan.procs.items() if unit.role == "phase"}
    return frozenset(phases.union(*(during for during, _ in plan.invariants))) if plan.invariants else frozenset()


def python_engine(plan: Plan, build: Build, boldness: int) -> Engine:
    """The engine of a plan, which is consumed."""
    improve(plan, build, boldness)
    build = attrs.evolve(build, even=boldness == BOLD)
    space: dict[str, Any] = {}
    exec(compile(python_text(plan, build), "<generated>", "exec"), space)
    engine: Engine = space["table"]()
    return engine


class Engines:
    """The engines of a program, each created when it is first needed."""

    def __init__(self, plan: Callable[[], Plan], build: Build, numpy: bool) -> None:
        self.plan, self.build = plan, build
        first = plan()
        self.words = Supply(first.layout.players, numpy)
        self.made: dict[int, Engine] = {BOLD: python_engine(first, build, BOLD)}
        self.games = 0
        self.given_up = dict.fromkeys(LEVELS, 0)

    def play(self, seed: int, game: int) -> Any:
        """The result of a game; None if every engine bails out."""
        self.games += 1
        offering = (game % EVERY == 0,) if self.build.statistics else ()
        for level in LEVELS:
            if level != CAREFUL and self.given_up[level] > PATIENCE + self.games // 8:
                continue
            if level not in self.made:
                self.made[level] = python_engine(self.plan(), self.build, level)
            try:
                found = self.made[level](self.words.streams(seed, game, level == BOLD), *offering)
            except FAILURES:
                self.given_up[level] += 1
                continue
            self.words.learn(found[3])
            return found
        return None
