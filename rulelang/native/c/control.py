"""Control flow of the plan as C statements: branches, loops, runs, ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulelang.native.c.known import consecutive, known_rows, limits
from rulelang.native.c.nesting import depth
from rulelang.native.c.ranges import goes_through_pieces
from rulelang.native.c.stmt import Statements, prints, zeros
from rulelang.native.plan import acts, ops
from rulelang.native.plan.acts import defined_local
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.nodes import LIST, MASK, Node, Step, clean, walk_steps

SHORT = 1_000_000  # rounds of loops in each other that need no fuel …
GRAIN = 10  # … and how many of them, in a procedure, cost whoever runs it one more


@contextmanager
def limit_rounds(out: Statements, most: int | None) -> Iterator[None]:
    """The body of a loop that goes round so often at most; None: who knows.

    Loops in each other burn fuel where it is not certain that they are short together: what would never end is left
    to the reference, which counts its steps and says where.
    """
    outer = out.rounds
    if most is None or outer * most > SHORT:
        out.line("burn(1);")
    else:
        out.rounds = outer * most
    yield
    out.rounds = outer


def most_rounds(out: Statements, step: Step) -> int | None:
    """How often a loop goes round at most, if its text says so."""
    if isinstance(step, acts.Repeat):
        return step.args[0].data if is_op(step.args[0], ops.NUM) else None
    if not isinstance(step, acts.For):
        return None
    source = step.args[0].args[0] if step.args[0].op is ops.IDS else step.args[0]
    rows = known_rows(source)
    return len(max(rows, key=len)) if rows is not None else out.layout.count if source.rep == MASK else None


def free_rounds(out: Statements, body: tuple[Step, ...]) -> int:
    """How many rounds a body may go through without fuel."""
    total = 0
    for step in body:
        inside = max((free_rounds(out, each) for each in step.bodies), default=0)
        total += min(SHORT, (most_rounds(out, step) or 1) * max(1, inside)) if step.bodies else 0
    return total


@prints(acts.If)
def branch(out: Statements, step: acts.If) -> None:
    depth = 0
    out.branches += 1
    for test, body in zip(step.args, step.bodies):
        with out.block(f"if ({out.of(test)})"):
            out.suite(body)
        out.line("else {")
        out.indent += 1
        depth += 1
    out.suite(step.bodies[-1])
    out.branches -= 1
    for _ in range(depth):
        out.indent -= 1
        out.line("}")


@prints(acts.For)
def for_(out: Statements, step: acts.For) -> None:
    """The list once: what lies in a zone is copied, since the body may move it."""
    name, rep = step.name, step.rep
    out.declare(name)
    source = step.args[0]
    source = source.args[0] if source.op is ops.IDS else source
    rows = known_rows(source)
    if goes_through_pieces(source) and name not in out.plan.shared:
        out.pieces.add(name)
    out.serial += 1
    at, needed = f"i{out.serial}", list[str]()
    if source.rep == MASK:
        head = f"for ({out.local('M', at)} = {out.of(source)}; !m_empty({at}); {at} = m_drop({at}))"
        item = f"m_low({at})"
    elif rep != LIST and (ends := consecutive(source)) is not None:
        head, item = f"for ({out.local('I', at)} = {ends[0]}; {at} <= {ends[1]}; {at}++)", at
    elif rows is not None and rep != LIST:
        row, needed, size = out.known_list(source, rows)
        head, item = f"for ({out.local('I', at)} = 0; {at} < {size}; {at}++)", f"{row}[{at}]"
    elif source.op is ops.RANGE:
        low, high = needed = [out.temp("I", out.sure(arg)) for arg in source.args]
        out.line(f"upto({low}, {high});")
        head, item = f"for ({out.local('I', at)} = {low}; {at} <= {high}; {at}++)", at
    else:
        text, asks = out.of(source), out.asking is not None and out.asking.within(step.bodies[0])
        lasting = steady(out, source, step.bodies[0]) and not (asks and source.op is ops.EACH)
        listed = out.temp("I", text) if lasting else out.steady_copy(text, asks, depth(out.plan, source))
        needed = [listed]
        head = f"for ({out.local('I', at)} = 1; {at} <= mem[{listed}]; {at}++)"
        item = f"mem[{listed} + {at}]"
    with (
        out.unroll_short(rows),
        out.block(head),
        limit_rounds(out, most_rounds(out, step)),
        out.remembering(at, *needed),
    ):
        if rep == LIST:
            item = out.copy_list(name, item, out.plan.depths.get(name, 1))
        out.line(f"{name} = {item};{limits(name, rows, name in out.pieces) if rep != LIST else ''}")
        if len(step.args) > 1:
            out.line(f"if (!({out.of(step.args[1])})) continue;")
        out.branches += len(step.args) > 1
        out.suite(step.bodies[0])
        out.branches -= len(step.args) > 1


def steady(out: Statements, source: Node, body: tuple[Step, ...]) -> bool:
    """Does a list stay as it is while the body runs?"""
    if not is_op(source, ops.GET):
        return source.op in (ops.CONST, ops.TAB, ops.RANGE, ops.EACH)
    return source.data not in out.plan.shared and source.data not in map(defined_local, walk_steps(body))


@prints(acts.While)
def while_(out: Statements, step: acts.While) -> None:
    condition, bound = step.args
    head = f"for ({out.local('I', step.name)} = 0;; {step.name}++)"
    with out.block(head), limit_rounds(out, None), out.remembering(step.name):
        out.line(f"if (!({out.of(condition)})) break;")
        out.line(f"if ({step.name} >= rounds({out.sure(bound)})) bail();")
        out.branches += 1
        out.suite(step.bodies[0])
        out.branches -= 1


@prints(acts.Repeat)
def repeat(out: Statements, step: acts.Repeat) -> None:
    name, at_most = step.name, step.at_most
    limit = out.temp("I", f"rounds({out.sure(step.args[0])})")
    with out.block(f"for ({out.local('I', name)} = 0;; {name}++)"), out.remembering(name, limit):
        out.line(f"if ({name} >= {limit}) {{ if ({int(at_most)} || {limit} == ROUNDS) bail(); break; }}")
        with limit_rounds(out, most_rounds(out, step)):
            out.suite(step.bodies[0])


@prints(acts.Together)
def together(out: Statements, step: acts.Together) -> None:
    out.line("together++;")
    out.suite(step.bodies[0])
    out.line("together--;")


@prints(acts.Run)
def run(out: Statements, step: acts.Run) -> None:
    proc, name = step.proc, step.into
    unit = out.plan.procs[proc]
    args = []
    for (param, _), arg in zip(unit.params, step.args):
        text = out.of(arg)
        args.append(f"need({text})" if out.may_be_none(arg) and param not in out.plan.optional else text)
    out.line(f"burn({1 + free_rounds(out, unit.body) // GRAIN});")
    if name is not None:
        out.declare(name)
    waits = out.asking is not None and proc in out.asking.procs
    alive = out.alive[id(step)].behind - {name} if waits else None
    out.line(out.call(name or "", f"run_{clean(proc)}", args, zeros(unit.params), alive))
    if name is not None and step.rep == LIST:
        out.line(f"{name} = {out.copy_list(name, name, out.plan.depths.get(name, 1))};")


@prints(acts.Return)
def return_(out: Statements, step: acts.Return) -> None:
    value = out.of(step.args[0]) if step.args else "NONE"
    if step.args and step.args[0].rep == MASK:
        value = out.rt("ids", value)
    if step.args and step.args[0].rep in (LIST, MASK):
        deep = depth(out.plan, step.args[0])
        value = out.copy_list(f"result {deep}", value, deep)  # whoever has run it copies it at once
    if step.opened:
        out.line(f"together -= {step.opened};")
    out.leave(value)


@prints(acts.Break)
def break_(out: Statements, step: acts.Break) -> None:
    if step.opened:
        out.line(f"together -= {step.opened};")
    out.line("break;")


@prints(acts.Stop)
def stop(out: Statements, step: acts.Stop) -> None:
    out.line("longjmp(*stopped, 1);")


@prints(acts.End)
def end(out: Statements, step: acts.End) -> None:
    if step.args:
        out.line(f"set_winners({out.of(step.args[0])});")
    out.line("longjmp(over, 2);")


@prints(acts.Ends, acts.Until)
def test_ending(out: Statements, step: Step) -> None:
    """Endings and `until` rest while effects are taken together."""
    text, lines = out.capture(step.args[0])
    with out.block("if (!together)" if out.together else ""):
        out.lines += lines
        if isinstance(step, acts.Ends):
            out.line(f"if ({text}) longjmp(over, 2);")
        else:
            out.leave("NONE", f"if ({text}) ")
