"""Checks a linked game, in this order: names, types of data, signatures, then everything that has a body.

A mistake is reported and replaced by an unknown, which fits everywhere. So one mistake gives one error, and the rest of
the game is still checked. A game with an error in its rules has no typed form.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.base import limits
from rulelang.check import boards, builtins, data, families, instantiate_parts, looks, proofs, rules, tables, texts
from rulelang.check.calls import find_recursion, find_trials
from rulelang.check.environment import Context, Key, Symbol, World, seat_literal
from rulelang.check.hashes import Hashes
from rulelang.check.instantiate import Fitting
from rulelang.check.recall import Recall
from rulelang.diagnostics import Diagnostic, unique
from rulelang.ir.types import INT, SEAT, Piece, Zone
from rulelang.ir.walk import walk as ir_walk
from rulelang.link.linker import Linked
from rulelang.syntax import nodes
from rulelang.syntax.file_checks import walk
from rulelang.syntax.vocabulary import RESERVED

KIND: dict[type, str] = {
    nodes.Option: "option", nodes.Const: "const", nodes.Enum: "enum", nodes.TypeAlias: "type", nodes.Piece: "piece",
    nodes.Group: "group", nodes.Table: "table", nodes.Grid: "table", nodes.Zone: "zone", nodes.Var: "var",
    nodes.Resource: "resource", nodes.Fn: "fn", nodes.Step: "step", nodes.Phase: "phase", nodes.Menu: "menu",
    nodes.Score: "score", nodes.Instance: "instance", nodes.Board: "board", nodes.Spaces: "board",
}  # fmt: skip


MOST_PLAYERS = 30
PLAYABLE = {"R218"}  # a test of the base that a mod breaks: the game can still be played


def check(linked: Linked) -> tuple[ir.Game | None, list[Diagnostic]]:
    """The typed game, unless there is an error, and all diagnostics."""
    return Checker(linked).result()


OWN_MEANING = {"seats", "bank", "box", "Seat", "Int", "Bool", "Text", "Label", *builtins.NAMES}


class Checker:
    """The declarations of one game by kind, and the context for checking them."""

    def __init__(self, linked: Linked, recall: Recall | None = None) -> None:
        self.linked, self.recall = linked, recall
        self.declarations: list[Any] = [d for d in linked.declarations if not isinstance(d, nodes.Hole)]
        self.players = player_range(linked)
        least, most = min(self.players, default=1), max(self.players, default=1)
        self.world = World(least, most, originals=linked.originals, lost=linked.lost | linked.unsound)
        self.ctx = Context(self.world, [self.world.symbols, {}])
        self.mechanisms = self.all(nodes.Mechanism)

    def all(self, kind: Any) -> list[Any]:
        return [d for d in self.declarations if isinstance(d, kind)]

    def result(self) -> tuple[ir.Game | None, list[Diagnostic]]:
        """Run all checks, and return the result of `check`."""
        return self.conclude(self.run())

    def conclude(self, game: ir.Game) -> tuple[ir.Game | None, list[Diagnostic]]:
        problems = unique(self.world.problems)
        return (None if any(p.severity == "error" and p.code not in PLAYABLE for p in problems) else game), problems

    def run(self) -> ir.Game:
        self.check_players()
        self.declare()
        self.data_types()
        fittings = self.signatures()
        self.rules = self.bodies(fittings)
        self.found = Found.of(self.world)
        return self.with_tests()

    def with_tests(self) -> ir.Game:
        tests = proofs.tests(self.ctx, self.linked, self.rules.options, self.recall)
        return attrs.evolve(self.rules, locals=self.world.locals, tests=tests, lookups=self.lookups(tests))

    def lookups(self, tests: tuple[ir.Test, ...]) -> tuple[str, ...]:
        """The board lookups in the rules and in the tests, also in tests that were checked before."""
        if not self.world.boards:
            return ()
        found = [node.table for node in ir_walk((self.rules, tests)) if isinstance(node, ir.CellAt)]
        return tuple(name for name in dict.fromkeys(found) if name not in self.rules.tables)

    def again(self, linked: Linked) -> tuple[ir.Game | None, list[Diagnostic]]:
        """The same as `result`, for a game in which only tests have changed."""
        self.linked = linked
        self.found.restore(self.world)
        self.world.lost = linked.lost | linked.unsound
        return self.conclude(self.with_tests())

    def check_players(self) -> None:
        if not self.players or self.players[0] < 1 or self.players[-1] > MOST_PLAYERS:
            self.world.report("R326", self.linked.head.players.span)

    # ------------------------------------------------------------ names

    def declare(self) -> None:
        for node in self.declarations:
            kind = KIND.get(type(node))
            if kind is not None:
                self.name(Symbol(kind, str(node.name), span=node.name.span), node.name)
            elif isinstance(node, nodes.ConstByPlayers):
                for name in tables.by_players_names(node):
                    self.name(Symbol("const", str(name), span=name.span), name)
            elif isinstance(node, nodes.Setup | nodes.Play):
                word = "setup" if isinstance(node, nodes.Setup) else "play"
                self.world.symbols[word] = Symbol(word, word, span=node.span)
        box = Piece(tuple(sorted(str(n.name) for n in self.all((nodes.Piece, nodes.Group)))))
        self.world.symbols.setdefault("box", Symbol("zone", "box", Zone(box)))

    def name(self, symbol: Symbol, name: nodes.Word) -> None:
        if str(name) in RESERVED:
            self.world.report("R309", name.span, name=name)
        if seat_literal(str(name)) is not None or str(name) in OWN_MEANING:
            self.world.report("R327", name.span, name=name)
        old = self.world.symbols.get(str(name))
        if old is not None and old.span is not None:
            also = [(old.span, "declared first here")]
            self.world.report("R206", name.span, kind=symbol.kind, name=name, also=also)
            return
        symbol.faulty = str(name) in self.linked.unsound
        self.world.symbols[str(name)] = symbol
        self.world.mention(name, symbol)

    # ------------------------------------------------------------ types of data

    def data_types(self) -> None:
        ctx = self.ctx
        for node in self.all(nodes.Enum):
            data.enum(ctx, node)
        for node in self.all((nodes.Board, nodes.Spaces)):
            boards.names(ctx, node)
        self.constants = self.check_constants(0)
        for node in self.all(nodes.Option):
            self.world.symbols[str(node.name)].type = data.resolve(ctx, node.type)
        self.constants |= self.check_constants(1)
        for node in self.all((nodes.Board, nodes.Spaces)):
            made = boards.grid(ctx, node) if isinstance(node, nodes.Board) else boards.spaces(ctx, node)
            self.world.boards[str(node.name)] = made
        data.aliases(ctx, self.all(nodes.TypeAlias))
        self.constants |= self.check_constants(2)
        for node in self.all(nodes.Piece):
            data.piece_fields(ctx, node)
        for node in self.all(nodes.Group):
            data.group_fields(ctx, node)
        for node in self.all(nodes.Table):
            tables.table_columns(ctx, node)
        for node in self.all(nodes.Grid):
            tables.grid_symbol(ctx, node)
        for node in self.all(nodes.Resource):
            self.world.resources[str(node.name)] = data.resource(ctx, node)
        self.place_symbols()

    def check_constants(self, stage: int) -> dict[str, ir.Constant]:
        """Constants are checked after what they name: stage 1 has the types of options, stage 2 boards and records."""
        made = {}
        for node in self.all(nodes.ConstByPlayers) if stage == 0 else []:
            made.update({c.name: c for c in data.by_players(self.ctx, node)})
        waits = dict.fromkeys((str(node.name) for node in self.all(nodes.Option)), 1)
        late = self.all((nodes.TypeAlias, nodes.Board, nodes.Spaces))
        waits |= dict.fromkeys((str(node.name) for node in late), 2)
        for node in self.all(nodes.Const):
            used = self.names_used(node)
            cells = {name: 2 for name in used if ir.CELL.match(name) and not self.is_declared(name)}
            waits[str(node.name)] = max(((cells | waits).get(name, 0) for name in used), default=0)
            if waits[str(node.name)] == stage:
                made[str(node.name)] = data.const(self.ctx, node)
        return made

    def names_used(self, node: Any) -> set[str]:
        """The names in the value of a constant, and in the one that it replaces."""
        old = self.world.originals.get(id(node))
        return names_in(node.value) | (self.names_used(old) if isinstance(old, nodes.Const) else set())

    def is_declared(self, name: str) -> bool:
        return name in self.world.symbols or any(name in enum.members for enum in self.world.enums.values())

    def place_symbols(self) -> None:
        for node in self.all(nodes.Zone):
            self.fill(str(node.name), data.zone_symbol(self.ctx, node, str(node.name)))
        for node in self.all(nodes.Var):
            self.fill(str(node.name), data.var_symbol(self.ctx, node, str(node.name)))

    def fill(self, name: str, made: Symbol) -> None:
        symbol = self.world.symbols[name]
        symbol.type, symbol.indexes = made.type, made.indexes

    # ------------------------------------------------------------ signatures

    def signatures(self) -> list[Fitting]:
        for node in self.all((nodes.Fn, nodes.Step, nodes.Phase, nodes.Menu)):
            symbol = self.world.symbols[str(node.name)]
            symbol.params = rules.params_of(self.ctx, node)
            if getattr(node, "type", None) is not None:
                symbol.type = data.resolve(self.ctx, node.type)
        for node in self.all(nodes.Score):
            symbol = self.world.symbols[str(node.name)]
            symbol.params, symbol.type = (SEAT,), INT
        begun = [families.begin(self.ctx, node, self.mechanisms) for node in self.all(nodes.Instance)]
        fittings = [each for each in begun if each is not None]
        if fittings:  # each instance declares the parts of its mechanism again
            parts = sum(len(each.mechanism.parts) for each in fittings)
            limits.check(len(self.declarations) + parts, "declarations", fittings[-1].node.name.span)
        self.resolve_groups()
        for fitting in fittings:
            families.infer(fitting)
        return fittings

    def resolve_groups(self) -> None:
        for node in self.all(nodes.Group):
            self.world.groups[str(node.name)] = data.group(self.ctx, node)

    # ------------------------------------------------------------ bodies

    def bodies(self, fittings: list[Fitting]) -> ir.Game:
        ctx, world = self.ctx, self.world
        for zone in self.all(nodes.Zone):
            world.zones[str(zone.name)] = data.zone(ctx, zone, world.symbols[str(zone.name)])
        options = {str(n.name): data.option(ctx, n) for n in self.all(nodes.Option)}
        for piece in self.all(nodes.Piece):
            world.pieces[str(piece.name)] = data.piece(ctx, piece)
        for table in self.all(nodes.Table):
            world.tables[str(table.name)] = tables.table(ctx, table)
        for grid in self.all(nodes.Grid):
            world.tables[str(grid.name)] = tables.grid(ctx, grid)
        for var in self.all(nodes.Var):
            world.vars[str(var.name)] = data.var(ctx, var, world.symbols[str(var.name)])
        self.rule_bodies()
        instances = {str(f.node.name): instantiate_parts.finish(f) for f in fittings}
        made = [rules.limit(ctx, node) for node in self.all(nodes.Limit)]
        self.limits = tuple(each for each in made if each is not None)
        rules.endless(world, self.limits)
        named: dict[str, Any] = {str(fitting.node.name): fitting.mechanism for fitting in fittings}
        named |= {str(node.name): node for node in self.all((nodes.Step, nodes.Phase))}
        for name, (befores, afters) in self.linked.weaves.items():
            if name in world.procs:
                rules.weave(ctx, named.get(name), name, befores, afters)
        return self.assemble(options, instances)

    def rule_bodies(self) -> None:
        ctx, symbols = self.ctx, self.world.symbols
        for fn in self.all(nodes.Fn):
            rules.fn(ctx, fn, symbols[str(fn.name)])
        for proc in self.all((nodes.Step, nodes.Phase)):
            rules.proc(ctx, proc, symbols[str(proc.name)])
        for setup in self.all(nodes.Setup):
            rules.proc(ctx, setup, symbols["setup"])
        for play in self.all(nodes.Play):
            rules.proc(ctx, play, symbols["play"])
        for menu in self.all(nodes.Menu):
            rules.menu(ctx, menu, symbols[str(menu.name)])

    def assemble(self, options: dict[str, ir.Option], instances: dict[str, ir.Instance]) -> ir.Game:
        ctx, world, head = self.ctx, self.world, self.linked.head
        scores = {str(n.name): rules.score(ctx, n, world.symbols[str(n.name)]) for n in self.all(nodes.Score)}
        winners = [rules.winner(ctx, n) for n in self.all(nodes.Winner)]
        endings = tuple(rules.ending(ctx, n) for n in self.all(nodes.Ends))
        invariants = (*(rules.invariant(ctx, n) for n in self.all(nodes.Invariant)), *world.invariants)
        self.check_whole(winners)
        find_recursion(world)
        find_trials(world)
        texts.check_texts(ctx, [head, *self.declarations])
        return ir.Game(
            title=str(head.title), text=str(head.text or ""),
            credits=tuple(str(n.text) for n in self.all(nodes.Credits)), players=tuple(self.players),
            options=options, constants=self.constants, enums=world.enums, pieces=world.pieces, groups=world.groups,
            tables=world.tables, zones=world.zones, vars=world.vars, resources=world.resources, fns=world.fns,
            procs=world.procs, menus=world.menus, scores=scores, winner=winners[0] if winners else None,
            endings=endings, invariants=invariants,
            instances=instantiate_parts.with_types(instances, world),
            rulings=tuple((str(n.text), n.tags) for n in self.all(nodes.Ruling)),
            hashes=Hashes(self.linked), locals=world.locals, tests=(),
            variants={name: str(v.text or "") for name, v in self.linked.variants.items()}, active=self.linked.active,
            limits=self.limits, boards=world.boards,
            looks={**looks.looks(ctx, self.all(nodes.Look)), **rules.counters(self.limits)},
        )  # fmt: skip

    def check_whole(self, winners: list[ir.Winner]) -> None:
        """A game needs a play, and a winner."""
        if "play" not in self.world.procs and not self.world.is_lost("play"):
            self.world.report("R328", self.linked.head.span)
        if winners or self.world.is_lost("winner"):
            return
        ends = [node for each in self.declarations for node, _ in walk(each) if isinstance(node, nodes.EndGame)]
        named = bool(ends) and all(end.winners is not None for end in ends) and not self.all(nodes.Ends)
        if not named or any(limit.winners is None for limit in self.all(nodes.Limit)):
            self.world.report("R329", self.linked.head.span)
        elif "play" in self.world.procs:
            rules.end_as_draw(self.world, self.linked.head.span)


@attrs.frozen
class Found:
    """What is known when everything except the tests is checked."""

    problems: list[Diagnostic]
    unknown: dict[str, tuple[int, int]]
    unused: set[str]
    excused: set[Key]
    mentions: int
    locals: int
    asked: dict[str, bool]

    @staticmethod
    def of(world: World) -> Found:
        sets = dict(world.unknown), set(world.unused), set(world.excused)
        return Found([*world.problems], *sets, len(world.mentions), world.locals, dict(world.asked))

    def restore(self, world: World) -> None:
        world.problems, world.unknown = [*self.problems], dict(self.unknown)
        world.unused, world.excused = set(self.unused), set(self.excused)
        del world.mentions[self.mentions :]
        world.locals = self.locals


def player_range(linked: Linked) -> list[int]:
    """`3..4` or `4`, from the head of the game."""
    node = linked.head.players
    if isinstance(node, nodes.Number):
        return [node.value]
    if isinstance(node, nodes.SpanOf) and isinstance(node.low, nodes.Number) and isinstance(node.high, nodes.Number):
        return list(range(node.low.value, min(node.high.value, node.low.value + MOST_PLAYERS) + 1))
    return []


def names_in(node: Any) -> set[str]:
    """Every name that an expression uses."""
    if isinstance(node, nodes.Name):
        return {str(node.name)}
    if isinstance(node, tuple):
        return set().union(*(names_in(item) for item in node)) if node else set()
    if isinstance(node, nodes.Node):
        return set().union(*(names_in(getattr(node, f.name)) for f in attrs.fields(type(node))[1:]), set())
    return set()
