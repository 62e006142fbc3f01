"""Control flow of the plan as Python statements."""

from __future__ import annotations

import attrs

from rulelang.native.passes.cse import next_to
from rulelang.native.passes.dead_stores import every_node
from rulelang.native.plan import acts, ops
from rulelang.native.plan.acts import uses_together
from rulelang.native.plan.expressions import data_of, is_op
from rulelang.native.plan.nodes import ROUNDS, Node, Step, clean, number_of, op
from rulelang.native.py.bulk_moves import clear_all, clearing, orders
from rulelang.native.py.expr import literal
from rulelang.native.py.placing import atomize, lower
from rulelang.native.py.stmt import Steps, prints, waiting

SEAT = -1  # from a seat to its number in an array, which generated Python does without


@prints(acts.If)
def branch(out: Steps, step: acts.If) -> None:
    word = "if"
    for test, body in zip(step.args, step.bodies):
        with out.block(f"{word} {out.test(test)}:"):
            out.suite(body)
        word = "elif"
    if step.bodies[-1]:
        with out.block("else:"):
            out.suite(step.bodies[-1])


@prints(acts.For)
def for_(out: Steps, step: acts.For) -> None:
    name = step.name
    if (emptied := clearing(out, step)) is not None:
        clear_all(out, step, emptied)
        return
    with out.loop(loop_head(out, step)):
        if len(step.args) > 1:
            with out.block(f"if {out.test(step.args[1], False)}:"):
                out.line("continue")
        out.suite(step.bodies[0])
    for shift in [shift for own, shift in out.values.near if own == name]:
        del out.values.near[name, shift]


def loop_head(out: Steps, step: acts.For) -> str:
    """The first line of a loop. If its list is known, it brings along the places that belong to each of its items."""
    name, source = step.name, step.args[0]
    inner = [node for node in every_node((step.bodies, step.args[1:])) if next_to(node, name)]
    shifts = sorted({number_of(node.args[1]) for node in inner} - {SEAT})
    lists = orders(source)
    known = bool(lists) and all(isinstance(item, int) for items in lists for item in items)
    if not known or not shifts or len(inner) < 2 or name in out.plan.shared:
        return f"for {out.name(name)} in {out.values.items(source)}:"
    rows = {items: tuple((item, *(item + shift for shift in shifts)) for item in items) for items in lists}
    text: str
    if is_op(source, ops.CONST):
        text = out.values.table(literal(rows[source.data]))
    else:
        table = data_of(source, ops.TAB)
        table = attrs.evolve(table, values=tuple(rows.get(each, each) for each in table.values))
        text = out.of(op(ops.TAB, *source.args, rep=source.rep, data=table))
    near = {(name, shift): f"{name}_at_{shift}".replace("-", "m") for shift in shifts}
    out.values.near.update(near)
    return f"for {', '.join((name, *near.values()))} in {text}:"


@prints(acts.While)
def while_(out: Steps, step: acts.While) -> None:
    condition, bound = step.args
    out.line(f"{step.name} = 0")
    with out.loop(f"while {out.of(condition)}:"):
        often = "" if is_short(bound) else f" or {step.name} >= {ROUNDS}"
        with out.block(f"if {step.name} >= {out.of(bound)}{often}:"):
            out.line("bail()")
        out.line(f"{step.name} += 1")
        out.suite(step.bodies[0])


@prints(acts.Repeat)
def repeat(out: Steps, step: acts.Repeat) -> None:
    name, at_most = step.name, step.at_most
    number = atomize(out, step.args[0])
    short = is_short(step.args[0])
    with out.loop(f"for {name} in range({number if short else f'min({number}, {ROUNDS})'}):"):
        out.suite(step.bodies[0])
    if at_most or not short:
        with out.block("else:"):
            out.line("bail()" if at_most else f"if {number} >= {ROUNDS}: bail()")


def is_short(number: Node) -> bool:
    """Is it known that a loop does not go round very often?"""
    return is_op(number, ops.NUM) and number.data is not None and number.data < ROUNDS


@prints(acts.Together)
def together(out: Steps, step: acts.Together) -> None:
    out.outer.add("together")
    out.line("together += 1")
    out.suite(step.bodies[0])
    out.line("together -= 1")


@prints(acts.Run)
def run(out: Steps, step: acts.Run) -> None:
    proc, name = step.proc, step.into
    own = f"run_{clean(proc)}"
    call = f"{waiting(proc in out.asking.procs)}{own}({out.values.all(step.args)})"
    out.line(call if name is None else f"{name} = {call}", own)


@prints(acts.Return)
def return_(out: Steps, step: acts.Return) -> None:
    value = lower(out, step.args[0]) if step.args else "None"
    leave_together(out, step.opened)
    out.line(f"return {value}")


def leave_together(out: Steps, number: int) -> None:
    """Leaves this many blocks of things that happen at once."""
    if number:
        out.outer.add("together")
        out.line(f"together -= {number}")


@prints(acts.Break)
def break_(out: Steps, step: acts.Break) -> None:
    leave_together(out, step.opened)
    out.line("break")


@prints(acts.Stop)
def stop(out: Steps, step: acts.Stop) -> None:
    out.line("raise StopPhase")


@prints(acts.End)
def end(out: Steps, step: acts.End) -> None:
    if step.args:
        out.outer.add("winners")
        out.line(f"winners = tuple(sorted(set({out.of(step.args[0])})))")
    out.line("raise Over")


@prints(acts.Ends, acts.Until)
def test_ending(out: Steps, step: Step) -> None:
    free = "not together and " if uses_together(out.plan) else ""
    with out.block(f"if {free}{out.of(step.args[0])}:"):
        out.line("raise Over" if isinstance(step, acts.Ends) else "return None")
