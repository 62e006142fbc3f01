"""What statements tell that assign, run, branch, move, pay and score: one case per class."""

from __future__ import annotations

import attrs

from rulelang import ir
from rulelang.analysis.compound import seats_in
from rulelang.analysis.interpret import Analysis, do, in_block, itself
from rulelang.analysis.labels import ALL, FEW, NEVER, NONE, OPEN, PUBLIC, Label, Origin, Readers, Sight, common, covers
from rulelang.analysis.state import Happening, State
from rulelang.analysis.values import TOLD, nobody
from rulelang.ir import counting, types
from rulelang.ir.types import kinds_within

# ---------------------------------------------------------------- values


@do.case(ir.Assign)
def assign(stmt: ir.Assign, at: Analysis, state: State) -> None:
    at.note_reveals(stmt, stmt.value, state.env)
    fix: ir.Expr = stmt.value
    if isinstance(fix, ir.Op) and fix.op in ("add", "sub") and fix.span == stmt.span:
        fix = fix.arguments[1]  # `x += e`
    if isinstance(stmt.target, ir.VarTarget) and at.facts.is_open(at.game.vars[stmt.target.var]):
        at.tell_drawn(state, stmt.value)
    at.write(state, stmt.target, at.at(stmt.value, state.env), stmt, fix)


@do.case(ir.Draw)
def draw(stmt: ir.Draw, at: Analysis, state: State) -> None:
    """A drawn value is new: it may be told to whoever knows the list."""
    listed = at.at(stmt.choices, state.env)
    label = attrs.evolve(listed.item(listed.size), term=None, drawn=covers(listed.which.known, ALL))
    if isinstance(stmt.target, ir.LocalTarget):
        which = attrs.evolve(label.which, draws=label.which.draws | {stmt.span})
        label = attrs.evolve(label, size=which, which=which)
    if stmt.given is not None:
        label &= at.at(stmt.given, state.env)
    at.write(state, stmt.target, label, stmt, stmt.choices)
    if isinstance(stmt.target, ir.VarTarget):
        at.private_writes.add(stmt.span)  # nobody can work it out
    in_block(at, stmt, chance=True)


@do.case(ir.SwapValues)
def swap(stmt: ir.SwapValues, at: Analysis, state: State) -> None:
    labels = [read(at, target, stmt, state) for target in (stmt.left, stmt.right)]
    at.write(state, stmt.left, labels[1], stmt)
    at.write(state, stmt.right, labels[0], stmt)


def read(at: Analysis, target: ir.Target, stmt: ir.Stmt, state: State) -> Label:
    if isinstance(target, ir.LocalTarget):
        return state.env.get(target.local) or nobody(stmt.span, target.local.name)
    assert isinstance(target, ir.VarTarget)
    return at.at(ir.VarAt(at.game.vars[target.var].type, stmt.span, target.var, target.indexes), state.env)


# ---------------------------------------------------------------- running


@do.case(ir.Run)
def run(stmt: ir.Run, at: Analysis, state: State) -> None:
    proc = at.game.procs[stmt.proc]
    labels = tuple(at.at(argument, state.env) for argument in stmt.arguments)
    at.note_reveals(stmt, stmt.arguments, state.env)
    if proc.kind in ("phase", "mechanism"):
        at.need_pc(state, stmt.span, f"all are told that `{proc.name}` begins")
    if proc.kind == "mechanism":
        for label, argument in zip(labels, stmt.arguments):
            at.need(
                label.flat(),
                at.watching,
                argument.span,
                f"all are told what `{proc.name}` begins with",
                argument,
            )
    found = at.proc(stmt.proc, labels, state.pc, at.kept(state.env))
    given = {param: each.local for param, each in zip(proc.params, stmt.arguments) if isinstance(each, ir.Get)}
    own = (attrs.evolve(each, by=None if each.by is None else given.get(each.by)) for each in found.happened)
    found = attrs.evolve(found, happened=frozenset(own))
    at.follow(state, found, at.facts.writes[stmt.proc])
    if found.stop is not None:
        state.stopped = found.stop if state.stopped is None else state.stopped & found.stop
    if stmt.into is not None:
        private = [each for each, label in zip(stmt.arguments, labels) if label.flat().known is not ALL]
        result = own_answers(found.result or OPEN, labels, stmt.into)
        at.write(state, stmt.into, result, stmt, private[0] if private else None)


def own_answers(label: Label, given: tuple[Label, ...], target: ir.Target) -> Label:
    """A result of which the answers that it comes from are this target's own: whoever runs it again gets others."""
    known = frozenset().union(*(each.needs() for each in given))
    own = ("chosen", target.local.number) if isinstance(target, ir.LocalTarget) else NEVER
    return label.rename_needs(lambda need: own if need[0] == "chosen" and need not in known else need)


