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
from functools import reduce
from operator import and_
from typing import Any

from rulelang import ir
from rulelang.analysis.facts import Facts
from rulelang.analysis.knowledge import KEPT, Knowledge
from rulelang.analysis.labels import ALL, NONE, OPEN, PUBLIC, Label, Origin, Sight, private, value
from rulelang.analysis.state import Happening, State, Summary
from rulelang.analysis.values import Env, only_from
from rulelang.base.dispatch import total
from rulelang.ir.types import kinds_within
from rulelang.program import Program

CASES = 8  # in which something is gone through by itself; two for each variable would be far too many


def mechanism_of(proc: ir.Proc) -> str:
    """The mechanism that a procedure is, or is a step of: `Sale`, `Sale.bid`."""
    return proc.declared.partition(".")[0]


class Analysis(Knowledge):
    """The information flow of a program."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.in_play, self.with_idle = self.facts, Facts(program, idle=True)
        self.summaries: dict[Any, Summary] = {}
        self.cases: dict[str, set[tuple[Label, ...]]] = {}
        """By what is run: what was known of the pieces in variables each time."""
        self.run()

    def run(self) -> None:
        """Interprets everything until nothing more is learned about variables that hold pieces."""
        while True:
            before = self.piece_knowledge()
            for kept in (self.findings, self.releases, self.guards, self.points, self.summaries, self.calls):
                kept.clear()
            self.private_writes.clear()
            self.cases.clear()
            self.whole_game()
            if before == self.piece_knowledge():
                return

    def piece_knowledge(self) -> tuple[Any, ...]:
        """What is known about variables that hold pieces, as far as it makes them more private."""
        return set(self.unshown), set(self.counted)

    def whole_game(self) -> None:
        self.facts = self.in_play
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
        kept = {local: Label(lying=frozenset()) for local in self.holders.values()}
        for name in ("setup", "play"):
            if name in self.game.procs:
                state, self.here = State(kept, PUBLIC), (self.game.procs[name], frozenset())
                self.follow(state, self.proc(name, (), PUBLIC, kept), self.facts.writes[name])
                kept = state.env
        reached = {key[0] for key in self.summaries}
        reached |= self.facts.replaced
        rest = [proc for proc in self.game.procs.values() if proc.name not in reached]
        around: dict[str, list[tuple[ir.Local, Label]]] = {}  # by mechanism: what it and its steps are run with
        for proc in rest:
            around.setdefault(mechanism_of(proc), []).extend((each, self.bind(each, OPEN)) for each in proc.params)
        self.facts = self.with_idle
        if rest:
            self.summaries.clear()
            self.calls.clear()
        for proc in rest:  # what nothing runs yet may be run with anything that all know
            self.outer = tuple(around[mechanism_of(proc)]) if "." in proc.name or proc.kind == "mechanism" else ()
            self.proc(proc.name, tuple(OPEN for _ in proc.params), PUBLIC, dict.fromkeys(self.holders.values(), OPEN))
        self.outer = ()

    # ------------------------------------------------------------ running

    def proc(self, name: str, labels: tuple[Label, ...], pc: Sight, kept: Env) -> Summary:
        kept = self.few(name, kept)
        key = (name, labels, pc, self.block, self.outer, tuple(kept.values()))
        if key not in self.summaries:
            proc = self.game.procs[name]
            self.summaries[key] = Summary(None, None, frozenset())
            params = {param: self.bind(param, label) for param, label in zip(proc.params, labels)}
            state = State({**kept, **params}, pc, beginning=name == "setup")
            here, self.here = self.here, (proc, frozenset())
            outer = self.outer
            if proc.kind == "mechanism":
                self.outer = (*outer, *((param, self.around(param, label)) for param, label in params.items()))
            self.fresh(proc, state)
            if proc.until is not None:  # tested again and again, wherever pieces lie by then
                self.need(
                    self.flat_at(proc.until, {param: self.around(param, label) for param, label in params.items()}),
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
            given = frozenset().union(*(label.needs() for label in labels))
            made = frozenset(state.happened), frozenset(state.kept)
            self.summaries[key] = Summary(result, stop, given & state.shown, *made)
        return self.summaries[key]

    def few(self, name: str, kept: Env) -> Env:
        """What is known of the pieces in variables where something is run: after some different cases, nothing."""
        known = self.cases.setdefault(name, set())
        if tuple(kept.values()) not in known and len(known) >= CASES:
            return {self.holders[var]: self.unfollowed(var, self.here[0].span) for var in self.holders}
        known.add(tuple(kept.values()))
        return kept

    def around(self, param: ir.Local, label: Label) -> Label:
        """What the parts of a mechanism know of a parameter: not where its pieces lie by then."""
        kinds = kinds_within(param.type)
        anything = Happening(frozenset(kinds), None, lost=True, new=frozenset(kinds))
        return self.weather(param, label, anything) if kinds else label

    def follow(self, state: State, done: Summary, writes: frozenset[str]) -> None:
        """After something was run: what it has shown and written, and what became of pieces."""
        self.meet_needs(state, done.shown)
        state.shown |= done.shown
        state.happened |= done.happened
        if done.kept:
            self.narrow_drawn(state, done.kept, private(Origin(self.here[0].span, "what was drawn", None, KEPT)))
        for local, label in state.env.items():
            state.env[local] = self.weathered(local, label, done.happened)
        for name in writes & self.holders.keys():
            state.env[self.holders[name]] = self.unfollowed(name, self.here[0].span)
        self.forget(state, writes)

    def fresh(self, proc: ir.Proc, state: State) -> None:
        """The variables of a mechanism are initialized."""
        for var in self.facts.own_vars.get(proc.name, ()):
            if proc.kind == "mechanism" and var.start is not None:
                self.here = (var, frozenset())
                made = self.at(var.start, state.env)
                self.lying(state, var.name, made)
                self.need(
                    made.flat() & state.pc,
                    NONE if var.sight == "hidden" else ALL,  # each seat is given the same
                    var.span,
                    f"all see `{var.name}`",
                    var.start,
                    sure=True,
                )
        self.here = (proc, frozenset())

    def suite(self, body: ir.Suite, state: State) -> None:
        for stmt in body:
            before, self.here = self.here, (stmt, frozenset(state.env))
            self.note_reveals(stmt, state)
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
        """Joins the states after one of several paths was taken: whatever differs depends on which. A seat in a local
        that one of them has set may be another one now.
        """
        assigned = set().union(*(way.assigned for way in inner))
        self.drop(state, {("local", local.number) for local in assigned}.__contains__)
        for local, label in list(state.env.items()):
            given, labels = local in assigned, [way.env[local] for way in inner]
            if not given and all(each is label for each in labels):  # most are, and there may be thousands
                continue
            made = reduce(and_, labels)
            if given:
                made = self.bind(local, made.under(decided))
                state.assigned.add(local)
            if made != label or given:
                state.env[local] = made
        state.shown |= set.intersection(*(way.shown for way in inner))
        state.happened |= set().union(*(way.happened for way in inner))
        state.kept |= set().union(*(way.kept for way in inner))
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
        entry, broken, before_it = dict(state.env), state.broken, state.happened
        state.broken, state.happened = None, set()
        while True:
            inner = state.copy()
            inner.pc = state.pc & inside & inner.leaving_sight()
            once(inner)
            before = dict(state.env), set(state.happened), state.leaving_sight()
            self.merge(state, [state.copy(), inner], inside & inner.leaving_sight())
            if before == (state.env, state.happened, state.leaving_sight()):
                break
        for local in entry:
            if local in state.assigned and state.broken is not None:
                state.env[local] = state.env[local].under(state.broken)
        state.broken = broken
        state.happened |= before_it


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

