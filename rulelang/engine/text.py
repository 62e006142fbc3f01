"""Values of a state as people and tests write them: pieces are named by how they look in it."""

from __future__ import annotations

from typing import Any

from rulelang.engine.looks import Wanted
from rulelang.engine.state import State
from rulelang.ir import types
from rulelang.program import Program
from rulelang.program.text import field_types, to_text


def say(value: Any, type_: types.Type, program: Program, state: State) -> str:
    """A value of a type, in words."""
    return to_text(program, value, type_, lambda piece: piece_text(piece, program, state))


def piece_text(piece: int, program: Program, state: State) -> str:
    """A piece by its look; a face that was not rolled, and a text at the end, are left out. Of two groups that look
    alike each is told with what it holds.
    """
    kind = program.pieces[piece].kind
    look, kinds = state.look(piece)[1:], field_types(program, kind)
    if kind in program.faces and look[-1] is None:
        look = look[:-1]
    while look and isinstance(kinds[len(look) - 1], types.Text):
        look = look[:-1]
    fields = [say(field, of, program, state) for field, of in zip(look, kinds)]
    name = f"{kind}({', '.join(fields)})" if fields else kind
    held = [piece_text(each, program, state) for each in state.telling(piece)]
    return f"{name} with [{', '.join(held)}]" if held else name


def say_look(wanted: Wanted, program: Program, state: State) -> str:
    """A look as a test writes it."""
    fields = [say(each, of, program, state) for each, of in zip(wanted.fields, field_types(program, wanted.kind))]
    return f"{wanted.kind}({', '.join(fields)})"


def written(value: Any, type_: types.Type, program: Program, state: State) -> int | str:
    """A value as a test block writes it; a whole number stays one."""
    plain = isinstance(value, int) and not isinstance(value, bool)
    number = isinstance(type_.of if isinstance(type_, types.Optional) else type_, types.Int)
    return value if plain and number else say(value, type_, program, state)
