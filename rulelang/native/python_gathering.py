"""Known pieces that are gathered in known places, wherever they lie, as Python statements."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rulelang.native.python_steps import Steps
from rulelang.native.python_values import literal


def is_gathering(out: Steps, job: Any) -> bool:
    """Are known pieces moved to a known place, wherever they are?"""
    pieces, target, _, fits, _, side = job
    return bool(pieces.op == "const" and target.op == "num" and fits and side is not None and not out.layout.groups)


def apart(lists: list[Any]) -> bool:
    """Is each piece there once, and none of the lists empty?"""
    everything = [piece for each in lists for piece in each]
    return all(lists) and len(set(everything)) == len(everything)


def gather(out: Steps, jobs: tuple[Any, ...]) -> None:
    """All places give up the pieces, then each piece comes where it belongs."""
    moved = out.layout.mask(piece for job in jobs for piece in job[0].data)
    cleared = clear(out, moved)
    for pieces, target, end, _, _, side in jobs:
        arrive(out, pieces.data, target.data, in_front(end, side), cleared)
        cleared.discard(target.data)


def clear(out: Steps, moved: int) -> set[int]:
    """Takes pieces from wherever they may lie; gives the zones that are empty then."""
    layout, masked = out.layout, out.layout.masked
    there = [zone for zone in sorted(out.read) if layout.takes(zone) & moved]
    cleared = [zone for zone in there if not layout.takes(zone) & ~moved]
    for (_, is_set), run in groupby(enumerate(cleared), lambda pair: (pair[1] - pair[0], masked[pair[1]])):
        zones = [zone for _, zone in run]
        span = f"{zones[0]}:{zones[-1] + 1}"
        out.line(f"Z[{span}] = {out.values.table(literal((0 if is_set else (),) * len(zones)))}")
        if is_set:
            out.line(f"S[{span}] = [None] * {len(zones)}")
    for zone in sorted(set(there) - set(cleared)):
        with out.block(f"if Z[{zone}]:"):
            if masked[zone]:
                out.line(f"Z[{zone}] &= {~moved}")
                out.line(f"S[{zone}] = None")
            else:
                out.line(f"Z[{zone}] = tuple([c for c in Z[{zone}] if not {moved} >> c & 1])")
    return set(cleared)


def arrive(out: Steps, pieces: tuple[int, ...], target: int, front: bool, cleared: set[int]) -> None:
    """Puts pieces where they belong."""
    mask, layout = out.layout.mask(pieces), out.layout
    if list(pieces) == list(range(pieces[0], pieces[-1] + 1)):
        out.line(f"place[{pieces[0]}:{pieces[-1] + 1}] = [{target}] * {len(pieces)}")
    else:
        with out.block(f"for c in {out.values.table(literal(pieces))}:"):
            out.line(f"place[c] = {target}")
    if layout.masked[target]:
        out.line(f"Z[{target}] {'' if target in cleared else '|'}= {mask}")
        out.line(f"S[{target}] = None")
        if layout.program.zones[target].order == "bag" and mask & layout.mask(layout.faced):
            out.line(f"unface_all({mask & layout.mask(layout.faced)})")
        return
    listed = out.values.table(literal(pieces[::-1] if front else pieces))
    if target in cleared:
        out.line(f"Z[{target}] = {listed}")
    else:
        out.line(f"Z[{target}] = {f'{listed} + Z[{target}]' if front else f'Z[{target}] + {listed}'}")


def in_front(end: str | None, side: str) -> bool:
    """Does a piece come before those that lie in a place of this kind?"""
    return end in ("top", "left") or (end is None and side == "pile")
