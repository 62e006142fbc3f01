"""The suites inside statements, in the order in which they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from rulelang.ir.statements import Stmt, Suite


def suite_fields(kind: type[Stmt]) -> tuple[str, ...]:
    """The fields of a class that hold a suite, or None; `branches` holds pairs of a condition and a suite."""
    return tuple(name for name, type_ in kind.__annotations__.items() if "Suite" in type_)


def suites(stmt: Stmt) -> Iterator[Suite]:
    """The suites of a statement."""
    for name in suite_fields(type(stmt)):
        held = getattr(stmt, name)
        if name == "branches":
            yield from (suite for _, suite in held)
        elif held is not None:
            yield held


def own_expressions(stmt: Stmt) -> Iterator[Any]:
    """What a statement evaluates itself, whatever its suites do."""
    for field in attrs.fields(type(stmt)):
        held = getattr(stmt, field.name)
        if field.name == "branches":
            yield from (test for test, _ in held)
        elif field.name not in suite_fields(type(stmt)):
            yield held


def with_suites(stmt: Stmt, change: Callable[[Suite], Suite]) -> Stmt:
    """The statement with each of its suites changed."""
    changed: dict[str, Any] = {}
    for name in suite_fields(type(stmt)):
        held = getattr(stmt, name)
        if name == "branches":
            changed[name] = tuple((test, change(suite)) for test, suite in held)
        elif held is not None:
            changed[name] = change(held)
    return attrs.evolve(stmt, **changed) if changed else stmt
