"""Instructions for control flow: branches, loops, runs, and exits."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.base.source import Span
from rulelang.engine.closures import Eval
from rulelang.engine.errors import RuleError
from rulelang.engine.instructions import END, Assembler, Label, Scope, stop_phase, writes
from rulelang.engine.messages import Template
from rulelang.engine.runner import Instruction, Runner, Slots
from rulelang.engine.telling import Tell, tells
from rulelang.engine.writing import store
from rulelang.ir.counting import Options
from rulelang.ir.types import has_pieces
from rulelang.program import BLOCK, BLOCK_SEAT, RESULT, TOGETHER, WINNERS
from rulelang.program.events import Noted

# ---------------------------------------------------------------- branches and loops


@writes(ir.Branch)
def branch(asm: Assembler, stmt: ir.Branch) -> None:
    done = Label()
    for condition, body in stmt.branches:
        otherwise = Label()
        unless(asm, condition, otherwise)
        asm.suite(body)
        asm.jump(done, stmt.span)
        asm.place(otherwise)
    asm.suite(stmt.otherwise)
    asm.place(done)


def unless(asm: Assembler, condition: ir.Expr, otherwise: Label) -> None:
    """Jumps if a condition does not hold."""
    holds = asm.make.of(condition)
    if told := tells(asm.make, condition, condition.span):
        asm.do(condition.span, told)

    def build(at: int) -> Instruction:
        after, away = at + 1, otherwise.pc
        return lambda r, s: after if holds(s) else away

    asm.emit(condition.span, build)


@writes(ir.For)
def for_(asm: Assembler, stmt: ir.For) -> None:
    tests = [] if stmt.condition is None else [asm.guards.get(stmt.condition.span)]
    for_each(asm, stmt, asm.make.of(stmt.source), *tests, tells(asm.make, stmt.condition, stmt.span))


def for_each(asm: Assembler, stmt: ir.For | Options, source: Eval, *before: Tell | None) -> None:
    """The body for each item; `before`: runs before the condition is tested."""
    head, out, items, at = Label(), Label(), asm.slot(), asm.slot()
    condition, local, meter = asm.make.maybe(stmt.condition), asm.make.slot(stmt.local), asm.make.meter

    def begin(r: Runner, s: Slots) -> None:
        s[items], s[at] = source(s), 0
        meter.spend(s, len(s[items]), stmt.span)

    asm.do(stmt.span, begin)
    if has_pieces(stmt.local.type):
        asm.shared.setdefault("handles", []).append(items)
    asm.place(head)
    first = tuple(filter(None, before))
    asm.emit(stmt.span, lambda pc: next_item((items, at, local), condition, first, pc + 1, out.pc))
    loop(asm, stmt.body, head, out, stmt.span)


def set_two(s: Slots, one: int, value: Any, two: int, other: Any) -> None:
    s[one], s[two] = value, other


def next_item(
    slots: tuple[int, int, int], condition: Eval | None, before: tuple[Tell, ...], body: int, out: int
) -> Instruction:
    """Go to the body with the next item for which the condition holds, or leave."""
    items, at, local = slots

    def run(r: Runner, s: Slots) -> int:
        here, listed = s[at], s[items]
        while here < len(listed):
            s[local] = listed[here]
            here += 1
            for each in before:
                each(r, s)
            if condition is None or condition(s):
                s[at] = here
                return body
        s[at] = here
        return out

    return run


def loop(asm: Assembler, body: ir.Suite, head: Label, out: Label, span: Span) -> None:
    """The body of a loop, with a jump back to its head."""
    asm.scopes.append(Scope("loop", out))
    asm.suite(body)
    asm.scopes.pop()
    asm.jump(head, span)
    asm.place(out)


@writes(ir.While)
def while_(asm: Assembler, stmt: ir.While) -> None:
    head, out, rounds = Label(), Label(), asm.slot()
    condition, bound = asm.make.of(stmt.condition), asm.make.of(stmt.bound)
    asm.do(stmt.span, lambda r, s: s.__setitem__(rounds, 0))
    asm.place(head)
    asm.guard(stmt.span)
    if told := tells(asm.make, stmt.condition, stmt.span):
        asm.do(stmt.span, told)

    def build(at: int) -> Instruction:
        def run(r: Runner, s: Slots) -> int:
            if not condition(s):
                return out.pc
            if s[rounds] >= bound(s):
                raise RuleError("R609", stmt.span, bound=bound(s))
            s[rounds] += 1
            return at + 1

        return run

    asm.emit(stmt.span, build)
    loop(asm, stmt.body, head, out, stmt.span)


@writes(ir.Repeat)
def repeat(asm: Assembler, stmt: ir.Repeat) -> None:
    head, out, rounds, limit = Label(), Label(), asm.slot(), asm.slot()
    number = asm.make.of(stmt.number)
    asm.do(stmt.span, lambda r, s: set_two(s, rounds, 0, limit, number(s)))
    asm.place(head)

    def build(at: int) -> Instruction:
        def run(r: Runner, s: Slots) -> int:
            if s[rounds] >= s[limit]:
                if stmt.at_most:
                    raise RuleError("R609", stmt.span, bound=s[limit])
                return out.pc
            s[rounds] += 1
            return at + 1

        return run

    asm.emit(stmt.span, build)
    loop(asm, stmt.body, head, out, stmt.span)


@writes(ir.Together)
def together(asm: Assembler, stmt: ir.Together) -> None:
    asm.do(stmt.span, lambda r, s: s.__setitem__(TOGETHER, s[TOGETHER] + 1))
    asm.scopes.append(Scope("together", Label()))
    asm.suite(stmt.body)
    asm.close([asm.scopes.pop()], stmt.span)
    asm.ends(stmt.span)
    asm.test_until(stmt.span)


# ---------------------------------------------------------------- runs and ways out


@writes(ir.Run)
def run_proc(asm: Assembler, stmt: ir.Run) -> None:
    begin, arguments = asm.frames[stmt.proc].begin, asm.make.all(stmt.arguments)
    assert begin is not None

    def build(at: int) -> Instruction:
        return lambda r, s: begin(r, s, tuple([argument(s) for argument in arguments]), at + 1)

    asm.emit(stmt.span, build)
    if stmt.into is not None:
        store(asm, stmt.into, lambda s: s[RESULT], stmt.span)
    else:
        asm.test_until(stmt.span)


@writes(ir.Original)
def original(asm: Assembler, stmt: ir.Original) -> None:
    """The replaced body; a `return` in it leaves the procedure."""
    asm.suite(stmt.body)


@writes(ir.Return)
def return_(asm: Assembler, stmt: ir.Return) -> None:
    value = asm.make.maybe(stmt.value)
    asm.do(stmt.span, lambda r, s: s.__setitem__(RESULT, None if value is None else value(s)))
    asm.close(asm.scopes, stmt.span)
    target = asm.frame.returned if asm.frame else asm.shared["action_end"]
    asm.jump(target, stmt.span)


@writes(ir.Break)
def break_(asm: Assembler, stmt: ir.Break) -> None:
    inner = asm.scopes_since("loop")
    asm.close(inner, stmt.span)
    asm.jump(inner[0].out, stmt.span)


@writes(ir.Stop)
def stop(asm: Assembler, stmt: ir.Stop) -> None:
    asm.emit(stmt.span, lambda at: lambda r, s: stop_phase(r, s, stmt.span))


@writes(ir.EndGame)
def end(asm: Assembler, stmt: ir.EndGame) -> None:
    winners = asm.make.maybe(stmt.winners)

    def run(r: Runner, s: Slots) -> int:
        if s[BLOCK] is not None:
            raise RuleError("R632", stmt.span, what="the game is ended")
        if winners is not None:
            s[WINNERS] = tuple(sorted(set(winners(s))))
        return END

    asm.emit(stmt.span, lambda at: run)


@writes(ir.Note)
def note(asm: Assembler, stmt: ir.Note) -> None:
    template = Template(asm.make, stmt.text)

    def run(r: Runner, s: Slots) -> None:
        text, parts = template.told(s)
        r.events.append(Noted(stmt.span, s[BLOCK_SEAT], text, tuple(parts)))

    asm.do(stmt.span, run)


@writes(ir.Require)
def require(asm: Assembler, stmt: ir.Require) -> None:
    condition, text = asm.make.of(stmt.condition), Template(asm.make, stmt.text) if stmt.text else None

    def run(r: Runner, s: Slots) -> None:
        if not condition(s):
            raise RuleError("R619", stmt.span, text=text(s) if text else "what is required does not hold")

    asm.do(stmt.span, run)
