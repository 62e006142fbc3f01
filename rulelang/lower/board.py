"""Pieces, zones and slots: everything on the table, numbered.

Zone 0 is the box. Declared zones follow, then for each kind of group its stock and the insides of its groups. Pieces
are numbered in the order of declaration, then of their fields from left to right, then of copies; groups come last.
"""

from __future__ import annotations

from itertools import product
from math import prod

import attrs

from rulelang import ir
from rulelang.base import limits
from rulelang.diagnostics import problem
from rulelang.lower.loading import Loading
from rulelang.lower.settings import in_range
from rulelang.program import HEADER, Array, Layout, PieceInstance, ResourceInstance, VarInstance, ZoneInstance


@attrs.define
class Zones:
    """The zones made so far, and how to find them."""

    list: list[ZoneInstance] = attrs.Factory(list)
    arrays: dict[str, Array] = attrs.Factory(dict)
    stocks: dict[str, int] = attrs.Factory(dict)
    insides: dict[int, int] = attrs.Factory(dict)


def zones_of(load: Loading) -> Zones:
    """The box and every declared zone."""
    zones = Zones()
    zones.list.append(ZoneInstance(0, "box", (), "set", "hidden"))
    zones.arrays["box"] = Array(0, (), ())
    for zone in load.game.zones.values():
        if zone.name != "box":
            add_zone(load, zones, zone)
    return zones


def add_zone(load: Loading, zones: Zones, zone: ir.ZoneType) -> None:
    array = array_of(load, zone.indexes, len(zones.list), zone)
    limits.check(array.base + array.length, "zones", zone.span)
    zones.arrays[zone.name] = array
    by_seat = bool(zone.indexes) and zone.indexes[0].kind == "Seat"
    for at in array.keys():  # noqa: SIM118  an array, not a dictionary
        owner = at[0] if by_seat else None
        number = len(zones.list)
        zones.list.append(
            ZoneInstance(number, zone.name, at, zone.order, zone.sight, owner, None, zone.during, zone.of.names)
        )


def array_of(load: Loading, indexes: tuple[ir.Index, ...], base: int, declared: ir.ZoneType | ir.VarType) -> Array:
    """The ranges of some indexes."""
    lows, sizes = [], []
    for index in indexes:
        low, high = 1, load.players
        if index.kind in load.members:
            high = len(load.members[index.kind])
        elif index.kind != "Seat":
            least, most = load.bounds(index.low, index.high, f"an index of `{declared.name}`", declared.span)
            low, high = least or 0, most or 0
        lows.append(low)
        sizes.append(high - low + 1)
    return Array(base, tuple(lows), tuple(sizes))


# ---------------------------------------------------------------- pieces


def pieces_of(load: Loading, zones: Zones) -> list[PieceInstance]:
    """Every piece of the game, and the groups of the stock with their insides."""
    pieces: list[PieceInstance] = []
    for kind in load.game.pieces.values():
        home = zones.arrays[kind.home].base if kind.home in zones.arrays else 0
        for fields, copies in looks_of(load, kind):
            limits.check(len(pieces) + copies, "pieces", kind.span)
            load.spend(copies, kind.span)
            pieces += [PieceInstance(len(pieces) + copy, kind.name, fields, home) for copy in range(copies)]
    for group in load.game.groups.values():
        add_stock(load, zones, pieces, group)
    return pieces


def looks_of(load: Loading, kind: ir.PieceType) -> list[tuple[tuple[object, ...], int]]:
    """The fields of each look of a kind, and its copies."""
    if kind.rows:
        return [evaluate_look(load, kind, fields, copies) for fields, copies in kind.rows]
    found = []
    places = [load.make.slot(local) for local in kind.locals]
    domains = [load.domain(field, kind.span) for field in kind.fields]
    load.spend(2 * prod(map(len, domains)), kind.span)
    for fields in product(*domains):
        for place, value in zip(places, fields):
            load.slots[place] = value
        if kind.condition is None or load.value(kind.condition, f"which `{kind.name}` there are"):
            found.append((fields, copies_of(load, kind, kind.copies)))
    return found