@do.case(ir.Return)
def return_(stmt: ir.Return, at: Analysis, state: State) -> None:
    if stmt.value is not None:
        at.note_reveals(stmt, stmt.value, state.env)
        label = at.at(stmt.value, state.env).under(state.pc)
        state.result = label if state.result is None else state.result & label
    state.returned = state.pc if state.returned is None else state.returned & state.pc


@do.case(ir.Break)
def break_(stmt: ir.Break, at: Analysis, state: State) -> None:
    state.broken = state.pc if state.broken is None else state.broken & state.pc


@do.case(ir.Stop)
def stop(stmt: ir.Stop, at: Analysis, state: State) -> None:
    state.stopped = state.pc if state.stopped is None else state.stopped & state.pc


@do.case(ir.EndGame)
def end_game(stmt: ir.EndGame, at: Analysis, state: State) -> None:
    at.need_pc(state, stmt.span, "all are told that the game is over", ALL)
    if stmt.winners is not None:
        at.note_reveals(stmt, stmt.winners, state.env)
        at.need(at.flat_at(stmt.winners, state.env), ALL, stmt.winners.span, "all are told who has won", stmt.winners)
    if at.block is not None:
        at.find("R397", Origin(stmt.span, "end game", None, ""), stmt.span, "", ALL)


# ---------------------------------------------------------------- branches and loops


@do.case(ir.Branch)
def branches(stmt: ir.Branch, at: Analysis, state: State) -> None:
    decided, inner = PUBLIC, []
    for condition, body in stmt.branches:
        at.note_reveals(stmt, condition, state.env)
        decided &= at.decide(condition, state.env)
        inner.append(at.branch(body, state, decided))
    inner.append(at.branch(stmt.otherwise, state, decided))
    at.merge(state, inner, decided)


@do.case(ir.For)
def for_(stmt: ir.For, at: Analysis, state: State) -> None:
    at.note_reveals(stmt, stmt.source, state.env)
    listed = at.at(stmt.source, state.env)

    def once(inner: State) -> None:
        item = rename_chosen(listed.item(), stmt.local)
        before = [attrs.evolve(each, lost=each.lost and each.by != stmt.local) for each in state.happened]
        at.set_local(inner, stmt.local, at.weathered(stmt.local, item, before))  # in the rounds before
        at.note_reveals(stmt, stmt.condition, inner.env)
        here, at.here = at.here, (stmt.condition, frozenset(inner.env))  # tested for each item
        tested = at.decide(stmt.condition, inner.env)
        at.here = here
        body = at.branch(stmt.body, inner, tested)
        at.merge(inner, [inner.copy(), body], tested)

    at.loop(state, listed.size.deciding(stmt.source.span), once)


def rename_chosen(label: Label, local: ir.Local) -> Label:
    """Gives a chosen piece its own name: the other pieces may be shown without it."""
    own = ("chosen", local.number)
    if not any(need[0] == "chosen" for need in label.look.needs):
        return label
    look = label.look.rename_needs(lambda need: own if need[0] == "chosen" else need)
    return attrs.evolve(label, look=look, chosen=own)


@do.case(ir.While)
def while_(stmt: ir.While, at: Analysis, state: State) -> None:
    at.note_reveals(stmt, (stmt.condition, stmt.bound), state.env)

    def once(inner: State) -> None:
        tested = at.decide(stmt.condition, inner.env)
        body = at.branch(stmt.body, inner, tested)
        at.merge(inner, [inner.copy(), body], tested)

    at.loop(state, PUBLIC, once)


@do.case(ir.Repeat)
def repeat(stmt: ir.Repeat, at: Analysis, state: State) -> None:
    at.note_reveals(stmt, stmt.number, state.env)
    at.loop(state, at.decide(stmt.number, state.env), lambda inner: at.suite(stmt.body, inner))


@do.case(ir.Original, ir.Together, counting.Aside, counting.Offers)
def go_inside(stmt: ir.Original | ir.Together | counting.Aside | counting.Offers, at: Analysis, state: State) -> None:
    at.suite(stmt.body, state)


@do.case(ir.Require, ir.Put, counting.Count, counting.Options, counting.Offer, counting.Sample, counting.Standing)
def nothing(stmt: ir.Stmt, at: Analysis, state: State) -> None:
    """Tells nobody anything: a game that stops with an error is over, `put` is for tests, and counts are not shown."""


# ---------------------------------------------------------------- pieces


@do.case(ir.Move)
def move(stmt: ir.Move, at: Analysis, state: State) -> None:
    at.need_pc(state, stmt.span, "all are told that something moves")
    for pieces, target, _ in stmt.transfers:
        at.note_reveals(stmt, (pieces, target), state.env)
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
    if not all_of_a_kind(at, pieces):
        at.need(label.where(), watching, stmt.span, "all are told where it comes from", pieces)
    counted = is_open or at.block is not None
    if counted or at.need(label.size, watching, stmt.span, "all are told how many there are", pieces):
        seeing = watching if label.partly and at.block is None else common(watching, label.look.known)
        which = label.which if label.partly else label.which & label.order
        at.need(which, seeing, stmt.span, "who sees them is told which of them it is", pieces)
        if not (is_open or label.partly or is_plain(pieces, label) or covers(which.known, watching)):
            at.guard_alike(pieces, only_by_look(which, label))
    at.release(stmt.span, f"{pieces.span.text} in {target.span.text}", to.look.known)
    in_block(at, stmt, target=target, state=state)
    own_source(at, stmt, label)


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


