"""Instruments a program for statistics: the same game, with statements that count.

This is the one place that defines what a statistic means, in terms of the typed game: what is chosen in each choice,
which actions of menus are taken, what mechanisms of a family show when they end, which rows of tables are looked up,
what the lines of scores give, and the standings when a round begins. Every engine runs these statements, and they
change nothing.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.base.frozen import Frozen, frozen
from rulelang.base.source import Span
from rulelang.ir import types
from rulelang.ir.counting import Aside, Count, Standing
from rulelang.ir.suites import with_suites
from rulelang.ir.types import bare
from rulelang.ir.walk import walk
from rulelang.native.totals import FINALE, Totals
from rulelang.present.english import words_of
from rulelang.program import Program
from rulelang.sim.cells import Cells, Values, values_of
from rulelang.sim.families import at_return, trick_taken
from rulelang.sim.lookups import Lookup, lookups
from rulelang.sim.money import Purse, measure_leftovers, measure_payment, note_amounts, purse
from rulelang.sim.offers import before_choice, count_taken, simultaneous
from rulelang.sim.purchases import Purchases
from rulelang.sim.roles import Roles
from rulelang.sim.rounds import reachable_procs, round_loops
from rulelang.sim.safety import conditions_for
from rulelang.sim.sheet import Measure, Sheet, Use


@frozen
class Watch(Frozen):
    """A program that is watched, and what its cells and series stand for."""

    program: Program
    sheet: Sheet

    @property
    def totals(self) -> Totals:
        return self.sheet.totals


def watch_program(program: Program) -> Watch:
    """The program with everything counted that can be."""
    watching = Watching(program)
    made = watching.program_watched()
    uses, measures = tuple(watching.cells.uses), tuple(watching.cells.measures)
    rounds = tuple(f"{loop.span.source.name}:{loop.span.line}" for loop in watching.loops)
    offers = tuple(watching.cells.offers)
    totals = totals_of(program, len(uses), len(measures), len(offers))
    return Watch(made, Sheet(program.game.title, totals, uses, measures, rounds, offers))


def plain_watch(program: Program) -> Watch:
    """The program as it is: who wins, with which score, after how many decisions."""
    return Watch(program, Sheet(program.game.title, totals_of(program, 0, 0)))


def totals_of(program: Program, cells: int, samples: int, offers: int = 0) -> Totals:
    winner = program.game.winner
    most, value = winner.criteria[0] if winner and winner.criteria else (True, None)
    scored = value is not None and isinstance(value.type, types.Int)
    return Totals(program.players, cells, samples, most, scored, offers)


class Watching:
    """Goes through a game and records what is to be counted. New locals come after all other slots."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.game = program.game
        self.cells = Cells(program)
        self.locals = 0
        self.chooser = self.local("chooser", types.SEAT)
        self.resolved = {node.menu.menu for node in walk(self.game.procs) if isinstance(node, ir.Resolve)}
        self.loops = round_loops(self.game)
        winner = self.game.winner
        value = winner.criteria[0][1] if winner and winner.criteria else None
        self.known = conditions_for(program, value, winner.seat) if winner and value is not None else None
        self.where = ""
        self.instance: ir.Instance | None = None
        self.purse: Purse = {}
        self.roles = Roles(self)
        self.purchases = Purchases(self)

    def local(self, name: str, type_: types.Type) -> ir.Local:
        layout = self.program.layout
        self.locals += 1
        return ir.Local(name, type_, layout.size - layout.locals + self.locals - 1)

    # ------------------------------------------------------------ the whole game

    def program_watched(self) -> Program:
        game, used = self.game, {"setup", "play"} & set(self.game.procs)
        used |= reachable_procs(game, tuple(game.procs[name].body for name in sorted(used)))
        procs = {name: self.proc(proc) if name in used else proc for name, proc in game.procs.items()}
        menus = {name: self.menu(menu) for name, menu in game.menus.items()}
        procs[FINALE] = self.finale()
        layout = attrs.evolve(self.program.layout, size=self.program.layout.size + self.locals)
        made = attrs.evolve(game, procs=procs, menus=menus)
        return attrs.evolve(self.program, game=made, layout=layout, procs=(*self.program.procs, FINALE))

    def proc(self, proc: ir.Proc) -> ir.Proc:
        self.where = proc.declared
        self.instance = self.game.instances.get(proc.declared) if proc.kind == "mechanism" else None
        body = proc.body
        if self.instance is not None and self.instance.family == "trick":
            body = trick_taken(self.game, self.cells, self.instance, body)
        auction = self.instance is not None and self.instance.family == "auction"
        self.purse = purse(self, proc) if auction else {}
        begins = self.purchases.begins(proc.declared, proc.span) if auction else []
        body = (*self.aside(proc.span, [*begins, *note_amounts(self.purse, proc.span)]), *self.suite(body))
        self.instance, self.purse = None, {}
        return attrs.evolve(proc, body=self.begin_proc(proc, body))

    def begin_proc(self, proc: ir.Proc, body: ir.Suite) -> ir.Suite:
        """The roles are empty when the game begins, and some are assigned when play begins; nobody has bought anything.
        """
        first = "setup" if "setup" in self.game.procs else "play"
        if proc.name == "play":
            body = (*self.aside(proc.span, self.roles.play_begins(proc.span)), *body)
        if proc.name != first:
            return body
        return (self.roles.nobody_yet(proc.span), *self.aside(proc.span, self.purchases.nobody_yet(proc.span)), *body)

    def menu(self, menu: ir.Menu) -> ir.Menu:
        actions = tuple(self.action(menu, action) for action in menu.actions)
        self.where = menu.name
        return attrs.evolve(menu, actions=actions, finally_=self.suite(menu.finally_))

    def action(self, menu: ir.Menu, action: ir.Action) -> ir.Action:
        """Who takes an action was noted when it was offered."""
        self.where, seat = f"{menu.name}.{action.name}", ir.Get(types.SEAT, action.span, self.chooser)
        chosen = tuple(ir.Get(local.type, action.span, local) for local, _ in action.binders)
        found = self.count_action(menu, action, chosen, seat)
        found = found if menu.name in self.resolved else count_taken(self, found)
        for param in menu.params:
            if isinstance(param.type, types.Row):
                found += self.count_local(Use("row", param.type.table, ""), param, seat)
        return attrs.evolve(action, body=(Aside(action.span, (), tuple(found)), *self.suite(action.body)))

    def count_action(
        self, menu: ir.Menu, action: ir.Action, chosen: tuple[ir.Expr, ...], seat: ir.Expr
    ) -> list[ir.Stmt]:
        """What is counted of an action with these values of its binders."""
        use = Use("action", menu.name, action_name(menu, action, self.program), message_text(action.label))
        found: list[ir.Stmt] = [self.cells.one(use, seat, action.span)]
        for (local, _), value in zip(action.binders, chosen):
            some = Use("answer", f"{menu.name}.{action.name}.{local.name}", "")
            found += self.count_value(some, value, seat, False)
        return found

    def finale(self) -> ir.Proc:
        """Scores that are computed only for the winner are read when the game is over."""
        winner, found = self.game.winner, []
        tallied = {each.score for proc in self.game.procs.values() for each in walk_tallies(proc.body)}
        for _, value in winner.criteria if winner else ():
            if isinstance(value, ir.Call) and value.fn in self.game.scores and value.fn not in tallied:
                found.append(self.count_score(value.fn, value.span))
        span = winner.span if winner else next(iter(self.game.procs.values())).span
        found += [*self.purchases.finale(span), *measure_leftovers(self, span), *self.roles.finale(span)]
        return ir.Proc(FINALE, "setup", (), None, tuple(found), None, "", (), span)  # of a kind that is always kept

    # ------------------------------------------------------------ statements

    def suite(self, body: ir.Suite) -> ir.Suite:
        return tuple(self.purchases.close_suite(body, [each for stmt in body for each in self.statement(stmt)]))

    def is_known(self, span: Span) -> ir.Expr:
        """Can the score of every seat be told?"""
        yes: ir.Expr = ir.Lit(types.BOOL, span, self.known is not None)
        for each in reversed(self.known or ()):
            yes = ir.Op(types.BOOL, span, "and", (each, yes)) if not isinstance(yes, ir.Lit) else each
        return yes

    def standing(self, span: Span) -> ir.Stmt:
        """How all stand when a round begins, if that can be told."""
        if not self.known:
            return Standing(span, (), self.known is not None)
        told, untold = Standing(span, (), True), Standing(span, (), False)
        return Aside(span, (), (ir.Branch(span, (), ((self.is_known(span), (told,)),), (untold,)),))

    def statement(self, stmt: Any) -> list[ir.Stmt]:
        """A statement with what watches it, before it, in it and behind it."""
        before, after = list(self.count_lookups(stmt)), []
        if isinstance(stmt, ir.Return) and self.instance is not None:
            before += at_return(self.cells, self.instance, stmt, self.purse, self.purchases.note_buyer)
        if isinstance(stmt, ir.Pay):
            before += measure_payment(self.cells, self.where, stmt)
        if isinstance(stmt, ir.Tally):
            before.append(self.count_score(stmt.score, stmt.span, stmt.seat))
        if isinstance(stmt, ir.ChooseAction) or (isinstance(stmt, ir.Resolve) and stmt.menu.arguments):
            seat = stmt.seat if isinstance(stmt, ir.ChooseAction) else stmt.menu.arguments[0]
            before.append(ir.Assign(stmt.span, (), ir.LocalTarget(self.chooser), seat))
        if isinstance(stmt, ir.Choose | ir.ChooseAction):
            before.append(self.roles.chooses(stmt.seat))
        before += before_choice(self, stmt)
        if isinstance(stmt, ir.Choose) and not stmt.optional:
            after += self.count_answer(stmt.asking, stmt.seat)
        if isinstance(stmt, ir.EachChooses):
            after.append(self.all_answered(stmt))
        made = [self.inside(stmt)]
        return [*self.aside(stmt.span, before), *made, *self.aside(stmt.span, after)]

    def aside(self, span: Span, body: list[ir.Stmt]) -> list[ir.Stmt]:
        return [Aside(span, (), tuple(body))] if body else []

    def inside(self, stmt: Any) -> ir.Stmt:
        """A statement with its suites watched."""
        made: Any = with_suites(stmt, self.suite)
        if isinstance(stmt, ir.Choose) and stmt.optional:
            body = (*self.aside(stmt.span, self.count_answer(stmt.asking, stmt.seat)), *made.body)
            otherwise = (*self.aside(stmt.span, self.passing(stmt)), *made.otherwise)
            made = attrs.evolve(made, body=body, otherwise=otherwise)
        if isinstance(stmt, ir.ChooseAction) and (stmt.optional or stmt.fallback is not None):
            made = attrs.evolve(made, fallback=(*self.aside(stmt.span, self.passing(stmt)), *(made.fallback or ())))
        if any(stmt is loop for loop in self.loops):
            made = attrs.evolve(made, body=(self.standing(stmt.span), *made.body))
        return made

    # ------------------------------------------------------------ answers

    def site(self, asking: ir.Asking) -> str:
        """A choice, as decisions are named."""
        return f"{self.where}.{asking.local.name}"

    def count_pass(self, stmt: ir.Choose | ir.ChooseAction) -> Count:
        """That a seat passes."""
        if isinstance(stmt, ir.Choose):
            use = Use("answer", self.site(stmt.asking), "pass", prompt(stmt.asking))
        else:
            menus = "+".join(dict.fromkeys(ref.menu for ref in stmt.menus))
            use = Use("action", menus, "pass", message_text(stmt.prompt))
        return self.cells.one(use, stmt.seat, stmt.span)

    def passing(self, stmt: ir.Choose | ir.ChooseAction) -> list[ir.Stmt]:
        several = isinstance(stmt, ir.Choose) and stmt.asking.quantity is not None
        unoffered = several or not stmt.optional
        return [self.count_pass(stmt)] if unoffered else count_taken(self, [self.count_pass(stmt)])

    def answer(self, asking: ir.Asking, value: ir.Expr, seat: ir.Expr) -> list[ir.Stmt]:
        """What is counted of an answer."""
        use = Use("answer", self.site(asking), "", prompt(asking))
        return self.count_value(use, value, seat, asking.quantity is not None)

    def count_answer(self, asking: ir.Asking, seat: ir.Expr) -> list[ir.Stmt]:
        found = self.answer(asking, ir.Get(asking.local.type, seat.span, asking.local), seat)
        return found if asking.quantity is not None else count_taken(self, found)

    def all_answered(self, stmt: ir.EachChooses) -> ir.Stmt:
        """Simultaneous answers are counted, with what was offered, when all are in."""
        here, asking = ir.Get(types.SEAT, stmt.span, stmt.seat), stmt.asking
        body = self.answer(asking, ir.VarAt(asking.local.type, stmt.span, stmt.var, (here,)), here)
        if asking.quantity is None:
            body = simultaneous(self, asking, here, body)
        return ir.For(stmt.span, (), stmt.seat, stmt.seats, None, tuple(body))

    def count_local(self, use: Use, local: ir.Local, seat: ir.Expr, many: bool = False) -> list[ir.Stmt]:
        return self.count_value(use, ir.Get(local.type, seat.span, local), seat, many)

    def count_value(self, use: Use, value: ir.Expr, seat: ir.Expr, many: bool) -> list[ir.Stmt]:
        """A value by itself, each item of a bag, or a number that is not bounded."""
        kind = bare(value.type)
        if many and isinstance(kind, types.List):
            values = values_of(self.program, kind.of)
            if values is None:
                return []
            item = self.local("item", kind.of)
            each = self.cells.each(use, values, ir.Get(kind.of, value.span, item), seat)
            return [ir.For(value.span, (), item, value, None, (each,))]
        values = values_of(self.program, kind)
        if values is not None:
            return [self.cells.each(use, values, value, seat)]
        if isinstance(kind, types.Int):
            some = attrs.evolve(use, name="a number")
            return [
                self.cells.one(some, seat, value.span),
                self.cells.sample(Measure("answer", use.group, "", use.text), value),
            ]
        return []

    # ------------------------------------------------------------ scores and tables

    def count_score(self, name: str, span: Span, one: ir.Expr | None = None) -> ir.Stmt:
        """Each line that gives a seat something: whom, and how much."""
        score, found = self.game.scores[name], list[ir.Stmt]()
        seat = ir.Get(types.SEAT, span, score.seat)
        for line in score.lines:
            use = Use("score", name, line.label, score.text)
            gives = ir.Op(types.BOOL, line.span, "ne", (line.value, ir.Lit(types.INT, line.span, 0)))
            noted = (
                self.cells.one(use, seat, line.span),
                self.cells.sample(Measure("score", name, line.label, score.text), line.value),
            )
            inner: ir.Stmt = ir.Branch(line.span, (), ((gives, noted),), ())
            rows = [self.count_lookup(each, seat, line.span) for each in lookups(self.game, line.value)]
            body = (*(row for row in rows if row is not None), inner)
            found += body if line.condition is None else [ir.Branch(line.span, (), ((line.condition, body),), ())]
        seats = types.List(types.SEAT)
        whose = ir.Seats(seats, span) if one is None else ir.ListOf(seats, span, (one,))
        return ir.For(span, (), score.seat, whose, None, tuple(found))

    def count_lookups(self, stmt: Any) -> list[ir.Stmt]:
        """The rows of tables that a statement looks up, whoever's turn it is."""
        exprs = [getattr(stmt, name) for name in LOOKED.get(type(stmt), ())]
        found = [self.count_lookup(each, None, stmt.span) for expr in exprs for each in lookups(self.game, expr)]
        return [each for each in found if each is not None]

    def count_lookup(self, found: Lookup, seat: ir.Expr | None, span: Span) -> ir.Stmt | None:
        count = self.row_counted(found, seat)
        if count is None or all(isinstance(index, ir.Lit) for index in found.key):
            return None
        made: ir.Stmt = count
        for condition in reversed(found.conditions):
            made = ir.Branch(span, (), ((condition, (made,)),), ())
        return made

    def row_counted(self, found: Lookup, seat: ir.Expr | None) -> Count | None:
        table = self.game.tables[found.table]
        if not table.columns:
            return self.cells.row(found.table, found.key, seat)
        key = values_of(self.program, found.key[0].type)
        use = Use("row", found.table, "", table.text)
        return None if key is None else self.cells.each(use, key, found.key[0], seat)


# statement: the values of it that are worked out once, before anything else happens
LOOKED: dict[type, tuple[str, ...]] = {
    ir.Assign: ("value",),
    ir.Pay: ("amount",),
    ir.Deal: ("number",),
    ir.Repeat: ("number",),
}


def walk_tallies(body: Any) -> list[ir.Tally]:
    return [node for node in walk(body) if isinstance(node, ir.Tally)]


def action_name(menu: ir.Menu, action: ir.Action, program: Program) -> str:
    """`take_it`; of a family of powers also which one: `pair of gloves: own_floor`."""
    if action.key is None or menu.key is None:
        return action.name
    values: Values | None = values_of(program, menu.key.type)
    key = action.key
    if values is None or not isinstance(key, int) or not 0 <= key - values.low < len(values.names):
        return action.name
    power = values.names[key - values.low]
    return action.name if power in (action.name, words_of(action.name)) else f"{power}: {action.name}"


def message_text(message: ir.Message | None) -> str:
    """A text with its holes shown as dots."""
    return "" if message is None else "".join(part if isinstance(part, str) else "…" for part in message.parts)


def prompt(asking: ir.Asking) -> str:
    return message_text(asking.prompt)
