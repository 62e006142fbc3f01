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
    span = next((part.span for part in text.parts if not isinstance(part, str)), None)
    if span is None:
        plain = "".join(map(str, text.parts))
        return lambda s: plain
    meter = make.meter

    def fill(s: Slots) -> str:
        state = State(program, s)
        made = "".join(part if isinstance(part, str) else say(part[0](s), part[1], program, state) for part in parts)
        meter.text(s, len(made), span)
        return made

    return fill
