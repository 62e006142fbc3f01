"""Which parts of the rules have run: lines, branches, rungs of ladders, rows of tables, actions of menus, score lines.

While a `Coverage` is watching, the engine is built with marks in it: every instruction, every rung and every lookup
marks its unit when it runs. Otherwise nothing is watched and nothing is slower. Programs must be lowered while it
watches, since the code of a program is built only once.

    with Coverage().watching() as coverage:
        … run tests, play games …
    coverage.lines(source)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.source import Source, Span
from rulelang.engine.closures import Closures, Eval
from rulelang.engine.instructions import Assembler, Build
from rulelang.engine.offers import MenuOffer
from rulelang.engine.runner import Instruction, Runner, Slots
from rulelang.program import Grid, Program

# kind of unit: what is said of one that no game and no test has reached
KINDS = {
    "line": "a part never run",
    "true": "never true",
    "false": "never false",
    "rung": "never taken",
    "row": "never looked up",
    "action": "never taken",
    "offer": "never offered",
    "score": "never counted",
    "function": "never called",
}


@attrs.define(eq=False)
class Unit:
    """A part of the rules that runs or does not."""

    kind: str
    span: Span
    name: str = ""
    ran: bool = False

    @property
    def label(self) -> str:
        return f"{self.name} {KINDS[self.kind]}".strip()


@attrs.define(eq=False)
class Coverage:
    """All units that were met, by kind and place."""

    units: dict[tuple[object, ...], Unit] = attrs.Factory(dict)
    noted: dict[int, tuple[object, list[Unit]]] = attrs.Factory(dict)
    """By id of an expression: itself, kept alive, and the units it stands for."""
    conditions: dict[tuple[object, ...], tuple[Unit, Unit]] = attrs.Factory(dict)
    """By place of a condition of an `if`: the units of its two ways, false and true."""
    scored: dict[tuple[object, ...], Unit] = attrs.Factory(dict)
    """By place of the value of a score line: the unit of the line."""
    met: dict[int, Program] = attrs.Factory(dict)
    offers: dict[int, object] = attrs.Factory(dict)
    jumps: bool = False
    """Is a jump being written?"""

    def unit(self, kind: str, span: Span, name: str = "") -> Unit:
        key = (kind, span.source.name, span.start, span.end, name)
        if key not in self.units:
            self.units[key] = Unit(kind, span, name)
        return self.units[key]

    def note(self, expr: object, unit: Unit) -> None:
        _, units = self.noted.setdefault(id(expr), (expr, []))
        if unit not in units:
            units.append(unit)

    # ------------------------------------------------------------ watching

    @contextmanager
    def watching(self) -> Iterator[Coverage]:
        """Everything that is put together meanwhile tells what runs."""
        seams = [
            (Assembler, Assembler.emit.__name__, self.emitting),
            (Assembler, Assembler.jump.__name__, self.jumping),
            (Closures, Closures.of.__name__, self.making),
            (MenuOffer, MenuOffer.options.__name__, self.offering),
            (MenuOffer, MenuOffer.pieces_of.__name__, self.taking),
        ]
        usual = [getattr(home, name) for home, name, _ in seams]
        cases = Assembler.writers.cases
        branch = cases[ir.Branch]
        try:
            for (home, name, change), method in zip(seams, usual):
                setattr(home, name, change(method))
            cases[ir.Branch] = self.branching(branch)
            yield self
        finally:
            for (home, name, _), method in zip(seams, usual):
                setattr(home, name, method)
            cases[ir.Branch] = branch

    def emitting(self, usual: Any) -> Any:
        """Instructions that mark their line, and for conditions of `if` which branch they took."""

        def emit(asm: Assembler, span: Span, build: Build) -> None:
            if self.jumps:
                usual(asm, span, build)
                return
            unit = self.unit("line", span)
            two = self.conditions.get(span.place)

            def noting(at: int) -> Instruction:
                instruction, after = build(at), at + 1

                def run(r: Runner, s: Slots) -> int:
                    unit.ran = True
                    to = instruction(r, s)
                    if two is not None:
                        two[to == after].ran = True
                    return to

                return run

            usual(asm, span, noting)

        return emit

    def jumping(self, usual: Any) -> Any:
        """Jumps are the engine's, and no part of the rules."""

        def jump(asm: Assembler, label: Any, span: Span) -> None:
            self.jumps = True
            usual(asm, label, span)
            self.jumps = False

        return jump

    def branching(self, usual: Any) -> Any:
        """Conditions are known by their statement: an option may have made them simpler."""

        def branch(asm: Assembler, stmt: ir.Branch) -> None:
            for number, (condition, _) in enumerate(stmt.branches, 1):
                head = Span(stmt.span.source, stmt.span.start, stmt.span.start + number)
                where = head if number == 1 else condition.span
                self.conditions[condition.span.place] = self.unit("false", where), self.unit("true", where)
            usual(asm, stmt)

        return branch

    def making(self, usual: Any) -> Any:
        """Closures that mark the rung, the branch, the row or the function they belong to."""

        def of(make: Closures, expr: ir.Expr) -> Eval:
            self.meet(make.program)
            if isinstance(expr, ir.Rungs):
                for rung in expr.rungs:
                    self.note(rung.value, self.unit("rung", rung.span))
                self.note(expr.otherwise, self.unit("rung", expr.otherwise.span))
            elif isinstance(expr, ir.If):
                self.note(expr.then, self.unit("rung", expr.then.span, "`then`"))
                self.note(expr.otherwise, self.unit("rung", expr.otherwise.span, "`else`"))
            closure: Eval = usual(make, expr)
            if expr.span.place in self.scored:
                closure = marking(closure, self.scored[expr.span.place])
            if id(expr) in self.noted:
                closure = marking(closure, *self.noted[id(expr)][1])
            if isinstance(expr, ir.RowAt | ir.CellAt | ir.RowField) and expr.table in make.program.game.tables:
                return self.looking_up(make, expr, closure)
            if isinstance(expr, ir.Call) and expr.fn in make.program.game.fns:
                return marking(closure, self.unit("function", make.program.game.fns[expr.fn].span, f"`{expr.fn}`"))
            return closure

        return of

    def meet(self, program: Program) -> None:
        """A score is added up by `tally`, or where its name is called: what marks its lines are their values."""
        if id(program) not in self.met:
            self.met[id(program)] = program
            for line in (line for score in program.game.scores.values() for line in score.lines):
                self.scored[line.value.span.place] = self.unit("score", line.span, f"“{line.label}”")

    def looking_up(self, make: Closures, expr: Any, closure: Eval) -> Eval:
        """Marks the row of a table that is read."""
        rows = self.rows(make.program, expr.table)
        if isinstance(expr, ir.RowAt):

            def row(s: Slots) -> Any:
                found = closure(s)
                rows[found].ran = True
                return found

            return row
        if isinstance(expr, ir.RowField):
            which = make.of(expr.row)

            def field(s: Slots) -> Any:
                rows[which(s)].ran = True
                return closure(s)

            return field
        indexes = make.all(expr.indexes)

        def cell(s: Slots) -> Any:
            at = tuple([index(s) for index in indexes])
            if at in rows:
                rows[at].ran = True
            return closure(s)

        return cell

    def rows(self, program: Program, name: str) -> dict[Any, Unit]:
        """The units of a table: by number of the row of records, by indexes of the cell of a grid."""
        declared, table = program.game.tables[name], program.tables.get(name)
        if not isinstance(table, Grid):
            return {at: self.unit("row", row[0].span, name) for at, row in enumerate(declared.rows)}
        cells = [cell for cell in declared.cells if cell is not None]
        lines = {cell.span.line: cell.span for cell in reversed(cells)}
        return {at: self.unit("row", lines[cell.span.line], name) for at, cell in zip(table.cells, cells)}

    def offering(self, usual: Any) -> Any:
        def options(offer: MenuOffer, s: Slots) -> Any:
            found = usual(offer, s)
            if id(offer) not in self.offers:
                self.offers[id(offer)] = offer
                for each in (each.action for ref in offer.refs for each in ref.menu.actions):
                    self.unit("offer", each.span, f"`{each.name}`")
            for value in found:
                action = offer.action(value)
                self.unit("offer", action.span, f"`{action.name}`").ran = True
            return found

        return options

    def taking(self, usual: Any) -> Any:
        def mark_taken(offer: MenuOffer, value: Any) -> Any:
            action = offer.action(value)
            self.unit("action", action.span, f"`{action.name}`").ran = True
            return usual(offer, value)

        return mark_taken

    # ------------------------------------------------------------ looking

    def of(self, source: Source) -> list[Unit]:
        """The units of a file, in its order. Where an action is never offered, that it is never taken goes unsaid."""
        mine = [unit for unit in self.units.values() if unit.span.source.name == source.name]
        return sorted(mine, key=lambda unit: (unit.span.start, unit.kind))

    def lines(self, source: Source) -> dict[int, list[Unit]]:
        """By line: its units."""
        found: dict[int, list[Unit]] = {}
        for unit in self.of(source):
            found.setdefault(unit.span.line, []).append(unit)
        return dict(sorted(found.items()))


def marking(closure: Eval, *units: Unit) -> Callable[[Slots], Any]:
    def run(s: Slots) -> Any:
        for unit in units:
            unit.ran = True
        return closure(s)

    return run
