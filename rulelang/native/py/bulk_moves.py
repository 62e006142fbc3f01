"""Gathering pieces as Python statements: known pieces wherever they are, or all pieces of some zones."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rulelang.native.passes.provenance import zones_at
from rulelang.native.plan import acts, ops
from rulelang.native.plan.acts import Transfer
from rulelang.native.plan.expressions import data_of, is_op
from rulelang.native.plan.layout import MISSING
from rulelang.native.plan.nodes import LIST, Node, Step, nodes, number_of
from rulelang.native.py.expr import literal
from rulelang.native.py.stmt import Steps


def is_gathering(out: Steps, some: Transfer) -> bool:
    """Are known pieces moved to a known place, wherever they are?"""
    known = some.pieces.op is ops.CONST and some.target.op is ops.NUM
    return known and some.fits and some.side is not None and not out.layout.groups


def apart(lists: list[Any]) -> bool:
    """Is each piece there once, and none of the lists empty?"""
    everything = [piece for each in lists for piece in each]
    return all(lists) and len(set(everything)) == len(everything)


def gather(out: Steps, transfers: tuple[Transfer, ...]) -> None:
    """All places give up the pieces, then each piece comes where it belongs."""
    cleared = clear(out, out.layout.mask(piece for each in transfers for piece in data_of(each.pieces, ops.CONST)))
    for each in transfers:
        target = number_of(each.target)
        arrive(out, data_of(each.pieces, ops.CONST), target, in_front(each.end, each.side), cleared)
        cleared.discard(target)


def clear(out: Steps, moved: int) -> set[int]:
    """Takes pieces from wherever they may lie; gives the zones that are empty then."""
    layout, masked = out.layout, out.layout.masked
    there = [zone for zone in sorted(out.read) if layout.takes(zone) & moved]
    cleared = [zone for zone in there if not layout.takes(zone) & ~moved]
    for (_, is_set), run in groupby(enumerate(cleared), lambda pair: (pair[1] - pair[0], masked[pair[1]])):
        zones = [zone for _, zone in run]
        span = f"{zones[0]}:{zones[-1] + 1}"
        out.values.use("Z")
        out.line(f"Z[{span}] = {out.values.table(literal((0 if is_set else (),) * len(zones)))}")
        if is_set:
            out.line(f"S[{span}] = [None] * {len(zones)}", "S")
    for zone in sorted(set(there) - set(cleared)):
        with out.block(f"if Z[{zone}]:", "Z"):
            if masked[zone]:
                out.line(f"Z[{zone}] &= {~moved}")
                out.line(f"S[{zone}] = None", "S")
            else:
                out.line(f"Z[{zone}] = tuple([c for c in Z[{zone}] if not {moved} >> c & 1])")
    return set(cleared)


def arrive(out: Steps, pieces: tuple[int, ...], target: int, front: bool, cleared: set[int]) -> None:
    """Puts pieces where they belong."""
    mask, layout = out.layout.mask(pieces), out.layout
    if list(pieces) == list(range(pieces[0], pieces[-1] + 1)):
        out.lay(f"place[{pieces[0]}:{pieces[-1] + 1}] = [{target}] * {len(pieces)}")
    else:
        out.lay_all("c", out.values.table(literal(pieces)), str(target))
    if layout.masked[target]:
        out.line(f"Z[{target}] {'' if target in cleared else '|'}= {mask}", "Z")
        out.line(f"S[{target}] = None", "S")
        if layout.program.zones[target].order == "bag" and mask & layout.mask(layout.faced):
            out.line(f"unface_all({mask & layout.mask(layout.faced)})", "unface_all")
        return
    listed = out.values.table(literal(pieces[::-1] if front else pieces))
    if target in cleared:
        out.line(f"Z[{target}] = {listed}", "Z")
    else:
        out.line(f"Z[{target}] = {f'{listed} + Z[{target}]' if front else f'Z[{target}] + {listed}'}", "Z")


def in_front(end: str | None, side: str | None) -> bool:
    """Does a piece come before those that lie in a place of this kind?"""
    return end in ("top", "left") or (end is None and side == "pile")


# ---------------------------------------------------------------- from everybody


def clearing(out: Steps, step: acts.For) -> Transfer | None:
    """What a loop does that only empties the row or pile of each seat, into a place that nobody looks into."""
    body = step.bodies[0]
    only = body[0] if len(body) == 1 else None
    if len(step.args) > 1 or not isinstance(only, acts.Move) or len(only.transfers) != 1 or out.layout.groups:
        return None
    some = only.transfers[0]
    pieces, target = some.pieces, some.target
    if pieces.op is not ops.ZONE or pieces.rep != LIST or not some.fits or some.side is None:
        return None
    if zones_at(out.layout, target) & out.read:
        return None
    place, seats, everybody = pieces.args[0], set(out.layout.program.seats), orders(step.args[0])
    if place.op is not ops.ADD or not is_own(place.args[0], step) or len(zones_at(out.layout, place)) != len(seats):
        return None
    whole = bool(everybody) and all(set(order) == seats for order in everybody)
    return some if whole and not any(is_own(node, step) for node in nodes(target)) else None


def is_own(node: Node, loop: acts.For) -> bool:
    """Is it the seat that a loop is at?"""
    return is_op(node, ops.GET) and node.data == loop.name


def orders(source: Node) -> list[Any]:
    """The lists that a loop may go through, where they are known."""
    if is_op(source, ops.CONST):
        return [source.data]
    return [order for order in source.data.values if order is not MISSING] if is_op(source, ops.TAB) else []


def clear_all(out: Steps, step: Step, some: Transfer) -> None:
    """Empties the places of all seats. That there are a place to go to and an order of seats is tested all the same."""
    pieces, target = some.pieces, some.target
    for needed in (step.args[0], target):
        if not is_there(out, needed):
            out.line(f"need({out.of(needed)})")
    zones, piece = sorted(zones_at(out.layout, pieces.args[0])), out.temp()
    out.lay_all(piece, f"({', '.join(f'*Z[{zone}]' for zone in zones)})", out.of(target))
    out.line(f"Z[{zones[0]}:{zones[-1] + 1}] = {out.values.table(literal(((),) * len(zones)))}", "Z")


def is_there(out: Steps, node: Node) -> bool:
    """Is it known, or found by something that is always there?"""
    if is_op(node, ops.TAB):
        return not node.data.checked and is_op(node.args[0], ops.GET) and node.args[0].data not in out.plan.optional
    return node.op in (ops.NUM, ops.CONST)
