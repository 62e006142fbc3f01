"""An event as one reader may know it: what the reader may not know is cut out.

A piece is named by its look to each seat that saw it before the event or sees it after; to others it is its
kind, counted. What a variable or a payment tells is for those who see it. Draws of chance are not told, only
what they bring about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulelang.engine.runner import PASS
from rulelang.engine.state import State
from rulelang.play import tableau
from rulelang.play.answers import Answers, key_of
from rulelang.play.follow import end_of
from rulelang.play.labels import label_of
from rulelang.play.text import (
    UNKNOWN,
    Namer,
    as_seen,
    look_text,
    piece_text,
    seat_name,
    to_json,
    unseen,
    var_name,
    zone_name,
)
from rulelang.program import Program
from rulelang.program import events as ev

Entry = dict[str, Any]

NEW_TABLE = (ev.Began, ev.Showed)  # told by what is seen afterwards
ORDERED = {"row": "right", "pile": "top"}  # where new pieces go

# sight of an event: the word of the language for it
SIGHTS = {"all": "reveal", "none": "hide", "declared": "unreveal"}


def redact(event: ev.Event, seat: int | None, before: State, after: State, answers: Answers) -> Entry | None:
    """An event as a reader may know it, or None. `before`: the table then; `after` is used for NEW_TABLE alone."""
    if isinstance(event, ev.Chose):
        return chose(event, seat, before, answers)
    rule = RULES.get(type(event))
    return rule(event, seat, before, after) if rule else None


# ---------------------------------------------------------------- one function a kind of event


def began(event: ev.Began, seat: int | None, before: State, after: State) -> Entry:
    table = {name: entry for name, entry in tableau.zones(after, seat).items() if entry["size"]}
    variables = {name: value for name, value in tableau.variables(after, seat).items() if value != UNKNOWN}
    return {"event": "began", "zones": table, "variables": variables, "resources": tableau.amounts(after, seat)}


def entered(event: ev.Entered, seat: int | None, before: State, after: State) -> Entry | None:
    """Phases and mechanisms; a mechanism's arguments (the lot, the leader) are public."""
    proc = before.program.game.procs[event.proc]
    if proc.kind == "step":
        return None
    entry = {"event": "entered", "what": proc.declared, "kind": proc.kind}
    if proc.kind == "mechanism":
        namer = as_seen(before, seat)
        values = (to_json(before.program, v, p.type, namer) for p, v in zip(proc.params, event.arguments))
        return {**entry, "arguments": dict(zip((param.name for param in proc.params), values))}
    return entry


def left(event: ev.Left, seat: int | None, before: State, after: State) -> Entry | None:
    proc = before.program.game.procs[event.proc]
    return None if proc.kind == "step" else {"event": "left", "what": proc.declared, "kind": proc.kind}


def chose(event: ev.Chose, seat: int | None, before: State, answers: Answers) -> Entry:
    """The answer, never what else was offered; pieces in it are named to those who see them. An action also has the
    text that the rules give it, if the reader sees all that it tells.
    """
    entry = {"event": "chose", "seat": event.seat, "name": event.name, "asked": event.asked}
    if event.secret and seat != event.seat:
        return {**entry, "answer": UNKNOWN}
    taken, bit = event.options[event.taken], 1 << (seat or 0)
    masks = dict(zip(answers.pieces(key_of(event), taken), event.shown))

    def name(piece: int) -> str:
        seen = masks.get(piece, 0) & bit
        return piece_text(before, piece) if seen else unseen(before.program.pieces[piece].kind)

    entry["answer"] = answers.written(key_of(event), taken, name)
    menus = answers.choices[key_of(event)]
    if taken != PASS and isinstance(menus, tuple):
        label = label_of(menus, taken, before, seat, lambda piece: bool(masks.get(piece, 0) & bit))
        return {**entry, "label": label} if label else entry
    return entry


def moved(event: ev.Moved, seat: int | None, before: State, after: State) -> Entry | None:
    """From and to; where in a row or pile of which something is seen, and to which end if it is not the usual one."""
    entry: Entry = {
        "event": "moved",
        "from": place(before, event.source, seat),
        "to": place(before, event.target, seat),
    }
    source, target = (before.program.zones[zone] for zone in (event.source, event.target))
    if source.order in ORDERED and tableau.contents(before, source, seat)["pieces"]:
        lying = before.zone(source.id)
        entry["places"] = [lying.index(piece) + 1 for piece in event.pieces]
    end = end_of(before.program, event)
    if target.order in ORDERED and end not in (None, ORDERED[target.order]):
        entry["end"] = end
    # A group is told from its like only to those who saw them side by side.
    bit = 1 << (seat or 0)
    names = [piece_text(before, piece) if before.piece_sight(piece) & bit else "" for piece in event.pieces]
    return {**entry, **named(before.program, event.looks, event.seen, seat, names)}


