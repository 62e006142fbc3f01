"""The suites inside statements, in the order in which they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from rulelang.base.dispatch import Total, total
from rulelang.ir import counting
from rulelang.ir import statements as s

suite_fields: Total[tuple[str, ...]] = total(s.Stmt)
"""`suite_fields(stmt)`: the fields that hold a suite, or None; `branches` holds pairs of a condition and a suite."""


@suite_fields.case(
    s.Assign, s.Draw, s.Run, s.Move, s.Deal, s.Shuffle, s.Roll, s.Show, s.Pay, s.Form, s.Tally, s.SwapValues, s.Put,
    s.Return, s.Break, s.Stop, s.EndGame, s.Note, s.Require, s.Resolve, s.EachChooses,
    counting.Count, counting.Offer, counting.Sample, counting.Standing,
)  # fmt: skip
def none(stmt: s.Stmt) -> tuple[str, ...]:
    return ()


@suite_fields.case(
    s.Original, s.For, s.While, s.Repeat, s.Together, s.EachSecretly, counting.Aside, counting.Options
)
def body(stmt: s.Stmt) -> tuple[str, ...]:
    return ("body",)


@suite_fields.case(s.Branch)
def branch(stmt: s.Branch) -> tuple[str, ...]:
    return "branches", "otherwise"


@suite_fields.case(s.Choose)
def choose(stmt: s.Choose) -> tuple[str, ...]:
    return "body", "otherwise"


@suite_fields.case(s.ChooseAction)
def choose_action(stmt: s.ChooseAction) -> tuple[str, ...]:
    return ("fallback",)


suite_fields.seal()


def suites(stmt: s.Stmt) -> Iterator[s.Suite]:
    """The suites of a statement."""
    for name in suite_fields(stmt):
        held = getattr(stmt, name)
        if name == "branches":
            yield from (suite for _, suite in held)
        elif held is not None:
            yield held


def with_suites(stmt: s.Stmt, change: Callable[[s.Suite], s.Suite]) -> s.Stmt:
    """The statement with each of its suites changed."""
    changed: dict[str, Any] = {}
    for name in suite_fields(stmt):
        held = getattr(stmt, name)
        if name == "branches":
            changed[name] = tuple((test, change(suite)) for test, suite in held)
        elif held is not None:
            changed[name] = change(held)
    return attrs.evolve(stmt, **changed) if changed else stmt
