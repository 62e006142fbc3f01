"""The labels of compound values: choices between values, calls, lists, menus, built-ins."""

from __future__ import annotations

from functools import reduce
from operator import and_

import attrs

from rulelang import ir
from rulelang.analysis.builtins import BUILTINS
from rulelang.analysis.labels import OPEN, PUBLIC, Label, Sight, Term, holds, united, value, without
from rulelang.analysis.reads import all_open
from rulelang.analysis.values import Env, Values, nobody, of
from rulelang.ir import types
from rulelang.ir.types import kinds_within


@of.case(ir.Reveal)
def reveal(expr: ir.Reveal, at: Values, env: Env) -> Label:
    """A value that is told becomes known to those it is told to: for pieces also where they are, for a place or a group
    not what lies in it.
    """
    made = at.label(expr.value, env)
    if expr.to is None:
        told = Label(term=made.term)
    else:
        terms = seats_in(expr.to, at, env)
        told = made.each(lambda sight: sight.map_readers(lambda readers: united(readers, terms)))
    holds = isinstance(expr.type, types.Zone) or not at.game.groups.keys().isdisjoint(kinds_within(expr.type))
    kept = attrs.evolve(told, look=made.look, partly=made.partly, lying=made.lying)
    return attrs.evolve(kept, order=made.order) if isinstance(expr.type, types.Zone) else kept if holds else told


@of.case(ir.After)
def after(expr: ir.After, at: Values, env: Env) -> Label:
    """A trial run that uses only open information is as well known as its arguments; otherwise nobody knows the result.
    """
    if at.block is not None or not all_open(at.game, expr, at.facts.hidden):
        return nobody(expr.span, expr.proc)
    return value(at.join(expr.arguments, env) & at.flat(expr.value, env))


def seats_in(expr: ir.Expr, at: Values, env: Env) -> frozenset[Term]:
    """The seats of a list, as far as they can be named."""
    if isinstance(expr, ir.Lit) and isinstance(expr.value, tuple):
        return frozenset(("seat", seat) for seat in expr.value)
    items = expr.items if isinstance(expr, ir.ListOf) else ()
    return frozenset(term for item in items if (term := at.label(item, env).term) is not None)


@of.case(ir.If)
def if_(expr: ir.If, at: Values, env: Env) -> Label:
    made = at.label(expr.then, env) & at.label(expr.otherwise, env)
    return made.under(at.flat(expr.condition, env))


@of.case(ir.Let)
def let(expr: ir.Let, at: Values, env: Env) -> Label:
    inner = {**env, expr.local: at.bind(expr.local, at.label(expr.value, env))}
    return drop_locals(at.label(expr.body, inner), (expr.local,))


@of.case(ir.Rungs)
def rungs(expr: ir.Rungs, at: Values, env: Env) -> Label:
    made = at.label(expr.otherwise, env)
    tested = PUBLIC
    for rung in expr.rungs:
        tested &= at.flat(rung.condition, env)
        made &= at.label(rung.value, env)
    return made.under(tested)


@of.case(ir.Call)
def call(expr: ir.Call, at: Values, env: Env) -> Label:
    labels = tuple(at.label(argument, env) for argument in expr.arguments)
    return at.label_call(expr.fn, labels, at.kept(env))


@of.case(ir.ListOf)
def list_of(expr: ir.ListOf, at: Values, env: Env) -> Label:
    items = [at.label(item, env) for item in expr.items]
    made = reduce(and_, items) if items else OPEN
    alone, many = len(items) == 1, len(items) > 1 or made.many
    found = attrs.evolve(made, size=PUBLIC, which=made.which & made.size, many=many, term=None)
    return found if alone else attrs.evolve(found, drawn=False, chosen=None)


@of.case(ir.TupleOf)
def tuple_of(expr: ir.TupleOf, at: Values, env: Env) -> Label:
    return value(at.join(expr.items, env))


@of.case(ir.Each)
def each(expr: ir.Each, at: Values, env: Env) -> Label:
    """A list by items: a private condition decides how many there are and which; a private key only decides their
    order.
    """
    inner = dict(env)
    size, which, order, many = PUBLIC, PUBLIC, PUBLIC, len(expr.binders) > 1
    for local, source in expr.binders:
        listed = at.label(source, inner)
        inner[local] = at.bind(local, listed.item())
        size, which, order, many = size & listed.size, which & listed.which, order & listed.order, many or listed.many
    test = at.flat(expr.condition, inner)
    made = at.label(expr.element, inner)
    simple = isinstance(expr.element, ir.Get) and expr.element.local is expr.binders[-1][0]
    locals_ = tuple(local for local, _ in expr.binders)
    if not simple:
        which, many = which & made.which & made.size & made.order, True
    many = many and not in_one_place(at, made, locals_)
    order &= at.flat(expr.key, inner)
    found = Label(size & test, which & test, order, made.look, made.place, many, made.partly, lying=made.lying)
    return drop_locals(found, locals_)


def in_one_place(at: Values, made: Label, binders: tuple[ir.Local, ...]) -> bool:
    """Do pieces lie in one zone, whatever these are bound to?"""
    if made.many or made.lying is None or len(made.lying) != 1:
        return False
    ((name, seat),) = made.lying
    kinds = [index.kind for index in at.game.zones[name].indexes]
    bound = {("local", local.number) for local in binders}
    return not kinds or (kinds == ["Seat"] and seat is not None and not holds(seat, lambda term: term in bound))


def drop_locals(label: Label, locals_: tuple[ir.Local, ...]) -> Label:
    """A label outside the scope of these locals."""
    gone = {("local", local.number) for local in locals_}
    return without(label, lambda term: term in gone)


@of.case(ir.MenuOptions)
def menu_options(expr: ir.MenuOptions, at: Values, env: Env) -> Label:
    return value(enter_menu(at, expr.menu, env)[1])


def enter_menu(at: Values, ref: ir.MenuRef, env: Env) -> tuple[Env, Sight]:
    """The parameters of a menu where it is offered, and who may know which of its actions can be taken."""
    inner, sight = dict(env), PUBLIC
    for local, source in ref.binders:
        listed = at.label(source, inner)
        inner[local] = at.bind(local, listed.item())
        sight &= listed.flat()
    sight &= at.flat(ref.condition, inner)
    menu = at.game.menus[ref.menu]
    params = {p: at.bind(p, at.label(a, inner)) for p, a in zip(menu.params, ref.arguments)}
    sight &= at.flat(menu.key, params) & at.flat(menu.condition, params)
    for action in menu.actions:
        bound = dict(params)
        for local, source in action.binders:
            listed = at.label(source, bound)
            bound[local] = at.bind(local, listed.item())
            sight &= listed.flat()
        sight &= at.flat(action.guard, bound)
    gone = tuple(local for local, _ in ref.binders)
    return {**at.kept(env), **params}, drop_locals(value(sight), gone).size


@of.case(ir.Op)
def op(expr: ir.Op, at: Values, env: Env) -> Label:
    labels = [at.label(argument, env) for argument in expr.arguments]
    rule = BUILTINS.get(expr.op)
    return rule(expr, labels) if rule is not None else nobody(expr.span, expr.op)


of.seal()
