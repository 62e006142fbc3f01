"""Going through a typed tree: a node and everything under it, in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulelang.base.frozen import Frozen
from rulelang.ir.expressions import Local

PLAIN = {"type", "span", "tags", "local"}
_NAMES: dict[type, tuple[str, ...]] = {}


def walk(node: Any) -> Iterator[Any]:
    """Every node of the tree, each before what it holds. Tuples, lists and dicts are gone through."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Frozen):
            yield here
        waiting += reversed(children(here))


def children(node: Any) -> list[Any]:
    """What a node holds that may hold nodes."""
    if isinstance(node, tuple | list):
        return list(node)
    if isinstance(node, dict):
        return list(node.values())
    names = _NAMES.get(type(node))
    if names is None:
        names = _NAMES[type(node)] = parts_of(type(node))
    return [getattr(node, name) for name in names]


def parts_of(cls: Any) -> tuple[str, ...]:
    if not issubclass(cls, Frozen) or cls is Local:
        return ()
    return tuple(field.name for field in attrs.fields(cls) if field.name not in PLAIN)
