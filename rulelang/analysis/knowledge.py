"""What becomes of what is known: of values that are assigned and drawn, and of pieces that move, are shown or are lost
among their like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import and_

import attrs

from rulelang import ir
from rulelang.analysis.compound import seats_in
from rulelang.analysis.labels import (
    ALL,
    NEVER,
    PUBLIC,
    UNNAMED,
    Label,
    Origin,
    Readers,
    Sight,
    Term,
    covers,
    private,
    value,
    without,
)  # fmt: skip
from rulelang.analysis.needs import Needs
from rulelang.analysis.state import Happening, State
from rulelang.analysis.values import lost
from rulelang.base.source import Span
from rulelang.ir.types import has_pieces, kinds_within
from rulelang.program import Program

KEPT = "what was drawn is kept here, where not all see it"


def itself(pieces: ir.Expr) -> ir.Expr:
    """The one piece of a list that holds one."""
    return pieces.items[0] if isinstance(pieces, ir.ListOf) and len(pieces.items) == 1 else pieces


def seats_named(expr: ir.Expr | None) -> int:
    """How many seats a list of them names one by one."""
    listed = expr.value if isinstance(expr, ir.Lit) else expr.items if isinstance(expr, ir.ListOf) else None
    return len(set(listed)) if isinstance(listed, tuple) else -1


class Knowledge(Needs):
    """What is known of values and pieces, as statements change it."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.private_writes: set[Span] = set()
        self.names: dict[Term, str] = {}

    # ------------------------------------------------------------ pieces

    def happen(self, state: State, what: Happening, but: ir.Local | None = None) -> None:
        """Something becomes of pieces, and of what was known of those that locals and variables hold. `but`: who still
        knows which are its own.
        """
        state.happened.add(what)
        for local, label in state.env.items():
            own = attrs.evolve(what, lost=False) if local is but else what
            state.env[local] = self.weather(local, label, own)

    def weathered(self, local: ir.Local, label: Label, happened: Iterable[Happening]) -> Label:
        """A label after some of these have happened, in any order."""
        before = None
        while before != label:
            before = label
            for each in happened:
                label = self.weather(local, label, each)
        return label

    def weather(self, local: ir.Local, label: Label, what: Happening) -> Label:
        kinds, span = kinds_within(local.type), what.span or self.here[0].span
        if not what.new.isdisjoint(kinds) and self.is_changing(kinds):
            label = attrs.evolve(label, look=label.look & self.anywhere(kinds, span)[0])
        if what.kinds.isdisjoint(kinds):
            return label
        lying, sources = label.lying, what.sources
        if lying is not None and sources is not None and sources.isdisjoint(name for name, _ in lying):
            return label
        if what.lost:
            return lost(label, span, local.name)
        if label.lying is None or what.targets is None:
            return attrs.evolve(label, lying=None)
        return attrs.evolve(label, lying=label.lying | {(name, None) for name in what.targets})

    def lying(self, state: State, var: str, label: Label, anew: bool = False) -> None:
        """Records the zones of pieces that are assigned to a variable, `anew` to all of it."""
        if var not in self.holders:
            return
        place = without(value(label.place), lambda term: term[0] != "seat").size
        lying = None if label.lying is None else frozenset((name, None) for name, _ in label.lying)
        local, made = self.holders[var], Label(place=place, many=label.many, lying=lying)
        whole = anew or not self.game.vars[var].indexes
        state.env[local] = made if whole else state.env.get(local, made) & made
        state.assigned.add(local)

    def showing(self, state: State, pieces: ir.Expr, readers: Readers) -> None:
        """From here on, everyone sees the pieces held by a local: because of their zone, or because they were revealed.
        """
        pieces = itself(pieces)
        if not isinstance(pieces, ir.Get) or readers is not ALL:
            return
        held = state.env.get(pieces.local)
        if held is None:
            return
        state.env[pieces.local] = attrs.evolve(held, size=PUBLIC, which=PUBLIC, order=PUBLIC, look=PUBLIC)
        if held.chosen is not None:
            state.shown.add(held.chosen)
            self.meet_needs(state, frozenset([held.chosen]))

    def meet_needs(self, state: State, chosen: frozenset[Term]) -> None:
        state.each(lambda sight: sight.meet(lambda need: need in chosen))

    def note_reveals(self, owner: ir.Stmt | ir.Expr | None, state: State) -> None:
        """Records every `reveal` in the expressions of a statement, or in a condition, as a release: of its value, but
        not of where play is.
        """
        for node in self.facts.reveals.get(id(owner), ()):
            seats = ALL if node.to is None else seats_in(node.to, self, state.env)
            if node.to is not None:
                named = self.flat_at(node.to, state.env)
                self.need(named, ALL, node.to.span, "who is told is told too", node.to)
                depends = self.flat_at(node.value, state.env) & named & state.pc
                self.keep_drawn(state, depends, seats, Origin(node.span, "this", None, "only some are told"))
            told = seats if seats is None or seats_named(node.to) == len(seats) else seats | {UNNAMED}
            self.need_pc(state, node.span, "who is told notices that this is told", told)
            self.release(node.span, node.value.span.text, seats)

    # ------------------------------------------------------------ locals and variables

    def forget(self, state: State, names: frozenset[str] | set[str]) -> None:
        """Open variables that were written no longer name the same seat."""
        gone = {("var", name) for name in names}
        if gone:
            self.drop(state, lambda term: term in gone)

    def drop(self, state: State, gone: Callable[[Term], bool]) -> None:
        for local, label in state.env.items():
            if label.term is None and label.is_open():
                continue
            made = without(label, gone)
            if made is not label:
                state.env[local] = self.bind(local, made)
        state.each_path(lambda sight: without(value(sight), gone).size)

    def bind(self, local: ir.Local, label: Label) -> Label:
        self.names["local", local.number] = local.name
        return super().bind(local, label)

    def set_local(self, state: State, local: ir.Local, label: Label) -> None:
        gone, answer = ("local", local.number), ("chosen", local.number)
        self.drop(state, lambda term: term == gone)
        forget = lambda need: NEVER if need == answer else need  # noqa: E731  it was another
        for each, held in state.env.items():
            state.env[each] = held.rename_needs(forget)
        state.pc = state.pc.rename_needs(forget)
        state.env[local] = self.bind(local, label)
        state.assigned.add(local)

    def write(self, state: State, target: ir.Target, label: Label, stmt: ir.Stmt, fix: ir.Expr | None = None) -> None:
        """Assigns a value to a local or a variable."""
        if isinstance(target, ir.LocalTarget):
            if self.block is not None and target.local in self.outside:
                self.find("R399", Origin(stmt.span, target.local.name, None, ""), stmt.span, self.seat_name(), ALL)
            self.set_local(state, target.local, label)
            return
        assert isinstance(target, ir.VarTarget)
        audience = self.readers_of(target.var, target.indexes, state.env)
        own = self.label(target.indexes[0], state.env).term if target.indexes else None
        if self.block is not None and own != self.block.seat:
            self.find("R399", Origin(stmt.span, target.var, None, ""), stmt.span, self.seat_name(), ALL)
        told = f"all see `{target.var}`" if audience is ALL else f"its owner sees `{target.var}`"
        self.need_pc(state, stmt.span, told, audience)
        indexes = [self.flat_at(index, state.env) for index in target.indexes]
        for index, sight in zip(target.indexes, indexes):
            self.need(sight, audience, index.span, told, index)
        self.keep(state, target.var, label, audience, stmt, fix)
        if audience is not ALL and not covers((label.flat() & state.pc).known, ALL):
            self.guard_covered(target, label.flat() & state.pc)
        if not covers(label.flat().maybe, ALL):
            self.private_writes.add(stmt.span)
        declared = self.game.vars[target.var]
        depends = reduce(and_, indexes, label.flat() & state.pc)
        self.keep_drawn(state, depends, audience, Origin(stmt.span, declared.name, declared.span, KEPT))
        self.forget(state, {target.var})

    def keep_drawn(self, state: State, depends: Sight, audience: Readers, origin: Origin) -> None:
        """What depends on something drawn is kept where only an audience sees it: from here on, no more may know it."""
        if depends.draws and audience is not None:
            self.narrow_drawn(state, depends.draws, private(origin, audience - {UNNAMED}))

    def narrow_drawn(self, state: State, draws: frozenset[Span], sight: Sight) -> None:
        """No more seats may know what depends on these draws than this."""
        state.kept |= draws

        def narrow(each: Sight) -> Sight:
            return each if draws.isdisjoint(each.draws) else each & sight

        state.each(narrow)

    def tell_drawn(self, state: State, expr: ir.Expr) -> None:
        """All are told a value; if it is one that was drawn, it is no secret whatever becomes of it."""
        label = self.label(expr, state.env)
        if self.block is None and label.drawn and len(label.which.draws) == 1 and covers(label.which.known, ALL):
            told = label.which.draws
            state.each(lambda sight: attrs.evolve(sight, draws=sight.draws - told))

    def keep(self, state: State, var: str, label: Label, audience: Readers, stmt: ir.Stmt, fix: ir.Expr | None) -> None:
        told = f"all see `{var}`" if audience is ALL else f"its owner sees `{var}`"
        if not has_pieces(self.game.vars[var].type):
            self.need(label.flat(), audience, stmt.span, told, fix)
            return
        self.need(label.size & label.which & label.order, audience, stmt.span, told, fix)
        if not covers(label.look.known, audience):
            if not any(need[0] == "chosen" for need in label.look.needs):
                self.need(label.look, audience, stmt.span, told, fix)
            self.unshown.add(var)
        self.lying(state, var, label)

    def seat_name(self) -> str:
        return "" if self.block is None else self.block.name
