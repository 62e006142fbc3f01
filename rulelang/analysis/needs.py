"""What an audience must know to be told something: it knows it, or a run-time check is needed, or it is a finding."""

from __future__ import annotations

from collections.abc import Set
from functools import reduce
from typing import Any

import attrs

from rulelang import ir
from rulelang.analysis.guards import Guard
from rulelang.analysis.labels import (
    ALL,
    HERE,
    NEVER,
    NONE,
    PUBLIC,
    UNNAMED,
    Label,
    Origin,
    Readers,
    Sight,
    Term,
    covers,
    only,
    united,
)  # fmt: skip
from rulelang.analysis.state import Finding, Release, State
from rulelang.analysis.values import TOLD, Env, Values
from rulelang.base.source import Span
from rulelang.ir.types import has_pieces, kinds_within
from rulelang.ir.walk import locals_of
from rulelang.program import Program


def reads(expr: ir.Expr, locals_: Set[ir.Local]) -> bool:
    """Does an expression read one of these?"""
    return bool(locals_) and not locals_of(expr).isdisjoint(locals_)


def is_settled(term: Term, bound: set[int] | None) -> bool:
    """Is it clear which seat a term means when play reaches a statement that binds these locals? None: an earlier one.
    """
    if term == UNNAMED:
        return False
    if term[0] in ("left", "right"):
        return is_settled(term[1], bound)
    return term[0] == "seat" or (bound is not None and (term[0] != "local" or term[1] in bound))


class Needs(Values):
    """What is found wrong, what is told on purpose, and what is tested in play."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.findings: dict[Any, Finding] = {}
        self.releases: dict[Any, Release] = {}
        self.guards: dict[Any, Guard] = {}
        self.points: dict[Term, tuple[ir.Expr, Span, tuple[ir.Local, ...]]] = {}
        self.taken_from: set[str] = set()
        """The zones that pieces are taken from in the secret block at hand."""
        self.here: Any = None
        """The statement at hand, and the locals that are bound when it is reached."""

    # ------------------------------------------------------------ labels of a statement's expressions

    def at(self, expr: ir.Expr, env: Env) -> Label:
        """The label of an expression of the current statement: what is perhaps revealed must be visible now. If the
        statement itself binds what is read (what is chosen, who chooses), there is no point at which to test it.
        """
        made = self.label(expr, env)
        if not made.has_needs():
            return made
        stmt, bound = self.here
        point = NEVER if reads(expr, env.keys() - bound) else ("seen", stmt.span, expr.span)
        found = made.each(lambda sight: sight.rename_needs(lambda need: point if need == HERE else need))
        if found is not made and point is not NEVER:
            own = ((local, label) for local, label in env.items() if local.number >= 0)
            seats = tuple(local for local, label in own if label.term is not None or has_pieces(local.type))
            self.points[point] = (expr, stmt.span, seats)
        return found

    def flat_at(self, expr: ir.Expr | None, env: Env) -> Sight:
        return PUBLIC if expr is None else self.at(expr, env).flat()

    # ------------------------------------------------------------ who is told

    @property
    def watching(self) -> Readers:
        """Who is told what happens: everyone, or in a secret block its seat."""
        return ALL if self.block is None else frozenset([self.block.seat])

    def need(
        self, sight: Sight, audience: Readers, sink: Span, told: str, fix: ir.Expr | None = None, sure: bool = False
    ) -> bool:
        """An audience must know this.

        If that is not certain, it is tested in play; otherwise it is a finding, and the result is false. `sure`: there
        is no point at which to test it.
        """
        if covers(sight.known, audience):
            return True
        if not sure and covers(sight.maybe, audience) and all(need[0] == "seen" for need in sight.needs):
            for point in sight.needs:
                self.guard(point, audience)
            return True
        origin = sight.cause(audience) or Origin(sink, "this", None, "not known to all")
        self.find("R347", origin, sink, told, audience, fix.span if fix is not None else None)
        return False

    def decide(self, expr: ir.Expr | None, env: Env) -> Sight:
        """Who can tell from this condition which path play takes."""
        return PUBLIC if expr is None else self.flat_at(expr, env).deciding(expr.span)

    def need_pc(self, state: State, sink: Span, told: str, audience: Any = Ellipsis) -> None:
        readers = self.watching if audience is Ellipsis else audience
        if covers(state.pc.known, readers):
            return
        before = len(self.findings)
        self.need(state.pc, readers, sink, told)
        if len(self.findings) > before and state.pc.origin is not None:
            key, found = list(self.findings.items())[-1]
            self.findings[key] = attrs.evolve(found, fix=state.pc.origin.decided, whether=True)

    def guard(self, point: Term, audience: Readers) -> None:
        """Tests something for an audience. If the audience may change before it is told, or is not known yet, then
        everyone must have seen it.
        """
        expr, stmt, seats = self.points[point]
        here, bound = self.here
        numbers = {local.number for local in bound}
        if not all(is_settled(term, numbers if stmt == here.span else None) for term in audience or ()):
            audience = ALL
        guard = Guard(expr, stmt, expr.span, seats, audience)
        self.guards[stmt, expr.span, audience] = guard

    def guard_alike(self, pieces: ir.Expr, by_look: bool) -> None:
        """Only some may know which pieces are taken: the others must see none of the pieces there; or all of them, if
        the pieces are taken `by_look`. This can fail only if single pieces are ever shown.
        """
        stmt = self.here[0]
        if self.block is None and self.facts.glimpsed & set(kinds_within(pieces.type)):
            guard = Guard(pieces, stmt.span, pieces.span, (), ALL, alike=True, by_look=by_look)
            self.guards[stmt.span, pieces.span, "alike"] = guard

    def guard_covered(self, target: ir.VarTarget, private: Sight) -> None:
        """A private value goes into a variable that some line shows: it must not be shown at that moment."""
        if target.var not in self.facts.shown_vars:
            return
        stmt, name = self.here[0], (private.cause(ALL) or Origin(self.here[0].span, target.var, None, "")).name
        element = ir.VarAt(self.game.vars[target.var].type, stmt.span, target.var, target.indexes)
        guard = Guard(element, stmt.span, stmt.span, (), ALL, covered=name)
        self.guards[stmt.span, target.var, "covered"] = guard

    def find(
        self, code: str, origin: Origin, sink: Span, told: str, audience: Readers, fix: Span | None = None
    ) -> None:
        self.findings.setdefault((code, origin.span, sink.line), Finding(code, origin, sink, told, audience, fix))

    def release(self, span: Span, what: str, to: Readers) -> None:
        self.releases.setdefault((span, what), Release(span, what, to))

    def readers_of(self, name: str, indexes: tuple[ir.Expr, ...], env: Env) -> Readers:
        """Who sees an element of a variable."""
        declared = self.game.vars[name]
        if declared.sight == "owner" and not indexes:
            return NONE
        closed = indexes and declared.sight != "open"
        return TOLD[declared.sight](self.label(indexes[0], env).term if closed else None)

    def who_may_see(self, label: Label) -> Readers:
        """Nobody else sees what lies in these places, unless single pieces were revealed."""
        if label.look.known != NONE or label.lying is None:
            return only(None) if label.look.known == NONE else label.look.known
        return reduce(united, (self.who_may_look_into(name, seat) for name, seat in label.lying), NONE)

    def who_may_look_into(self, name: str, seat: Term | None) -> Readers:
        zone = self.game.zones.get(name)
        return NONE if zone is None else TOLD[zone.sight](seat)
