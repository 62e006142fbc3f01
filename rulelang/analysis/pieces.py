"""What statements tell that move, deal, form, shuffle, roll and show pieces: one case per class."""

from __future__ import annotations

import attrs

from rulelang import ir
from rulelang.analysis.compound import seats_in
from rulelang.analysis.interpret import Analysis, do, in_block
from rulelang.analysis.knowledge import KEPT, itself
from rulelang.analysis.labels import ALL, FEW, Label, Origin, Readers, Sight, common, covers
from rulelang.analysis.state import Happening, State
from rulelang.ir import types
from rulelang.ir.types import kinds_within


@do.case(ir.Move)
def move(stmt: ir.Move, at: Analysis, state: State) -> None:
    at.need_pc(state, stmt.span, "all are told that something moves")
    for pieces, target, _ in stmt.transfers:
        check_move(at, state, stmt, pieces, target)
    labels = [(at.label(pieces, state.env), at.label(target, state.env)) for pieces, target, _ in stmt.transfers]
    for (pieces, _, _), (label, to) in zip(stmt.transfers, labels):
        follow_pieces(at, state, stmt, pieces, label, to)


def follow_pieces(at: Analysis, state: State, stmt: ir.Stmt, pieces: ir.Expr, label: Label, to: Label) -> None:
    """Pieces lie elsewhere now, and are seen by those who see that. Of others in the zones they come from all can tell
    whether they are among them, if all know which these are, or see them.
    """
    targets = None if to.lying is None else frozenset(name for name, _ in to.lying)
    is_lost = not (covers(label.which.known, ALL) or covers(label.look.known, ALL))
    at.happen(state, becoming(at, stmt, pieces, label, targets, is_lost), but=own_answer(at, pieces))
    moved = itself(pieces)
    if isinstance(moved, ir.Get) and moved.local in state.env:
        held = state.env[moved.local]
        state.env[moved.local] = attrs.evolve(held, place=to.place, many=False, lying=to.lying, chosen=label.chosen)
    at.showing(state, pieces, to.look.known)


def own_answer(at: Analysis, pieces: ir.Expr) -> ir.Local | None:
    """The answers that all give at once, if this is one of them: each is from another seat."""
    named = itself(pieces)
    return at.holders[named.var] if isinstance(named, ir.VarAt) and at.game.vars[named.var].chosen else None


def becoming(
    at: Analysis, stmt: ir.Stmt, pieces: ir.Expr, label: Label, targets: frozenset[str] | None, is_lost: bool
) -> Happening:
    """What becomes of pieces; groups show what lies in them."""
    kinds, groups = frozenset(kinds_within(pieces.type)), frozenset(at.game.groups)
    sources = None if label.lying is None else frozenset(name for name, _ in label.lying)
    moved = itself(pieces)
    by = moved.local if isinstance(moved, ir.Get) else None
    return Happening(kinds, sources, targets, is_lost, groups, by, stmt.span)


def check_move(at: Analysis, state: State, stmt: ir.Stmt, pieces: ir.Expr, target: ir.Expr) -> None:
    """Everyone sees where pieces come from and go to, and how many; whoever sees the target sees the pieces, and
    whoever has seen them before sees which of them move.
    """
    label, to = at.at(pieces, state.env), at.at(target, state.env)
    watching, is_open = at.watching, to.look.known is ALL
    at.need(to.which, watching, target.span, "all are told where it goes", target)
    if not all_of_a_kind(at, state, pieces):
        at.need(label.where(), watching, stmt.span, "all are told where it comes from", pieces)
    counted = is_open or at.block is not None
    if counted or at.need(label.size, watching, stmt.span, "all are told how many there are", pieces):
        check_which(at, stmt, pieces, label, is_open)
    at.release(stmt.span, f"{pieces.span.text} in {target.span.text}", to.look.known)
    in_block(at, stmt, target=target, state=state)
    own_source(at, stmt, label)


