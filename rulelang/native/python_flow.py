"""Plan steps that say where play goes, as Python statements."""

from __future__ import annotations

from rulelang.native.plan import Step
from rulelang.native.python_steps import Steps, prints, uses_together
from rulelang.native.python_values import clean


@prints("if")
def branch(out: Steps, step: Step) -> None:
    word = "if"
    for test, body in zip(step.args, step.bodies):
        with out.block(f"{word} {out.test(test)}:"):
            out.suite(body)
        word = "elif"
    if step.bodies[-1]:
        with out.block("else:"):
            out.suite(step.bodies[-1])


@prints("for")
def for_(out: Steps, step: Step) -> None:
    name, _ = step.data
    with out.block(f"for {out.name(name)} in {out.values.items(step.args[0])}:"):
        if len(step.args) > 1:
            with out.block(f"if {out.test(step.args[1], False)}:"):
                out.line("continue")
        out.suite(step.bodies[0])


@prints("while")
def while_(out: Steps, step: Step) -> None:
    condition, bound = step.args
    out.line(f"{step.data} = 0")
    with out.block(f"while {out.of(condition)}:"):
        with out.block(f"if {step.data} >= {out.of(bound)}:"):
            out.line("trouble()")
        out.line(f"{step.data} += 1")
        out.suite(step.bodies[0])


@prints("repeat")
def repeat(out: Steps, step: Step) -> None:
    name, at_most = step.data
    with out.block(f"for {name} in range({out.of(step.args[0])}):"):
        out.suite(step.bodies[0])
    if at_most:
        with out.block("else:"):
            out.line("trouble()")


@prints("together")
def together(out: Steps, step: Step) -> None:
    out.outer.add("together")
    out.line("together += 1")
    out.suite(step.bodies[0])
    out.line("together -= 1")


@prints("run")
def run(out: Steps, step: Step) -> None:
    proc, name = step.data
    call = f"run_{clean(proc)}({out.values.all(step.args)})"
    out.line(call if name is None else f"{name} = {call}")


@prints("return")
def return_(out: Steps, step: Step) -> None:
    value = out.placed(step.args[0]) if step.args else "None"
    if step.data:
        out.outer.add("together")
        out.line(f"together -= {step.data}")
    out.line(f"return {value}")


@prints("break")
def break_(out: Steps, step: Step) -> None:
    if step.data:
        out.outer.add("together")
        out.line(f"together -= {step.data}")
    out.line("break")


@prints("stop")
def stop(out: Steps, step: Step) -> None:
    out.line("raise StopPhase")


@prints("end")
def end(out: Steps, step: Step) -> None:
    if step.args:
        out.outer.add("winners")
        out.line(f"winners = tuple(sorted(set({out.of(step.args[0])})))")
    out.line("raise Over")


@prints("ends", "until")
def tested(out: Steps, step: Step) -> None:
    free = "not together and " if uses_together(out.plan) else ""
    with out.block(f"if {free}{out.of(step.args[0])}:"):
        out.line("raise Over" if step.op == "ends" else "return None")
