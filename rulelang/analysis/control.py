"""What statements tell that run something, leave it, branch and repeat: one case per class."""

from __future__ import annotations

import attrs

from rulelang import ir
from rulelang.analysis.interpret import Analysis, do
from rulelang.analysis.labels import ALL, NEVER, OPEN, PUBLIC, Label, Origin
from rulelang.analysis.state import State
from rulelang.ir import counting

# ---------------------------------------------------------------- running


@do.case(ir.Run)
def run(stmt: ir.Run, at: Analysis, state: State) -> None:
    proc = at.game.procs[stmt.proc]
    labels = tuple(at.at(argument, state.env) for argument in stmt.arguments)
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
        at.need(at.flat_at(stmt.winners, state.env), ALL, stmt.winners.span, "all are told who has won", stmt.winners)
    if at.block is not None:
        at.find("R397", Origin(stmt.span, "end game", None, ""), stmt.span, "", ALL)


# ---------------------------------------------------------------- branches and loops


@do.case(ir.Branch)
def branches(stmt: ir.Branch, at: Analysis, state: State) -> None:
    decided, inner = PUBLIC, []
    for condition, body in stmt.branches:
        at.note_reveals(condition, at.branch((), state, decided))
        decided &= at.decide(condition, state.env)
        inner.append(at.branch(body, state, decided))
    inner.append(at.branch(stmt.otherwise, state, decided))
    at.merge(state, inner, decided)


@do.case(ir.For)
def for_(stmt: ir.For, at: Analysis, state: State) -> None:
    listed = at.at(stmt.source, state.env)

    def once(inner: State) -> None:
        item = rename_chosen(listed.item(), stmt.local)
        before = [attrs.evolve(each, lost=each.lost and each.by != stmt.local) for each in state.happened]
        at.set_local(inner, stmt.local, at.weathered(stmt.local, item, before))  # in the rounds before
        at.note_reveals(stmt.condition, inner)
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

    def once(inner: State) -> None:
        at.note_reveals(stmt.condition, inner)
        tested = at.decide(stmt.condition, inner.env)
        body = at.branch(stmt.body, inner, tested)
        at.merge(inner, [inner.copy(), body], tested)

    at.loop(state, PUBLIC, once)


@do.case(ir.Repeat)
def repeat(stmt: ir.Repeat, at: Analysis, state: State) -> None:
    at.loop(state, at.decide(stmt.number, state.env), lambda inner: at.suite(stmt.body, inner))


@do.case(ir.Original, ir.Together, counting.Aside, counting.Offers)
def go_inside(stmt: ir.Original | ir.Together | counting.Aside | counting.Offers, at: Analysis, state: State) -> None:
    at.suite(stmt.body, state)


@do.case(ir.Require, ir.Put, counting.Count, counting.Options, counting.Offer, counting.Sample, counting.Standing)
def nothing(stmt: ir.Stmt, at: Analysis, state: State) -> None:
    """Tells nobody anything: a game that stops with an error is over, `put` is for tests, and counts are not shown."""
