"""The declarations so far, while declarations and changes are applied one after another.

A file has one namespace. A change finds its target by name (tests and invariants by title) and puts a new node in its
place. Nodes are never edited, so spans always point at the line that was written. The merger records who changed what:
two mods may not both replace a thing, and for a failing test of the base the responsible change can be named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from rulelang.base.frozen import Frozen, frozen
from rulelang.base.source import Span
from rulelang.diagnostics import Diagnostic, nearest, problem
from rulelang.link.keys import NAMELESS, WORDS, key_of, place, word
from rulelang.syntax import nodes

FEW = 6  # names that are listed where none is near
Weaves = dict[str, tuple[list[nodes.Suite], list[nodes.Suite]]]


@frozen
class Touch(Frozen):
    """A change: its declaration, the part of it, where it is written, and by whom."""

    key: str
    part: str
    span: Span
    by: str


@attrs.define
class Merger:
    """The declarations so far by name and in order, and who changed them."""

    problems: list[Diagnostic]
    named: dict[str, nodes.Node] = attrs.field(factory=dict)
    nameless: list[nodes.Node] = attrs.field(factory=list)
    order: list[str | int] = attrs.field(factory=list)
    variants: dict[str, nodes.Variant] = attrs.field(factory=dict)
    tests: dict[str, nodes.Test] = attrs.field(factory=dict)
    originals: dict[int, nodes.Node] = attrs.field(factory=dict)
    weaves: Weaves = attrs.field(factory=dict)
    mods: Mapping[str, frozenset[str]] = attrs.field(factory=dict)
    """The mods by title, each with the mods it is based on."""
    changed_by: dict[str, tuple[str, Span]] = attrs.field(factory=dict)
    removed: dict[str, tuple[str, Span]] = attrs.field(factory=dict)
    touched: list[Touch] = attrs.field(factory=list)
    unsound: set[str] = attrs.field(factory=set)
    """What is declared twice, or could not be changed as asked: its uses are not judged."""
    game: nodes.Game | None = None
    kept: list[nodes.Node] = attrs.field(factory=list)
    """Nodes that only `originals` refers to, by id: they must live as long as this does."""

    # ------------------------------------------------------------ reading

    def declarations(self) -> Iterator[Any]:
        for key in self.order:
            if isinstance(key, int):
                yield self.nameless[key]
            elif key in self.named:
                yield self.named[key]

    # ------------------------------------------------------------ adding

    def declare(self, declaration: nodes.Node) -> None:
        if isinstance(declaration, nodes.Variant):
            self.variants[self.fresh(declaration.name, self.variants, "variant")] = declaration
        elif isinstance(declaration, nodes.Test):
            self.tests[self.fresh(declaration.title, self.tests, "test")] = declaration
        elif isinstance(declaration, NAMELESS):
            self.order.append(len(self.nameless))
            self.nameless.append(declaration)
        else:
            self.declare_named(declaration)

    def declare_named(self, declaration: nodes.Node) -> None:
        key = key_of(declaration)
        if key in self.named:
            name = key.removeprefix("invariant ").removeprefix("look ")
            self.report_twice(place(declaration), word(declaration), name, place(self.named[key]))
            self.unsound.add(name)
            return
        self.named[key] = declaration
        if key not in self.order:
            self.order.append(key)

    def fresh(self, name: nodes.Word, known: dict[str, Any], what: str) -> str:
        if name in known:
            self.report_twice(name.span, what, name, place(known[name]))
        return str(name)

    def report_twice(self, span: Span, what: str, name: str, first: Span) -> None:
        also = [(first, "declared first here")]
        self.problems.append(problem("R206", span, kind=what, name=name, label="declared again here", also=also))

    # ------------------------------------------------------------ finding what is changed

    def find(self, name: nodes.Word, kinds: tuple[type, ...], verb: str) -> Any:
        """The target of a change, if it exists and has the right kind."""
        found = self.named.get(str(name))
        if isinstance(found, kinds):
            return found
        what = " or ".join(dict.fromkeys(WORDS[kind] for kind in kinds))
        if found is not None:
            self.other_kind(name, what, found)
            return None
        fit = {key: node for key, node in self.named.items() if isinstance(node, kinds)}
        candidates = [key for key, node in fit.items() if not node.span.source.is_library] or [*fit]
        self.missing(name, what, verb, [key.removeprefix("invariant ") for key in candidates])
        return None

    def other_kind(self, name: nodes.Word, what: str, found: nodes.Node) -> None:
        also = [(place(found), "declared here")]
        self.problems.append(problem("R215", name.span, name=name, have=word(found), want=what, also=also))

    def missing(self, name: nodes.Word, what: str, verb: str, candidates: Iterable[str], key: str = "") -> None:
        """The target of a change does not exist: a typo, or it was removed before."""
        if verb == "override":
            self.unsound.add(str(name))  # it should exist, so its uses are no mistakes
        known = list(candidates)
        close = nearest(name, known)
        listed = ", ".join(f"`{each}`" for each in known[:FEW]) + (", …" if len(known) > FEW else "")
        help_ = f"did you mean `{close}`?" if close else f"The base has {listed}." if known else ""
        also = []
        gone = self.removed.get(key or str(name))
        if gone is not None:
            also = [(gone[1], f"`{gone[0]}` removes it here")]
            help_ = "use only one of the two, or leave one of the changes out"
        self.problems.append(problem("R207", name.span, kind=what, name=name, verb=verb, also=also, help=help_))

    # ------------------------------------------------------------ changing

    def replace(self, old: nodes.Node, new: nodes.Node) -> None:
        self.named[key_of(old)] = new
        self.remember(old, new)

    def remember(self, old: nodes.Node, new: nodes.Node) -> None:
        """Record that `original` in the new node is the old one."""
        self.originals[id(new)] = old
        self.kept += [old, new]

    def claim(self, key: str, part: str, span: Span, by: str, uses_original: bool = False) -> None:
        """Two mods may not both replace a thing, unless the later is based on the earlier. Variants come after them."""
        self.touch(key, part, span, by)
        if by not in self.mods:
            return
        what = f"{key}{part}"
        other, first = self.changed_by.get(what, (by, span))
        if other != by and not uses_original and other not in self.mods[by]:
            also = [(first, f"`{other}` changes it here")]
            self.problems.append(problem("R208", span, what=what, by=by, other=other, also=also))
        self.changed_by[what] = (by, span)

    def touch(self, key: str, part: str, span: Span, by: str) -> None:
        self.touched.append(Touch(key, part, span, by))

    def remove(self, key: str, part: str, span: Span, by: str) -> None:
        """Record a removal, so that a later change of the same thing can name it."""
        self.claim(key, part, span, by)
        self.removed[f"{key}{part}"] = (by, span)
