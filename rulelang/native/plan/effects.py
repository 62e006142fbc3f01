"""Steps for the effects on the table: moves, deals, shuffles, rolls, payments, groups and scores."""

from __future__ import annotations

from rulelang import ir
from rulelang.ir import types
from rulelang.ir.types import bare, kinds
from rulelang.native.plan import acts, ops
from rulelang.native.plan.statements import Steps, Writer, writes
from rulelang.native.plan.values import holder


@writes(ir.Move)
def move(writer: Writer, stmt: ir.Move) -> Steps:
    """All sources and targets are read first."""
    found = []
    for what, where, end in stmt.transfers:
        pieces = writer.planner.pieces(what, {})
        single = pieces.op is ops.MBIT
        target, fitting = writer.scalar(where), fits(writer, what, where)
        found.append(acts.Transfer(pieces, target, end, fitting, single, side(writer, where)))
    return writer.effect([acts.Move(transfers=tuple(found))], "pieces")


def side(writer: Writer, where: ir.Expr) -> str | None:
    """What kind of place it is: set, bag, pile or row; None if that is only known in play."""
    found = set()
    for name in writer.layout.zones_of(where):
        array = writer.planner.program.zone_arrays[name]
        found |= {writer.planner.program.zones[zone].order for zone in range(array.base, array.base + array.length)}
    return found.pop() if len(found) == 1 else None


def fits(writer: Writer, what: ir.Expr, where: ir.Expr) -> bool:
    """Do all pieces of this type belong in the place?"""
    names = set(kinds(what.type) or "?")
    for zone in writer.layout.zones_of(where):
        array = writer.planner.program.zone_arrays[zone]
        for place in range(array.base, array.base + array.length):
            takes = writer.planner.program.zones[place].of
            if takes is not None and not names <= set(takes):
                return False
    return True


@writes(ir.Deal)
def deal(writer: Writer, stmt: ir.Deal) -> Steps:
    args = writer.scalar(stmt.number), writer.scalar(stmt.source), writer.scalar(stmt.target)
    refill = writer.layout.zones_of(stmt.source) & {
        name for name, zone in writer.planner.game.zones.items() if zone.refill is not None
    }
    sides = side(writer, stmt.source), side(writer, stmt.target)
    fitting, refills = fits(writer, stmt.source, stmt.target), tuple(sorted(refill))
    step = acts.Deal(args, end=stmt.place, up_to=stmt.up_to, sides=sides, refills=refills, fits=fitting)
    return writer.effect([step], "pieces")


@writes(ir.Shuffle)
def shuffle(writer: Writer, stmt: ir.Shuffle) -> Steps:
    steps: Steps = []
    for what in stmt.what:
        if isinstance(bare(what.type), types.Zone):
            steps.append(acts.Shuffle((writer.scalar(what),), side=side(writer, what)))
        else:
            steps.append(acts.ShuffleSome((writer.planner.items(what, {}),)))
    steps = writer.effect(steps, "pieces")
    return [acts.Round(dealt=True), *steps] if writer.planner.watched else steps


@writes(ir.Roll)
def roll(writer: Writer, stmt: ir.Roll) -> Steps:
    return writer.effect([acts.Roll((writer.planner.pieces(stmt.pieces, {}),))], "pieces")


@writes(ir.Pay)
def pay(writer: Writer, stmt: ir.Pay) -> Steps:
    ends = (holder(writer.planner, each, {}) for each in (stmt.source, stmt.target))
    step = acts.Pay((writer.scalar(stmt.amount), *ends), resource=stmt.resource, up_to=stmt.up_to)
    return writer.effect([step], stmt.resource)


@writes(ir.Form)
def form(writer: Writer, stmt: ir.Form) -> Steps:
    fields = tuple(writer.scalar(value) for value in stmt.fields)
    ranges: list[acts.Bounds] = []
    for field in writer.planner.game.groups[stmt.group].fields:
        low, high = field.low, field.high
        ranges.append(None if low is None or high is None else (writer.scalar(low), writer.scalar(high)))
    args = (writer.planner.items(stmt.pieces, {}), writer.scalar(stmt.target))
    return writer.effect([acts.Form(args, group=stmt.group, fields=fields, bounds=tuple(ranges))], "pieces")


@writes(ir.Tally)
def tally(writer: Writer, stmt: ir.Tally) -> Steps:
    score = writer.planner.game.scores[stmt.score]
    if stmt.seat is not None:
        return tally_one(writer, stmt, score)
    writer.planner.function(score.name)
    into = None if score.into is None else writer.planner.program.vars[score.into]
    low, high = (None, None) if into is None else (into.low, into.high)
    step = acts.Tally(score=score.name, into=score.into, low=low, high=high)
    steps = writer.effect([step], *((score.into,) if score.into else ()))
    return [*steps, acts.Round()] if writer.planner.watched and score.into else steps


def tally_one(writer: Writer, stmt: ir.Tally, score: ir.Score) -> Steps:
    """The score of one seat is added to its element, as `+=` would."""
    assert stmt.seat is not None
    span, seat = stmt.span, stmt.seat
    total = ir.Call(types.INT, span, score.name, (seat,))
    if score.into is None:
        return [acts.Expr((writer.scalar(total),))]
    there = ir.VarAt(types.INT, span, score.into, (seat,))
    more = ir.Op(types.INT, span, "add", (there, total))
    return list(writer.suite((ir.Assign(span, stmt.tags, ir.VarTarget(score.into, (seat,)), more),)))
