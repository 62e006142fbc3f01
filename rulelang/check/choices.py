"""Choices: who is asked, what is offered, and the name of the answer."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.base.source import Span
from rulelang.check.blocks import intersect, leaves
from rulelang.check.environment import CHOSEN, Context, Symbol
from rulelang.check.expressions import condition, expr, fit, require_list
from rulelang.check.lints import lint_name
from rulelang.check.lists import binder
from rulelang.check.messages import message
from rulelang.check.narrowing import facts_of
from rulelang.check.postfix import arguments
from rulelang.check.statements import FORMS, statement, suite
from rulelang.check.typing import element
from rulelang.ir.types import BOOL, INT, SEAT, UNKNOWN, Actions, List, Optional, Seat, Type, Unknown
from rulelang.syntax import nodes


def asking(ctx: Context, node: Any, tags: ir.Tags = ()) -> ir.Asking:
    """What is offered. The chosen name is bound in the innermost block."""
    source = require_list(ctx, expr(ctx, node.source))
    quantity = None
    type_: Type = element(source.type)
    if article(ctx, node.quantity):
        ctx.unknown_name(node.quantity.number.name, "number", [])
    elif node.quantity is not None:
        number = how_many(ctx, node.quantity.number)
        quantity = ir.Quantity(number, isinstance(node.quantity, nodes.UpTo))
        type_ = List(type_)
    elif node.one_by_one:
        ctx.report("R350", node.span)
    lint_name(ctx, node.name)
    local = ctx.bind(node.name, type_)
    with ctx.allow_reveal(False):
        guard = condition(ctx, node.guard.condition) if node.guard is not None else None
        reason = message(ctx, node.guard.reason) if node.guard is not None else None
    return ir.Asking(local, source, guard, reason, quantity, node.one_by_one, message(ctx, node.prompt))


def how_many(ctx: Context, node: Any) -> ir.Expr:
    """The number of items; for several numbers, as in `chooses 1..3 cs`, the message says how to offer them."""
    made = expr(ctx, node)
    if isinstance(made.type, List):
        ctx.report("R310", made.span, have=made.type, want=INT, help=BAGS.format(sizes=node.span.text))
        return ir.Lit(UNKNOWN, made.span, None)
    return fit(ctx, made, INT)


BAGS = "Offer all bags of these sizes: `p chooses cs from subsets(LIST, {sizes})`."


def article(ctx: Context, quantity: Any) -> bool:
    """`p chooses a card from …` means one."""
    number = getattr(quantity, "number", None)
    return isinstance(number, nodes.Name) and str(number.name) in ("a", "an") and ctx.lookup(number.name) is None


def chooser(ctx: Context, node: Any) -> ir.Expr:
    seat = expr(ctx, node, SEAT)
    if ctx.secret_seat is not None and not (isinstance(seat, ir.Get) and seat.local is ctx.secret_seat):
        ctx.report("R351", node.span, seat=ctx.secret_seat.name)
    return seat


def choose(ctx: Context, node: nodes.Choose, tags: ir.Tags) -> ir.Stmt:
    seat = chooser(ctx, node.seat)
    made = asking(ctx, node)
    ctx.forget_shared()
    return ir.Choose(node.span, tags, seat, made, False, node.secretly, (), ())


def may_choose(ctx: Context, node: nodes.MayChoose, tags: ir.Tags) -> ir.Stmt:
    seat = chooser(ctx, node.seat)
    ctx.forget_shared()
    with ctx.block():
        made = asking(ctx, node)
        facts = ctx.facts
        body = suite(ctx, node.body)
    after, ctx.facts = ctx.facts, facts
    otherwise = suite(ctx, node.otherwise.body) if node.otherwise is not None else ()
    ctx.facts = {key: type_ for key, type_ in after.items() if ctx.facts.get(key) == type_}
    return ir.Choose(node.span, tags, seat, made, True, node.secretly, body, otherwise)


def yes_or_no(ctx: Context, node: nodes.YesOrNo, tags: ir.Tags) -> list[ir.Stmt]:
    """A choice between true and false, and a branch for each."""
    seat, prompt = chooser(ctx, node.seat), message(ctx, node.prompt)
    ctx.forget_shared()
    span, local = node.span, ctx.world.new_local("yes", BOOL)
    answers = ir.ListOf(List(BOOL), span, (ir.Lit(BOOL, span, True), ir.Lit(BOOL, span, False)))
    made = ir.Asking(local, answers, None, None, None, False, prompt)
    start = ctx.facts
    body, after = suite(ctx, node.body), ctx.facts
    ctx.facts = start
    otherwise = suite(ctx, node.otherwise.body) if node.otherwise is not None else ()
    ends = [facts for facts, part in ((after, node.body), (ctx.facts, no_body(node))) if not part or not leaves(part)]
    ctx.facts = intersect(ends) if ends else start
    choice = ir.Choose(span, tags, seat, made, False, node.secretly, (), ())
    return [choice, ir.Branch(span, tags, ((ir.Get(BOOL, span, local), body),), otherwise)]


def no_body(node: nodes.YesOrNo) -> nodes.Suite | None:
    return node.otherwise.body if node.otherwise is not None else None


# ---------------------------------------------------------------- menus


def menu_ref(ctx: Context, node: Any) -> ir.MenuRef | None:
    """`Swaps(p)`, or `[UseStore(p, t) for t in store[p]]`."""
    if isinstance(node, nodes.List) and isinstance(node.items, nodes.Comprehension) and node.items.element is not None:
        return menu_refs(ctx, node.items)
    name = node.function if isinstance(node, nodes.Call) else node
    symbol = ctx.lookup(name.name) if isinstance(name, nodes.Name) else None
    if symbol is None and isinstance(name, nodes.Name):
        names = [n for table in ctx.symbols for n, s in table.items() if s.kind == "menu"]
        ctx.unknown_name(name.name, "menu", names)
        return None
    if symbol is not None and symbol.faulty:
        return None
    if symbol is None or symbol.kind != "menu":
        ctx.report("R352", node.span)
        return None
    symbol.uses += 1
    return ir.MenuRef(symbol.name, arguments(ctx, node, symbol.params, symbol.name), (), None)


def menu_refs(ctx: Context, node: nodes.Comprehension) -> ir.MenuRef | None:
    with ctx.block(), ctx.allow_reveal(False):
        binders = tuple(binder(ctx, each) for each in node.binders)
        test = condition(ctx, node.condition) if node.condition is not None else None
        with ctx.knowing(facts_of(test, True)):
            inner = menu_ref(ctx, node.element)
    return ir.MenuRef(inner.menu, inner.arguments, binders, test) if inner is not None else None


def menus(ctx: Context, found: tuple[Any, ...]) -> tuple[ir.MenuRef, ...]:
    made = [menu_ref(ctx, each) for each in found]
    return tuple(each for each in made if each is not None)


def fallback(ctx: Context, node: Any) -> ir.Suite | None:
    if node is None:
        return None
    return () if isinstance(node, nodes.Passed) else tuple(statement(ctx, node))


def menu_question(
    ctx: Context, node: nodes.ChooseAction | nodes.MayChooseAction
) -> tuple[ir.Expr, tuple[ir.MenuRef, ...], ir.Message | None]:
    """Who is asked, from which menus, and with which prompt."""
    seat, prompt = chooser(ctx, node.seat), message(ctx, node.prompt)
    refs = menus(ctx, node.menus)
    ctx.forget_shared()
    return seat, refs, prompt


def choose_action(ctx: Context, node: nodes.ChooseAction, tags: ir.Tags) -> ir.Stmt:
    question = menu_question(ctx, node)
    return ir.ChooseAction(node.span, tags, *question, False, node.secretly, fallback(ctx, node.fallback))


def may_choose_action(ctx: Context, node: nodes.MayChooseAction, tags: ir.Tags) -> ir.Stmt:
    question = menu_question(ctx, node)
    return ir.ChooseAction(node.span, tags, *question, True, False, fallback(ctx, node.fallback) or ())


def resolve_menu(ctx: Context, node: nodes.Resolve, tags: ir.Tags) -> ir.Stmt | None:
    ref = menu_ref(ctx, node.menu)
    ctx.forget_shared()
    if ref is not None and not (ref.arguments and isinstance(ref.arguments[0].type, Seat | Unknown)):
        ctx.report("R346", node.menu.span, name=ref.menu)
        return None
    if ref is None or node.fallback is None:
        return ir.Resolve(node.span, tags, ref) if ref is not None else None
    empty = ir.Op(BOOL, node.menu.span, "empty", (ir.MenuOptions(Actions(), node.menu.span, ref),))
    applies = ir.Op(BOOL, node.menu.span, "not", (empty,))
    resolved = ir.Resolve(node.span, tags, ref, whole=False)
    return ir.Branch(node.span, tags, ((applies, (resolved,)),), fallback(ctx, node.fallback) or ())


# ---------------------------------------------------------------- at the same time


def each_chooses(ctx: Context, node: nodes.EachChooses, tags: ir.Tags) -> ir.Stmt:
    """A variable of the game holds the answers, one element per seat, which only that seat sees."""
    seats = expr(ctx, node.seats, List(SEAT))
    ctx.forget_shared()
    with ctx.block():
        seat = ctx.bind(node.seat, SEAT)
        before = ctx.secret_seat
        ctx.secret_seat = seat
        made = asking(ctx, node)
        ctx.secret_seat = before
    name = new_variable(ctx, node.name, made.local.type, node.span, indexed=True)
    ctx.symbols[-1][str(node.name)] = Symbol(
        "var", name, made.local.type, indexes=(SEAT,), span=node.name.span, decl=CHOSEN
    )
    return ir.EachChooses(node.span, tags, seat, seats, name, made)


def new_variable(ctx: Context, name: nodes.Word, type_: Type, span: Span, indexed: bool) -> str:
    owner = f"{ctx.instance}." if ctx.instance else ""
    unique = f"{owner}{name}"
    while unique in ctx.world.vars:
        unique += "'"
    ctx.world.vars[unique] = ir.VarType(
        unique, (ir.Index("Seat"),) if indexed else (), Optional(type_), None, None, None, "owner", "", (), span,
        during=ctx.instance, chosen=True,
    )  # fmt: skip
    return unique


def each_secretly(ctx: Context, node: nodes.EachSecretly, tags: ir.Tags) -> ir.Stmt:
    seats = expr(ctx, node.seats, List(SEAT))
    if ctx.secret_seat is not None:
        ctx.report("R353", node.span)
    with ctx.block():
        seat = ctx.bind(node.seat, SEAT)
        before, ctx.secret_seat = ctx.secret_seat, seat
        loops, ctx.loops = ctx.loops, 0
        ctx.forget_shared()
        body = suite(ctx, node.body)
        ctx.secret_seat, ctx.loops = before, loops
    ctx.forget_shared()
    return ir.EachSecretly(node.span, tags, seat, seats, body)


FORMS.update(
    {
        nodes.Choose: choose,
        nodes.MayChoose: may_choose,
        nodes.YesOrNo: yes_or_no,
        nodes.ChooseAction: choose_action,
        nodes.MayChooseAction: may_choose_action,
        nodes.Resolve: resolve_menu,
        nodes.EachChooses: each_chooses,
        nodes.EachSecretly: each_secretly,
    }
)