def check_which(at: Analysis, stmt: ir.Stmt, pieces: ir.Expr, label: Label, is_open: bool) -> None:
    """Whoever has seen pieces before sees which of them move. Where nothing but their looks decides that, and all see
    them then, it is enough if nobody has seen only some of what lies there.
    """
    watching, told = at.watching, "who sees them is told which of them it is"
    if label.partly and not (is_open and only_by_look(label.which, label)):
        seeing = watching if at.block is None else common(watching, at.who_may_see(label))
        at.need(label.which, seeing, stmt.span, told, pieces)
        return
    which = label.which & label.order
    at.need(which, common(watching, at.who_may_see(label)), stmt.span, told, pieces)
    if (label.partly or not is_open) and not (is_plain(pieces, label) or covers(which.known, watching)):
        at.guard_alike(pieces, only_by_look(which, label))


def own_source(at: Analysis, stmt: ir.Stmt, label: Label) -> None:
    """In a secret block pieces are taken from what is the seat's own."""
    if at.block is None:
        return
    at.taken_from |= set(at.game.zones) if label.lying is None else {name for name, _ in label.lying}
    others = [name for name, seat in label.lying or () if seat != at.block.seat]
    if label.lying is None or others:
        name = min(others, default="this")
        at.find("R399", Origin(stmt.span, name, None, ""), stmt.span, at.seat_name(), ALL)


def only_by_look(which: Sight, label: Label) -> bool:
    """Is it for nothing but what lies in the same zones that not all know which pieces these are?"""
    zones = {name for name, _ in label.lying or ()}
    return len(which.parts) < FEW and all(part.origin is None or part.origin.name in zones for part in which.parts)


def is_plain(pieces: ir.Expr, label: Label) -> bool:
    """Are these all pieces of some zones as they lie there, or such that a seat or chance has picked?"""
    if isinstance(pieces, ir.Op) and pieces.op == "join":
        return all(is_plain(each, label) for each in pieces.arguments)
    return isinstance(pieces, ir.Contents) or label.drawn


def all_of_a_kind(at: Analysis, state: State, pieces: ir.Expr) -> bool:
    """`move Card to deck`: for every zone, only its size is told, unless others may lie there unseen. When play begins
    all know what lies where.
    """
    kinds = whole_kinds(at, pieces)
    if kinds and state.lie_at_home(kinds):
        return True
    zones = at.facts.zones_of(tuple(kinds))
    return bool(kinds) and all(at.facts.is_open(zone) or kinds.issuperset(zone.of.names) for zone in zones)


def whole_kinds(at: Analysis, pieces: ir.Expr) -> set[str]:
    """The kinds of which these are all pieces, wherever they lie; none if they are others."""
    if isinstance(pieces, ir.Op) and pieces.op == "join":
        parts = [whole_kinds(at, each) for each in pieces.arguments]
        return set().union(*parts) if all(parts) else set()
    if isinstance(pieces, ir.Lit) and isinstance(pieces.value, tuple):
        kinds = {at.program.pieces[piece].kind for piece in pieces.value}
        return kinds if set(pieces.value) == {each.id for each in at.program.pieces if each.kind in kinds} else set()
    return set(pieces.names) if isinstance(pieces, ir.Pieces) else set()


@do.case(ir.Deal)
def deal(stmt: ir.Deal, at: Analysis, state: State) -> None:
    source, to = at.at(stmt.source, state.env), at.at(stmt.target, state.env)
    at.need_pc(state, stmt.span, "all are told that something is dealt")
    at.need(source.which, at.watching, stmt.source.span, "all are told where it comes from", stmt.source)
    at.need(to.which, at.watching, stmt.target.span, "all are told where it goes", stmt.target)
    if to.look.known is not ALL and at.block is None:
        at.need(
            at.flat_at(stmt.number, state.env), ALL, stmt.number.span, "all are told how many there are", stmt.number
        )
    at.release(stmt.span, f"the pieces dealt to {stmt.target.span.text}", to.look.known)
    own_source(at, stmt, source)
    zones = zones_dealt_from(at, source)
    orders = {zone.order for zone in zones}
    if "set" in orders and to.look.known is not ALL:
        first_of_them(at, stmt, source)
    in_block(at, stmt, target=stmt.target, state=state, chance="bag" in orders)
    blind = not orders <= {"row", "pile"} or any(zone.refill is not None for zone in zones)
    is_lost = (blind or at.flat_at(stmt.number, state.env).known is not ALL) and source.look.known is not ALL
    targets = None if to.lying is None else frozenset(name for name, _ in to.lying)
    if any(zone.refill is not None for zone in zones):
        source = attrs.evolve(source, lying=None)
    at.happen(state, becoming(at, stmt, stmt.source, source, targets, is_lost))


