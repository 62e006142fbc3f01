"""Walking a typed tree: a node and everything under it, in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulelang.base.frozen import Frozen
from rulelang.ir.expressions import Each, Expr, Get, Let, Local, Op

PLAIN = {"type", "span", "tags", "local"}
_NAMES: dict[type, tuple[str, ...]] = {}
_LEAVES: set[type] = set()
"""Classes of values that are not nodes and contain none."""


def walk(node: Any) -> Iterator[Any]:
    """Every node of the tree, parents first, through tuples, lists and dicts."""
    waiting, leaves, known = [node], _LEAVES, _NAMES
    while waiting:
        here = waiting.pop()
        kind = type(here)
        if kind in leaves:
            continue
        if kind is tuple:
            waiting += here[::-1]
        elif (names := known.get(kind)) is not None:
            yield here
            for name in names[::-1]:
                part = getattr(here, name)
                if type(part) not in leaves:
                    waiting.append(part)
        elif isinstance(here, tuple | list | dict):
            waiting += reversed(children(here))
        else:
            learn(kind)
            waiting.append(here)


def children(node: Any) -> list[Any]:
    """The parts of a node that may contain nodes."""
    if isinstance(node, tuple | list):
        return list(node)
    if isinstance(node, dict):
        return list(node.values())
    learn(type(node))
    return [getattr(node, name) for name in _NAMES.get(type(node), ())]


def learn(cls: Any) -> None:
    """Record the fields of a node class, or that a class is not a node class."""
    if cls in _NAMES or cls in _LEAVES:
        return
    if not issubclass(cls, Frozen):
        _LEAVES.add(cls)
    elif cls is Local:
        _NAMES[cls] = ()
    else:
        _NAMES[cls] = tuple(field.name for field in attrs.fields(cls) if field.name not in PLAIN)


def locals_of(node: Any) -> set[Local]:
    """The locals that are read in it."""
    return {each.local for each in walk(node) if isinstance(each, Get)}


def walk_free(node: Any) -> Iterator[Any]:
    """Every node but reads of locals that are bound within it; the walk meets a binder before its uses."""
    own: set[Local] = set()
    for each in walk(node):
        if isinstance(each, Each):
            own |= {local for local, _ in each.binders}
        elif isinstance(each, Let):
            own.add(each.local)
        elif isinstance(each, Get) and each.local in own:
            continue
        yield each


def is_get(node: Any, local: Local) -> bool:
    """Is it the value of this local?"""
    return isinstance(node, Get) and node.local is local


def conjuncts(condition: Expr | None) -> list[Expr]:
    """`a and b and c`, part by part."""
    if isinstance(condition, Op) and condition.op == "and":
        return [part for each in condition.arguments for part in conjuncts(each)]
    return [] if condition is None else [condition]
