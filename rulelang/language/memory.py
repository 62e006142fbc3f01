"""What is remembered of a file from one edit to the next.

A game is examined in several forms: as it stands, and with variants. As long as no part of the files has changed but
tests, whatever was found in the rules of a form holds, and only tests are checked again; of these, those that are not
sound or see a game that is different now (`check.recall`). Parts that have not changed are the same objects
(`syntax.incremental`), and the places in what was found move with them.
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

FORMS = 4  # states of the rules that are remembered for each set of variants


@attrs.define(eq=False)
class Form:
    """A form of a game with rules made of these parts, and what was found in it."""

    parts: tuple[object, ...]
    checker: Checker
    tables: list[Diagnostic] | None = None
    spent: int = 0
    """How much work it took to lower it."""
    unreached: dict[str, ir.Proc | ir.Menu] | None = None

    def is_unaffected_by(self, linked: Linked) -> bool:
        """Of the names that the rules asked for, are those lost in unreadable lines the same as before?"""
        asked = self.checker.found.asked.items()
        return all((word in linked.lost or word in linked.unsound) is lost for word, lost in asked)


class Memory:
    """What is known of one file."""

    def __init__(self) -> None:
        self.forms: dict[Variants, list[Form]] = {}
        self.recalls: dict[Variants, Recall] = {}

    def form(self, linked: Linked, parts: tuple[object, ...]) -> Form | None:
        """The form that was made of just these parts; it is the last to be forgotten."""
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
    """Are these the same parts, and the same words of what could not be read?"""
    return len(one) == len(other) and all(
        a is b or (isinstance(a, frozenset | str) and a == b) for a, b in zip(one, other)
    )


class View(Examiner):
    """One examination of a file with what is remembered of it."""

    def __init__(self, reader: Reader, memory: Memory) -> None:
        self.reader, self.memory = reader, memory
        self.trees: dict[str, nodes.File] = {}
        self.forms: dict[Variants, Form] = {}

    def read(self, source: Source) -> tuple[nodes.File, list[Diagnostic]]:
        tree, problems = self.reader(source)
        self.trees[source.name] = tree
        return tree, problems

    def parts(self, linked: Linked) -> Iterator[object]:
        """All that the rules are made of."""
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
