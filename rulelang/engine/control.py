"""Closures of conditions, ladders, calls and comprehensions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulelang import ir
from rulelang.analysis.reads import stateless
from rulelang.engine.closures import Closures, Eval, Slots, constant, makes
from rulelang.engine.errors import RuleError
from rulelang.engine.meter import FREE, GRAIN
from rulelang.ir import types
from rulelang.ir.calls import locals_read
from rulelang.ir.walk import conjuncts, is_get
from rulelang.program import WORK

REMEMBERED = 100_000  # cached results of one function


@makes(ir.If)
def if_(make: Closures, expr: ir.If) -> Eval:
    condition, then, otherwise = make.of(expr.condition), make.of(expr.then), make.of(expr.otherwise)
    return lambda s: then(s) if condition(s) else otherwise(s)


@makes(ir.Reveal)
def reveal(make: Closures, expr: ir.Reveal) -> Eval:
    """The value itself; the statement tells it with an event (engine/telling.py)."""
    return make.of(expr.value)


@makes(ir.After)
def after(make: Closures, expr: ir.After) -> Eval:
    """The value on a copy of the slots after running a procedure there, at most up to the end of the game."""
    arguments, value, meter = make.all(expr.arguments), make.of(expr.value), make.meter

    def run(s: Slots) -> Any:
        meter.spend(s, COPIED + len(s) // 8, expr.span)
        copy = s.copy()
        type(make).tried(make.program, copy, expr.proc, tuple([argument(s) for argument in arguments]), expr.span)
        found = value(copy)
        s[WORK] = copy[WORK]
        return found

    return run


COPIED = 20  # the least cost in items of copying the state


@makes(ir.Let)
def let(make: Closures, expr: ir.Let) -> Eval:
    slot, value = make.slot(expr.local), make.of(expr.value)
    return call_one(make.of(expr.body), slot, value)


@makes(ir.Rungs)
def rungs(make: Closures, expr: ir.Rungs) -> Eval:
    steps = [(make.of(rung.condition), make.of(rung.value)) for rung in expr.rungs]
    otherwise = make.of(expr.otherwise)

    def climb(s: Slots) -> Any:
        for condition, value in steps:
            if condition(s):
                return value(s)
        return otherwise(s)

    return climb


@makes(ir.ListOf)
@makes(ir.TupleOf)
def list_of(make: Closures, expr: ir.ListOf | ir.TupleOf) -> Eval:
    if all(isinstance(item, ir.Lit) for item in expr.items):
        return constant(tuple(item.value for item in expr.items))  # type: ignore[attr-defined]
    items = make.all(expr.items)
    make.weight += (GRAIN - 1) * len(items)  # each item is stored
    if len(items) == 2:
        one, two = items
        return lambda s: (one(s), two(s))
    return lambda s: tuple([item(s) for item in items])


# ---------------------------------------------------------------- calls


@makes(ir.Call)
def call(make: Closures, expr: ir.Call) -> Eval:
    """Evaluate the arguments, store them, then the body. A function that reads no state is computed once per argument
    list.
    """
    body, slots = make.body(expr.fn), [make.slot(param) for param in make.params(expr.fn)]
    arguments = make.all(expr.arguments)
    if slots and memorable(make, expr.fn):
        return memoize(body, slots, arguments, make.memo.setdefault(expr.fn, {}))
    if not slots:
        return body
    if len(slots) == 1:
        return call_one(body, slots[0], arguments[0])
    if len(slots) == 2:
        return call_two(body, (slots[0], slots[1]), (arguments[0], arguments[1]))

    def run(s: Slots) -> Any:
        values = [argument(s) for argument in arguments]
        for slot, value in zip(slots, values):
            s[slot] = value
        return body(s)

    return run


def call_one(body: Eval, slot: int, argument: Eval) -> Eval:
    def run(s: Slots) -> Any:
        s[slot] = argument(s)
        return body(s)

    return run


def call_two(body: Eval, slots: tuple[int, int], arguments: tuple[Eval, Eval]) -> Eval:
    (one, two), (first, second) = slots, arguments

    def run(s: Slots) -> Any:
        s[one], s[two] = first(s), second(s)
        return body(s)

    return run


def memoize(body: Eval, slots: list[int], arguments: tuple[Eval, ...], memo: dict[Any, Any]) -> Eval:
    """Results are cached with their cost, and charged again: what play may do must not depend on the past."""

    def run(s: Slots) -> Any:
        values = tuple([argument(s) for argument in arguments])
        known = memo.get(values)
        if known is not None and known[1] <= s[WORK]:
            s[WORK] -= known[1]
            return known[0]
        for slot, value in zip(slots, values):
            s[slot] = value
        before, found = s[WORK], body(s)
        if len(memo) < REMEMBERED and (found.__class__ is not tuple or len(found) <= FREE):
            memo[values] = found, before - s[WORK]
        return found

    return run


def memorable(make: Closures, fn: str) -> bool:
    """Whether a function takes small values and reads no state."""
    small = all(not isinstance(p.type, types.List | types.Map | types.Tuple) for p in make.params(fn))
    return small and not make.testing and stateless(make.program, make.program.game, fn, make.stateless)


# ---------------------------------------------------------------- comprehensions


@makes(ir.Each)
def each(make: Closures, expr: ir.Each) -> Eval:
    """A comprehension as a list."""
    if len(expr.binders) == 1:
        return each_one(make, expr)
    found, element = places(make, expr)
    meter, most, span = make.meter, make.meter.limits.list, expr.span

    def gather(s: Slots) -> Any:
        items = []
        for _ in found(s):
            items.append(element(s))
            if len(items) > most:
                meter.refuse("list", len(items), span)
        return tuple(items)

    return gather


def each_one(make: Closures, expr: ir.Each) -> Eval:
    slot, source = binder(make, expr, 0)
    before = make.weight
    condition, element, plain = make.maybe(expr.condition), make.of(expr.element), is_binder(expr)
    if condition is None and plain:
        return source
    source = charge_items(make, source, make.item_weight(before), expr)
    if condition is None:

        def gather(s: Slots) -> Any:
            found = []
            for item in source(s):
                s[slot] = item
                found.append(element(s))
            return tuple(found)

        return gather
    test = condition
    if plain:

        def keep(s: Slots) -> Any:
            found = []
            for item in source(s):
                s[slot] = item
                if test(s):
                    found.append(item)
            return tuple(found)

        return keep

    def pick(s: Slots) -> Any:
        found = []
        for item in source(s):
            s[slot] = item
            if test(s):
                found.append(element(s))
        return tuple(found)

    return pick


def charge_items(make: Closures, source: Eval, cost: int, expr: ir.Each) -> Eval:
    """A list to iterate over, charged for its items beforehand."""
    meter, span = make.meter, expr.span

    def items(s: Slots) -> Any:
        found = source(s)
        left = s[WORK] - cost * len(found)
        if left < 0:
            meter.refuse("items", 0, span)
        s[WORK] = left
        return found

    return items


def binder(make: Closures, expr: ir.Each, at: int) -> tuple[int, Eval]:
    local, source = expr.binders[at]
    return make.slot(local), make.of(source)


def is_binder(expr: ir.Each) -> bool:
    """Whether the comprehension yields the items of its only list unchanged."""
    return is_get(expr.element, expr.binders[0][0])


def places(make: Closures, expr: ir.Each, weight: int = 0) -> tuple[Eval, Eval]:
    """An iterator that stops at each combination of binders for which the condition holds, and the element there.
    `weight`: that of the other work done at each stop.
    """
    plain = [binder(make, expr, at) for at in range(len(expr.binders))]
    before = make.weight
    make.weight += weight
    condition, element = make.maybe(expr.condition), make.of(expr.element)
    cost = make.item_weight(before)
    early = early_tests(make, expr.binders, expr.condition)
    binders = [(slot, charge_items(make, source, cost, expr), test) for (slot, source), test in zip(plain, early)]

    def stops(s: Slots, at: int) -> Iterator[None]:
        slot, source, test = binders[at]
        if test is not None and not test(s):
            return
        for item in source(s):
            s[slot] = item
            if at + 1 < len(binders):
                yield from stops(s, at + 1)
            elif condition is None or condition(s):
                yield None

    return (one_place(*binders[0][:2], condition) if len(binders) == 1 else lambda s: stops(s, 0)), element


def early_tests(
    make: Closures, binders: Sequence[tuple[ir.Local, ir.Expr]], condition: ir.Expr | None
) -> tuple[Eval | None, ...]:
    """By binder: the part of the condition that can be tested before the binder has a value, to skip its values and
    those of later binders.
    """
    if len(binders) == 1:
        return (None,)
    names = [local for local, _ in binders]
    parts: list[list[Eval]] = [[] for _ in names]
    for part in conjuncts(condition):
        read = locals_read(make.program.game, part)
        level = max((names.index(local) + 1 for local in read if local in names), default=0)
        if level < len(names):
            parts[level].append(make.of(part))
    return tuple(passes(tests) if tests else None for tests in parts)


def passes(tests: list[Eval]) -> Eval:
    """Whether these parts of a condition hold. An error in one counts as true: testing the whole condition raises it,
    if play gets there.
    """

    def run(s: Slots) -> bool:
        try:
            return all(test(s) for test in tests)
        except RuleError:
            return True

    return run


def one_place(slot: int, source: Eval, condition: Eval | None) -> Eval:
    """The same for one binder."""

    def stops(s: Slots) -> Iterator[None]:
        for item in source(s):
            s[slot] = item
            yield None

    def stops_where(s: Slots) -> Iterator[None]:
        assert condition is not None
        for item in source(s):
            s[slot] = item
            if condition(s):
                yield None

    return stops if condition is None else stops_where


def keyed_pairs(make: Closures, expr: ir.Each) -> Eval:
    """A comprehension with a key, as pairs (key, item)."""
    assert expr.key is not None
    before, key = make.weight, make.of(expr.key)
    weight, make.weight = make.weight - before, before
    found, element = places(make, expr, weight)
    return lambda s: [(key(s), element(s)) for _ in found(s)]
