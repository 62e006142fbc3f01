"""Statements that watch a game for statistics, as steps of the plan."""

from __future__ import annotations

from rulelang.ir.counting import Aside, Count, Sample, Standing
from rulelang.native.plan import acts
from rulelang.native.plan.nodes import Step
from rulelang.native.plan.statements import Steps, Writer, writes


@writes(Aside)
def aside(writer: Writer, stmt: Aside) -> Steps:
    until, writer.until = writer.until, None
    steps = writer.suite(stmt.body)
    writer.until = until
    return list(steps)


@writes(Count)
def count(writer: Writer, stmt: Count) -> Steps:
    """The value, if there is one, comes first."""
    args = [] if stmt.value is None else [writer.scalar(stmt.value)]
    args += [] if stmt.seat is None else [writer.scalar(stmt.seat)]
    return [Step(acts.COUNT, tuple(args), data=stmt)]


@writes(Sample)
def sample(writer: Writer, stmt: Sample) -> Steps:
    return [Step(acts.SAMPLE, (writer.scalar(stmt.value),), data=stmt.series)]


@writes(Standing)
def standing(writer: Writer, stmt: Standing) -> Steps:
    return [Step(acts.STANDING, data=stmt.known)]
