"""The engines of a simulation: each plays a range of games of a seed and returns their tally."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rulelang.base.frozen import Frozen, frozen
from rulelang.sim.model import Chunk

if TYPE_CHECKING:
    from rulelang.sim.instrument import Watch

NAMES = {"c": "generated C", "python": "generated Python", "reference": "the reference engine", "bots": "bots"}


@frozen
class Engine(Frozen):
    """`name`: c, python, reference or bots. `why`: one line on why it is not a faster one, or the kinds of bots.
    `library`: the file of C code.
    """

    name: str
    why: str
    chunk: Chunk
    library: str = ""


def engine_for(watch: Watch, wanted: str = "auto") -> Engine:
    """The requested engine, or the fastest available. Raises Unsupported or NoCompiler if it is not available."""
    from rulelang.native.host.select import choose_engine

    return choose_engine({name: partial(make, watch) for name, make in MAKERS.items()}, wanted)


def c_engine(watch: Watch, why: str = "") -> Engine:
    """Generated C; games that bail out are played by the reference."""
    from rulelang.sim.in_c import library_of, tallying
    from rulelang.sim.in_python import reference

    library = library_of(watch)
    return Engine("c", why, tallying(library, watch.totals, partial(reference, watch)), library._name)


def python_engine(watch: Watch, why: str = "") -> Engine:
    """Generated Python; games that bail out are played by the reference."""
    from rulelang.sim.in_python import python

    return Engine("python", why, python(watch))


def reference_engine(watch: Watch, why: str = "") -> Engine:
    """The reference."""
    from rulelang.sim.in_python import reference

    return Engine("reference", why, reference(watch))


MAKERS = {"c": c_engine, "python": python_engine, "reference": reference_engine}
