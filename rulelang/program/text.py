"""Values as people and tests write them: 5, true, P2, red, Card(blue, 3), [Card(peanut), Card(almond)], none.

The name of a piece depends on whether the reader sees it, so the caller gives a `Namer`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulelang import ir
from rulelang.base.dispatch import Total, total
from rulelang.ir import types
from rulelang.program import BANK, Program, Records, ZoneInstance

Namer = Callable[[int], str]
"""The name of a piece, by its number."""


def to_text(program: Program, value: Any, type_: types.Type, namer: Namer) -> str:
    """A value of a type. Booleans and none do not depend on the type."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return WRITERS(type_, value, program, namer)


WRITERS: Total[str] = total(types.Type)


@WRITERS.case(types.Int, types.Bool, types.Text, types.Nothing, types.Unknown, types.Actions, types.Param)
def plain(type_: types.Type, value: Any, program: Program, namer: Namer) -> str:
    return str(value)


@WRITERS.case(types.Seat)
def seat(type_: types.Seat, value: int, program: Program, namer: Namer) -> str:
    return seat_name(value)


@WRITERS.case(types.Enum)
def member(type_: types.Enum, value: int, program: Program, namer: Namer) -> str:
    return program.members[type_.name][value - 1]


@WRITERS.case(types.Piece)
def piece(type_: types.Piece, value: int, program: Program, namer: Namer) -> str:
    return namer(value)


@WRITERS.case(types.Optional)
def optional(type_: types.Optional, value: Any, program: Program, namer: Namer) -> str:
    return to_text(program, value, type_.of, namer)


@WRITERS.case(types.List, types.Map)
def items(type_: types.List | types.Map, value: Any, program: Program, namer: Namer) -> str:
    return f"[{', '.join(to_text(program, item, type_.of, namer) for item in value)}]"


@WRITERS.case(types.Tuple)
def parts(type_: types.Tuple, value: Any, program: Program, namer: Namer) -> str:
    return f"{type_.name}({', '.join(to_text(program, item, part, namer) for item, part in zip(value, type_.parts))})"


@WRITERS.case(types.Row)
def row(type_: types.Row, value: int, program: Program, namer: Namer) -> str:
    """A row by its key."""
    table = program.tables[type_.table]
    assert isinstance(table, Records)
    return to_text(program, table.rows[value][0], program.game.tables[type_.table].columns[0].type, namer)


@WRITERS.case(types.Zone)
def zone(type_: types.Zone, value: int, program: Program, namer: Namer) -> str:
    """A zone by its name and indexes, the inside of a group by the group."""
    found = program.zones[value]
    if found.group is not None:
        return namer(found.group)
    return zone_name(program, found)


def zone_name(program: Program, found: ZoneInstance) -> str:
    """A zone that is not the inside of a group, by its name and indexes."""
    declared = program.game.zones.get(found.name)
    return indexed_name(program, found.name, declared.indexes if declared else (), found.indexes)


@WRITERS.case(types.Holder)
def holder(type_: types.Holder, value: int, program: Program, namer: Namer) -> str:
    if value > 0:
        return seat_name(value)
    return "bank" if value == BANK else program.resources[type_.resource].pots[-2 - value]


WRITERS.seal()


# ---------------------------------------------------------------- the parts of names


def seat_name(number: int) -> str:
    return f"P{number}"


def indexed_name(program: Program, name: str, kinds: Iterable[ir.Index], indexes: tuple[Any, ...]) -> str:
    """`hand[P2]`, `belt[1]`, `deck`."""
    texts = [index_text(value, index, program) for index, value in zip(kinds, indexes)]
    return f"{name}[{', '.join(texts)}]" if texts else name


def index_text(value: int, index: ir.Index, program: Program) -> str:
    """An index of a zone or variable."""
    if index.kind == "Seat":
        return seat_name(value)
    return program.members[index.kind][value - 1] if index.kind in program.members else str(value)


def field_types(program: Program, kind: str) -> list[types.Type]:
    """The types of a kind's fields, the rolled one last."""
    if kind in program.game.groups:
        return [field.type for field in program.game.groups[kind].fields]
    return [field.type for field in program.game.pieces[kind].all_fields]
