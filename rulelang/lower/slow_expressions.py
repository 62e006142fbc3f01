"""Expressions that will be slow: nested iterations with very many rounds.

Only what is certain is counted: lists whose length is known when the game begins. A condition on the first variables
may leave out nearly all values before the next list, so what comes after it is counted for one value. What depends on
nothing that changes is computed once, and not counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, factorial
from typing import Any

from rulelang import ir
from rulelang.analysis.reads import reads_state
from rulelang.base.frozen import Frozen
from rulelang.diagnostics import Diagnostic, problem
from rulelang.ir.walk import children, conjuncts, locals_of, walk
from rulelang.lower.large_choices import constant_number, size
from rulelang.program import Program

MANY = 2_000  # rounds that take the reference engine more than a millisecond


def slow_expressions(program: Program) -> list[Diagnostic]:
    """Every comprehension and action of the game's own files that takes very many rounds."""
    rounds = Rounds(program)
    game = program.game
    found = list(dict.fromkeys(rounds.slow((game.fns, game.procs, game.menus, game.scores, game.endings))))
    return [problem("R410", span, rounds=f"{number:,}", help=instead) for span, number, instead in found]


class Rounds:
    """Counts how often the innermost part of an expression is evaluated."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.fns: dict[str, int] = {}
        self.stateless: dict[str, bool] = {}

    def slow(self, node: Any) -> Iterator[tuple[Any, int, str]]:
        """The outermost parts that take too many rounds."""
        here = isinstance(node, ir.Each | ir.Action) and self.of(node)
        if here and here > MANY and not node.span.source.is_library:
            yield node.span, here, self.instead(node)
            return
        for part in children(node) if isinstance(node, tuple | list | dict | Frozen) else ():
            yield from self.slow(part)

    def of(self, node: Any) -> int:
        """A lower bound for the rounds; 0 if it iterates over nothing."""
        if isinstance(node, ir.Each):
            inner = sum(map(self.of, (node.condition, node.element, node.key)))
            if not self.changes(node):
                return 0
            return self.count_rounds(node.binders, node.condition) * max(1, inner) + self.sources(node.binders)
        if isinstance(node, ir.Action):
            inner = self.of(node.guard)
            return self.count_rounds(node.binders, node.guard) * max(1, inner) + self.sources(node.binders)
        if isinstance(node, ir.Op) and node.op in ("subsets", "permutations"):
            return self.count_arrangements(node)
        if isinstance(node, ir.Call):
            return self.of_fn(node.fn) + sum(map(self.of, node.arguments))
        return sum(map(self.of, children(node))) if isinstance(node, Frozen | tuple) else 0

    def of_fn(self, name: str) -> int:
        if name not in self.fns:
            self.fns[name] = 0
            fn = self.program.game.fns.get(name)
            self.fns[name] = self.of(fn.body) if fn is not None else 0
        return self.fns[name]

    def sources(self, binders: tuple[tuple[ir.Local, ir.Expr], ...]) -> int:
        return sum(self.of(source) for _, source in binders)

    def count_rounds(self, binders: tuple[tuple[ir.Local, ir.Expr], ...], condition: ir.Expr | None) -> int:
        """The rounds of nested lists; after a variable that a condition tests, counted for one of its values."""
        most = rounds = 1
        for at, (_, source) in enumerate(binders):
            rounds *= size(self.program, source) or 1
            most = max(most, rounds)
            if any(self.early(part, binders, at) for part in conjuncts(condition)):
                rounds = 1
        return most

    def early(self, part: ir.Expr, binders: tuple[tuple[ir.Local, ir.Expr], ...], at: int) -> bool:
        """Whether a condition can be tested as soon as this variable has a value."""
        used = locals_of(part)
        later = {local for local, _ in binders[at + 1 :]}
        return binders[at][0] in used and not used & later

    def count_arrangements(self, node: ir.Op) -> int:
        many = size(self.program, node.arguments[0])
        if many is None:
            return 0
        if node.op == "permutations":
            return factorial(min(many, 20))
        number = constant_number(self.program, node.arguments[1])
        return comb(many, number) if number is not None else 0

    def changes(self, node: ir.Each) -> bool:
        """Whether it depends on something that changes in play, or on an outer variable."""
        own = {local for part in walk(node) if isinstance(part, ir.Each) for local, _ in part.binders}
        free = any(isinstance(part, ir.Get) and part.local not in own for part in walk(node))
        return free or reads_state(self.program, self.program.game, node, self.stateless)

    def instead(self, node: ir.Each | ir.Action) -> str:
        """What to write instead."""
        whole = [source for _, source in node.binders if isinstance(source, ir.Pieces)]
        if whole:
            kind = whole[0].names[0]
            return f"Go through a zone where the pieces lie instead of all of `{kind}`, or keep a count in a `var`."
        if len(node.binders) > 1:
            return "Put a condition on the first variable alone, or choose in two steps."
        return "Work out what does not change in a `const` or a `let` before, or keep a count in a `var`."
