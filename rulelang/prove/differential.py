"""Differential testing: do the generated engines play as the reference does? Each plays one game, move by move.

The reference defines what rules mean, so a generated engine that differs is wrong. The game is shown up to the first
difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from rulelang.base.source import common_prefix
from rulelang.engine.errors import RuleError
from rulelang.native.build import Build
from rulelang.native.host.cc import NoCompiler
from rulelang.native.host.playout import Outcome as Played
from rulelang.native.host.playout import Play, generated_c, generated_python, reference
from rulelang.native.plan.nodes import Unsupported
from rulelang.play.match import Game
from rulelang.program import Program
from rulelang.prove.faults import fault
from rulelang.prove.plan import Plan, deviations
from rulelang.prove.play import Outcome
from rulelang.prove.tables import Table

Engine = Callable[[Program, Build], Play]

# name: how it is made; C is tried at few tables, since it has to be compiled
PYTHON: dict[str, Engine] = {"generated Python": generated_python}
BOTH: dict[str, Engine] = {**PYTHON, "generated C": generated_c}


def disagreement(game: Game, table: Table, seed: int, engines: dict[str, Engine]) -> Outcome | None:
    """A game that an engine plays differently from the reference; None if they agree or the rules break before."""
    try:
        meant = reference(game.program, traced=True)(seed, 0)
    except RuleError:
        return None
    for name, make in engines.items():
        try:
            played = make(game.program, Build(traced=True))(seed, 0)
        except (Unsupported, NoCompiler):
            continue
        for what, answers in differences(meant, played):
            return report_difference(game, table, seed, meant, answers, f"{name} has {what}")
    return None


def differences(meant: Played, played: Played) -> Iterator[tuple[str, int]]:
    """What differs, and how many answers were the same before."""
    same = common_prefix(meant.choices, played.choices)
    if same < max(len(meant.choices), len(played.choices)):
        yield f"another answer or other options at question {same + 1}", same
    for field in attrs.fields(Played):
        if getattr(meant, field.name) != getattr(played, field.name):
            yield f"other {field.name}", same


def report_difference(game: Game, table: Table, seed: int, meant: Played, answers: int, what: str) -> Outcome:
    """The game up to where engines part, written out."""
    taken = [index for _, index, _ in meant.choices[:answers]]
    made = [made for _, made in meant.draws]
    draws, choices = deviations(made), deviations(taken)
    match = game.start(chance=dict(enumerate(made)))
    for index in taken:
        match.choose(index)
    found = fault("R711", detail=what, what=what, seed=seed)
    return Outcome(Plan(table, draws=draws, choices=choices, stop=answers), found, taken, match)