def zones_dealt_from(at: Analysis, source: Label) -> list[ir.ZoneType]:
    """The zones that a deal may take from."""
    return [zone for zone in at.game.zones.values() if source.lying is None or zone.name in dict(source.lying)]


def first_of_them(at: Analysis, stmt: ir.Deal, source: Label) -> None:
    """Of a set the first are dealt, by what they show: who sees some of them would learn how the others compare."""
    contents = ir.Contents(types.List(stmt.source.type.of), stmt.source.span, stmt.source)  # type: ignore[attr-defined]
    if source.partly:
        at.need(source.order, at.watching, stmt.source.span, "who sees them is told which of them it is")
    else:
        at.guard_alike(contents, True)


@do.case(ir.Form)
def form(stmt: ir.Form, at: Analysis, state: State) -> None:
    at.need_pc(state, stmt.span, "all are told that it is formed")
    check_move(at, state, stmt, stmt.pieces, stmt.target)
    to, label = at.label(stmt.target, state.env), at.label(stmt.pieces, state.env)
    readers = at.who_may_see(to)
    for field in stmt.fields:
        sight = at.flat_at(field, state.env)
        at.need(sight, readers, field.span, "who sees it sees this", field)
        at.keep_drawn(state, sight & state.pc, readers, Origin(stmt.span, stmt.target.span.text, None, KEPT))
    is_lost = not (covers(label.which.known, ALL) or covers(label.look.known, ALL))
    at.happen(state, becoming(at, stmt, stmt.pieces, label, None, is_lost))
    at.showing(state, stmt.pieces, to.look.known)


@do.case(ir.Shuffle)
def shuffle(stmt: ir.Shuffle, at: Analysis, state: State) -> None:
    at.need_pc(state, stmt.span, "all are told that it is shuffled")
    for what in stmt.what:
        label = at.at(what, state.env)
        sight = label.which if what.type.__class__.__name__ == "Zone" else label.where() & label.size & label.which
        at.need(sight, at.watching, what.span, "all are told what is shuffled", what)
        at.happen(state, becoming(at, stmt, what, label, frozenset(), label.look.known is not ALL))
    in_block(at, stmt, chance=True)


@do.case(ir.Roll)
def roll(stmt: ir.Roll, at: Analysis, state: State) -> None:
    """Dice show new faces: what was known about them is no longer known."""
    at.need_pc(state, stmt.span, "all are told that it is rolled")
    label = at.at(stmt.pieces, state.env)
    at.need(
        label.where() & label.size & label.which,
        at.watching,
        stmt.pieces.span,
        "all are told what is rolled",
        stmt.pieces,
    )
    at.happen(state, Happening(frozenset(), frozenset(), new=frozenset(at.program.faces), span=stmt.span))
    in_block(at, stmt, chance=True)


@do.case(ir.Show)
def show(stmt: ir.Show, at: Analysis, state: State) -> None:
    """The things that are shown are released; the choice of which things to show is not."""
    at.need_pc(state, stmt.span, "all see that it is shown", ALL)
    readers: Readers = ALL
    if stmt.seats is not None:
        at.need(at.flat_at(stmt.seats, state.env), ALL, stmt.seats.span, "all see to whom it is shown", stmt.seats)
        readers = seats_in(stmt.seats, at, state.env)
    for index in stmt.indexes:
        at.need(at.flat_at(index, state.env), ALL, index.span, "all see what is shown", index)
    if stmt.pieces is not None:
        label = at.at(stmt.pieces, state.env)
        if not shows_answers(stmt):
            at.need(
                label.where() & label.size & label.which,
                ALL,
                stmt.pieces.span,
                "all see which of them is shown",
                stmt.pieces,
            )
        if stmt.sight == "all":
            at.showing(state, stmt.pieces, readers)
    if stmt.sight == "all":
        at.release(stmt.span, stmt.var or (stmt.pieces.span.text if stmt.pieces is not None else ""), readers)


def shows_answers(stmt: ir.Show) -> bool:
    """The pieces that secret answers name: `reveal x` shows them, then the answers."""
    return isinstance(stmt.pieces, ir.Each) and stmt.pieces.span == stmt.span
