"""The matrix of rules: each rule id, the lines that implement it and the tests that prove it.

Ids come from tags in brackets at the end of a line. A tag on a test says what it proves; any other tag says what the
line implements.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs

from rulelang.base.source import read_source
from rulelang.cli.terminal import paint, say, wrap
from rulelang.present.english import pluralize
from rulelang.syntax import nodes, parse


@attrs.define
class Rule:
    """A rule id in a file."""

    id: str
    lines: list[int] = attrs.field(factory=list)
    tests: list[str] = attrs.field(factory=list)


def matrix(path: Path) -> list[Rule]:
    """The rules that a file names, sorted by id."""
    rules: dict[str, Rule] = {}
    tree, _ = parse(read_source(path))
    gather(tree, rules)
    return sorted(rules.values(), key=lambda rule: natural(rule.id))


def gather(part: object, rules: dict[str, Rule]) -> None:
    """Collect the tags of a node and its children."""
    if isinstance(part, tuple | list):
        for each in part:
            gather(each, rules)
    if not isinstance(part, nodes.Node):
        return
    for tag in getattr(part, "tags", ()):
        rule = rules.setdefault(str(tag), Rule(str(tag)))
        if isinstance(part, nodes.Test):
            rule.tests.append(str(part.title))
        elif part.span.line not in rule.lines:
            rule.lines.append(part.span.line)
    for field in attrs.fields(type(part)):
        if field.name not in ("span", "tags"):
            gather(getattr(part, field.name), rules)


def natural(name: str) -> list[tuple[int, str]]:
    """A sort key that puts R-9 before R-10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]


def tell_matrix(path: Path, rules: list[Rule]) -> None:
    """One line per rule: its id, its lines, its tests."""
    untested = sum(not rule.tests for rule in rules)
    missing = sum(not rule.lines for rule in rules)
    say(paint(f"{path}: {pluralize(len(rules), 'rule')}, {untested} without a test, {missing} without a line", "bold"))
    lines = {rule.id: ", ".join(map(str, sorted(rule.lines))) or "no line" for rule in rules}
    wide, wider = (max(map(len, column), default=0) for column in (lines, lines.values()))
    for rule in rules:
        tests = "; ".join(short(title) for title in rule.tests) or "no test"
        say("\n".join(wrap(tests, f"  {rule.id:<{wide}}  {lines[rule.id]:<{min(wider, 24)}}  ")))


def short(title: str) -> str:
    """The leading id of a test's title, else the whole title."""
    head, colon, _ = title.partition(":")
    return head if colon and re.fullmatch(r"[\w\-, ]{1,24}", head) and any(map(str.isdigit, head)) else title


def matrix_json(path: Path, rules: list[Rule]) -> dict[str, Any]:
    return {
        "file": str(path),
        "rules": [{"id": rule.id, "lines": sorted(rule.lines), "tests": rule.tests} for rule in rules],
    }
