"""Runs the tests of an examined file: its own, and under a mod those of its base.

A base test that a mod lists after `breaks` may fail; if one that is not listed fails, that is a mistake in the mod. A
listed test that still passes is a mistake too, as long as the mod is alone: with other mods, anything may happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from rulelang import ir
from rulelang.check import check
from rulelang.check.proofs import variants_of
from rulelang.diagnostics import Diagnostic
from rulelang.engine.testing import TestResult, run_test
from rulelang.link import Linked, link
from rulelang.link.base_tests import breaks_entry, of_base, own_list, report_broken, still_passes, suspects, without
from rulelang.link.linker import names_test
from rulelang.link.merge import Touch
from rulelang.lower import lower
from rulelang.program import Program
from rulelang.workspace.problems import Examined


@attrs.frozen
class Proof:
    """A test that was run: its program and its result; `mistake` if the mod is to blame for a failure."""

    test: ir.Test
    program: Program
    problems: list[Diagnostic]
    """Why it cannot be run at all."""
    result: TestResult | None
    on_purpose: bool = False
    mistake: Diagnostic | None = None

    @property
    def passed(self) -> bool:
        return self.result is not None and self.result.passed


def prove(
    found: Examined,
    wanted: Callable[[ir.Test], bool] = lambda test: True,
    order: Callable[[ir.Game, ir.Test], int] = lambda game, test: 0,
) -> Iterator[Proof]:
    """Run every wanted test, each at its own table, sorted by `order`."""
    linked = found.linked
    assert linked is not None
    lowered = Lowered()
    for game, test in sorted(found.tests(), key=lambda each: order(*each)):
        if wanted(test):
            proof = lowered.run(game, test)
            yield judge(linked, proof) if of_base(linked, test.span) else proof


class Lowered:
    """Runs tests; a program that several of them share is lowered once."""

    def __init__(self) -> None:
        self.programs: dict[tuple[object, ...], tuple[ir.Game, Program, list[Diagnostic]]] = {}

    def program(self, game: ir.Game, test: ir.Test) -> tuple[Program, list[Diagnostic]]:
        """The program for a test, and the problems that prevent it."""
        key = (id(game), test.players, repr(sorted(test.settings.items())))
        if key not in self.programs:
            self.programs[key] = (game, *lower(game, test.players, test.settings))
        _, program, more = self.programs[key]
        return program, [each for each in more if each.severity == "error"]

    def run(self, game: ir.Game, test: ir.Test) -> Proof:
        program, problems = self.program(game, test)
        return Proof(test, program, problems, None if problems else run_test(program, test))


def run(game: ir.Game, test: ir.Test) -> Proof:
    return Lowered().run(game, test)


def judge(linked: Linked, proof: Proof) -> Proof:
    """A test of the base: broken on purpose, or by mistake."""
    if breaks_entry(linked, proof.test.title) is not None:
        return attrs.evolve(proof, on_purpose=True, problems=[])
    if proof.passed:
        return proof
    if proof.problems:
        why, where = proof.problems[0].title, proof.test.span
        return attrs.evolve(proof, problems=[], mistake=report_broken(linked, "R218", proof.test, why, where))
    assert proof.result is not None
    failure = proof.result.failures[0]
    why = f"{failure.message} (there was {failure.actual})" if failure.actual else failure.message
    change = next(
        (each for each in suspects(linked, proof.test.span)[:TRIED] if passes_without(linked, proof, each)), None
    )
    return attrs.evolve(proof, mistake=report_broken(linked, "R217", proof.test, why, failure.span, change))


TRIED = 12  # changes that are left out, one at a time, to find the one that breaks a test


def passes_without(linked: Linked, proof: Proof, change: Touch) -> bool:
    """Whether a test of the base passes without this change of a mod."""
    mods = [head.span.source for head in linked.mods]
    tests = [test for test in linked.tests if str(test.title) == proof.test.title]
    variants = [name for test in tests for name in variants_of(test, linked.variants)]
    relinked, _ = link(linked.source, variants, mods, without(change))
    game = check(relinked)[0] if relinked is not None else None
    again = [test for test in game.tests if test.title == proof.test.title] if game is not None else []
    return game is not None and any(run(game, test).passed for test in again)


def find_needless_breaks(found: Examined, proofs: list[Proof]) -> list[Diagnostic]:
    """Entries of the mod's own `breaks` whose tests all pass."""
    assert found.linked is not None
    mistakes = []
    for name in own_list(found.linked):
        titles = [str(test.title) for test in found.linked.tests if names_test(name, str(test.title))]
        proved = {each.test.title: each for each in proofs if each.passed}
        if titles and all(title in proved for title in titles):
            mistakes.append(still_passes(found.linked, titles[0], name, proved[titles[0]].test.span))
    return mistakes
