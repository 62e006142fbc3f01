"""What is known when C is generated: numbers as C spells them, and the rows that a loop iterates over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulelang.native.c.packing import pack_constant
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.nodes import INT, LIST, Node
from rulelang.native.plan.reps import Parts

FEW = 6  # items of a list that is kept on the stack
NONE = -(1 << 62)
MISS = NONE + 1
SPELLED = {NONE: "NONE", MISS: "MISS"}
NARROW = {"uint8_t": (0, 255), "int16_t": (-(1 << 15), (1 << 15) - 1), "int32_t": (-(1 << 31), (1 << 31) - 1)}


def narrow(values: Iterable[int]) -> str:
    """The smallest type that holds all of some numbers."""
    known = list(values)
    for name, (low, high) in NARROW.items():
        if all(low <= value <= high for value in known):
            return name
    return "I"


def declare_row(name: str, values: Sequence[int]) -> str:
    """A table of numbers, with a name of its own."""
    return f"static const {narrow(values)} {name}[] = {{{', '.join(map(str, values))}}};"


def number(value: Any) -> int:
    """A value that is known, as a number of C."""
    if isinstance(value, Parts):
        return pack_constant(value)
    return NONE if value is None else int(value)


# ---------------------------------------------------------------- rows


def limits(name: str, rows: list[tuple[int, ...]] | None, piece: bool) -> str:
    """Tells the compiler what values a loop goes through, so that it leaves out tests that cannot fail."""
    if piece:
        return f" if ({name} < 0 || {name} >= COUNT) __builtin_unreachable();"
    known = [item for row in rows or () for item in row]
    return f" if ({name} < {min(known)} || {name} > {max(known)}) __builtin_unreachable();" if known else ""


def known_rows(source: Node) -> list[tuple[int, ...]] | None:
    """The rows of a list that is looked up, if all there are have one size; a missing one is empty."""
    if is_op(source, ops.CONST):
        rows = [source.data]
    elif is_op(source, ops.TAB) and source.rep == LIST:
        rows = [row if isinstance(row, tuple) else () for row in source.data.values]
    else:
        return None
    if any(not isinstance(item, int) for row in rows for item in row):
        return None
    missing = is_op(source, ops.TAB) and () in source.data.values
    return rows if len({len(row) for row in rows if row}) == 1 and not missing else None


def consecutive(source: Node) -> tuple[int, int] | None:
    """The first and the last of numbers that are known and follow each other."""
    rows = known_rows(source) if source.op is ops.CONST else None
    if not rows or not rows[0] or rows[0] != tuple(range(rows[0][0], rows[0][0] + len(rows[0]))):
        return None
    return rows[0][0], rows[0][-1]


def few_items(source: Node) -> tuple[Node, ...] | None:
    """The items of a list that is written out, each once if only different ones count, if these are a few numbers."""
    inner = source.args[0] if source.op is ops.DISTINCT else source
    if inner.op is not ops.LIST or not 0 < len(inner.args) <= FEW or any(arg.rep != INT for arg in inner.args):
        return None
    return inner.args
