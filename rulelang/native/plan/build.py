"""From typed expressions to plan nodes: tables for what reads no state, functions inlined where that is cheap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any

from rulelang import ir
from rulelang.ir import calls, types
from rulelang.ir.types import bare
from rulelang.ir.walk import walk
from rulelang.native.passes.cse import cheap
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import Table, is_op
from rulelang.native.plan.layout import LARGEST, MISSING, Layout, free_locals
from rulelang.native.plan.nodes import (
    INT,
    LIST,
    MASK,
    TUPLE,
    Node,
    Plan,
    Unit,
    Unsupported,
    clean,
    get,
    nodes,
    number,
    op,
    simple,
)
from rulelang.native.plan.reps import (
    as_list,
    constant_value,
    is_piece,
    list_depth,
    offset,
    once,
    rep_of_known,
    storable,
    within,
)
from rulelang.program import Array

Env = dict[ir.Local, Node]
Maker = Callable[["Planner", Any, Env], Node]
INLINE = 40  # nodes of a function that is written out at each call
TRIES = 20  # a function that was too long so often is called
LINES = 500  # of a score; so many of the largest numbers have a sum of less than 64 bits
PAIRS = 5000  # entries of a table by two values


class Planner:
    """Makes the plan of a program."""

    makers: dict[type, Maker] = {}

    def __init__(self, layout: Layout, watched: bool = False) -> None:
        self.layout, self.watched = layout, watched
        self.program = layout.program
        self.game = layout.game
        self.plan = Plan(layout)
        self.serial = count(1)
        self.making: set[str] = set()
        self.too_long: Counter[str] = Counter()
        """How often a function was too long to be written out."""
        self.frees: dict[str, set[ir.Local]] = {}
        self.texts: dict[str, int] = {}

    # ------------------------------------------------------------ names

    def fresh(self, local: ir.Local) -> str:
        return self.note_local(local, f"b_{clean(local.name)}_{next(self.serial)}")

    def note_local(self, local: ir.Local, name: str) -> str:
        """Records that a local may be none, or may contain lists of lists."""
        if (depth := list_depth(local.type)) > 1:
            self.plan.depths[name] = depth
        if isinstance(local.type, types.Optional | types.Nothing | types.Unknown):
            self.plan.optional.add(name)
        return name

    def name(self, local: ir.Local) -> str:
        """The name of a local that belongs to a function; a local that other functions access has the same name
        everywhere.
        """
        letters = clean(local.name)
        if local in self.layout.shared:
            self.plan.shared[f"s_{letters}_{local.number}"] = self.layout.rep_of(local.type)
            return self.note_local(local, f"s_{letters}_{local.number}")
        return self.note_local(local, f"l_{letters}_{local.number}")

    def bind(self, local: ir.Local, env: Env, rep: str | None = None) -> str:
        """A new name for a binder of an expression."""
        name = self.fresh(local)
        env[local] = get(name, rep or self.layout.rep_of(local.type))
        return name

    def free(self, expr: Any) -> set[ir.Local]:
        """The locals that a value depends on, directly or through the functions it calls."""
        found = free_locals(expr)
        for node in walk(expr):
            if isinstance(node, ir.Call):
                found = found | self.free_of(node.fn)
        return found

    def free_of(self, fn: str) -> set[ir.Local]:
        if fn not in self.frees:
            self.frees[fn] = set()
            self.frees[fn] = self.free(calls.body(self.game, fn)) - set(calls.params(self.game, fn))
        return self.frees[fn]

    # ------------------------------------------------------------ values

    def encode(self, value: Any) -> Any:
        """A value that is known, with numbers for texts: they can be the same or not, no more."""
        if isinstance(value, tuple):
            return type(value)(map(self.encode, value))
        return self.texts.setdefault(value, len(self.texts)) if isinstance(value, str) else value

    def value(self, expr: ir.Expr, env: Env) -> Node:
        """An expression as a node, kept as suits it best."""
        try:
            made = self.tabulate(expr, env)
            return made if made is not None else self.makers[type(expr)](self, expr, env)
        except Unsupported as problem:
            raise problem.at(expr.span) from None

    def scalar(self, expr: ir.Expr, env: Env) -> Node:
        made = self.value(expr, env)
        if made.rep not in (INT, TUPLE):
            raise Unsupported(f"a {type(expr).__name__} where a single value is wanted").at(expr.span)
        return made

    def items(self, expr: ir.Expr, env: Env) -> Node:
        """A list, or the pieces of a place, as a list."""
        return as_list(self.pieces(expr, env))

    def pieces(self, expr: ir.Expr, env: Env) -> Node:
        """A piece, a list or a zone, as a list or mask."""
        kind = bare(expr.type)
        if isinstance(kind, types.Zone):
            return self.contents(expr, env)
        made = self.value(expr, env)
        if isinstance(kind, types.Piece):
            return op(ops.MBIT, made, rep=MASK)
        if made.op is ops.LIST and len(made.args) == 1 and isinstance(kind, types.List) and is_piece(kind.of):
            return op(ops.MBIT, made.args[0], rep=MASK)
        return made

    def contents(self, zone: ir.Expr, env: Env) -> Node:
        rep = self.layout.zone_rep(zone)
        place = self.value(zone, env)
        if rep == LIST and not self.layout.zone_is_list(zone):
            return op(ops.ANYZONE, place, rep=LIST)
        return op(ops.ZONE, place, rep=rep)

    # ------------------------------------------------------------ tables

    def tabulate(self, expr: ir.Expr, env: Env) -> Node | None:
        """A table, for what depends on one or two locals alone."""
        if isinstance(expr, ir.Lit | ir.Get | ir.ZoneAt | ir.Inside | ir.ListOf) or not self.layout.stateless(expr):
            return None
        if isinstance(expr, ir.Call) and expr.fn not in self.game.fns:
            return None
        free = sorted(self.free(expr), key=lambda local: local.number)
        if not 1 <= len(free) <= 2 or any(local not in env and local in self.layout.shared for local in free):
            return None
        if len(free) == 1:
            return self.by_one(expr, free[0], self.local(free[0], env))
        return self.by_two(expr, free, env)

    def local(self, local: ir.Local, env: Env) -> Node:
        return env[local] if local in env else get(self.name(local), self.layout.rep_of(local.type))

    def by_one(self, expr: ir.Expr, local: ir.Local, index: Node) -> Node | None:
        domain = self.layout.domain(local.type)
        values = self.layout.table(expr, local)
        if domain is None or values is None or not storable(values.values()):
            return None
        if domain[0][0] < 0 or domain[0][-1] >= LARGEST:
            return None
        if domain[1]:
            index = within(index, domain[0][0], domain[0][-1])
        rows = [values.get(at, MISSING) for at in range(domain[0][-1] + 1)]
        return self.table_node(expr, rows, index, values.values())

    def by_two(self, expr: ir.Expr, free: list[ir.Local], env: Env) -> Node | None:
        one, two = free
        domains = [self.layout.domain(local.type) for local in free]
        if domains[0] is None or domains[1] is None or domains[0][1] or domains[1][1]:
            return None
        width, height = domains[1][0].stop, domains[0][0].stop
        if not 0 < width * height <= PAIRS:
            return None
        values: list[Any] = [MISSING] * (width * height)
        for first in domains[0][0]:
            self.layout.slots[self.layout.make.slot(one)] = first
            row = self.layout.table(expr, two) or {}
            for second, value in row.items():
                values[first * width + second] = value
        if not storable(values):
            return None
        left = op(ops.MUL, self.local(one, env), number(width))
        reached = [values[a * width + b] for a in domains[0][0] for b in domains[1][0]]
        return self.table_node(expr, values, op(ops.ADD, left, self.local(two, env)), reached)

    def table_node(self, expr: ir.Expr, values: list[Any], index: Node, reached: Any) -> Node:
        known = [value for value in reached if value is not MISSING]
        if len(known) == len(list(reached)) and not isinstance(known[0], tuple) and known.count(known[0]) == len(known):
            return number(known[0])
        rows = tuple(value if value is MISSING else constant_value(value, expr.type) for value in values)
        return op(ops.TAB, index, rep=rep_of_known(rows), data=Table(rows, MISSING in list(reached)))

    # ------------------------------------------------------------ functions

    def call(self, expr: ir.Call, env: Env) -> Node:
        """A function's value: from a table, written out, or by a call."""
        args = tuple(self.argument(each, env) for each in expr.arguments)
        body, params = calls.body(self.game, expr.fn), calls.params(self.game, expr.fn)
        if expr.fn in self.game.fns:
            made = self.from_table(body, params, args)
            if made is None and all(may_wait(body, param, arg) for param, arg in zip(params, args)):
                made = self.inline_body(expr.fn, body, dict(zip(params, args)))
            if made is not None:
                return made
        unit = self.function(expr.fn, tuple(arg.rep for arg in args))
        return op(ops.CALL, *args, rep=unit.rep, data=unit.name)

    def argument(self, expr: ir.Expr, env: Env) -> Node:
        return self.value(expr, env)

    def from_table(self, body: Any, params: tuple[ir.Local, ...], args: tuple[Node, ...]) -> Node | None:
        if len(params) != 1 or not self.layout.stateless(body) or self.free(body) - set(params):
            return None
        return self.by_one(body, params[0], args[0])

    def inline_body(self, fn: str, body: Any, env: Env) -> Node | None:
        if fn in self.making or self.too_long[fn] == TRIES:
            return None
        self.making.add(fn)
        made = self.value(body, env)
        self.making.discard(fn)
        if len(list(nodes(made))) <= INLINE:
            return made
        self.too_long[fn] += 1
        return None

    def function(self, fn: str, reps: tuple[str, ...] | None = None) -> Unit:
        """A function of the plan, created when it is first called; one for each combination of representations of its
        arguments.
        """
        body, params = calls.body(self.game, fn), calls.params(self.game, fn)
        usual = tuple(self.layout.rep_of(param.type) for param in params)
        reps = reps or usual
        name = fn if reps == usual else f"{fn}_{''.join(reps)}"
        if name in self.plan.fns:
            return self.plan.fns[name]
        names = tuple((self.name(param), rep) for param, rep in zip(params, reps))
        env: Env = {param: get(own, rep) for param, (own, rep) in zip(params, names)}
        made = self.value(body, env) if fn in self.game.fns else self.total(self.game.scores[fn], env)
        unit = self.plan.fns[name] = Unit("fn", name, names, made, rep=made.rep)
        return unit

    def total(self, score: ir.Score, env: Env) -> Node:
        """The sum of a score's lines. It is tested as a whole, but for very many lines, whose sum C may not hold."""
        fits = self.layout.make.ranges.total_fits(score)
        found, often = number(0), len(score.lines) > LINES
        for line in score.lines:
            value = self.scalar(line.value, env)
            if line.condition is not None:
                value = op(ops.IF, self.scalar(line.condition, env), value, number(0))
            found = op(ops.ADD, found, value)
            found = op(ops.FIT, found) if often else found
        return found if fits or often else op(ops.FIT, found)

    # ------------------------------------------------------------ places

    def flat(self, array: Array, indexes: tuple[ir.Expr, ...], env: Env) -> Node:
        """Where an element lies, from 0; an index outside bails out."""
        found: Node | None = None
        for index, low, size in zip(indexes, array.lows, array.sizes):
            here = self.scalar(index, env)
            if not isinstance(index.type, types.Seat | types.Enum):
                here = within(here, low, low + size - 1)
            here = offset(here, -low)
            found = here if found is None else op(ops.ADD, op(ops.MUL, found, number(size)), here)
        return found if found is not None else number(0)


def may_wait(body: Any, param: ir.Local, arg: Node) -> bool:
    """May an argument be evaluated where it is read, which may be never? Not if evaluating it may be an error."""
    return simple(arg) or cheap(arg) or is_lookup(arg) or (once(body, param) and not any(map(may_fail, nodes(arg))))


def is_lookup(node: Node) -> bool:
    """Is it found in a table, or round the table, for a local?"""
    found = is_op(node, ops.AROUND) or (is_op(node, ops.TAB) and not node.data.checked)
    return found and node.rep == INT and simple(node.args[0])


def may_fail(node: Node) -> bool:
    """May arithmetic or a lookup be an error?"""
    if node.op in (ops.DIV, ops.MOD):
        return not is_op(node.args[1], ops.NUM) or not node.args[1].data
    return node.op is ops.FIT or (is_op(node, ops.TAB) and node.data.checked)


def makes(*kinds: type) -> Callable[[Maker], Maker]:
    """Registers the maker of some expression classes."""

    def register(maker: Maker) -> Maker:
        for kind in kinds:
            Planner.makers[kind] = maker
        return maker

    return register
