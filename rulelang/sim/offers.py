"""The options offered to a seat: each is counted when it is offered, and the one that is taken is counted as taken.

The options are enumerated before the choice, in the same way as the choice enumerates them. Choices of several values
at once are left out, and so are menus that are resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

import attrs

from rulelang import ir
from rulelang.base.frozen import Frozen
from rulelang.base.source import Span
from rulelang.ir import types
from rulelang.ir.counting import Count, Offers, Options
from rulelang.sim.cells import number
from rulelang.sim.watcher import Watcher

Values = Mapping[ir.Local, ir.Expr]


def before_choice(watching: Watcher, stmt: Any) -> list[ir.Stmt]:
    """What is offered in a choice, noted before it."""
    if isinstance(stmt, ir.Choose) and stmt.asking.quantity is None:
        passed = [watching.count_pass(stmt)] if stmt.optional else []
        return [*values_offered(watching, stmt.asking, stmt.seat), *offers(stmt.span, lying(watching, passed))]
    if isinstance(stmt, ir.ChooseAction):
        passed = [watching.count_pass(stmt)] if stmt.optional else []
        return offers(stmt.span, [*actions_offered(watching, stmt.menus, stmt.seat), *lying(watching, passed)])
    return []


def offers(span: Span, body: Sequence[ir.Stmt]) -> list[ir.Stmt]:
    return [Offers(span, (), tuple(body))] if body else []


def values_offered(watching: Watcher, asking: ir.Asking, seat: ir.Expr) -> list[Options]:
    """The values of a choice that comes next; the answer takes the place of the last one."""
    body = lying(watching, watching.answer(asking, ir.Get(asking.local.type, seat.span, asking.local), seat))
    about = asking.local, asking.source, asking.guard, tuple(body)
    return [Options(seat.span, (), *about, True)] if body else []


def lying(watching: Watcher, counts: Sequence[ir.Stmt]) -> list[ir.Stmt]:
    """One option, of each thing that is counted if it is taken."""
    return [watching.cells.offer(each) for each in counts if isinstance(each, Count)]


def count_taken(watching: Watcher, counts: list[ir.Stmt], among: ir.Expr | None = None) -> list[ir.Stmt]:
    """What is counted when an option is taken, weighted by how many there were."""
    taken = [watching.cells.offer(each, True, among) for each in counts if isinstance(each, Count)]
    return [*counts, *(offers(taken[0].span, taken) if taken else [])]


def simultaneous(watching: Watcher, asking: ir.Asking, seat: ir.Expr, counts: list[ir.Stmt]) -> list[ir.Stmt]:
    """One seat's part of an answer that all have given: what was offered to it, counted, and what it took."""
    size, span = watching.local("size", types.INT), seat.span
    here = ir.Get(types.INT, span, size)
    none = ir.Assign(span, (), ir.LocalTarget(size), number(0, span))
    more = ir.Assign(span, (), ir.LocalTarget(size), ir.Op(types.INT, span, "add", (here, number(1, span))))
    offered = values_offered(watching, asking, seat)
    loops = [attrs.evolve(each, body=(*each.body, more), asked=False) for each in offered]
    return [none, *offers(span, loops), *count_taken(watching, counts, here)] if loops else counts


# ---------------------------------------------------------------- menus


def actions_offered(watching: Watcher, menus: tuple[ir.MenuRef, ...], seat: ir.Expr) -> Iterator[ir.Stmt]:
    """Every legal action of some menus. Parameters and binders have other names here: an action may be running."""
    for ref in menus:
        menu = watching.game.menus[ref.menu]
        if menu.name in watching.resolved:
            continue

        def inside(values: Values, ref: ir.MenuRef = ref, menu: ir.Menu = menu) -> list[ir.Stmt]:
            given = {param: with_values(each, values) for param, each in zip(menu.params, ref.arguments)}
            return menu_offered(watching, menu, given, seat)

        yield from for_each_binding(watching, ref.binders, ref.condition, {}, seat.span, inside)


def menu_offered(watching: Watcher, menu: ir.Menu, given: Values, seat: ir.Expr) -> list[ir.Stmt]:
    found = [each for action in menu.actions for each in action_offered(watching, menu, action, given, seat)]
    return found if menu.condition is None else [when(with_values(menu.condition, given), found)]


def action_offered(
    watching: Watcher, menu: ir.Menu, action: ir.Action, given: Values, seat: ir.Expr
) -> Iterator[ir.Stmt]:
    def inside(values: Values) -> list[ir.Stmt]:
        chosen = tuple(values[local] for local, _ in action.binders)
        return lying(watching, watching.count_action(menu, action, chosen, seat))

    found = list(for_each_binding(watching, action.binders, action.guard, given, action.span, inside))
    if menu.key is not None and action.key is not None:
        here = ir.Lit(menu.key.type, action.span, action.key)
        same = ir.Op(types.BOOL, action.span, "eq", (with_values(menu.key, given), here))
        found = [when(same, found)]
    yield from found


def for_each_binding(
    watching: Watcher,
    binders: tuple[tuple[ir.Local, ir.Expr], ...],
    condition: ir.Expr | None,
    given: Values,
    span: Span,
    inside: Callable[[Values], list[ir.Stmt]],
) -> Iterator[ir.Stmt]:
    """What is done for each combination of the binders' values for which the condition holds."""
    if not binders:
        body = inside(given)
        yield from body if condition is None else [when(with_values(condition, given), body)]
        return
    (local, source), *rest = binders
    own = watching.local(local.name, local.type)
    values = {**given, local: ir.Get(local.type, span, own)}
    test = None if rest or condition is None else with_values(condition, values)
    body = list(for_each_binding(watching, tuple(rest), condition if rest else None, values, span, inside))
    yield Options(span, (), own, with_values(source, given), test, tuple(body))


def when(condition: ir.Expr, body: list[ir.Stmt]) -> ir.Stmt:
    return ir.Branch(condition.span, (), ((condition, tuple(body)),), ())


def with_values(node: Any, values: Values) -> Any:
    """A part of the game with these values in the place of locals."""
    if isinstance(node, ir.Get):
        return values.get(node.local, node)
    if isinstance(node, tuple):
        return tuple(with_values(each, values) for each in node)
    if not isinstance(node, Frozen) or isinstance(node, types.Type):
        return node
    cls: Any = type(node)
    parts = {each.name: getattr(node, each.name) for each in attrs.fields(cls) if each.name != "span"}
    changed = {name: made for name, part in parts.items() if (made := with_values(part, values)) != part}
    return attrs.evolve(cast(Any, node), **changed) if changed else node