def evaluate_look(
    load: Loading, kind: ir.PieceType, fields: tuple[ir.Expr, ...], copies: ir.Expr
) -> tuple[tuple[object, ...], int]:
    values = tuple(load.value(field, f"a field of `{kind.name}`") for field in fields)
    for expr, value, field in zip(fields, values, kind.fields):
        low, high = load.bounds(field.low, field.high, f"field `{field.name}`", kind.span)
        in_range(load, value, low, high, field.name, expr.span)
    return values, copies_of(load, kind, copies)


def copies_of(load: Loading, kind: ir.PieceType, copies: ir.Expr | None) -> int:
    number = 1 if copies is None else load.value(copies, f"the copies of `{kind.name}`")
    if number < 0:
        load.report(problem("R505", kind.span, count=number, name=kind.name))
        return 0
    return int(number)


def add_stock(load: Loading, zones: Zones, pieces: list[PieceInstance], group: ir.GroupType) -> None:
    """The groups of a kind that can be formed, their stock zone, and a zone inside each."""
    number = load.value(group.stock, f"the stock of `{group.name}`")
    if number < 0:
        load.report(problem("R508", group.span, what=f"the stock of `{group.name}`", value=number))
        number = 0
    stock, first = len(zones.list), len(pieces)
    limits.check(first + number, "pieces", group.span)
    limits.check(stock + number, "zones", group.span)
    zones.list.append(ZoneInstance(stock, f"{group.name} stock", (), "set", "hidden", of=(group.name,)))
    zones.stocks[group.name] = stock
    zones.arrays[group.name] = Array(stock + 1, (first,), (number,))
    for piece in range(first, first + number):
        pieces.append(PieceInstance(piece, group.name, (), stock, True))
        zones.insides[piece] = len(zones.list)
        held = ZoneInstance(len(zones.list), group.name, (piece,), "set", "hidden", None, piece, None, group.of.names)
        zones.list.append(held)


# ---------------------------------------------------------------- slots


def layout_of(
    load: Loading, pieces: list[PieceInstance], zones: Zones
) -> tuple[dict[str, VarInstance], dict[str, ResourceInstance], Layout]:
    """A slot for everything that can change."""
    at = HEADER + load.game.locals
    arrays = {}
    for var in load.game.vars.values():
        arrays[var.name] = array_of(load, var.indexes, at, var)
        at += arrays[var.name].length
        limits.check(at - HEADER - load.game.locals, "elements", var.span)
    resources = {}
    for resource in load.game.resources.values():
        resources[resource.name] = resource_of(load, resource, at)
        at += load.players + 1 + len(resource.pots)
    places, count = at, len(pieces)
    faces, sights, groups, zones_at = places + count, places + 2 * count, places + 3 * count, places + 4 * count
    at = zones_at + len(zones.list)
    vars_ = {}
    for var in load.game.vars.values():
        vars_[var.name] = var_of(load, var, arrays[var.name], at)
        at += arrays[var.name].length
    return vars_, resources, Layout(HEADER, places, faces, sights, groups, zones_at, at)


def var_of(load: Loading, var: ir.VarType, array: Array, sights: int) -> VarInstance:
    low, high = load.bounds(var.low, var.high, f"variable `{var.name}`", var.span)
    by_seat = bool(var.indexes) and var.indexes[0].kind == "Seat"
    return VarInstance(var.name, array, low, high, var.sight, sights, by_seat)


def resource_of(load: Loading, resource: ir.ResourceType, base: int) -> ResourceInstance:
    total = load.value(resource.total, f"how many {resource.name} there are")
    if total < 0:
        load.report(problem("R508", resource.span, what=f"the number of {resource.name}", value=total))
        total = 0
    return ResourceInstance(resource.name, base, load.players, resource.pots, total, resource.sight)
