"""Plans for menus and for what a choice offers, with the labels that say when a seat is asked."""

from __future__ import annotations

import itertools

import attrs

from rulelang import ir
from rulelang.analysis.public import PUBLIC, SIZE, Offered
from rulelang.ir import counting, types
from rulelang.ir.types import bare, has_pieces
from rulelang.ir.walk import conjuncts
from rulelang.native.plan import ops
from rulelang.native.plan.build import Env, Planner
from rulelang.native.plan.expressions import Binder, Reference, is_op
from rulelang.native.plan.folds import by_level, conjunction, filter_mask
from rulelang.native.plan.fusion import is_some_of
from rulelang.native.plan.nodes import LIST, MASK, Node, get, number, op
from rulelang.native.plan.reps import as_list


@attrs.frozen
class Action:
    """An action of a menu. `key`: for which value of the menu's key it is offered; None for all.

    `narrowed`: the values of the last binder for which the guard holds, where that is a mask. `early`: by binder, the
    part of the guard that is tested before it gets a value; `late`: the rest. `sources`: by binder, its values, without
    those that a part of the guard rules out which is the same in every state; that part is tested nowhere else.
    """

    number: int
    key: int | None
    binders: tuple[Binder, ...]
    guard: Node | None
    narrowed: Node | None = None
    early: tuple[Node | None, ...] = ()
    late: Node | None = None
    sources: tuple[Node, ...] = ()


@attrs.frozen
class Menu:
    name: str
    params: tuple[tuple[str, str], ...]
    key: Node | None
    condition: Node | None
    actions: tuple[Action, ...]


@attrs.frozen
class Asked:
    """When a lone option is put to the seat: never, always, or by the size of the list it is taken from.

    `guard`: there is one. `known`: everybody knows what it says. `up_to`: as many as are wanted, or fewer. Everybody
    knows how many are wanted (`numbered`), and how many there are to choose from (`counted`).
    """

    kind: str
    guard: bool
    known: bool
    up_to: bool
    single: bool
    numbered: bool
    counted: bool


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
    watch: tuple[counting.Offer, ...] = ()
    """What notes each option, in a build for statistics."""


def reference(planner: Planner, ref: ir.MenuRef, env: Env) -> Reference:
    menu, inner = menu_plan(planner, ref.menu), dict(env)
    binders = binders_of(planner, ref.binders, inner, True)
    args = tuple(planner.value(each, inner) for each in ref.arguments)
    args = tuple(map(as_list, args))
    condition = None if ref.condition is None else planner.scalar(ref.condition, inner)
    return Reference(menu.name, args, binders, condition, planner.layout.flow.label_menu(ref))


def menu_size(planner: Planner, expr: ir.MenuOptions, kind: str, env: Env) -> Node:
    """How many options a menu has now, or whether it has none."""
    made = reference(planner, expr.menu, env)
    size = op(ops.MENUSIZE, data=made)
    return size if kind == "count" else op(ops.EQ, size, number(0))


def menu_plan(planner: Planner, name: str) -> Menu:
    """A menu, planned when it is first offered."""
    if name not in planner.plan.menus:
        menu = planner.game.menus[name]
        params = tuple((planner.name(param), planner.layout.rep_of(param.type)) for param in menu.params)
        env: Env = {param: get(own, rep) for param, (own, rep) in zip(menu.params, params)}
        key = None if menu.key is None else planner.scalar(menu.key, env)
        condition = None if menu.condition is None else planner.scalar(menu.condition, env)
        actions = tuple(action_plan(planner, number_, each, env) for number_, each in enumerate(menu.actions))
        planner.plan.menus[name] = Menu(name, params, key, condition, actions)
    found: Menu = planner.plan.menus[name]
    return found


def action_plan(planner: Planner, place: int, action: ir.Action, env: Env) -> Action:
    inner = dict(env)
    binders = binders_of(planner, action.binders, inner, False)
    guard = None if action.guard is None else planner.scalar(action.guard, inner)
    key = action.key
    levels, rest = by_level(planner, action.binders, action.guard)
    sources = []
    for at, ((local, source), binder) in enumerate(zip(action.binders, binders)):
        last = at == len(binders) - 1
        found, left = rule_out(planner, local, source, conjuncts(rest) if last else levels[at + 1], inner)
        sources.append(found or binder.values)
        if found is not None and last:
            rest = conjunction(left)
        elif found is not None:
            levels[at + 1] = left
    early = tuple(all_of(planner, level, inner) for level in levels)
    narrowed = None
    if binders and binders[-1].values.rep == MASK:
        narrowed = filter_mask(planner, binders[-1].values, rest, action.binders[-1][0], inner)
    late = None if rest is None else planner.scalar(rest, inner)
    number_ = int(key) if isinstance(key, int) else None
    return Action(place, number_, binders, guard, narrowed, early, late, tuple(sources))