def shuffled(event: ev.Shuffled, seat: int | None, before: State, after: State) -> Entry:
    """Where pieces that are seen have come to lie; nothing if none is."""
    bit, namer = 1 << (seat or 0), as_seen(before, seat)
    seen = any(before.piece_sight(piece) & bit for piece in event.order)
    order = [namer(piece) for piece in event.order] if seen else []
    return {"event": "shuffled", "zone": place(before, event.zone, seat), "size": len(event.order), "pieces": order}


def rolled(event: ev.Rolled, seat: int | None, before: State, after: State) -> Entry:
    program, zone = before.program, place(before, before.place(event.piece), seat)
    look = (*before.look(event.piece)[:-1], event.face)
    seen = event.seen & 1 << (seat or 0)
    name = look_text(program, look) if seen else unseen(program.pieces[event.piece].kind)
    return {"event": "rolled", "zone": zone, "piece": name}


def formed(event: ev.Formed, seat: int | None, before: State, after: State) -> Entry:
    seen = event.seen & 1 << (seat or 0)
    name = look_text(before.program, (event.kind, *event.fields)) if seen else unseen(event.kind)
    return {"event": "formed", "group": name, "zone": place(before, event.zone, seat)}


def paid(event: ev.Paid, seat: int | None, before: State, after: State) -> Entry | None:
    """Nothing to a reader who sees neither side: that there was something to pay would tell."""
    resource = before.program.resources[event.resource]
    sides = [who for who in resource.holders if resource.title(who) in (event.source, event.target)]
    if not any(before.amount_sight(event.resource, who) & 1 << (seat or 0) for who in sides):
        return None
    holders = {"from": holder(event.source), "to": holder(event.target)}
    return {"event": "paid", "resource": event.resource, "amount": event.amount, **holders}


def wrote(event: ev.Wrote, seat: int | None, before: State, after: State) -> Entry | None:
    if not event.seen & 1 << (seat or 0):
        return None
    program = before.program
    value = to_json(program, event.value, program.game.vars[event.var].type, as_seen(before, seat))
    return {"event": "wrote", "variable": var_name(program, event.var, event.indexes), "value": value}


def showed(event: ev.Showed, seat: int | None, before: State, after: State) -> Entry:
    """Pieces that are seen from now on, that were seen until now, and the others; variables likewise."""
    program, bit = before.program, 1 << (seat or 0)
    masks = [mask & bit for mask in event.seen]
    covered = [not mask and bool(before.piece_sight(piece) & bit) for piece, mask in zip(event.pieces, masks)]
    gone = [look_text(program, look) for look, was in zip(event.looks, covered) if was]
    rest = [(look, mask) for look, mask, was in zip(event.looks, masks, covered) if not was]
    touched = {before.program.zones[before.place(piece)] for piece in event.pieces}
    zones = {place(after, zone.id, seat): tableau.contents(after, zone, seat) for zone in touched}
    entry = {"event": "showed", "sight": SIGHTS[event.sight], "zones": dict(sorted(zones.items())), "covered": gone}
    looks, seen = tuple(look for look, _ in rest), tuple(mask for _, mask in rest)
    return {**entry, **named(program, looks, seen, seat), "variables": shown_elements(event, masks, seat, before)}


def shown_elements(event: ev.Showed, masks: list[int], seat: int | None, before: State) -> Entry:
    if event.var is None:
        return {}
    program, type_ = before.program, before.program.game.vars[event.var].type
    namer = as_seen(before, seat)
    return {
        var_name(program, event.var, at): to_json(program, value, type_, namer) if mask else UNKNOWN
        for (at, value), mask in zip(event.elements, masks)
    }


def scored(event: ev.Scored, seat: int | None, before: State, after: State) -> Entry | None:
    """A score is as public as the variable it is added to."""
    into = before.program.game.scores[event.score].into
    if into is not None and not before.var_sight(into, (event.seat,)) & 1 << (seat or 0):
        return None
    lines = [{"label": label, "value": value} for label, value in event.lines]
    return {"event": "scored", "score": event.score, "seat": event.seat, "lines": lines, "total": event.total}


def noted(event: ev.Noted, seat: int | None, before: State, after: State) -> Entry:
    return {"event": "noted", "text": event.text}


def block_began(event: ev.BlockBegan, seat: int | None, before: State, after: State) -> Entry:
    return {"event": "block_began", "seats": list(event.seats)}


def ended(event: ev.Ended, seat: int | None, before: State, after: State) -> Entry:
    return {"event": "ended", "winners": list(event.winners), "scores": [list(score) for score in event.scores]}


RULES: dict[type, Callable[[Any, int | None, State, State], Entry | None]] = {
    ev.Began: began,
    ev.Entered: entered,
    ev.Left: left,
    ev.Moved: moved,
    ev.Shuffled: shuffled,
    ev.Rolled: rolled,
    ev.Formed: formed,
    ev.Paid: paid,
    ev.Wrote: wrote,
    ev.Showed: showed,
    ev.Scored: scored,
    ev.Noted: noted,
    ev.BlockBegan: block_began,
    ev.Ended: ended,
}


# ---------------------------------------------------------------- names


def named(
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
