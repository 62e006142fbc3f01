"""Writing instructions: labels, the open scopes around a statement, and the tests that follow an effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import attrs

from rulelang import ir
from rulelang.base.dispatch import Total, total
from rulelang.base.source import Span
from rulelang.engine.board import Board
from rulelang.engine.closures import Closures, Eval
from rulelang.engine.ending import test_endings, test_invariants
from rulelang.engine.errors import RuleError
from rulelang.engine.runner import Instruction, Runner, Slots
from rulelang.engine.telling import before, tells
from rulelang.program import BLOCK, BLOCK_SEAT, RESULT, RUNNING, TOGETHER, Program
from rulelang.program.events import BlockEnded, Left

Build = Callable[[int], Instruction]
"""Makes an instruction, given its own number, once all labels are placed."""

END = 1  # the instruction that ends the game


@attrs.define(eq=False)
class Label:
    """A place in the code."""

    pc: int = -1


@attrs.define(eq=False)
class Scope:
    """An open scope around a statement: a loop (with its exit), a `together`, or a secret block."""

    kind: str
    out: Label


@attrs.define(eq=False)
class Frame:
    """A procedure: its code, and its static slots."""

    proc: ir.Proc
    number: int
    entry: Label
    leave: Label
    """Leaves without a result."""
    returned: Label
    """Leaves with the result that is set."""
    back: int
    """The slot of the return address."""
    together: int
    """The slot that holds how many `together` were open when it began."""
    begin: Callable[[Runner, Slots, tuple[Any, ...], int], int] | None = None


@attrs.define(eq=False)
class Assembler:
    """Collects instructions. `where`: the name of the current procedure or action."""

    program: Program
    make: Closures
    board: Board
    lines: list[tuple[Span, Build]] = attrs.Factory(list)
    size: int = 0
    frames: dict[str, Frame] = attrs.Factory(dict)
    scopes: list[Scope] = attrs.Factory(list)
    frame: Frame | None = None
    until: Eval | None = None
    where: str = ""
    shared: dict[str, Any] = attrs.Factory(dict)
    endings: list[tuple[ir.Ending, set[str]]] = attrs.Factory(list)
    guards: dict[Span, Callable[[Runner, Slots], None]] = attrs.Factory(dict)

    writers: ClassVar[Total[None]] = total(ir.Stmt)
    """By class of statement: the function that writes its instructions."""

    # ------------------------------------------------------------ writing

    def emit(self, span: Span, build: Build) -> None:
        self.lines.append((span, build))

    def place(self, label: Label) -> None:
        label.pc = len(self.lines)

    def jump(self, label: Label, span: Span) -> None:
        self.emit(span, lambda at: lambda r, s, to=label.pc: to)  # type: ignore[misc]

    def slot(self) -> int:
        """A new control slot."""
        self.size += 1
        return self.size - 1

    def do(self, span: Span, action: Callable[[Runner, Slots], None]) -> None:
        """An instruction that falls through to the next."""

        def build(at: int) -> Instruction:
            after = at + 1

            def run(r: Runner, s: Slots) -> int:
                action(r, s)
                return after

            return run

        self.emit(span, build)

    def suite(self, body: ir.Suite) -> None:
        for stmt in body:
            self.guard(stmt.span)
            if told := tells(self.make, before(self.program, stmt), stmt.span):
                self.do(stmt.span, told)
            self.writers(stmt)

    def guard(self, span: Span) -> None:
        """Add the guards of a statement."""
        if span in self.guards:
            self.do(span, self.guards[span])

    # ------------------------------------------------------------ effects and tests

    def effect(self, span: Span, action: Callable[[Runner, Slots], None], *touched: str) -> None:
        """A single effect: `end when` is tested after it, then the phase's `until`."""
        self.do(span, action)
        self.ends(span, touched)
        self.test_until(span)

    def ends(self, span: Span, touched: tuple[str, ...] = ()) -> None:
        """Test the endings that read what was touched."""
        some = [ending for ending, seen in self.endings if not touched or seen & set(touched)]
        if some:
            tests = [(self.make.of(ending.condition), ending) for ending in some]
            self.emit(span, lambda at: test_endings(tests, at + 1, END))

    def test_until(self, span: Span) -> None:
        """Tests `until` after a statement written in the phase."""
        if self.until is None or self.frame is None:
            return
        if any(scope.kind != "loop" for scope in self.scopes):
            return  # it waits for the end of the block
        until, out = self.until, self.frame.leave

        def build(at: int) -> Instruction:
            after, leave = at + 1, out.pc
            return lambda r, s: leave if not s[TOGETHER] and until(s) else after

        self.emit(span, build)

    def close(self, scopes: list[Scope], span: Span) -> None:
        """Close `together` scopes on the way out, innermost first; a secret block cannot be left."""
        for scope in reversed(scopes):
            if scope.kind == "together":
                self.do(span, shut_together)
            elif scope.kind == "block":
                self.do(span, lambda r, s: refuse_way_out(span))

    def scopes_since(self, kind: str) -> list[Scope]:
        """The scopes from the innermost one of a kind inwards, itself included."""
        for at in range(len(self.scopes) - 1, -1, -1):
            if self.scopes[at].kind == kind:
                return self.scopes[at:]
        return []


writes = Assembler.writers.case


def leave_proc(r: Runner, s: Slots, frame: Frame) -> int:
    """The end of a procedure; a phase's end is a rest point."""
    if frame.proc.kind == "phase":
        test_invariants(r, s)
    r.events.append(Left(frame.proc.span, s[BLOCK_SEAT], frame.proc.name))
    s[RUNNING] = s[RUNNING][:-1]
    return int(s[frame.back])


def stop_phase(r: Runner, s: Slots, span: Span) -> int:
    """Leaves the innermost running phase, and everything that runs in it."""
    frames: list[Frame] = list(r.code.extra["frames"].values())
    while True:
        frame = frames[s[RUNNING][-1]]
        block = s[BLOCK]
        if block is not None and block[2] >= len(s[RUNNING]):
            refuse_way_out(span)
        if frame.proc.kind == "phase" or len(s[RUNNING]) == 1:
            s[TOGETHER], s[RESULT] = s[frame.together], None
            return leave_proc(r, s, frame)
        r.events.append(Left(frame.proc.span, s[BLOCK_SEAT], frame.proc.name))
        s[RUNNING] = s[RUNNING][:-1]


def refuse_way_out(span: Span) -> None:
    raise RuleError("R632", span, what="a way out is taken")


def shut_together(r: Runner, s: Slots) -> None:
    s[TOGETHER] -= 1


def shut_block(r: Runner, s: Slots, span: Span) -> None:
    """Ends a secret block: from here on its actions are known."""
    seats = s[BLOCK][0]
    s[BLOCK], s[BLOCK_SEAT], s[TOGETHER] = None, 0, s[TOGETHER] - 1
    r.events.append(BlockEnded(span, 0, seats))
