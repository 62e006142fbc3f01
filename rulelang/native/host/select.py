"""Selects an engine: the requested one, or the fastest available.

    tables = stepper(program)
    table = tables.start(seed=7)
    while not table.over:
        table.choose(0)  # one of range(table.options), for table.seat

Chance comes from the seed, answers from the caller. Questions, options and their order are those of the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulelang.native.build import Build
from rulelang.native.host.c_table import CStepper
from rulelang.native.host.cc import NoCompiler
from rulelang.native.host.playout import Play, generated_c, generated_python, reference
from rulelang.native.host.table import BOLD, REFERENCE, Stepper, Table
from rulelang.native.plan.nodes import Unsupported
from rulelang.program import Program

__all__ = ["ENGINES", "Stepper", "Table", "choose_engine", "fastest", "stepper"]

NAMES = {"c": "C", "python": "generated Python", "reference": "the reference"}
ENGINES = ("auto", *NAMES)
Made = TypeVar("Made")


def choose_engine(makers: dict[str, Callable[[str], Made]], wanted: str = "auto") -> Made:
    """Engine factories by name, fastest first; each gets one line on why it is not a faster one.

    Raises Unsupported or NoCompiler if the requested engine is not available.
    """
    if wanted not in ENGINES:
        raise ValueError(f"there is no engine {wanted!r}; there are {', '.join(ENGINES)}")
    if wanted != "auto":
        return makers[wanted]("")
    why = ""
    for name, make in makers.items():
        try:
            return make(why)
        except Unsupported as problem:
            why = f"{NAMES[name]} cannot take {problem}"
        except NoCompiler as problem:
            why = str(problem)
    raise AssertionError("the reference takes everything")


def engine_line(engine: str, why: str) -> str:
    """One line that says which engine plays, and why not a faster one."""
    return f"played by {NAMES[engine]}: {why}" if why else ""


def stepper(program: Program, engine: str = "auto") -> Stepper:
    """Makes tables of a program; its `why` says why it is not C, if it is not."""
    makers: dict[str, Callable[[str], Stepper]] = {
        "c": lambda why: CStepper(program),
        "python": lambda why: Stepper(program, BOLD, engine_line("python", why)),
        "reference": lambda why: Stepper(program, REFERENCE, engine_line("reference", why)),
    }
    return choose_engine(makers, engine)


def fastest(program: Program, build: Build | None = None, quick: bool = False) -> tuple[Play, str]:
    """Plays whole games of a program, as fast as possible; also one line that says why it is not C, if it is not."""
    traced = bool(build and build.traced)
    makers: dict[str, Callable[[str], tuple[Play, str]]] = {
        "c": lambda why: (generated_c(program, build, quick), ""),
        "python": lambda why: (generated_python(program, build), engine_line("python", why)),
        "reference": lambda why: (reference(program, traced), engine_line("reference", why)),
    }
    return choose_engine(makers)
