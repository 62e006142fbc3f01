"""Values of a state as people and tests write them: pieces are named by their looks in that state."""

from __future__ import annotations

from typing import Any

from rulelang.engine.data import piece_text
from rulelang.engine.looks import Wanted
from rulelang.engine.state import State
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.program import Program
from rulelang.program.text import field_types, to_text


def say(value: Any, type_: types.Type, program: Program, state: State) -> str:
    """A value of a type, in words."""
    return to_text(program, value, type_, lambda piece: piece_text(state, piece))


def say_look(wanted: Wanted, program: Program, state: State) -> str:
    """A look as a test writes it."""
    fields = [say(each, of, program, state) for each, of in zip(wanted.fields, field_types(program, wanted.kind))]
    return f"{wanted.kind}({', '.join(fields)})"


def write_value(value: Any, type_: types.Type, program: Program, state: State) -> int | str:
    """A value as a test block writes it; a whole number stays one."""
    plain = isinstance(value, int) and not isinstance(value, bool)
    number = isinstance(bare(type_), types.Int)
    return value if plain and number else say(value, type_, program, state)