def all_of_a_kind(at: Analysis, pieces: ir.Expr) -> bool:
    """`move Card to deck`: for every zone, only its size is told."""
    if isinstance(pieces, ir.Lit) and isinstance(pieces.value, tuple):
        kinds = {at.program.pieces[piece].kind for piece in pieces.value}
        return set(pieces.value) == {piece.id for piece in at.program.pieces if piece.kind in kinds}
    return isinstance(pieces, ir.Pieces)


@do.case(ir.Deal)
def deal(stmt: ir.Deal, at: Analysis, state: State) -> None:
    at.note_reveals(stmt, (stmt.number, stmt.source, stmt.target), state.env)
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
    at.note_reveals(stmt, (stmt.fields, stmt.pieces, stmt.target), state.env)
    check_move(at, state, stmt, stmt.pieces, stmt.target)
    readers = at.viewers_of(stmt.target, state.env)
    for field in stmt.fields:
        at.need(at.flat_at(field, state.env), readers, field.span, "who sees it sees this", field)
    label = at.label(stmt.pieces, state.env)
    is_lost = not (covers(label.which.known, ALL) or covers(label.look.known, ALL))
    at.happen(state, becoming(at, stmt, stmt.pieces, label, None, is_lost))
    at.showing(state, stmt.pieces, readers)


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
    at.note_reveals(stmt, stmt.pieces, state.env)
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


# ---------------------------------------------------------------- amounts and scores


@do.case(ir.Pay)
def pay(stmt: ir.Pay, at: Analysis, state: State) -> None:
    at.note_reveals(stmt, (stmt.amount, stmt.source, stmt.target), state.env)
    declared = at.game.resources[stmt.resource]
    readers: Readers = NONE if declared.sight == "owner" else TOLD[declared.sight](None)
    for holder in (stmt.source, stmt.target):
        if declared.sight == "owner":
            term = at.label(holder, state.env).term
            readers = ALL if readers is None or term is None else readers | {term}
    if at.block is not None and readers is ALL:
        readers = at.watching
    at.need_pc(state, stmt.span, "those who see it are told of the payment", readers)
    for holder in (stmt.source, stmt.target):
        at.need(at.flat_at(holder, state.env), readers, holder.span, "those who see it are told who pays whom", holder)
    sight = at.flat_at(stmt.amount, state.env)
    if not covers(sight.maybe, readers):
        at.find(
            "R409",
            sight.origin or Origin(stmt.amount.span, "this", None, ""),
            stmt.amount.span,
            "the amount is told",
            readers,
            stmt.amount.span,
        )
    at.release(stmt.span, f"{stmt.amount.span.text} {stmt.resource}", readers)
    at.forget(state, {stmt.resource})
    in_block(at, stmt, name=stmt.resource)


@do.case(ir.Tally)
def tally(stmt: ir.Tally, at: Analysis, state: State) -> None:
    score = at.game.scores[stmt.score]
    seat = at.bind(score.seat, OPEN if stmt.seat is None else at.at(stmt.seat, state.env))
    if stmt.seat is not None:
        at.note_reveals(stmt, stmt.seat, state.env)
        whose = at.flat_at(stmt.seat, state.env)
        at.need(whose, at.watching, stmt.seat.span, "all are told whose score it is", stmt.seat)
    readers: Readers = ALL
    if score.into is not None and score.into not in at.facts.shown_vars:
        readers = TOLD[at.game.vars[score.into].sight](seat.term)
    at.need_pc(state, stmt.span, "all are told the score", ALL if at.block is None else at.watching)
    for line in score.lines:
        sight = at.flat_at(line.value, {score.seat: seat}) & at.flat_at(line.condition, {score.seat: seat})
        if not covers(sight.maybe, readers):
            at.find(
                "R409",
                sight.origin or Origin(line.span, "this", None, ""),
                line.value.span,
                "the score is told",
                readers,
                None,
            )
    at.release(stmt.span, f"the score {score.name}", readers)
    if score.into is not None:
        at.forget(state, {score.into})
    in_block(at, stmt, name=stmt.score)


@do.case(ir.Note)
def note(stmt: ir.Note, at: Analysis, state: State) -> None:
    at.note_reveals(stmt, stmt.text, state.env)
    at.need_pc(state, stmt.span, "all read the note")
    for part in stmt.text.parts:
        if isinstance(part, ir.Expr):
            at.need(at.flat_at(part, state.env), at.watching, part.span, "all read the note", part)
            at.tell_drawn(state, part)
