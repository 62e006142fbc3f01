"""Mutation testing of rules: `try_mutants(trial, number)` makes small changes and says which of them a test notices.

A mutant that the checker rejects does not count, nor does an equivalent one (see equivalence.py). For the others, the
tests of the file are run, then a few games are played in which nothing may break, least of all an invariant. A mutant
that nothing notices is a rule that no test proves.

Running tests takes the time, so tests are ordered: first those that ran the changed line in the original rules, then
those that ran a line of its declaration or one that names it. The first failure is enough.
"""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
import re
import signal
from collections.abc import Callable, Iterator
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.processes import block_interrupts, ignore_interrupts
from rulelang.base.rng import Dice, shuffle, stream
from rulelang.base.source import Source
from rulelang.prove.mutate import Mutant, mutants
from rulelang.prove.stop import Stop
from rulelang.syntax import nodes, parse
from rulelang.workspace.problems import Examined, examine
from rulelang.workspace.rule_tests import Lowered, prove

GAMES, ANSWERS, LONGEST = 8, 800, 160  # games with a mutant that no test notices; answers in all, and in one of them
SECONDS = 60  # of computing, after which a mutant is held to run on for ever

Key = tuple[tuple[str, ...], str]  # a test: the variants it is for, its title


@attrs.frozen
class Verdict:
    """What became of a mutant. `fate`: refused, same, noticed (`by` what) or unnoticed."""

    mutant: Mutant
    fate: str
    by: str = ""

    @property
    def counts(self) -> bool:
        return self.fate in ("noticed", "unnoticed")


@attrs.frozen
class Trial:
    """How mutants are tried: with these mods, games and answers; `ran` has the lines that each test runs."""

    source: Source
    mods: tuple[Source, ...] = ()
    games: int = GAMES
    answers: int = ANSWERS
    ran: dict[Key, frozenset[int]] = attrs.Factory(dict)

    @classmethod
    def of(cls, source: Source, mods: tuple[Source, ...] = (), games: int = GAMES, answers: int = ANSWERS) -> Trial:
        """A trial that knows what each test runs."""
        return cls(source, mods, games, answers, lines_of_tests(source, mods))

    def __call__(self, mutant: Mutant) -> Verdict:
        return try_mutant(self, mutant)


class TooLong(Exception):
    """A mutant that does not come to an end."""


# ---------------------------------------------------------------- all of them


@attrs.frozen
class Verdicts:
    """What became of the mutants that count; and of how many that do not."""

    counted: list[Verdict]
    same: int = 0
    refused: int = 0
    interrupted: bool = False

    @property
    def unnoticed(self) -> list[Verdict]:
        return [each for each in self.counted if each.fate == "unnoticed"]


def try_mutants(
    trial: Trial, number: int, seed: int = 0, jobs: int | None = None, progress: Callable[[int], None] = lambda _: None
) -> Verdicts:
    """The verdicts on a number of mutants that count, chosen by a seed. Ctrl-C: on those that were tried until then."""
    order = shuffle(mutants(trial.source), Dice(stream(seed)).below)
    verdicts: list[Verdict] = []
    found, interrupted = 0, True
    processes = jobs or os.cpu_count() or 1
    with Stop() as stop, working(trial, order, processes) as judging, contextlib.suppress(KeyboardInterrupt):
        for verdict in judging:
            verdicts.append(verdict)
            found += verdict.counts
            progress(found)
            if found == number:
                break
            stop.raise_if_heard()
        interrupted = False
    fates = [each.fate for each in verdicts]
    counted = sorted([each for each in verdicts if each.counts], key=lambda each: each.mutant.start)
    return Verdicts(counted, fates.count("same"), fates.count("refused"), interrupted)


@contextlib.contextmanager
def working(trial: Trial, order: list[Mutant], jobs: int) -> Iterator[Iterator[Verdict]]:
    """Verdicts in this order, worked out by a number of processes."""
    if jobs == 1:
        yield map(trial, order)
        return
    context = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
    with block_interrupts():
        pool = context.Pool(jobs, initializer=begin, initargs=(trial,))
    with pool:
        yield pool.imap(one_more, order)


TRIAL: list[Trial] = []


