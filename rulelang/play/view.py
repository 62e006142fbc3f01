"""The table as one seat may know it, as JSON: everything it needs to decide, and nothing it may not know.

A view depends only on what the seat has been shown: `play/retell.py` builds the same from the log alone.
`docs/schemas/view.json` defines its shape, `docs/python.md` explains it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from rulelang import ir
from rulelang.engine.data import UNKNOWN, as_data, to_json
from rulelang.engine.errors import RuleError
from rulelang.engine.state import State
from rulelang.engine.visibility import readers
from rulelang.play import tableau
from rulelang.play.evaluate import evaluate
from rulelang.play.event_json import cached_question, question
from rulelang.play.progress import Progress

VERSION = 2
SHOWN_KINDS = ("setup", "play", "phase", "mechanism")


@attrs.define
class Worked:
    """What the rules work out from where things lie: values, and who sees all that was read for them. That is the same
    for all readers, so those of one table may share it.
    """

    state: State | None = None
    values: dict[Any, Any] = attrs.field(factory=dict)
    readers: dict[Any, int] = attrs.field(factory=dict)
    changes: tuple[State, set[int]] | None = None
    """A table before, and the zones that have changed since."""

    def look(self, state: State) -> State:
        """The table as it is, to be kept; begins anew if it has changed."""
        known = self.state
        if known is None or known.program is not state.program or known.slots != state.slots:
            known = state.clone()
            self.state, self.values, self.readers, self.changes = known, {}, {}, None
        return known

    def changed_zones(self, before: State) -> set[int]:
        """The zones that have changed since."""
        assert self.state is not None
        if self.changes is None or self.changes[0] is not before:
            self.changes = before, tableau.changed_zones(before, self.state)
        return self.changes[1]

    def is_known(self, seat: int | None, expr: ir.Expr, local: ir.Local | None = None, who: int = 0) -> bool:
        """Does a seat see all that is read for a value?"""
        key = id(expr), who
        if key not in self.readers:
            assert self.state is not None
            self.readers[key] = readers(self.state, expr, {local.number: who} if local else None)
        return bool(self.readers[key] >> (seat or 0) & 1)

    def value(self, expr: ir.Expr, local: ir.Local | None = None, who: int = 0) -> Any:
        """A value; None where it cannot be worked out yet."""
        key = id(expr), who
        if key not in self.values:
            assert self.state is not None
            try:
                self.values[key] = evaluate(self.state, expr, local, who)
            except (RuleError, TypeError):
                self.values[key] = None
        return self.values[key]


@attrs.define
class LastView:
    """The table as a seat saw it last. What looks the same is taken over into the next view: nobody may change it."""

    worked: Worked = attrs.field(factory=Worked)
    before: State | None = None
    zones: dict[str, Any] = attrs.field(factory=dict)
    variables: dict[str, Any] = attrs.field(factory=dict)

    def take(self, state: State, seat: int | None) -> None:
        """Look again."""
        now = self.worked.look(state)
        if self.before is None:
            self.zones, self.variables = tableau.zones(now, seat), tableau.variables(now, seat)
        else:
            self.zones = tableau.zones_since(self.worked.changed_zones(self.before), now, seat, self.zones)
            self.variables = tableau.variables_since(self.before, now, seat, self.variables)
        self.before = now


def view(match: Progress[Any], seat: int | None, last: LastView | None = None) -> dict[str, Any]:
    """What a seat may know; None is a spectator."""
    core = match.branch(seat)
    block = core.state.block
    # While others act in secret the table is what the reader's log makes of it.
    state = core.state if block is None else match.read(seat, core, tables=False).follower.state
    own = core.decision if core.decision is not None and core.decision.seat == seat else None
    asked = None
    if match.decision is not None:
        name = match.decision.name if block is None else None
        asked = who_is_asked(block.seats if block else (match.decision.seat,), name, own is not None)
    tell = question if last is None else cached_question
    decision = tell(own, match.game.answers) if own else None
    return {**table(state, seat, last), "asked": asked, "decision": decision}


def table(state: State, seat: int | None, last: LastView | None = None) -> dict[str, Any]:
    """The part of a view that follows from where things lie: all but the questions."""
    last = LastView() if last is None else last
    last.take(state, seat)
    return describe(state, seat, last.zones, last.variables, tableau.amounts(state, seat), last.worked)


def describe(
    state: State, seat: int | None, zones: Any, variables: Any, amounts: Any, worked: Worked
) -> dict[str, Any]:
    """What lies on the table as a seat sees it, and what the rules work out from a state."""
    return {
        "version": VERSION,
        "title": state.program.game.title,
        "players": state.program.players,
        "seat": seat,
        "phases": phases(state),
        "zones": zones,
        "variables": variables,
        "resources": amounts,
        "mechanisms": mechanisms(state, seat, worked),
        "scores": scores(state, seat, worked),
        "over": state.over,
        "winners": list(state.winners) if state.over else None,
    }


def who_is_asked(seats: Sequence[int], name: str | None, you: bool) -> dict[str, Any]:
    """Of a simultaneous choice (no name) a reader knows who takes part, and whether it is itself to answer."""
    return {"together": name is None, "seats": list(seats), "name": name, "you": you}


def phases(state: State) -> list[dict[str, str]]:
    """The phases and mechanisms that run, outermost first; an override and what it replaces are one."""
    procs = [proc for name in state.running if (proc := state.program.game.procs[name]).kind in SHOWN_KINDS]
    named = {proc.declared: proc for proc in procs}  # nothing runs itself, so a name stands for one
    return [{"name": name, "kind": proc.kind, "text": proc.text} for name, proc in named.items()]


# ---------------------------------------------------------------- what the rules work out


def mechanisms(state: State, seat: int | None, worked: Worked) -> list[dict[str, Any]]:
    """What the mechanisms that run show: the lot, the best bid, what was led."""
    found = []
    for name in state.running:
        instance = state.program.game.instances.get(name)
        if instance is not None:
            shows = {word: show_value(state, seat, expr, worked) for word, expr in instance.shows.items()}
            found.append({"name": name, "family": instance.family, "mechanism": instance.mechanism, "shows": shows})
    return found


def show_value(state: State, seat: int | None, expr: ir.Expr, worked: Worked) -> Any:
    """A value that a seat is shown, pieces named as it sees them; `"?"` if it reads what the seat may not know."""
    if isinstance(expr, ir.ZoneAt) and not expr.indexes:
        return show_zone(state, seat, expr.zone)
    if not lists_pieces(expr) and not worked.is_known(seat, expr):
        return UNKNOWN
    value = worked.value(expr)
    return None if value is None else to_json(state.program, value, expr.type, as_data(state, seat))


def show_zone(state: State, seat: int | None, name: str) -> Any:
    """The pieces of a zone as the seat sees them; of an indexed zone, of each one by its index."""
    zones = {tableau.index_text(state, zone): zone for zone in state.program.zones if zone.name == name}
    pieces = {index: tableau.contents(state, zone, seat)["pieces"] for index, zone in zones.items()}
    return pieces.get("", pieces)


def lists_pieces(expr: ir.Expr) -> bool:
    """The contents of a zone, or of one zone a seat, as they lie there: each piece is cut by itself."""
    if isinstance(expr, ir.Each):
        return expr.condition is None and lists_pieces(expr.element)
    if isinstance(expr, ir.ListOf | ir.TupleOf):
        return all(map(lists_pieces, expr.items))
    return isinstance(expr, ir.Contents) and isinstance(expr.zone, ir.ZoneAt)


def scores(state: State, seat: int | None, worked: Worked) -> list[Any] | None:
    """For each seat, the first criterion of `winner`, as far as the reader can compute it now."""
    winner = state.program.game.winner
    if winner is None or not winner.criteria:
        return None
    _, expr = winner.criteria[0]
    told = [state.over or worked.is_known(seat, expr, winner.seat, who) for who in state.program.seats]
    return [worked.value(expr, winner.seat, who) if open_ else UNKNOWN for who, open_ in zip(state.program.seats, told)]
