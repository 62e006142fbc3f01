"""Values of play as JSON and as text, by their type.

In JSON a number is a number, a seat is its number, an enum member its name, a piece its look (`"Card(blue, 3)"`) or, as
data, its text, kind and fields, a zone its name with its indexes (`"hand[P2]"`), a list a list, and none is null. What
a reader may not know is `"?"`; a piece of which only the kind is known is `"Card(?)"`. The caller gives a function that
names pieces, since their names depend on the reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from rulelang.engine.state import State
from rulelang.ir import types as t
from rulelang.program import Program, VarInstance, ZoneInstance
from rulelang.program import text as values
from rulelang.program.text import field_types, indexed_name, seat_name

UNKNOWN = "?"
PLAIN = {None: "none", True: "true", False: "false"}

Namer = Callable[[int], Any]
Look = tuple[object, ...]


def to_json(program: Program, value: Any, type_: t.Type, namer: Namer) -> Any:
    """A value as JSON; `namer` names the pieces in it. A value of unknown type may be a piece, so it is hidden."""
    if value is None:
        return None
    if isinstance(type_, t.Unknown):
        return UNKNOWN
    if isinstance(type_, t.Optional):
        return to_json(program, value, type_.of, namer)
    if isinstance(type_, t.Bool):
        return bool(value)
    if isinstance(type_, t.Enum):
        return program.members[type_.name][value - 1]
    if isinstance(type_, t.Piece):
        return namer(value)
    if isinstance(type_, t.Row):
        return row_key(program, value, type_, namer)
    if isinstance(type_, t.Zone):
        return zone_name(program, program.zones[value])
    if isinstance(type_, t.Holder):
        return program.resources[type_.resource].title(value)
    if isinstance(type_, t.List):
        return [to_json(program, item, type_.of, namer) for item in value]
    if isinstance(type_, t.Tuple):
        return [to_json(program, item, part, namer) for item, part in zip(value, type_.parts)]
    if isinstance(type_, t.Map):
        return {key: to_json(program, item, type_.of, namer) for key, item in zip(keys(program, type_.key), value)}
    return value


def row_key(program: Program, row: int, type_: t.Row, namer: Namer) -> Any:
    """The key of a table row."""
    table, records = program.game.tables[type_.table], program.tables[type_.table]
    return to_json(program, records.rows[row][0], table.columns[0].type, namer)  # type: ignore[union-attr]


def keys(program: Program, type_: t.Type) -> Iterable[str]:
    """The keys of a map, in order."""
    if isinstance(type_, t.Enum):
        return program.members[type_.name]
    return [seat_name(seat) for seat in program.seats]


def elements(var: VarInstance) -> Iterator[tuple[int, ...]]:
    """The indexes of every element of a variable."""
    return var.array.keys()


# ---------------------------------------------------------------- zones, variables, holders


def zone_name(program: Program, zone: ZoneInstance) -> str:
    """`hand[P2]`, `belt[1]`, `deck`; the inside of a group is named by its kind alone."""
    return zone_names(program)[zone.id]


@lru_cache(maxsize=64)
def zone_names(program: Program) -> tuple[str, ...]:
    return tuple(zone_text(program, zone) for zone in program.zones)


def zone_text(program: Program, zone: ZoneInstance) -> str:
    if zone.group is not None:
        return f"{program.pieces[zone.group].kind}(…)"
    return values.zone_name(program, zone)


def var_name(program: Program, name: str, indexes: tuple[Any, ...]) -> str:
    """`tricks[P2]`, `round`."""
    return indexed_name(program, name, program.game.vars[name].indexes, indexes)


def index_json(program: Program, kind: str, value: int) -> int | str:
    """An index as JSON: seats and numbers as numbers, a member by its name."""
    members = program.members.get(kind) if kind != "Seat" else None
    return members[value - 1] if members else value


# ---------------------------------------------------------------- pieces


@lru_cache(maxsize=1 << 16)
def look_text(program: Program, look: Look) -> str:
    """`Card(blue, 3)`; a face that was not rolled and a final text are left out."""
    kind, *fields = look
    types = field_types(program, str(kind))
    while fields and (fields[-1] is None or isinstance(types[len(fields) - 1], t.Text)):
        fields.pop()
    shown = [to_text(program, value, type_) for value, type_ in zip(fields, types)]
    return f"{kind}({', '.join(shown)})" if shown else str(kind)


def to_text(program: Program, value: Any, type_: t.Type) -> str:
    """A value as a test writes it."""
    return values.to_text(program, value, type_, lambda piece: declared_look(program, piece))


def declared_look(program: Program, piece: int) -> str:
    """A piece by its constant properties."""
    instance = program.pieces[piece]
    return look_text(program, (instance.kind, *instance.fields))


def as_text(value: Any) -> str:
    """JSON as a test writes it."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_text, value))}]"
    return PLAIN.get(value, str(value)) if value is None or isinstance(value, bool) else str(value)


