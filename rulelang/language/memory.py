"""What is cached about a file between edits.

A game is examined in several forms: as it stands, and with variants. As long as only tests have changed, the results
for the rules of a form still hold, and only tests are checked again: those that were not sound, or that see a change in
the game (`check.recall`). Unchanged parts are the same objects (`syntax.incremental`), and the spans in the results
move with them.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang import ir
from rulelang.base.limits import Allowance
from rulelang.base.source import Source
from rulelang.check.checker import Checker
from rulelang.check.recall import Recall
from rulelang.diagnostics import Diagnostic
from rulelang.link import Linked
from rulelang.link.linker import Reader
from rulelang.syntax import nodes
from rulelang.workspace.problems import Examiner, Variants

FORMS = 4  # cached states of the rules for each set of variants


@attrs.define(eq=False)
class Form:
    """A form of a game with these parts as its rules, and its results."""

    parts: tuple[object, ...]
    checker: Checker
    tables: list[Diagnostic] | None = None
    spent: int = 0
    """The work that lowering took."""
    unreached: dict[str, ir.Proc | ir.Menu] | None = None

    def is_unaffected_by(self, linked: Linked) -> bool:
        """Whether, of the names that the rules asked for, the same ones as before are lost in unreadable lines."""
        asked = self.checker.found.asked.items()
        return all((word in linked.lost or word in linked.unsound) is lost for word, lost in asked)


class Memory:
    """What is cached about one file."""

    def __init__(self) -> None:
        self.forms: dict[Variants, list[Form]] = {}
        self.recalls: dict[Variants, Recall] = {}

    def form(self, linked: Linked, parts: tuple[object, ...]) -> Form | None:
        """The form made of exactly these parts; it becomes the most recently used."""
        known = self.forms.setdefault(linked.active, [])
        found = next((form for form in known if same(form.parts, parts) and form.is_unaffected_by(linked)), None)
        if found is not None:
            known.remove(found)
            known.insert(0, found)
        return found

    def keep(self, active: Variants, form: Form) -> Form:
        self.forms[active] = [form, *self.forms[active][: FORMS - 1]]
        return form


def same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Whether these are the same parts, and the same words in unreadable lines."""
    return len(one) == len(other) and all(
        a is b or (isinstance(a, frozenset | str) and a == b) for a, b in zip(one, other)
    )


class View(Examiner):
    """One examination of a file with its cache."""

    def __init__(self, reader: Reader, memory: Memory) -> None:
        self.reader, self.memory = reader, memory
        self.trees: dict[str, nodes.File] = {}
        self.forms: dict[Variants, Form] = {}

    def read(self, source: Source) -> tuple[nodes.File, list[Diagnostic]]:
        tree, problems = self.reader(source)
        self.trees[source.name] = tree
        return tree, problems

    def parts(self, linked: Linked) -> Iterator[object]:
        """All parts that make up the rules."""
        for name, tree in self.trees.items():
            yield name
            yield from (part for part in tree.parts if not isinstance(part, nodes.Test))
        yield linked.unsound

    def check(self, linked: Linked) -> tuple[ir.Game | None, list[Diagnostic]]:
        active, parts = linked.active, tuple(self.parts(linked))
        form = self.memory.form(linked, parts)
        if form is not None:
            self.forms[active] = form
            return form.checker.again(linked)
        checker = Checker(linked, self.memory.recalls.setdefault(active, Recall()))
        found = checker.result()
        self.forms[active] = self.memory.keep(active, Form(parts, checker))
        return found

    def tables(self, game: ir.Game, work: Allowance) -> list[Diagnostic]:
        form = self.forms[game.active]
        if form.tables is None or form.spent > work.left:
            before = work.left
            form.tables = super().tables(game, work)
            form.spent = before - work.left
        else:
            work.left -= form.spent
        return form.tables

    def find_unreached(self, game: ir.Game) -> dict[str, ir.Proc | ir.Menu]:
        form = self.forms[game.active]
        if form.unreached is None:
            form.unreached = super().find_unreached(game)
        return form.unreached
