"""Plan nodes for the built-ins on single values, and for those that take a whole list."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

from rulelang import ir
from rulelang.ir import types
from rulelang.ir.types import bare, has_pieces
from rulelang.native.plan import ops
from rulelang.native.plan.build import Env, Planner, makes
from rulelang.native.plan.expressions import Fold, Part, Table, Turn
from rulelang.native.plan.folds import fold
from rulelang.native.plan.fusion import fuse, holds
from rulelang.native.plan.menus import menu_size
from rulelang.native.plan.nodes import LIST, MASK, Node, Unsupported, get, is_number, number, number_of, op
from rulelang.native.plan.ops import OPS
from rulelang.native.plan.reps import as_list, as_mask, within
from rulelang.program.boards import Board

Maker = Callable[[Planner, ir.Op, Env], Node]
KEYED = ("highest", "lowest", "sorted", "best_split", "min", "max")
FOLDS = ("count", "empty", "sum", "any", "all", "first", "first_or_none", "last", "last_or_none", *KEYED)


@makes(ir.Op)
def builtin(planner: Planner, expr: ir.Op, env: Env) -> Node:
    first = expr.arguments[0] if expr.arguments else None
    if expr.op in ("count", "empty") and isinstance(first, ir.MenuOptions):
        return menu_size(planner, first, expr.op, env)
    if expr.op in TESTED and not planner.layout.make.ranges.fits(expr):
        return op(ops.FIT, plan_operation(planner, expr, env, exact=True))
    return plan_operation(planner, expr, env, exact=False)


def plan_operation(planner: Planner, expr: ir.Op, env: Env, exact: bool) -> Node:
    """A built-in without a test of its result. `exact`: a sum is made step by step."""
    first = expr.arguments[0] if expr.arguments else None
    if expr.op in FOLDS and isinstance(first, ir.Each) and (expr.op != "best_split" or first.key is not None):
        return fold(planner, expr.op, first, env, exact)
    if expr.op in PLAIN:
        return op(OPS[expr.op], *(planner.scalar(each, env) for each in expr.arguments))
    return MAKERS[expr.op](planner, expr, env)


def comparison(planner: Planner, expr: ir.Op, env: Env) -> Node:
    one, two = (planner.scalar(each, env) for each in expr.arguments)
    return op(OPS[expr.op], one, two)


def equal(planner: Planner, expr: ir.Op, env: Env) -> Node:
    """Pieces are equal if they look alike, lists of pieces as bags."""
    left, right = expr.arguments
    for this, other in ((left, right), (right, left)):
        if isinstance(this, ir.Lit) and this.value is None:
            made = op(ops.ISNONE, planner.value(other, env))
            return made if expr.op == "eq" else op(ops.NOT, made)
    if isinstance(left, ir.TupleOf) and isinstance(right, ir.TupleOf) and holds_lists(left):
        made = part_by_part(planner, zip(left.items, right.items), expr, env)
        return made if expr.op == "eq" else op(ops.NOT, made)
    one, two = planner.value(left, env), planner.value(right, env)
    pieces = has_pieces(left.type) or has_pieces(right.type)
    if one.rep in (LIST, MASK) or two.rep in (LIST, MASK):
        made = op(ops.SAMEBAG if pieces else ops.SAMELIST, as_list(one), as_list(two))
    elif pieces:
        made = op(ops.ALIKE, one, two)
    else:
        return op(OPS[expr.op], one, two)
    return made if expr.op == "eq" else op(ops.NOT, made)


def holds_lists(made: ir.TupleOf) -> bool:
    return any(isinstance(bare(each.type), types.List | types.Zone) for each in made.items)


def part_by_part(planner: Planner, pairs: Iterable[tuple[ir.Expr, ir.Expr]], expr: ir.Op, env: Env) -> Node:
    """Tuples with lists in them, which are no single value."""
    made = [equal(planner, ir.Op(expr.type, expr.span, "eq", pair), env) for pair in pairs]
    return functools.reduce(lambda one, two: op(ops.AND, one, two), made)


def default(planner: Planner, expr: ir.Op, env: Env) -> Node:
    """A value or list in place of none."""
    one, two = (as_list(planner.value(each, env)) for each in expr.arguments)
    return op(ops.DEFAULT, one, two, rep=one.rep)


def member(planner: Planner, expr: ir.Op, env: Env) -> Node:
    item, items = as_list(planner.value(expr.arguments[0], env)), planner.pieces(expr.arguments[1], env)
    if items.rep == MASK:
        made = op(ops.BIT, items, item)
    elif items.op is ops.RANGE:
        made = op(ops.BETWEEN, item, *items.args)
    else:
        domain = planner.layout.domain(expr.arguments[0].type)
        values = domain[0] if domain is not None and not domain[1] else None
        made = holds(items, item, values) or op(ops.INLIST, item, items)
    return made if expr.op == "in" else op(ops.NOT, made)


def part(planner: Planner, expr: ir.Op, env: Env) -> Node:
    """A part of a record, with its number and how many parts there are."""
    value, at = expr.arguments
    kind = bare(value.type)
    assert isinstance(kind, types.Tuple) and isinstance(at, ir.Lit) and isinstance(at.value, int)
    return op(ops.PART, planner.scalar(value, env), rep=item_rep(planner, expr), data=Part(at.value, len(kind.parts)))


def check_range(planner: Planner, expr: ir.Op, env: Env) -> Node:
    value, low, high = (planner.scalar(each, env) for each in expr.arguments[:3])
    if not is_number(low) or not is_number(high):
        raise Unsupported("a range that is not known before the game")
    tested = within(value, number_of(low), number_of(high))
    if not isinstance(expr.type, types.Optional):
        return tested
    return op(ops.IF, op(ops.ISNONE, value), number(None), tested)


# ---------------------------------------------------------------- lists


def size_of(planner: Planner, expr: ir.Op, env: Env) -> Node:
    """How many there are, or whether there are none; the order does not matter."""
    made = planner.pieces(expr.arguments[0], env)
    if made.op is ops.JOIN:
        sizes = tuple(op(ops.COUNT, part) for part in made.args)
        made = op(ops.ADD, *sizes)
        return made if expr.op == "count" else op(ops.EQ, made, number(0))
    return fuse(expr.op, made) or op(OPS[expr.op], made)


def reduce_list(planner: Planner, expr: ir.Op, env: Env) -> Node:
    """A number of a list of numbers, or of several."""
    if len(expr.arguments) > 1 or not isinstance(bare(expr.arguments[0].type), types.List | types.Map):
        items = op(ops.LIST, *(planner.scalar(each, env) for each in expr.arguments), rep=LIST)
        return op(OPS[expr.op], items)
    return op(OPS[expr.op], planner.items(expr.arguments[0], env))


def order_items(planner: Planner, expr: ir.Op, env: Env) -> Node:
    """The items that are greatest or least by themselves, or all in order; lists that lie apart, by their lengths."""
    inner = expr.arguments[0]
    kind = bare(inner.type)
    item = kind.of if isinstance(kind, types.List | types.Map) else types.INT
    name = planner.fresh(ir.Local("item", item, 0))
    here = get(name, planner.layout.rep_of(item))
    args = (planner.items(inner, env), number(1), here, op(ops.COUNT, here) if expr.op == "best_split" else here)
    return op(ops.EACH, *args, rep=LIST, data=Fold(expr.op, (name,)))


def end_of(planner: Planner, expr: ir.Op, env: Env) -> Node:
    made = planner.pieces(expr.arguments[0], env)
    found = fuse(expr.op, made) if expr.op in ("first", "first_or_none") else None
    return found or op(OPS[expr.op], made, rep=item_rep(planner, expr))


def item_rep(planner: Planner, expr: ir.Op) -> str:
    return planner.layout.rep_of(expr.type)


def only(planner: Planner, expr: ir.Op, env: Env) -> Node:
    if not isinstance(bare(expr.arguments[0].type), types.List | types.Map | types.Zone):
        return op(ops.NEED, planner.scalar(expr.arguments[0], env))
    return end_of(planner, expr, env)


def at(planner: Planner, expr: ir.Op, env: Env) -> Node:
    items, index = expr.arguments
    return op(ops.AT, planner.items(items, env), planner.scalar(index, env), rep=item_rep(planner, expr), data=1)


def map_at(planner: Planner, expr: ir.Op, env: Env) -> Node:
    """An entry of a map; the keys of a map by numbers begin at its variable's lowest index."""
    source, low = expr.arguments[0], 1
    if isinstance(source, ir.VarMap):
        low = planner.program.vars[source.var].array.lows[0]
    elif isinstance(source.type, types.Map) and isinstance(source.type.key, types.Int):
        low = source.type.key.low or 0
    args = (planner.items(source, env), planner.scalar(expr.arguments[1], env))
    return op(ops.AT, *args, rep=item_rep(planner, expr), data=low)


