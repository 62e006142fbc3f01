"""Plan nodes for comprehensions. A filter on a set of pieces becomes an operation on masks wherever possible."""

from __future__ import annotations

import attrs

from rulelang import ir
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.ir.walk import conjuncts, is_get
from rulelang.native.plan import ops
from rulelang.native.plan.build import Env, Planner, makes
from rulelang.native.plan.expressions import Fold, Table, is_op
from rulelang.native.plan.fusion import STOPPING, is_made, may_stop
from rulelang.native.plan.layout import LARGEST, MISSING
from rulelang.native.plan.nodes import INT, LIST, MASK, Node, is_number, number, op, simple
from rulelang.native.plan.ops import OPS
from rulelang.native.plan.predicates import predicate, require_rolled
from rulelang.native.plan.reps import as_list

UNORDERED = ("count", "empty", "sum", "any", "all")
LISTS = ("list", "highest", "lowest", "sorted", "best_split")


@makes(ir.Each)
def each(planner: Planner, expr: ir.Each, env: Env) -> Node:
    return fold(planner, "list", expr, env)


def fold(planner: Planner, kind: str, expr: ir.Each, env: Env, exact: bool = False) -> Node:
    """A comprehension under a built-in; `list` is the comprehension itself. `exact`: a sum is made step by step."""
    if len(expr.binders) == 1:
        made = over_mask(planner, kind, expr, env, exact)
        if made is not None:
            return made
        made = by_property(planner, kind, expr, env)
        if made is not None:
            return made
    inner, within = dict(env), number(1)
    names: list[str] = []
    sources: list[Node] = []
    early, late = by_level(planner, expr.binders, expr.condition)
    parts = (expr.condition,) if kind in ("count", "empty") else (expr.condition, expr.element)
    any_order = kind in UNORDERED and len(expr.binders) == 1
    any_order = any_order and all(orderless(planner, part, expr.binders[0][0]) for part in parts)
    for (local, source), tests in zip(expr.binders, early):
        made, rep = iterate_lazily(planner, source, inner, any_order)
        if made is None:
            made = in_any_order(planner, source, inner) if kind in UNORDERED else planner.pieces(source, inner)
        if (test := conjunction(tests)) is not None:
            made = gate_list(planner.scalar(test, inner), made)
        if not names and is_made(made) and simple(made.args[-2]) and (kind not in STOPPING or may_stop(made)):
            *sources, within, inner[local], _ = made.args  # the list is gone through while it is made
            names += made.data.names
            continue
        if not is_number(within):
            made, within = gate_list(within, made), number(1)
        sources.append(made)
        names.append(planner.bind(local, inner, rep))
    return plan_loops(planner, kind, attrs.evolve(expr, condition=late), inner, names, sources, within)


def by_level(
    planner: Planner, binders: tuple[tuple[ir.Local, ir.Expr], ...], condition: ir.Expr | None
) -> tuple[list[list[ir.Expr]], ir.Expr | None]:
    """The parts of a condition that can be tested before each binder, and what is left for the end.

    What is tested early may fail where it would never have been tested: then generated code bails out.
    """
    early: list[list[ir.Expr]] = [[] for _ in binders]
    late: list[ir.Expr] = []
    locals_ = [local for local, _ in binders]
    for part in conjuncts(condition):
        level = max((locals_.index(each) + 1 for each in planner.free(part) if each in locals_), default=0)
        if level < len(locals_):
            early[level].append(part)
        else:
            late.append(part)
    return early, conjunction(late)


def conjunction(parts: list[ir.Expr]) -> ir.Expr | None:
    """All of them with `and` between."""
    found: ir.Expr | None = None
    for part in parts:
        found = part if found is None else ir.Op(part.type, part.span, "and", (found, part))
    return found


def gate_list(test: Node, source: Node) -> Node:
    """A list to go through if a condition holds."""
    if source.op is ops.RANGE:
        low, high = source.args
        return attrs.evolve(source, args=(low, op(ops.IF, test, high, op(ops.SUB, low, number(1)))))
    nothing = op(ops.MCONST, rep=MASK, data=0) if source.rep == MASK else op(ops.CONST, rep=LIST, data=())
    if source.op in (ops.ONE, ops.SOME, ops.ONLY_IF):
        return op(ops.ONLY_IF, test, source, rep=LIST)
    return op(ops.IF, test, source, nothing, rep=source.rep)


