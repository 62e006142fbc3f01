"""Closures of conditions, ladders, calls and comprehensions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang import ir
from rulelang.analysis.reads import stateless
from rulelang.engine.closures import Closures, Eval, Slots, constant, makes
from rulelang.ir import types


@makes(ir.If)
def if_(make: Closures, expr: ir.If) -> Eval:
    condition, then, otherwise = make.of(expr.condition), make.of(expr.then), make.of(expr.otherwise)
    return lambda s: then(s) if condition(s) else otherwise(s)


@makes(ir.Let)
def let(make: Closures, expr: ir.Let) -> Eval:
    slot, value, body = make.slot(expr.local), make.of(expr.value), make.of(expr.body)

    def run(s: Slots) -> Any:
        s[slot] = value(s)
        return body(s)

    return run


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
    if len(items) == 2:
        one, two = items
        return lambda s: (one(s), two(s))
    return lambda s: tuple([item(s) for item in items])


# ---------------------------------------------------------------- calls


@makes(ir.Call)
def call(make: Closures, expr: ir.Call) -> Eval:
    """Arguments first, then their places, then the body. What reads no state is worked out once for each argument."""
    body, slots = make.body(expr.fn), [make.slot(param) for param in make.params(expr.fn)]
    arguments = make.all(expr.arguments)
    if slots and memorable(make, expr.fn):
        return remembered(body, slots, arguments, make.memo.setdefault(expr.fn, {}))
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


def remembered(body: Eval, slots: list[int], arguments: tuple[Eval, ...], memo: dict[Any, Any]) -> Eval:
    def run(s: Slots) -> Any:
        values = tuple([argument(s) for argument in arguments])
        if values not in memo:
            for slot, value in zip(slots, values):
                s[slot] = value
            memo[values] = body(s)
        return memo[values]

    return run


def memorable(make: Closures, fn: str) -> bool:
    """A function of small values that reads no state."""
    small = all(not isinstance(p.type, types.List | types.Map | types.Tuple) for p in make.params(fn))
    return small and not make.testing and stateless(make.program, make.program.game, fn, make.stateless)


# ---------------------------------------------------------------- comprehensions


@makes(ir.Each)
def each(make: Closures, expr: ir.Each) -> Eval:
    """A comprehension as a list."""
    if len(expr.binders) == 1:
        return each_one(make, expr)
    found, element = places(make, expr), make.of(expr.element)
    return lambda s: tuple([element(s) for _ in found(s)])


def each_one(make: Closures, expr: ir.Each) -> Eval:
    slot, source, condition = *binder(make, expr, 0), make.maybe(expr.condition)
    element, plain = make.of(expr.element), is_binder(expr)
    if condition is None and plain:
        return source
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


def binder(make: Closures, expr: ir.Each, at: int) -> tuple[int, Eval]:
    local, source = expr.binders[at]
    return make.slot(local), make.of(source)


def is_binder(expr: ir.Each) -> bool:
    """Does the comprehension give the items of its only list as they are?"""
    return isinstance(expr.element, ir.Get) and expr.element.local is expr.binders[0][0]


def places(make: Closures, expr: ir.Each) -> Eval:
    """An iterator that stops at each combination of binders for which the condition holds."""
    binders = [binder(make, expr, at) for at in range(len(expr.binders))]
    condition = make.maybe(expr.condition)

    def walk(s: Slots, at: int) -> Iterator[None]:
        slot, source = binders[at]
        for item in source(s):
            s[slot] = item
            if at + 1 < len(binders):
                yield from walk(s, at + 1)
            elif condition is None or condition(s):
                yield None

    return one_place(*binders[0], condition) if len(binders) == 1 else lambda s: walk(s, 0)


def one_place(slot: int, source: Eval, condition: Eval | None) -> Eval:
    """The same for one binder."""

    def walk(s: Slots) -> Iterator[None]:
        for item in source(s):
            s[slot] = item
            yield None

    def walk_where(s: Slots) -> Iterator[None]:
        assert condition is not None
        for item in source(s):
            s[slot] = item
            if condition(s):
                yield None

    return walk if condition is None else walk_where


def keyed(make: Closures, expr: ir.Each) -> Eval:
    """A comprehension with a key, as pairs (key, item)."""
    assert expr.key is not None
    found, element, key = places(make, expr), make.of(expr.element), make.of(expr.key)
    return lambda s: [(key(s), element(s)) for _ in found(s)]
