"""Effects on pieces and resources: move, deal, shuffle, roll, reveal, pay, form, tally, put."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.base.source import Span
from rulelang.check.environment import CHOSEN, Context
from rulelang.check.expressions import expr, in_group, pieces, unknown
from rulelang.check.statements import FORMS, Form
from rulelang.check.typing import element
from rulelang.diagnostics import nearest
from rulelang.ir.types import BOOL, INT, NOTHING, SEAT, Holder, List, Optional, Piece, Unknown, Zone, bare
from rulelang.syntax import nodes


def zone(ctx: Context, node: Any) -> ir.Expr:
    """A zone that pieces can move to."""
    made = in_group(ctx, expr(ctx, node))
    if not isinstance(made.type, Zone | Unknown):
        ctx.report("R336", node.span, have=made.type)
        return unknown(node.span)
    return made


def check_room(ctx: Context, what: ir.Expr, to: ir.Expr, span: Any) -> None:
    """Pieces must be of the kinds that their target zone holds."""
    have, want = element(what.type), element(to.type)
    box = isinstance(to, ir.ZoneAt) and to.zone == "box"
    if isinstance(have, Piece) and isinstance(want, Piece) and not box and not set(have.names) <= set(want.names):
        ctx.report("R337", span, have=have, want=want)


def _move(ctx: Context, node: nodes.Move, tags: ir.Tags) -> ir.Stmt:
    made = []
    for each in node.transfers:
        what, to = pieces(ctx, each.pieces), zone(ctx, each.target)
        check_room(ctx, what, to, each.span)
        made.append((what, to, place(ctx, each.place, to)))
    return ir.Move(node.span, tags, tuple(made))


PLACES = {"pile": ("top", "bottom"), "row": ("left", "right"), "set": (), "bag": ()}


def place(ctx: Context, name: nodes.Word | None, to: ir.Expr) -> str | None:
    if name is None:
        return None
    order = ctx.world.zones[to.zone].order if isinstance(to, ir.ZoneAt) and to.zone in ctx.world.zones else ""
    known = PLACES.get(order, ("top", "bottom", "left", "right"))
    if name not in known:
        close = nearest(str(name), known)
        known_ = " or ".join(known) or "nothing"
        help_ = f"did you mean `{close}`?" if close else ""
        ctx.report("R338", name.span, name=name, order=order or "zone", known=known_, help=help_)
        return None
    return str(name)


def _deal(ctx: Context, node: nodes.Deal, tags: ir.Tags) -> ir.Stmt:
    number = expr(ctx, node.number, INT)
    source, to = zone(ctx, node.source), zone(ctx, node.target)
    check_room(ctx, source, to, node.span)
    return ir.Deal(node.span, tags, number, source, to, place(ctx, node.place, to), node.up_to)


def _shuffle(ctx: Context, node: nodes.Shuffle, tags: ir.Tags) -> ir.Stmt:
    made = []
    for each in node.what:
        what = expr(ctx, each)
        made.append(what if isinstance(what.type, Zone) else pieces(ctx, each))
    return ir.Shuffle(node.span, tags, tuple(made))


def _roll(ctx: Context, node: nodes.Roll, tags: ir.Tags) -> ir.Stmt:
    what = pieces(ctx, node.pieces)
    kinds = element(what.type)
    if isinstance(kinds, Piece):
        plain = [kind for kind in kinds.names if kind in ctx.world.pieces and ctx.world.pieces[kind].rolls is None]
        if plain:
            ctx.report("R339", node.span, kind=plain[0])
    return ir.Roll(node.span, tags, what)


def show(sight: str) -> Form:
    """`reveal`, `hide` and `unreveal`."""

    def build(ctx: Context, node: Any, tags: ir.Tags) -> ir.Stmt | list[ir.Stmt]:
        seats = None
        if getattr(node, "to", None) is not None:
            seats = expr(ctx, node.to)
            seats = seats if isinstance(seats.type, List) else ir.ListOf(List(SEAT), seats.span, (seats,))
        var = shown_variable(ctx, node.what)
        if var is not None:
            held = answer_pieces(ctx, var[0], var[1], node.span)
            first = [ir.Show(node.span, tags, sight, held, None, (), seats)] if held is not None else []
            return [*first, ir.Show(node.span, tags, sight, None, var[0], var[1], seats)]
        return ir.Show(node.span, tags, sight, pieces(ctx, node.what), None, (), seats)

    return build


def answer_pieces(ctx: Context, var: str, given: tuple[ir.Expr, ...], span: Span) -> ir.Expr | None:
    """The pieces that secret answers name: showing such an answer shows them."""
    declared = ctx.world.vars.get(var)
    kind = bare(declared.type) if declared is not None and declared.chosen else None
    inner = element(kind) if isinstance(kind, List) else kind
    if kind is None or not isinstance(inner, Piece):
        return None
    seat = ctx.world.new_local("seat", SEAT)
    index = given or (ir.Get(SEAT, span, seat),)
    answer = ir.VarAt(Optional(kind), span, var, index)
    if isinstance(kind, List):
        several = ir.Op(kind, span, "default", (answer, ir.ListOf(kind, span, ())))
        piece = ctx.world.new_local("piece", inner)
        binders = ((seat, ir.Seats(List(SEAT), span)), (piece, several))
        return ir.Each(kind, span, binders if not given else binders[1:], None, ir.Get(inner, span, piece), None)
    there = ir.Op(BOOL, span, "ne", (answer, ir.Lit(NOTHING, span, None)))
    source = ir.Seats(List(SEAT), span) if not given else ir.ListOf(List(SEAT), span, given[:1])
    return ir.Each(List(inner), span, ((seat, source),), there, answer, None)


def shown_variable(ctx: Context, node: Any) -> tuple[str, tuple[ir.Expr, ...]] | None:
    """A variable, whole or with some of its first indexes."""
    name = node.value if isinstance(node, nodes.Index) else node
    symbol = ctx.lookup(name.name) if isinstance(name, nodes.Name) else None
    if symbol is None or symbol.kind != "var":
        return None
    if symbol.decl != CHOSEN and isinstance(bare(symbol.type), Piece | List) and not symbol.indexes:
        return None
    given = node.indexes if isinstance(node, nodes.Index) else ()
    if len(given) > len(symbol.indexes):
        return None
    return symbol.name, tuple(expr(ctx, e, t) for e, t in zip(given, symbol.indexes, strict=False))


def _pay(ctx: Context, node: nodes.Pay, tags: ir.Tags) -> ir.Stmt | None:
    symbol = ctx.lookup(node.resource)
    amount = expr(ctx, node.amount, INT)
    if symbol is None or symbol.kind != "resource":
        ctx.unknown_name(node.resource, "resource", list(ctx.world.resources))
        return None
    symbol.uses += 1
    who = Holder(symbol.name)
    source, to = expr(ctx, node.source, who), expr(ctx, node.target, who)
    return ir.Pay(node.span, tags, symbol.name, amount, source, to, node.up_to)


def _form(ctx: Context, node: nodes.Form, tags: ir.Tags) -> ir.Stmt | None:
    group = ctx.world.groups.get(str(node.group))
    if group is None:
        ctx.unknown_name(node.group, "group", list(ctx.world.groups))
        return None
    ctx.world.mention(node.group, ctx.world.symbols[group.name])
    if len(node.fields) != len(group.fields):
        ctx.report("R321", node.span, name=node.group, want=len(group.fields), have=len(node.fields))
        return None
    fields = tuple(expr(ctx, e, f.type) for e, f in zip(node.fields, group.fields, strict=True))
    what, to = pieces(ctx, node.pieces), zone(ctx, node.target)
    made = Piece((group.name,))
    if isinstance(element(to.type), Piece) and group.name not in element(to.type).names:  # type: ignore[attr-defined]
        ctx.report("R337", node.span, have=made, want=element(to.type))
    check_room(ctx, what, ir.Lit(Zone(group.of), node.span, None), node.span)
    return ir.Form(node.span, tags, group.name, fields, what, to)


def _tally(ctx: Context, node: nodes.Tally, tags: ir.Tags) -> ir.Stmt | None:
    symbol = ctx.lookup(node.score)
    if symbol is None or symbol.kind != "score":
        names = [n for n, s in ctx.symbols[0].items() if s.kind == "score"]
        ctx.unknown_name(node.score, "score", names)
        return None
    symbol.uses += 1
    seat = expr(ctx, node.seat, SEAT) if node.seat is not None else None
    return ir.Tally(node.span, tags, symbol.name, seat)


def _put(ctx: Context, node: nodes.Put, tags: ir.Tags) -> ir.Stmt | None:
    if not ctx.testing:
        ctx.report("R340", node.span)
        return None
    what, to = pieces(ctx, node.pieces), zone(ctx, node.target)
    check_room(ctx, what, to, node.span)
    return ir.Put(node.span, tags, what, to)


FORMS.update(
    {
        nodes.Move: _move,
        nodes.Deal: _deal,
        nodes.Shuffle: _shuffle,
        nodes.Roll: _roll,
        nodes.Reveal: show("all"),
        nodes.Hide: show("none"),
        nodes.Unreveal: show("declared"),
        nodes.Pay: _pay,
        nodes.Form: _form,
        nodes.Tally: _tally,
        nodes.Put: _put,
    }
)
