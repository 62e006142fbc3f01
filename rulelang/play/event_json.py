"""An event as one reader may know it, as an entry of its log: what the reader may not know is left out.

A seat gets the look of a piece if it saw the piece before the event or sees it after; otherwise the piece is only
counted by its kind. What a variable or a payment tells is for those who see it. Draws of chance are not told, only
their effects. An entry that changes the table also says how it looks now, as a view does: the `zones` it touched, and
in `held` the visible variables and mechanism arguments where a piece gained or lost its look. So a view can be rebuilt
from the log alone (`play/retell.py`). The table of cases is total: a new kind of event does not load without one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.dispatch import Total, total
from rulelang.engine.data import (
    UNKNOWN,
    as_data,
    as_seen,
    look_text,
    piece_json,
    piece_text,
    to_json,
    unseen,
    var_name,
    zone_names,
)
from rulelang.engine.match import Decision
from rulelang.engine.runner import PASS
from rulelang.engine.state import State
from rulelang.play import tableau
from rulelang.play.answers import Answers, key_of
from rulelang.play.event_parts import (
    Entry,
    ended_json,
    is_told,
    name_pieces,
    paid_json,
    piece_mechanisms,
    piece_variables,
    place,
    scored_json,
)
from rulelang.play.follow import end_of
from rulelang.play.labels import label_of, parts_json
from rulelang.program import Program
from rulelang.program import events as ev

ORDERED = {"row": "right", "pile": "top"}  # where new pieces go

# sight of an event: the word of the language for it
SIGHTS = {"all": "reveal", "none": "hide", "declared": "unreveal"}


@attrs.frozen
class Scene:
    """A reader, and the table before and after an event as far as it may have changed for that reader.

    A `brief` entry omits what follows from the others: how zones look now, and the words for options and answers. Logs
    that are equal in brief are equal. So brief entries do contain the values of variables: if two identical pieces come
    back from where nobody saw them, nothing else says which is which. Without `tables`, how the table looks after a
    move is omitted.
    """

    seat: int | None
    before: State
    after: State
    answers: Answers
    brief: bool = False
    tables: bool = True

    @property
    def bit(self) -> int:
        return 1 << (self.seat or 0)

    @property
    def program(self) -> Program:
        return self.before.program

    def place(self, zone: int) -> str:
        return place(self.before, zone, self.seat)

    def zones(self, *touched: int) -> Entry:
        """How the zones of the rules look now in which these zones lie, or have lain."""
        if self.brief:
            return {}
        program = self.program
        found = {tableau.lying_in(state, zone).id for state in (self.before, self.after) for zone in touched}
        names = {zone_names(program)[zone]: zone for zone in found.difference(program.stocks.values())}
        return {name: tableau.contents(self.after, program.zones[names[name]], self.seat) for name in sorted(names)}

    def after_move(self, *touched: int) -> Entry:
        """How what a move touched looks now. A story needs it only for the groups that are there."""
        if not self.tables and not self.program.insides:
            return {"zones": {}}
        return {"zones": self.zones(*touched), **self.changed_values()}

    def changed_values(self, *but: str) -> Entry:
        """The variables, and what mechanisms run with, that look different now because of the pieces in them."""
        names = [name for name in piece_variables(self.program) if name not in but]
        procs = [each for each in self.before.running if each in piece_mechanisms(self.program)]
        if not (names or procs):
            return {}
        then, now = (
            tableau.variables(state, self.seat, names) | running_with(state, procs, self.seat)
            for state in (self.before, self.after)
        )
        changed = {name: value for name, value in now.items() if then[name] != value}
        return {"held": changed} if changed else {}


tell: Total[Entry | None] = total(ev.Event)
"""`tell(event, scene)`: the entry of an event in the log of a reader, or None."""


@tell.case(ev.Began)
def began(event: ev.Began, scene: Scene) -> Entry:
    """The whole table; the variables of mechanisms too, though they are in no view before the mechanism runs."""
    after, seat = scene.after, scene.seat
    table = {name: entry for name, entry in tableau.zones(after, seat).items() if entry["size"]}
    values = tableau.variables(after, seat, scene.program.vars)
    known = {name: value for name, value in values.items() if value != UNKNOWN}
    return {"event": "began", "zones": table, "variables": known, "resources": tableau.amounts(after, seat)}


@tell.case(ev.Entered)
def entered(event: ev.Entered, scene: Scene) -> Entry | None:
    """Phases and mechanisms, and steps that have zones or variables of their own; a mechanism's arguments (the lot, the
    leader) are public.
    """
    proc = scene.program.game.procs[event.proc]
    if not is_told(scene.program, event.proc):
        return None
    entry = {"event": "entered", "what": proc.declared, "kind": proc.kind}
    if proc.kind == "mechanism":
        return {**entry, "arguments": arguments(scene.before, proc, event.arguments, scene.seat)}
    return entry


def arguments(state: State, proc: ir.Proc, values: Iterable[Any], seat: int | None) -> Entry:
    """What a mechanism runs with, pieces named as a reader sees them."""
    namer, types = as_data(state, seat), state.program.game.takes(proc)
    return {
        param.name: to_json(state.program, value, type_, namer)
        for param, type_, value in zip(proc.params, types, values)
    }


@tell.case(ev.Left)
def left(event: ev.Left, scene: Scene) -> Entry | None:
    proc = scene.program.game.procs[event.proc]
    told = is_told(scene.program, event.proc)
    return {"event": "left", "what": proc.declared, "kind": proc.kind} if told else None


@tell.case(ev.Drew)
def drew(event: ev.Drew, scene: Scene) -> None:
    return None


def asked_entry(decision: Decision, scene: Scene) -> Entry:
    """A question, before it is answered: all are told who is asked for what, the seat itself also the rest."""
    entry = {"event": "asked", "seat": decision.seat, "name": decision.name}
    if scene.seat != decision.seat:
        return entry
    if scene.brief:
        return {**entry, "options": [option.value for option in decision.options]}
    return {**entry, **cached_question(decision, scene.answers)}


def cached_question(decision: Decision, answers: Answers) -> Entry:
    """The same as `question`, worked out once for all who are told: nobody may change it."""
    if decision.data is None:
        decision.data = question(decision, answers)
    return decision.data


def question(decision: Decision, answers: Answers) -> Entry:
    """A decision as its seat sees it: the options in canonical order, each as a text, as a test writes it, as data."""
    key, namer = (decision.name, decision.question.span), as_data(decision.state, decision.seat)
    options = [
        {"index": at, "label": each.label, "value": each.value, "data": answers.data(key, each.raw, namer)}
        for at, each in enumerate(decision.options)
    ]
    return {"name": decision.name, "prompt": decision.prompt, "options": options}


@tell.case(ev.Chose)
def chose(event: ev.Chose, scene: Scene) -> Entry:
    """The answer, never what else was offered; pieces in it are named to those who see them, before those that they do
    not see. An action also has the text that the rules give it, if the reader sees all that it tells.
    """
    entry = {"event": "chose", "seat": event.seat, "name": event.name, "asked": event.asked}
    if event.secret and scene.seat != event.seat:
        return {**entry, "answer": UNKNOWN}
    before, answers, taken = scene.before, scene.answers, event.options[event.taken]
    masks = dict(zip(answers.pieces(key_of(event), taken), event.shown))

    def is_seen(piece: int) -> bool:
        return bool(masks.get(piece, 0) & scene.bit)

    def name(piece: int) -> str:
        return piece_text(before, piece) if is_seen(piece) else unseen(before.program.pieces[piece].kind)

    told = answers.arrange(key_of(event), taken, lambda piece: not is_seen(piece))
    entry["answer"] = answers.write(key_of(event), told, name)
    if scene.brief:
        return entry
    entry["data"] = answers.data(key_of(event), told, lambda piece: piece_json(before, piece, is_seen(piece)))
    menus = answers.choices[key_of(event)]
    label = label_of(menus, taken, before, scene.seat, is_seen) if taken != PASS and isinstance(menus, tuple) else {}
    return {**entry, **label}


@tell.case(ev.Moved)
def moved(event: ev.Moved, scene: Scene) -> Entry | None:
    """From and to; where in a row or pile of which something is seen, and to which end if it is not the usual one."""
    before, program, seat = scene.before, scene.program, scene.seat
    entry: Entry = {"event": "moved", "from": scene.place(event.source), "to": scene.place(event.target)}
    source, target = (program.zones[zone] for zone in (event.source, event.target))
    if scene.tables and source.order in ORDERED and any(sight & scene.bit for _, sight in before.sights_in(source.id)):
        lying = before.zone(source.id)
        entry["places"] = [lying.index(piece) + 1 for piece in event.pieces]
    end = end_of(program, event)
    if target.order in ORDERED and end not in (None, ORDERED[target.order]):
        entry["end"] = end
    # A group is told from its like only to those who saw them side by side.
    names = [piece_text(before, piece) if before.piece_sight(piece) & scene.bit else "" for piece in event.pieces]
    told = name_pieces(program, event.looks, event.seen, seat, names)
    return {**entry, **told, **scene.after_move(event.source, event.target)}


@tell.case(ev.Shuffled)
def shuffled(event: ev.Shuffled, scene: Scene) -> Entry:
    """Where pieces that are seen have come to lie; nothing if none is."""
    before, namer = scene.before, as_seen(scene.before, scene.seat)
    seen = any(before.piece_sight(piece) & scene.bit for piece in event.order)
    order = [namer(piece) for piece in event.order] if seen else []
    entry = {"event": "shuffled", "zone": scene.place(event.zone), "size": len(event.order), "pieces": order}
    return {**entry, "zones": scene.zones(event.zone) if scene.tables else {}}


@tell.case(ev.Rolled)
def rolled(event: ev.Rolled, scene: Scene) -> Entry:
    program, zone = scene.program, scene.before.place(event.piece)
    look = (*scene.before.look(event.piece)[:-1], event.face)
    name = look_text(program, look) if event.seen & scene.bit else unseen(program.pieces[event.piece].kind)
    return {"event": "rolled", "zone": scene.place(zone), "piece": name, **scene.after_move(zone)}


@tell.case(ev.Formed)
def formed(event: ev.Formed, scene: Scene) -> Entry:
    seen = event.seen & scene.bit
    name = look_text(scene.program, (event.kind, *event.fields)) if seen else unseen(event.kind)
    return {"event": "formed", "group": name, "zone": scene.place(event.zone), **scene.after_move(event.zone)}


@tell.case(ev.Paid)
def paid(event: ev.Paid, scene: Scene) -> Entry | None:
    """Nothing for a reader who sees neither side: even the fact of a payment would tell something."""
    resource = scene.program.resources[event.resource]
    sides = [who for who in resource.holders if resource.title(who) in (event.source, event.target)]
    if not any(scene.before.amount_sight(event.resource, who) & scene.bit for who in sides):
        return None
    return paid_json(event)


@tell.case(ev.Wrote)
def wrote(event: ev.Wrote, scene: Scene) -> Entry | None:
    """The new value; for a reader who saw the old one and no longer sees it, that fact."""
    name, value = var_name(scene.program, event.var, event.indexes), UNKNOWN
    if event.seen & scene.bit:
        type_ = scene.program.game.vars[event.var].type
        value = to_json(scene.program, event.value, type_, as_data(scene.before, scene.seat))
    elif not scene.before.var_sight(event.var, event.indexes) & scene.bit:  # type: ignore[arg-type]
        return None
    return {"event": "wrote", "variable": name, "value": value}


@tell.case(ev.Showed)
def showed(event: ev.Showed, scene: Scene) -> Entry:
    """Pieces that are seen from now on, that were seen until now, and the others; variables likewise."""
    before, program = scene.before, scene.program
    masks = [mask & scene.bit for mask in event.seen]
    covered = [not mask and bool(before.piece_sight(piece) & scene.bit) for piece, mask in zip(event.pieces, masks)]
    gone = [look_text(program, look) for look, was in zip(event.looks, covered) if was]
    rest = [(look, mask) for look, mask, was in zip(event.looks, masks, covered) if not was]
    zones = scene.zones(*(before.place(piece) for piece in event.pieces))
    entry = {"event": "showed", "sight": SIGHTS[event.sight], "zones": zones, "covered": gone}
    told = name_pieces(program, [look for look, _ in rest], [mask for _, mask in rest], scene.seat)
    held = scene.changed_values(*([event.var] if event.var is not None else []))
    return {**entry, **told, "variables": shown_elements(event, masks, scene), **held}


def shown_elements(event: ev.Showed, masks: list[int], scene: Scene) -> Entry:
    if event.var is None:
        return {}
    program, type_ = scene.program, scene.program.game.vars[event.var].type
    namer = as_data(scene.after, scene.seat)
    return {
        var_name(program, event.var, at): to_json(program, value, type_, namer) if mask else UNKNOWN
        for (at, value), mask in zip(event.elements, masks)
    }


@tell.case(ev.Scored)
def scored(event: ev.Scored, scene: Scene) -> Entry | None:
    """A score is as public as the variable it is added to."""
    into = scene.program.game.scores[event.score].into
    if into is not None and not scene.before.var_sight(into, (event.seat,)) & scene.bit:
        return None
    return scored_json(event)


@tell.case(ev.Noted)
def noted(event: ev.Noted, scene: Scene) -> Entry:
    entry = {"event": "noted", "text": event.text}
    return entry if scene.brief else {**entry, "told": parts_json(event.parts, scene.before)}


@tell.case(ev.Told)
def told(event: ev.Told, scene: Scene) -> Entry | None:
    """A value that is told on purpose: pieces in it by their look, and where they lie."""
    if not event.seen & scene.bit:
        return None
    before, seats = scene.before, scene.program.seats
    value = to_json(scene.program, event.value, event.type, lambda piece: piece_json(before, piece, True))
    readers = ["all"] if event.seen & 1 else [seat for seat in seats if event.seen >> seat & 1]
    entry = {"event": "told", "value": value, "readers": readers}
    if not tableau.has_pieces(event.type) or event.value is None:
        return entry
    pieces = event.value if isinstance(event.value, tuple) else (event.value,)
    return {**entry, "places": [scene.place(before.place(piece)) for piece in pieces]}


@tell.case(ev.BlockBegan)
def block_began(event: ev.BlockBegan, scene: Scene) -> Entry:
    return {"event": "block_began", "seats": list(event.seats)}


@tell.case(ev.BlockEnded)
def block_ended(event: ev.BlockEnded, scene: Scene) -> Entry:
    """What the others have changed: the zones, variables and amounts that the reader sees to be other than before."""
    entry: Entry = {"event": "block_ended", "seats": list(event.seats)}
    entry["zones"] = tableau.other_zones(scene.before, scene.after, scene.seat)
    for word, look in (("variables", tableau.variables), ("resources", tableau.amounts)):
        before, after = look(scene.before, scene.seat), look(scene.after, scene.seat)
        entry[word] = {name: value for name, value in after.items() if before.get(name) != value}
    return entry


@tell.case(ev.Ended)
def ended(event: ev.Ended, scene: Scene) -> Entry:
    return ended_json(event)


tell.seal()


def running_with(state: State, procs: Iterable[str], seat: int | None) -> Entry:
    """What mechanisms run with, as variables of theirs."""
    found: Entry = {}
    for proc in (state.program.game.procs[name] for name in procs):
        values = [state.slots[state.program.layout.locals + param.number] for param in proc.params]
        told = arguments(state, proc, values, seat)
        found |= {f"{proc.name}.{name}": value for name, value in told.items()}
    return found
