"""Step builds: a loop in Python that answers each question, by tables and by the matches of the public interface; and
rollouts, which play on from a table by themselves.
"""

from __future__ import annotations

import sys

from engines import PYTHON, REFERENCE, SEED, C
from timing import Batch

from rulelang import Game
from rulelang.native.host.cc import NoCompiler
from rulelang.native.host.select import Stepper, stepper
from rulelang.native.plan.nodes import Unsupported
from rulelang.play.executor import shortcut

MATCH = "unseen match"
LOOKED_AT = "match looked at"
ROLLED = "rollouts in C"
ENGINES = {REFERENCE: "reference", PYTHON: "python", C: "c"}


def steps(game: Game) -> dict[str, Batch]:
    """Every engine that can be had for a game."""
    shortcut(game.program).make()
    found = {MATCH: matched(game, look=False), LOOKED_AT: matched(game, look=True)}
    for name, engine in ENGINES.items():
        try:
            tables = stepper(game.program, engine)
        except (NoCompiler, Unsupported) as problem:
            print(f"{game.title}: no {name}: {problem}", file=sys.stderr)
            continue
        found[name] = answered(tables)
        if name == C:
            found[ROLLED] = rolled(tables)
    return found


def answered(tables: Stepper) -> Batch:
    """Answers by a simple generator, so that hardly any time is spent on them."""

    def run(first: int, games: int) -> int:
        decisions, lot = 0, first
        for game in range(first, first + games):
            table = tables.start(SEED, game)
            while table.seat:
                lot = lot * 1103515245 + 12345 & 0x7FFFFFFF
                table.choose((lot >> 8) % table.options)
            decisions += table.asked
        return decisions

    return run


def matched(game: Game, look: bool) -> Batch:
    """The same answers to matches. `look`: at the name of every question."""

    def run(first: int, games: int) -> int:
        decisions, lot = 0, first
        for number in range(first, first + games):
            match = game.start(SEED, index=number)
            while decision := match.decision:
                lot = lot * 1103515245 + 12345 & 0x7FFFFFFF
                if look:
                    decision.name  # noqa: B018
                match.choose((lot >> 8) % len(decision.options))
            decisions += len(match.acts)
        return decisions

    return run


def rolled(tables: Stepper) -> Batch:
    """Rollouts from one table at its first question, one call each."""
    table = tables.start(SEED)
    return lambda first, games: sum(table.rollout(SEED, game).asked for game in range(first, first + games))
