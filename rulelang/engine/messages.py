"""Texts with holes (prompts, labels, reasons, notes), filled with values as people write them."""

from __future__ import annotations

from collections.abc import Callable

from rulelang import ir
from rulelang.engine.closures import Closures, Slots
from rulelang.engine.state import State
from rulelang.engine.text import say


def message(make: Closures, text: ir.Message) -> Callable[[Slots], str]:
    """A text with its holes filled."""
    program = make.program
    parts = [part if isinstance(part, str) else (make.of(part), part.type) for part in text.parts]

    def fill(s: Slots) -> str:
        state = State(program, s)
        return "".join(part if isinstance(part, str) else say(part[0](s), part[1], program, state) for part in parts)

    return fill
