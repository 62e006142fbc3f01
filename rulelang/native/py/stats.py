"""Generated Python that counts statistics."""

from __future__ import annotations

from rulelang.ir import counting
from rulelang.native.plan import acts, ops
from rulelang.native.plan.menus import Offer
from rulelang.native.plan.nodes import Node
from rulelang.native.py.expr import literal
from rulelang.native.py.parts import Part, function
from rulelang.native.py.placing import atomize
from rulelang.native.py.stmt import Steps, prints


@prints(acts.Count)
def count(out: Steps, step: acts.Count) -> None:
    seat = "0" if step.stmt.seat is None else f"({out.of(step.args[-1])} or 0)"
    out.line(f"COUNTS[{first_of(out, step)} + {seat}] += 1")


@prints(acts.Offer)
def offer(out: Steps, step: acts.Offer) -> None:
    stmt, at = step.stmt, out.temp()
    out.line(f"{at} = {first_of(out, step, 2)}")
    seat = out.of(step.args[stmt.value is not None])
    out.line(f"OPTIONS[{at}{f' + {out.layout.players + 1}' if stmt.taken else ''}] += 1")
    size = "OFFERED[3]" if stmt.among is None else out.of(step.args[-1])
    out.line(f"OPTIONS[{at} + {seat}] += {size if stmt.taken else -1}")


def note_options(out: Steps, offer: Offer, options: str, is_mask: bool, seat: str) -> None:
    """Every option of a choice, with the cell that it has."""
    for stmt in offer.watch:
        name = out.temp()
        listed = out.values.use("ids") + f"({options})" if is_mask else options
        with out.loop(f"for {name} in {listed} if OPTIONS else ():"):
            out.line(f"{name} = {place_of(out, stmt, name, 2)}")
            out.line(f"OPTIONS[{name}] += 1")
            out.line(f"OPTIONS[{name} + {seat}] -= 1")


def first_of(out: Steps, step: acts.Count | acts.Offer, more: int = 1) -> str:
    """Where the numbers of the cell of a value begin."""
    return place_of(out, step.stmt, "" if step.stmt.value is None else name_value(out, step.args[0]), more)


def place_of(out: Steps, stmt: counting.Count | counting.Offer, value: str, more: int = 1) -> str:
    width = out.layout.players + more
    if stmt.value is None:
        return str(stmt.cell * width)
    fits = f"{value} is not None and 0 <= {value} - {stmt.low} < {len(stmt.bins) or stmt.size - 1}"
    found = f"{out.values.table(literal(stmt.bins))}[{value}]" if stmt.bins else f"{value} - {stmt.low}"
    return f"({stmt.cell} + ({found} if {fits} else {stmt.size - 1})) * {width}"


def name_value(out: Steps, node: Node) -> str:
    """A value that has a name, since Python complains of a number that is compared with None."""
    text = atomize(out, node)
    if node.op is not ops.NUM:
        return text
    name = out.temp()
    out.line(f"{name} = {text}")
    return name


@prints(acts.Sample)
def sample(out: Steps, step: acts.Sample) -> None:
    value = name_value(out, step.args[0])
    with out.block(f"if {value} is not None:"):
        out.line(f"SAMPLES.append(({step.series}, int({value})))")


@prints(acts.Standing)
def standing(out: Steps, step: acts.Standing) -> None:
    if step.known:
        out.line("MARKS.append(standing())", "standing")
    else:
        out.line("MARKS.append((0, 0))")


WATCHING = (
    Part("", ("    COUNTS, OPTIONS, SAMPLES, MARKS, OFFERED = [], [], [], [], []",)),
    function("watched", "", """
    def watched():
        return list(COUNTS), list(OPTIONS), list(SAMPLES), list(MARKS), tuple(OFFERED[:3])
"""),
)
"""What a build for statistics keeps, and how it tells of a game."""


def start_watching(out: Steps) -> None:
    """Nothing is counted yet."""
    totals = out.build.statistics
    assert totals is not None
    out.line(f"COUNTS[:] = [0] * {totals.cells * (totals.players + 1)}")
    out.line(f"OPTIONS[:] = [0] * ({totals.offers * (totals.players + 2)} if offering else 0)")
    out.line("OFFERED[:] = [0, 0, 0, 0]")
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
        OFFERED[3] = n
        if n > 1:
            OFFERED[1] += 1
            OFFERED[2] += n
        else:
            OFFERED[0] += 1"""