def join(planner: Planner, expr: ir.Op, env: Env) -> Node:
    """Two lists; masks together, if all pieces of the first come before those of the second."""
    one, two = (planner.pieces(each, env) for each in expr.arguments)
    masks = as_mask(one), as_mask(two)
    spans = [planner.layout.pieces_of(each.type) for each in expr.arguments]
    if masks[0] is not None and masks[1] is not None and in_turn(spans[0], spans[1]):
        return op(ops.MOR, masks[0], masks[1], rep=MASK)
    return op(ops.JOIN, as_list(one), as_list(two), rep=LIST)


def in_turn(one: range | None, two: range | None) -> bool:
    """Do all ids of the first come before those of the second?"""
    if one is None or two is None:
        return False
    return not len(one) or not len(two) or one[-1] < two[0]


def without(planner: Planner, expr: ir.Op, env: Env) -> Node:
    one, two = (planner.pieces(each, env) for each in expr.arguments)
    if one.rep == MASK and as_mask(two) is not None:
        gone = as_mask(two)
        assert gone is not None
        return op(ops.MANDNOT, one, gone, rep=MASK)
    return op(ops.WITHOUT, as_list(one), as_list(two), rep=LIST)


def take(planner: Planner, expr: ir.Op, env: Env) -> Node:
    items, many = planner.pieces(expr.arguments[0], env), planner.scalar(expr.arguments[1], env)
    return op(ops.MLOW if items.rep == MASK else ops.TAKE, items, many, rep=items.rep)