def iterate_lazily(planner: Planner, source: ir.Expr, env: Env, any_order: bool) -> tuple[Node | None, str | None]:
    """A list that can be iterated without being built: a single item, or the subsets of a set of pieces, which may come
    in `any_order`.
    """
    if isinstance(source, ir.ListOf) and len(source.items) == 1:
        item = planner.value(source.items[0], env)
        return op(ops.ONE, item, rep=LIST), item.rep
    if not isinstance(source, ir.Op) or source.op != "subsets":
        return None, None
    items = (in_any_order if any_order else Planner.pieces)(planner, source.arguments[0], env)
    sizes = planner.value(source.arguments[1], env)
    kinds = planner.layout.pieces_of(source.arguments[0].type)
    if items.rep != MASK or any(planner.layout.twins >> piece & 1 for piece in kinds or ()):
        return None, None
    if sizes.op is ops.RANGE:
        return op(ops.SOME, items, *sizes.args, rep=LIST), MASK
    if sizes.rep == INT and simple(sizes):
        return op(ops.SOME, items, sizes, sizes, rep=LIST), MASK
    if sizes.op is ops.LIST and len(sizes.args) == 1:
        return op(ops.SOME, items, sizes.args[0], sizes.args[0], rep=LIST), MASK
    if is_op(sizes, ops.CONST) and sizes.data:
        least, most = sizes.data[0], sizes.data[-1]
        if most - least < len(sizes.data) and list(sizes.data) == list(range(least, most + 1)):
            return op(ops.SOME, items, number(least), number(most), rep=LIST), MASK
    return None, None


def plan_loops(
    planner: Planner, kind: str, expr: ir.Each, env: Env, names: list[str], sources: list[Node], within: Node
) -> Node:
    """The general form: loops, a condition, an element and perhaps a key. `within` is tested before the condition."""
    condition = within if expr.condition is None else both(within, planner.scalar(expr.condition, env))
    element = as_list(planner.value(expr.element, env))
    key = element if expr.key is None else planner.scalar(expr.key, env)

    def make(kind: str, rep: str = LIST) -> Node:
        return op(ops.EACH, *sources, condition, element, key, rep=rep, data=Fold(kind, tuple(names)))

    if kind == "last" and expr.key is None:
        return op(ops.LAST, make("list"))
    if kind in ("first", "last", "first_or_none", "last_or_none") and (expr.key is not None or kind[0] == "l"):
        return op(OPS[kind], make("list" if expr.key is None else "sorted"), rep=element.rep)
    if kind in ("min", "max") and expr.key is not None:
        return op(ops.FIRST, make("lowest" if kind == "min" else "highest"), rep=element.rep)
    rep = LIST if kind in LISTS else element.rep if kind.startswith("first") else INT
    return make(kind, rep)


def both(one: Node, two: Node) -> Node:
    return two if is_number(one, 1) else op(ops.AND, one, two)


def in_any_order(planner: Planner, source: ir.Expr, env: Env) -> Node:
    """A list whose order does not matter: places that lie apart are one mask."""
    if isinstance(source, ir.Call) and source.fn in planner.game.fns:
        fn = planner.game.fns[source.fn]
        args = [planner.value(each, env) for each in source.arguments]
        if isinstance(fn.body, ir.Op) and fn.body.op == "join" and all(map(simple, args)):
            return in_any_order(planner, fn.body, dict(zip(fn.params, args)))
    if isinstance(source, ir.Op) and source.op == "join":
        one, two = (in_any_order(planner, part, env) for part in source.arguments)
        zones = [zones_of(planner, part) for part in source.arguments]
        if one.rep == MASK and two.rep == MASK and all(zones) and not zones[0] & zones[1]:
            return op(ops.MOR, one, two, rep=MASK)
    return planner.pieces(source, env)


def zones_of(planner: Planner, expr: ir.Expr) -> set[str]:
    """The names of the zones whose contents a list may be; none if it is something else."""
    if isinstance(expr, ir.Contents) and isinstance(expr.zone, ir.ZoneAt):
        return {expr.zone.zone}
    if isinstance(expr, ir.If):
        sides = [zones_of(planner, side) for side in (expr.then, expr.otherwise)]
        return sides[0] | sides[1] if all(sides) else set()
    if isinstance(expr, ir.Call) and expr.fn in planner.game.fns:
        return zones_of(planner, planner.game.fns[expr.fn].body)
    return set()


def orderless(planner: Planner, expr: ir.Expr | None, local: ir.Local) -> bool:
    """Is a value independent of the order of a list that it iterates over?"""
    if expr is None or local not in planner.free(expr):
        return True
    if isinstance(expr, ir.Op):
        parts = expr.arguments
        if expr.op == "count" and isinstance(parts[0], ir.Op) and parts[0].op == "distinct":
            parts = parts[0].arguments
        inside = expr.op in (*UNORDERED, "min", "max")
        return all((inside and runs_through(planner, each, local)) or orderless(planner, each, local) for each in parts)
    if isinstance(expr, ir.If):
        return all(orderless(planner, each, local) for each in (expr.condition, expr.then, expr.otherwise))
    if isinstance(expr, ir.Call) and expr.fn in planner.game.fns:
        fn = planner.game.fns[expr.fn]
        return all(
            orderless(planner, fn.body, param) if is_get(each, local) else orderless(planner, each, local)
            for param, each in zip(fn.params, expr.arguments)
        )
    return False


def runs_through(planner: Planner, expr: ir.Expr, local: ir.Local) -> bool:
    """Is it a list, or a comprehension over it that has no key and reads it nowhere else?"""
    if not isinstance(expr, ir.Each) or expr.key is not None:
        return is_get(expr, local)
    rest = (expr.condition, expr.element, *(source for _, source in expr.binders[1:]))
    return is_get(expr.binders[0][1], local) and all(orderless(planner, each, local) for each in rest)


