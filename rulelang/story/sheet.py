"""Scores as rows: a label, and the value of each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Row = tuple[str, Mapping[int, Any]]


def score_rows(entries: Sequence[Mapping[str, Any]]) -> list[Row]:
    """One tally: a row for each label that some seat has, in the order of the rules, then the total."""
    rows: dict[str, dict[int, Any]] = {}
    order: list[str] = []
    for entry in entries:
        labels = [line["label"] for line in entry["lines"]]
        order = merge_orders(order, labels)
        for line in entry["lines"]:
            values = rows.setdefault(line["label"], {})
            values[entry["seat"]] = values.get(entry["seat"], 0) + line["value"]
    totals = {entry["seat"]: entry["total"] for entry in entries}
    return [*((label, rows[label]) for label in order), ("Total", totals)]


def merge_orders(order: list[str], labels: Sequence[str]) -> list[str]:
    """Merge two lists with a common order: each new label goes after the one before it."""
    order = list(order)
    at = 0
    for label in labels:
        if label in order:
            at = order.index(label) + 1
        else:
            order.insert(at, label)
            at += 1
    return order
