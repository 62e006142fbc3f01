"""Plan steps that give names and variables their values, as Python statements."""

from __future__ import annotations

from rulelang.base.numbers import LEAST, MOST
from rulelang.native.plan import acts, ops
from rulelang.native.plan.nodes import MASK, Node, Step, clean
from rulelang.native.plan.reps import known
from rulelang.native.py.placing import held, placed
from rulelang.native.py.stmt import Steps, prints


@prints(acts.LET)
def let(out: Steps, step: Step) -> None:
    value = step.args[0]
    tested = value.op is ops.FIT
    value = value.args[0] if tested else value
    text = out.values.items(value) if value.rep == MASK else placed(out, value)
    out.line(f"{out.name(step.data)} = {text}")
    if tested:
        with out.block(f"if not {LEAST} <= {step.data} <= {MOST}:"):
            out.line("bail()")


@prints(acts.KEEP)
def keep(out: Steps, step: Step) -> None:
    """A value as it is, for a loop that follows."""
    out.line(f"{step.data} = {out.of(step.args[0])}")


@prints(acts.STORE)
def store(out: Steps, step: Step) -> None:
    var, low, high = step.data.var, step.data.low, step.data.high
    value = step.args[0]
    if value.op is ops.FIT:
        value, low, high = value.args[0], LEAST if low is None else low, MOST if high is None else high
    bounded = (low is not None or high is not None) and not known(value, low, high)
    text = held(out, value) if bounded else placed(out, value)
    if bounded:
        limits = [f"{text} < {low}"] * (low is not None) + [f"{text} > {high}"] * (high is not None)
        free = "" if value.op.number else f"{text} is not None and "
        with out.block(f"if {free}({' or '.join(limits)}):" if free else f"if {' or '.join(limits)}:"):
            out.line("bail()")
    if len(step.args) > 1:
        out.line(f"{out.values.kept('v', var)}[{out.values.place(var, step.args[1])}] = {text}")
        return
    out.outer.add(f"v_{clean(var)}")
    out.line(f"v_{clean(var)} = {text}")


@prints(acts.RENEW)
def renew(out: Steps, step: Step) -> None:
    var, text = step.data, out.of(step.args[0]) if step.args else "None"
    array = out.layout.program.vars[var].array
    if array.sizes:
        out.line(f"{out.values.kept('v', var)}[:] = [{text}] * {array.length + out.values.pad(var)}")
    else:
        out.outer.add(f"v_{clean(var)}")
        out.line(f"v_{clean(var)} = {text}")


@prints(acts.DRAW)
def draw(out: Steps, step: Step) -> None:
    """One of a list at random; a value that is given comes first."""
    name, items = step.data.name, step.args[0]
    if len(step.args) > 1:
        out.line(f"{name} = {out.of(step.args[1])}")
        with out.block(f"if {name} is None:"):
            draw_one(out, name, items)
    else:
        draw_one(out, name, items)


def draw_one(out: Steps, name: str, items: Node) -> None:
    listed = out.temp()
    out.line(f"{listed} = {out.values.items(items)}")
    out.line(f"{name} = {listed}[chance(len({listed}))]", "chance")


@prints(acts.EXPR)
def expr(out: Steps, step: Step) -> None:
    out.line(out.of(step.args[0]))


@prints(acts.REQUIRE)
def require(out: Steps, step: Step) -> None:
    with out.block(f"if not {out.of(step.args[0])}:"):
        out.line("bail()")


@prints(acts.SHOW, acts.TELL, acts.BLOCK, acts.ROUND)
def unwatched(out: Steps, step: Step) -> None:
    """Nobody watches generated Python."""
    out.line("pass")
