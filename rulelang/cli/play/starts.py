"""Where a game begins: `--from TEST|PHASE`."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from rulelang.cli.errors import refusal, report_load_errors
from rulelang.diagnostics import nearest
from rulelang.link import link
from rulelang.link.linker import names_test
from rulelang.play.from_test import TRIED, opening, start_at_phase
from rulelang.play.match import Game, Match
from rulelang.play.sources import find_mods, find_source
from rulelang.present.english import pluralize, series
from rulelang.syntax import nodes


@attrs.frozen
class AtTest:
    """The position that a test sets up, after its answers."""

    title: str


@attrs.frozen
class AtPhase:
    """The first time that a phase begins."""

    name: str


@attrs.frozen
class Opening:
    """A match at its first position, and what to say about it."""

    match: Match
    news: str


def find_start(name: str, mods: Sequence[str], words: str) -> AtTest | AtPhase:
    """What the words mean: the name of a phase, the title of a test, the id it begins with, or a part of a title."""
    with report_load_errors():
        source = find_source(name)
        linked, _ = link(source, (), find_mods(mods, source))
    if linked is None:
        return AtTest(words)  # loading the file will report what is wrong with it
    titles = [str(test.title) for test in linked.tests if any(isinstance(part, nodes.When) for part in test.parts)]
    phases = [str(each.name) for each in linked.declared(nodes.Phase)]
    if words in phases:
        return AtPhase(words)
    found = [each for each in titles if names_test(words, each)]
    found = found or [each for each in titles if words.casefold() in each.casefold()]
    if len(found) == 1:
        return AtTest(found[0])
    if found:
        named = series([f"`{each}`" for each in found[:3]])
        raise refusal(f"`{words}` stands in the titles of {len(found)} tests, such as {named}; say more.")
    close = nearest(words, [*titles, *phases])
    help_ = f"did you mean `{close}`?" if close else "name a test that runs something, or a phase."
    raise refusal(f"no test or phase is called `{words}`; {help_}")


def at_test(game: Game, seed: int | None) -> Opening:
    """A match as its test begins, with the test's own randomness unless a seed is given."""
    match, given = opening(game, seed or 0)
    assert game.test is not None
    after = f", after {pluralize(given, 'answer')}" if given else ""
    return Opening(match, f"It begins as the test “{game.test.title}” does{after}.")


def at_phase(game: Game, phase: str, seed: int | None) -> Opening:
    """A match at the beginning of a phase; without a seed, for the first seed from 0 on that gets there."""
    for tried in range(TRIED) if seed is None else (seed,):
        found = start_at_phase(game, phase, tried)
        if found is not None:
            return Opening(found, f"{phase} begins, after {pluralize(len(found.acts), 'answer')} at random.")
    which = f"no game of the seeds 0 to {TRIED - 1} comes" if seed is None else f"the game of seed {seed} does not come"
    raise refusal(f"{which} to `{phase}` when all choose at random; give another `--seed`, or a test.")
