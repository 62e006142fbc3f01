"""Texts with holes (prompts, labels, reasons, notes), filled in during play."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.engine.closures import Closures, Slots
from rulelang.engine.meter import STEP
from rulelang.engine.state import State
from rulelang.engine.text import say
from rulelang.ir import types

Part = str | tuple[Any, types.Type]
"""A text between holes, or the value in a hole."""


class Template:
    """A text with holes. Called with slots it gives the text as a test writes it; `parts` serves other renderings."""

    def __init__(self, make: Closures, text: ir.Message) -> None:
        self.program, self.meter = make.program, make.meter
        self.made = [part if isinstance(part, str) else (make.of(part), part.type) for part in text.parts]
        self.span = next((part.span for part in text.parts if not isinstance(part, str)), None)

    def parts(self, s: Slots) -> list[Part]:
        return [part if isinstance(part, str) else (part[0](s), part[1]) for part in self.made]

    def __call__(self, s: Slots) -> str:
        return self.told(s)[0]

    def told(self, s: Slots) -> tuple[str, list[Part]]:
        """The text and its parts; each hole is evaluated once."""
        state, parts = State(self.program, s), self.parts(s)
        text = "".join(part if isinstance(part, str) else say(*part, self.program, state) for part in parts)
        if self.span is not None:
            self.meter.text(s, len(text), self.span)
            self.meter.spend(s, STEP * len(parts), self.span)
        return text, parts
