"""Searches for a game that breaks: `search(rules, effort)`.

First, known failures from earlier runs are tried. Then Hypothesis draws plans – a table, a seed, a lean, a few
deviations – which the reference plays while all laws are checked. Then generated code plays many games with the
invariants built in. The same seed of the search draws the same games in the same order. Once something has failed, only
the same fault counts; Hypothesis shrinks its plan for a while, and `shrink` continues with its knowledge of games. When
the search is stopped by time or by Ctrl-C, what was found so far is reported. The time limit covers the whole search:
each part must stop at its share.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import attrs
import hypothesis
from hypothesis import strategies as st
from hypothesis.errors import Flaky, NoSuchExample, Unsatisfiable

from rulelang.prove.differential import BOTH, PYTHON, disagreement
from rulelang.prove.failure_store import Known
from rulelang.prove.faults import Fault, fault
from rulelang.prove.plan import LEANS, LUCKS, Plan
from rulelang.prove.play import BUDGET, Outcome, Watch, play
from rulelang.prove.shrink import shrink
from rulelang.prove.stop import Enough, Stop
from rulelang.prove.sweep import Sweep, plain_tables
from rulelang.prove.tables import POOL, Rules, Table, pool

ENOUGH = 20  # games after which what no game has reached is told
MANY = 60  # games beside which compiling a C program is little
T = TypeVar("T")
Progress = Callable[[int, float, str], None]
"""Is told how many games were played, how much of the effort that is, and what is going on."""

# Until which share of the time each part may go on; the rest is for making a failure smaller.
AUDITED, HYPOTHESIS, SWEPT, COMPARED = 0.3, 0.6, 0.8, 0.9


@attrs.frozen
class Effort:
    """How much is played: how many games, how many answers in all, for how many seconds; and how."""

    games: int = 100
    """Played by the reference, with all laws."""
    swept: int = 0
    """Played by generated code, with the invariants."""
    answers: int | None = None
    time: float | None = None
    working: bool = False
    """Is the time that of the processor, which is the same on a busy machine?"""
    seed: int = 0
    budget: int = BUDGET
    shrinking: int = 400_000
    """Events and answers that may be played to make a failure smaller."""
    engines: bool = True
    """Are the generated engines to play the same games?"""
    keep: Path | None = None
    """Where known failures are kept; None for nowhere."""
    tables: tuple[Table, ...] = ()
    """Where to play; if none are named, at this many that the rules allow."""
    pool: int = POOL


@attrs.define
class Result:
    """What a search found, and how far it came."""

    games: int = 0
    answers: int = 0
    seconds: float = 0.0
    failure: Outcome | None = None
    interrupted: bool = False
    entered: set[str] = attrs.Factory(set)
    warnings: list[Fault] = attrs.Factory(list)

    @property
    def passed(self) -> bool:
        return self.failure is None


def search(rules: Rules, effort: Effort, progress: Progress = lambda games, share, what: None) -> Result:
    """Plays many games; stops at the first fault, with the shortest game that has it."""
    hunt = Hunt(rules, effort, progress, Known.of(rules, effort.keep))
    with hunt.stop:
        try:
            hunt.run()
            hunt.sweep()
            hunt.compare()
            hunt.settle()
        except Enough:
            pass
        except KeyboardInterrupt:
            hunt.result.interrupted = True
    hunt.result.interrupted |= hunt.stop.heard
    hunt.result.failure = hunt.result.failure or hunt.best
    hunt.result.seconds = time.monotonic() - hunt.began
    if hunt.result.passed and hunt.audited >= min(ENOUGH, effort.games):
        hunt.result.warnings = find_unreached(rules, hunt.result.entered)
    return hunt.result


def work_time() -> float:
    """CPU seconds of this process and of those it started, such as compilers."""
    return sum(os.times()[:4])


@attrs.define
class Hunt:
    """A search that is going on."""

    rules: Rules
    effort: Effort
    progress: Progress
    known: Known
    stop: Stop = attrs.Factory(Stop)
    result: Result = attrs.Factory(Result)
    best: Outcome | None = None
    began: float = attrs.Factory(time.monotonic)
    worked: float = attrs.Factory(work_time)
    audited: int = 0
    """Games that the reference has played."""
    work: int = 0
    """Events and answers since something was found."""
    data: bytes | None = None
    """The failure as it is kept."""
    tables: dict[Table, None] = attrs.Factory(dict)
    """Where games were played, in order."""

    def run(self) -> None:
        """Tries what is known to fail, then what Hypothesis draws."""
        self.try_known()
        if self.best is not None:
            return
        profile = hypothesis.settings(
            max_examples=self.effort.games,
            database=None,
            derandomize=False,
            deadline=None,
            phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
            print_blob=False,
            verbosity=hypothesis.Verbosity.quiet,
        )
        with contextlib.suppress(Enough, NoSuchExample, Flaky, Unsatisfiable):
            hypothesis.find(plans(self.pool()), self.breaks, settings=profile, random=Random(self.effort.seed))

    def pool(self) -> list[Table]:
        return list(self.effort.tables) or pool(self.rules, self.effort.pool)

    def sweep(self) -> None:
        """Has many games played by generated code."""
        if self.best is not None or not self.effort.swept:
            return
        games = self.effort.games + self.effort.swept - self.result.games
        late = self.audited < min(ENOUGH, self.effort.games)  # the reference had no time for its games
        sweep = Sweep(self.rules, plain_tables(self.pool()), games, slow=late)
        for number in range(games):
            self.stop.raise_if_heard()
            if self.share_used > SWEPT:
                return
            self.progress(self.result.games, self.share(), self.going_on())
            answers, plan = sweep.play(self.effort.seed, number)
            self.result.answers += answers
            self.result.games += 1
            if plan is not None and self.breaks_again(plan):
                self.data = self.known.keep(plan)
                return

    def try_known(self) -> None:
        for data, plan in self.known.plans():
            if self.breaks_again(plan):
                self.data = data
                return
            self.known.forget(data)

    def breaks_again(self, plan: Plan) -> bool:
        """Does a plan that was shrunk still fail? Every law is checked where it is cut."""
        outcome = play(self.rules, plan, self.watch(every=0))
        if outcome is None or outcome.fault is None:
            return False
        self.best = outcome
        return True

    def watch(self, **changes: Any) -> Watch:
        return Watch(budget=self.effort.budget, heed=self.in_time, **changes)

    def in_time(self) -> None:
        """Stops whatever is being done when all the time is used."""
        self.stop.raise_if_heard()
        if self.share_used > 1:
            raise Enough

    def compare(self) -> None:
        """Has one game of every table played by the other engines, too; with much to do also by C, once."""
        if self.best is not None or not self.effort.engines:
            return
        for number, table in enumerate(self.tables):
            self.stop.raise_if_heard()
            if self.share_used > COMPARED:
                return
            game = self.rules.game(table)
            engines = BOTH if number == 0 and self.result.games >= MANY else PYTHON
            found = game and disagreement(game, table, self.effort.seed, engines)
            if found:
                self.result.failure = found
                return

    def settle(self) -> None:
        """Makes the failure small, and keeps it for the next time."""
        if self.best is None:
            return
        self.progress(self.result.games, self.share(), "found one, making it smaller")
        self.result.failure = shrink(self.rules, self.best, self.watch(), self.effort.shrinking)
        smaller = self.known.keep(self.result.failure.plan)
        if self.data is not None and self.data != smaller:
            self.known.forget(self.data)

    def breaks(self, plan: Plan) -> bool:
        """Plays a plan: does it have a fault, or once there is one the same fault?"""
        if self.best is not None:
            self.progress(self.result.games, self.share(), "found one, making it smaller")
            if self.work > self.effort.shrinking // 4 or self.share_used > HYPOTHESIS:
                raise Enough
        self.check_effort()
        outcome = play(self.rules, plan, Watch(budget=self.effort.budget, heed=self.check_effort))
        if outcome is None:
            return False
        self.count(outcome)
        if outcome.fault is None or (self.best is not None and outcome.fault.key != self.fault.key):
            return False
        if self.best is None:
            self.data = self.known.keep(plan)
        self.best = outcome
        return True

    @property
    def fault(self) -> Fault:
        assert self.best is not None and self.best.fault is not None
        return self.best.fault

    def count(self, outcome: Outcome) -> None:
        if self.best is None:
            self.audited += 1
            self.result.games += 1
            self.result.answers += len(outcome.taken)
            self.result.entered |= outcome.entered
            self.tables.setdefault(outcome.plan.table)
            self.progress(self.result.games, self.share(), self.going_on())
        else:
            self.work += outcome.work

    def share(self) -> float:
        """How much of the effort is spent."""
        return min(1.0, max(self.result.games / (self.effort.games + self.effort.swept), self.share_used))

    def going_on(self) -> str:
        return f"{self.result.answers:,} answers"

    @property
    def share_used(self) -> float:
        """How much of the time is gone."""
        return self.elapsed / self.effort.time if self.effort.time is not None else 0.0

    @property
    def elapsed(self) -> float:
        return work_time() - self.worked if self.effort.working else time.monotonic() - self.began

    def check_effort(self) -> None:
        """Stops when this part of the search has had its share."""
        self.in_time()
        if self.best is None and self.is_spent:
            raise Enough

    @property
    def is_spent(self) -> bool:
        """Is the time up, or were all answers given?"""
        effort = self.effort
        late = self.share_used > (AUDITED if effort.swept else SWEPT)
        return late or (effort.answers is not None and self.result.answers >= effort.answers)


def plans(tables: list[Table]) -> st.SearchStrategy[Plan]:
    """Plans at these tables: plain tables, few deviations and small numbers are simplest."""
    return st.builds(
        Plan,
        table=one_of(tables),
        seed=below(1 << 32),
        lean=one_of(LEANS),
        luck=one_of(LUCKS),
        draws=deviations(400, 60),
        choices=deviations(200, 40),
    )


def deviations(last: int, most: int) -> Any:
    pairs = st.dictionaries(below(last + 1), below(most + 1), max_size=4)
    return pairs.map(lambda found: tuple(sorted(found.items())))


def below(n: int) -> st.SearchStrategy[int]:
    """A number from 0 to n - 1, made of bits. Hypothesis' own numbers lean on the constants in the modules that happen
    to be imported, so that the same seed would not draw the same plans everywhere.
    """
    bits = st.tuples(*[st.booleans()] * (n - 1).bit_length())
    return bits.map(lambda drawn: sum(bit << at for at, bit in enumerate(drawn)) % n)


def one_of(items: Sequence[T]) -> st.SearchStrategy[T]:
    return below(len(items)).map(items.__getitem__)


# ---------------------------------------------------------------- what was never reached


def find_unreached(rules: Rules, entered: set[str]) -> list[Fault]:
    """Phases, steps and mechanisms of the file itself that no game has entered."""
    found = []
    for proc in rules.typed().procs.values():
        own = proc.span.source == rules.source and proc.name.isidentifier()
        if own and proc.kind in ("phase", "step", "mechanism") and proc.name not in entered:
            found.append(fault("R710", proc.span, kind=proc.kind, name=proc.name))
    return found
