"""A game loaded for one table: `load` parses, links, checks and lowers the rules; `Game.start` begins a match.

The same file can be loaded with other players, options, variants and mods; each is a separate game.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rulelang import ir
from rulelang.analysis.report import leaks
from rulelang.base.files import Shelf
from rulelang.base.limits import EXHAUSTED, Limits, use_limits
from rulelang.base.source import Source, source_name
from rulelang.check import PLAYABLE, check
from rulelang.check.proofs import variants_of
from rulelang.diagnostics import Diagnostic, too_much
from rulelang.link import Linked, link
from rulelang.lower import lower
from rulelang.play.answers import Answers
from rulelang.play.errors import LoadError, problems_text
from rulelang.play.from_test import beginning_with, test_named
from rulelang.play.match import Game
from rulelang.play.settings import check_options, check_players, check_variants, refusal_of
from rulelang.play.sources import find_mods, find_source
from rulelang.present.texts import at_table
from rulelang.program import Program


def load(
    name: str | os.PathLike[str],
    *,
    players: int | None = None,
    variants: Iterable[str] = (),
    options: Mapping[str, object] | None = None,
    mods: Iterable[str | os.PathLike[str]] = (),
    limits: Limits | None = None,
    test: str | None = None,
) -> Game:
    """The game in a file, or a bundled game by name, for a number of players (by default the fewest it allows).

    With the title of a `test`, it starts from the position of that test, with the players and settings of the test.
    `limits` bound what the rules may use, now and in play; `Limits.none()` is for rules that you trust. Raises
    `LoadError`: its text is one plain sentence per problem, its `diagnostics` are the problems in the rules.
    """
    with use_limits(limits):
        source = find_source(name)
        found = find_mods(as_tuple(mods), source)
        if test is None:
            return assemble(source, players, as_tuple(variants), dict(options or {}), found)
        if players is not None or variants or options:
            raise LoadError("A test says itself for how many players, with what options and variants it is.")
        return assemble(source, None, (), {}, found, test=test)


def load_checked(
    name: str, variants: Sequence[str] = (), options: Mapping[str, object] | None = None, mods: Sequence[str] = ()
) -> tuple[Linked, ir.Game]:
    """The rules of a file or bundled game, linked and checked; refused where `load` refuses them."""
    source = find_source(name)
    with refuse_excess(source):
        linked, typed, problems = check_rules(source, variants, find_mods(tuple(mods), source))
        lower_rules(typed, None, options or {}, problems)
    return linked, typed


def as_tuple(names: Iterable[Any]) -> tuple[Any, ...]:
    """Some names; one name by itself is a list of one."""
    return (names,) if isinstance(names, str | os.PathLike) else tuple(names)


def assemble(
    source: Source,
    players: int | None,
    variants: Sequence[str],
    options: Mapping[str, object],
    mods: Sequence[Source],
    shelf: Shelf | None = None,
    test: str | None = None,
) -> Game:
    """The game of a source that was read already; `shelf` holds the files that it uses."""
    with refuse_excess(source):
        return assemble_within(source, players, variants, options, mods, shelf, test)


@contextmanager
def refuse_excess(source: Source) -> Iterator[None]:
    """Rules that exceed a limit are refused like those that are wrong."""
    try:
        yield
    except EXHAUSTED as error:
        found = too_much(error, source)
        raise LoadError(problems_text([found]), [found]) from None


def assemble_within(
    source: Source,
    players: int | None,
    variants: Sequence[str],
    options: Mapping[str, object],
    mods: Sequence[Source],
    shelf: Shelf | None,
    test: str | None = None,
) -> Game:
    """As `assemble`, but raises what exceeds a limit."""
    _, typed, problems = check_rules(source, variants, mods, shelf, test)
    begun = next((each for each in typed.tests if each.title == test), None)
    if begun is not None:
        typed, players, options = beginning_with(typed, begun), begun.players, begun.settings
    program, problems = lower_rules(typed, players, options, problems, begun is None)
    names = tuple(source_name(mod.name) for mod in mods)
    return Game(program, source_name(source.name), names, Answers.of(program), tuple(problems), begun)


def check_rules(
    source: Source,
    variants: Sequence[str],
    mods: Sequence[Source],
    shelf: Shelf | None = None,
    test: str | None = None,
) -> tuple[Linked, ir.Game, list[Diagnostic]]:
    """The rules of a source with variants (those of a test, where one is named) and mods, and what `check` warns of."""
    linked, problems = link(source, variants, mods, shelf=shelf)
    if linked is None:
        raise LoadError(problems_text(problems), problems)
    if test is not None and (wanted := variants_of(test_named(linked, test), linked.variants)) != tuple(variants):
        return check_rules(source, wanted, mods, shelf, test)
    check_variants(linked, variants)
    stop_at_errors(problems)
    typed, found = check(linked)
    problems = [*problems, *found]
    stop_at_errors(problems)
    assert typed is not None
    return linked, typed, problems


def lower_rules(
    typed: ir.Game, players: int | None, options: Mapping[str, object], problems: list[Diagnostic], whole: bool = True
) -> tuple[Program, list[Diagnostic]]:
    """Checked rules at a table, and all problems; the `whole` game must leak nothing, a test may begin anywhere."""
    check_options(typed, options)
    program, found = lower(typed, check_players(typed, players), dict(options))
    if sentence := refusal_of(found):
        raise LoadError(sentence, found)
    program = at_table(program)
    problems = [*problems, *found, *(leaks(program) if whole else ())]
    stop_at_errors(problems)
    return program, problems


def stop_at_errors(problems: Iterable[Diagnostic]) -> None:
    errors = [each for each in problems if each.severity == "error" and each.code not in PLAYABLE]
    if errors:
        raise LoadError(problems_text(errors), errors)
