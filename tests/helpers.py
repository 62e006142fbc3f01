"""What the laws of all games are tested with: every setting of every game, and plays.

A play is a setup, a seed and sparse deviations: this draw gives that, this answer is that option; everything else
comes from the seed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import attrs
from hypothesis import settings
from hypothesis import strategies as st

from rulelang import Game, Match, load
from rulelang.base.files import gallery_games
from rulelang.base.rng import Dice, stream
from rulelang.base.source import read_source
from rulelang.check.checker import player_range
from rulelang.engine.runner import Draw, Runner
from rulelang.engine.start import code_of, first_slots
from rulelang.engine.state import State
from rulelang.ir import types as t
from rulelang.link import link
from rulelang.play.evaluate import evaluate
from rulelang.play.match import begin
from rulelang.program import RUNNING

ROOT = Path(__file__).parents[1]
GAMES = {path.stem: path for path in sorted(ROOT.glob("games/*.rules"))}
ALL = {**GAMES, **{path.stem: path for path in sorted(ROOT.glob("examples/*.rules"))}}
EVERY = {**ALL, **gallery_games()}

# The suite tries a share of what a law is tried with: `python tests/sweep.py suite` tries all of it.
WHOLE = bool(os.environ.get("RULELANG_WHOLE"))
SHARE = 1 if WHOLE else 8

# On a build machine the same examples are tried every time; a failure there is a failure everywhere.
settings.register_profile("law", deadline=None, max_examples=100 // SHARE)
settings.register_profile("ci", settings.get_profile("law"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "law")


def examples(number: int, **more: Any) -> settings:
    """How many examples a law is tried with, and its share in the suite."""
    return settings(max_examples=max(number // SHARE, min(number, 2)), **more)


# ---------------------------------------------------------------- settings


@attrs.frozen
class Setup:
    """A game at a table. `options` are pairs, so that a setup can be looked up."""

    name: str
    players: int
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def game(self) -> Game:
        return loaded(self)

    def __str__(self) -> str:
        settings = [*self.variants, *(f"{name}={value}" for name, value in self.options)]
        return f"{self.name}/{self.players} {' '.join(settings)}".strip()


@lru_cache(maxsize=400)
def loaded(setup: Setup) -> Game:
    return load(EVERY[setup.name], players=setup.players, variants=setup.variants, options=dict(setup.options))


@cache
def counts(name: str) -> tuple[int, ...]:
    """How many can play."""
    linked, _ = link(read_source(EVERY[name]))
    return tuple(player_range(linked))


@cache
def variants(name: str) -> tuple[tuple[str, ...], ...]:
    """Every set of variants that may be played together, none first."""
    linked, _ = link(read_source(EVERY[name]))
    known = linked.variants
    sets = [some for size in range(len(known) + 1) for some in combinations(known, size)]
    return tuple(some for some in sets if not excluded(known, some))


def excluded(known: Any, some: tuple[str, ...]) -> bool:
    return any(str(other) in some for name in some for other in known[name].excludes)


@cache
def option_values(name: str, players: int, chosen: tuple[str, ...] = ()) -> dict[str, tuple[Any, ...]]:
    """Each option and its values: all of them, or of a range of numbers both ends, the default and three between."""
    game = loaded(Setup(name, players, chosen))
    return {each: values(game, each) for each in game.options}


def values(game: Game, name: str) -> tuple[Any, ...]:
    option = game.program.game.options[name]
    kind, default = option.type, game.options[name]
    if isinstance(kind, t.Bool):
        return (False, True)
    if isinstance(kind, t.Enum):
        return game.program.members[kind.name]
    if isinstance(kind, t.Optional):
        return (None, *game.program.seats)
    if isinstance(kind, t.List):
        return tuple(" ".join(some) for some in combinations(listed(game, kind), len(default)))
    state = State(game.program, first_slots(code_of(game.program), 0))
    low, high = evaluate(state, option.low), evaluate(state, option.high)
    between = {low + (high - low) * part // 4 for part in (1, 2, 3)}
    return tuple(sorted({low, default, high} | between))


def listed(game: Game, kind: t.List) -> list[str]:
    """The members a list option can be made of: in Mixed Nuts, the gold cards."""
    members = game.program.members[kind.of.name]
    gold = game.program.members["Border"].index("gold") + 1
    return [members[row[0] - 1] for row in game.program.tables["CARD"].rows if row[1] == gold]


@st.composite
def setups(draw: st.DrawFn, names: tuple[str, ...] = tuple(ALL)) -> Setup:
    """A game, players, variants, and one or two options away from their defaults."""
    name = draw(st.sampled_from(names))
    players = draw(st.sampled_from(counts(name)))
    chosen = draw(st.sampled_from(variants(name)))
    known = option_values(name, players, chosen)
    some = draw(st.lists(st.sampled_from(sorted(known)), max_size=2, unique=True)) if known else []
    return Setup(name, players, chosen, tuple((each, draw(st.sampled_from(known[each]))) for each in sorted(some)))


# ---------------------------------------------------------------- plays


@attrs.frozen
class Play:
    """A whole game: a setup, a seed, and the draws and answers that are not as the seed has them."""

    setup: Setup
    seed: int
    draws: dict[int, int] = attrs.Factory(dict)
    answers: dict[int, int] = attrs.Factory(dict)

    def start(self, runner: type[Runner] = Runner) -> Match:
        """The match at its first question; an `Audited` runner counts everything after every effect."""
        return begin(self.setup.game, self.seed, 0, self.draw if self.draws else None, runner)

    def draw(self, draw: Draw) -> int | None:
        outcome = self.draws.get(draw.number)
        return None if outcome is None else outcome % draw.n

    def answer(self, number: int, options: int) -> int:
        """The index of answer `number`: as it deviates, or at random. With a seed for each, a play can be resumed."""
        given = self.answers.get(number)
        return Dice(stream(self.seed, number, 99)).below(options) if given is None else given % options

    def steps(self, match: Match | None = None, most: int = 10**6) -> Iterator[Match]:
        """The match at each question, and at its end."""
        match = match or self.start()
        while match.decision is not None and len(match.acts) < most:
            yield match
            match.choose(self.answer(len(match.acts), len(match.decision.options)))
        yield match

    def end(self, match: Match | None = None, most: int = 10**6) -> Match:
        *_, match = self.steps(match, most)
        return match


@st.composite
def plays(draw: st.DrawFn, names: tuple[str, ...] = tuple(ALL)) -> Play:
    numbers = st.integers(0, 60)
    draws = draw(st.dictionaries(st.integers(0, 150), numbers, max_size=2))
    answers = draw(st.dictionaries(st.integers(0, 150), numbers, max_size=3))
    return Play(draw(setups(names)), draw(st.integers(0, 9999)), draws, answers)


def standing(match: Match) -> list[Any]:
    """Everything that lies on the table, and where chance stands; not what expressions left in their locals."""
    program, s = match.game.program, match.state.slots
    bases = [var.array.base for var in program.vars.values()] + [each.base for each in program.resources.values()]
    first = min([*bases, program.layout.places])
    return [match.decision and (match.decision.seat, match.decision.name), s[:RUNNING], s[first : program.layout.size]]
