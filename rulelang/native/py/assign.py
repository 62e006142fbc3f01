"""Plan steps that assign values to names and variables, as Python statements."""

from __future__ import annotations

from rulelang.base.numbers import LEAST, MOST
from rulelang.native.plan import acts, ops
from rulelang.native.plan.nodes import MASK, Node, Step, clean
from rulelang.native.plan.reps import is_within
from rulelang.native.py.placing import atomize, lower
from rulelang.native.py.stmt import Steps, prints


@prints(acts.Let)
def let(out: Steps, step: acts.Let) -> None:
    value = step.args[0]
    tested = value.op is ops.FIT
    value = value.args[0] if tested else value
    text = out.values.items(value) if value.rep == MASK else lower(out, value)
    out.line(f"{out.name(step.name)} = {text}")
    if tested:
        with out.block(f"if not {LEAST} <= {step.name} <= {MOST}:"):
            out.line("bail()")


@prints(acts.Keep)
def keep(out: Steps, step: acts.Keep) -> None:
    """A value as it is, for a loop that follows."""
    out.line(f"{step.name} = {out.of(step.args[0])}")


@prints(acts.Store)
def store(out: Steps, step: acts.Store) -> None:
    var, low, high = step.var, step.low, step.high
    value = step.args[0]
    if value.op is ops.FIT:
        value, low, high = value.args[0], LEAST if low is None else low, MOST if high is None else high
    bounded = (low is not None or high is not None) and not is_within(value, low, high)
    text = atomize(out, value) if bounded else lower(out, value)
    if bounded:
        limits = [f"{text} < {low}"] * (low is not None) + [f"{text} > {high}"] * (high is not None)
        free = "" if value.op.number else f"{text} is not None and "
        with out.block(f"if {free}({' or '.join(limits)}):" if free else f"if {' or '.join(limits)}:"):
            out.line("bail()")
    if len(step.args) > 1:
        out.line(f"{out.values.state_name('v', var)}[{out.values.place(var, step.args[1])}] = {text}")
        return
    out.outer.add(f"v_{clean(var)}")
    out.line(f"v_{clean(var)} = {text}")


@prints(acts.Renew)
def renew(out: Steps, step: acts.Renew) -> None:
    var, text = step.var, out.of(step.args[0]) if step.args else "None"
    array = out.layout.program.vars[var].array
    if array.sizes:
        out.line(f"{out.values.state_name('v', var)}[:] = [{text}] * {array.length + out.values.pad(var)}")
    else:
        out.outer.add(f"v_{clean(var)}")
        out.line(f"v_{clean(var)} = {text}")


@prints(acts.Draw)
def draw(out: Steps, step: acts.Draw) -> None:
    """One of a list at random; a value that is given comes first."""
    name, items = step.name, step.args[0]
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


@prints(acts.Expr)
def expr(out: Steps, step: acts.Expr) -> None:
    out.line(out.of(step.args[0]))


@prints(acts.Require)
def require(out: Steps, step: acts.Require) -> None:
    with out.block(f"if not {out.of(step.args[0])}:"):
        out.line("bail()")


@prints(acts.Show, acts.Tell, acts.Block, acts.Round, acts.IfWatched)
def skip_watching(out: Steps, step: Step) -> None:
    """Nobody watches generated Python."""
    out.line("pass")
