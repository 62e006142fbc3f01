"""Statements that count statistics, as steps of the plan."""

from __future__ import annotations

from rulelang.ir.counting import Aside, Count, Offer, Offers, Options, Sample, Standing
from rulelang.native.plan import acts, ops
from rulelang.native.plan.folds import filter_mask
from rulelang.native.plan.menus import merge_alike
from rulelang.native.plan.nodes import INT, MASK, Node
from rulelang.native.plan.reps import as_list
from rulelang.native.plan.statements import Steps, Writer, writes


@writes(Aside)
def aside(writer: Writer, stmt: Aside) -> Steps:
    until, writer.until = writer.until, None
    steps = writer.suite(stmt.body)
    writer.until = until
    return list(steps)


@writes(Offers)
def offers(writer: Writer, stmt: Offers) -> Steps:
    return [acts.If((Node(ops.OFFERING, INT),), (writer.suite(stmt.body), ()))]


@writes(Count)
def count(writer: Writer, stmt: Count) -> Steps:
    """The value, if there is one, comes first."""
    args = [] if stmt.value is None else [writer.scalar(stmt.value)]
    args += [] if stmt.seat is None else [writer.scalar(stmt.seat)]
    return [acts.Count(tuple(args), stmt=stmt)]


@writes(Options)
def options(writer: Writer, stmt: Options) -> Steps:
    """A loop over what a choice would offer; the choice itself reuses them, if it comes next."""
    if stmt.asked:
        writer.watched[stmt.local] = stmt.body
        return []
    values, test = merge_alike(writer.planner, stmt.source, {}), stmt.condition
    kept = (
        filter_mask(writer.planner, values, test, stmt.local, {}) if test is not None and values.rep == MASK else None
    )
    condition = () if test is None or kept is not None else (writer.scalar(test),)
    body, rep = writer.suite(stmt.body, "loop"), writer.layout.rep_of(stmt.local.type)
    return [acts.For((as_list(kept or values), *condition), (body,), name=writer.name(stmt.local), rep=rep)]


@writes(Offer)
def offer(writer: Writer, stmt: Offer) -> Steps:
    """The value, if there is one, comes first; then the seat, and among how many it chose."""
    args = [] if stmt.value is None else [writer.scalar(stmt.value)]
    args += [writer.scalar(stmt.seat)] + ([] if stmt.among is None else [writer.scalar(stmt.among)])
    return [acts.Offer(tuple(args), stmt=stmt)]


@writes(Sample)
def sample(writer: Writer, stmt: Sample) -> Steps:
    return [acts.Sample((writer.scalar(stmt.value),), series=stmt.series)]


@writes(Standing)
def standing(writer: Writer, stmt: Standing) -> Steps:
    return [acts.Standing(known=stmt.known)]
