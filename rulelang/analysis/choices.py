"""What choices tell: everyone learns who is asked, the chooser learns the options; and the rules of secret blocks."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang import ir
from rulelang.analysis import control, effects, pieces  # noqa: F401  the other cases
from rulelang.analysis.compound import enter_menu
from rulelang.analysis.interpret import Analysis, do
from rulelang.analysis.labels import ALL, PUBLIC, Label, Origin, Readers, Sight, Term, covers, only, value
from rulelang.analysis.state import State, Summary
from rulelang.analysis.values import Block, Env
from rulelang.base.source import Span
from rulelang.ir import types
from rulelang.ir.types import has_pieces
from rulelang.ir.walk import walk

# ---------------------------------------------------------------- choices


@do.case(ir.Choose)
def choose(stmt: ir.Choose, at: Analysis, state: State) -> None:
    term = check_asked(at, state, stmt.seat, stmt.span)
    readers = only(term)
    source = offer(at, state, stmt.asking, readers)
    secret = stmt.secret or at.block is not None
    answer = answer_label(at, stmt.asking.local, stmt.asking.source, source, answer_readers(term, secret))
    quantity = stmt.asking.quantity
    if quantity is None or not quantity.up_to:
        answer = attrs.evolve(answer, size=PUBLIC if quantity is None else at.flat_at(quantity.number, state.env))
    only_its = Sight(readers, readers, frozenset(), Origin(stmt.span, stmt.asking.local.name, None, "chosen in secret"))
    decided = only_its if secret and stmt.optional else PUBLIC
    if not stmt.optional:
        at.set_local(state, stmt.asking.local, answer)
        return
    inner = state.copy()
    at.set_local(inner, stmt.asking.local, answer)
    taken = at.branch(stmt.body, inner, decided)
    taken.env.pop(stmt.asking.local, None)
    at.merge(state, [taken, at.branch(stmt.otherwise, state, decided)], decided)


def check_asked(at: Analysis, state: State, seat: ir.Expr, span: Span) -> Term | None:
    """Everyone is told who is asked."""
    label = at.at(seat, state.env)
    at.need_pc(state, span, "all are told who is asked")
    at.need(label.flat(), at.watching, seat.span, "all are told who is asked", seat)
    if at.block is not None and label.term != at.block.seat:
        at.find("R351", Origin(seat.span, at.seat_name(), None, ""), seat.span, "", ALL)
    return label.term


def offer(at: Analysis, state: State, asking: ir.Asking, readers: Readers) -> Label:
    """The seat that is asked must be able to see what is offered, and why."""
    source = at.at(asking.source, state.env)
    visible(at, source, readers, asking.source)
    if asking.quantity is not None:
        number = asking.quantity.number
        at.need(at.flat_at(number, state.env), readers, number.span, "the chooser is told how many", number)
    inner = {**state.env, asking.local: at.bind(asking.local, source.item())}
    offers_by(at, asking.guard, inner, readers)
    for text, env in ((asking.reason, inner), (asking.prompt, state.env)):
        for part in text.parts if text is not None else ():
            if isinstance(part, ir.Expr):
                at.need(at.flat_at(part, env), readers, part.span, "the chooser reads this", part)
    return source


def visible(at: Analysis, source: Label, readers: Readers, expr: ir.Expr, sure: bool = False) -> None:
    """The chooser sees what it chooses from."""
    sight = source.size & source.which & source.order & source.look
    if covers(sight.maybe, readers) or not has_pieces(expr.type) or sight.origin is None:
        at.need(sight, readers, expr.span, "the chooser is told what may be chosen", expr, sure)
        return
    zone = at.game.zones.get(sight.origin.name)
    code = "R347" if zone is None else "R358" if zone.sight == "hidden" else "R359"
    at.find(code, sight.origin, expr.span, "the chooser is told what may be chosen", readers, None)


def offers_by(at: Analysis, test: ir.Expr | None, env: Env, readers: Readers) -> None:
    """The chooser learns the result of a condition, since it sees what is offered."""
    if test is not None:
        at.need(at.flat_at(test, env), readers, test.span, "the chooser is told what may be chosen", sure=True)


def answer_readers(term: Term | None, secret: bool) -> Readers:
    """Who is told an answer."""
    return only(term) if secret else ALL


def answer_label(at: Analysis, local: ir.Local, expr: ir.Expr, source: Label, readers: Readers) -> Label:
    """An open answer is known to everyone, except for the face of a piece that only the chooser sees. A bag is in the
    order of what its pieces show.
    """
    own, secret = PUBLIC, readers is not ALL
    if secret:
        own = Sight(readers, readers, frozenset(), Origin(at.here[0].span, local.name, None, "chosen in secret"))
    look, chosen = source.look, None
    if look.known is not ALL and not secret:
        chosen = ("chosen", local.number)
        look = Sight(look.known, ALL, frozenset([chosen]), look.origin)
    if not has_pieces(local.type):
        return value(own)
    place = source.where() if secret else PUBLIC
    in_order = not isinstance(local.type, types.List) or (isinstance(expr, ir.Op) and expr.op == "permutations")
    seen = look & own
    order, partly, lying = own if in_order else seen, source.partly, source.lying
    return Label(own, own, order, seen, place, False, partly, drawn=True, chosen=chosen, lying=lying)


@do.case(ir.ChooseAction)
def choose_action(stmt: ir.ChooseAction, at: Analysis, state: State) -> None:
    term = check_asked(at, state, stmt.seat, stmt.span)
    readers = only(term)
    for part in stmt.prompt.parts if stmt.prompt is not None else ():
        if isinstance(part, ir.Expr):
            at.need(at.flat_at(part, state.env), readers, part.span, "the chooser reads this", part)
    secret = stmt.secret or at.block is not None
    own = Sight(readers, readers, frozenset(), Origin(stmt.span, "this choice", None, "chosen in secret"))
    decided = own if secret and not is_forced(at, stmt) else PUBLIC
    ways = [way for ref in stmt.menus for way in actions(at, state, ref, readers, term, decided, secret)]
    ways.append(at.branch(stmt.fallback or (), state, decided))
    at.merge(state, ways, decided)
    at.forget(state, frozenset().union(*(at.facts.writes[ref.menu] for ref in stmt.menus)))


def is_forced(at: Analysis, stmt: ir.ChooseAction) -> bool:
    """Is there only one thing to do, whatever is known?"""
    if stmt.optional or stmt.fallback is not None or len(stmt.menus) != 1 or stmt.menus[0].binders:
        return False
    actions_ = at.game.menus[stmt.menus[0].menu].actions
    return len(actions_) == 1 and not actions_[0].binders


def actions(
    at: Analysis, state: State, ref: ir.MenuRef, readers: Readers, term: Term | None, decided: Sight, secret: bool
) -> Iterator[State]:
    """Each action of an offered menu, as a path that play may take."""
    params, _ = enter_menu(at, ref, state.env)
    bound = dict(state.env)
    for local, source in ref.binders:
        listed = at.at(source, bound)
        visible(at, listed, readers, source, sure=True)
        bound[local] = at.bind(local, listed.item())
    offers_by(at, ref.condition, bound, readers)
    menu = at.game.menus[ref.menu]
    params |= {param: at.bind(param, at.at(argument, bound)) for param, argument in zip(menu.params, ref.arguments)}
    for expr in (menu.key, menu.condition):
        offers_by(at, expr, params, readers)
    for action in menu.actions:
        yield one_action(at, state, menu, action, params, readers, term, decided, secret)


def one_action(
    at: Analysis, state: State, menu: ir.Menu, action: ir.Action, params: Env, readers: Readers, term: Term | None,
    decided: Sight, secret: bool,
) -> State:  # fmt: skip
    seen, taken = dict(params), dict(params)
    for local, source in action.binders:
        listed = at.at(source, seen)
        visible(at, listed, readers, source, sure=True)
        seen[local] = at.bind(local, listed.item())
        taken[local] = at.bind(local, answer_label(at, local, source, listed, answer_readers(term, secret)))
    offers_by(at, action.guard, seen, readers)
    for text in (action.reason, action.label):
        for part in text.parts if text is not None else ():
            if isinstance(part, ir.Expr):
                at.need(at.flat_at(part, seen), readers, part.span, "the chooser reads this", sure=True)
    done = act(at, menu, action, taken, state.pc & decided)
    way = state.copy()
    at.follow(way, done, at.facts.writes[menu.name])
    way.stopped = (
        done.stop if way.stopped is None else way.stopped if done.stop is None else way.stopped & done.stop
    )
    return way


def act(at: Analysis, menu: ir.Menu, action: ir.Action, env: Env, pc: Sight) -> Summary:
    """The effects of an action, interpreted once for each path that leads to it."""
    env = {**env, **at.few(f"{menu.name}.{action.name}", at.kept(env))}
    key = (menu.name, action.name, tuple(env.values()), pc, at.block, at.outer)
    if key not in at.summaries:
        inner = State(env, pc)
        here, at.here = at.here, (action, frozenset())
        at.suite((*action.body,), inner)
        inner.returned = None  # leaves the action only
        at.suite(menu.finally_, inner)
        at.here = here
        made = frozenset(inner.happened), frozenset(inner.kept)
        at.summaries[key] = Summary(None, inner.stopped, frozenset(inner.shown), *made)
    return at.summaries[key]


@do.case(ir.Resolve)
def resolve(stmt: ir.Resolve, at: Analysis, state: State) -> None:
    """Only binders ask; which action applies is known to those who know what decides it."""
    params, decided = enter_menu(at, stmt.menu, state.env)
    menu = at.game.menus[stmt.menu.menu]
    first = params[menu.params[0]]
    readers = only(first.term)
    deciding = at.flat_at(menu.key, params) & at.flat_at(menu.condition, params)
    if any(action.binders for action in menu.actions):
        at.need_pc(state, stmt.span, "all are told who is asked")
        at.need(first.flat() & deciding, at.watching, stmt.span, "all are told who is asked", stmt.menu.arguments[0])
    secret = at.block is not None
    ways = [
        one_action(
            at, state, menu, action, params, readers, first.term, deciding & guard_of(at, action, params), secret
        )
        for action in menu.actions
    ]
    at.merge(state, ways, decided)
    at.forget(state, at.facts.writes[stmt.menu.menu])


def guard_of(at: Analysis, action: ir.Action, params: Env) -> Sight:
    if action.binders or action.guard is None:
        return PUBLIC
    return at.flat_at(action.guard, params)


# ---------------------------------------------------------------- at the same time


@do.case(ir.EachChooses)
def each_chooses(stmt: ir.EachChooses, at: Analysis, state: State) -> None:
    inner, term = each_seat(stmt, at, state, "all are told who is asked")
    source = offer(at, inner, stmt.asking, frozenset([term]))
    if has_pieces(stmt.asking.local.type):
        at.lying(state, stmt.var, source, anew=True)
        quantity = stmt.asking.quantity
        if quantity is not None and (quantity.up_to or not covers(at.flat_at(quantity.number, inner.env).known, ALL)):
            at.counted.add(stmt.var)
    at.forget(state, {stmt.var})


@do.case(ir.EachSecretly)
def each_secretly(stmt: ir.EachSecretly, at: Analysis, state: State) -> None:
    inner, term = each_seat(stmt, at, state, "all are told who acts in secret")
    inner.returned = inner.broken = inner.stopped = None
    before, outside = at.block, at.outside
    at.outside, at.taken_from, known = frozenset(state.env), set(), None
    writes = at.facts.writes_in(stmt.body)
    while known != at.taken_from:  # what is taken from a zone is known when the moves were gone through
        known = set(at.taken_from)
        at.block = Block(term, stmt.seat.name, writes | known)
        at.loop(inner, PUBLIC, lambda once: at.suite(stmt.body, once))
    at.block, at.outside = before, outside
    if inner.returned is not None or inner.stopped is not None:
        at.find("R397", Origin(leaving(at, stmt), "this", None, ""), stmt.span, "", ALL)
    inner.returned = inner.broken = inner.stopped = None
    inner.env.pop(stmt.seat, None)
    at.merge(state, [inner], PUBLIC)


def each_seat(stmt: ir.EachChooses | ir.EachSecretly, at: Analysis, state: State, told: str) -> tuple[State, Term]:
    """The state for an arbitrary seat of a list, and that seat; everyone is told which seats these are."""
    listed = at.at(stmt.seats, state.env)
    at.need_pc(state, stmt.span, told)
    at.need(listed.flat(), at.watching, stmt.seats.span, told, stmt.seats)
    inner = state.copy()
    at.set_local(inner, stmt.seat, listed.item())
    term = inner.env[stmt.seat].term
    assert term is not None
    return inner, term


def leaving(at: Analysis, stmt: ir.EachSecretly) -> Span:
    """The statement that exits a block."""
    found = [node.span for node in walk(stmt.body) if isinstance(node, ir.Return | ir.Stop)]
    return found[0] if found else stmt.span


do.seal()
