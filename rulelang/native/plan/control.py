"""Steps for control flow and assignments."""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.ir.walk import walk
from rulelang.native.plan import acts, ops
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.nodes import INT, Node, Unsupported, get
from rulelang.native.plan.reps import as_list
from rulelang.native.plan.showing import block, in_block, plan_show
from rulelang.native.plan.statements import Steps, Writer, writes


@writes(ir.Assign)
def assign(writer: Writer, stmt: ir.Assign) -> Steps:
    return writer.after(stmt.target, writer.store(stmt.target, writer.storable(stmt.value)))


@writes(ir.Draw)
def draw(writer: Writer, stmt: ir.Draw) -> Steps:
    """One of a list at random, unless a value is given."""
    kind = stmt.choices.type
    item = kind.of if isinstance(kind, types.List) else types.INT
    local = ir.Local("drawn", item, 0)
    name = writer.planner.fresh(local)
    choices = writer.planner.pieces(stmt.choices, {})
    args: tuple[Node, ...] = (choices,) if stmt.given is None else (choices, writer.scalar(stmt.given))
    rep = writer.layout.rep_of(item)
    drawn = acts.Draw(args, name=name, rep=rep, piece=isinstance(bare(item), types.Piece))
    steps = [drawn, *writer.store(stmt.target, get(name, rep))]
    return writer.after(stmt.target, steps)


@writes(ir.Run)
def run(writer: Writer, stmt: ir.Run) -> Steps:
    args = tuple(writer.storable(each) for each in stmt.arguments)
    if stmt.into is None:
        return [acts.Run(args, proc=stmt.proc), *writer.test_until()]
    result = writer.planner.game.procs[stmt.proc].result or types.INT
    rep, name = writer.layout.rep_of(result), writer.planner.fresh(ir.Local("result", result, 0))
    steps = [acts.Run(args, proc=stmt.proc, into=name, rep=rep), *writer.store(stmt.into, get(name, rep))]
    return writer.after(stmt.into, steps)


@writes(ir.Original)
def original(writer: Writer, stmt: ir.Original) -> Steps:
    return list(writer.suite(stmt.body))


@writes(ir.SwapValues)
def swap(writer: Writer, stmt: ir.SwapValues) -> Steps:
    """Both are read, then both are written."""
    steps: Steps = []
    got: list[Node] = []
    names: list[str] = []
    for target in (stmt.left, stmt.right):
        made = writer.value(reader(target, stmt))
        local = isinstance(target, ir.LocalTarget)
        kind = target.local.type if local else writer.planner.game.vars[target.var].type  # type: ignore[union-attr]
        name = writer.planner.fresh(ir.Local("kept", kind, 0))
        steps.append(acts.Let((made,), name=name))
        got.append(get(name, made.rep))
        names += [] if isinstance(target, ir.LocalTarget) else [target.var]
    steps += [*writer.store(stmt.left, got[1]), *writer.store(stmt.right, got[0])]
    return writer.effect(steps, *names) if names else steps


def reader(target: ir.Target, stmt: ir.SwapValues) -> ir.Expr:
    if isinstance(target, ir.LocalTarget):
        return ir.Get(target.local.type, stmt.span, target.local)
    indexes = target.indexes if isinstance(target, ir.VarTarget) else ()
    return ir.VarAt(types.INT, stmt.span, target.var, indexes)


# ---------------------------------------------------------------- branches and loops


@writes(ir.Branch)
def branch(writer: Writer, stmt: ir.Branch) -> Steps:
    """Branches with a known condition are chosen now. A condition that tells something is evaluated only if those
    before it do not hold.
    """
    tests, bodies, otherwise = [], [], stmt.otherwise
    told = writer.tell(stmt.branches[0][0])
    for at, (test, body) in enumerate(stmt.branches):
        if at and writer.tells(test):
            otherwise = (attrs.evolve(stmt, branches=stmt.branches[at:]),)
            break
        made = writer.scalar(test)
        if is_op(made, ops.NUM) and not made.data:
            continue
        if made.op is ops.NUM:
            otherwise = body
            break
        tests.append(made)
        bodies.append(writer.suite(body))
    last = writer.suite(otherwise)
    return [*told, acts.If(tuple(tests), (*bodies, last))] if tests else [*told, *last]


@writes(ir.For)
def for_(writer: Writer, stmt: ir.For) -> Steps:
    source = as_list(writer.planner.pieces(stmt.source, {}))
    condition = () if stmt.condition is None else (writer.scalar(stmt.condition),)
    told = writer.tell(stmt.condition)
    body = writer.suite(stmt.body, "loop")
    name, rep = writer.name(stmt.local), writer.layout.rep_of(stmt.local.type)
    if told:
        condition, body = (), (*told, acts.If(condition, (body, ())))
    return [acts.For((source, *condition), (body,), name=name, rep=rep)]


