"""Invariants in generated Python: tested at every rest point, but not again while what they read stays the same."""

from __future__ import annotations

from itertools import groupby

from rulelang.native.passes.effects import EVERYTHING, FACES, Effects
from rulelang.native.plan import ops
from rulelang.native.plan.nodes import Node, clean, nodes
from rulelang.native.py.parts import Part
from rulelang.native.py.stmt import Steps


def invariants(out: Steps) -> None:
    """Tests the invariants of the procedures that run. `held`: by invariant, what it looked at when it held last."""
    if not out.build.invariants:
        return
    out.parts.append(Part("", (f"    held = {[None] * len(out.plan.invariants)}",)))
    with out.function("check", ()):
        with out.block("if looking:"):
            out.line("return")
        for number, (during, condition) in enumerate(out.plan.invariants):
            running = " or ".join(f"running[{name!r}]" for name in sorted(during))
            when, test, seen = f"({running}) and " if running else "", out.of(condition), state_read(out, condition)
            if seen is None:
                with out.block(f"if {when}not {test}:"):
                    out.line("bail()")
                continue
            with out.block(f"if {when}held[{number}] != (seen := {seen}):"):
                with out.block(f"if not {test}:"):
                    out.line("bail()")
                out.line(f"held[{number}] = seen")


def state_read(out: Steps, condition: Node) -> str | None:
    """All of the state that a condition looks at; None if that cannot be told, or the condition is as soon tested."""
    program, reads = out.layout.program, Effects(out.plan).reads(condition)
    shared = any(f"l {name}" in reads for name in out.plan.shared)
    if shared or EVERYTHING in reads or not any(node.op in (ops.EACH, ops.CALL) for node in nodes(condition)):
        return None
    found = []
    out.values.uses |= {"Z"} if any(name.startswith("z ") for name in reads) else set()
    zones = sorted(int(name[2:]) for name in reads if name.startswith("z "))
    for _, run in groupby(enumerate(zones), lambda pair: pair[1] - pair[0]):
        first, *_, last = [zone for _, zone in run] * 2
        found.append(f"Z[{first}]" if first == last else f"Z[{first}:{last + 1}]")
    for name in sorted(name[2:] for name in reads if name.startswith("v ")):
        is_array = bool(program.vars[name].array.sizes)
        found.append(f"{out.values.state_name('v', name)}[:]" if is_array else out.values.use(f"v_{clean(name)}"))
    found += sorted(f"{out.values.state_name('r', name[2:])}[:]" for name in reads if name.startswith("r "))
    if FACES in reads:
        fields = {program.columns[kind][-1] for kind in program.faces}
        found += ["unrolled", *sorted(f"{out.values.state_name('F', field)}.copy()" for field in fields)]
    return f"({', '.join(found)},)"
