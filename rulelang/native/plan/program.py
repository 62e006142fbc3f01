"""The plan of a whole program."""

from __future__ import annotations

from rulelang import ir
from rulelang.native.plan import acts, choices, control, effects, stats  # noqa: F401  who plans which statement
from rulelang.native.plan.build import Planner
from rulelang.native.plan.features import features_of
from rulelang.native.plan.layout import Layout
from rulelang.native.plan.menus import menu_plan
from rulelang.native.plan.nodes import INT, Node, Plan, Unit, Unsupported, get
from rulelang.native.plan.reps import as_list
from rulelang.native.plan.showing import show_whole
from rulelang.native.plan.standing import standing_of
from rulelang.native.plan.statements import Steps, Writer
from rulelang.program import Program


def plan_of(program: Program, watched: bool = False) -> Plan:
    """The plan of a program, for both printers; `watched`: with the steps that say who sees what."""
    planner = Planner(Layout(program), watched)
    plan, game = planner.plan, planner.game
    for proc in game.procs.values():
        plan.procs[proc.name] = proc_unit(planner, proc)
    for name in game.menus:
        menu_plan(planner, name)
        action_units(planner, name)
    for var in game.vars.values():
        if var.start is not None and var.during is None:
            plan.starts.append((var.name, as_list(planner.value(var.start, {}))))
    plan.criteria = criteria(planner)
    for zone in game.zones.values():
        if zone.refill is not None:
            plan.refills[zone.name] = planner.scalar(zone.refill, {})
    for each in game.invariants:
        during = frozenset(name for name in each.during if name in game.procs)
        if during or not each.during:
            plan.invariants.append((during, planner.scalar(each.condition, {})))
    if watched:
        plan.features = features_of(planner)
        plan.standing = standing_of(planner)
    return plan


def criteria(planner: Planner) -> tuple[str, list[tuple[bool, Node]]]:
    winner = planner.game.winner
    if winner is None:
        return "", []
    name = planner.fresh(winner.seat)
    env = {winner.seat: get(name, INT)}
    return name, [(most, planner.scalar(value, env)) for most, value in winner.criteria]


def proc_unit(planner: Planner, proc: ir.Proc) -> Unit:
    """A procedure: its own variables afresh, then its body."""
    if proc.by_hand:
        raise Unsupported("a position that is laid out by hand")
    params = tuple((planner.name(param), planner.layout.rep_of(param.type)) for param in proc.params)
    writer = Writer(planner, proc.until)
    fresh: Steps = []
    if proc.kind == "mechanism":
        for var in planner.game.vars.values():
            if var.during == proc.name:
                start = get("none", INT) if var.start is None else as_list(planner.value(var.start, {}))
                fresh.append(acts.Renew(() if var.start is None else (start,), var=var.name))
                fresh += show_whole(writer, var.name, "declared")
    body = (*fresh, *writer.test_until(), *writer.suite(proc.body))
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
