"""The current state of the analysis of statements, and its findings."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulelang import ir
from rulelang.analysis.labels import PUBLIC, Label, Origin, Readers, Sight, Term
from rulelang.analysis.values import Env
from rulelang.base.source import Span


@attrs.frozen
class Finding:
    """A private value that reaches readers who may not know it."""

    code: str
    origin: Origin
    sink: Span
    told: str
    audience: Readers
    fix: Span | None = None
    """The expression that `reveal` would be put before."""
    whether: bool = False
    """Whether it happens at all is what is told."""


@attrs.frozen
class Release:
    """What a statement tells on purpose: by which line, what, to whom."""

    span: Span
    what: str
    to: Readers


@attrs.frozen
class Happening:
    """What becomes of pieces of some kinds that lie in some zones (None: anywhere): they come to lie in others, or may
    get `lost` among their like. `new`: the kinds of which any may show something else. `by`: the local that holds those
    that are moved; others that a loop gives it are other pieces.
    """

    kinds: frozenset[str]
    sources: frozenset[str] | None
    targets: frozenset[str] | None = frozenset()
    lost: bool = False
    new: frozenset[str] = frozenset()
    by: ir.Local | None = None
    span: Span | None = attrs.field(default=None, eq=False)


@attrs.frozen
class Summary:
    """What running something does to its caller: its result, whether it may leave the phase, what it showed, and what
    became of pieces.
    """

    result: Label | None
    stop: Sight | None
    shown: frozenset[Term]
    happened: frozenset[Happening] = frozenset()
    kept: frozenset[Span] = frozenset()
    """Draws that were kept where only some see them."""


@attrs.define
class State:
    """Where the analysis stands: the locals, who can tell that play is here, and how it may have left."""

    env: Env
    pc: Sight
    result: Label | None = None
    returned: Sight | None = None
    broken: Sight | None = None
    stopped: Sight | None = None
    shown: set[Term] = attrs.Factory(set)
    assigned: set[ir.Local] = attrs.Factory(set)
    happened: set[Happening] = attrs.Factory(set)
    kept: set[Span] = attrs.Factory(set)
    beginning: bool = False
    """Does every piece lie where it begins, but for what happened here?"""

    def copy(self) -> State:
        """For one of several ways that play may take: what it assigns is its own."""
        env, shown = dict(self.env), set(self.shown)
        return attrs.evolve(self, env=env, shown=shown, assigned=set(), happened=set(), kept=set(), beginning=False)

    def lie_at_home(self, kinds: set[str]) -> bool:
        """Do all pieces of these kinds certainly lie where they begin?"""
        return self.beginning and all(kinds.isdisjoint(each.kinds) for each in self.happened)

    def each(self, change: Callable[[Sight], Sight]) -> None:
        """Changes everything that is known here: of the locals, and of how play got here."""
        for local, label in self.env.items():
            self.env[local] = label.each(change)
        self.each_path(change)

    def each_path(self, change: Callable[[Sight], Sight]) -> None:
        """Changes who can tell that play is here, or that it has left."""
        self.pc = change(self.pc)
        self.returned, self.broken, self.stopped = (
            None if sight is None else change(sight) for sight in (self.returned, self.broken, self.stopped)
        )

    def leaving_sight(self) -> Sight:
        """Who can tell that nothing above has left."""
        sight = PUBLIC
        for each in (self.returned, self.broken, self.stopped):
            sight = sight if each is None else sight & each
        return sight
