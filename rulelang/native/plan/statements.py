"""From statements to steps of the plan, with the tests that follow an effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.analysis.reads import reads
from rulelang.engine.telling import before
from rulelang.ir import types
from rulelang.ir.types import bare, has_pieces
from rulelang.ir.walk import walk
from rulelang.native.plan import acts, builtins, ops, values  # noqa: F401  the makers of nodes
from rulelang.native.plan.build import Planner
from rulelang.native.plan.nodes import LIST, TUPLE, Node, Step, Unsupported, op
from rulelang.native.plan.reps import as_list

Steps = list[Step]


class Writer:
    """Writes the steps of one function of the plan."""

    makers: dict[type, Callable[[Writer, Any], Steps]] = {}

    def __init__(self, planner: Planner, until: ir.Expr | None = None) -> None:
        self.planner = planner
        self.layout = planner.layout
        self.until = None if until is None else planner.scalar(until, {})
        self.scopes: list[str] = []
        self.watched: dict[ir.Local, Any] = {}  # what notes the options of the choice that comes next

    def suite(self, body: ir.Suite, scope: str = "") -> tuple[Step, ...]:
        if scope:
            self.scopes.append(scope)
        found = [step for stmt in body for step in self.steps(stmt)]
        if scope:
            self.scopes.pop()
        return tuple(found)

    def steps(self, stmt: ir.Stmt) -> Steps:
        try:
            return [*self.tell(before(self.planner.program, stmt)), *self.makers[type(stmt)](self, stmt)]
        except Unsupported as problem:
            raise problem.at(stmt.span) from None

    def value(self, expr: ir.Expr) -> Node:
        return self.planner.value(expr, {})

    def scalar(self, expr: ir.Expr) -> Node:
        return self.planner.scalar(expr, {})

    def storable(self, expr: ir.Expr) -> Node:
        """A value as locals and variables keep it."""
        return as_list(self.value(expr))

    def name(self, local: ir.Local) -> str:
        return self.planner.name(local)

    # ------------------------------------------------------------ what is told

    def tell(self, parts: Any) -> Steps:
        """What every `reveal` in some expressions tells, in reading order, needed or not (`engine/telling.py`)."""
        return [self.tell_value(node) for node in self.reveals(parts)]

    def tells(self, parts: Any) -> bool:
        return bool(self.reveals(parts))

    def reveals(self, parts: Any) -> list[ir.Reveal]:
        return [node for node in walk(parts) if isinstance(node, ir.Reveal)] if self.planner.watched else []

    def tell_value(self, node: ir.Reveal) -> Step:
        value, type_ = self.storable(node.value), bare(node.value.type)
        if value.rep == TUPLE or (isinstance(type_, types.List) and isinstance(bare(type_.of), types.List)):
            raise Unsupported("`reveal` of a tuple or of a list of lists, in a game that is watched")
        to = () if node.to is None else (self.readers(node.to),)
        return acts.Tell((value, *to), pieces=has_pieces(node.value.type), to=bool(to))

    def readers(self, seats: ir.Expr) -> Node:
        """A list of seats."""
        if isinstance(bare(seats.type), types.List):
            return self.planner.items(seats, {})
        return op(ops.LIST, self.scalar(seats), rep=LIST)

    # ------------------------------------------------------------ tests

    def effect(self, steps: Steps, *touched: str) -> Steps:
        """A single effect: `end when` is tested after it, then the phase's `until`."""
        return [*steps, *self.ends(touched), *self.test_until()]

    def ends(self, touched: tuple[str, ...] = ()) -> Steps:
        game, found = self.planner.game, list[Step]()
        for ending in game.endings:
            if not touched or reads(game, ending.condition) & set(touched):
                found.append(acts.Ends((self.planner.scalar(ending.condition, {}),)))
        return found

    def test_until(self) -> Steps:
        """Tests `until` after a statement written in the phase."""
        if self.until is None or not {"together", "block"}.isdisjoint(self.scopes):
            return []
        return [acts.Until((self.until,))]

    # ------------------------------------------------------------ writing

    def store(self, target: ir.Target, value: Node) -> Steps:
        """Writes a value, without the tests that follow."""
        if isinstance(target, ir.LocalTarget):
            return [acts.Let((value,), name=self.name(target.local))]
        if isinstance(target, ir.VarWhole):
            raise Unsupported("a whole variable is written")
        var = self.planner.program.vars[target.var]
        place = (self.planner.flat(var.array, target.indexes, {}),) if target.indexes else ()
        return [acts.Store((value, *place), var=target.var, low=var.low, high=var.high)]

    def after(self, target: ir.Target, steps: Steps) -> Steps:
        if isinstance(target, ir.LocalTarget):
            return [*steps, *self.test_until()]
        return self.effect(steps, target.var)


def writes(*kinds: type) -> Callable[[Callable[[Writer, Any], Steps]], Callable[[Writer, Any], Steps]]:
    """Registers who plans some classes of statements."""

    def register(maker: Callable[[Writer, Any], Steps]) -> Callable[[Writer, Any], Steps]:
        for kind in kinds:
            Writer.makers[kind] = maker
        return maker

    return register
