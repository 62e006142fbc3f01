"""Everything that can be reported about a rules file before it is played.

A file is linked and checked as it stands, then with each of its variants and with the variants each test asks for; the
typed game is lowered for every number of players. A problem that several of these find is reported once.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence

import attrs

from rulelang import ir
from rulelang.analysis.report import leaks
from rulelang.base import limits
from rulelang.base.files import Shelf
from rulelang.base.frozen import Frozen, frozen
from rulelang.base.limits import EXHAUSTED, Allowance
from rulelang.base.source import Source
from rulelang.check import check
from rulelang.check.lints import find_unreached, lint_menus, never_reached
from rulelang.check.proofs import variants_of
from rulelang.diagnostics import Diagnostic, problem, too_much, unique
from rulelang.diagnostics.model import Label
from rulelang.link import Linked, link
from rulelang.link.linker import Reader, read_once
from rulelang.lower import lower
from rulelang.lower.large_choices import large_choices
from rulelang.lower.slow_expressions import slow_expressions
from rulelang.syntax import nodes
from rulelang.syntax.scan import check_words

Variants = tuple[str, ...]


@frozen
class Examined(Frozen):
    """The result for a file: its games by active variants, and its problems."""

    linked: Linked | None
    games: dict[Variants, ir.Game]
    problems: list[Diagnostic]

    @property
    def game(self) -> ir.Game | None:
        """The game without variants, if it has no errors."""
        return self.games.get(())

    @property
    def errors(self) -> list[Diagnostic]:
        return [each for each in self.problems if each.severity == "error"]

    def tests(self) -> Iterator[tuple[ir.Game, ir.Test]]:
        """Every test, with the game it is written for."""
        for game in self.games.values():
            for test in game.tests:
                yield game, test


class Examiner:
    """How one form of a game is examined. A caller that examines a file repeatedly may cache the results."""

    def check(self, linked: Linked) -> tuple[ir.Game | None, list[Diagnostic]]:
        return check(linked)

    def tables(self, game: ir.Game, work: Allowance) -> list[Diagnostic]:
        """The problems of a checked game at some number of players."""
        return [*examine_tables(game, work), *lint_menus(game)]

    def find_unreached(self, game: ir.Game) -> dict[str, ir.Proc | ir.Menu]:
        return find_unreached(game)


def examine(
    source: Source, mods: Sequence[Source] = (), reader: Reader = read_once, shelf: Shelf | None = None
) -> Examined:
    """Link, check and lower a file in every form that its own text asks for.

    Other files are taken from the `shelf` if they are there: it holds texts that an editor has not saved yet.
    """
    *_, last = examining(source, mods, reader, shelf)
    return last


def examining(
    source: Source,
    mods: Sequence[Source] = (),
    reader: Reader = read_once,
    shelf: Shelf | None = None,
    examiner: Examiner | None = None,
) -> Iterator[Examined]:
    """The same step by step, for callers that cannot wait or may give up on the way.

    The first result has the problems of the file as it stands, for no number of players; the last has all.
    """
    try:
        yield from examine_all(source, mods, functools.cache(reader), shelf, examiner or Examiner())
    except EXHAUSTED as error:
        yield Examined(None, {}, [too_much(error, source)])


def examine_all(
    source: Source, mods: Sequence[Source], reader: Reader, shelf: Shelf | None, examiner: Examiner
) -> Iterator[Examined]:
    """The same; raises if a limit is exceeded."""
    linked, problems = link(source, (), mods, reader, shelf)
    sound = not any(each.severity == "error" for each in problems)
    games: dict[Variants, ir.Game] = {}
    if linked is None:
        yield Examined(None, games, unique(problems))
        return
    work = Allowance(limits.current().constants)
    for found in examine_one(linked, (), games if sound else {}, work, examiner):
        problems += found
        if not sound:
            problems = [each for each in problems if each.code != "R218"]  # the mod's own errors say more
        yield partial_result(linked, games, problems)
    problems += impossible_tests(linked)
    if () in games:
        wanted = settings(linked)
        limits.check(len(wanted), "linkings", source.line_span())
        check_words((source, *mods), len(wanted), "checked_words")
        for variants in wanted:
            changed, more = link(source, variants, mods, reader, shelf)
            problems += more
            for found in examine_one(changed, variants, games, work, examiner) if changed is not None else ():
                problems += found
                yield partial_result(linked, games, problems)
    if not any(each.severity == "error" for each in problems):
        last = linked.mods[-1].span.source.name if linked.mods else source.name
        theirs = {touch.key for touch in linked.touched}
        missed = never_reached([*map(examiner.find_unreached, games.values())], theirs)
        problems += [each for each in missed if each.span.source.name == last]
    yield partial_result(linked, games, problems)


def partial_result(linked: Linked, games: dict[Variants, ir.Game], problems: list[Diagnostic]) -> Examined:
    """The result so far, without consequential problems."""
    own = [each for each in problems if each.code != "R420" or not is_below(linked, each)]
    return Examined(linked, games, [blame_change(linked, each) for each in together(first_causes(unique(own)))])


def is_below(linked: Linked, found: Diagnostic) -> bool:
    """Whether a problem lies in the base of a mod. A look of something that a mod removes is nobody's mistake."""
    return bool(linked.mods) and found.span.source.name != linked.mods[-1].span.source.name


