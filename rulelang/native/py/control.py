"""Plan steps that say where play goes, as Python statements."""

from __future__ import annotations

import attrs

from rulelang.native.passes.cse import next_to
from rulelang.native.passes.dead_stores import every_node
from rulelang.native.plan import acts, ops
from rulelang.native.plan.nodes import ROUNDS, Node, Step, clean, uses_together
from rulelang.native.py.bulk_moves import clear_all, is_clearing, orders
from rulelang.native.py.expr import literal
from rulelang.native.py.placing import held, placed
from rulelang.native.py.stmt import Steps, prints, waiting

SEAT = -1  # from a seat to its number in an array, which generated Python does without


@prints(acts.IF)
def branch(out: Steps, step: Step) -> None:
    word = "if"
    for test, body in zip(step.args, step.bodies):
        with out.block(f"{word} {out.test(test)}:"):
            out.suite(body)
        word = "elif"
    if step.bodies[-1]:
        with out.block("else:"):
            out.suite(step.bodies[-1])


@prints(acts.FOR)
def for_(out: Steps, step: Step) -> None:
    name = step.data.name
    if is_clearing(out, step):
        clear_all(out, step)
        return
    with out.loop(loop_head(out, step)):
        if len(step.args) > 1:
            with out.block(f"if {out.test(step.args[1], False)}:"):
                out.line("continue")
        out.suite(step.bodies[0])
    for shift in [shift for own, shift in out.values.near if own == name]:
        del out.values.near[name, shift]


def loop_head(out: Steps, step: Step) -> str:
    """The first line of a loop. If its list is known, it brings along the places that belong to each of its items."""
    name, source = step.data.name, step.args[0]
    inner = [node for node in every_node((step.bodies, step.args[1:])) if next_to(node) and node.args[0].data == name]
    shifts = sorted({node.args[1].data for node in inner} - {SEAT})
    lists = orders(source)
    known = bool(lists) and all(isinstance(item, int) for items in lists for item in items)
    if not known or not shifts or len(inner) < 2 or name in out.plan.shared:
        return f"for {out.name(name)} in {out.values.items(source)}:"
    rows = {items: tuple((item, *(item + shift for shift in shifts)) for item in items) for items in lists}
    text: str
    if source.op is ops.CONST:
        text = out.values.table(literal(rows[source.data]))
    else:
        table = attrs.evolve(source.data, values=tuple(rows.get(each, each) for each in source.data.values))
        text = out.of(attrs.evolve(source, data=table))
    near = {(name, shift): f"{name}_at_{shift}".replace("-", "m") for shift in shifts}
    out.values.near.update(near)
    return f"for {', '.join((name, *near.values()))} in {text}:"


@prints(acts.WHILE)
def while_(out: Steps, step: Step) -> None:
    condition, bound = step.args
    out.line(f"{step.data} = 0")
    with out.loop(f"while {out.of(condition)}:"):
        often = "" if is_short(bound) else f" or {step.data} >= {ROUNDS}"
        with out.block(f"if {step.data} >= {out.of(bound)}{often}:"):
            out.line("bail()")
        out.line(f"{step.data} += 1")
        out.suite(step.bodies[0])


@prints(acts.REPEAT)
def repeat(out: Steps, step: Step) -> None:
    name, at_most = step.data.name, step.data.at_most
    number = held(out, step.args[0])
    short = is_short(step.args[0])
    with out.loop(f"for {name} in range({number if short else f'min({number}, {ROUNDS})'}):"):
        out.suite(step.bodies[0])
    if at_most or not short:
        with out.block("else:"):
            out.line("bail()" if at_most else f"if {number} >= {ROUNDS}: bail()")


def is_short(number: Node) -> bool:
    """Is it known that a loop does not go round very often?"""
    return number.op is ops.NUM and number.data is not None and number.data < ROUNDS


@prints(acts.TOGETHER)
def together(out: Steps, step: Step) -> None:
    out.outer.add("together")
    out.line("together += 1")
    out.suite(step.bodies[0])
    out.line("together -= 1")


@prints(acts.RUN)
def run(out: Steps, step: Step) -> None:
    proc, name = step.data.proc, step.data.into
    own = f"run_{clean(proc)}"
    call = f"{waiting(proc in out.asking.procs)}{own}({out.values.all(step.args)})"
    out.line(call if name is None else f"{name} = {call}", own)


@prints(acts.RETURN)
def return_(out: Steps, step: Step) -> None:
    value = placed(out, step.args[0]) if step.args else "None"
    leave_together(out, step.data)
    out.line(f"return {value}")


def leave_together(out: Steps, number: int) -> None:
    """Leaves so many blocks of things that happen at once."""
    if number:
        out.outer.add("together")
        out.line(f"together -= {number}")


@prints(acts.BREAK)
def break_(out: Steps, step: Step) -> None:
    leave_together(out, step.data)
    out.line("break")


@prints(acts.STOP)
def stop(out: Steps, step: Step) -> None:
    out.line("raise StopPhase")


@prints(acts.END)
def end(out: Steps, step: Step) -> None:
    if step.args:
        out.outer.add("winners")
        out.line(f"winners = tuple(sorted(set({out.of(step.args[0])})))")
    out.line("raise Over")


@prints(acts.ENDS, acts.UNTIL)
def tested(out: Steps, step: Step) -> None:
    free = "not together and " if uses_together(out.plan) else ""
    with out.block(f"if {free}{out.of(step.args[0])}:"):
        out.line("raise Over" if step.act is acts.ENDS else "return None")
