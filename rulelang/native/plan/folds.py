"""Plan nodes of comprehensions. A filter of a set of pieces becomes an operation on masks wherever it can."""

from __future__ import annotations

import attrs

from rulelang import ir
from rulelang.ir import types
from rulelang.native.plan import ops
from rulelang.native.plan.build import Env, Planner, makes
from rulelang.native.plan.layout import MISSING, bare
from rulelang.native.plan.nodes import INT, LIST, MASK, Node, number, op
from rulelang.native.plan.ops import OPS
from rulelang.native.plan.predicates import checked, predicate
from rulelang.native.plan.reps import as_list

UNORDERED = ("count", "empty", "sum", "any", "all")
LISTS = ("list", "highest", "lowest", "sorted", "best_split")


@makes(ir.Each)
def each(planner: Planner, expr: ir.Each, env: Env) -> Node:
    return folded(planner, "list", expr, env)


def folded(planner: Planner, kind: str, expr: ir.Each, env: Env, exact: bool = False) -> Node:
    """A comprehension under a built-in; `list` is the comprehension itself. `exact`: a sum is made step by step."""
    if len(expr.binders) == 1:
        made = over_mask(planner, kind, expr, env, exact)
        if made is not None:
            return made
    inner, names, sources = dict(env), [], []
    early, late = by_level(planner, expr.binders, expr.condition)
    for (local, source), tests in zip(expr.binders, early):
        made, rep = stepped(planner, source, inner)
        if made is None:
            made = unordered(planner, source, inner) if kind in UNORDERED else planner.pieces(source, inner)
        for test in tests:
            made = gated(planner.scalar(test, inner), made)
        sources.append(made)
        names.append(planner.bind(local, inner, rep))
    return looped(planner, kind, attrs.evolve(expr, condition=late), inner, names, sources)


def by_level(
    planner: Planner, binders: tuple[tuple[ir.Local, ir.Expr], ...], condition: ir.Expr | None
) -> tuple[list[list[ir.Expr]], ir.Expr | None]:
    """The parts of a condition that can be tested before each binder, and what is left for the end.

    What is tested early may fail where it would never have been tested: then generated code bails out.
    """
    early: list[list[ir.Expr]] = [[] for _ in binders]
    late: ir.Expr | None = None
    locals_ = [local for local, _ in binders]
    for part in conjuncts(condition):
        level = max((locals_.index(each) + 1 for each in planner.free(part) if each in locals_), default=0)
        if level < len(locals_):
            early[level].append(part)
        else:
            late = part if late is None else ir.Op(part.type, part.span, "and", (late, part))
    return early, late


def conjuncts(condition: ir.Expr | None) -> list[ir.Expr]:
    """`a and b and c`, part by part."""
    if isinstance(condition, ir.Op) and condition.op == "and":
        return [part for each in condition.arguments for part in conjuncts(each)]
    return [] if condition is None else [condition]


def gated(test: Node, source: Node) -> Node:
    """A list to go through if a condition holds."""
    if source.op is ops.RANGE:
        low, high = source.args
        return attrs.evolve(source, args=(low, Node(ops.IF, INT, (test, high, op(ops.SUB, low, number(1))))))
    nothing = op(ops.MCONST, rep=MASK, data=0) if source.rep == MASK else op(ops.CONST, rep=LIST, data=())
    if source.op in (ops.ONE, ops.SOME):
        return op(ops.ONLY_IF, test, source, rep=LIST)
    return Node(ops.IF, source.rep, (test, source, nothing))


def stepped(planner: Planner, source: ir.Expr, env: Env) -> tuple[Node | None, str | None]:
    """A list that need not be made to be gone through: one item as it is kept, or the subsets of a set of pieces."""
    if isinstance(source, ir.ListOf) and len(source.items) == 1:
        item = planner.value(source.items[0], env)
        return op(ops.ONE, item, rep=LIST), item.rep
    if not isinstance(source, ir.Op) or source.op != "subsets":
        return None, None
    items, sizes = planner.pieces(source.arguments[0], env), planner.value(source.arguments[1], env)
    kinds = planner.layout.pieces_of(source.arguments[0].type)
    if items.rep != MASK or any(planner.layout.twins >> piece & 1 for piece in kinds or ()):
        return None, None
    if sizes.op is ops.RANGE:
        return op(ops.SOME, items, *sizes.args, rep=LIST), MASK
    if sizes.op is ops.LIST and len(sizes.args) == 1:
        return op(ops.SOME, items, sizes.args[0], sizes.args[0], rep=LIST), MASK
    if sizes.op is ops.CONST and sizes.data and list(sizes.data) == list(range(sizes.data[0], sizes.data[-1] + 1)):
        return op(ops.SOME, items, number(sizes.data[0]), number(sizes.data[-1]), rep=LIST), MASK
    return None, None


