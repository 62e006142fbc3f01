"""A game loaded for one table: `load` reads, links, checks and lowers the rules; `Game.start` begins a match.

The same file can be loaded for other players, options, variants and mods; each is a game of its own.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from rulelang import ir
from rulelang.analysis.report import leaks
from rulelang.base.files import Shelf
from rulelang.base.limits import EXHAUSTED, Limits, applied
from rulelang.base.source import Source, source_name
from rulelang.check import PLAYABLE, check
from rulelang.diagnostics import Diagnostic, too_much
from rulelang.engine.data import to_json
from rulelang.link import link
from rulelang.lower import lower
from rulelang.play.actions import Actions, Choice, all_choices
from rulelang.play.answers import Answers
from rulelang.play.errors import LoadError, problems_text
from rulelang.play.finding import find_mods, find_source
from rulelang.play.match import Match, begin
from rulelang.play.record import replay
from rulelang.play.settings import check_options, check_players, check_variants, refused
from rulelang.present.texts import at_table
from rulelang.program import Program


@attrs.frozen(eq=False, repr=False)
class Game:
    """Rules, players and options: all that is known before the first draw."""

    program: Program
    name: str
    """The name of the file, without folder and ending."""
    mods: tuple[str, ...]
    answers: Answers
    warnings: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        return f"<Game “{self.title}” for {self.players} players>"

    @property
    def typed(self) -> ir.Game:
        """The typed game."""
        return self.program.game

    @property
    def title(self) -> str:
        return self.typed.title

    @property
    def text(self) -> str:
        return self.typed.text

    @property
    def credits(self) -> tuple[str, ...]:
        return self.typed.credits

    @property
    def players(self) -> int:
        """How many play at this table."""
        return self.program.players

    @property
    def counts(self) -> tuple[int, ...]:
        """How many can play it."""
        return self.typed.players

    @property
    def options(self) -> dict[str, Any]:
        """The value of every option at this table, as JSON and as `load` takes it."""
        types = {name: option.type for name, option in self.typed.options.items()}
        return {name: to_json(self.program, value, types[name], str) for name, value in self.program.options.items()}

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that are played at this table."""
        return self.typed.active

    def actions(self) -> Actions:
        """All that can be answered in this game, by a fixed number."""
        return Actions.of(self.answers)

    def decisions(self) -> tuple[Choice, ...]:
        """All questions that this game can ask: name, kind and values."""
        return all_choices(self.answers)

    def start(self, seed: int = 0, *, chance: Any = None, index: int = 0) -> Match:
        """Begin a match: game number `index` of a run with this seed.

        `chance` supplies draws instead of the seed: a list of outcomes, a dictionary by number of draw, or a
        function of the draw that may give None.
        """
        return begin(self, seed, index, chance)

    def replay(self, record: object, *, anyway: bool = False) -> Match:
        """The match of a record; with `anyway`, also where the rules have changed since, answers found by value."""
        return replay(self, record, anyway)


def load(
    name: str | os.PathLike[str],
    *,
    players: int | None = None,
    variants: Iterable[str] = (),
    options: Mapping[str, object] | None = None,
    mods: Iterable[str | os.PathLike[str]] = (),
    limits: Limits | None = None,
) -> Game:
    """The game in a file, or a bundled game by name, for a number of players (the least it is for, if not given).

    `limits` bound what the rules may ask for, now and in play; `Limits.none()` is for rules that you trust. Raises
    `LoadError`: its text is one plain sentence a problem, its `diagnostics` are the problems in the rules.
    """
    with applied(limits):
        source = find_source(name)
        return assemble(source, players, listed(variants), dict(options or {}), find_mods(listed(mods), source))


def listed(names: Iterable[Any]) -> tuple[Any, ...]:
    """Some names; one name by itself is a list of one."""
    return (names,) if isinstance(names, str | os.PathLike) else tuple(names)


def assemble(
    source: Source,
    players: int | None,
    variants: Sequence[str],
    options: Mapping[str, object],
    mods: Sequence[Source],
    shelf: Shelf | None = None,
) -> Game:
    """The game of a text that is at hand; `shelf` has files that it stands on."""
    try:
        return assembled(source, players, variants, options, mods, shelf)
    except EXHAUSTED as error:
        found = too_much(error, source)
        raise LoadError(problems_text([found]), [found]) from None


def assembled(
    source: Source,
    players: int | None,
    variants: Sequence[str],
    options: Mapping[str, object],
    mods: Sequence[Source],
    shelf: Shelf | None,
) -> Game:
    """The same; raises what exceeds a limit."""
    linked, problems = link(source, variants, mods, shelf=shelf)
    if linked is None:
        raise LoadError(problems_text(problems), problems)
    check_variants(linked, variants)
    stop_at_errors(problems)
    typed, found = check(linked)
    problems = [*problems, *found]
    stop_at_errors(problems)
    assert typed is not None
    check_options(typed, options)
    program, found = lower(typed, check_players(typed, players), dict(options))
    if sentence := refused(found):
        raise LoadError(sentence, found)
    program = at_table(program)
    problems = [*problems, *found, *leaks(program)]
    stop_at_errors(problems)
    names = tuple(source_name(mod.name) for mod in mods)
    return Game(program, source_name(source.name), names, Answers.of(program), tuple(problems))


def stop_at_errors(problems: Iterable[Diagnostic]) -> None:
    errors = [each for each in problems if each.severity == "error" and each.code not in PLAYABLE]
    if errors:
        raise LoadError(problems_text(errors), errors)