@writes(ir.While)
def while_(writer: Writer, stmt: ir.While) -> Steps:
    """What the condition tells is told each time before it is tested."""
    tests = writer.scalar(stmt.condition), writer.scalar(stmt.bound)
    body = (*writer.suite(stmt.body, "loop"), *writer.tell(stmt.condition))
    return [*writer.tell(stmt.condition), acts.While(tests, (body,), name=writer.planner.fresh(COUNT))]


@writes(ir.Repeat)
def repeat(writer: Writer, stmt: ir.Repeat) -> Steps:
    name = writer.planner.fresh(COUNT)
    number, body = writer.scalar(stmt.number), writer.suite(stmt.body, "loop")
    return [acts.Repeat((number,), (body,), name=name, at_most=stmt.at_most)]


COUNT = ir.Local("round", types.INT, 0)


@writes(ir.Together)
def together(writer: Writer, stmt: ir.Together) -> Steps:
    body = writer.suite(stmt.body, "together")
    return [acts.Together((), (body,)), *writer.ends(), *writer.test_until()]


@writes(ir.EachSecretly)
def each_secretly(writer: Writer, stmt: ir.EachSecretly) -> Steps:
    """`end when` and `until` wait for the end of the block, as in `together`."""
    game = writer.planner.program.game
    waits = bool(game.endings) or runs_until(game, stmt.body)
    seat = writer.name(stmt.seat)
    body = in_block(writer, seat, writer.suite(stmt.body, "together" if waits else "block"))
    loop = acts.For((writer.planner.items(stmt.seats, {}),), (body,), name=seat, rep=INT)
    whole = block(writer, [acts.Together((), ((loop,),)) if waits else loop])
    return [*whole, *writer.ends(), *writer.test_until()]


def runs_until(game: ir.Game, body: Any) -> bool:
    """May a phase with its own `until` run in here? There is no recursion, so this terminates."""
    for node in walk(body):
        if isinstance(node, ir.Run):
            proc = game.procs[node.proc]
            if proc.until is not None or runs_until(game, proc.body):
                return True
        elif isinstance(node, ir.MenuRef) and runs_until(game, game.menus[node.menu]):
            return True
    return False


# ---------------------------------------------------------------- ways out


def count_together(writer: Writer, since: str | None) -> int:
    """How many `together` are left on the way out: of the innermost loop, or of the function."""
    scopes = writer.scopes
    if since is not None:
        at = max(place for place, kind in enumerate(scopes) if kind == since)
        scopes = scopes[at:]
    return scopes.count("together")


@writes(ir.Return)
def return_(writer: Writer, stmt: ir.Return) -> Steps:
    args = () if stmt.value is None else (writer.storable(stmt.value),)
    return [acts.Return(args, opened=count_together(writer, None))]


@writes(ir.Break)
def break_(writer: Writer, stmt: ir.Break) -> Steps:
    inner = [kind for kind in writer.scopes if kind in ("loop", "block")]
    if inner and inner[-1] == "block":
        raise Unsupported("a `break` out of a secret block")
    return [acts.Break(opened=count_together(writer, "loop"))]


@writes(ir.Stop)
def stop(writer: Writer, stmt: ir.Stop) -> Steps:
    return [acts.Stop()]


@writes(ir.EndGame)
def end(writer: Writer, stmt: ir.EndGame) -> Steps:
    return [acts.End(() if stmt.winners is None else (writer.planner.items(stmt.winners, {}),))]


@writes(ir.Note)
def note(writer: Writer, stmt: ir.Note) -> Steps:
    return writer.tell([part for part in stmt.text.parts if isinstance(part, ir.Reveal)])


@writes(ir.Require)
def require(writer: Writer, stmt: ir.Require) -> Steps:
    return [acts.Require((writer.scalar(stmt.condition),))]


@writes(ir.Show)
def show(writer: Writer, stmt: ir.Show) -> Steps:
    """Showing changes nothing for players who choose at random; but evaluating what is shown may bail out."""
    if writer.planner.watched:
        return [*plan_show(writer, stmt), *writer.test_until()]
    exprs: list[Any] = [*([stmt.pieces] if stmt.pieces is not None else []), *stmt.indexes]
    steps = [acts.Expr((writer.planner.pieces(each, {}),)) for each in exprs]
    return [*steps, *writer.test_until()]


@writes(ir.Put)
def put(writer: Writer, stmt: ir.Put) -> Steps:
    raise Unsupported("`put` in play")