def begin(trial: Trial) -> None:
    """What a process does first: Ctrl-C is for the parent."""
    ignore_interrupts()
    TRIAL[:] = [trial]


def one_more(mutant: Mutant) -> Verdict:
    return TRIAL[0](mutant)


# ---------------------------------------------------------------- one of them


def try_mutant(trial: Trial, mutant: Mutant) -> Verdict:
    """Is the change noticed, and by what?"""
    try:
        with at_most(SECONDS):
            return judge(trial, mutant)
    except TooLong:
        return Verdict(mutant, "noticed", "time")
    except Exception as error:
        return Verdict(mutant, "noticed", type(error).__name__)


@contextlib.contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raises TooLong after this many seconds of CPU time, if the system can measure that."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: Any) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def judge(trial: Trial, mutant: Mutant) -> Verdict:
    from rulelang.prove.equivalence import same_game

    source = Source(trial.source.name, mutant.text(trial.source))
    found = examine(source, trial.mods)
    if found.errors:
        return Verdict(mutant, "refused")
    nearest = order_of_tests(trial, mutant)
    for proof in prove(found, order=lambda game, test: nearest(key_of(game, test))):
        if proof.problems or proof.mistake or not (proof.passed or proof.on_purpose):
            return Verdict(mutant, "noticed", proof.test.title)
    if same_game(examine(trial.source, trial.mods), found):
        return Verdict(mutant, "same")
    broken = find_break(trial, source)
    return Verdict(mutant, "noticed", broken) if broken else Verdict(mutant, "unnoticed")


def find_break(trial: Trial, source: Source) -> str | None:
    """The code of what breaks in a few games: at plain tables with every number of players, then with variants."""
    from rulelang.prove.plan import Plan
    from rulelang.prove.play import Watch, play
    from rulelang.prove.tables import Rules, pool

    rules = Rules(source, trial.mods)
    left = trial.answers
    for seed, table in enumerate(pool(rules, trial.games), 1):
        outcome = play(rules, Plan(table, seed, "any", stop=min(left, LONGEST)), Watch(laws=(), replay=False))
        if outcome is not None and outcome.fault is not None:
            return outcome.fault.code
        left -= len(outcome.taken) if outcome is not None else 0
        if left <= 0:
            break
    return None


# ---------------------------------------------------------------- which tests first


def key_of(game: ir.Game, test: ir.Test) -> Key:
    return game.active, test.title


def lines_of_tests(source: Source, mods: tuple[Source, ...]) -> dict[Key, frozenset[int]]:
    """By test: the lines of the file that it runs."""
    from rulelang.prove.coverage import Coverage

    found: Examined = examine(source, mods)
    ran: dict[Key, frozenset[int]] = {}
    lowered = Lowered()
    for game, test in found.tests():
        with Coverage().watching() as coverage:
            lowered.run(game, test)
        units = coverage.of(source)
        ran[key_of(game, test)] = frozenset(unit.span.line for unit in units if unit.ran)
    return ran


def order_of_tests(trial: Trial, mutant: Mutant) -> Callable[[Key], int]:
    """How close a test is to a change: 0 if it runs the line, 1 if it runs what declares or names it, otherwise 2."""
    line = mutant.line(trial.source)
    around = neighbours(trial.source, mutant)

    def nearness(test: Key) -> int:
        ran = trial.ran.get(test, frozenset())
        return 0 if line in ran else 1 if ran & around else 2

    return nearness


def neighbours(source: Source, mutant: Mutant) -> frozenset[int]:
    """The lines of the declaration that is changed, and those that name what it declares."""
    changed = next(each for each in tree_of(source).declarations if each.span.start <= mutant.start < each.span.end)
    first, (last, _) = changed.span.line, source.position(changed.span.end)
    row = re.match(r"\s*\|\s*(\w+)", source.line(mutant.line(source)))
    names = {str(getattr(changed, "name", "")), row[1] if row else ""} - {""}
    lines = {at for at in range(1, len(source.starts) + 1) if names & set(re.findall(r"\w+", source.line(at)))}
    return frozenset(lines | set(range(first, last + 1)))


@functools.lru_cache(maxsize=1)
def tree_of(source: Source) -> nodes.File:
    return parse(source)[0]
