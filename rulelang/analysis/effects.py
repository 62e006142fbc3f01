"""What statements tell that assign values, pay, score and write notes: one case per class."""

from __future__ import annotations

from functools import reduce

import attrs

from rulelang import ir
from rulelang.analysis.interpret import Analysis, do, in_block
from rulelang.analysis.knowledge import KEPT
from rulelang.analysis.labels import ALL, NONE, OPEN, Label, Origin, Readers, covers, only, united
from rulelang.analysis.state import State
from rulelang.analysis.values import TOLD, nobody
from rulelang.program import BANK

# ---------------------------------------------------------------- values


@do.case(ir.Assign)
def assign(stmt: ir.Assign, at: Analysis, state: State) -> None:
    fix: ir.Expr = stmt.value
    if isinstance(fix, ir.Op) and fix.op in ("add", "sub") and fix.span == stmt.span:
        fix = fix.arguments[1]  # `x += e`
    if isinstance(stmt.target, ir.VarTarget) and at.facts.is_open(at.game.vars[stmt.target.var]):
        at.tell_drawn(state, stmt.value)
    at.write(state, stmt.target, at.at(stmt.value, state.env), stmt, fix)


@do.case(ir.Draw)
def draw(stmt: ir.Draw, at: Analysis, state: State) -> None:
    """A drawn value is new: it may be told to whoever knows the list."""
    listed = at.at(stmt.choices, state.env)
    label = attrs.evolve(listed.item(listed.size), term=None, drawn=covers(listed.which.known, ALL))
    if isinstance(stmt.target, ir.LocalTarget):
        which = attrs.evolve(label.which, draws=label.which.draws | {stmt.span})
        label = attrs.evolve(label, size=which, which=which)
    if stmt.given is not None:
        label &= at.at(stmt.given, state.env)
    at.write(state, stmt.target, label, stmt, stmt.choices)
    if isinstance(stmt.target, ir.VarTarget):
        at.private_writes.add(stmt.span)  # nobody can work it out
    in_block(at, stmt, chance=True)


@do.case(ir.SwapValues)
def swap(stmt: ir.SwapValues, at: Analysis, state: State) -> None:
    labels = [read(at, target, stmt, state) for target in (stmt.left, stmt.right)]
    at.write(state, stmt.left, labels[1], stmt)
    at.write(state, stmt.right, labels[0], stmt)


def read(at: Analysis, target: ir.Target, stmt: ir.Stmt, state: State) -> Label:
    if isinstance(target, ir.LocalTarget):
        return state.env.get(target.local) or nobody(stmt.span, target.local.name)
    assert isinstance(target, ir.VarTarget)
    return at.at(ir.VarAt(at.game.vars[target.var].type, stmt.span, target.var, target.indexes), state.env)


# ---------------------------------------------------------------- amounts and scores


@do.case(ir.Pay)
def pay(stmt: ir.Pay, at: Analysis, state: State) -> None:
    declared = at.game.resources[stmt.resource]
    readers = seeing = reduce(united, (who_sees(at, declared, each, state) for each in (stmt.source, stmt.target)))
    if at.block is not None and readers is ALL:
        readers = at.watching
    at.need_pc(state, stmt.span, "those who see it are told of the payment", readers)
    for holder in (stmt.source, stmt.target):
        at.need(at.flat_at(holder, state.env), readers, holder.span, "those who see it are told who pays whom", holder)
    sight = at.flat_at(stmt.amount, state.env)
    if not covers(sight.maybe, readers):
        at.find(
            "R409",
            sight.origin or Origin(stmt.amount.span, "this", None, ""),
            stmt.amount.span,
            "the amount is told",
            readers,
            stmt.amount.span,
        )
    at.keep_drawn(state, sight & state.pc, seeing, Origin(stmt.span, stmt.resource, declared.span, KEPT))
    at.release(stmt.span, f"{stmt.amount.span.text} {stmt.resource}", readers)
    at.forget(state, {stmt.resource})
    in_block(at, stmt, name=stmt.resource)


def who_sees(at: Analysis, resource: ir.ResourceType, holder: ir.Expr, state: State) -> Readers:
    """Who certainly sees what a holder has: of an `owner` resource all see the pots, and nobody sees the bank."""
    if resource.sight != "owner":
        return TOLD[resource.sight](None)
    if isinstance(holder, ir.Lit) and isinstance(holder.value, int) and holder.value <= BANK:
        return ALL if holder.value < BANK else NONE
    return only(at.label(holder, state.env).term)


@do.case(ir.Tally)
def tally(stmt: ir.Tally, at: Analysis, state: State) -> None:
    score = at.game.scores[stmt.score]
    seat = at.bind(score.seat, OPEN if stmt.seat is None else at.at(stmt.seat, state.env))
    if stmt.seat is not None:
        whose = at.flat_at(stmt.seat, state.env)
        at.need(whose, at.watching, stmt.seat.span, "all are told whose score it is", stmt.seat)
    readers: Readers = ALL
    if score.into is not None and score.into not in at.facts.shown_vars:
        readers = TOLD[at.game.vars[score.into].sight](seat.term)
    at.need_pc(state, stmt.span, "all are told the score", ALL if at.block is None else at.watching)
    for line in score.lines:
        sight = at.flat_at(line.value, {score.seat: seat}) & at.flat_at(line.condition, {score.seat: seat})
        if not covers(sight.maybe, readers):
            at.find(
                "R409",
                sight.origin or Origin(line.span, "this", None, ""),
                line.value.span,
                "the score is told",
                readers,
                None,
            )
    at.release(stmt.span, f"the score {score.name}", readers)
    if score.into is not None:
        at.forget(state, {score.into})
    in_block(at, stmt, name=stmt.score)


@do.case(ir.Note)
def note(stmt: ir.Note, at: Analysis, state: State) -> None:
    at.need_pc(state, stmt.span, "all read the note")
    for part in stmt.text.parts:
        if isinstance(part, ir.Expr):
            at.need(at.flat_at(part, state.env), at.watching, part.span, "all read the note", part)
            at.tell_drawn(state, part)
