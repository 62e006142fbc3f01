"""Tests of the base under a mod: which of them may fail, and which change is to blame for a failure.

A test belongs to the base if it is in another file than the last mod. The change to blame is the nearest one on the
path from the names in the test to the names in their declarations, and so on. A caller that can run tests tries the
nearest ones first and blames the one without which the test passes.
"""

from __future__ import annotations

import re
from typing import Any

import attrs

from rulelang.base.source import Source, Span
from rulelang.diagnostics import Diagnostic, problem
from rulelang.link.keys import key_of
from rulelang.link.linker import Linked, Reader, names_test
from rulelang.link.merge import Touch
from rulelang.syntax import nodes, parse


def of_base(linked: Linked, test: Span) -> bool:
    """Whether a test comes from the base of the last mod."""
    return bool(linked.mods) and linked.mods[-1].span.source.name != test.source.name


def breaks_entry(linked: Linked, title: str) -> nodes.Word | None:
    """The entry of a `breaks` line for this test."""
    return next((name for name in linked.breaks if names_test(name, title)), None)


def own_list(linked: Linked) -> list[nodes.Word]:
    """The `breaks` entries of the last mod itself."""
    last = linked.mods[-1].span.source.name if linked.mods else ""
    return [name for name in linked.breaks if name.span.source.name == last]


def report_broken(
    linked: Linked, code: str, test: Any, why: str, where: Span, proved: Touch | None = None
) -> Diagnostic:
    """The diagnostic for a base test that fails or can no longer be read: at the change, then at the line of
    the test.
    """
    change = proved or next(iter(suspects(linked, test.span)), None)
    place = change.span if change is not None else linked.mods[-1].title.span
    title = str(test.title)
    label = "this change" if change is not None else "with this mod"
    also = [(where, "what fails in the base")]
    return problem(code, place, label=label, also=also, title=title, why=why, id=identity(title))


def still_passes(linked: Linked, title: str, name: nodes.Word, where: Span) -> Diagnostic:
    """A test that a mod lists needlessly."""
    return problem("R219", name.span, title=title, also=[(where, "the test that passes")])


def identity(title: str) -> str:
    """`N-S1` for “N-S1: a number trump”; else the whole title."""
    found = re.match(r"([A-Z]+-\w+):", title)
    return found[1] if found else title


# ---------------------------------------------------------------- blame


def suspects(linked: Linked, test: Span) -> list[Touch]:
    """The changes that may affect a test, the nearest first; changes of the game itself come last."""
    files = {head.span.source.name for head in linked.mods} - {test.source.name}
    touches = [each for each in linked.touched if each.span.source.name in files]
    text = {key_of(node): node.span for node in linked.declarations if hasattr(node, "name") or hasattr(node, "body")}
    start, order = words(test), []
    level, seen = start, set(start)
    while level:
        near = [each for each in touches if each.key in level]
        order += sorted(near, key=lambda each: not words_of(each.part) & start)
        level = {word for key in level if key in text for word in words(text[key])} - seen
        seen |= level
    return order + [each for each in touches if each.key == "game"]


def without(change: Touch) -> Reader:
    """A reader of files that leaves out this change."""

    def read(source: Source) -> tuple[nodes.File, list[Diagnostic]]:
        file, problems = parse(source)
        parts = tuple(part for part in file.parts if not holds(part, change.span))
        return attrs.evolve(file, parts=parts), problems

    return read


def holds(part: nodes.Node, span: Span) -> bool:
    return part.span.source.name == span.source.name and part.span.start <= span.start < part.span.end


def words(span: Span) -> set[str]:
    return words_of(re.sub(r'"[^"\n]*"|#[^\n]*', "", span.text))


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*", text))
