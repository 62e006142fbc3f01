"""Checks of a file as a whole: its version, its holes, its indentation, and its nesting depth."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

import attrs

from rulelang.base.source import Source, Span
from rulelang.diagnostics import Diagnostic, problem
from rulelang.syntax import nodes

VERSION = 1
DEEPEST = 150  # nested nodes: a tree walk may recurse that deep
LONG = 600  # letters in a line; without brackets, only a long line can be nested too deep


def check_file(source: Source, tree: nodes.File) -> list[Diagnostic]:
    """The mistakes of a file that belong to no single line."""
    return [*version(source, tree), *find_holes(source, tree), *mixed_indentation(source)]


def version(source: Source, tree: nodes.File) -> Iterator[Diagnostic]:
    """The first line must state the version of the language."""
    first = tree.parts[0] if tree.parts else None
    if isinstance(first, nodes.Version):
        if first.number != VERSION:
            yield problem("R121", first.span, number=first.number)
    elif first is not None and not isinstance(first, nodes.Hole):
        end = source.text.find("\n", first.span.start)
        yield problem("R120", Span(source, first.span.start, end if end >= 0 else first.span.end))


def find_holes(source: Source, tree: nodes.File) -> Iterator[Diagnostic]:
    """Report the holes (`...`) that the author left."""
    if "..." in source.text:
        for node, _ in walk(tree):
            if isinstance(node, nodes.Hole) and node.span.text == "...":
                yield problem("R130", node.span)


def mixed_indentation(source: Source) -> Iterator[Diagnostic]:
    """The first line with tabs where the lines above have spaces, or the other way round."""
    if "\t" not in source.text:
        return
    ahead = list(re.finditer(r"^[\t ]+(?=[^\s#])", source.text, re.MULTILINE))
    usual = ahead[0][0][0] if ahead else ""
    for match in ahead:
        if match[0].strip(usual):
            yield problem("R107", Span(source, *match.span()))
            return


def find_deep_nesting(tree: nodes.File) -> list[Span]:
    """In each line, the first place that is nested too deep to handle; `a + b + c` is nested too."""
    return too_deep(tree) if may_be_deep(tree.span.source.text) else []


def may_be_deep(text: str) -> bool:
    return text.count("\n") >= LONG or re.search(rf"[^\n]{{{LONG}}}", text) is not None


def too_deep(tree: nodes.Node) -> list[Span]:
    found: dict[int, Span] = {}
    for node, depth in walk(tree, DEEPEST + 1):
        if depth > DEEPEST:
            found.setdefault(node.span.line, node.span)
    return list(found.values())


def holes(tree: nodes.Node) -> Iterator[nodes.Hole]:
    """Every hole, in no order. The fastest way through a tree, since it runs after each edit."""
    waiting: list[Any] = [tree]
    while waiting:
        value = waiting.pop()
        if type(value) is tuple:
            waiting += value
        elif isinstance(value, nodes.Hole):
            yield value
        elif isinstance(value, nodes.Node):
            waiting += vars(value).values()


def walk(tree: nodes.Node, deepest: int | None = None) -> Iterator[tuple[nodes.Node, int]]:
    """Every node and its depth, without recursion; not below the depth that is asked for."""
    waiting: list[tuple[Any, int]] = [(tree, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, nodes.Node):
            yield value, depth
            if depth == deepest:
                continue
            cls: Any = type(value)
            waiting += [(getattr(value, name), depth + 1) for name in fields(cls)]
        elif isinstance(value, tuple):
            waiting += [(part, depth) for part in value]


@functools.cache
def fields(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cls) if field.name != "span")
