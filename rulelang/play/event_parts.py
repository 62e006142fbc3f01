"""Parts of log entries: pieces, places and holders by name; and which parts of a program its logs mention."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from rulelang.engine.data import Namer, as_seen, look_text, seat_name, zone_name
from rulelang.engine.state import State
from rulelang.play import tableau
from rulelang.program import Program
from rulelang.program import events as ev

Entry = dict[str, Any]


def name_pieces(
    program: Program, looks: Sequence[Any], masks: Iterable[int], seat: int | None, names: Sequence[str] = ()
) -> Entry:
    """Pieces by their name, or else their look, where the reader may know it; the others counted by kind."""
    bit = 1 << (seat or 0)
    rows = list(zip(looks, masks, names or ("",) * len(looks)))
    seen = [name or look_text(program, look) for look, mask, name in rows if mask & bit]
    hidden = Counter(str(look[0]) for look, mask, _ in rows if not mask & bit)
    return {"pieces": seen, "unseen": dict(sorted(hidden.items()))}


def place(state: State, zone_id: int, seat: int | None, namer: Namer | None = None) -> str:
    """A zone by name and index; the inside of a group by the group."""
    zone = state.program.zones[zone_id]
    return (namer or as_seen(state, seat))(zone.group) if zone.group is not None else zone_name(state.program, zone)


def holder(who: int | str) -> str:
    return seat_name(who) if isinstance(who, int) else who


def paid_json(event: ev.Paid) -> Entry:
    holders = {"from": holder(event.source), "to": holder(event.target)}
    return {"event": "paid", "resource": event.resource, "amount": event.amount, **holders}


def scored_json(event: ev.Scored) -> Entry:
    lines = [{"label": label, "value": value} for label, value in event.lines]
    return {"event": "scored", "score": event.score, "seat": event.seat, "lines": lines, "total": event.total}


def ended_json(event: ev.Ended) -> Entry:
    return {"event": "ended", "winners": list(event.winners), "scores": [list(score) for score in event.scores]}


def is_told(program: Program, proc: str) -> bool:
    """Does a log tell that this runs? What is in a view only while it runs depends on it."""
    return program.game.procs[proc].kind != "step" or proc in scopes(program)


@lru_cache(maxsize=64)
def scopes(program: Program) -> frozenset[str]:
    """The procedures that have zones or variables of their own."""
    zones = (zone.during for zone in program.zones)
    return frozenset(name for name in (*zones, *(var.during for var in program.game.vars.values())) if name)


@lru_cache(maxsize=64)
def piece_variables(program: Program) -> tuple[str, ...]:
    """The variables that can hold pieces."""
    return tuple(name for name, var in program.game.vars.items() if tableau.has_pieces(var.type))


@lru_cache(maxsize=64)
def piece_mechanisms(program: Program) -> frozenset[str]:
    """The mechanisms that may run with pieces."""
    procs = [each for each in program.game.procs.values() if each.kind == "mechanism"]
    return frozenset(each.name for each in procs if any(map(tableau.has_pieces, program.game.takes(each))))
