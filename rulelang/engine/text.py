"""Values as people and tests write them: 5, true, P2, red, Card(blue, 3), [Card(peanut), Card(almond)], none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.engine.looks import Wanted
from rulelang.engine.state import State
from rulelang.ir import types
from rulelang.program import BANK, Program, Records


def say(value: Any, type_: types.Type, program: Program, state: State) -> str:
    """A value of a type, in words."""
    if value is None:
        return "none"
    if isinstance(type_, types.Optional):
        return say(value, type_.of, program, state)
    if isinstance(value, bool):
        return "true" if value else "false"
    for kind, speak in SPEAKERS.items():
        if isinstance(type_, kind):
            return speak(value, type_, program, state)
    return str(value)


def say_seat(value: Any, type_: Any, program: Program, state: State) -> str:
    return f"P{value}"


def say_member(value: Any, type_: types.Enum, program: Program, state: State) -> str:
    return program.members[type_.name][value - 1]


def say_piece(value: Any, type_: types.Piece, program: Program, state: State) -> str:
    """A piece by its look; a face that was not rolled, and a text at the end, are left out. Of two groups that look
    alike each is told with what it holds.
    """
    kind = program.pieces[value].kind
    look, kinds = state.look(value)[1:], field_types(program, kind)
    if kind in program.faces and look[-1] is None:
        look = look[:-1]
    while look and isinstance(kinds[len(look) - 1], types.Text):
        look = look[:-1]
    fields = [say(field, of, program, state) for field, of in zip(look, kinds)]
    name = f"{kind}({', '.join(fields)})" if fields else kind
    held = [say_piece(each, type_, program, state) for each in state.telling(value)]
    return f"{name} with [{', '.join(held)}]" if held else name


def say_look(wanted: Wanted, program: Program, state: State) -> str:
    """A look as a test writes it."""
    fields = [say(each, of, program, state) for each, of in zip(wanted.fields, field_types(program, wanted.kind))]
    return f"{wanted.kind}({', '.join(fields)})"


def field_types(program: Program, kind: str) -> list[types.Type]:
    """The types of a kind's fields, the rolled one last."""
    if kind in program.game.groups:
        return [field.type for field in program.game.groups[kind].fields]
    declared = program.game.pieces[kind]
    return [field.type for field in (*declared.fields, *((declared.rolls,) if declared.rolls else ()))]


def say_list(value: Any, type_: types.List, program: Program, state: State) -> str:
    return "[" + ", ".join(say(item, type_.of, program, state) for item in value) + "]"


def say_map(value: Any, type_: types.Map, program: Program, state: State) -> str:
    return "[" + ", ".join(say(item, type_.of, program, state) for item in value) + "]"


def say_tuple(value: Any, type_: types.Tuple, program: Program, state: State) -> str:
    return "(" + ", ".join(say(item, part, program, state) for item, part in zip(value, type_.parts)) + ")"


def say_row(value: Any, type_: types.Row, program: Program, state: State) -> str:
    """A row by its key."""
    table = program.tables[type_.table]
    assert isinstance(table, Records)
    return say(table.rows[value][0], program.game.tables[type_.table].columns[0].type, program, state)


def say_zone(value: Any, type_: types.Zone, program: Program, state: State) -> str:
    zone = program.zones[value]
    if zone.group is not None:
        return say_piece(zone.group, types.Piece((zone.name,)), program, state)
    declared = program.game.zones.get(zone.name)
    indexes = [index_text(at, index, program) for at, index in zip(zone.indexes, declared.indexes if declared else ())]
    return f"{zone.name}[{', '.join(indexes)}]" if indexes else zone.name


def index_text(value: int, index: ir.Index, program: Program) -> str:
    """An index of a zone or variable."""
    if index.kind == "Seat":
        return f"P{value}"
    return program.members[index.kind][value - 1] if index.kind in program.members else str(value)


def say_holder(value: Any, type_: types.Holder, program: Program, state: State) -> str:
    if value > 0:
        return f"P{value}"
    return "bank" if value == BANK else program.resources[type_.resource].pots[-2 - value]


Speaker = Callable[[Any, Any, Program, State], str]
SPEAKERS: dict[type, Speaker] = {
    types.Seat: say_seat,
    types.Enum: say_member,
    types.Piece: say_piece,
    types.List: say_list,
    types.Map: say_map,
    types.Tuple: say_tuple,
    types.Row: say_row,
    types.Zone: say_zone,
    types.Holder: say_holder,
}


def written(value: Any, type_: types.Type, program: Program, state: State) -> int | str:
    """A value as a test block writes it; a whole number stays one."""
    plain = isinstance(value, int) and not isinstance(value, bool)
    number = isinstance(type_.of if isinstance(type_, types.Optional) else type_, types.Int)
    return value if plain and number else say(value, type_, program, state)