def rule_out(
    planner: Planner, local: ir.Local, source: ir.Expr, tests: list[ir.Expr], env: Env
) -> tuple[Node | None, list[ir.Expr]]:
    """The values of a binder in a table, with only those for which the first tests hold, if nothing of that depends on
    the state; and the tests that are left.
    """

    def is_known(test: ir.Expr) -> bool:
        return local in planner.free(test) and planner.layout.stateless(test)

    known = list(itertools.takewhile(is_known, tests))
    here = ir.Get(local.type, source.span, local)
    some = ir.Each(types.List(local.type), source.span, ((local, source),), conjunction(known), here, None)
    made = planner.tabulate(some, env) if known and isinstance(local.type, types.Enum) else None
    return (made, tests[len(known) :]) if made is not None and is_distinct(made) else (None, tests)


def all_of(planner: Planner, parts: list[ir.Expr], env: Env) -> Node | None:
    found: Node | None = None
    for part in parts:
        made = planner.scalar(part, env)
        found = made if found is None else op(ops.AND, found, made)
    return found


def binders_of(
    planner: Planner, binders: tuple[tuple[ir.Local, ir.Expr], ...], env: Env, fresh: bool
) -> tuple[Binder, ...]:
    """Binders from left to right; those of an action keep their names, for its body."""
    found = []
    for local, source in binders:
        values, size = merge_alike(planner, source, env), op(ops.COUNT, planner.pieces(source, env))
        name = planner.fresh(local) if fresh else planner.name(local)
        rep = planner.layout.rep_of(local.type)
        env[local] = get(name, rep)
        found.append(Binder(name, rep, values, size))
    return tuple(found)


def merge_alike(planner: Planner, source: ir.Expr, env: Env) -> Node:
    """A list in which identical pieces of one zone, and equal values, occur only once."""
    made, kind = planner.pieces(source, env), bare(source.type)
    single = isinstance(kind, types.Zone) or (isinstance(kind, types.List) and isinstance(bare(kind.of), types.Piece))
    if not single:
        nested = isinstance(kind, types.List) and isinstance(bare(kind.of), types.List)
        return made if is_distinct(made) else op(ops.DISTINCT, made, rep=LIST, data=nested)
    kinds = planner.layout.pieces_of(source.type)
    twins = any(planner.layout.twins >> piece & 1 for piece in kinds or ())
    if made.rep == MASK or made.op is ops.ZONE:
        return op(ops.MERGE, made, rep=made.rep, data=None) if twins else made
    return op(ops.MERGE, made, rep=LIST, data=None)


def is_distinct(node: Node) -> bool:
    """Is no value twice in a list?"""
    if is_op(node, ops.CONST):
        return len(set(node.data)) == len(node.data)
    if is_op(node, ops.TAB):
        return all(len(set(each)) == len(each) for each in node.data.values if isinstance(each, tuple))
    if is_some_of(node):
        return is_distinct(node.args[0])
    return node.op in (ops.RANGE, ops.BAGS, ops.SUBSETS, ops.PERMUTATIONS, ops.DISTINCT)


# ---------------------------------------------------------------- choices of a value


def plan_options(planner: Planner, asking: ir.Asking, env: Env, name: str) -> tuple[Node, Node | None]:
    """The options of a choice of single values, and the guard that is left to test for each."""
    values = merge_alike(planner, asking.source, env)
    if asking.guard is None:
        return values, None
    if values.rep == MASK:
        kept = filter_mask(planner, values, asking.guard, asking.local, env)
        if kept is not None:
            return kept, None
    inner = {**env, asking.local: get(name, planner.layout.rep_of(asking.local.type))}
    return values, planner.scalar(asking.guard, inner)


def asking_rule(planner: Planner, asking: ir.Asking) -> Asked:
    label: Offered = planner.layout.flow.label_choice(asking)
    guard, known = asking.guard is not None, label.guard == PUBLIC
    many = asking.quantity
    everything = label.source == PUBLIC and label.guard == PUBLIC
    if many is None:
        kind = "never" if everything else "always" if label.source > SIZE else "size"
    else:
        unknown = label.source > SIZE or label.number != PUBLIC
        kind = "always" if unknown else "never" if everything else "size"
    numbers = label.number == PUBLIC, label.source <= SIZE
    return Asked(kind, guard, known, bool(many and many.up_to), many is None, *numbers)


def bag_type(asking: ir.Asking) -> bool:
    """Are the items of a bag pieces?"""
    kind = bare(asking.source.type)
    return isinstance(kind, types.Zone) or (isinstance(kind, types.List) and has_pieces(kind.of))
