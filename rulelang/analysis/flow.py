"""Information flow: the labels of a program, including those of its locals.

The label of a local combines everything that is assigned to it and the conditions under which it is: all statements are
interpreted until no label changes (a fixed point).
"""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.analysis.public import PRIVATE, PUBLIC, SIZE, Public, item_of
from rulelang.base.dispatch import Total, concrete, total
from rulelang.ir import counting
from rulelang.ir.suites import suite_fields, suites
from rulelang.ir.types import has_pieces
from rulelang.program import Program

Left = tuple[int, int]  # who knows whether play has left a loop, and what is larger
STAYED: Left = (PUBLIC, PUBLIC)


def either(one: Left, other: Left) -> Left:
    return max(one[0], other[0]), max(one[1], other[1])


class Flow(Public):
    """The labels of a program."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.settle()
        self.settled = True

    def settle(self) -> None:
        """Gives every local of a statement its label: interprets all statements until nothing changes. The initial
        state of a test or of the table is known to everyone.
        """
        parts: tuple[ir.Proc | ir.Menu, ...] = (*self.game.procs.values(), *self.game.menus.values())
        for part in parts:
            self.locals |= dict.fromkeys(part.params, PUBLIC)
        while True:
            before = (dict(self.locals), dict(self.results), set(self.unseen_vars))
            for proc in self.game.procs.values():
                self.suite(proc.body, PUBLIC, proc.name)
            for menu in self.game.menus.values():
                for action in menu.actions:
                    self.bind(action.binders)
                    self.suite(action.body, PUBLIC, "")
                self.suite(menu.finally_, PUBLIC, "")
            self.calls.clear()  # a function may read locals of what it stands in
            if before == (self.locals, self.results, self.unseen_vars):
                return

    def raise_to(self, local: ir.Local, label: int) -> None:
        self.locals[local] = max(label, self.locals.get(local, PUBLIC))

    def give(self, target: ir.Target | None, label: int) -> None:
        """Labels a target, if it is a local; a variable that all see may hold a piece that they do not."""
        if isinstance(target, ir.LocalTarget):
            self.raise_to(target.local, label)
        elif isinstance(target, ir.VarTarget) and label != PUBLIC and has_pieces(self.game.vars[target.var].type):
            self.unseen_vars.add(target.var)

    def target_label(self, target: ir.Target) -> int:
        """The label of the current value of a target."""
        if isinstance(target, ir.LocalTarget):
            return self.locals.get(target.local, PUBLIC)
        secret = target.var in self.secret_vars | self.unseen_vars or isinstance(target, ir.VarWhole)
        return PRIVATE if secret else self.join(target.indexes, self.locals)  # type: ignore[union-attr]

    def offer(self, ref: ir.MenuRef) -> None:
        """Labels the binders and parameters of an offered menu."""
        self.bind(ref.binders)
        for param, argument in zip(self.game.menus[ref.menu].params, ref.arguments):
            self.raise_to(param, self.label(argument, self.locals))

    def bind(self, binders: tuple[tuple[ir.Local, ir.Expr], ...]) -> None:
        for local, source in binders:
            hidden = has_pieces(local.type) and self.label(source, self.locals) != PUBLIC
            self.raise_to(local, PRIVATE if hidden else PUBLIC)

    def suite(self, body: ir.Suite, context: int, proc: str) -> Left:
        """Labels what some statements give to locals, and says under which conditions play may have left them."""
        left = STAYED
        for stmt in body:
            left = either(left, self.statement(stmt, max(context, *left), proc))
        return left

    def statement(self, stmt: Any, context: int, proc: str) -> Left:
        """Labels what a statement assigns to locals; `context`: the conditions it is under. Returns the conditions
        under which play goes on elsewhere.
        """
        if isinstance(stmt, ir.Return) and stmt.value is not None:
            self.results[proc] = max(self.results.get(proc, PUBLIC), context, self.label(stmt.value, self.locals))
        GIVEN(stmt, self, context)
        inner = max(context, self.join(CONDITIONS(stmt), self.locals), self.answered(stmt))
        left = STAYED
        while True:  # what leaves a loop narrows its next round
            before = left
            for body in suites(stmt):
                left = either(left, self.suite(body, max(inner, *before), proc))
            if before == left:
                break
        if isinstance(stmt, ir.For | ir.While | ir.Repeat):
            return PUBLIC, left[1]
        broke, gone = isinstance(stmt, ir.Break), isinstance(stmt, ir.Return | ir.Stop)
        return either(left, (context if broke else PUBLIC, context if gone else PUBLIC))

    def answered(self, stmt: Any) -> int:
        """How much all know of what decides, by an answer or by how many items there are, whether a suite runs."""
        if isinstance(stmt, ir.For):
            return PUBLIC if self.label(stmt.source, self.locals) <= SIZE else PRIVATE
        return PRIVATE if isinstance(stmt, ir.Choose | ir.ChooseAction) and stmt.secret else PUBLIC


# ---------------------------------------------------------------- what statements give to locals

CONDITIONS: Total[tuple[ir.Expr, ...]] = total(ir.Stmt)
"""What decides whether, or how often, the suites of a statement run, leaving aside what somebody answers."""

COUNTING = (counting.Aside, counting.Offers, counting.Options)  # they tell statistics what happens
BINDING = ("Local", "Target", "Asking", "MenuRef")  # types of fields by which a statement gives locals a value


def gives(kind: type[ir.Stmt]) -> bool:
    """May statements of this class assign to a local?"""
    return any(word in type_ for type_ in kind.__annotations__.values() for word in BINDING)


SIMPLE = tuple(kind for kind in concrete(ir.Stmt) if not suite_fields(kind) and not gives(kind))


@CONDITIONS.case(
    ir.Assign, ir.Draw, ir.Run, ir.SwapValues, ir.Original, ir.Together, ir.Choose, ir.ChooseAction, ir.Resolve,
    ir.EachChooses, ir.EachSecretly, *COUNTING, *SIMPLE,
)  # fmt: skip
def unconditional(stmt: ir.Stmt) -> tuple[ir.Expr, ...]:
    return ()


@CONDITIONS.case(ir.Branch)
def tests(stmt: ir.Branch) -> tuple[ir.Expr, ...]:
    return tuple(test for test, _ in stmt.branches)


@CONDITIONS.case(ir.For)
def for_condition(stmt: ir.For) -> tuple[ir.Expr, ...]:
    return () if stmt.condition is None else (stmt.condition,)


@CONDITIONS.case(ir.While)
def while_conditions(stmt: ir.While) -> tuple[ir.Expr, ...]:
    return stmt.condition, stmt.bound


@CONDITIONS.case(ir.Repeat)
def repeat_number(stmt: ir.Repeat) -> tuple[ir.Expr, ...]:
    return (stmt.number,)


CONDITIONS.seal()

GIVEN: Total[None] = total(ir.Stmt)
"""`GIVEN(stmt, flow, context)`: labels the locals, parameters and binders that a statement itself gives a value."""


@GIVEN.case(ir.Original, ir.Together, ir.Branch, ir.While, ir.Repeat, *COUNTING, *SIMPLE)
def gives_nothing(stmt: ir.Stmt, flow: Flow, context: int) -> None:
    pass


@GIVEN.case(ir.Assign)
def assign(stmt: ir.Assign, flow: Flow, context: int) -> None:
    flow.give(stmt.target, max(context, flow.label(stmt.value, flow.locals)))


@GIVEN.case(ir.Draw)
def draw(stmt: ir.Draw, flow: Flow, context: int) -> None:
    flow.give(stmt.target, max(context, item_of(flow.label(stmt.choices, flow.locals))))


@GIVEN.case(ir.SwapValues)
def swap(stmt: ir.SwapValues, flow: Flow, context: int) -> None:
    label = max(context, flow.target_label(stmt.left), flow.target_label(stmt.right))
    flow.give(stmt.left, label)
    flow.give(stmt.right, label)


@GIVEN.case(ir.Run)
def run(stmt: ir.Run, flow: Flow, context: int) -> None:
    for param, argument in zip(flow.game.procs[stmt.proc].params, stmt.arguments):
        flow.raise_to(param, max(context, flow.label(argument, flow.locals)))
    flow.give(stmt.into, max(context, flow.results.get(stmt.proc, PUBLIC)))


@GIVEN.case(ir.For)
def loop(stmt: ir.For, flow: Flow, context: int) -> None:
    flow.raise_to(stmt.local, item_of(flow.label(stmt.source, flow.locals)))


@GIVEN.case(ir.EachSecretly)
def each_secretly(stmt: ir.EachSecretly, flow: Flow, context: int) -> None:
    flow.raise_to(stmt.seat, item_of(flow.label(stmt.seats, flow.locals)))


@GIVEN.case(ir.EachChooses)
def each_chooses(stmt: ir.EachChooses, flow: Flow, context: int) -> None:
    flow.raise_to(stmt.seat, item_of(flow.label(stmt.seats, flow.locals)))
    flow.raise_to(stmt.asking.local, PRIVATE)


@GIVEN.case(ir.Choose)
def choose(stmt: ir.Choose, flow: Flow, context: int) -> None:
    """An answer is public, unless it is secret or names pieces that not everybody sees."""
    asking = stmt.asking
    unseen = has_pieces(asking.local.type) and flow.label(asking.source, flow.locals) != PUBLIC
    flow.raise_to(asking.local, PRIVATE if stmt.secret or unseen else PUBLIC)


@GIVEN.case(ir.ChooseAction)
def choose_action(stmt: ir.ChooseAction, flow: Flow, context: int) -> None:
    for ref in stmt.menus:
        flow.offer(ref)


@GIVEN.case(ir.Resolve)
def resolve(stmt: ir.Resolve, flow: Flow, context: int) -> None:
    flow.offer(stmt.menu)


GIVEN.seal()
