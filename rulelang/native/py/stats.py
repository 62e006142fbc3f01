"""Generated Python that watches games for statistics."""

from __future__ import annotations

from rulelang.native.plan import acts, ops
from rulelang.native.plan.nodes import Node, Step
from rulelang.native.py.expr import literal
from rulelang.native.py.placing import held
from rulelang.native.py.stmt import Steps, prints


@prints(acts.COUNT)
def count(out: Steps, step: Step) -> None:
    stmt, width = step.data, out.layout.players + 1
    seat = "0" if stmt.seat is None else f"({out.of(step.args[-1])} or 0)"
    if stmt.value is None:
        out.line(f"COUNTS[{stmt.cell * width} + {seat}] += 1")
        return
    value = named(out, step.args[0])
    fits = f"{value} is not None and 0 <= {value} - {stmt.low} < {len(stmt.bins) or stmt.size - 1}"
    if stmt.bins:
        found = f"{out.values.table(literal(stmt.bins))}[{value}]"
    else:
        found = f"{value} - {stmt.low}"
    out.line(f"COUNTS[({stmt.cell} + ({found} if {fits} else {stmt.size - 1})) * {width} + {seat}] += 1")


def named(out: Steps, node: Node) -> str:
    """A value that has a name, since Python complains of a number that is compared with None."""
    text = held(out, node)
    if node.op is not ops.NUM:
        return text
    name = out.temp()
    out.line(f"{name} = {text}")
    return name


@prints(acts.SAMPLE)
def sample(out: Steps, step: Step) -> None:
    value = named(out, step.args[0])
    with out.block(f"if {value} is not None:"):
        out.line(f"SAMPLES.append(({step.data}, int({value})))")


@prints(acts.STANDING)
def standing(out: Steps, step: Step) -> None:
    out.line("MARKS.append(standing())" if step.data else "MARKS.append((0, 0))")


def watching() -> list[str]:
    """What a build for statistics keeps, and how it begins a game and tells of it."""
    return [
        "    COUNTS, SAMPLES, MARKS, OFFERED = [], [], [], []",
        "    def watched():",
        "        return list(COUNTS), list(SAMPLES), list(MARKS), tuple(OFFERED)",
    ]


def start_watching(out: Steps) -> None:
    """Nothing is counted yet."""
    totals = out.build.statistics
    assert totals is not None
    out.line(f"COUNTS[:], OFFERED[:] = [0] * {totals.cells * (totals.players + 1)}, [0, 0, 0]")
    out.line("SAMPLES.clear(), MARKS.clear()")


def standing_function(out: Steps) -> None:
    """Who leads and who is last, as masks of seats."""
    name, criteria = out.plan.criteria
    with out.function("standing", ()):
        if not criteria:
            out.line("return 0, 0")
            return
        most, value = criteria[0]
        seats = out.layout.program.seats
        out.line(f"found = [{out.of(value)} for {name} in {seats}]")
        out.line(f"best, worst = {'max(found), min(found)' if most else 'min(found), max(found)'}")
        for which in ("best", "worst"):
            out.line(f"{which} = sum([1 << p for p, x in enumerate(found, 1) if x == {which}])")
        out.line("return best, worst")


ASKED = """
        if n > 1:
            OFFERED[1] += 1
            OFFERED[2] += n
        else:
            OFFERED[0] += 1"""