# ---------------------------------------------------------------- items by a property


def by_property(planner: Planner, kind: str, expr: ir.Each, env: Env) -> Node | None:
    """A comprehension over a type with `property == value` first: only the values that have it are gone through."""
    ((local, source),), parts = expr.binders, conjuncts(expr.condition)
    if not isinstance(source, ir.Members) or not parts or not isinstance(parts[0], ir.Op) or parts[0].op != "eq":
        return None
    one, two = parts[0].arguments
    found = having(planner, one, two, local, env) or having(planner, two, one, local, env)
    if found is None:
        return None
    inner = dict(env)
    name = planner.bind(local, inner)
    rest = attrs.evolve(expr, condition=conjunction(parts[1:]))
    return plan_loops(planner, kind, rest, inner, [name], [found], number(1))


def having(planner: Planner, mine: ir.Expr, other: ir.Expr, local: ir.Local, env: Env) -> Node | None:
    """The values of a local with a property, by what it is to be equal to."""
    if not isinstance(mine.type, types.Int | types.Enum | types.Seat) or type(mine.type) is not type(other.type):
        return None
    if planner.free(mine) != {local} or local in planner.free(other) or not planner.layout.stateless(mine):
        return None
    values, wanted = planner.layout.table(mine, local) or {}, planner.scalar(other, env)
    if not simple(wanted) or not all(isinstance(value, int) and 0 <= value < LARGEST for value in values.values()):
        return None
    most = max(values.values(), default=0)
    rows = tuple(tuple(at for at, value in values.items() if value == each) for each in range(most + 1))
    known = op(ops.TAB, wanted, rep=LIST, data=Table(rows, False))
    return gate_list(op(ops.BETWEEN, wanted, number(0), number(most)), known)


# ---------------------------------------------------------------- masks


def over_mask(planner: Planner, kind: str, expr: ir.Each, env: Env, exact: bool) -> Node | None:
    """A comprehension over a set of pieces."""
    local, source_expr = expr.binders[0]
    source = in_any_order(planner, source_expr, env) if kind in UNORDERED else planner.pieces(source_expr, env)
    if source.rep != MASK:
        return None
    where = filter_mask(planner, source, expr.condition, local, env)
    if where is None:
        return None
    if kind in ("any", "all"):
        made = predicate(planner, expr.element, {local}, env)
        if made is None:
            return rest_of(planner, kind, expr, env, where)
        hits = op(ops.MANDNOT if kind == "all" else ops.MAND, require_rolled(where, made), made, rep=MASK)
        return op(ops.EMPTY, hits) if kind == "all" else op(ops.NOT, op(ops.EMPTY, hits))
    plain = is_get(expr.element, local)
    if kind in ("count", "empty") or (kind in ("list", "first", "first_or_none") and plain and expr.key is None):
        return where if kind == "list" else op(OPS[kind], where)
    if kind == "sum" and not exact:
        made = sum_by_weight(planner, expr.element, local, where)
        if made is not None:
            return made
    return rest_of(planner, kind, expr, env, where)


def filter_mask(planner: Planner, source: Node, condition: ir.Expr | None, local: ir.Local, env: Env) -> Node | None:
    """The pieces of a mask for which a condition holds, if that can be computed with masks."""
    if condition is None:
        return source
    made = predicate(planner, condition, {local}, env)
    if made is not None and is_op(made, ops.MCONST):
        kinds = bare(local.type)
        everything = planner.layout.kind_mask(kinds.names) if isinstance(kinds, types.Piece) else planner.layout.full
        if made.data & everything == everything:
            return source
    return None if made is None else op(ops.MAND, require_rolled(source, made), made, rep=MASK)


def rest_of(planner: Planner, kind: str, expr: ir.Each, env: Env, where: Node) -> Node:
    """The loop over what the filter has left."""
    inner = dict(env)
    name = planner.bind(expr.binders[0][0], inner)
    return plan_loops(planner, kind, attrs.evolve(expr, condition=None), inner, [name], [where], number(1))


def sum_by_weight(planner: Planner, element: ir.Expr, local: ir.Local, where: Node) -> Node | None:
    """A sum over pieces of few different weights: pieces of each weight are counted."""
    if not planner.layout.stateless(element) or planner.free(element) - {local}:
        return None
    table = planner.layout.table(element, local) or {}
    masks: dict[int, int] = {}
    for piece, value in table.items():
        if value is MISSING or not isinstance(value, int):
            return None
        masks[value] = masks.get(value, 0) | 1 << piece
    masks.pop(0, None)
    if len(masks) > 3:
        return None
    found = number(0)
    for value, mask in sorted(masks.items()):
        here = op(ops.COUNT, op(ops.MAND, where, op(ops.MCONST, rep=MASK, data=mask), rep=MASK))
        found = op(ops.ADD, found, op(ops.MUL, here, number(value)))
    return found