def blame_change(linked: Linked, found: Diagnostic) -> Diagnostic:
    """A problem that a mod causes in its base is shown with the responsible change, if the change's name is on the same
    line.
    """
    files = {head.span.source.name for head in linked.mods}
    if not files or found.span.source.name in files or len(found.labels) > 1:
        return found
    names = set(re.findall(r"\w+", found.span.source.line(found.line)))
    for touch in linked.touched:
        if touch.key in names and touch.span.source.name in files:
            label = Label(touch.span, f"`{touch.by}` changes `{touch.key}` here")
            return attrs.evolve(found, labels=(*found.labels, label))
    return found


# Problems that one wrong type can cause on the same line.
TYPES = {f"R{number}" for number in range(305, 330)}


def first_causes(problems: list[Diagnostic]) -> list[Diagnostic]:
    """Drop consequential problems: on a line that cannot be parsed all others, of several wrong types all but the
    first.
    """
    unread = {where(each) for each in problems if each.code.startswith("R1")}
    typed: set[tuple[str, int]] = set()
    kept = []
    for each in problems:
        if not each.code.startswith("R1") and where(each) in unread:
            continue
        if each.code in TYPES and where(each) in typed:
            continue
        typed |= {where(each)} if each.code in TYPES else set()
        kept.append(each)
    return kept


OFTEN = 3
NAMED = {
    "R204", "R207", "R306", "R307", "R321", "R322", "R331", "R333", "R335", "R348", "R349", "R352", "R356",
    "R391",
}  # fmt: skip


def together(problems: list[Diagnostic]) -> list[Diagnostic]:
    """Three or more equal reports on one name are one mistake, most likely in the declaration of the name."""
    places: dict[tuple[str, str], list[Diagnostic]] = {}
    for each in problems:
        places.setdefault((each.code, each.title), []).append(each)
    kept = []
    for each in problems:
        same = places[each.code, each.title]
        if each.code not in NAMED or len(same) < OFTEN:
            kept.append(each)
        elif each is same[0]:
            also = tuple(Label(other.span, "here too") for other in same[1:OFTEN])
            title = f"{each.title} (used {len(same)} times)"
            kept.append(attrs.evolve(each, title=title, labels=(*each.labels, *also)))
    return kept


def where(each: Diagnostic) -> tuple[str, int]:
    return each.span.source.name, each.line


def examine_one(
    linked: Linked, variants: Variants, games: dict[Variants, ir.Game], work: Allowance, examiner: Examiner
) -> Iterator[list[Diagnostic]]:
    """Check one form of the game; if it has no errors, for every number of players."""
    game, problems = examiner.check(linked)
    yield problems
    if game is not None and not linked.lost:
        games[variants] = game
        if not linked.unsound:  # what was not judged has no value at a table
            yield examiner.tables(game, work)


def examine_tables(game: ir.Game, work: Allowance) -> Iterator[Diagnostic]:
    """The problems of a game for some number of players."""
    for players in game.players:
        program, problems = lower(game, players, {}, folded=False, work=work)
        yield from problems
        if program is None or any(each.severity == "error" for each in problems):
            continue  # the program is incomplete
        if players == game.players[0]:
            yield from leaks(program)
        if players == game.players[-1]:
            yield from large_choices(program)
            yield from slow_expressions(program)


def settings(linked: Linked) -> list[Variants]:
    """Each variant alone, and each set of variants that a test is for, in the order of declaration."""
    wanted: list[Variants] = [(name,) for name in linked.variants]
    for test in linked.tests:
        asked = set(variants_of(test, linked.variants))
        ordered = tuple(name for name in linked.variants if name in asked)
        if ordered and ordered not in wanted and not conflicting_variants(linked, ordered):
            wanted.append(ordered)
    return wanted


def conflicting_variants(linked: Linked, variants: Sequence[str]) -> tuple[str, nodes.Word] | None:
    """Two of these variants that exclude each other: one, and the place where it excludes the other."""
    for name in variants:
        for other in linked.variants[name].excludes:
            if str(other) in variants:
                return name, other
    return None


def impossible_tests(linked: Linked) -> list[Diagnostic]:
    """Tests with variants that exclude each other."""
    found = []
    for test in linked.tests:
        pair = conflicting_variants(linked, variants_of(test, linked.variants))
        if pair is not None:
            name, other = pair
            place = next(each.name.span for each in reversed(test.settings) if str(each.name) in (name, str(other)))
            also = [(other.span, "excluded here")]
            found.append(problem("R214", place, name=name, other=other, also=also))
    return found
