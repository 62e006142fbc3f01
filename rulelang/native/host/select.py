"""Games that stop at each question, on a chosen engine, for bots and for other libraries.

    tables = stepper(program)
    table = tables.start(seed=7)
    while not table.over:
        table.choose(0)  # one of range(table.options), for table.seat

Chance is that of the seed, answers come from the caller. Questions, options and their order are those of the reference.
"""

from __future__ import annotations

from rulelang.native.host.c_table import CStepper
from rulelang.native.host.cc import NoCompiler
from rulelang.native.host.table import REFERENCE, Stepper, Table
from rulelang.native.plan.nodes import Unsupported
from rulelang.program import Program

__all__ = ["ENGINES", "Stepper", "Table", "stepper"]

ENGINES = ("auto", "c", "python", "reference")


def stepper(program: Program, engine: str = "auto") -> Stepper:
    """What makes tables of a program. `auto` takes the fastest engine there is; its `why` says why it is not C."""
    if engine not in ENGINES:
        raise ValueError(f"there is no engine {engine!r}; there are {', '.join(ENGINES)}")
    if engine == "reference":
        return Stepper(program, REFERENCE)
    why = ""
    if engine != "python":
        try:
            return CStepper(program)
        except (Unsupported, NoCompiler) as problem:
            if engine == "c":
                raise
            why = f"played by generated Python: {'C cannot take ' * isinstance(problem, Unsupported)}{problem}"
    try:
        return Stepper(program, why=why)
    except Unsupported as problem:
        if engine == "python":
            raise
        return Stepper(program, REFERENCE, f"played by the reference: no back end takes {problem}")
