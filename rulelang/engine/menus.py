"""Menus as enumerators: every legal action instance, in canonical order.

An instance is (number of the menu reference, number of the action, arguments of the menu, values of the binders). Menu
references and actions come as written, binders run left to right; alike pieces of one zone are one value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulelang import ir
from rulelang.analysis.public import PUBLIC, SIZE, Listed
from rulelang.base.source import Span
from rulelang.engine.closures import Closures, Eval, makes
from rulelang.engine.control import early_tests
from rulelang.engine.runner import Slots
from rulelang.ir import types
from rulelang.ir.types import bare

Instance = tuple[int, int, tuple[Any, ...], tuple[Any, ...]]
Binder = tuple[int, Eval, Eval]
"""The slot for its value, its list with alike items merged, and the plain list."""
MANY = 2  # stands for two or more, or for an unknown number


@attrs.define(eq=False)
class ActionPlan:
    """A prepared action of a menu."""

    action: ir.Action
    binders: tuple[Binder, ...]
    guard: Eval | None
    early: tuple[Eval | None, ...]
    """By binder: the part of the guard that can be tested before the binder gets a value."""


@attrs.define(eq=False)
class MenuPlan:
    """A prepared menu. `slots`: every slot that its enumeration writes to."""

    menu: ir.Menu
    params: tuple[int, ...]
    key: Eval | None
    condition: Eval | None
    actions: tuple[ActionPlan, ...]

    @property
    def slots(self) -> tuple[int, ...]:
        return (*self.params, *(slot for action in self.actions for slot, _, _ in action.binders))


@attrs.define(eq=False)
class RefPlan:
    """A prepared menu at a place where it is offered."""

    number: int
    menu: MenuPlan
    arguments: tuple[Eval, ...]
    binders: tuple[Binder, ...]
    condition: Eval | None


def menu_plan(make: Closures, menu: ir.Menu) -> MenuPlan:
    actions = tuple(
        ActionPlan(
            action,
            binders_of(make, action.binders),
            make.maybe(action.guard),
            early_tests(make, action.binders, action.guard),
        )
        for action in menu.actions
    )
    params = tuple(make.slot(param) for param in menu.params)
    return MenuPlan(menu, params, make.maybe(menu.key), make.maybe(menu.condition), actions)


def ref_plan(make: Closures, ref: ir.MenuRef, number: int) -> RefPlan:
    menu = menu_plan(make, make.program.game.menus[ref.menu])
    return RefPlan(number, menu, make.all(ref.arguments), binders_of(make, ref.binders), make.maybe(ref.condition))


def binders_of(make: Closures, binders: tuple[tuple[ir.Local, ir.Expr], ...]) -> tuple[Binder, ...]:
    return tuple((make.slot(local), merge_alike(make, source), make.of(source)) for local, source in binders)


def charge_each(make: Closures, items: Eval, span: Span) -> Eval:
    """A list whose items are tried one by one: each is charged."""
    meter = make.meter

    def run(s: Slots) -> Any:
        found = items(s)
        meter.spend(s, len(found), span)
        return found

    return run


def merge_alike(make: Closures, source: ir.Expr) -> Eval:
    """A list with alike pieces of one zone, and equal values, merged."""
    items, kind = make.of(source), bare(source.type)
    if isinstance(kind, types.Zone):
        items = make.pieces(source)
        pieces = True
    else:
        pieces = isinstance(kind, types.List) and isinstance(bare(kind.of), types.Piece)
    items = charge_each(make, items, source.span)
    if not pieces:
        return lambda s: tuple(dict.fromkeys(items(s)))
    alike = make.looks.alike

    def once(s: Slots) -> Any:
        found: dict[Any, int] = {}
        for piece in items(s):
            found.setdefault(alike(s, piece), piece)
        return tuple(found.values())

    return once


# ---------------------------------------------------------------- enumerating


def instances(refs: tuple[RefPlan, ...], s: Slots) -> Iterator[Instance]:
    """Every legal instance of some menus."""
    for ref in refs:
        for _ in combinations(ref.binders, s):
            if ref.condition is None or ref.condition(s):
                yield from of_menu(ref, s)


def of_menu(ref: RefPlan, s: Slots) -> Iterator[Instance]:
    """The legal instances of a menu for one choice of its arguments."""
    menu, values = ref.menu, tuple([argument(s) for argument in ref.arguments])
    set_all(s, menu.params, values)
    if menu.condition is not None and not menu.condition(s):
        return
    key = None if menu.key is None else menu.key(s)
    for number, plan in enumerate(menu.actions):
        if not is_offered(plan, menu, key):
            continue
        guard = plan.guard
        for _ in combinations(plan.binders, s, 0, plan.early):
            if guard is None or guard(s):
                yield (ref.number, number, values, tuple([s[slot] for slot, _, _ in plan.binders]))


def is_offered(plan: ActionPlan, menu: MenuPlan, key: Any) -> bool:
    """Is an action offered for this value of the menu's key?"""
    return menu.key is None or plan.action.key is None or bool(plan.action.key == key)