def looped(planner: Planner, kind: str, expr: ir.Each, env: Env, names: list[str], sources: list[Node]) -> Node:
    """The general form: loops, a condition, an element and perhaps a key."""
    condition = number(1) if expr.condition is None else planner.scalar(expr.condition, env)
    element = planner.value(expr.element, env)
    element = as_list(element) if element.rep == MASK else element
    key = element if expr.key is None else planner.scalar(expr.key, env)
    if kind == "last" and expr.key is None:
        return op(ops.LAST, Node(ops.EACH, LIST, (*sources, condition, element, key), ("list", tuple(names))))
    if kind in ("first", "last", "first_or_none", "last_or_none") and (expr.key is not None or kind[0] == "l"):
        inner = "list" if expr.key is None else "sorted"
        listed = Node(ops.EACH, LIST, (*sources, condition, element, key), (inner, tuple(names)))
        return Node(OPS[kind], element.rep, (listed,))
    if kind in ("min", "max") and expr.key is not None:
        pick = "lowest" if kind == "min" else "highest"
        listed = Node(ops.EACH, LIST, (*sources, condition, element, key), (pick, tuple(names)))
        return Node(ops.FIRST, element.rep, (listed,))
    rep = LIST if kind in LISTS else element.rep if kind.startswith("first") else INT
    return Node(ops.EACH, rep, (*sources, condition, element, key), (kind, tuple(names)))


def unordered(planner: Planner, source: ir.Expr, env: Env) -> Node:
    """A list whose order does not matter: places that lie apart are one mask."""
    if isinstance(source, ir.Op) and source.op == "join":
        one, two = (unordered(planner, part, env) for part in source.arguments)
        if one.rep == MASK and two.rep == MASK and apart(source.arguments[0], source.arguments[1]):
            return op(ops.MOR, one, two, rep=MASK)
    return planner.pieces(source, env)


def apart(one: ir.Expr, two: ir.Expr) -> bool:
    """Are these the contents of zones of different names?"""
    if not (isinstance(one, ir.Contents) and isinstance(two, ir.Contents)):
        return False
    zones = one.zone, two.zone
    return all(isinstance(zone, ir.ZoneAt) for zone in zones) and zones[0].zone != zones[1].zone  # type: ignore[attr-defined]


# ---------------------------------------------------------------- masks


def over_mask(planner: Planner, kind: str, expr: ir.Each, env: Env, exact: bool) -> Node | None:
    """A comprehension over a set of pieces."""
    local, source_expr = expr.binders[0]
    source = unordered(planner, source_expr, env) if kind in UNORDERED else planner.pieces(source_expr, env)
    if source.rep != MASK:
        return None
    where = filtered(planner, source, expr.condition, local, env)
    if where is None:
        return None
    if kind in ("any", "all"):
        made = predicate(planner, expr.element, {local}, env)
        if made is None:
            return rest_of(planner, kind, expr, env, where)
        hits = op(ops.MANDNOT if kind == "all" else ops.MAND, checked(where, made), made, rep=MASK)
        return op(ops.EMPTY, hits) if kind == "all" else op(ops.NOT, op(ops.EMPTY, hits))
    plain = isinstance(expr.element, ir.Get) and expr.element.local is local
    if kind in ("count", "empty") or (kind in ("list", "first", "first_or_none") and plain and expr.key is None):
        return where if kind == "list" else op(OPS[kind], where)
    if kind == "sum" and not exact:
        made = weighed(planner, expr.element, local, where)
        if made is not None:
            return made
    return rest_of(planner, kind, expr, env, where)


def filtered(planner: Planner, source: Node, condition: ir.Expr | None, local: ir.Local, env: Env) -> Node | None:
    """The pieces of a mask for which a condition holds, if that is a matter of masks."""
    if condition is None:
        return source
    made = predicate(planner, condition, {local}, env)
    if made is not None and made.op is ops.MCONST:
        kinds = bare(local.type)
        everything = planner.layout.kind_mask(kinds.names) if isinstance(kinds, types.Piece) else planner.layout.full
        if made.data & everything == everything:
            return source
    return None if made is None else op(ops.MAND, checked(source, made), made, rep=MASK)


def rest_of(planner: Planner, kind: str, expr: ir.Each, env: Env, where: Node) -> Node:
    """The loop over what the filter has left."""
    inner = dict(env)
    name = planner.bind(expr.binders[0][0], inner)
    return looped(planner, kind, attrs.evolve(expr, condition=None), inner, [name], [where])


def weighed(planner: Planner, element: ir.Expr, local: ir.Local, where: Node) -> Node | None:
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
