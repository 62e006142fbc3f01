"""Going through a typed tree: a node and everything under it, in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulelang.base.frozen import Frozen
from rulelang.ir.expressions import Expr, Get, Local, Op

PLAIN = {"type", "span", "tags", "local"}
_NAMES: dict[type, tuple[str, ...]] = {}
_LEAVES: set[type] = set()
"""Classes of values that are no nodes and hold none."""


def walk(node: Any) -> Iterator[Any]:
    """Every node of the tree, each before what it holds. Tuples, lists and dicts are gone through."""
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
    """What a node holds that may hold nodes."""
    if isinstance(node, tuple | list):
        return list(node)
    if isinstance(node, dict):
        return list(node.values())
    learn(type(node))
    return [getattr(node, name) for name in _NAMES.get(type(node), ())]


def learn(cls: Any) -> None:
    """Notes the parts of a class of nodes, or that it is none."""
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


def conjuncts(condition: Expr | None) -> list[Expr]:
    """`a and b and c`, part by part."""
    if isinstance(condition, Op) and condition.op == "and":
        return [part for each in condition.arguments for part in conjuncts(each)]
    return [] if condition is None else [condition]