def combinations(
    binders: tuple[Binder, ...], s: Slots, at: int = 0, early: tuple[Eval | None, ...] = ()
) -> Iterator[None]:
    """Stops at each combination of the binders' values for which the early tests hold."""
    if at == len(binders):
        yield None
        return
    test = early[at] if early else None
    if test is not None and not test(s):
        return
    slot, source, _ = binders[at]
    for value in source(s):
        s[slot] = value
        if at + 1 == len(binders):
            yield None
        else:
            yield from combinations(binders, s, at + 1, early)


def set_all(s: Slots, slots: tuple[int, ...], values: tuple[Any, ...]) -> None:
    for slot, value in zip(slots, values):
        s[slot] = value


@makes(ir.MenuOptions)
def menu_options(make: Closures, expr: ir.MenuOptions) -> Eval:
    """The legal options as a list; an action of the same menu may be running, so its locals are restored."""
    ref = ref_plan(make, expr.menu, 0)
    slots = ref.menu.slots

    def run(s: Slots) -> Any:
        kept = [s[slot] for slot in slots]
        found = tuple(instances((ref,), s))
        for slot, value in zip(slots, kept):
            s[slot] = value
        return found

    return run


# ---------------------------------------------------------------- what everybody can tell


class Unknown(Exception):
    """The answer depends on something private."""


def public_number(refs: tuple[RefPlan, ...], labels: tuple[Listed, ...], s: Slots) -> int:
    """The number of options as far as public knowledge goes: 0, 1, or MANY if it cannot be told or is more."""
    number = 0
    try:
        for ref, known in zip(refs, labels):
            for _ in public_places(ref.binders, known.binders, s):
                if holds(ref.condition, known.condition, s):
                    number += public_actions(ref, known, s)
                if number > 1:
                    return MANY
    except Unknown:
        return MANY
    return number


def public_actions(ref: RefPlan, known: Listed, s: Slots) -> int:
    menu, number = ref.menu, 0
    set_all(s, menu.params, tuple([argument(s) for argument in ref.arguments]))
    if not holds(menu.condition, known.when, s):
        return 0
    if known.key != PUBLIC:
        raise Unknown
    key = None if menu.key is None else menu.key(s)
    for plan, (labels, guard) in zip(menu.actions, known.actions):
        if is_offered(plan, menu, key):
            for _ in public_places(plan.binders, labels, s):
                number += holds(plan.guard, guard, s)
                if number > 1:
                    raise Unknown
    return number


def holds(condition: Eval | None, label: int, s: Slots) -> bool:
    if condition is None:
        return True
    if label != PUBLIC:
        raise Unknown
    return bool(condition(s))


def public_places(binders: tuple[Binder, ...], labels: tuple[int, ...], s: Slots, at: int = 0) -> Iterator[None]:
    """The combinations that everybody can tell; a list whose size alone is public helps if it has no item
    or one.
    """
    if at == len(binders):
        yield None
        return
    slot, source, whole = binders[at]
    if labels[at] > SIZE or (labels[at] == SIZE and len(whole(s)) > 1):
        raise Unknown
    for value in source(s):
        s[slot] = value
        yield from public_places(binders, labels, s, at + 1)
