"""Steps for choices: what is offered, who is asked, and what follows."""

from __future__ import annotations

from rulelang import ir
from rulelang.ir.types import has_pieces
from rulelang.native.plan import acts, ops
from rulelang.native.plan.menus import Offer, asking_rule, bag_type, plan_options, reference
from rulelang.native.plan.nodes import INT, LIST, get, number, op
from rulelang.native.plan.showing import block, in_block, show_element, show_whole
from rulelang.native.plan.statements import Steps, Writer, writes


def offer_of(writer: Writer, asking: ir.Asking, optional: bool) -> Offer:
    name = writer.name(asking.local)
    size = op(ops.COUNT, writer.planner.pieces(asking.source, {}))
    rep = writer.layout.rep_of(asking.local.type)
    rule = asking_rule(writer.planner, asking)
    if asking.quantity is None:
        options, guard = plan_options(writer.planner, asking, {}, name)
        watch = writer.watched.pop(asking.local, ())
        kind = False, False, has_pieces(asking.local.type)
        return Offer(name, rep, options, guard, size, rule, optional, None, *kind, watch)
    source = writer.planner.items(asking.source, {})
    inner = {asking.local: get(name, LIST)}
    guard = None if asking.guard is None else writer.planner.scalar(asking.guard, inner)
    want, pieces = writer.scalar(asking.quantity.number), bag_type(asking)
    return Offer(name, LIST, source, guard, size, rule, optional, want, asking.one_by_one, pieces, pieces)


@writes(ir.Choose)
def choose(writer: Writer, stmt: ir.Choose) -> Steps:
    offer = offer_of(writer, stmt.asking, stmt.optional)
    bodies = (writer.suite(stmt.body), writer.suite(stmt.otherwise)) if stmt.optional else ()
    return [acts.Choose((writer.scalar(stmt.seat),), bodies, offer=offer)]


@writes(ir.EachChooses)
def each_chooses(writer: Writer, stmt: ir.EachChooses) -> Steps:
    """Each answer goes to the seat's element of the variable, emptied before."""
    seat = writer.name(stmt.seat)
    writer.scopes.append("block")
    offer = offer_of(writer, stmt.asking, False)
    writer.scopes.pop()
    here = get(seat, INT)
    answer = get(offer.name, offer.rep), op(ops.ADD, here, number(-1))
    store = acts.Store(answer, var=stmt.var, low=None, high=None)
    kept = show_element(writer, stmt.var, answer[1], "answer")
    body = in_block(writer, seat, (acts.Choose((here,), offer=offer), store, *kept))
    source = writer.planner.items(stmt.seats, {})
    loop = acts.For((source,), (body,), name=seat, rep=INT)
    emptied = [acts.Renew(var=stmt.var), *show_whole(writer, stmt.var, "own")]
    return [*emptied, *block(writer, [loop]), *writer.ends(), *writer.test_until()]


@writes(ir.ChooseAction)
def choose_action(writer: Writer, stmt: ir.ChooseAction) -> Steps:
    refs = tuple(reference(writer.planner, ref, {}) for ref in stmt.menus)
    passing = "always" if stmt.optional else "stuck" if stmt.fallback is not None else "never"
    body = writer.suite(stmt.fallback or ())
    return [acts.Menu((writer.scalar(stmt.seat),), (body,), refs=refs, passing=passing), *writer.test_until()]


@writes(ir.Resolve)
def resolve(writer: Writer, stmt: ir.Resolve) -> Steps:
    return [acts.Resolve(ref=reference(writer.planner, stmt.menu, {})), *writer.test_until()]