def reverse(planner: Planner, expr: ir.Op, env: Env) -> Node:
    return op(ops.REVERSE, planner.items(expr.arguments[0], env), rep=LIST)


def distinct(planner: Planner, expr: ir.Op, env: Env) -> Node:
    if has_pieces(expr.arguments[0].type):
        return op(ops.LOOKS, planner.items(expr.arguments[0], env), rep=LIST)
    return op(ops.DISTINCT, planner.items(expr.arguments[0], env), rep=LIST, data=None)


def span(planner: Planner, expr: ir.Op, env: Env) -> Node:
    low, high = (planner.scalar(each, env) for each in expr.arguments)
    return op(ops.RANGE, low, high, rep=LIST)


def subsets(planner: Planner, expr: ir.Op, env: Env) -> Node:
    """Sub-bags, multisets: the items, then the sizes as a list."""
    items, sizes = expr.arguments
    kind = bare(items.type)
    pieces = isinstance(kind, types.List) and isinstance(kind.of, types.Piece)
    many = planner.value(sizes, env)
    many = many if many.rep == LIST else op(ops.LIST, many, rep=LIST)
    if expr.op == "bags":
        return op(ops.BAGS, planner.items(items, env), many, rep=LIST)
    return op(ops.SUBSETS, planner.items(items, env), many, rep=LIST, data=pieces)


def connected(planner: Planner, expr: ir.Op, env: Env) -> Node:
    start, among = (planner.items(each, env) for each in expr.arguments)
    return op(ops.CONNECTED, start, among, rep=LIST, data=board_of(planner, expr.type).links)


def longest_line(planner: Planner, expr: ir.Op, env: Env) -> Node:
    cells = expr.arguments[0]
    return op(ops.LONGEST_LINE, planner.items(cells, env), data=board_of(planner, cells.type).axes)


def board_of(planner: Planner, type_: types.Type) -> Board:
    """The board whose cells a list holds."""
    kind = bare(type_)
    assert isinstance(kind, types.List) and isinstance(kind.of, types.Enum)
    return planner.program.boards[kind.of.name]


def permutations(planner: Planner, expr: ir.Op, env: Env) -> Node:
    return op(ops.PERMUTATIONS, planner.items(expr.arguments[0], env), rep=LIST)


# ---------------------------------------------------------------- the table


def owner(planner: Planner, expr: ir.Op, env: Env) -> Node:
    owners = tuple(zone.owner for zone in planner.program.zones)
    return op(ops.TAB, op(ops.PLACE, planner.scalar(expr.arguments[0], env)), data=Table(owners, False))


def round_table(shift: int) -> Maker:
    def make(planner: Planner, expr: ir.Op, env: Env) -> Node:
        return op(ops.AROUND, planner.scalar(expr.arguments[0], env), data=Turn(shift, planner.layout.players))

    return make


def itself(planner: Planner, expr: ir.Op, env: Env) -> Node:
    return planner.value(expr.arguments[0], env)


TESTED = ("add", "sub", "mul", "sum")  # what may leave the numbers that rulelang counts with
PLAIN = ("neg", "add", "sub", "mul", "div", "mod", "and", "or", "not")
MAKERS: dict[str, Maker] = {
    **dict.fromkeys(("lt", "le", "gt", "ge"), comparison),
    **dict.fromkeys(("eq", "ne"), equal),
    **dict.fromkeys(("in", "not_in"), member),
    **dict.fromkeys(("count", "empty"), size_of),
    **dict.fromkeys(("sum", "any", "all", "min", "max"), reduce_list),
    **dict.fromkeys(("highest", "lowest", "sorted", "best_split"), order_items),
    **dict.fromkeys(("first", "last", "first_or_none", "last_or_none"), end_of),
    **dict.fromkeys(("subsets", "bags"), subsets),
    **dict.fromkeys(("number", "values"), itself),
    "default": default,
    "part": part,
    "ranged": check_range,
    "only": only,
    "at": at,
    "map_at": map_at,
    "join": join,
    "without": without,
    "take": take,
    "reverse": reverse,
    "distinct": distinct,
    "range": span,
    "permutations": permutations,
    "connected": connected,
    "longest_line": longest_line,
    "owner": owner,
    "seat": round_table(0),
    "left": round_table(1),
    "right": round_table(-1),
}
