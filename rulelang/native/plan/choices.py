"""Steps of choices: what is offered, who is asked, and what follows."""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.ir.types import has_pieces
from rulelang.native.plan import acts, ops
from rulelang.native.plan.menus import Asked, asked_rule, bag_type, offered, reference
from rulelang.native.plan.nodes import INT, LIST, Node, Step, get, number, op
from rulelang.native.plan.showing import block, in_block, shown_element, shown_whole
from rulelang.native.plan.statements import Steps, Writer, writes
from rulelang.native.plan.steps import Binding, Offering, Storing


@attrs.frozen
class Offer:
    """A choice of a value. `guard` is tested for each option, with the option in `name`.

    With a quantity (`want`), the options are bags of `options`; `steps`: they are put together one by one.
    """

    name: str
    rep: str
    options: Node
    guard: Node | None
    size: Node
    asked: Asked
    optional: bool
    want: Node | None
    steps: bool
    pieces: bool
    of_pieces: bool = False
    """Are the options pieces, or lists of them?"""
    watch: Any = None
    """What notes each option, in a build for statistics."""


def offer_of(writer: Writer, asking: ir.Asking, optional: bool) -> Offer:
    name = writer.name(asking.local)
    size = op(ops.COUNT, writer.planner.pieces(asking.source, {}))
    rep = writer.layout.rep_of(asking.local.type)
    rule = asked_rule(writer.planner, asking)
    if asking.quantity is None:
        options, guard = offered(writer.planner, asking, {}, name)
        watch = writer.watched.pop(asking.local, None)
        kind = False, False, has_pieces(asking.local.type)
        return Offer(name, rep, options, guard, size, rule, optional, None, *kind, watch)
    source = writer.planner.listed(asking.source, {})
    inner = {asking.local: get(name, LIST)}
    guard = None if asking.guard is None else writer.planner.scalar(asking.guard, inner)
    want, pieces = writer.scalar(asking.quantity.number), bag_type(asking)
    return Offer(name, LIST, source, guard, size, rule, optional, want, asking.one_by_one, pieces, pieces)


@writes(ir.Choose)
def choose(writer: Writer, stmt: ir.Choose) -> Steps:
    offer = offer_of(writer, stmt.asking, stmt.optional)
    bodies = (writer.suite(stmt.body), writer.suite(stmt.otherwise)) if stmt.optional else ()
    return [Step(acts.CHOOSE, (writer.scalar(stmt.seat),), bodies, offer)]


@writes(ir.EachChooses)
def each_chooses(writer: Writer, stmt: ir.EachChooses) -> Steps:
    """Each answer goes to the seat's element of the variable, emptied before."""
    seat = writer.name(stmt.seat)
    writer.scopes.append("block")
    offer = offer_of(writer, stmt.asking, False)
    writer.scopes.pop()
    here = get(seat, INT)
    answer = get(offer.name, offer.rep), op(ops.ADD, here, number(-1))
    store = Step(acts.STORE, answer, data=Storing(stmt.var, None, None))
    kept = shown_element(writer, stmt.var, answer[1], "answer")
    body = in_block(writer, seat, (Step(acts.CHOOSE, (here,), (), offer), store, *kept))
    source = writer.planner.listed(stmt.seats, {})
    loop = Step(acts.FOR, (source,), (body,), Binding(seat, INT))
    emptied = [Step(acts.RENEW, (), data=stmt.var), *shown_whole(writer, stmt.var, "own")]
    return [*emptied, *block(writer, [loop]), *writer.ends(), *writer.tested()]


@writes(ir.ChooseAction)
def choose_action(writer: Writer, stmt: ir.ChooseAction) -> Steps:
    refs = tuple(reference(writer.planner, ref, {}) for ref in stmt.menus)
    passing = "always" if stmt.optional else "stuck" if stmt.fallback is not None else "never"
    body = writer.suite(stmt.fallback or ())
    return [Step(acts.MENU, (writer.scalar(stmt.seat),), (body,), Offering(refs, passing)), *writer.tested()]


@writes(ir.Resolve)
def resolve(writer: Writer, stmt: ir.Resolve) -> Steps:
    return [Step(acts.RESOLVE, data=reference(writer.planner, stmt.menu, {})), *writer.tested()]
