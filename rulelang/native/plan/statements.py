"""From statements to steps of the plan, with the tests that follow an effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.analysis.reads import reads
from rulelang.native.plan import acts, builtins, values  # noqa: F401  the makers of nodes
from rulelang.native.plan.build import Planner
from rulelang.native.plan.layout import Layout
from rulelang.native.plan.menus import menu_plan
from rulelang.native.plan.nodes import INT, MASK, Node, Plan, Step, Unit, Unsupported, get
from rulelang.native.plan.reps import as_list
from rulelang.program import Program

Steps = list[Step]


class Writer:
    """Writes the steps of one function of the plan."""

    makers: dict[type, Callable[[Writer, Any], Steps]] = {}

    def __init__(self, planner: Planner, until: ir.Expr | None = None) -> None:
        self.planner = planner
        self.layout = planner.layout
        self.until = None if until is None else planner.scalar(until, {})
        self.scopes: list[str] = []

    def suite(self, body: ir.Suite, scope: str = "") -> tuple[Step, ...]:
        if scope:
            self.scopes.append(scope)
        found = [step for stmt in body for step in self.steps(stmt)]
        if scope:
            self.scopes.pop()
        return tuple(found)

    def steps(self, stmt: ir.Stmt) -> Steps:
        try:
            return self.makers[type(stmt)](self, stmt)
        except Unsupported as problem:
            raise problem.at(stmt.span) from None

    def value(self, expr: ir.Expr) -> Node:
        return self.planner.value(expr, {})

    def scalar(self, expr: ir.Expr) -> Node:
        return self.planner.scalar(expr, {})

    def kept(self, expr: ir.Expr) -> Node:
        """A value as locals and variables keep it."""
        made = self.value(expr)
        return as_list(made) if made.rep == MASK else made

    def name(self, local: ir.Local) -> str:
        return self.planner.name(local)

    # ------------------------------------------------------------ tests

    def effect(self, steps: Steps, *touched: str) -> Steps:
        """A single effect: `end when` is tested after it, then the phase's `until`."""
        return [*steps, *self.ends(touched), *self.tested()]

    def ends(self, touched: tuple[str, ...] = ()) -> Steps:
        game, found = self.planner.game, []
        for ending in game.endings:
            if not touched or reads(game, ending.condition) & set(touched):
                found.append(Step(acts.ENDS, (self.planner.scalar(ending.condition, {}),)))
        return found

    def tested(self) -> Steps:
        """Tests `until` after a statement written in the phase."""
        if self.until is None or not {"together", "block"}.isdisjoint(self.scopes):
            return []
        return [Step(acts.UNTIL, (self.until,))]

    # ------------------------------------------------------------ writing

    def store(self, target: ir.Target, value: Node) -> Steps:
        """Writes a value, without the tests that follow."""
        if isinstance(target, ir.LocalTarget):
            return [Step(acts.LET, (value,), data=self.name(target.local))]
        if isinstance(target, ir.VarWhole):
            raise Unsupported("a whole variable is written")
        var = self.planner.program.vars[target.var]
        place = (self.planner.flat(var.array, target.indexes, {}),) if target.indexes else ()
        return [Step(acts.STORE, (value, *place), data=(target.var, var.low, var.high))]

    def after(self, target: ir.Target, steps: Steps) -> Steps:
        if isinstance(target, ir.LocalTarget):
            return [*steps, *self.tested()]
        return self.effect(steps, target.var)


def writes(*kinds: type) -> Callable[[Callable[[Writer, Any], Steps]], Callable[[Writer, Any], Steps]]:
    """Registers who plans some classes of statements."""

    def register(maker: Callable[[Writer, Any], Steps]) -> Callable[[Writer, Any], Steps]:
        for kind in kinds:
            Writer.makers[kind] = maker
        return maker

    return register


# ---------------------------------------------------------------- the whole program


def plan_of(program: Program) -> Plan:
    """The plan of a program, for both printers."""
    from rulelang.native.plan import choices, control, effects  # noqa: F401  who plans which statement

    planner = Planner(Layout(program))
    plan, game = planner.plan, planner.game
    for proc in game.procs.values():
        plan.procs[proc.name] = proc_unit(planner, proc)
    for name in game.menus:
        menu_plan(planner, name)
        action_units(planner, name)
    for var in game.vars.values():
        if var.start is not None and var.during is None:
            plan.starts.append((var.name, kept(planner.value(var.start, {}))))
    plan.criteria = criteria(planner)
    for zone in game.zones.values():
        if zone.refill is not None:
            plan.refills[zone.name] = planner.scalar(zone.refill, {})
    for each in game.invariants:
        during = frozenset(name for name in each.during if name in game.procs)
        if during or not each.during:
            plan.invariants.append((during, planner.scalar(each.condition, {})))
    return plan


def kept(node: Node) -> Node:
    return as_list(node) if node.rep == MASK else node


def criteria(planner: Planner) -> tuple[str, list[tuple[bool, Node]]]:
    winner = planner.game.winner
    if winner is None:
        return "", []
    name = planner.fresh(winner.seat)
    env = {winner.seat: get(name, INT)}
    return name, [(most, planner.scalar(value, env)) for most, value in winner.criteria]


def proc_unit(planner: Planner, proc: ir.Proc) -> Unit:
    """A procedure: its own variables afresh, then its body."""
    params = tuple((planner.name(param), planner.layout.rep_of(param.type)) for param in proc.params)
    writer = Writer(planner, proc.until)
    fresh: Steps = []
    if proc.kind == "mechanism":
        for var in planner.game.vars.values():
            if var.during == proc.name:
                start = get("none", INT) if var.start is None else kept(planner.value(var.start, {}))
                fresh.append(Step(acts.RENEW, () if var.start is None else (start,), data=var.name))
    body = (*fresh, *writer.tested(), *writer.suite(proc.body))
    rep = planner.layout.rep_of(proc.result) if proc.result is not None else INT
    return Unit("proc", proc.name, params, None, body, rep, proc.kind)


def action_units(planner: Planner, name: str) -> None:
    """The body of each action; number -1 is what the menu does in the end."""
    menu, plan = planner.game.menus[name], menu_plan(planner, name)
    for number, action in enumerate(menu.actions):
        binders = tuple((binder.name, binder.rep) for binder in plan.actions[number].binders)
        body = Writer(planner).suite(action.body)
        planner.plan.actions[name, number] = Unit("action", name, (*plan.params, *binders), None, body)
    if menu.finally_:
        last = Writer(planner).suite(menu.finally_)
        planner.plan.actions[name, -1] = Unit("action", name, plan.params, None, last)

