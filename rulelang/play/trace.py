"""The full trace: every event, unfiltered, for a program that knows the printed rules and nothing about rulelang.

The first line is the header: the fields of a record, every piece with its id and look, every zone with its id, and the
initial value of every variable. Then comes one line per event, in order. Pieces are `{"id": 12, "look": "Card(blue,
3)"}`, zones are their names; ids appear nowhere else. `docs/trace.md` explains each line, `docs/schemas/trace.json`
defines its shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulelang.base.source import Span
from rulelang.engine.data import elements, everything, look_text, to_json, var_name, zone_name
from rulelang.engine.state import State
from rulelang.ir.walk import walk
from rulelang.play.answers import Answers, key_of
from rulelang.play.draws import Drawn, list_draws
from rulelang.play.event_json import ORDERED, SIGHTS
from rulelang.play.event_parts import ended_json, holder, paid_json, place, scored_json
from rulelang.play.follow import Follower, end_of
from rulelang.play.progress import Progress
from rulelang.play.record import header
from rulelang.play.sheet import final_blocks
from rulelang.program import Program
from rulelang.program import events as ev

VERSION = 2
Line = dict[str, Any]


def trace_lines(match: Progress[Any]) -> Iterator[Line]:
    """The header, then a line an event."""
    follower, tags = match.follower(), rule_ids(match.game.program)
    drawn = {each.number: each for each in list_draws(match) if len(each.candidates) > 1}
    yield first_line(match, follower.state)
    for number, event in enumerate(match.core.events):
        line = LINES[type(event)](event, follower, match.game.answers)
        if isinstance(event, ev.Drew):
            line["means"] = meaning(drawn[event.number], follower.state)
        if isinstance(event, ev.Ended):
            line["sheet"] = list(final_blocks(match.state))
        where: Line = {"rule": None, "tags": []}
        if event.rule is not None:
            where = {"rule": rule(event.rule), "tags": list(tags.get(event.rule, ()))}
        block = {"block": event.block} if event.block else {}
        follower.apply(event)
        yield {"event": line.pop("event"), "number": number, **line, **where, **block}


def first_line(match: Progress[Any], state: State) -> Line:
    """What stands before the first event."""
    program, namer = state.program, everything(state)
    pieces = [{"id": piece.id, "look": namer(piece.id)} for piece in program.pieces]
    zones = [zone_line(program, zone.id) for zone in program.zones]
    start = {
        var_name(program, var.name, at): value_json(state, var.name, state.var(var.name, at))
        for var in program.vars.values()
        for at in elements(var)
    }
    amounts = {
        each.name: {str(holder(each.title(who))): state.amount(each.name, who) for who in each.holders}
        for each in program.resources.values()
    }
    script = {str(number): outcome for number, outcome in match.scripted_draws().items()}
    fields = {
        **header(match.game, match.seed, match.index),
        "format": "rulelang trace",
        "version": VERSION,
        "chance": script,
    }
    return {"event": "header", **fields, "pieces": pieces, "zones": zones, "variables": start, "resources": amounts}


def zone_line(program: Program, zone_id: int) -> Line:
    zone = program.zones[zone_id]
    inside = {"inside": zone.group} if zone.group is not None else {}
    return {"id": zone.id, "zone": zone_name(program, zone), "order": zone.order, "sight": zone.sight, **inside}


def rule(span: Span) -> str:
    """The line that made it, as `file:line`; the file without its folder."""
    return f"{span.source.name.replace(chr(92), '/').rsplit('/', 1)[-1]}:{span.line}"


def rule_ids(program: Program) -> dict[Span | None, tuple[str, ...]]:
    """The rule ids of every line that has some; a statement has those of what it stands in, if it has none itself."""
    found: dict[Span | None, tuple[str, ...]] = {}
    game = program.game
    parts: list[Any] = [*game.procs.values(), *game.menus.values(), *game.scores.values(), *game.vars.values()]
    for part in parts:
        for node in walk(part):
            span, tags = getattr(node, "span", None), getattr(node, "tags", ())
            if span is not None and (tags or part.tags):
                found.setdefault(span, tuple(tags or part.tags))
    if game.winner is not None:
        found[game.winner.span] = game.winner.tags
    return found


# ---------------------------------------------------------------- one function a kind of event


def began(event: ev.Began, at: Follower, answers: Answers) -> Line:
    state = at.state
    places = [{**piece_json(state, piece), "zone": place_json(state, zone)} for piece, zone in event.places]
    return {"event": "began", "pieces": places}


def entered(event: ev.Entered, at: Follower, answers: Answers) -> Line:
    proc, program = at.state.program.game.procs[event.proc], at.state.program
    named = everything(at.state)
    types = program.game.takes(proc)
    given = zip(proc.params, types, event.arguments)
    values = {param.name: to_json(program, value, type_, named) for param, type_, value in given}
    return {"event": "entered", "what": proc.declared, "kind": proc.kind, "arguments": values}


def left(event: ev.Left, at: Follower, answers: Answers) -> Line:
    proc = at.state.program.game.procs[event.proc]
    return {"event": "left", "what": proc.declared, "kind": proc.kind}


def drew(event: ev.Drew, at: Follower, answers: Answers) -> Line:
    """One of n, counted from 0."""
    return {"event": "drew", "draw": event.number, "n": event.n, "outcome": event.outcome, "what": event.what}


def meaning(drawn: Drawn, state: State) -> Any:
    """What the outcome stands for: a piece, a face, a value."""
    if drawn.is_piece:
        return piece_json(state, drawn.value)
    return to_json(state.program, drawn.value, drawn.type, everything(state))


def chose(event: ev.Chose, at: Follower, answers: Answers) -> Line:
    options = [option_json(event, option, at.state, answers) for option in event.options]
    about = {"seat": event.seat, "name": event.name, "asked": event.asked, "secret": event.secret}
    return {
        "event": "chose",
        **about,
        "options": options,
        "taken": event.taken,
        "answer": options[event.taken]["value"],
    }


def option_json(event: ev.Chose, option: Any, state: State, answers: Answers) -> Line:
    pieces = answers.pieces(key_of(event), option)
    value = answers.write(key_of(event), option, everything(state))
    return {"value": value, "pieces": list(pieces)} if pieces else {"value": value}


def pieces_json(at: Follower, event: ev.Moved | ev.Showed) -> list[Line]:
    program = at.state.program
    return [{"id": piece, "look": look_text(program, look)} for piece, look in zip(event.pieces, event.looks)]


def moved(event: ev.Moved, at: Follower, answers: Answers) -> Line:
    program, pieces = at.state.program, pieces_json(at, event)
    zones = {"from": place_json(at.state, event.source), "to": place_json(at.state, event.target)}
    order = program.zones[event.target].order
    end = end_of(program, event) or ORDERED.get(order) if order in ORDERED else None
    return {
        "event": "moved",
        "pieces": pieces,
        **zones,
        "end": end,
        "seen_by": [readers(program, mask) for mask in event.seen],
        **({"laid": list(event.laid)} if event.laid else {}),
    }


def shuffled(event: ev.Shuffled, at: Follower, answers: Answers) -> Line:
    order = [piece_json(at.state, piece) for piece in event.order]
    return {"event": "shuffled", "zone": place_json(at.state, event.zone), "pieces": order}


def rolled(event: ev.Rolled, at: Follower, answers: Answers) -> Line:
    look = look_text(at.state.program, (*at.state.look(event.piece)[:-1], event.face))
    zone = place_json(at.state, at.state.place(event.piece))
    return {"event": "rolled", "pieces": [{"id": event.piece, "look": look}], "face": event.face, "zone": zone}


def formed(event: ev.Formed, at: Follower, answers: Answers) -> Line:
    look = look_text(at.state.program, (event.kind, *event.fields))
    return {"event": "formed", "pieces": [{"id": event.group, "look": look}], "zone": place_json(at.state, event.zone)}


def paid(event: ev.Paid, at: Follower, answers: Answers) -> Line:
    return paid_json(event)


def wrote(event: ev.Wrote, at: Follower, answers: Answers) -> Line:
    name = var_name(at.state.program, event.var, event.indexes)
    seen = readers(at.state.program, event.seen)
    return {"event": "wrote", "variable": name, "value": value_json(at.state, event.var, event.value), "seen_by": seen}


def showed(event: ev.Showed, at: Follower, answers: Answers) -> Line:
    state, program, pieces = at.state, at.state.program, pieces_json(at, event)
    elements = {
        var_name(program, event.var, index): value_json(state, event.var, value)
        for index, value in event.elements
        if event.var is not None
    }
    seen = [readers(program, mask) for mask in event.seen]
    return {"event": "showed", "sight": SIGHTS[event.sight], "pieces": pieces, "variables": elements, "seen_by": seen}


def scored(event: ev.Scored, at: Follower, answers: Answers) -> Line:
    return scored_json(event)


def told(event: ev.Told, at: Follower, answers: Answers) -> Line:
    program = at.state.program
    value = to_json(program, event.value, event.type, everything(at.state))
    return {"event": "told", "value": value, "to": [seat for seat in program.seats if event.seen >> seat & 1]}


def noted(event: ev.Noted, at: Follower, answers: Answers) -> Line:
    return {"event": "noted", "text": event.text}


def block_began(event: ev.BlockBegan, at: Follower, answers: Answers) -> Line:
    return {"event": "block_began", "seats": list(event.seats)}


def block_ended(event: ev.BlockEnded, at: Follower, answers: Answers) -> Line:
    return {"event": "block_ended", "seats": list(event.seats)}


def ended(event: ev.Ended, at: Follower, answers: Answers) -> Line:
    return ended_json(event)


LINES: dict[type, Callable[[Any, Follower, Answers], Line]] = {
    ev.Began: began,
    ev.Entered: entered,
    ev.Left: left,
    ev.Drew: drew,
    ev.Chose: chose,
    ev.Moved: moved,
    ev.Shuffled: shuffled,
    ev.Rolled: rolled,
    ev.Formed: formed,
    ev.Paid: paid,
    ev.Wrote: wrote,
    ev.Showed: showed,
    ev.Scored: scored,
    ev.Noted: noted,
    ev.Told: told,
    ev.BlockBegan: block_began,
    ev.BlockEnded: block_ended,
    ev.Ended: ended,
}


# ---------------------------------------------------------------- names


def piece_json(state: State, piece: int) -> Line:
    return {"id": piece, "look": look_text(state.program, state.look(piece))}


def place_json(state: State, zone_id: int) -> str:
    """A zone by name; the inside of a group by the group and its id."""
    zone = state.program.zones[zone_id]
    inside = f"#{zone.group}" if zone.group is not None else ""
    return f"{place(state, zone_id, None, everything(state))}{inside}"


def value_json(state: State, var: str, value: Any) -> Any:
    return to_json(state.program, value, state.program.game.vars[var].type, everything(state))


def readers(program: Program, mask: int) -> list[int | str]:
    """The seats of a mask; `all` for everybody."""
    if mask & 1:
        return ["all"]
    return [seat for seat in program.seats if mask & 1 << seat]
