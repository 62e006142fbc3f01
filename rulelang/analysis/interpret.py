"""What statements tell, and to whom: an abstract interpretation with the labels of what each statement uses.

`pc` is who can tell that play has reached a statement. Conditions, numbers of iterations and the sizes of lists narrow
it inside; a `return`, `break` or `stop` that only some can notice narrows what follows. Whoever is told something by a
statement must be able to tell that the statement runs, and to compute everything that it says, except what its purpose
is to release.

Nothing in a game calls itself: each procedure and action is interpreted once for every combination of labels it is run
with, and its effect on the labels of its caller is cached.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulelang import ir
from rulelang.analysis.compound import seats_in
from rulelang.analysis.labels import ALL, OPEN, PUBLIC, Label, Origin, Readers, Sight, Term, covers, value, without
from rulelang.analysis.needs import Needs
from rulelang.analysis.state import State, Summary
from rulelang.analysis.values import Env, only_from
from rulelang.base.dispatch import total
from rulelang.base.source import Span
from rulelang.ir.types import has_pieces
from rulelang.ir.walk import walk
from rulelang.program import Program


def mechanism_of(proc: ir.Proc) -> str:
    """The mechanism that a procedure is, or is a step of: `Sale`, `Sale.bid`."""
    return proc.declared.partition(".")[0]


class Analysis(Needs):
    """The information flow of a program."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.private_writes: set[Span] = set()
        self.summaries: dict[Any, Summary] = {}
        self.names: dict[Term, str] = {}
        self.run()

    def run(self) -> None:
        """Interprets everything until nothing more is learned about variables that hold pieces."""
        while True:
            before = self.piece_knowledge()
            for kept in (self.findings, self.releases, self.guards, self.points, self.summaries, self.calls):
                kept.clear()
            self.private_writes.clear()
            self.whole_game()
            if before == self.piece_knowledge():
                return

    def piece_knowledge(self) -> tuple[Any, ...]:
        """What is known about variables that hold pieces, as far as it makes them more private."""
        places = {name: sight for name, sight in self.places.items() if sight is not PUBLIC}
        return set(self.unshown), set(self.scattered), set(self.counted), places

    def whole_game(self) -> None:
        for ending in self.game.endings:
            self.here = (ending, frozenset())
            self.need(
                self.at(ending.condition, {}).flat(),
                ALL,
                ending.condition.span,
                "when the game ends",
                ending.condition,
                sure=True,
            )
        for name in ("setup", "play"):
            if name in self.game.procs:
                self.proc(name, (), PUBLIC)
        reached = {key[0] for key in self.summaries}
        rest = [proc for proc in self.game.procs.values() if proc.name not in reached]
        around: dict[str, list[tuple[ir.Local, Label]]] = {}  # by mechanism: what it and its steps are run with
        for proc in rest:
            around.setdefault(mechanism_of(proc), []).extend((each, self.bind(each, OPEN)) for each in proc.params)
        for proc in rest:  # what nothing runs yet may be run with anything that all know
            self.outer = tuple(around[mechanism_of(proc)]) if "." in proc.name or proc.kind == "mechanism" else ()
            self.proc(proc.name, tuple(OPEN for _ in proc.params), PUBLIC)
        self.outer = ()

    # ------------------------------------------------------------ running

    def proc(self, name: str, labels: tuple[Label, ...], pc: Sight) -> Summary:
        key = (name, labels, pc, self.block, self.outer)
        if key not in self.summaries:
            proc = self.game.procs[name]
            self.summaries[key] = Summary(None, None, frozenset())
            state = State({param: self.bind(param, label) for param, label in zip(proc.params, labels)}, pc)
            here, self.here = self.here, (proc, frozenset())
            outer = self.outer
            if proc.kind == "mechanism":
                self.outer = (*outer, *state.env.items())
            self.fresh(proc, state)
            if proc.until is not None:
                self.need(
                    self.flat_at(proc.until, state.env),
                    self.watching,
                    proc.until.span,
                    "whether the phase goes on",
                    proc.until,
                    sure=True,
                )
            self.suite(proc.body, state)
            self.here, self.outer = here, outer
            result = None if state.result is None else only_from(state.result, (*labels, value(pc)))
            stop = None if proc.kind == "phase" else state.stopped
            self.summaries[key] = Summary(result, stop, frozenset(state.shown))
        return self.summaries[key]

    def fresh(self, proc: ir.Proc, state: State) -> None:
        """The variables of a mechanism are initialized."""
        for var in self.facts.own_vars.get(proc.name, ()):
            if proc.kind == "mechanism" and var.start is not None:
                self.here = (var, frozenset())
                made = self.at(var.start, state.env)
                self.lying(var.name, made)
                self.need(
                    made.flat() & state.pc,
                    self.readers_of(var.name, (), {}),
                    var.span,
                    f"all see `{var.name}`",
                    var.start,
                    sure=True,
                )
        self.here = (proc, frozenset())

    def suite(self, body: ir.Suite, state: State) -> None:
        for stmt in body:
            before, self.here = self.here, (stmt, frozenset(state.env))
            do(stmt, self, state)
            self.here = before
            state.pc &= state.leaving_sight()

    def branch(self, body: ir.Suite, state: State, pc: Sight) -> State:
        """Interprets a suite on a copy of the state, under a narrower pc."""
        inner = state.copy()
        inner.pc = state.pc & pc
        self.suite(body, inner)
        return inner

    def merge(self, state: State, inner: list[State], decided: Sight) -> None:
        """Joins the states after one of several paths was taken: whatever differs depends on which."""
        for local, label in list(state.env.items()):
            given = any(local in way.assigned for way in inner)
            made = inner[0].env[local]
            for way in inner[1:]:
                made &= way.env[local]
            if given:
                made = self.bind(local, made.under(decided))
                state.assigned.add(local)
            if made != label or given:
                state.env[local] = made
        state.shown |= set.intersection(*(way.shown for way in inner))
        for way in inner:
            self.leave(state, way)

    def leave(self, state: State, inner: State) -> None:
        for name in ("returned", "broken", "stopped"):
            mine, its = getattr(state, name), getattr(inner, name)
            if its is not None:
                setattr(state, name, its if mine is None else mine & its)
        if inner.result is not None:
            state.result = inner.result if state.result is None else state.result & inner.result

    def loop(self, state: State, inside: Sight, once: Callable[[State], None]) -> None:
        """Interprets a loop body repeatedly, until its labels no longer change."""
        entry, broken = dict(state.env), state.broken
        state.broken = None
        while True:
            inner = state.copy()
            inner.pc = state.pc & inside & inner.leaving_sight()
            once(inner)
            before = dict(state.env)
            self.merge(state, [state.copy(), inner], inside & inner.leaving_sight())
            if before == state.env and inner.broken == state.broken:
                break
        for local in entry:
            if local in state.assigned and state.broken is not None:
                state.env[local] = state.env[local].under(state.broken)
        state.broken = broken

    # ------------------------------------------------------------ writing

    def forget(self, state: State, names: frozenset[str] | set[str]) -> None:
        """Open variables that were written no longer name the same seat."""
        gone = {("var", name) for name in names}
        if gone:
            self.drop(state, lambda term: term in gone)

    def drop(self, state: State, gone: Callable[[Term], bool]) -> None:
        for local, label in state.env.items():
            made = without(label, gone)
            if made is not label:
                state.env[local] = self.bind(local, made)
        state.pc = without(value(state.pc), gone).size

    def bind(self, local: ir.Local, label: Label) -> Label:
        self.names["local", local.number] = local.name
        return super().bind(local, label)

    def set_local(self, state: State, local: ir.Local, label: Label) -> None:
        gone = ("local", local.number)
        self.drop(state, lambda term: term == gone)
        state.env[local] = self.bind(local, label)
        state.assigned.add(local)

    def write(self, state: State, target: ir.Target, label: Label, stmt: ir.Stmt, fix: ir.Expr | None = None) -> None:
        """Assigns a value to a local or a variable."""
        if isinstance(target, ir.LocalTarget):
            self.set_local(state, target.local, label)
            return
        assert isinstance(target, ir.VarTarget)
        audience = self.readers_of(target.var, target.indexes, state.env)
        own = self.label(target.indexes[0], state.env).term if target.indexes else None
        if self.block is not None and own != self.block.seat:
            self.find("R399", Origin(stmt.span, target.var, None, ""), stmt.span, self.seat_name(), ALL)
        told = f"all see `{target.var}`" if audience is ALL else f"its owner sees `{target.var}`"
        self.need_pc(state, stmt.span, told, audience)
        for index in target.indexes:
            self.need(self.flat_at(index, state.env), audience, index.span, told, index)
        self.keep(state, target.var, label, audience, stmt, fix)
        if not covers(label.flat().maybe, ALL):
            self.private_writes.add(stmt.span)
        self.forget(state, {target.var})

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
        self.lying(var, label)

    def lying(self, var: str, label: Label) -> None:
        """Records the zones of pieces that are assigned to a variable."""
        place = without(value(label.place), lambda term: term[0] != "seat").size
        self.places[var] = self.places.get(var, PUBLIC) & place
        if label.many:
            self.scattered.add(var)

    def seat_name(self) -> str:
        return "" if self.block is None else self.block.name

    def showing(self, state: State, pieces: ir.Expr, readers: Readers) -> None:
        """From here on, everyone sees the pieces held by a local: because of their zone, or because they were revealed.
        """
        if isinstance(pieces, ir.ListOf) and len(pieces.items) == 1:
            pieces = pieces.items[0]
        if not isinstance(pieces, ir.Get) or readers is not ALL:
            return
        held = state.env.get(pieces.local)
        if held is None:
            return
        chosen = {need for need in held.look.needs if need[0] == "chosen"}
        state.env[pieces.local] = attrs.evolve(held, look=PUBLIC)
        if chosen:
            state.shown |= chosen
            self.meet_needs(state, frozenset(chosen))

    def meet_needs(self, state: State, chosen: frozenset[Term]) -> None:
        for local, label in state.env.items():
            state.env[local] = label.each(lambda sight: sight.meet(lambda need: need in chosen))
        state.pc = state.pc.meet(lambda need: need in chosen)

    def note_reveals(self, stmt: ir.Stmt, exprs: Any, env: Env) -> None:
        """Records every `reveal` in some expressions as a release."""
        if not self.facts.reveals_in(stmt.span):
            return
        for node in walk(exprs):
            if isinstance(node, ir.Reveal):
                seats = ALL if node.to is None else seats_in(node.to, self, env)
                if node.to is not None:
                    self.need(self.flat_at(node.to, env), ALL, node.to.span, "who is told is told too", node.to)
                self.release(node.span, node.value.span.text, seats)


def in_block(
    at: Analysis, stmt: ir.Stmt, target: ir.Expr | None = None, state: State | None = None, chance: bool = False,
    name: str | None = None,
) -> None:  # fmt: skip
    """A secret block uses no chance, and may change only what belongs to its seat."""
    if at.block is None:
        return
    if chance:
        at.find("R398", Origin(stmt.span, at.seat_name(), None, ""), stmt.span, "", ALL)
    if isinstance(target, ir.ZoneAt) and state is not None:
        first = at.label(target.indexes[0], state.env).term if target.indexes else None
        name = target.zone if first != at.block.seat else None
    if name is not None:
        at.find("R399", Origin(stmt.span, name, None, ""), stmt.span, at.seat_name(), ALL)


do = total(ir.Stmt)