def unseen(kind: str) -> str:
    """A piece of which only the kind is known."""
    return f"{kind}({UNKNOWN})"


@lru_cache(maxsize=1 << 16)
def fields_json(program: Program, look: Look) -> tuple[tuple[str, Any], ...]:
    """The fields of a look by name; a face that was not rolled is null."""
    kind, *fields = look
    names, types = program.columns[str(kind)], field_types(program, str(kind))
    return tuple((name, to_json(program, value, of, str)) for name, value, of in zip(names, fields, types))


def piece_json(state: State, piece: int, seen: bool) -> dict[str, Any]:
    """A piece as data: its text, its kind, and its fields by name, null if they are not seen."""
    program = state.program
    instance = program.pieces[piece]
    if not seen:
        return {"text": unseen(instance.kind), "kind": instance.kind, "fields": None}
    if instance.is_group:
        text, fields = piece_text(state, piece), fields_json(program, state.look(piece))
    else:
        text, fields, _ = plain_piece(program, piece, state.slots[program.layout.faces + piece])
    return {"text": text, "kind": instance.kind, "fields": dict(fields)}


@lru_cache(maxsize=1 << 16)
def plain_piece(program: Program, piece: int, face: int | None) -> tuple[str, tuple[tuple[str, Any], ...], Look]:
    """The text, fields and sort key of a piece that is not a group, with a given face."""
    instance = program.pieces[piece]
    rolled = (face,) if instance.kind in program.faces else ()
    look = (instance.kind, *instance.fields, *rolled)
    return look_text(program, look), fields_json(program, look), look_order(program, look)


@lru_cache(maxsize=1 << 16)
def look_order(program: Program, look: Look) -> tuple[Any, ...]:
    """Sort key for looks, as the game declares them: by kind, then by fields from left to right."""
    kinds = [*program.game.pieces, *program.game.groups]
    return (kinds.index(str(look[0])), *(sortable(field) for field in look[1:]))


def sortable(value: Any) -> tuple[Any, ...]:
    if value is None:
        return (0,)
    return (1, *map(sortable, value)) if isinstance(value, tuple) else (1, value)


def everything(state: State) -> Namer:
    """Names every piece by its look, for a reader who may know everything."""
    return lambda piece: piece_text(state, piece)


def piece_text(state: State, piece: int) -> str:
    """A piece by its look; of two groups that look alike, also by what each holds."""
    program = state.program
    if not program.pieces[piece].is_group:
        return plain_piece(program, piece, state.slots[program.layout.faces + piece])[0]
    name = look_text(program, state.look(piece))
    held = [piece_text(state, each) for each in state.telling(piece)]
    return f"{name} with [{', '.join(held)}]" if held else name


def as_data(state: State, seat: int | None) -> Namer:
    """Pieces as data, with the fields of those that a seat sees now."""
    bit = 1 << (seat or 0)
    return lambda piece: piece_json(state, piece, bool(state.piece_sight(piece) & bit))


def as_seen(state: State, seat: int | None) -> Namer:
    """Names the pieces a seat sees now by their look, others by their kind; None is a spectator."""
    bit = 1 << (seat or 0)

    def name(piece: int) -> str:
        if state.piece_sight(piece) & bit:
            return piece_text(state, piece)
        return unseen(state.program.pieces[piece].kind)

    return name
